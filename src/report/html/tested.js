// tested.js: right answers to canonical questions, by what these test.

function testedRow(head, group) {
  return el('tr', {}, head, el('td', {class: 'number'}, count(group.seeds)),
    el('td', {class: 'number'}, percent(group.right_execution.yes, group.right_execution.of)),
    el('td', {class: 'number'}, percent(group.right_exact.yes, group.right_exact.of)));
}

// A link to its wrong seeds, if there are any.
function testedHead(data, name) {
  const number = testedElements(data).indexOf(name);
  const wrong = data.wrong.some((entry) => data.seeds[entry[CASE.SEED]][SEED.TESTED] === number);
  const address = '#' + new URLSearchParams({show: 'seeds', tested: name});
  return el('th', {scope: 'row', class: 'within'}, wrong ? el('a', {href: address, dir: 'auto'}, visible(name)) : visible(name));
}

function testedTable(label, first, rows) {
  return el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label}, el('table', {class: 'relations tested'},
    el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, first), el('th', {scope: 'col', class: 'number'}, 'Questions'),
      el('th', {scope: 'col', class: 'number'}, 'Right by execution'), el('th', {scope: 'col', class: 'number'}, 'Right by exact'))),
    el('tbody', {}, rows)));
}

// A category comes before its elements; every question counts the same.
function testedRows(data, tested) {
  return Object.entries(tested.categories).map(([category, all]) => [
    testedRow(el('th', {scope: 'row'}, el('b', {}, visible(category))), all),
    Object.entries(tested.elements).filter(([, group]) => group.category === category)
      .map(([name, group]) => testedRow(testedHead(data, name), group))]);
}

function drawTested(data) {
  const tested = data.summary.tested;
  byId('tested').hidden = byId('tested-link').hidden = !tested;
  if (!tested) return;
  const columns = Object.entries(tested.columns);
  fill(byId('tested-body'), testedTable('Right by element', 'Element', testedRows(data, tested)),
    columns.length > 0 && [el('h3', {}, 'By number of columns'),
      testedTable('Right by number of columns', 'Columns', columns.map(([n, group]) => testedRow(el('th', {scope: 'row'}, n), group)))]);
}
