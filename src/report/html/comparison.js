// comparison.js: the parts of the page of several systems, for page.js, the list and the filters.

const SHELVES = {
  errors: {title: 'Cases where they differ', one: 'case', many: 'cases', entries: (d) => d.cases},
};

// Does the relation of the case test the capability?
function capabilitiesOf(data, entry) {
  const [id] = data.relations[entry[CASE.RELATION]];
  return data.capabilities.flatMap(([, relations], i) => relations.split(' ').includes(id) ? [i] : []);
}

const FACETS = [
  {key: 'outcome', label: 'Outcome', names: (d) => d.patterns, of: (d, c) => d.patternOf.get(c)},
  {key: 'relation', label: 'Relation', names: (d) => d.relations.map((r) => r[0]),
    shown: (d, i) => d.relations[i][1] ? `${d.relations[i][0]} \u00b7 ${d.relations[i][1]}` : d.relations[i][0],
    of: (d, c) => c[CASE.RELATION]},
  {key: 'capability', label: 'Capability', names: (d) => d.capabilities.map((c) => c[0]), all: capabilitiesOf},
  {key: 'hardness', label: 'Hardness', names: (d) => d.hardness, none: 'not rated', of: (d, c) => d.seeds[c[CASE.SEED]][SEED.HARDNESS]},
  {key: 'database', label: 'Database', names: (d) => d.databases, of: (d, c) => d.seeds[c[CASE.SEED]][SEED.DATABASE]},
  {key: 'element', label: 'SQL element', names: (d) => d.elements, all: (d, c) => d.seeds[c[CASE.SEED]][SEED.ELEMENTS]},
];

function kindOf(data, entry) {
  return data.patterns[data.patternOf.get(entry)];
}

function entryView(data, entry) {
  return outcomesView(data, entry);
}

const ABSENT = 'This case is not on this page: the systems do not differ in it, it was not judged, or it was left out to keep the page small.';

function drawHead(data) {
  namePatterns(data);
  drawSystems(data);
  fill(byId('relations-body'), el('div', {class: 'charts'}, relationTable(data), capabilityTable(data), hardnessTables(data)));
  drawDifferences(data);
  byId('errors-lead').textContent = data.differing > data.cases.length
    ? `${count(data.differing)} cases break some of the systems and not the others. The page has a fair part of them: ${count(data.cases.length)}.`
    : 'Cases that break some of the systems and not the others.';
  if (data.systems.some((s) => s.runs > 1))
    byId('errors-lead').textContent += ' With several runs, a case breaks a system if it is an error in more than half of those that judged it.';
}
