// words_diff.js: which words of two texts differ.

const DIFF_MOST = 4e6; // cells of the table; beyond it all between the common ends counts as different

function words(text) {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s]/gu) || [];
}

// Two arrays of booleans: is the token in the longest common part of both?
function commonTokens(a, b) {
  const inA = new Array(a.length).fill(false);
  const inB = new Array(b.length).fill(false);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) inA[start] = inB[start++] = true;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) inA[--endA] = inB[--endB] = true;
  if ((endA - start) * (endB - start) <= DIFF_MOST) markCommon(a, b, start, endA, endB, inA, inB);
  return [inA, inB];
}

function markCommon(a, b, start, endA, endB, inA, inB) {
  const width = endB - start + 1;
  const longest = new Uint32Array((endA - start + 1) * width); // of the rest of both
  for (let i = endA - 1; i >= start; i--)
    for (let k = endB - 1; k >= start; k--) {
      const at = (i - start) * width + (k - start);
      longest[at] = a[i] === b[k] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  for (let i = start, k = start; i < endA && k < endB;) {
    const at = (i - start) * width + (k - start);
    if (a[i] === b[k]) inA[i++] = inB[k++] = true;
    else if (longest[at + width] >= longest[at + 1]) i++;
    else k++;
  }
}

// Space between two words that differ belongs to the difference.
function joinMarks(tokens, common) {
  return common.map((same, i) => same && !(/^\s+$/.test(tokens[i]) && i > 0 && i + 1 < tokens.length &&
    !common[i - 1] && !common[i + 1]));
}

// Text nodes, and one element of `tag` around each run that is not common.
function markedTokens(tokens, common, tag) {
  const out = [];
  for (let i = 0; i < tokens.length;) {
    let end = i;
    while (end < tokens.length && common[end] === common[i]) end++;
    const text = visible(tokens.slice(i, end).join(''));
    out.push(common[i] ? text : el(tag, {}, text));
    i = end;
  }
  return out;
}

// Both texts with what differs marked; a capital letter is no difference.
function markedTexts(before, after) {
  const a = words(before);
  const b = words(after);
  const [inA, inB] = commonTokens(a.map((w) => w.toLowerCase()), b.map((w) => w.toLowerCase()));
  return [markedTokens(a, joinMarks(a, inA), 'del'), markedTokens(b, joinMarks(b, inB), 'ins')];
}
