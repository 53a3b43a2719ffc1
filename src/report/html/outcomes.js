// outcomes.js: a case as several systems answered it.

const OUTCOMES = Object.keys(CASE).length; // after the fields of a case: an array of OUTCOME for each system, or null

// 'broken', 'held', or '' if it was not judged.
function fateOf(data, outcome) {
  if (!outcome) return '';
  const [name, judged] = data.causes[outcome[OUTCOME.CAUSE]];
  return !judged ? '' : name === 'consistent' ? 'held' : 'broken';
}

// Which systems break, as a text that cases with the same systems share.
function patternOf(data, entry) {
  const fates = entry[OUTCOMES].map((outcome) => fateOf(data, outcome));
  const those = (fate) => fates.flatMap((f, i) => f === fate ? [systemName(data, i)] : []);
  const broken = those('broken');
  const held = those('held');
  if (broken.length === 1) return `only ${broken[0]} breaks`;
  if (held.length === 1) return `only ${held[0]} holds`;
  return `${broken.join(', ')} break`;
}

// data.patterns: each pattern once, the most frequent first. data.patternOf: the number of each case's pattern.
function namePatterns(data) {
  const names = data.cases.map((entry) => patternOf(data, entry));
  const counts = new Map();
  for (const name of names) addCount(counts, name);
  data.patterns = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  data.patternOf = new Map(data.cases.map((entry, i) => [entry, data.patterns.indexOf(names[i])]));
}

const FATES = {held: {sign: '\u25cf', kind: 'good'}, broken: {sign: '\u25b2', kind: 'bad'}, '': {sign: '\u25cb', kind: 'open'}};

// The command that shows the run of this outcome.
function runCommand(data, i, outcome) {
  const command = data.commands[i];
  return Array.isArray(command) ? command[outcome[OUTCOME.RUN]] : command;
}

function outcomePart(data, entry, i) {
  const outcome = entry[OUTCOMES][i];
  const fate = fateOf(data, outcome);
  const cause = outcome ? data.causes[outcome[OUTCOME.CAUSE]][0] : 'not there';
  const [before, after] = outcome ? [textAt(data, outcome[OUTCOME.BEFORE]), textAt(data, outcome[OUTCOME.AFTER])] : [null, null];
  const blocks = before !== null || after !== null ? sqlBlocks(before, after) : null;
  const message = outcome ? textAt(data, outcome[OUTCOME.MESSAGE]) : null;
  return el('section', {class: 'part outcome'},
    el('h4', {}, el('span', {class: 'shape ' + FATES[fate].kind, 'aria-hidden': 'true'}, FATES[fate].sign),
      el('span', {dir: 'auto'}, visible(data.systems[i].name)), ' ', el('span', {class: 'relation-name'}, visible(cause)),
      outcome && outcome[OUTCOME.RUN] >= 0 && el('span', {class: 'relation-name'}, `, ${runsText(outcome)}`)),
    blocks && el('div', {class: 'sides'}, labelled('To the original', blocks[0]), labelled('To the changed', blocks[1])),
    message && shownText('p', {class: 'message'}, message),
    outcome && data.commands[i] && commandLine({command: runCommand(data, i, outcome)}, entry[CASE.ID]));
}

function outcomesView(data, entry) {
  const c = openCase({...data, types: [], variants: []}, Object.assign([...entry], {[CASE.CAUSE]: 0}));
  const titleId = 'case-title';
  return el('article', {class: 'case', 'aria-labelledby': titleId},
    el('header', {}, backLink('All cases'),
      el('h3', {id: titleId, tabindex: -1}, el('span', {dir: 'auto'}, visible(c.id)), ' ', el('span', {class: 'relation-name'}, visible(c.relationName || c.relation))),
      badges({...c, cause: data.patterns[data.patternOf.get(entry)], type: ''})),
    c.change && el('div', {class: 'diagnosis'}, el('p', {}, changeSentence(c))),
    questionPart(c), data.systems.map((s, i) => outcomePart(data, entry, i)), goldPart(c));
}
