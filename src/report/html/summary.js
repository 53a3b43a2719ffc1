// summary.js: the head of the report and the table by relation.

function figure(value, label, note, kind) {
  return el('div', {class: 'figure' + (kind ? ' ' + kind : '')},
    el('p', {class: 'value'}, value), el('p', {class: 'label'}, label), note && el('p', {class: 'note'}, note));
}

// Seeds without a gold answer are left out of the shares of right answers.
function lateText(s) {
  const n = s.gold_timeouts ? s.gold_timeouts.seeds : 0;
  return n ? `. Left out: ${plural(n, 'seed')} whose gold query took longer than the deadline` : '';
}

// Only a system that was asked more than once can be seen to answer differently.
function chanceFigure(data) {
  const s = data.summary;
  const {errors, flaky_errors: flaky} = s.all;
  if (!errors || !(data.repeated || s.flaky || s.flaky_cases)) return null;
  const times = `${count(flaky)} of ${count(errors)}: asked again, the system`;
  return figure(percent(flaky, errors), 'of errors may be chance',
    flaky ? el('a', {href: '#chance=yes'}, `${times} answered differently`) : `${times} gave the same answers`);
}

// `main`: seeds are what the page is about.
function seedFigures(data, main) {
  const s = data.summary;
  const out = [];
  if (s.seeds_right_execution.of)
    out.push(figure(percent(s.seeds_right_execution.yes, s.seeds_right_execution.of), 'of seeds right by execution',
      `${count(s.seeds_right_execution.yes)} of ${count(s.seeds_right_execution.of)}${lateText(s)}`, main && 'main'));
  if (s.seeds_right_exact.of)
    out.push(figure(percent(s.seeds_right_exact.yes, s.seeds_right_exact.of), 'of seeds right by exact set match',
      `${count(s.seeds_right_exact.yes)} of ${count(s.seeds_right_exact.of)}`));
  return [out, chanceFigure(data)];
}

// What a user notices: a seed with an error is a question that some wording or schema breaks.
function brokenFigure(data) {
  const all = data.summary.all;
  return all.judged ? figure(brokenText(all), 'of seeds broken',
    `${count(all.seeds_broken.yes)} of ${plural(all.seeds_broken.of, 'seed')}: at least one of its cases is an error. ` +
    `95% interval ${intervalText(all.seeds_broken_low, all.seeds_broken_high)}`, 'main') : null;
}

function unansweredFigure(data) {
  const faults = Object.entries(data.summary.seed_faults);
  const n = faults.reduce((sum, [, times]) => sum + times, 0);
  return n ? figure(percent(n, data.summary.seeds), 'of seeds without an answer that runs',
    faults.map(([name, times]) => `${name} ${count(times)}`).join(', ') +
    (data.summary.first_message ? `. The first says: ${data.summary.first_message}` : '')) : null;
}

// With fewer judged cases, a rate says little.
const ENOUGH_CASES = 30;

function worstRelation(data) {
  const judged = data.relations.map(([id, name]) => ({id, name, v: data.summary.relations[id]})).filter((r) => r.v && r.v.judged);
  const all = judged.filter((r) => r.v.judged >= ENOUGH_CASES);
  if (all.length < 2) return null;
  const worst = all.reduce((a, b) => b.v.error_rate > a.v.error_rate ? b : a);
  return worst.v.errors ? figure(percent(worst.v.errors, worst.v.judged), 'in the worst relation',
    [el('a', {href: '#relation=' + encodeURIComponent(worst.id)}, visible(worst.name ? `${worst.id} \u00b7 ${worst.name}` : worst.id)),
      all.length < judged.length && `, of those with ${ENOUGH_CASES} or more judged cases`]) : null;
}

function rateMeaning(data) {
  const all = data.summary.all;
  const measure = data.by === 'exact' ? 'is another query than it should be by exact set match' : 'gives other rows than it should';
  return `${count(all.errors)} of ${plural(all.judged, 'judged case')}: the system answered the original, and after the change ` +
    `its answer ${measure}, or does not run.`;
}

// All wrong seeds, with or without errors.
function wrongSeeds(data) {
  return data.wrong.length > 0 && el('li', {}, el('a', {href: '#show=seeds'},
    el('span', {class: 'shape bad', 'aria-hidden': 'true'}, '\u25c6'), el('b', {}, count(data.wrong.length)), data.wrong.length === 1 ? ' seed wrong' : ' seeds wrong'));
}

function causeList(data) {
  const causes = data.summary.all.causes;
  return el('ul', {class: 'causes', 'aria-label': 'Cases by cause'}, data.causes.filter(([name]) => causes[name]).map(([name, judged]) => {
    const kind = name === 'consistent' ? 'good' : judged ? 'bad' : 'open';
    const label = [el('span', {class: 'shape ' + kind, 'aria-hidden': 'true'}, {good: '\u25cf', bad: '\u25b2', open: '\u25cb'}[kind]),
      el('b', {}, count(causes[name])), ' ', name, !judged && ' (not judged)'];
    return el('li', {}, kind === 'bad' ? el('a', {href: '#cause=' + encodeURIComponent(name)}, label) : label);
  }), wrongSeeds(data));
}

// If both answers have no rows, little is proved.
function emptyText(all) {
  return all.proved_on_empty ? `${count(all.proved_on_empty)} of ${plural(all.cases, 'case')}` : '';
}

function sourceList(data) {
  const facts = [...data.facts.map(([name, value]) => [name[0].toUpperCase() + name.slice(1), value]), ['Suite', data.suite], ['Predictions', data.predictions],
    ['Answers agree by', data.by === 'exact' ? 'exact set match' : data.by],
    ['Size', `${plural(data.summary.seeds, 'seed')}, ${plural(data.summary.all.cases, 'case')}`],
    ['Proved on empty answers', emptyText(data.summary.all)],
    ['Latency', latencyText(data.effort)], ['Tokens', tokensText(data.effort)]];
  return el('dl', {class: 'source'}, facts.filter(([, value]) => value).map(([name, value]) =>
    el('div', {}, el('dt', {}, name), shownText('dd', {}, value))));
}

function errorFigure(data) {
  const all = data.summary.all;
  return all.judged ? figure(percent(all.errors, all.judged), 'error rate', `${rateMeaning(data)} 95% interval ${interval(all)}`, 'main') : null;
}

// For questions that test an element each: the elements with the lowest share of right answers.
function worstElement(data) {
  const groups = Object.entries(data.summary.tested ? data.summary.tested.elements : {}).map(([name, g]) =>
    ({name, right: g.right_execution.of ? g.right_execution : g.right_exact})).filter((g) => g.right.of);
  if (groups.length < 2) return null;
  const rate = (g) => g.right.yes / g.right.of;
  const worst = groups.reduce((a, b) => rate(b) < rate(a) ? b : a);
  const none = groups.filter((g) => g.right.yes === 0).length;
  return figure(percent(worst.right.yes, worst.right.of), 'right in the worst element',
    [el('a', {href: '#' + new URLSearchParams({show: 'seeds', tested: worst.name})}, visible(worst.name)),
      none > 1 && `, and ${plural(none - 1, 'other')} like it`]);
}

function elementFigure(data) {
  const elements = Object.values(data.summary.tested ? data.summary.tested.elements : {});
  if (elements.length < 2) return null;
  const of = (g) => g.right_execution.of ? g.right_execution : g.right_exact;
  const whole = elements.filter((g) => of(g).of && of(g).yes === of(g).of).length;
  return figure(`${count(whole)} of ${count(elements.length)}`, 'elements with all questions right',
    el('a', {href: '#tested'}, 'Right by element'));
}

// Without cases there are no error rates; seeds are right or wrong.
function drawSummary(data) {
  const cases = data.summary.all.cases > 0;
  fill(byId('summary-body'), sourceList(data),
    el('div', {class: 'figures'}, cases && [errorFigure(data), brokenFigure(data)], seedFigures(data, !cases),
      !cases && [elementFigure(data), worstElement(data)], unansweredFigure(data), worstRelation(data)),
    causeList(data));
}

// The table by relation

// What was not measured has no columns.
function relationColumns(data) {
  return [...RELATION_COLUMNS, ...(data.summary.all.naturalness === null ? [] : NATURAL_COLUMNS)];
}

const NATURAL_COLUMNS = [
  {title: 'Naturalness', hint: 'Mean of the questions, from 0 to 1, as the suite has it', value: (v) => v.naturalness === null ? '–' : v.naturalness.toFixed(3)},
];

function overlapText(v, figure) {
  return v.overlap && v.overlap[figure] !== null ? percent(v.overlap[figure], 1) : '–';
}

const OVERLAP_COLUMNS = [
  {title: 'Named before', hint: 'Of the tables, columns and values that the query reads, those that the question names word for word', value: (v) => overlapText(v, 'named_before')},
  {title: 'Named after', hint: 'The same after the change', value: (v) => overlapText(v, 'named_after')},
  {title: 'All old words', hint: 'New names of tables and columns that keep all words of the old name', value: (v) => overlapText(v, 'names_with_all_words')},
  {title: 'No old word', hint: 'New names that keep no word of the old name', value: (v) => overlapText(v, 'names_with_no_word')},
  {title: 'Edits', hint: 'Words of the question that were put in, left out or replaced', value: (v) => overlapText(v, 'edits')},
];

const RELATION_COLUMNS = [
  {title: '95% interval', hint: 'Holds the error rate with 95% certainty; from drawing seeds', value: interval},
  {title: 'Cases judged', value: (v) => v.judged === v.cases ? count(v.cases) : `${count(v.judged)} of ${count(v.cases)}`},
  {title: 'Errors', value: (v) => count(v.errors)},
  {title: 'Seeds broken', hint: 'Seeds with at least one error, of those with a judged case', mean: 'seeds_broken', value: brokenText},
  {title: 'Rate by execution', hint: 'Cases whose rows changed', mean: 'error_execution', share: (v) => away(v.consistent_execution)},
  {title: 'Rate by exact', hint: 'Cases whose query changed by exact set match', mean: 'error_exact', share: (v) => away(v.consistent_exact)},
  {title: 'Right by execution', hint: 'Cases answered as the gold query, by rows', mean: 'ex_after', share: (v) => v.right_execution.after},
  {title: 'Before the change', hint: 'Right by execution: the seeds of these cases, each as often as it has cases', mean: 'ex_before', share: (v) => v.right_execution.before},
  {title: 'Kept', hint: 'Of the cases whose seed is right by execution, those that are right too', mean: 'ex_kept', share: (v) => v.right_execution.kept},
  {title: 'Right by exact', hint: 'Cases answered as the gold query, by exact set match', mean: 'em_after', share: (v) => v.right_exact.after},
];

function interval(v) {
  return v.judged ? intervalText(v.low, v.high) : '–';
}

function intervalText(low, high) {
  return `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}%`;
}

function brokenText(v) {
  return percent(v.seeds_broken.yes, v.seeds_broken.of);
}

function away(share) {
  return {yes: share.of - share.yes, of: share.of};
}

function rateCell(v, most) {
  return el('td', {class: 'rate'}, v.errors > 0 && el('span', {class: 'rate-bar', 'aria-hidden': 'true', '--share': most ? v.error_rate / most : 0}),
    el('span', {class: 'rate-text'}, percent(v.errors, v.judged)));
}

function relationRow(columns, head, v, most) {
  return el('tr', {}, head, rateCell(v, most), columns.map((column) => {
    const share = column.share && column.share(v);
    return el('td', {class: 'number'}, share ? percent(share.yes, share.of) : column.value(v));
  }));
}

// Each relation counts the same, however many cases it has.
function meanRow(columns, name, means) {
  const text = (rate) => rate === null ? '–' : percent(rate, 1);
  return el('tr', {}, el('th', {scope: 'row'}, name), el('td', {class: 'rate'}, text(means.error_rate)),
    columns.map((column) => el('td', {class: 'number'}, column.mean ? text(means[column.mean]) : '')));
}

function meanRows(columns, data) {
  const {all, families} = data.summary.means_of_relations;
  const names = Object.keys(families);
  return [meanRow(columns, 'Mean of relations', all), names.length > 1 && names.map((name) => meanRow(columns, `Mean of ${visible(name)}`, families[name]))];
}

function relationHead(id, name) {
  return el('th', {scope: 'row'}, el('a', {href: '#relation=' + encodeURIComponent(id), dir: 'auto'}, el('b', {class: 'relation-id'}, visible(id))),
    ' ', el('span', {class: 'relation-name'}, visible(name)));
}

// How hard the cases are: a table of its own, since the other one is wide.
function overlapTable(data, rows) {
  const row = (head, v) => el('tr', {}, head, OVERLAP_COLUMNS.map((c) => el('td', {class: 'number'}, c.value(v))));
  return data.summary.all.overlap && el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'How hard the cases are'},
    el('table', {class: 'overlap'},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'How hard the cases are'),
        OVERLAP_COLUMNS.map((c) => el('th', {scope: 'col', class: 'number', title: c.hint}, c.title)))),
      el('tbody', {}, rows.map(([id, name]) => row(relationHead(id, name), data.summary.relations[id]))),
      el('tfoot', {}, row(el('th', {scope: 'row'}, 'All'), data.summary.all))));
}

function drawRelations(data) {
  const rows = data.relations.filter(([id]) => data.summary.relations[id]);
  byId('relations').hidden = byId('relations-link').hidden = rows.length === 0;
  const columns = relationColumns(data);
  const most = Math.max(0, ...rows.map(([id]) => data.summary.relations[id].error_rate));
  fill(byId('relations-body'), el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-labelledby': 'relations-title'},
    el('table', {class: 'relations'},
      el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'Relation'), el('th', {scope: 'col'}, 'Error rate'),
        columns.map((c) => el('th', {scope: 'col', class: 'number', title: c.hint}, c.title)))),
      el('tbody', {}, rows.map(([id, name]) => relationRow(columns, relationHead(id, name), data.summary.relations[id], most))),
      el('tfoot', {}, relationRow(columns, el('th', {scope: 'row'}, 'All'), data.summary.all, most), meanRows(columns, data)))),
  overlapTable(data, rows));
}
