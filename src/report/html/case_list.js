// case_list.js: the errors that match the filters, page by page.

const PAGE_SIZE = 25;
const LIST_CLIP = 160;

// Search: each word must be in the id, a question, an answer, a message or the database's name. Texts are
// shared by many cases, so each is looked at once.
function searchTexts(data, word) {
  if (!data.lowered) data.lowered = data.texts.map((text) => text.toLowerCase());
  return Uint8Array.from(data.lowered, (text) => text.includes(word) ? 1 : 0);
}

const SEARCHED_OF_CASE = [CASE.QUESTION, CASE.SQL, CASE.MESSAGE, CASE.CHANGE];
const SEARCHED_OF_SEED = [SEED.QUESTION, SEED.SQL];

function hasWord(data, entry, word, found) {
  const seed = data.seeds[entry[CASE.SEED]];
  return entry[CASE.ID].toLowerCase().includes(word) ||
    (seed[SEED.DATABASE] >= 0 && data.databases[seed[SEED.DATABASE]].toLowerCase().includes(word)) ||
    SEARCHED_OF_CASE.some((field) => entry[field] >= 0 && found[entry[field]]) ||
    SEARCHED_OF_SEED.some((field) => seed[field] >= 0 && found[seed[field]]);
}

// Places of the cases that match `filters`: facet keys, and `q`.
function matchingCases(data, filters) {
  const wanted = FACETS.filter((facet) => filters[facet.key])
    .map((facet) => ({facet, number: facetNumber(data, facet, filters[facet.key])}));
  const found = (filters.q || '').toLowerCase().split(/\s+/).filter(Boolean)
    .map((word) => ({word, texts: searchTexts(data, word)}));
  const out = [];
  data.cases.forEach((entry, place) => {
    if (wanted.every(({facet, number}) => facetNumbers(data, facet, entry).includes(number)) &&
        found.every(({word, texts}) => hasWord(data, entry, word, texts))) out.push(place);
  });
  return out;
}

// Filters

function facetSelect(data, facet, onChange) {
  const counts = facetCounts(data, facet);
  const numbers = [...counts.keys()].sort((a, b) => (a < 0) - (b < 0) || a - b);
  if (facet.key === 'database') numbers.sort((a, b) => (a < 0) - (b < 0) || (data.databases[a] < data.databases[b] ? -1 : 1));
  return el('label', {}, el('span', {}, facet.label),
    el('select', {name: facet.key, onchange: onChange, disabled: numbers.length === 0},
      el('option', {value: ''}, 'All'),
      numbers.map((number) => el('option', {value: facetName(data, facet, number)},
        `${visible(number >= 0 && facet.shown ? facet.shown(data, number) : facetName(data, facet, number))} (${count(counts.get(number))})`))));
}

function drawFilters(data, onChange) {
  const form = byId('filters');
  fill(form,
    el('label', {class: 'search'}, el('span', {}, 'Search'),
      el('input', {type: 'search', name: 'q', placeholder: 'Words of a question, a query, an id', autocomplete: 'off',
        spellcheck: 'false', 'aria-keyshortcuts': '/', oninput: onChange})),
    FACETS.map((facet) => facetSelect(data, facet, onChange)),
    el('button', {type: 'reset', class: 'quiet', onclick: () => setTimeout(onChange)}, 'Clear'));
  form.addEventListener('submit', (event) => event.preventDefault());
}

function readFilters() {
  const filters = {};
  for (const field of byId('filters').elements)
    if (field.name && field.value.trim()) filters[field.name] = field.value;
  return filters;
}

function showFilters(filters) {
  for (const field of byId('filters').elements)
    if (field.name && field !== document.activeElement) field.value = filters[field.name] || '';
}

// The list

function listItem(data, place, current, address) {
  const c = data.cases[place];
  const seed = data.seeds[c[CASE.SEED]];
  const question = textAt(data, c[CASE.QUESTION] ?? -1) || textAt(data, seed[SEED.QUESTION]) || '';
  const facts = [c[CASE.TYPE] >= 0 ? data.types[c[CASE.TYPE]] : data.causes[c[CASE.CAUSE]][0],
    seed[SEED.HARDNESS] >= 0 && data.hardness[seed[SEED.HARDNESS]], seed[SEED.DATABASE] >= 0 && data.databases[seed[SEED.DATABASE]]];
  return el('li', {}, el('a', {href: address(c[CASE.ID]), 'aria-current': current && 'true', 'data-place': place},
    el('span', {class: 'item-head'}, el('b', {dir: 'auto'}, visible(c[CASE.ID]))),
    el('span', {class: 'item-question', dir: 'auto'}, visible(question.length > LIST_CLIP ? question.slice(0, LIST_CLIP) + '\u2026' : question)),
    el('span', {class: 'item-facts', dir: 'auto'}, visible(facts.filter(Boolean).join(' \u00b7 ')))));
}

function drawList(data, matches, page, current, address) {
  const first = page * PAGE_SIZE;
  const list = byId('case-list');
  fill(list, matches.slice(first, first + PAGE_SIZE).map((place) => listItem(data, place, place === current, address)));
  list.start = first + 1;
  const total = data.cases.length;
  byId('matches').textContent = matches.length === total ? plural(total, 'error') : `${count(matches.length)} of ${plural(total, 'error')}`;
}

function pageCount(matches) {
  return Math.max(1, Math.ceil(matches.length / PAGE_SIZE));
}

function drawPager(matches, page, onPage) {
  const pages = pageCount(matches);
  const step = (label, to, disabled) => el('button', {type: 'button', disabled, onclick: () => onPage(to)}, label);
  fill(byId('pager'), pages > 1 && [step('\u2190 Previous', page - 1, page === 0),
    el('span', {}, `Page ${count(page + 1)} of ${count(pages)}`), step('Next \u2192', page + 1, page === pages - 1)]);
}
