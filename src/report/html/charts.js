// charts.js: where errors are: relation by hardness as a heat map, and bars by kind, database and SQL element.

const HEAT_LEVELS = 6;
const BARS_SHOWN = 12;

function heatCell(data, relation, hardness, tally, most) {
  if (!tally) return el('td', {class: 'heat none'}, el('span', {class: 'hidden'}, 'none judged'));
  const [judged, errors] = tally;
  const rate = errors / judged;
  const level = rate > 0 ? Math.min(HEAT_LEVELS, Math.max(1, Math.ceil(HEAT_LEVELS * rate / most))) : 0;
  const name = facetName(data, FACETS.find((f) => f.key === 'hardness'), hardness);
  const text = percent(errors, judged);
  const address = new URLSearchParams({relation: data.relations[relation][0], hardness: name});
  return el('td', {class: `heat level-${level}`, title: `${count(errors)} errors of ${plural(judged, 'judged case')}`},
    errors ? el('a', {href: '#' + address}, text) : text);
}

function heatMap(data) {
  const cells = new Map(data.cells.map(([relation, hardness, ...tally]) => [`${relation}/${hardness}`, tally]));
  const columns = [...data.hardness.keys(), -1].filter((h) => data.cells.some((cell) => cell[1] === h));
  const rows = [...data.relations.keys()].filter((r) => data.cells.some((cell) => cell[0] === r));
  const most = Math.max(...data.cells.map((cell) => cell[3] / cell[2]));
  return el('figure', {class: 'chart heat-map'},
    el('figcaption', {}, el('h3', {}, 'Relation by hardness'), el('p', {class: 'hint'}, 'Error rate: the higher, the stronger the colour. A cell leads to its errors.')),
    el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Error rate by relation and hardness'}, el('table', {},
      el('thead', {}, el('tr', {}, el('td', {}), columns.map((h) => el('th', {scope: 'col'}, visible(facetName(data, FACETS.find((f) => f.key === 'hardness'), h)))))),
      el('tbody', {}, rows.map((r) => el('tr', {}, el('th', {scope: 'row'}, el('span', {class: 'relation-id'}, visible(data.relations[r][0])), ' ', el('span', {class: 'relation-name'}, visible(data.relations[r][1]))),
        columns.map((h) => heatCell(data, r, h, cells.get(`${r}/${h}`), most))))))));
}

// entries: {name, part, whole, text, key, within}. Bars are as long as part/whole; without a whole, part among all.
// `within`: the entry is part of one before it.
function bars(title, hint, entries) {
  if (entries.length < 2) return null;
  const length = (entry) => entry.whole ? entry.part / entry.whole : entry.part;
  const most = Math.max(...entries.map(length)) || 1;
  const list = el('ul', {class: 'bars'}, entries.map((entry, i) => el('li', {class: (i < BARS_SHOWN ? '' : 'beyond') + (entry.within ? ' within' : '')},
    el('span', {class: 'bar-name'}, entry.key
      ? el('a', {href: `#${entry.key}=${encodeURIComponent(entry.name)}`, dir: 'auto'}, visible(entry.name))
      : el('span', {dir: 'auto'}, visible(entry.name))),
    el('span', {class: 'bar-track', 'aria-hidden': 'true'}, el('span', {class: 'bar', '--share': length(entry) / most})),
    el('span', {class: 'bar-text'}, entry.text))));
  const more = entries.length > BARS_SHOWN && el('button', {type: 'button', class: 'quiet', onclick: () => {
    list.classList.add('all');
    more.remove();
  }}, `Show all ${entries.length}`);
  return el('figure', {class: 'chart'}, el('figcaption', {}, el('h3', {}, title), el('p', {class: 'hint'}, hint)), list, more);
}

// counts: [number, errors]. A type that is part of another comes after it: "others: wrong value" after "others".
function partsAfterWholes(counts, isPart, above) {
  return counts.filter(([number]) => !isPart(number)).flatMap((whole) =>
    [whole, ...counts.filter(([number]) => isPart(number) && above[number] === whole[0])]);
}

// Bars of all errors, by a facet that only errors have. `noneHint` says what it means to have none.
function errorBars(data, key, title, hint, noneHint) {
  const facet = FACETS.find((f) => f.key === key);
  const counts = [...facetCounts(data, facet, data.cases)].sort((a, b) => b[1] - a[1]);
  if (counts.every(([number]) => number < 0)) return null;
  const hints = noneHint && counts.some(([number]) => number < 0) ? `${hint}; ${noneHint}.` : `${hint}.`;
  const isPart = (number) => key === 'type' && number >= 0 && data.typeAbove[number] !== number;
  return bars(title, hints, partsAfterWholes(counts, isPart, data.typeAbove).map(([number, errors]) => ({
    name: facetName(data, facet, number), part: errors, text: `${count(errors)} \u00b7 ${percent(errors, data.cases.length)}`,
    key, within: isPart(number)})));
}

function rateBars(title, names, tallies, key) {
  const entries = names.map((name, i) => ({name, part: tallies[i][1], whole: tallies[i][0], key: tallies[i][1] > 0 && key}))
    .filter((entry) => entry.whole > 0).sort((a, b) => b.part / b.whole - a.part / a.whole || a.whole - b.whole);
  for (const entry of entries) entry.text = `${percent(entry.part, entry.whole)} \u00b7 ${count(entry.part)}`;
  return bars(title, 'Error rate and number of errors, the worst first.', entries);
}

// Without a gold query, the elements are those of the system's answer to the original.
function elementsTitle(data) {
  if (data.golden === 0) return 'SQL elements of the answer to the original';
  return data.golden < data.summary.seeds ? 'SQL elements of the gold query, or of the answer to the original' : 'SQL elements of the gold query';
}

function drawBreakdown(data) {
  const empty = data.cells.length === 0;
  byId('breakdown').hidden = byId('breakdown-link').hidden = data.summary.all.cases === 0;
  fill(byId('breakdown-body'), empty ? el('p', {class: 'notice'}, 'No case was judged.') : el('div', {class: 'charts'},
    heatMap(data),
    errorBars(data, 'type', 'Kinds of error', 'Of all errors; kinds of \u201cothers\u201d are indented, since they are part of it', 'not diagnosed where there is no query to compare'),
    errorBars(data, 'clause', 'Clauses that differ', 'Of all errors; an error counts under each clause in which its queries differ'),
    rateBars('Databases', data.databases, data.byDatabase, 'database'),
    rateBars(elementsTitle(data), data.elements, data.byElement, 'element')));
}
