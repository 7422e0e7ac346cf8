// The Stepper: all steps are here, so that it plays with no kernel.
import { mark, show } from './board.js';
import { button, calm, copy, h, open, sentence, still } from './common.js';
import { player } from './player.js';

const render = (place) => {
  const { model } = place;
  const frames = model.get('frames');
  const { parts, runs, frames: pictures } = model.get('packed');
  const book = model.get('book');
  const app = open(place, 'stepper', `${model.get('title')}: step by step`);
  const { root, status, live } = app;
  const picture = (number) => pictures[number].map((run) => runs[run].map((part) => parts[part]).join('')).join('');
  const scenes = frames[0]?.clause !== undefined;

  const boards = [h('div', { class: 'bk-board' }), h('div', { class: 'bk-board' })];
  const arrow = h('p', { class: 'bk-arrow' });
  const rule = h('div', { class: 'bk-rule' });
  const action = h('p', { class: 'bk-action' });
  const told = h('ul', { class: 'bk-last' });
  const text = h('input', { class: 'bk-input bk-mono', readonly: true, 'aria-label': 'position text' });
  const textRow = h('div', { class: 'bk-row' }, h('span', {}, 'Position'), text, button('Copy', () => copy(text.value, text)));

  // Two boards side by side where they fit without getting small; else one, which goes from before to after.
  const fits = (svg) => 2 * svg.viewBox.baseVal.width * 0.85 + 150 < root.clientWidth;
  const sides = ['Before', 'After'].map((words, side) => button(words, () => turn(side), { class: 'bk-button' }));
  const turns = h('div', { class: 'bk-tools bk-turns', role: 'group', 'aria-label': 'before or after' }, sides);
  let timer = 0;
  let current = [];
  const place1 = (host, side, duration) => {
    const svg = show(host, picture(current[side]), duration);
    svg.setAttribute('role', 'img');
    still(host);
    return svg;
  };
  const turn = (side) => {
    clearTimeout(timer);
    sides.forEach((one, i) => one.setAttribute('aria-pressed', String(i === side)));
    return place1(boards[0], side, 260);
  };

  const draw = (at, before, speed) => {
    const frame = frames[at];
    root.dataset.step = at;
    status.setAttribute('aria-live', speed ? 'off' : 'polite');
    status.textContent = frame.title;
    clearTimeout(timer);
    current = frame.pictures;
    const pair = current.length > 1;
    const near = !scenes && Math.abs(at - before) === 1 && speed <= 5;
    let svg = place1(boards[0], 0, near ? 180 : 0);
    const beside = pair && fits(svg);
    root.classList.toggle('bk-pair', beside);
    boards[1].hidden = arrow.hidden = !beside;
    turns.hidden = !pair || beside;
    if (beside) { arrow.textContent = `${frame.action} →`; svg = place1(boards[1], 1, 0); }
    else if (pair) {
      if (calm() || speed > 1) svg = turn(1);
      else { sides.forEach((one, i) => one.setAttribute('aria-pressed', String(!i))); timer = setTimeout(() => mark(turn(1), frame.marks), 700); }
    }
    mark(svg, frame.marks);
    action.textContent = beside ? '' : frame.action;
    action.hidden = !action.textContent;
    told.replaceChildren(...frame.events.map((event) => h('li', {}, ...sentence(event, book))));
    told.hidden = !frame.events.length;
    if (scenes) {
      const [tag, words, option] = book[frame.clause] ?? ['', '', ''];
      rule.replaceChildren(h('b', {}, frame.clause), ` ${words} `, h('i', {}, `(${tag}${option ? `, option ${option}` : ''})`));
      chapter.value = frame.clause;
    }
    text.value = frame.text;
    textRow.hidden = !frame.text;
  };

  const ids = scenes ? [...new Set(frames.map((frame) => frame.clause))] : [];
  const chapter = h('select', { class: 'bk-input', 'aria-label': 'clause', onchange: () => { bar.halt(); bar.go(frames.findIndex((frame) => frame.clause === chapter.value)); } },
    ids.map((id) => h('option', { value: id }, id)));
  const bar = player({
    count: frames.length, speed: model.get('speed'), start: model.get('start'), show: draw, what: scenes ? 'scene' : 'step',
    stopped: live ? (at) => model.send({ kind: 'stopped', at }) : null,
  });
  if (scenes) bar.bar.prepend(chapter);
  const note = model.get('note');
  root.append(h('div', { class: 'bk-head' }, status), app.trouble, note ? h('p', { class: 'bk-said' }, note) : '', bar.bar,
    h('div', { class: 'bk-main' }, h('div', { class: 'bk-left' }, turns, boards[0], arrow, boards[1]), h('div', { class: 'bk-side' }, rule, action, told, textRow)));
  rule.hidden = !scenes;
  root.addEventListener('keydown', bar.key);
  root.tabIndex = -1;
  bar.go(model.get('start'));
  return () => { clearTimeout(timer); bar.close(); app.close(); };
};

export default { render };
