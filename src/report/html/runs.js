// runs.js: figures of systems of one run or several. Several runs have means, and the spread between runs.

// data.systems[].figures exists if figures are means of runs.
function groupOf(s, relation) {
  if (s.figures) return relation === null ? s.figures.all : s.figures.relations[relation];
  return relation === null ? s.summary.all : s.summary.relations[relation];
}

// {rate, spread, change, low, high, judged, errors} of a relation, or of all cases for null; null if none was judged.
function rateOf(s, relation) {
  const v = groupOf(s, relation);
  if (!v) return null;
  const judged = s.figures ? v.judged.mean : v.judged;
  if (!judged) return null;
  const {low, high} = v;
  return s.figures
    ? {rate: v.error_rate.mean, spread: v.error_rate.spread, change: v.error_rate.change, low, high, judged, errors: v.errors.mean}
    : {rate: v.error_rate, spread: null, low, high, judged, errors: v.errors};
}

function isNumber(x) {
  return x !== null && x !== undefined;
}

// ' ± 0.6', or '' for one run.
function spreadText(spread) {
  return isNumber(spread) ? ` \u00b1 ${(100 * spread).toFixed(1)}` : '';
}

// '12.3% ± 0.6'
function meanText({mean, spread}) {
  return isNumber(mean) ? percent(mean, 1) + spreadText(spread) : '\u2013';
}

// '−59.3%'
function changeText(change) {
  const size = Math.abs(100 * change).toFixed(1);
  return (size === '0.0' ? '' : change < 0 ? '\u2212' : '+') + size + '%';
}

// A count of one run, or the mean of several that differ.
function countText(v) {
  if (typeof v === 'number') return count(v);
  const {mean, spread} = v;
  return spread ? `${mean.toFixed(1)} \u00b1 ${spread.toFixed(1)}` : count(mean);
}

function sizeOf(s, what) {
  return s.figures ? s.figures.all[what] : what === 'seeds' ? s.summary.seeds : s.summary.all[what];
}

function judgedText(s) {
  const [judged, cases] = [countText(sizeOf(s, 'judged')), countText(sizeOf(s, 'cases'))];
  return judged === cases ? cases : `${judged} of ${cases}`;
}

// 'an error in 2 of 3 runs; this is run 1'
function runsText(outcome) {
  const [run, errors, judged] = [outcome[OUTCOME.RUN], outcome[OUTCOME.ERRORS], outcome[OUTCOME.JUDGED]];
  return judged ? `an error in ${count(errors)} of ${plural(judged, 'run')}; this is run ${run + 1}` : `not judged; this is run ${run + 1}`;
}

// Right answers to seeds by hardness, as in MT-TEQL's Table 12.
const RIGHT_FIGURES = [['seeds_right_execution', 'by execution'], ['seeds_right_exact', 'by exact set match']];

function rightCell(figure) {
  return el('td', {}, meanText(figure), ' ', isNumber(figure.change) && el('small', {}, changeText(figure.change)));
}

function hardnessTable(data, [figure, by]) {
  const levels = [...Object.keys(data.systems[0].figures.hardness), null];
  const at = (s, level) => (level === null ? s.figures.all : s.figures.hardness[level])[figure];
  const shown = levels.filter((level) => data.systems.some((s) => isNumber(at(s, level).mean)));
  if (shown.length === 0) return null;
  const title = `Seeds right ${by}`;
  return el('figure', {class: 'chart capability-table'},
    el('figcaption', {}, el('h3', {}, title),
      el('p', {class: 'hint'}, `By hardness, each seed once, with the change against ${systemName(data, 0)}.`)),
    scrolled(title, el('table', {class: 'differences'},
      el('thead', {}, el('tr', {}, el('td', {}), systemHeads(data))),
      el('tbody', {}, shown.map((level) => el('tr', {},
        el('th', {scope: 'row'}, level === null ? 'All seeds' : level), data.systems.map((s) => rightCell(at(s, level)))))))));
}

function hardnessTables(data) {
  return data.systems[0].figures ? RIGHT_FIGURES.map((figure) => hardnessTable(data, figure)) : [];
}
