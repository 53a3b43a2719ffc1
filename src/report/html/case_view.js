// case_view.js: one case in full.

function part(title, ...content) {
  return el('section', {class: 'part'}, el('h4', {class: 'part-title'}, title), content);
}

function labelled(label, content) {
  return el('div', {class: 'side'}, el('h5', {}, label), content);
}

function questionPart(c) {
  const {question: before} = c.before;
  const {question: after} = c.after;
  if (before === null && after === null) return null;
  if (before === after)
    return part('Question', shownText('blockquote', {}, before), el('p', {class: 'hint'}, 'The same in both: the schema changed.'));
  const long = (before || '').length > CLIP_AT || (after || '').length > CLIP_AT;
  if (before === null || after === null || long)
    return part('Question', el('div', {class: 'sides'},
      labelled('Original', shownText('blockquote', {}, before || '')), labelled('Changed', shownText('blockquote', {}, after || ''))));
  const [marked, changed] = markedTexts(before, after);
  return part('Question', el('div', {class: 'sides'},
    labelled('Original', el('blockquote', {dir: 'auto'}, marked)),
    labelled('Changed', el('blockquote', {dir: 'auto'}, changed))));
}

function schemaPart(data, c) {
  return c.variant && part('Schema', schemaView(data, c.variant));
}

function differenceTable(c) {
  const list = Array.isArray(c.differences) ? c.differences.filter((d) => d && typeof d === 'object') : [];
  if (list.length === 0) return null;
  const cell = (value) => shownText('td', {class: 'code'}, value == null ? '\u2013' : plainText(value));
  return el('div', {class: 'scroll'}, el('table', {class: 'differences'},
    el('caption', {class: 'hidden'}, 'Clauses that differ'),
    el('thead', {}, el('tr', {}, ['Clause', c.expected ? 'Expected' : 'Original', 'Changed'].map((name) => el('th', {scope: 'col'}, name)))),
    el('tbody', {}, list.map((d) => el('tr', {},
      el('th', {scope: 'row'}, visible(plainText(d.clause || '')), Number(d.depth) > 0 && el('small', {}, ` nested ${d.depth} deep`)),
      cell(d.before), cell(d.after))))));
}

function shownAnswer(sql) {
  return sql !== null && labelled('To the original', sqlBlocks(sql, sql)[0]);
}

function expectedLabel(c) {
  return c.byGold ? 'Expected, by the gold query' : c.changes ? 'Expected: the original answer, with the change'
    : 'Expected: the original answer, over the new columns';
}

// If the answer should change, the new answer is shown beside the expected one.
function answersPart(c) {
  if (c.before.sql === null && c.after.sql === null) return null;
  if (c.expected) {
    const [expected, said] = sqlBlocks(c.expected, c.after.sql);
    return part('Answers', shownAnswer(c.before.sql), el('div', {class: 'sides'}, labelled(expectedLabel(c), expected), labelled('To the changed', said)),
      differenceTable(c));
  }
  const [before, after] = sqlBlocks(c.before.sql, c.after.sql);
  return part('Answers', el('div', {class: 'sides'}, labelled('To the original', before), labelled('To the changed', after)),
    differenceTable(c));
}

function resultsPart(c) {
  if (!c.before.rows && !c.after.rows) return null;
  return part('Results', el('div', {class: 'sides'},
    labelled(c.expected ? 'Expected' : 'Of the original', resultView(c.before)), labelled('Of the changed', resultView(c.after))));
}

function goldPart(c) {
  if (c.before.gold === null && c.after.gold === null) return null;
  const [before, after] = sqlBlocks(c.before.gold, c.after.gold);
  const same = c.before.gold === c.after.gold;
  return el('details', {class: 'part'}, el('summary', {}, 'Gold query'),
    same ? before : el('div', {class: 'sides'}, labelled('Original', before), labelled('Changed', after)));
}

// If the clipboard cannot be written, the text is selected for the reader to copy.
async function copyText(code, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    getSelection().selectAllChildren(code);
    done = document.execCommand('copy');
  }
  button.textContent = done ? 'Copied' : 'Press Ctrl+C';
  setTimeout(() => { button.textContent = 'Copy'; }, 2000);
}

function commandLine(data, id) {
  const code = el('code', {}, commandOf(data, id));
  const button = el('button', {type: 'button', 'aria-live': 'polite', onclick: () => copyText(code, button)}, 'Copy');
  return el('div', {class: 'command'}, code, button);
}

function badges(c) {
  const facts = [['cause', c.cause], ['kind', c.type], ['hardness', c.hardness], ['database', c.database]];
  return el('dl', {class: 'badges'}, facts.filter(([, value]) => value).map(([name, value]) =>
    el('div', {class: 'badge ' + name}, el('dt', {class: 'hidden'}, name), el('dd', {dir: 'auto'}, visible(value)))));
}

// Shown if list and case are not side by side.
function backLink(text) {
  return el('a', {class: 'back', href: '#errors', 'data-close': true}, '\u2190 ', text);
}

function caseView(data, c) {
  const titleId = 'case-title';
  return el('article', {class: 'case', 'aria-labelledby': titleId},
    el('header', {}, backLink('All errors'),
      el('h3', {id: titleId, tabindex: -1}, el('span', {dir: 'auto'}, visible(c.id)), ' ',
        el('span', {class: 'relation-name'}, visible(c.relationName || c.relation))),
      badges(c)),
    el('div', {class: 'diagnosis'}, diagnosis(c, data.by)),
    !c.detailed && el('p', {class: 'notice'}, 'The texts of this case are left out to keep the page small. The command below shows them.'),
    questionPart(c), schemaPart(data, c), answersPart(c), resultsPart(c), goldPart(c),
    data.command && part('Reproduce', commandLine(data, c.id)));
}

// For the address of a case that is not an error, or of another run.
function absentView(data, id) {
  return el('article', {class: 'case'},
    el('header', {}, backLink('All'), el('h3', {id: 'case-title', tabindex: -1, dir: 'auto'}, visible(id))),
    el('p', {class: 'notice'}, ABSENT),
    data.command && part('Look it up', commandLine(data, id)));
}
