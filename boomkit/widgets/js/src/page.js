// Brings the widgets of an exported page to life: no Jupyter, no Python, nothing from the network.
// What only the page does (stepping, folding, panning) works; what Python would do says so.
const modules = new Map();
const load = (name) => {
  if (!modules.has(name)) {
    const url = URL.createObjectURL(new Blob([document.getElementById(name).textContent], { type: 'text/javascript' }));
    modules.set(name, import(url));
  }
  return modules.get(name);
};
const makeModel = (state) => {
  const listeners = {};
  return {
    get: (name) => state[name],
    set: (name, value) => { state[name] = value; listeners[`change:${name}`]?.forEach((one) => one()); },
    save_changes: () => {},
    send: () => {},
    on: (event, one) => { (listeners[event] ??= new Set()).add(one); },
    off: (event, one) => listeners[event]?.delete(one),
  };
};
for (const script of document.querySelectorAll('script[data-widget]')) {
  const state = { ...JSON.parse(script.textContent), kernel: false };
  const { default: widget } = await load(script.dataset.widget);
  const el = document.createElement('div');
  script.after(el);
  const model = makeModel(state);
  await widget.initialize?.({ model });
  await widget.render({ model, el, signal: new AbortController().signal });
}
