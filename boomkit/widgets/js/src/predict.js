// Predict: an answer first, then what happens.
import { show } from './board.js';
import { NO_KERNEL, button, calm, h, open, still } from './common.js';

let names = 0;

const render = (place) => {
  const { model } = place;
  const app = open(place, 'predict', 'Prediction');
  const { root, status, trouble, live, on, say, ask } = app;
  const choices = model.get('choices');
  const name = `bk-choice-${++names}-${Math.random().toString(36).slice(2, 8)}`;
  let timer = 0;

  const number = h('input', { class: 'bk-input bk-number', inputmode: 'decimal', autocomplete: 'off', 'aria-label': 'your number', oninput: () => update() });
  const field = h('fieldset', { class: 'bk-field' }, h('legend', {}, model.get('question')),
    choices.length
      ? choices.map((choice) => h('label', { class: 'bk-check bk-option' }, h('input', { type: 'radio', name, value: choice, onchange: () => update() }), h('span', {}, choice)))
      : h('div', { class: 'bk-row' }, number, h('span', {}, model.get('unit'))));
  const given = () => (choices.length ? field.querySelector('input:checked')?.value : number.value.trim()) ?? '';
  const go = h('button', { class: 'bk-button bk-main-button', disabled: true }, 'That is my prediction');
  const skip = button('Skip', () => send('skip'));
  const form = h('form', { onsubmit: (event) => { event.preventDefault(); if (given()) send('predict', { given: given() }); } },
    field, h('div', { class: 'bk-row' }, go, skip));
  const out = h('div', { class: 'bk-reveal' });
  const board = h('div', { class: 'bk-board' });
  const caption = h('p', { class: 'bk-action' });

  const update = () => { go.disabled = !given() || !live; };
  const send = async (kind, data) => {
    if (!live) { say(NO_KERNEL); return; }
    const answer = await ask(kind, data);
    if (answer.say) say(answer.say);
  };

  const film = ({ parts, runs, frames }, captions) => {
    let at = 0;
    const step = () => {
      still(show(board, frames[at].map((run) => runs[run].map((part) => parts[part]).join('')).join(''), 260).parentElement);
      board.querySelector('svg').setAttribute('role', 'img');
      caption.textContent = captions[at];
      again.hidden = at < frames.length - 1 || frames.length < 2;
      at += 1;
      if (at < frames.length) timer = setTimeout(step, calm() ? 300 : 900);
    };
    const again = button('↺ Again', () => { clearTimeout(timer); at = 0; step(); });
    out.append(board, h('div', { class: 'bk-row' }, caption, again));
    step();
  };

  const reveal = () => {
    const shown = model.get('shown');
    clearTimeout(timer);
    out.replaceChildren();
    if (!shown.verdict) return;
    const sign = shown.right === true ? '✓ ' : shown.right === false ? '✗ ' : '';
    say(sign + shown.verdict);
    root.classList.toggle('bk-right', shown.right === true);
    root.classList.toggle('bk-wrong', shown.right === false);
    field.disabled = true;
    go.hidden = skip.hidden = true;
    if (shown.words) out.append(h('p', {}, shown.words));
    if (shown.packed.frames) film(shown.packed, shown.captions);
    if (shown.warning) out.append(h('p', { class: 'bk-id' }, shown.warning));
  };
  const before = model.get('before');
  root.append(form, trouble, status, before ? h('p', { class: 'bk-id' }, `Earlier: ${before}.`) : '', out);
  on('change:shown', reveal);
  update();
  reveal();
  if (!live) { skip.disabled = true; say(NO_KERNEL); }
  return () => { clearTimeout(timer); app.close(); };
};

export default { render };
