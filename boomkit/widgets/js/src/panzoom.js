// Pan by dragging, zoom by Ctrl+wheel, pinch or the keys + - 0. A plain wheel scrolls the notebook.
const LEAST = 0.35; // smaller than this nobody can read

export const panzoom = (svg, layer, { onfit }) => {
  const view = { x: 0, y: 40, k: 1 };
  const held = new Map();
  const apply = () => layer.setAttribute('transform', `translate(${view.x} ${view.y}) scale(${view.k})`);
  // The layer's origin is the middle of the top edge, whatever the width is, so that nothing is measured to draw.
  const origin = () => { const box = svg.getBoundingClientRect(); return [box.x + box.width / 2, box.y]; };
  const zoom = (factor, px, py) => {
    const k = Math.min(3, Math.max(0.1, view.k * factor));
    view.x = px - (px - view.x) * (k / view.k);
    view.y = py - (py - view.y) * (k / view.k);
    view.k = k;
    apply();
  };
  const middle = () => [0, svg.getBoundingClientRect().height / 2];
  const point = (event) => { const [x, y] = origin(); return [event.clientX - x, event.clientY - y]; };
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), ...point(event));
  }, { passive: false });
  svg.addEventListener('pointerdown', (event) => {
    held.set(event.pointerId, point(event));
    if (!event.target.closest('[data-node]')) svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => {
    const was = held.get(event.pointerId);
    if (!was) return;
    const now = point(event);
    if (held.size === 2) {
      const other = [...held].find(([id]) => id !== event.pointerId)[1];
      const far = ([a, b]) => Math.hypot(a - other[0], b - other[1]) || 1;
      zoom(far(now) / far(was), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else { view.x += now[0] - was[0]; view.y += now[1] - was[1]; apply(); }
    held.set(event.pointerId, now);
  });
  ['pointerup', 'pointercancel', 'pointerleave'].forEach((name) => svg.addEventListener(name, (event) => held.delete(event.pointerId)));
  apply();
  return {
    view,
    by: (factor) => zoom(factor, ...middle()),
    fit: ({ left, right, top, bottom }) => {
      const box = svg.getBoundingClientRect();
      if (!box.width) return;
      view.k = Math.max(LEAST, Math.min(1.2, (box.width - 24) / (right - left), (box.height - 24) / (bottom - top)));
      view.x = view.k * (right - left) > box.width ? 0 : -view.k * (left + right) / 2;
      view.y = 10 - view.k * top;
      apply();
    },
    // Move just as far as needed to have a place in sight.
    reveal: (x, y) => {
      const box = svg.getBoundingClientRect();
      const [px, py] = [view.x + view.k * x, view.y + view.k * y];
      const edge = box.width / 2 - 50;
      if (box.width && Math.abs(px) > edge) view.x -= px - Math.sign(px) * edge;
      if (box.height && py < 40) view.y += 40 - py;
      if (box.height && py > box.height - 40) view.y -= py - box.height + 40;
      apply();
    },
    key: (event) => {
      if (event.key === '+' || event.key === '=') zoom(1.25, ...middle());
      else if (event.key === '-') zoom(0.8, ...middle());
      else if (event.key === '0') onfit();
      else return false;
      event.preventDefault();
      return true;
    },
  };
};
