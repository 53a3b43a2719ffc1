// page_data.js: reads the data block of the page (see html.c); case_field.js names the places in its arrays.

const ANSWER = {STAYS: 0, CHANGES: 1, BY_GOLD: 2};
const TRUTH = {UNKNOWN: 0, NO: 1, YES: 2};

function readData() {
  const data = JSON.parse(byId('data').textContent);
  data.wrong = data.seeds.flatMap((seed, place) => seed[SEED.WRONG] === 1 ? [seedEntry(seed, place)] : []);
  return data;
}

// Two lists can be browsed: errors, and seeds whose own answer is wrong. An entry of the second is a case that has
// nothing but its seed.
function seedEntry(seed, place) {
  const entry = [];
  Object.assign(entry, {[CASE.ID]: `seed-${seed[SEED.NUMBER]}`, [CASE.SEED]: place, [CASE.RELATION]: -1, [CASE.CAUSE]: -1,
    [CASE.TYPE]: -1, [CASE.FLAKY]: 0, [CASE.CLAUSES]: []});
  return entry;
}

// Elements that canonical questions test, in the order of their numbers.
function testedElements(data) {
  return data.summary.tested ? Object.keys(data.summary.tested.elements) : [];
}

// A suite without cases: only its wrong seeds can be browsed.
function hasSeedsOnly(data) {
  return Boolean(data.summary) && data.summary.all.cases === 0 && data.wrong.length > 0;
}

function shelfOf(filters) {
  return SHELVES[filters.show] || SHELVES.errors;
}

function isSeedEntry(entry) {
  return entry[CASE.RELATION] < 0;
}

function textAt(data, number) {
  return number >= 0 ? data.texts[number] : null;
}

// JSON among the texts, parsed when it is needed. If the browser can, numbers stay as they were written: 1.0 does not
// become 1, and a number that is too long for JavaScript is not rounded.
function jsonAt(data, number) {
  const text = textAt(data, number);
  if (text === null) return null;
  return JSON.parse(text, (key, value, context) =>
    typeof value === 'number' && context && context.source ? new Figure(context.source) : value);
}

class Figure {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }

  toJSON() {
    return JSON.rawJSON ? JSON.rawJSON(this.source) : Number(this.source);
  }
}

function truths(bits) {
  return {
    consistentExact: bits & 3, consistentExecution: bits >> 2 & 3,
    rightExact: bits >> 4 & 3, rightExecution: bits >> 6 & 3,
  };
}

function isFlaky(d, c) {
  return c[CASE.FLAKY] === 1 || d.seeds[c[CASE.SEED]][SEED.FLAKY] === 1;
}

// An error of the kind "others: wrong table" counts under "others" too.
function typesOf(d, c) {
  const type = c[CASE.TYPE];
  return type < 0 || d.typeAbove[type] === type ? [type] : [d.typeAbove[type], type];
}

function facetNumbers(data, facet, entry) {
  if (facet.ofErrors && isSeedEntry(entry)) return [];
  return facet.all ? facet.all(data, entry) : [facet.of(data, entry)];
}

const UNKNOWN_NAME = 'unknown';

function noName(facet) {
  return facet.none || UNKNOWN_NAME;
}

// The number of a name: -1 for the name of "none", undefined for an unknown name.
function facetNumber(data, facet, name) {
  const number = facet.names(data).indexOf(name);
  return number >= 0 ? number : name === noName(facet) ? -1 : undefined;
}

function facetName(data, facet, number) {
  return number < 0 ? noName(facet) : facet.names(data)[number];
}

// Entries by number of a facet, -1 included.
function facetCounts(data, facet, entries) {
  const counts = new Map();
  for (const entry of entries)
    for (const number of facetNumbers(data, facet, entry)) addCount(counts, number);
  return counts;
}

function addCount(counts, key) {
  counts.set(key, (counts.get(key) || 0) + 1);
}

function openSeed(data, entry) {
  const s = data.seeds[entry[CASE.SEED]];
  return {
    id: entry[CASE.ID], number: s[SEED.NUMBER], truths: truths(s[SEED.RIGHT]), flaky: s[SEED.FLAKY] === 1,
    hardness: s[SEED.HARDNESS] >= 0 ? data.hardness[s[SEED.HARDNESS]] : '',
    database: s[SEED.DATABASE] >= 0 ? data.databases[s[SEED.DATABASE]] : '',
    question: textAt(data, s[SEED.QUESTION]), sql: textAt(data, s[SEED.SQL]), gold: textAt(data, s[SEED.GOLD]),
    rowsExpected: jsonAt(data, s[SEED.ROWS_EXPECTED]), rowsGiven: jsonAt(data, s[SEED.ROWS_GIVEN]),
    message: textAt(data, s[SEED.MESSAGE]), errors: data.cases.filter((c) => c[CASE.SEED] === entry[CASE.SEED]).length,
  };
}

function openCase(data, c) {
  const s = data.seeds[c[CASE.SEED]];
  const relation = data.relations[c[CASE.RELATION]];
  return {
    id: c[CASE.ID], seedNumber: s[SEED.NUMBER],
    relation: relation[0], relationName: relation[1],
    cause: data.causes[c[CASE.CAUSE]][0], type: c[CASE.TYPE] >= 0 ? data.types[c[CASE.TYPE]] : '',
    hardness: s[SEED.HARDNESS] >= 0 ? data.hardness[s[SEED.HARDNESS]] : '',
    database: s[SEED.DATABASE] >= 0 ? data.databases[s[SEED.DATABASE]] : '',
    truths: truths(c[CASE.TRUTHS]), seedTruths: truths(s[SEED.RIGHT]),
    flaky: isFlaky(data, c), seedFlaky: s[SEED.FLAKY] === 1,
    detailed: c.length > CASE.QUESTION, changes: c[CASE.CHANGES] >= ANSWER.CHANGES, byGold: c[CASE.CHANGES] === ANSWER.BY_GOLD,
    expected: textAt(data, c[CASE.EXPECTED]),
    before: {question: textAt(data, s[SEED.QUESTION]), sql: textAt(data, s[SEED.SQL]), gold: textAt(data, s[SEED.GOLD]),
      message: textAt(data, s[SEED.MESSAGE]), rows: jsonAt(data, c[CASE.ROWS_BEFORE])},
    after: {question: textAt(data, c[CASE.QUESTION]), sql: textAt(data, c[CASE.SQL]), gold: textAt(data, c[CASE.GOLD]),
      message: textAt(data, c[CASE.MESSAGE]), rows: jsonAt(data, c[CASE.ROWS_AFTER])},
    change: jsonAt(data, c[CASE.CHANGE]), differences: jsonAt(data, c[CASE.DIFFERENCES]),
    variant: c[CASE.VARIANT] >= 0 ? data.variants[c[CASE.VARIANT]] : null,
  };
}

// The shell command that shows a case in full.
function commandOf(data, id) {
  const plain = /^[A-Za-z0-9_.,:@%+=\/][A-Za-z0-9_.,:@%+=\/-]*$/.test(id);
  return `${data.command} ${plain ? id : "'" + id.replace(/'/g, "'\\''") + "'"}`;
}
