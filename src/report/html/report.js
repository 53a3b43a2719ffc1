// report.js: the parts of the page of one system, for page.js, the list and the filters.

// Lists that can be browsed.
const SHELVES = {
  errors: {title: 'Errors', one: 'error', many: 'errors', entries: (d) => d.cases},
  seeds: {title: 'Wrong seeds', one: 'wrong seed', many: 'wrong seeds', entries: (d) => d.wrong},
};

// The filters: key in the address, label, names, and the entry's number (`of`), or all its numbers (`all`). Seeds do
// not have those with `ofErrors`.
const FACETS = [
  {key: 'relation', label: 'Relation', ofErrors: true, names: (d) => d.relations.map((r) => r[0]),
    shown: (d, i) => d.relations[i][1] ? `${d.relations[i][0]} \u00b7 ${d.relations[i][1]}` : d.relations[i][0],
    of: (d, c) => c[CASE.RELATION]},
  {key: 'hardness', label: 'Hardness', names: (d) => d.hardness, none: 'not rated', of: (d, c) => d.seeds[c[CASE.SEED]][SEED.HARDNESS]},
  {key: 'database', label: 'Database', names: (d) => d.databases, of: (d, c) => d.seeds[c[CASE.SEED]][SEED.DATABASE]},
  {key: 'type', label: 'Kind of error', ofErrors: true, names: (d) => d.types, none: 'not diagnosed', all: typesOf},
  {key: 'element', label: 'SQL element', names: (d) => d.elements, all: (d, c) => d.seeds[c[CASE.SEED]][SEED.ELEMENTS]},
  {key: 'tested', label: 'Tested element', names: testedElements,
    all: (d, c) => d.seeds[c[CASE.SEED]][SEED.TESTED] >= 0 ? [d.seeds[c[CASE.SEED]][SEED.TESTED]] : []},
  {key: 'clause', label: 'Clause', ofErrors: true, names: (d) => d.clauses, all: (d, c) => c[CASE.CLAUSES]},
  {key: 'cause', label: 'Cause', ofErrors: true, names: (d) => d.causes.map((cause) => cause[0]), of: (d, c) => c[CASE.CAUSE]},
  {key: 'chance', label: 'May be chance', names: (d) => d.repeated || d.summary.flaky ? ['no', 'yes'] : [],
    all: (d, c) => d.repeated || d.summary.flaky ? [isFlaky(d, c) ? 1 : 0] : []},
];

function kindOf(data, c) {
  if (isSeedEntry(c)) return '';
  return c[CASE.TYPE] >= 0 ? data.types[c[CASE.TYPE]] : data.causes[c[CASE.CAUSE]][0];
}

function entryView(data, entry) {
  return isSeedEntry(entry) ? seedView(data, openSeed(data, entry)) : caseView(data, openCase(data, entry));
}

const ABSENT = 'This case is not among the errors of this report: it was consistent, not judged, or not part of the suite.';

function drawHead(data) {
  drawSummary(data);
  drawTested(data);
  drawRelations(data);
  drawBreakdown(data);
  drawFluency(data);
}
