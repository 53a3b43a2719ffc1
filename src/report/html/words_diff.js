// words_diff.js: which words of two texts differ, by the rules of word_diff.c, so that page and terminal agree.

const DIFF_MOST = 4e6; // cells of the table; with more, everything between the common ends counts as different
const WORD_WEIGHT = 8;
const SIGN_WEIGHT = 2;
const RUN_BONUS = 1;

// Classes of characters, as in word_diff.c. In a script without blanks, every character is a word.
const BLANK = ' \\t-\\r\\u00a0\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const WORD = '0-9A-Za-z_\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u1fff\\u2c00-\\u2dff\\ua000-\\uf8ff\\ufb00-\\ufe0f' +
  '\\ufe70-\\ufefe\\uff10-\\uff19\\uff21-\\uff3a\\uff41-\\uff5a\\uff66-\\uffdf\\u{10000}-\\u{1efff}';
const UNSPACED = '\\u3040-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{10ffff}';
const TOKEN = new RegExp(`[${BLANK}]+|[${WORD}](?:[${WORD}]|['\\u2019](?=[${WORD}])|(?<=[0-9])[.,](?=[0-9]))*|[^]`, 'gu');
const IS_BLANK = new RegExp(`^[${BLANK}]`, 'u');
const HAS_WORD = new RegExp(`[${WORD}${UNSPACED}]`, 'u');

// Words and signs: {text, same, blank}, with the blanks before each.
function textTokens(text) {
  const tokens = [];
  let blank = '';
  for (const part of text.match(TOKEN) || []) {
    if (IS_BLANK.test(part)) {
      blank = part;
      continue;
    }
    tokens.push({text: part, same: part.toLowerCase(), blank});
    blank = '';
  }
  return tokens;
}

// Two arrays of booleans: is the token in the largest common part of both?
function commonTokens(a, b) {
  const inA = new Array(a.length).fill(false);
  const inB = new Array(b.length).fill(false);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) inA[start] = inB[start++] = true;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) inA[--endA] = inB[--endB] = true;
  if ((endA - start) * (endB - start) <= DIFF_MOST)
    markCommon(a.slice(start, endA), b.slice(start, endB), start, inA, inB);
  return [inA, inB];
}

// The largest weight that both can have in common from two places on: `plain` after anything, `afterPair` after a pair of
// equal tokens, which gets a small bonus, so that differences are marked in few pieces.
function commonValues(a, b) {
  const width = b.length + 1;
  const plain = new Uint32Array((a.length + 1) * width);
  const afterPair = new Uint32Array((a.length + 1) * width);
  const weights = a.map((token) => HAS_WORD.test(token) ? WORD_WEIGHT : SIGN_WEIGHT);
  const pair = (i, k) => afterPair[(i + 1) * width + k + 1] + weights[i];
  const skipped = (i, k) => Math.max(plain[(i + 1) * width + k], plain[i * width + k + 1]);
  for (let i = a.length - 1; i >= 0; i--)
    for (let k = b.length - 1; k >= 0; k--) {
      const at = i * width + k;
      plain[at] = afterPair[at] = skipped(i, k);
      if (a[i] !== b[k]) continue;
      plain[at] = Math.max(pair(i, k), plain[at]);
      afterPair[at] = Math.max(pair(i, k) + RUN_BONUS, afterPair[at]);
    }
  return {width, plain, pair, skipped};
}

function markCommon(a, b, start, inA, inB) {
  const {width, plain, pair, skipped} = commonValues(a, b);
  let follows = start > 0;
  for (let i = 0, k = 0; i < a.length && k < b.length;) {
    follows = a[i] === b[k] && pair(i, k) + (follows ? RUN_BONUS : 0) >= skipped(i, k);
    if (follows) inA[start + i++] = inB[start + k++] = true;
    else if (plain[(i + 1) * width + k] >= plain[i * width + k + 1]) i++;
    else k++;
  }
}

// Text nodes, and one element of `tag` around each run that is not common, with the blanks within it.
function markedTokens(tokens, common, tag) {
  const out = [];
  for (let i = 0; i < tokens.length;) {
    let end = i;
    while (end < tokens.length && common[end] === common[i]) end++;
    const text = visible(tokens.slice(i, end).map((token, k) => (k ? token.blank : '') + token.text).join(''));
    out.push(tokens[i].blank, common[i] ? text : el(tag, {}, text));
    i = end;
  }
  return out;
}

// Both texts with the differences marked; upper and lower case are the same.
function markedTexts(before, after) {
  const a = textTokens(before);
  const b = textTokens(after);
  const [inA, inB] = commonTokens(a.map((t) => t.same), b.map((t) => t.same));
  return [markedTokens(a, inA, 'del'), markedTokens(b, inB, 'ins')];
}
