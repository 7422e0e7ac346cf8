// The rule lab: a table, its switches, and the numbers that follow them.
import { button, clause, h } from './common.js';
import { table } from './table.js';

const render = (place) => {
  const { model } = place;
  const lab = table(place);
  const { root, ask, live } = lab;
  const fields = h('div', { class: 'bk-options' });
  const numbers = h('div', { class: 'bk-numbers' });
  const told = h('p', { class: 'bk-said', role: 'status' });
  const set = async (name, value) => { told.textContent = (await ask('option', { name, value })).say ?? ''; };

  const control = (field) => {
    const { name, kind, value } = field;
    const label = { 'aria-label': name, 'data-option': name, class: 'bk-input', disabled: !live };
    if (kind === 'flag') return h('input', { ...label, class: '', type: 'checkbox', checked: value, onchange: (event) => set(name, event.target.checked) });
    if (kind === 'choice') {
      const pick = h('select', { ...label, onchange: () => set(name, field.choices[pick.selectedIndex]) }, field.choices.map((one) => h('option', {}, String(one))));
      pick.selectedIndex = field.choices.indexOf(value);
      return pick;
    }
    if (kind === 'whole') {
      return h('input', { ...label, class: 'bk-input bk-seed', type: 'number', min: field.low, max: field.high, value: value ?? '', placeholder: field.none ? 'default' : undefined,
        onchange: (event) => set(name, event.target.value === '' ? null : Number(event.target.value)) });
    }
    return h('input', { ...label, class: 'bk-input bk-mono', value, title: field.expected, onchange: (event) => set(name, event.target.value) });
  };
  const drawForm = () => {
    const at = root.contains(document.activeElement) && document.activeElement.dataset.option;
    fields.replaceChildren(...model.get('form').map((field) => h('div', { class: `bk-option-row${field.changed ? ' bk-changed' : ''}` },
      h('div', { class: 'bk-row' }, control(field), h('b', {}, field.name), field.changed ? h('span', { class: 'bk-id' }, 'changed') : '', field.clause ? clause(field.clause, model.get('book')) : ''),
      h('p', { class: 'bk-id' }, field.about))));
    if (at) fields.querySelector(`[data-option="${at}"]`)?.focus();
  };
  const drawNumbers = () => {
    const { columns, rows, tree } = model.get('numbers');
    const grid = rows?.length && h('table', { class: 'bk-table' }, h('caption', {}, 'Random games'),
      h('thead', {}, h('tr', {}, h('td', {}), columns.map((one) => h('th', { scope: 'col' }, one)))),
      h('tbody', {}, rows.map(([what, ...values]) => h('tr', {}, h('th', { scope: 'row' }, what), values.map((one) => h('td', {}, one))))));
    const picture = tree && h('div', { class: 'bk-board bk-scroll', tabindex: 0, role: 'group', 'aria-label': 'first moves' });
    if (picture) {
      picture.innerHTML = tree;
      picture.querySelectorAll('[aria-label]').forEach((el) => el.setAttribute('role', 'img'));
    }
    numbers.replaceChildren(...[grid, picture].filter(Boolean));
    if (picture) picture.scrollLeft = (picture.scrollWidth - picture.clientWidth) / 2;
  };
  root.append(h('details', { class: 'bk-fold bk-lab', open: true }, h('summary', {}, 'Rule lab: change a rule'), told,
    h('div', { class: 'bk-lab-main' }, h('div', {}, fields, button('As at first', async () => { told.textContent = (await ask('defaults')).say ?? ''; }, { disabled: !live })), numbers)));
  lab.on('change:form', drawForm);
  lab.on('change:numbers', drawNumbers);
  drawForm();
  drawNumbers();
  return lab.close;
};

export default { render };
