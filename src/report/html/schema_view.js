// schema_view.js: a change of the schema, drawn as boxes of the tables that it touches.

const UNCHANGED_SHOWN = 2; // more unchanged columns in a row are counted instead

// Both schemas as lists of tables {name, base, columns: [{old, name, type, primary}]}, and where each old column went.
function schemaChange(data, variant) {
  const column = ([old, name, type, primary]) => ({old, name, type, primary: primary === 1});
  const origin = data.schemas[variant.from];
  const before = origin.tables.map(([name, columns], i) => ({name, base: i, columns: columns.map(column)}));
  const after = variant.tables.map((table) => typeof table === 'number'
    ? {...before[table], same: true}
    : {name: table[0], base: table[1], columns: table[2].map(column)});
  const change = {before, after, home: new Map(), target: new Map(), gone: variant.gone, came: variant.came};
  for (const table of before) for (const c of table.columns) change.home.set(c.old, {table, column: c});
  for (const table of after) for (const c of table.columns)
    if (c.old >= 0 && !(change.target.has(c.old) && table.base !== change.home.get(c.old).table.base))
      change.target.set(c.old, {table, column: c});
  return change;
}

// The smallest set of numbers that must move to sort the list.
function outOfOrder(numbers) {
  const best = numbers.map(() => 1);
  const link = numbers.map(() => -1);
  for (let i = 0; i < numbers.length; i++)
    for (let k = 0; k < i; k++)
      if (numbers[k] < numbers[i] && best[k] + 1 > best[i]) {
        best[i] = best[k] + 1;
        link[i] = k;
      }
  const moved = new Set(numbers);
  for (let i = best.indexOf(Math.max(...best)); i >= 0; i = link[i]) moved.delete(numbers[i]);
  return moved;
}

function keyName(change, id) {
  const home = change.home.get(id);
  return home ? `${home.table.name}.${home.column.name}` : '?';
}

// The key that column `id` lost, as a note.
function lostKey(change, id, words) {
  const key = change.gone.find((pair) => pair[0] === id);
  return key ? {mark: '\u2212', note: `${words} ${keyName(change, key[1])}`, kind: 'unkeyed'} : null;
}

// What happened to a column: {mark, note, kind}, or null. `moved` has the columns whose place in their table changed.
function fateBefore(change, table, column, moved) {
  const target = change.target.get(column.old);
  if (!target) return {mark: '\u2212', note: 'removed', kind: 'went'};
  if (target.table.name !== table.name) return {mark: '\u2192', note: `moves to ${target.table.name}`, kind: 'moved'};
  if (target.column.name !== column.name) return {mark: '~', note: `becomes ${target.column.name}`, kind: 'renamed'};
  if (column.primary && !target.column.primary) return {mark: '\u2212', note: 'primary key', kind: 'unkeyed'};
  if (moved.has(column.old)) return {mark: '\u2195', note: '', kind: 'moved'};
  return lostKey(change, column.old, 'key to');
}

function fateAfter(change, table, column, moved) {
  const came = change.came.find((key) => key[0] === `${table.name}.${column.name}`);
  const key = came ? ` \u00b7 key to ${came[1]}` : '';
  const home = change.home.get(column.old);
  if (!home) return {mark: '+', note: 'new' + key, kind: 'came'};
  const renamed = home.column.name !== column.name;
  if (home.table.name !== table.name)
    return {mark: '\u2190', note: `from ${home.table.name}${renamed ? '.' + home.column.name : ''}${key}`, kind: 'moved'};
  if (renamed) return {mark: '~', note: `was ${home.column.name}${key}`, kind: 'renamed'};
  if (home.column.primary && !column.primary) return {mark: '\u2212', note: 'no primary key', kind: 'unkeyed'};
  if (moved.has(column.old)) return {mark: '\u2195', note: `was ${ordinal(home.table.columns.indexOf(home.column) + 1)}`, kind: 'moved'};
  return key ? {mark: '+', note: key.slice(3), kind: 'came'} : lostKey(change, column.old, 'no key to');
}

// Old columns whose place in the same table changed.
function movedColumns(change, name) {
  const table = change.after.find((other) => other.name === name);
  if (!table || table.same) return new Set();
  return outOfOrder(table.columns.filter((c) => c.old >= 0 && change.home.get(c.old).table.name === name).map((c) => c.old));
}

function ordinal(n) {
  const tail = n % 100 > 10 && n % 100 < 14 ? 'th' : ['th', 'st', 'nd', 'rd'][n % 10] || 'th';
  return n + tail;
}

// Drawing

function columnRow(column, fate) {
  return el('li', {class: fate ? 'column ' + fate.kind : 'column'},
    el('span', {class: 'mark', 'aria-hidden': 'true'}, fate ? fate.mark : ''),
    el('span', {class: 'what'}, el('span', {class: 'name', dir: 'auto'}, visible(column.name)),
      column.primary && [' ', el('span', {class: 'key', title: 'primary key'}, 'key')],
      fate && fate.note && [' ', el('span', {class: 'note', dir: 'auto'}, visible(fate.note))]));
}

// Many unchanged columns in a row are counted, unless their order changed.
function columnRows(columns, fates, ordered) {
  const out = [];
  for (let i = 0; i < columns.length;) {
    let end = i;
    while (end < columns.length && !fates[end]) end++;
    if (end - i > UNCHANGED_SHOWN + 1 && !ordered) {
      out.push(el('li', {class: 'column more'}, `${end - i} columns as before`));
      i = end;
    } else {
      out.push(columnRow(columns[i], fates[i]));
      i++;
    }
  }
  return out;
}

function tableBox(name, note, columns, fates, ordered) {
  return el('div', {class: 'table-box' + (note ? ' ' + note.kind : '')},
    el('p', {class: 'table-name', dir: 'auto'}, visible(name), note && el('span', {class: 'note'}, note.text)),
    el('ul', {}, columnRows(columns, fates, ordered)));
}

function boxBefore(change, table) {
  const gone = !change.after.some((other) => other.name === table.name);
  const moved = movedColumns(change, table.name);
  return tableBox(table.name, gone && {kind: 'went', text: '\u2212 goes'}, table.columns,
    table.columns.map((column) => fateBefore(change, table, column, moved)), moved.size > 0);
}

function boxAfter(change, table) {
  const fresh = !change.before.some((other) => other.name === table.name);
  const moved = movedColumns(change, table.name);
  return tableBox(table.name, fresh && {kind: 'came', text: '+ new'}, table.columns,
    table.columns.map((column) => fateAfter(change, table, column, moved)), moved.size > 0);
}

// Tables that the change touches, in both schemas.
function touchedTables(change) {
  const touched = new Set();
  for (const table of change.after) {
    if (table.same) continue;
    touched.add(table.name);
    for (const c of table.columns) if (c.old >= 0) touched.add(change.home.get(c.old).table.name);
  }
  for (const [from] of change.gone) touched.add(change.home.get(from).table.name);
  for (const table of change.before)
    if (!change.after.some((other) => other.name === table.name)) touched.add(table.name);
  return touched;
}

function orderList(change, tables, moved) {
  return el('ol', {class: 'order'}, tables.map((table) => {
    const shifted = moved.has(table.base);
    return el('li', {class: shifted ? 'moved' : ''},
      shifted && el('span', {class: 'mark', 'aria-hidden': 'true'}, '\u2195'),
      el('span', {dir: 'auto'}, visible(table.name)),
      shifted && tables === change.after && el('span', {class: 'note'}, `was ${ordinal(table.base + 1)}`));
  }));
}

function side(title, content) {
  return el('div', {class: 'side'}, el('h4', {}, title), content);
}

function schemaView(data, variant) {
  const change = schemaChange(data, variant);
  const touched = touchedTables(change);
  if (touched.size === 0) {
    const moved = outOfOrder(change.after.map((table) => table.base));
    return el('div', {class: 'sides'}, side('Before', orderList(change, change.before, moved)),
      side('After', orderList(change, change.after, moved)));
  }
  const among = (tables) => tables.filter((table) => touched.has(table.name));
  return el('div', {class: 'sides'},
    side('Before', el('div', {class: 'boxes'}, among(change.before).map((table) => boxBefore(change, table)))),
    side('After', el('div', {class: 'boxes'}, among(change.after).map((table) => boxAfter(change, table)))));
}
