// The Table: Python holds the game, this shows it and sends what the person wants.
import { actionsOf, focused, liven, mark, refocus, show } from './board.js';
import { NO_KERNEL, button, calm, clause, copy, h, open, sentence } from './common.js';

const MANY = 80;

export const table = (place) => {
  const { model } = place;
  const app = open(place, 'table', `${model.get('frame').title}: table`);
  const { root, status, trouble, live, on, say, ask } = app;
  let frame = model.get('frame');
  let book = model.get('book');
  let items = [];
  let svg;
  let chosen = null; // the actions that are left after a piece with several of them was clicked
  let queue = [];
  let timer = 0;

  // -- the parts that stay ------------------------------------------------------------------------------------------
  const said = h('p', { class: 'bk-said', role: 'status' });
  const tell = (words) => { said.textContent = words || ''; };
  const request = async (kind, data) => {
    root.setAttribute('aria-busy', 'true');
    const answer = await ask(kind, data);
    root.removeAttribute('aria-busy');
    if (answer.say) tell(answer.say);
    return answer;
  };
  const plain = (kind, data) => () => { clear(); return request(kind, data?.()); };
  const undo = button('↶ Undo', plain('undo'));
  const redo = button('↷ Redo', plain('redo'));
  const hint = button('Hint', async () => {
    clear();
    const answer = await request('hint');
    if (answer.hint) point(answer.hint);
  });
  const may = button('What may I do?', () => request('marks', { on: !frame.marks }), { 'aria-pressed': 'true' });
  const on1 = button('▶ Play on', plain('play_on', () => ({ one: true })));
  const onAll = button('▶▶ to the end', plain('play_on'));
  const board = h('div', { class: 'bk-board' });
  const desc = h('p', { class: 'bk-hidden' });
  const last = h('ul', { class: 'bk-last', 'aria-live': 'polite' });
  const why = h('div', { class: 'bk-why', role: 'alert' });
  const chips = h('div', { class: 'bk-chips', role: 'group', 'aria-label': 'actions' });
  const word = h('input', { class: 'bk-input', 'aria-label': 'type an action', placeholder: 'type an action', autocomplete: 'off', spellcheck: 'false' });
  const entry = h('form', { class: 'bk-row', onsubmit: (event) => { event.preventDefault(); if (word.value.trim()) play(word.value.trim()); } },
    word, h('button', { class: 'bk-button' }, 'Play'), button('Why not?', async () => {
      clear();
      if (word.value.trim()) explain(await request('why', { action: word.value.trim() }));
      else tell('Type an action first.');
    }));
  const log = h('ol', { class: 'bk-log' });
  const logBox = h('details', { class: 'bk-fold', open: true }, h('summary', {}, 'What happened'), log);
  const lines = h('select', { class: 'bk-input', 'aria-label': 'line of play', onchange: () => request('go', { number: Number(lines.value) }) });
  const lineRow = h('label', { class: 'bk-row' }, 'Line ', lines);
  const text = h('input', { class: 'bk-input bk-mono', 'aria-label': 'position text', spellcheck: 'false', autocomplete: 'off' });
  const textWords = h('span', {}, 'Position');
  const seed = h('input', { class: 'bk-input bk-seed', 'aria-label': 'seed', inputmode: 'numeric', autocomplete: 'off' });
  const views = h('select', { class: 'bk-input', 'aria-label': 'who looks', onchange: () => request('view', { view: views.value }) });
  const seats = h('div', { class: 'bk-row' });
  const choose = h('input', { type: 'checkbox', onchange: () => request('choose', { on: choose.checked }) });
  const setup = h('details', { class: 'bk-fold', open: true }, h('summary', {}, 'Seats, seed, position'),
    h('form', { class: 'bk-row', onsubmit: (event) => { event.preventDefault(); clear(); request('deal', { seed: seed.value }); } },
      h('span', {}, 'Seed'), seed, h('button', { class: 'bk-button' }, 'New game'),
      button('Next seed', () => { clear(); request('deal', { seed: String(frame.seed + 1) }); }),
      h('label', { class: 'bk-check' }, choose, ' choose what chance does')),
    h('form', { class: 'bk-row', onsubmit: (event) => { event.preventDefault(); clear(); request('paste', { text: text.value }); } },
      textWords, text, button('Copy', async () => { await copy(text.value, text); tell('Copied.'); }),
      h('button', { class: 'bk-button' }, 'Set')),
    h('label', { class: 'bk-row' }, h('span', {}, 'Who looks'), views), seats);
  const tools = h('div', { class: 'bk-tools', role: 'toolbar', 'aria-label': 'table' }, undo, redo, hint, may, on1, onAll);
  root.append(h('div', { class: 'bk-head' }, status, tools), trouble, said,
    h('div', { class: 'bk-main' }, h('div', { class: 'bk-left' }, board, desc, setup),
      h('div', { class: 'bk-side' }, last, why, chips, entry, lineRow, logBox)));

  // -- what a person does -------------------------------------------------------------------------------------------
  const clear = () => { chosen = null; tell(''); why.replaceChildren(); if (svg) { mark(svg, []); mark(svg, [], 'pointed'); } };

  const play = async (action) => {
    if (!live) { tell(NO_KERNEL); return; }
    if (app.busy()) return;
    clear();
    const answer = await request('act', { action, v: frame.v });
    if (answer.why) { light(); explain(answer); } else if (!answer.say && !answer.error) word.value = '';
  };

  const explain = ({ why: reason }) => {
    if (!reason) return;
    why.replaceChildren(h('p', {}, h('b', {}, `Why not ${reason.action}? `), ...sentence([reason.text, reason.clause], book)));
    mark(svg, reason.marks);
  };

  const point = (action) => {
    const el = items.find((item) => actionsOf(item).includes(action));
    const key = el?.closest('[data-key]')?.dataset.key;
    if (key) mark(svg, [key], 'pointed');
  };

  // A piece with several actions is chosen first; a second click, there or where one of them leads, narrows to one.
  const act = (el) => {
    const all = actionsOf(el);
    const legal = all.filter((action) => frame.legal.includes(action));
    const able = legal.length ? legal : all;
    if (chosen?.el === el) {
      const own = able.filter((action) => items.filter((item) => actionsOf(item).includes(action)).length === 1);
      if (own.length === 1) play(own[0]); else { clear(); light(); }
      return;
    }
    const left = chosen ? able.filter((action) => chosen.left.includes(action)) : able;
    const rest = left.length ? left : able;
    if (rest.length === 1) { play(rest[0]); return; }
    clear();
    chosen = { el, left: rest };
    tell(`Choose: ${rest.join(', ')}`);
    light();
  };

  const light = () => {
    const left = chosen?.left;
    items.forEach((item) => {
      item.classList.toggle('bk-chosen', chosen?.el === item);
      item.classList.toggle('bk-reach', !!left && chosen.el !== item && actionsOf(item).some((action) => left.includes(action)));
    });
    drawChips();
  };

  // -- what Python pushed -------------------------------------------------------------------------------------------
  const drawChips = () => {
    const offers = frame.due === -1 && frame.choose ? frame.chance.map(([outcome, share]) => [outcome, `${outcome} · ${share}`])
      : (chosen?.left ?? frame.legal).map((action) => [action, action]);
    chips.replaceChildren(...offers.slice(0, MANY).map(([action, words]) => button(words, () => play(action), { class: 'bk-button bk-chip', 'data-chip': action })));
    if (offers.length > MANY) chips.append(h('span', { class: 'bk-id' }, `and ${offers.length - MANY} more`));
    if (frame.due === -1) chips.prepend(button('Draw by the seed', plain('draw')));
    chips.hidden = !chips.childElementCount;
  };

  const drawLog = (steps) => {
    log.replaceChildren(...steps.map(({ n, who, action, events }) => h('li', {},
      button(`${who}: ${action}`, () => { clear(); request('go', { number: n }); }, { class: 'bk-link' }),
      h('ul', {}, events.map((event) => h('li', {}, ...sentence(event, book)))))));
    log.start = frame.steps - steps.length + 1;
    if (steps.length < frame.steps) {
      log.prepend(h('li', { class: 'bk-more' }, button(`Show all ${frame.steps} steps`, async () => {
        const answer = await request('log');
        if (answer.log) drawLog(answer.log);
      }, { class: 'bk-link' })));
    }
    log.scrollTop = log.scrollHeight;
    logBox.hidden = !frame.steps;
  };

  const options = (select, pairs, value) => {
    select.replaceChildren(...pairs.map(([key, words]) => h('option', { value: key }, words)));
    select.value = String(value);
  };

  const draw = (next) => {
    const was = focused(board);
    const at = [board, chips, log].find((one) => one.contains(document.activeElement));
    frame = next;
    clear();
    svg = show(board, frame.svg);
    desc.textContent = svg.querySelector(':scope > desc')?.textContent ?? '';
    items = liven(svg, { act, legal: frame.legal.length ? new Set(frame.legal) : null });
    if (was) refocus(items, was);
    say(frame.status);
    root.classList.toggle('bk-over', frame.over);
    root.classList.toggle('bk-thinking', frame.agent);
    last.replaceChildren(...frame.last.map((event) => h('li', {}, ...sentence(event, book))));
    last.hidden = !frame.last.length;
    drawChips();
    drawLog(frame.log);
    // What had the focus may be gone: it goes to the first thing to do, or to the last step of the log.
    if (!was) (at === log ? [...log.querySelectorAll('.bk-link')].at(-1) : at && (chips.querySelector('button') ?? items[0] ?? undo))?.focus();
    undo.disabled = !frame.steps;
    redo.disabled = !frame.redo.length;
    hint.hidden = !frame.adviser;
    hint.disabled = frame.due < 0 || frame.agent;
    may.setAttribute('aria-pressed', String(frame.marks));
    on1.hidden = onAll.hidden = !frame.agent;
    entry.hidden = frame.over;
    options(lines, frame.lines.map(([number, words]) => [number, words]), frame.lines.find((line) => line[2])?.[0] ?? '');
    lineRow.hidden = !frame.lines.length;
    textWords.textContent = frame.whole ? 'Position' : 'Position as seen';
    text.value = frame.text;
    if (document.activeElement !== seed) seed.value = frame.seed;
    choose.checked = frame.choose;
    options(views, [['all', 'everybody'], ['due', 'seat to move'], ...frame.seats.map((_, seat) => [seat, `seat ${seat}`])], frame.view);
    seats.replaceChildren(h('span', {}, 'Seats'), ...frame.seats.map((name, seat) => {
      const names = frame.names.includes(name) ? frame.names : [...frame.names, name];
      const pick = h('select', { class: 'bk-input', 'aria-label': `who plays seat ${seat}`, onchange: () => request('seat', { seat, agent: pick.value }) });
      options(pick, names.map((one) => [one, one]), name);
      return h('label', {}, `seat ${seat} `, pick);
    }));
    if (!live) root.querySelectorAll('button:not(.bk-clause), input:not([aria-label="position text"]), select').forEach((el) => { el.disabled = true; });
  };

  // Moves of agents are shown one after another, so that they can be followed.
  const advance = () => {
    timer = 0;
    if (!queue.length) return;
    draw(queue.shift());
    if (queue.length) timer = setTimeout(advance, queue.length > 12 ? 40 : 420);
  };
  const receive = () => {
    const next = model.get('frame');
    if (!next.moved || calm() || !root.isConnected) {
      clearTimeout(timer);
      timer = 0;
      queue = [];
      draw(next);
      return;
    }
    queue.push(next);
    if (!timer) timer = setTimeout(advance, 420);
  };
  on('change:book', () => { book = model.get('book'); });
  on('change:frame', receive);
  app.ending(() => clearTimeout(timer));
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && chosen) { clear(); light(); }
  });
  draw(frame);
  if (!live) { root.classList.add('bk-still'); tell(NO_KERNEL); }
  return { ...app, draw };
};

export default {
  render: (place) => table(place).close,
};
