// The TreeView: everything it was sent folds, pans and zooms with no kernel; the rest is asked for when it is opened.
import { NO_KERNEL, button, calm, h, open, still } from './common.js';
import { panzoom } from './panzoom.js';
import { player } from './player.js';
import { savePng, saveSvg, standalone } from './save.js';
import { tidy } from './tidy.js';

const COLUMNS = 'id parent action share mark half ink said value best cut order text twin more'.split(' ');
const MOST = 1500; // nodes in sight at once
const esc = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const short = (text, most = 18) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const render = (place) => {
  const { model } = place;
  const app = open(place, 'tree', model.get('title'));
  const { root: frame, status, say, ask, live } = app;
  const joined = ({ parts, runs, frames }, number) => frames?.[number]?.map((run) => runs[run].map((part) => parts[part]).join('')).join('') ?? '';
  const marks = { ...model.get('marks') };
  const nodes = new Map();
  const opened = new Set();
  let chosen = 0;
  let before = 0;
  let seen = Infinity; // the step of the search that is shown
  let places = new Map();
  let bounds = { left: 0, right: 0, top: 0, bottom: 0 };

  const add = (rows) => rows.forEach((row) => {
    const node = Object.fromEntries(COLUMNS.map((name, i) => [name, row[i]]));
    node.children = [];
    nodes.set(node.id, node);
    nodes.get(node.parent)?.children.push(node.id);
  });
  add(model.get('rows'));
  const at = (id) => nodes.get(id);
  const path = (id) => { const ids = []; for (let i = id; i >= 0; i = at(i).parent) ids.unshift(i); return ids; };
  const inside = (id) => (opened.has(id) ? at(id).children : []);
  const openTo = (depth) => {
    opened.clear();
    let layer = [0];
    let count = 1;
    for (let level = 0; layer.length && level < depth; level++) {
      const next = [];
      for (const id of layer) {
        const { children } = at(id);
        if (count + children.length > MOST) { say(`${count} of ${model.get('total')} nodes are open.`); return; }
        if (children.length) { opened.add(id); count += children.length; next.push(...children); }
      }
      layer = next;
    }
  };

  // -- drawing: attributes only, so that a saved picture looks the same ------------------------------------------------
  const v = (token) => `var(--bk-${token})`;
  const hidden = (node) => node.order > seen || (node.cut && last.get(node.parent) > seen);
  const words = (node) => `${short(node.action)}${node.share ? ` · ${node.share}` : ''}`;
  const last = new Map(); // the last step of the search below a node: from then on its value is known
  [...nodes.values()].reverse().forEach((node) => {
    last.set(node.id, Math.max(last.get(node.id) ?? -1, node.order));
    if (node.parent >= 0) last.set(node.parent, Math.max(last.get(node.parent) ?? -1, last.get(node.id)));
  });

  const closed = (id) => !opened.has(id) && (at(id).children.length || at(id).more);
  const known = (node) => (last.get(node.id) > seen ? '' : node.value);
  const name = (node) => `${node.said}${known(node) ? `, value ${node.value}` : ''}${hidden(node) ? ', not looked at yet' : ''}`;
  const mark = (node) => {
    const { half } = node;
    return (marks.extra?.get(node.mark) ?? joined(marks, node.mark))
      + `<text x="${half + 11}" y="-4" font-size="13" font-weight="650" fill="${v(node.ink)}">${esc(known(node))}</text>`
      + (closed(node.id) ? `<rect x="-13" y="${half + 4}" width="26" height="16" rx="8" fill="${v('felt')}" stroke="${v('muted')}"/><text y="${half + 16}" text-anchor="middle" font-size="11" fill="${v('ink')}">+${node.children.length || node.more}</text>` : '');
  };

  const edge = (node, [x, y], [px, py]) => {
    const cut = node.cut || hidden(node);
    const [sy, ey] = [py + at(node.parent).half, y - node.half];
    const [mx, my] = [(px + x) / 2, (sy + ey) / 2];
    const look = `${node.best && !cut ? `stroke="${v('ink')}" stroke-width="3"` : `stroke="${v('muted')}" stroke-width="1.25"`}${cut ? ' stroke-dasharray="4 3"' : ''}`;
    return `<path d="M${px} ${sy}C${px} ${my} ${x} ${my} ${x} ${ey}" fill="none" ${look}/>`
      + (node.cut ? `<path d="M${mx - 6} ${my - 5}l12 10" stroke="${v('boom')}" stroke-width="2.4"/>` : '')
      + `<text x="${x}" y="${ey - 9}" text-anchor="middle" font-size="13" fill="${v('ink')}" stroke="${v('paper')}" stroke-width="4" paint-order="stroke" stroke-linejoin="round">${esc(words(node))}</text>`;
  };

  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', 'bk-canvas');
  svg.setAttribute('role', 'none');
  svg.innerHTML = '<svg role="none" x="50%" overflow="visible"><g class="bk-layer"><g class="bk-edges" aria-hidden="true"></g><g class="bk-marks" aria-hidden="true"></g><g class="bk-items" role="tree"></g></g></svg>';
  const [layer, edges, drawn, list] = ['.bk-layer', '.bk-edges', '.bk-marks', '.bk-items'].map((one) => svg.querySelector(one));
  list.setAttribute('aria-label', model.get('title'));
  list.setAttribute('aria-orientation', 'horizontal');
  const fit = () => zoom.fit(bounds);
  const zoom = panzoom(svg, layer, { onfit: fit });

  const draw = () => {
    const old = places;
    const spots = tidy(0, inside);
    const order = [];
    const walk = (id) => { order.push(id); inside(id).forEach(walk); };
    walk(0);
    const gap = order.reduce((most, id) => Math.max(most, words(at(id)).length * 7.3 + 14, at(id).cut ? 132 : 0), at(0).value ? 84 : 64);
    places = new Map(order.map((id) => { const { x, depth } = spots.get(id); return [id, [x * gap, depth * 124]]; }));
    const all = [...places.values()];
    bounds = { left: Math.min(...all.map(([x]) => x)) - 60, right: Math.max(...all.map(([x]) => x)) + 90, top: Math.min(...all.map(([, y]) => y)) - 44, bottom: Math.max(...all.map(([, y]) => y)) + 54 };
    edges.innerHTML = order.slice(1).map((id) => edge(at(id), places.get(id), places.get(at(id).parent))).join('');
    const had = list.contains(document.activeElement);
    const spot = (id) => `transform="translate(${places.get(id)})"`;
    drawn.innerHTML = order.map((id) => `<g ${spot(id)}${hidden(at(id)) ? ' opacity=".4"' : ''}>${mark(at(id))}</g>`).join('');
    list.innerHTML = order.map((id) => {
      const { half, parent, children, more, twin } = at(id);
      const brothers = at(parent)?.children ?? [0];
      const wide = twin < 0 ? half + 8 : 38;
      return `<g role="treeitem" data-node="${id}" ${spot(id)} tabindex="${id === chosen ? 0 : -1}" aria-selected="${id === chosen}"${children.length || more ? ` aria-expanded="${opened.has(id)}"` : ''} aria-level="${path(id).length}" aria-posinset="${brothers.indexOf(id) + 1}" aria-setsize="${brothers.length}" aria-label="${esc(name(at(id)))}"><rect class="bk-halo" x="${-wide}" y="${-half - 8}" width="${2 * wide}" height="${2 * half + 16}" rx="15" fill="none" pointer-events="all"/></g>`;
    }).join('');
    if (!calm() && old.size && order.length < 400) {
      order.forEach((id, i) => {
        const was = old.get(id) ?? old.get(at(id).parent);
        const [x, y] = places.get(id);
        if (was) [drawn, list].forEach((one) => one.children[i].animate([{ translate: `${was[0] - x}px ${was[1] - y}px` }, { translate: '0 0' }], { duration: 180, easing: 'ease-out' }));
      });
    }
    if (had) item(chosen)?.focus({ preventScroll: true });
    svg.dataset.visible = order.length;
  };
  const item = (id) => list.querySelector(`[data-node="${id}"]`);

  // -- board and line of the chosen node --------------------------------------------------------------------------------
  const board = h('div', { class: 'bk-board' });
  const text = h('p', { class: 'bk-mono' });
  const crumbs = h('nav', { class: 'bk-crumbs', 'aria-label': 'line to the chosen node' });
  const boards = model.get('boards');

  const showBoard = async (id) => {
    const node = at(id);
    const own = node.twin >= 0 ? node.twin : id;
    let svgText = joined(boards, own);
    if (!svgText && model.get('with_board') && live) {
      const answer = await ask('board', { node: own });
      if (chosen !== id) return;
      svgText = answer.svg;
      text.textContent = answer.text ?? '';
    } else text.textContent = at(own).text;
    if (!svgText) { board.textContent = live || !model.get('with_board') ? '' : NO_KERNEL; return; }
    board.innerHTML = svgText;
    still(board);
  };
  // A click on the board follows the branch of that action.
  board.addEventListener('click', (event) => {
    const actions = event.target.closest('[data-action]')?.dataset.action.split('|');
    if (actions) choose(at(chosen).children.find((child) => actions.includes(at(child).action)), true);
  });

  const choose = (id, focus) => {
    if (id === undefined) return;
    if (at(id).twin >= 0 && id === chosen) { jump(at(id).twin); return; }
    chosen = id;
    let deep = false;
    for (const one of path(id).slice(0, -1)) if (!opened.has(one)) { opened.add(one); deep = true; }
    if (deep) draw();
    for (const el of list.children) {
      const own = Number(el.dataset.node) === id;
      el.setAttribute('aria-selected', own);
      el.setAttribute('tabindex', own ? 0 : -1);
    }
    if (focus) item(id)?.focus({ preventScroll: true });
    zoom.reveal(...places.get(id));
    crumbs.replaceChildren(...path(id).flatMap((one, i) => [i ? h('span', { 'aria-hidden': 'true' }, '›') : '',
      button(i ? short(at(one).action, 26) : 'start', () => choose(one, true), { class: 'bk-link', 'aria-current': one === id ? 'true' : undefined })]));
    say(name(at(id)));
    showBoard(id);
    if (live) model.send({ kind: 'chosen', node: id });
  };
  const jump = (id) => { if (at(id)) choose(id, true); else say(`State #${id} is not open yet.`); };

  const toggle = async (id) => {
    const node = at(id);
    if (node.twin >= 0) { jump(node.twin); return; }
    if (!node.children.length && node.more) {
      if (!live) { say(NO_KERNEL); return; }
      const answer = await ask('open', { node: id });
      answer.marks?.forEach((drawn, i) => { marks.extra ??= new Map(); marks.extra.set(answer.known + i, drawn); });
      add(answer.rows ?? []);
    }
    if (opened.has(id)) opened.delete(id); else if (node.children.length) opened.add(id);
    draw();
  };

  list.addEventListener('click', async (event) => {
    const el = event.target.closest('[data-node]');
    if (!el) return;
    const id = Number(el.dataset.node);
    const again = id === before;
    choose(id, true);
    if (again || closed(id)) await toggle(id);
  });
  // A press moves the focus, and with it what is chosen, before the click comes.
  list.addEventListener('pointerdown', () => { before = chosen; }, true);
  list.addEventListener('focusin', (event) => {
    const id = Number(event.target.closest('[data-node]')?.dataset.node);
    if (id >= 0 && id !== chosen) choose(id, false);
  });
  svg.addEventListener('keydown', async (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || zoom.key(event)) return;
    const row = [...places.keys()].filter((id) => places.get(id)[1] === places.get(chosen)[1]);
    const here = row.indexOf(chosen);
    const to = {
      ArrowUp: at(chosen).parent, ArrowDown: inside(chosen)[0], ArrowLeft: row[here - 1], ArrowRight: row[here + 1],
      Home: 0, End: [...places.keys()].at(-1), Enter: -2, ' ': -2,
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    if (to[event.key] === -2 || (event.key === 'ArrowDown' && closed(chosen))) await toggle(chosen);
    else if (to[event.key] >= 0) choose(to[event.key], true);
  });

  // -- tools -----------------------------------------------------------------------------------------------------------
  let level = model.get('depth');
  const relevel = (to) => { level = Math.max(0, to); say(''); openTo(level); if (!places.has(chosen)) chosen = 0; draw(); if (!item(chosen)) choose(0); fit(); };
  const file = () => standalone(frame, edges.outerHTML + drawn.outerHTML, bounds);
  const tools = h('div', { class: 'bk-tools', role: 'toolbar', 'aria-label': 'tree' },
    button('Deeper', () => relevel(level + 1)), button('Shallower', () => relevel(level - 1)),
    button('Open all', () => relevel(Infinity)), button('Fold all', () => relevel(0)),
    button('+', () => zoom.by(1.25), { 'aria-label': 'Zoom in' }), button('−', () => zoom.by(0.8), { 'aria-label': 'Zoom out' }), button('Fit', fit),
    button('SVG', () => saveSvg(file(), 'tree')), button('PNG', () => savePng(file(), 'tree')));
  const steps = Math.max(-1, ...[...nodes.values()].map((node) => node.order));
  const byOrder = new Map([...nodes.values()].filter((node) => node.order >= 0).map((node) => [node.order, node.id]));
  const search = steps > 0 && player({
    count: steps + 1, speed: 2, start: steps, what: 'step of the search',
    show: (step, before) => {
      seen = step;
      frame.dataset.seen = step;
      if (step === before) return;
      const id = byOrder.get(step);
      path(id).slice(0, -1).forEach((one) => opened.add(one));
      draw();
      choose(id);
    },
  });
  const note = model.get('note');
  frame.append(h('div', { class: 'bk-head' }, h('p', { class: 'bk-title' }, model.get('title'), h('span', { class: 'bk-id' }, ` ${model.get('total')} nodes`)), tools),
    app.trouble, note ? h('p', { class: 'bk-said' }, note) : '', search ? h('div', { class: 'bk-search' }, h('span', { class: 'bk-id' }, 'What the search looked at'), search.bar) : '', crumbs,
    h('div', { class: `bk-main${model.get('with_board') ? '' : ' bk-alone'}` }, svg, h('div', { class: 'bk-side' }, status, board, text)));
  openTo(level);
  draw();
  if (search) search.go(steps);
  choose(0);
  const sight = new IntersectionObserver((entries) => { if (entries.some((one) => one.isIntersecting)) { fit(); sight.disconnect(); } });
  sight.observe(svg);
  return () => { sight.disconnect(); if (search) search.close(); app.close(); };
};

export default { render };
