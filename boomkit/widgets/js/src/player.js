// A bar that plays steps back in the page: first, back, play, forward, last, slider, speed. No kernel is asked.
import { button, h } from './common.js';

const SPEEDS = [1, 2, 5, 10, 20];

export const player = ({ count, speed, start, show, what = 'step', stopped }) => {
  let at = start;
  let timer = 0;
  let told = 0;
  const slider = h('input', { type: 'range', min: 0, max: Math.max(0, count - 1), step: 1, class: 'bk-slider', 'aria-label': what, oninput: () => { halt(); go(Number(slider.value)); } });
  const place = h('span', { class: 'bk-place' });
  const play = button('▶ Play', () => (timer ? halt() : run()), { class: 'bk-button bk-main-button bk-play' });
  const rate = h('select', { class: 'bk-input', 'aria-label': 'steps a second', onchange: () => { if (timer) { halt(); run(); } } },
    SPEEDS.map((n) => h('option', { value: n }, `${n} a second`)));
  rate.value = speed;
  const steps = [['❘◀', 'First', () => 0], ['◀', 'Back', () => at - 1], ['▶', 'Forward', () => at + 1], ['▶❘', 'Last', () => count - 1]]
    .map(([sign, name, to]) => button(sign, () => { halt(); go(to()); }, { 'aria-label': name, title: name }));
  const bar = h('div', { class: 'bk-tools bk-player', role: 'group', 'aria-label': 'playback' }, steps[0], steps[1], play, steps[2], steps[3], slider, place, rate);

  const go = (to) => {
    const next = Math.min(count - 1, Math.max(0, to));
    const before = at;
    at = next;
    slider.value = at;
    place.textContent = `${at} of ${count - 1}`;
    slider.setAttribute('aria-valuetext', `${what} ${at} of ${count - 1}`);
    steps[0].disabled = steps[1].disabled = at === 0;
    steps[2].disabled = steps[3].disabled = at === count - 1;
    show(at, before, timer ? Number(rate.value) : 0);
    clearTimeout(told);
    if (stopped && !timer) told = setTimeout(() => stopped(at), 400);
  };
  const halt = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    play.textContent = '▶ Play';
    bar.dispatchEvent(new CustomEvent('halt'));
    if (stopped) stopped(at);
  };
  const run = () => {
    if (at === count - 1) go(0);
    timer = setInterval(() => { if (at === count - 1) halt(); else go(at + 1); }, 1000 / Number(rate.value));
    play.textContent = '❚❚ Pause';
  };
  const key = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|INPUT|TEXTAREA|SUMMARY)$/.test(event.target.tagName)) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
    if (to !== undefined) { event.preventDefault(); halt(); go(to); }
    if (event.key === ' ' && event.target.tagName !== 'BUTTON') { event.preventDefault(); if (timer) halt(); else run(); }
  };
  return { bar, go, key, halt, at: () => at, running: () => timer !== 0, close: () => { clearInterval(timer); clearTimeout(told); } };
};
