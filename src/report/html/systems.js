// systems.js: the figures of several systems side by side, and their differences.

const NAME_CLIP = 40;

// Long names are cut; the table of systems has them in full.
function systemName(data, i) {
  const {name} = data.systems[i];
  return visible(name.length > NAME_CLIP ? name.slice(0, NAME_CLIP - 1) + '\u2026' : name);
}

function points(difference) {
  const size = Math.abs(100 * difference).toFixed(1);
  return (size === '0.0' ? '' : difference < 0 ? '\u2212' : '+') + size;
}

function scrolled(label, table) {
  return el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label}, table);
}

// Systems

const MARK_SIGNS = {good: '\u25cf', neutral: '\u25cb', bad: '\u25b2'};

function markedRate({rate, mark, spread}) {
  if (rate === null) return '\u2013';
  return [percent(rate, 1) + spreadText(spread), ' ', el('span', {class: 'mark-word ' + mark}, `${MARK_SIGNS[mark] || ''} ${mark}`)];
}

function timeWithin(effort, i) {
  return effort.timed ? duration(effort.within[i].ms) : '\u2013';
}

function compact(n) {
  return n.toLocaleString('en', {notation: 'compact', maximumFractionDigits: 1});
}

function rateInterval(s, relation) {
  const f = rateOf(s, relation);
  return f ? intervalText(f.low, f.high) : '\u2013';
}

function changeOf(s, relation) {
  const f = rateOf(s, relation);
  return f && isNumber(f.change) ? changeText(f.change) : '\u2013';
}

// Like rateCell, with the spread of several runs.
function systemRateCell(s, most) {
  const f = rateOf(s, null);
  if (!f) return el('td', {class: 'rate'}, el('span', {class: 'rate-text'}, '\u2013'));
  return el('td', {class: 'rate'}, f.rate > 0 && el('span', {class: 'rate-bar', 'aria-hidden': 'true', '--share': most ? f.rate / most : 0}),
    el('span', {class: 'rate-text'}, percent(f.rate, 1) + spreadText(f.spread)));
}

const SYSTEM_COLUMNS = [
  {title: 'Change', hint: 'Of the error rate, against the first system', value: (s) => changeOf(s, null), only: (s) => s.figures !== undefined},
  {title: '95% interval', hint: 'Holds the error rate with 95% certainty; from drawing seeds', value: (s) => rateInterval(s, null)},
  {title: 'Runs', hint: 'The figure after \u00b1 is the standard deviation of the runs', value: (s) => s.runs, only: (s) => s.runs !== undefined},
  {title: 'Cases judged', value: judgedText},
  {title: 'Errors', value: (s) => countText(sizeOf(s, 'errors'))},
  {title: 'Seeds broken', hint: 'Seeds with at least one error, of those with a judged case',
    value: (s) => s.figures ? meanText(s.figures.all.seeds_broken) : brokenText(s.summary.all)},
  {title: 'Seeds', value: (s) => countText(sizeOf(s, 'seeds'))},
  {title: 'Seeds right', hint: 'By the gold query: by rows, or by exact set match where nothing was run', value: (s) => markedRate(s.criteria['overall accuracy'])},
  {title: 'Overall robustness', hint: 'Mean of the error rates of the capabilities that were tested, each counting the same',
    value: (s) => markedRate(s.criteria['overall robustness'])},
  {title: 'p50', hint: 'Half of the answers came within so long', value: (s) => timeWithin(s.effort, 0), only: (s) => s.effort.timed > 0},
  {title: 'p95', hint: '95 of 100 answers came within so long', value: (s) => timeWithin(s.effort, 1), only: (s) => s.effort.timed > 0},
  {title: 'Tokens', hint: 'In prompts + in answers', value: (s) => s.effort.counted ? `${compact(s.effort.prompt_tokens)} + ${compact(s.effort.completion_tokens)}` : '\u2013',
    only: (s) => s.effort.counted > 0},
  {title: 'Rank', hint: 'By the weights that were given', value: (s) => s.rank, only: (s) => s.rank !== undefined},
];

function drawSystems(data) {
  const {systems} = data;
  const columns = SYSTEM_COLUMNS.filter((column) => !column.only || systems.some(column.only));
  const most = Math.max(0, ...systems.map((s) => (rateOf(s, null) || {rate: 0}).rate));
  fill(byId('summary-body'),
    systems.some((s) => s.by !== systems[0].by) &&
      el('p', {class: 'notice'}, 'They were not judged by the same measure: their error rates cannot be compared.'),
    systems.some((s) => countText(sizeOf(s, 'cases')) !== countText(sizeOf(systems[0], 'cases'))) &&
      el('p', {class: 'notice'}, 'They were not asked the same cases: rates and marks are of each system\u2019s own, differences of those that both have.'),
    scrolled('Systems', el('table', {class: 'relations systems'},
      el('thead', {}, el('tr', {}, ['System', 'Error rate'].map((title) => el('th', {scope: 'col'}, title)),
        columns.map((c) => el('th', {scope: 'col', class: 'number', title: c.hint}, c.title)))),
      el('tbody', {}, systems.map((s) => el('tr', {},
        el('th', {scope: 'row'}, el('b', {dir: 'auto'}, visible(s.name)), ' ', el('small', {}, `by ${s.by === 'exact' ? 'exact set match' : visible(s.by)}`)),
        systemRateCell(s, most), columns.map((c) => el('td', {class: 'number'}, c.value(s)))))))));
}

// Relations and capabilities

const HEAT_STEPS = 6;

function heatLevel(rate, most) {
  return rate > 0 ? Math.min(HEAT_STEPS, Math.max(1, Math.ceil(HEAT_STEPS * rate / most))) : 0;
}

function systemHeads(data) {
  return data.systems.map((s, i) => el('th', {scope: 'col', dir: 'auto', title: s.name}, systemName(data, i)));
}

function relationCell(f, most) {
  if (!f) return el('td', {class: 'heat none'}, el('span', {class: 'hidden'}, 'none judged'));
  const title = Number.isInteger(f.errors) && Number.isInteger(f.judged) ? `${count(f.errors)} errors of ${plural(f.judged, 'judged case')}`
    : `${f.errors.toFixed(1)} errors of ${f.judged.toFixed(1)} judged cases, on average over the runs`;
  return el('td', {class: `heat level-${heatLevel(f.rate, most)}`, title},
    percent(f.rate, 1) + spreadText(f.spread), ' ', el('small', {}, intervalText(f.low, f.high)),
    isNumber(f.change) && el('small', {}, ` \u00b7 ${changeText(f.change)}`));
}

const RATE_HINT = 'With its 95% interval. A relation leads to the cases in which the systems differ.';
const RUNS_HINT = 'The mean of the runs \u00b1 their standard deviation: how far another run may be off. Then the 95% interval, for other questions; ' +
  'and the change against the first system. A relation leads to the cases in which the systems differ.';

function relationTable(data) {
  const rates = [null, ...data.relations.map(([id]) => id)].flatMap((id) => data.systems.map((s) => (rateOf(s, id) || {rate: 0}).rate));
  const most = Math.max(...rates) || 1;
  return el('figure', {class: 'chart heat-map'},
    el('figcaption', {}, el('h3', {}, 'Error rate by relation'),
      el('p', {class: 'hint'}, data.systems[0].figures ? RUNS_HINT : RATE_HINT)),
    scrolled('Error rate by relation', el('table', {},
      el('thead', {}, el('tr', {}, el('td', {}), systemHeads(data))),
      el('tbody', {}, data.relations.map(([id, name]) => el('tr', {},
        el('th', {scope: 'row'}, el('a', {href: '#relation=' + encodeURIComponent(id)}, visible(id)), ' ', el('span', {class: 'relation-name'}, visible(name))),
        data.systems.map((s) => relationCell(rateOf(s, id), most)))),
      el('tr', {}, el('th', {scope: 'row'}, 'All cases'), data.systems.map((s) => relationCell(rateOf(s, null), most)))))));
}

function capabilityTable(data) {
  const tested = data.capabilities.filter(([name]) => data.systems.some((s) => s.criteria[name].rate !== null));
  if (tested.length === 0) return null;
  return el('figure', {class: 'chart capability-table'},
    el('figcaption', {}, el('h3', {}, 'Error rate by capability'),
      el('p', {class: 'hint'}, 'Good: more than half a standard deviation below the average of these systems; bad: as much above. That may be chance.')),
    scrolled('Error rate by capability', el('table', {class: 'differences'},
      el('thead', {}, el('tr', {}, el('td', {}), systemHeads(data))),
      el('tbody', {}, tested.map(([name, relations]) => el('tr', {},
        el('th', {scope: 'row'}, el('a', {href: '#capability=' + encodeURIComponent(name)}, name), ' ', el('small', {}, relations)),
        data.systems.map((s) => el('td', {}, markedRate(s.criteria[name])))))))));
}

// Differences

// System `other` compared with `base`: the pair as it is, or reversed.
function differenceOf(data, base, other, relation) {
  const n = data.systems.length;
  const [x, y] = base < other ? [base, other] : [other, base];
  const {compared} = data.pairs[x * n - x * (x + 1) / 2 + y - x - 1];
  const pair = relation === null ? compared.all : compared.relations[relation];
  if (!pair || !pair.cases) return null;
  const d = {cases: pair.cases, both: pair.both, onlyBase: pair.only_first, onlyOther: pair.only_second,
    by: pair.rate_second - pair.rate_first, low: pair.low, high: pair.high, runError: pair.run_error,
    from: {mean: pair.rate_first, spread: pair.runs_first > 1 ? pair.spread_first : null},
    to: {mean: pair.rate_second, spread: pair.runs_second > 1 ? pair.spread_second : null}};
  if (base > other) {
    Object.assign(d, {onlyBase: d.onlyOther, onlyOther: d.onlyBase, by: -d.by, low: -d.high, high: -d.low, from: d.to, to: d.from});
  }
  d.verdict = d.low > 0 ? 'worse' : d.high < 0 ? 'better' : '';
  return d;
}

// '29.8% ± 2.5 → 10.4% ± 1.5, −65.1%'
function fromTo({from, to}) {
  const change = from.mean > 0 ? `, ${changeText((to.mean - from.mean) / from.mean)}` : '';
  return `${meanText(from)} \u2192 ${meanText(to)}${change}`;
}

// A bar from low to high, about zero in the middle.
function range(d, widest) {
  const place = (x) => 0.5 + x / (2 * widest);
  return el('span', {class: 'range ' + d.verdict, 'aria-hidden': 'true'}, el('span', {'--low': place(d.low), '--high': place(d.high)}));
}

function differenceCell(d, widest) {
  if (!d) return el('td', {class: 'null'}, '\u2013');
  return el('td', {title: `${plural(d.cases, 'case')} of both; errors: ${count(d.onlyBase)} of the first only, ${count(d.onlyOther)} of this only, ${count(d.both)} of both`},
    el('b', {}, points(d.by)), ' ', el('small', {}, `${points(d.low)} to ${points(d.high)}`), ' ',
    isNumber(d.runError) && [el('small', {class: 'from-to', title: `Standard error of the difference from run to run: ${(100 * d.runError).toFixed(1)} points`}, `\u00b7 ${fromTo(d)}`), ' '],
    d.verdict && el('span', {class: 'mark-word ' + (d.verdict === 'better' ? 'good' : 'bad')}, `${MARK_SIGNS[d.verdict === 'better' ? 'good' : 'bad']} ${d.verdict}`),
    range(d, widest));
}

function relationLabel(data, relation) {
  const [id, name] = data.relations.find(([other]) => other === relation);
  return [visible(id), ' ', el('span', {class: 'relation-name'}, visible(name))];
}

function differenceTable(data, base) {
  const others = data.systems.map((s, i) => i).filter((i) => i !== base);
  const rows = [null, ...data.relations.map(([id]) => id)]
    .map((relation) => ({relation, cells: others.map((other) => differenceOf(data, base, other, relation))}))
    .filter((row) => row.relation === null || row.cells.some(Boolean));
  const widest = Math.max(0.01, ...rows.flatMap((row) => row.cells.flatMap((d) => d ? [Math.abs(d.low), Math.abs(d.high)] : [])));
  return scrolled('Differences of error rates', el('table', {class: 'differences pairs'},
    el('thead', {}, el('tr', {}, el('td', {}), others.map((other) =>
      el('th', {scope: 'col', dir: 'auto', title: data.systems[other].name}, systemName(data, other))))),
    el('tbody', {}, rows.map(({relation, cells}) => el('tr', {},
      el('th', {scope: 'row'}, relation === null ? 'All cases' : relationLabel(data, relation)), cells.map((d) => differenceCell(d, widest)))))));
}

function overallSentence(data, base, other) {
  const d = differenceOf(data, base, other, null);
  const [a, b] = [base, other].map((i) => systemName(data, i));
  if (!d) return `${b} and ${a} have no judged case in common.`;
  const rates = isNumber(d.runError) ? `${b}, error rate: ${fromTo(d)}. ` : '';
  return rates + `Of ${plural(d.cases, 'case')} that both have, ${count(d.onlyBase)} break only ${a}, ${count(d.onlyOther)} only ${b}, and ${count(d.both)} both. ` +
    `${b} is ${d.verdict || 'not different'} beyond chance.`;
}

const PAIR_HINT = ' A case counts as the mean of the runs; the interval allows for other questions and for other runs.';

function drawDifferences(data) {
  const body = el('div');
  const choose = el('select', {onchange: () => draw(Number(choose.value))},
    data.systems.map((s, i) => el('option', {value: i}, systemName(data, i))));
  const draw = (base) => fill(body,
    el('ul', {class: 'sentences'}, data.systems.map((s, i) => i !== base && el('li', {}, overallSentence(data, base, i)))),
    el('p', {class: 'hint'}, `Percentage points of error rate, against ${systemName(data, base)}: above zero is worse.${data.systems[0].figures ? PAIR_HINT : ''}`), differenceTable(data, base));
  fill(byId('differences-body'), el('label', {class: 'against'}, el('span', {}, 'Against'), choose), body);
  draw(0);
}
