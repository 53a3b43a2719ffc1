// search.js: the search box.
//
// An id finds only what it names: a case (12-PI-3), the cases of a seed (12, seed-12) or the cases of a seed by one
// relation (12-PI). Other text is split into words: each must be in a question, an answer, a message, an id or the
// database's name.

function hasSeed(data, number) {
  return data.numbers.some(([first, last]) => first <= number && number <= last);
}

function namesSeed(word) {
  const match = /^(?:seed-)?(\d+)$/.exec(word);
  return match ? Number(match[1]) : null;
}

function idFits(data, entry, word) {
  const id = entry[CASE.ID].toLowerCase();
  return id === word || id.startsWith(word + '-') || namesSeed(word) === data.seeds[entry[CASE.SEED]][SEED.NUMBER];
}

// Is it an id? Only the cases on the page are known.
function isId(data, word) {
  const seed = namesSeed(word);
  if (seed !== null) return hasSeed(data, seed);
  return /\d/.test(word) && data.cases.some((entry) => idFits(data, entry, word));
}

// Texts are shared by many cases, so each is searched once.
function searchTexts(data, word) {
  if (!data.lowered) data.lowered = data.texts.map((text) => text.toLowerCase());
  return Uint8Array.from(data.lowered, (text) => text.includes(word) ? 1 : 0);
}

const SEARCHED_OF_CASE = [CASE.QUESTION, CASE.SQL, CASE.MESSAGE, CASE.CHANGE];
const SEARCHED_OF_SEED = [SEED.QUESTION, SEED.SQL];

// A part of an id counts as a word, but 12 is not a part of 112.
function hasWord(data, entry, word, found) {
  const seed = data.seeds[entry[CASE.SEED]];
  const inId = /^(?:seed-)?\d/.test(word) ? idFits(data, entry, word) : entry[CASE.ID].toLowerCase().includes(word);
  return inId || (seed[SEED.DATABASE] >= 0 && data.databases[seed[SEED.DATABASE]].toLowerCase().includes(word)) ||
    SEARCHED_OF_CASE.some((field) => entry[field] >= 0 && found[entry[field]]) ||
    SEARCHED_OF_SEED.some((field) => seed[field] >= 0 && found[seed[field]]);
}

// A function that says whether an entry is found. The last one is cached: a search is applied to several lists.
function searchFor(data, text) {
  if (!data.search || data.search.text !== text) data.search = {text, finds: finder(data, text)};
  return data.search.finds;
}

function finder(data, text) {
  const words = (text || '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 1 && isId(data, words[0])) return (entry) => idFits(data, entry, words[0]);
  const wanted = words.map((word) => ({word, texts: searchTexts(data, word)}));
  return (entry) => wanted.every(({word, texts}) => hasWord(data, entry, word, texts));
}
