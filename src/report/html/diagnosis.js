// diagnosis.js: what happened, in words.

// Kinds of change objects of a case: the members that show the kind, and its sentence.
const CHANGES = [
  [['folded', 'into'], (c) => ['Table ', quoted(c.folded), ' was folded into ', quoted(c.into), '.',
    c.rows_lost !== undefined && ` Rows of it that nothing refers to are gone: ${plainText(c.rows_lost)}.`]],
  [['moved', 'to_table'], (c) => ['Column ', quoted(c.moved), ' moved to the new table ', quoted(c.to_table), '.']],
  [['forgotten', 'from', 'to'], (c) => ['The ', String(c.forgotten), ' from ', quoted(c.from), ' to ', quoted(c.to),
    ' is no longer declared.']],
  [['forgotten', 'table'], (c) => ['The ', String(c.forgotten), ' of ', quoted(c.table), ' is no longer declared.']],
  [['forgotten'], (c) => ['No longer declared: ', String(c.forgotten), '.']],
  [['renamed', 'to'], (c) => ['Column ', quoted(c.renamed), ' is called ', quoted(c.to), ' now.']],
  [['table', 'columns'], (c) => ['The columns of ', quoted(c.table), ' stand in another order.']],
  [['tables'], () => ['The tables stand in another order.']],
  [['inserted', 'fact'], (c) => ['Column ', quoted(c.inserted), ' was added.']],
  [['from', 'to'], (c) => [quoted(c.from), ' became ', quoted(c.to), '.']],
];

function quoted(value) {
  return el('q', {dir: 'auto'}, visible(plainText(value)));
}

// Changes of many columns at once: this many are described, the others counted.
const COLUMNS_SHOWN = 3;

function columnSentences(columns, sentence) {
  const more = columns.length - COLUMNS_SHOWN;
  return columns.length > 0 && [columns.slice(0, COLUMNS_SHOWN).map((column, i) => [i > 0 && ' ', sentence(column)]),
    more > 0 && ` And ${count(more)} more.`];
}

function renamedColumns(change) {
  return isObject(change.renamed) && columnSentences(Object.entries(change.renamed), ([from, to]) =>
    ['Column ', quoted(from), ' is called ', quoted(to), ' now.']);
}

function replacedColumns(change) {
  const columns = change.replaced;
  return Array.isArray(columns) && columns.every((c) => isObject(c) && isObject(c.by)) && columnSentences(columns, (c) =>
    ['Column ', quoted(c.column), ' became ', Object.entries(c.by).map(([name, how], i) =>
      [i > 0 && ', ', quoted(name), ' (', shownText('span', {}, plainText(how)), ')']), '.']);
}

function insertedOrRemoved(variant, change) {
  const what = variant ? 'Column ' : '';
  if (change.inserted !== undefined) return [what, quoted(change.inserted), ' was added.'];
  if (change.removed !== undefined) return [what, quoted(change.removed), ' was removed.'];
  return null;
}

function otherChange(change) {
  return ['Changed: ', Object.entries(change).map(([key, value], i) =>
    [i ? '; ' : '', key.replace(/_/g, ' '), ' ', quoted(Array.isArray(value) ? value.map(plainText).join(', ') : value)]), '.'];
}

function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Figure);
}

function plainText(value) {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

// The changes of a worst case, one after another.
function pathSentences(c) {
  return c.change.path.filter(isObject).map((step, i) => [i > 0 && ' ', changeSentence({...c, change: step.change})]);
}

function changeSentence(c) {
  if (!isObject(c.change) || Object.keys(c.change).length === 0) return [];
  if (Array.isArray(c.change.path)) return pathSentences(c);
  const known = CHANGES.find(([members]) => members.every((name) => typeof c.change[name] === 'string' ||
    Array.isArray(c.change[name])));
  return known ? known[1](c.change) : renamedColumns(c.change) || replacedColumns(c.change) ||
    insertedOrRemoved(c.variant, c.change) || otherChange(c.change);
}

const VERDICTS = {
  'inconsistent': (c, by) => c.changes ? 'The answer should have changed with the question, and does not fit the new one.'
    : by === 'exact' ? 'What is asked stayed the same, but the system wrote a different query.'
      : 'What is asked stayed the same, but the system\u2019s answer gives different rows.',
  'system error': () => 'The system answered the original question and gave no answer to the changed one.',
  'refusal': () => 'To the changed question the system answered with text that is not SQL.',
  'unparsable SQL': () => 'What the system said to the changed question begins as SQL does, but cannot be parsed.',
  'execution error': () => 'The answer to the changed question does not run on its database.',
  'timeout': () => 'The answer to the changed question ran longer than the deadline.',
  'too many rows': () => 'The answer to the changed question gives more rows than are read.',
};

function verdictSentence(c, by) {
  const sentence = VERDICTS[c.cause];
  return sentence ? sentence(c, by) : `The verdict: ${c.cause}.`;
}

// By the measure that was asked for, else by the other.
function rightBy(t, by) {
  const [first, second] = by === 'exact' ? [t.rightExact, t.rightExecution] : [t.rightExecution, t.rightExact];
  return first || second;
}

const AGAINST_GOLD = {
  [`${TRUTH.YES}${TRUTH.NO}`]: 'By the gold query the original answer was right and the new one is wrong: the change broke it.',
  [`${TRUTH.NO}${TRUTH.YES}`]: 'By the gold query the original answer was wrong and the new one is right: the change helped.',
  [`${TRUTH.NO}${TRUTH.NO}`]: 'By the gold query neither answer is right.',
  [`${TRUTH.YES}${TRUTH.YES}`]: 'By the gold query both answers are right, though they differ.',
};

function goldSentence(c, by) {
  return AGAINST_GOLD[`${rightBy(c.seedTruths, by)}${rightBy(c.truths, by)}`] || '';
}

function otherMeasure(c, by) {
  const other = by === 'exact' ? c.truths.consistentExecution : c.truths.consistentExact;
  if (other !== TRUTH.YES || c.cause !== 'inconsistent') return '';
  return by === 'exact' ? 'Run on the database, both give the same rows.'
    : 'Exact set match counts the two queries as equal.';
}

function clauseNames(c) {
  const names = Array.isArray(c.differences) ? c.differences.map((d) => String(d && d.clause || '')).filter(Boolean) : [];
  return [...new Set(names)];
}

function differenceSentence(c) {
  const names = clauseNames(c);
  const type = c.type ? ['Kind of error: ', el('strong', {}, visible(c.type)), '. '] : [];
  return [type, names.length > 0 && `The queries differ in ${names.map(visible).join(', ')}.`];
}

// Paragraphs.
function diagnosis(c, by) {
  const last = c.flaky
    ? [`Asked ${c.seedFlaky ? 'the original question' : 'this'} again, the system answered differently: this may be chance.`]
    : [goldSentence(c, by), otherMeasure(c, by)];
  return [
    el('p', {}, changeSentence(c), ' ', el('strong', {}, verdictSentence(c, by))),
    el('p', {}, differenceSentence(c), ' ', last.filter(Boolean).join(' ')),
    c.after.message && shownText('p', {class: 'message'}, c.after.message),
  ];
}
