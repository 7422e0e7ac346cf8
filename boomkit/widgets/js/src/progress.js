// A strip of what was predicted in this notebook: a sign and a word for each, never colour alone.
import { h, open } from './common.js';

const SIGNS = { right: '✓', wrong: '✗', skipped: '–', given: '•', open: '○' };

const render = (place) => {
  const { model } = place;
  const app = open(place, 'progress', 'Progress');
  const strip = h('ol', { class: 'bk-strip', 'aria-label': 'predictions of this lesson' });
  const words = h('p', { class: 'bk-said' });
  const save = h('a', { class: 'bk-link', download: 'boomkit-progress.json' }, 'Save a copy');
  const draw = () => {
    const marks = model.get('marks');
    strip.replaceChildren(...marks.map(([key, state, told]) => h('li', { class: `bk-mark bk-mark-${state}`, title: `${key}: ${told}` },
      h('span', { 'aria-hidden': 'true' }, SIGNS[state]), h('span', { class: 'bk-hidden' }, `${key}: ${told}`))));
    const count = (state) => marks.filter((mark) => mark[1] === state).length;
    app.say(marks.length ? `${marks.length - count('open')} of ${marks.length} predictions made, ${count('right')} right.` : 'No predictions in this notebook yet.');
    words.textContent = model.get('warning');
    save.href = `data:application/json;charset=utf-8,${encodeURIComponent(model.get('file'))}`;
  };
  app.root.append(h('div', { class: 'bk-head' }, app.status, strip, save), words);
  app.on('change:marks', draw);
  app.on('change:warning', draw);
  draw();
  return app.close;
};

export default { render };
