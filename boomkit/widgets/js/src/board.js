// A picture from Python made live: actions by mouse and keys, pieces that glide, marks, focus that survives a move.
import { calm } from './common.js';

const SVG = 'http://www.w3.org/2000/svg';
export const actionsOf = (el) => el.dataset.action.split('|').map((action) => action.trim()).filter(Boolean);

const middle = (el) => {
  const box = el.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// The nearest in the direction of an arrow key: what lies straight ahead counts before what lies aside.
export const nearest = (from, all, key) => {
  const [x, y] = middle(from);
  const sign = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  const level = key === 'ArrowLeft' || key === 'ArrowRight';
  let best = null;
  let least = Infinity;
  for (const el of all) {
    const [a, b] = middle(el);
    const ahead = sign * (level ? a - x : b - y);
    const aside = Math.abs(level ? b - y : a - x);
    const cost = ahead + 2.5 * aside;
    if (el !== from && ahead > 1 && cost < least) { best = el; least = cost; }
  }
  return best;
};

const keyed = (svg) => new Map([...svg.querySelectorAll('[data-key]')].map((el) => [el.dataset.key, el]));

const animate = (el, frames, duration) => el.animate(frames, { duration, easing: 'ease-out' });

// Pieces with the same key glide from where they were; what has gone fades where it stood.
export const glide = (before, after, duration) => {
  if (calm() || !before?.isConnected || !duration) return;
  const sheet = after.getBoundingClientRect();
  const scale = after.viewBox.baseVal.width / (sheet.width || 1);
  const old = before.places;
  const now = keyed(after);
  for (const [key, el] of now) {
    const was = old.get(key);
    if (!was) { animate(el, [{ opacity: 0 }, { opacity: 1 }], duration); continue; }
    const box = el.getBoundingClientRect();
    const [dx, dy] = [(was.x - box.x + sheet.x) * scale, (was.y - box.y + sheet.y) * scale];
    if (Math.abs(dx) + Math.abs(dy) > 0.5) {
      animate(el, [{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], duration);
    }
  }
  let ghosts = 0;
  for (const [key, was] of old) {
    if (now.has(key) || ghosts++ > 12) continue;
    const ghost = was.el.cloneNode(true);
    ['data-key', 'data-action', 'role', 'tabindex', 'aria-label'].forEach((name) => ghost.removeAttribute(name));
    ghost.setAttribute('aria-hidden', 'true');
    ghost.style.pointerEvents = 'none';
    after.append(ghost);
    animate(ghost, [{ opacity: 1 }, { opacity: 0 }], 260).onfinish = () => ghost.remove();
  }
};

const remember = (svg) => {
  const sheet = svg.getBoundingClientRect();
  svg.places = new Map([...keyed(svg)].map(([key, el]) => {
    const { x, y } = el.getBoundingClientRect();
    return [key, { el, x: x - sheet.x, y: y - sheet.y }];
  }));
};

export const show = (host, text, duration = 180) => {
  const before = host.querySelector('svg');
  if (before) remember(before);
  const box = document.createElement('div');
  box.innerHTML = text;
  const svg = box.querySelector('svg');
  const title = svg.querySelector(':scope > title');
  svg.setAttribute('role', 'group');
  svg.setAttribute('aria-label', title?.textContent ?? 'board');
  title?.remove();
  if (before) before.after(svg); else host.append(svg);
  glide(before, svg, duration);
  before?.remove();
  return svg;
};

export const mark = (svg, keys, kind = 'offending') => {
  svg.querySelectorAll(`.bk-${kind}`).forEach((el) => el.remove());
  const pieces = keyed(svg);
  for (const key of keys ?? []) {
    const piece = pieces.get(key);
    if (!piece) continue;
    const { x, y, width, height } = piece.getBBox();
    const frame = document.createElementNS(SVG, 'g');
    frame.setAttribute('class', `bk-${kind}`);
    frame.innerHTML = `<rect x="${x - 4}" y="${y - 4}" width="${width + 8}" height="${height + 8}" rx="8"/>`
      + (kind === 'offending' ? `<path d="M${x + width - 5} ${y - 7}l12 12m0 -12l-12 12"/>` : '');
    piece.append(frame);
  }
};

// One tab stop for the whole board; arrow keys walk; Enter, Space or a click acts.
export const liven = (svg, { act, legal, describe, ending }) => {
  const items = [...svg.querySelectorAll('[data-action]')];
  for (const el of svg.querySelectorAll('[data-key][aria-label]:not([data-action])')) {
    if (!el.querySelector('[data-action]')) el.setAttribute('role', 'img');
  }
  items.forEach((el, index) => {
    const actions = actionsOf(el);
    el.setAttribute('role', 'button');
    el.setAttribute('tabindex', index ? '-1' : '0');
    const label = el.getAttribute('aria-label') ?? actions.join(' or ');
    // What is written on a piece is part of what is seen, so its name is a title, which also shows as a tip.
    if (el.querySelector('text')) {
      const title = document.createElementNS(SVG, 'title');
      title.textContent = label;
      el.prepend(title);
      el.removeAttribute('aria-label');
    } else el.setAttribute('aria-label', label);
    if (legal && !actions.some((action) => legal.has(action))) el.setAttribute('aria-disabled', 'true');
    el.classList.add('bk-act');
  });
  svg.addEventListener('focusin', (event) => {
    const now = event.target.closest('[data-action]');
    if (now) items.forEach((el) => el.setAttribute('tabindex', el === now ? '0' : '-1'));
  });
  svg.addEventListener('click', (event) => {
    const el = event.target.closest('[data-action]');
    if (el) act(el);
  });
  svg.addEventListener('keydown', (event) => {
    const el = event.target.closest('[data-action]');
    if (!el || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && event.shiftKey) return;
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); act(el); }
    if (event.key.startsWith('Arrow')) { event.preventDefault(); nearest(el, items, event.key)?.focus(); }
    if (event.key === 'Home' || event.key === 'End') { event.preventDefault(); items.at(event.key === 'Home' ? 0 : -1).focus(); }
  });
  return items;
};

// Where the focus was, by action and key, so that it can go back there after a redraw.
export const focused = (host) => {
  const el = host.contains(document.activeElement) ? document.activeElement.closest('[data-action]') : null;
  return el && { action: el.dataset.action, key: el.closest('[data-key]')?.dataset.key, at: middle(el) };
};

export const refocus = (items, was) => {
  if (!was || !items.length) return;
  const [x, y] = was.at;
  const far = (el) => { const [a, b] = middle(el); return (a - x) ** 2 + (b - y) ** 2; };
  const same = items.find((el) => el.dataset.action === was.action)
    ?? items.find((el) => was.key && el.closest('[data-key]')?.dataset.key === was.key)
    ?? items.reduce((best, el) => (far(el) < far(best) ? el : best));
  same.focus({ preventScroll: true });
};
