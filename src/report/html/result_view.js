// result_view.js: the first rows of an answer.

function rowCell(value) {
  if (value === null) return el('td', {class: 'null'}, 'NULL');
  if (value instanceof Figure || typeof value === 'number') return el('td', {class: 'number'}, String(value));
  return shownText('td', {}, String(value));
}

function resultView(answer) {
  const rows = answer.rows;
  if (!rows || !Array.isArray(rows.rows))
    return shownText('p', {class: 'nothing'}, answer.message || 'No rows to show.');
  const n = Number(rows.n);
  const caption = n > rows.rows.length ? `${plural(n, 'row')}, the first ${rows.rows.length}` : plural(n, 'row');
  if (rows.rows.length === 0) return el('p', {class: 'nothing'}, n ? caption : 'No rows: the result is empty.');
  const width = Math.max(...rows.rows.map((row) => row.length));
  return el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Result: ' + caption},
    el('table', {class: 'rows'}, el('caption', {}, caption),
      el('thead', {class: 'hidden'}, el('tr', {}, Array.from({length: width}, (_, i) =>
        el('th', {scope: 'col'}, `Column ${i + 1}`)))),
      el('tbody', {}, rows.rows.map((row) => el('tr', {}, row.map(rowCell))))));
}
