// What every widget does: talk to Python, say things aloud, keep keys to itself, show clauses.

export const h = (tag, props = {}, ...kids) => {
  const el = document.createElement(tag);
  for (const [k, v] of Object.entries(props)) {
    if (k.startsWith('on')) el.addEventListener(k.slice(2), v);
    else if (k === 'value' || k === 'checked' || k === 'disabled') el[k] = v;
    else if (v !== undefined && v !== false) el.setAttribute(k, v === true ? '' : v);
  }
  el.append(...kids.flat().filter((kid) => kid !== null && kid !== undefined && kid !== false));
  return el;
};

export const button = (words, onclick, props = {}) => h('button', { type: 'button', class: 'bk-button', onclick, ...props }, words);

export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const SILENT = 'No answer from Python yet. If a cell is running, wait; if not, run this cell again (Shift+Enter).';
export const NO_KERNEL = 'No Python behind this page: open the notebook to play.';

// Each view has its own name, so that an answer finds the view that asked.
export const open = ({ model, el, signal }, kind, label) => {
  const me = Math.random().toString(36).slice(2, 8);
  const status = h('p', { class: 'bk-status', role: 'status' });
  const trouble = h('p', { class: 'bk-trouble', role: 'alert' });
  const root = h('section', { class: `boomkit bk bk-${kind}`, 'aria-label': label });
  const live = model.get('kernel') !== false;
  const waiting = new Map();
  const endings = [];
  let count = 0;

  const on = (event, listener) => {
    model.on(event, listener);
    endings.push(() => model.off(event, listener));
  };
  const say = (words) => { if (status.textContent !== words) status.textContent = words; };
  const fail = (words) => { trouble.textContent = words || ''; };

  const ask = (kind, data = {}) => {
    if (!live) { say(NO_KERNEL); return Promise.resolve({}); }
    return new Promise((resolve) => {
      const id = `${me}.${++count}`;
      const asked = { resolve };
      asked.timer = setTimeout(() => { asked.late = true; root.classList.add('bk-silent'); fail(SILENT); }, 2000);
      waiting.set(id, asked);
      model.send({ id, kind, ...data });
    });
  };
  on('msg:custom', (message) => {
    const asked = waiting.get(message.got ?? message.ack);
    if (!asked) return;
    clearTimeout(asked.timer);
    if (root.classList.contains('bk-silent')) { root.classList.remove('bk-silent'); fail(''); }
    if (message.ack === undefined) return;
    waiting.delete(message.ack);
    fail(message.error);
    asked.resolve(message);
  });

  // JupyterLab hears keys in the bubbling phase, and x, d d or 0 0 would cut cells or stop the kernel.
  root.addEventListener('keydown', (event) => {
    const passes = event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab' || event.key === 'Escape';
    if (!passes && !(event.shiftKey && event.key === 'Enter')) event.stopPropagation();
  });

  const close = () => {
    endings.splice(0).forEach((end) => end());
    waiting.forEach(({ timer }) => clearTimeout(timer));
    waiting.clear();
  };
  signal?.addEventListener('abort', close);
  el.append(root);
  return { root, status, trouble, live, on, say, fail, ask, close, busy: () => [...waiting.values()].some((asked) => !asked.late), ending: (f) => endings.push(f) };
};

// A clause id that opens the clause's text in place.
export const clause = (id, book) => {
  if (!book?.[id]) return h('span', { class: 'bk-id' }, id);
  const link = button(id, () => {
    const opened = link.getAttribute('aria-expanded') === 'true';
    link.setAttribute('aria-expanded', String(!opened));
    if (opened) { link.note.remove(); return; }
    const [tag, text, option] = book[id];
    link.note = h('span', { class: 'bk-note', role: 'note' }, h('b', {}, id), ` ${text} `, h('i', {}, `(${tag}${option ? `, option ${option}` : ''})`));
    (link.closest('li, p, dd') || link.parentElement).append(link.note);
  }, { class: 'bk-clause', 'aria-expanded': 'false', title: `What ${id} says` });
  return link;
};

export const sentence = ([words, id], book) => [words, ' ', id ? clause(id, book) : ''];

export const copy = async (text, field) => {
  try { await navigator.clipboard.writeText(text); } catch { field.select(); document.execCommand('copy'); }
};

// A picture that is only looked at: its parts are named for those who listen, and none can be acted on.
export const still = (host) => host.querySelectorAll('svg [aria-label]').forEach((el) => el.setAttribute('role', 'img'));
