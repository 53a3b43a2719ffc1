// sql_view.js: two queries side by side, one clause per line, with differences marked.

const SQL_LONGEST = 20000;
const DEEPEST = 8; // indented levels of brackets
const SQL_TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\s+|[\p{L}\p{N}_$.]+|<>|!=|<=|>=|==|\|\||[^\s]/gu;
const CLAUSES = new Set(['select', 'from', 'where', 'group', 'having', 'order', 'limit', 'union', 'intersect', 'except']);
const JOINS = new Set(['join', 'left', 'inner', 'cross', 'natural']);
const WORDS = new Set([...CLAUSES, ...JOINS, 'by', 'on', 'as', 'and', 'or', 'not', 'in', 'between', 'like', 'is', 'null',
  'distinct', 'asc', 'desc', 'count', 'sum', 'avg', 'min', 'max', 'all', 'exists', 'case', 'when', 'then', 'else', 'end',
  'offset', 'outer', 'cast', 'with']);

// {text, same}: `same` is compared.
function sqlTokens(sql) {
  const texts = (sql.match(SQL_TOKEN) || []).filter((t) => !/^\s/.test(t));
  return texts.map((text) => ({text, same: /^['"`]/.test(text) ? text : text.toLowerCase()}));
}

function beginsLine(tokens, i) {
  const word = tokens[i].same;
  if (CLAUSES.has(word)) return true;
  return JOINS.has(word) && !(i > 0 && JOINS.has(tokens[i - 1].same));
}

// Lines of token places, each with the depth of its brackets.
function sqlLines(tokens) {
  const lines = [];
  let depth = 0;
  tokens.forEach((token, i) => {
    if (token.text === ')') depth = Math.max(0, depth - 1);
    if (i === 0 || beginsLine(tokens, i))
      lines.push({depth: Math.min(depth, DEEPEST) + (JOINS.has(token.same) ? 0.5 : 0), places: []});
    lines[lines.length - 1].places.push(i);
    if (token.text === '(') depth++;
  });
  return lines;
}

function needsSpace(before, text) {
  if (before === null || before === '(' || [')', ',', ';'].includes(text)) return false;
  return !(text === '(' && /^(count|sum|avg|min|max|cast)$/i.test(before));
}

// The parts of one line: runs of tokens that are common or not.
function sqlLine(tokens, common, line, tag) {
  const parts = [];
  line.places.forEach((place, i) => {
    const before = i > 0 ? tokens[line.places[i - 1]].text : null;
    const space = needsSpace(before, tokens[place].text) ? ' ' : '';
    const last = parts[parts.length - 1];
    const word = el(WORDS.has(tokens[place].same) ? 'b' : 'span', {}, visible(tokens[place].text));
    if (last && last.common === common[place]) last.nodes.push(space, word);
    else parts.push({common: common[place], space, nodes: [word]});
  });
  return parts.map((part) => [part.space, part.common ? part.nodes : el(tag, {}, part.nodes)]);
}

function sqlBlock(tokens, common, tag) {
  return el('div', {class: 'sql', dir: 'ltr'}, sqlLines(tokens).map((line) => {
    const differs = line.places.some((place) => !common[place]);
    return el('div', {class: differs ? 'line differs' : 'line', '--depth': line.depth},
      el('span', {class: 'gutter', 'aria-hidden': 'true'}, differs ? '\u2260' : ''),
      el('code', {}, sqlLine(tokens, common, line, tag)));
  }));
}

function sqlPlain(sql) {
  return sql === null ? el('p', {class: 'nothing'}, 'No SQL.') : shownText('pre', {class: 'sql'}, sql);
}

// A semicolon at the end is not a difference.
function markEnd(tokens, common) {
  for (let i = tokens.length - 1; i >= 0 && tokens[i].text === ';'; i--) common[i] = true;
}

// The two blocks.
function sqlBlocks(before, after) {
  if (before === null || after === null || before.length > SQL_LONGEST || after.length > SQL_LONGEST)
    return [sqlPlain(before), sqlPlain(after)];
  const a = sqlTokens(before);
  const b = sqlTokens(after);
  const [inA, inB] = commonTokens(a.map((t) => t.same), b.map((t) => t.same));
  markEnd(a, inA);
  markEnd(b, inB);
  return [sqlBlock(a, inA, 'del'), sqlBlock(b, inB, 'ins')];
}
