() => {
  // The part of the notebook that an anywidget module sees: a model with get, set, on, off, send and save_changes.
  const models = {};
  const views = {};

  const makeModel = (key, traits) => {
    const listeners = {};
    const fire = (event, ...args) => [...(listeners[event] ?? [])].forEach((listener) => listener(...args));
    const change = (name, value) => {
      if (JSON.stringify(traits[name]) === JSON.stringify(value)) return;
      traits[name] = value;
      fire(`change:${name}`, model, value);
      fire('change', model);
    };
    const answer = async (message) => deliver(key, await window.benchToPython(key, JSON.stringify(message)));
    let unsaved = {};
    const model = {
      get: (name) => traits[name],
      set: (name, value) => {
        const changes = typeof name === 'object' ? name : { [name]: value };
        for (const [trait, next] of Object.entries(changes)) { unsaved[trait] = next; change(trait, next); }
      },
      save_changes: () => {
        const state = unsaved;
        unsaved = {};
        if (Object.keys(state).length) answer({ method: 'update', state });
      },
      send: (content) => answer({ method: 'custom', content }),
      on: (event, listener) => { (listeners[event] ??= new Set()).add(listener); },
      off: (event, listener) => {
        if (!event) Object.keys(listeners).forEach((name) => delete listeners[name]);
        else if (listener) listeners[event]?.delete(listener);
        else delete listeners[event];
      },
    };
    const update = (state) => {
      // Backbone sets every trait before it tells anybody: a listener never sees half a push.
      const changed = Object.keys(state).filter((name) => JSON.stringify(traits[name]) !== JSON.stringify(state[name]));
      Object.assign(traits, state);
      changed.forEach((name) => fire(`change:${name}`, model, traits[name]));
      if (changed.length) fire('change', model);
    };
    const listenerCount = () => Object.values(listeners).reduce((sum, set) => sum + set.size, 0);
    return { model, update, custom: (content) => fire('msg:custom', content, []), listenerCount };
  };

  const deliver = (key, answers) => {
    for (const { method, state, content } of answers) {
      if (method === 'update') models[key]?.update(state);
      else models[key]?.custom(content);
    }
  };

  const addModel = (key, traits) => { models[key] = makeModel(key, traits); };

  const mount = async ({ key, view, esm, css }) => {
    const { model, initialized } = models[key];
    const style = document.createElement('style');
    style.textContent = css;
    const place = document.createElement('div');
    place.dataset.bench = view;
    document.querySelector('#bench').append(style, place);
    const url = URL.createObjectURL(new Blob([esm], { type: 'text/javascript' }));
    const module = (await import(url)).default;
    URL.revokeObjectURL(url);
    const widget = typeof module === 'function' ? await module() : module;
    if (!initialized) {
      models[key].initialized = true;
      await widget.initialize?.({ model, signal: new AbortController().signal, experimental: {} });
    }
    const ending = new AbortController();
    const cleanup = await widget.render({ model, el: place, signal: ending.signal, experimental: {} });
    views[view] = () => { cleanup?.(); ending.abort(); style.remove(); place.remove(); };
  };

  const remove = (view) => { views[view](); delete views[view]; };

  window.bench = { addModel, mount, deliver, remove, listenerCount: (key) => models[key].listenerCount() };
}
