// seed_view.js: one seed whose own answer is wrong, in full.

function wrongSentence(s, by) {
  const exact = by === 'exact' ? s.truths.rightExact !== TRUTH.UNKNOWN : s.truths.rightExecution === TRUTH.UNKNOWN;
  if (s.sql === null && s.message) return 'The system gave no answer that could be compared with the gold query.';
  return exact ? 'By exact set match the system\u2019s query is not the gold query.' : 'The system\u2019s answer gives other rows than the gold query.';
}

function seedErrors(s, cases) {
  if (cases === 0) return null;
  if (s.errors === 0) return 'No change of this question made the system answer it differently: it is wrong, and steady.';
  return [el('a', {href: `#q=seed-${s.number}`}, `${plural(s.errors, 'error')} among its cases`), ': changed, the system answered differently.'];
}

function seedAnswers(s) {
  if (s.sql === null && s.gold === null) return null;
  const [gold, said] = sqlBlocks(s.gold, s.sql);
  return part('Queries', el('div', {class: 'sides'}, labelled('Gold', gold), labelled('The system\u2019s', said)));
}

function seedResults(s) {
  if (!s.rowsExpected && !s.rowsGiven) return null;
  return part('Results', el('div', {class: 'sides'}, labelled('Expected', resultView({rows: s.rowsExpected})),
    labelled('The system\u2019s', resultView({rows: s.rowsGiven, message: s.message}))));
}

function seedView(data, s) {
  const titleId = 'case-title';
  return el('article', {class: 'case', 'aria-labelledby': titleId},
    el('header', {}, backLink('All wrong seeds'),
      el('h3', {id: titleId, tabindex: -1}, el('span', {}, visible(s.id))), badges({cause: 'wrong', ...s})),
    el('div', {class: 'diagnosis'}, el('p', {}, el('strong', {}, wrongSentence(s, data.by))), el('p', {}, seedErrors(s, data.summary.all.cases)),
      s.flaky && el('p', {}, 'Asked again, the system answered differently: this may be chance.'),
      s.message && shownText('p', {class: 'message'}, s.message)),
    s.question === null && el('p', {class: 'notice'}, 'The texts of this seed are not on the page. The command below shows them.'),
    s.question !== null && part('Question', shownText('blockquote', {}, s.question)),
    seedAnswers(s), seedResults(s), data.command && part('Reproduce', commandLine(data, s.id)));
}
