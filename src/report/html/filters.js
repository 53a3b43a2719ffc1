// filters.js: the form above the list, and the entries it leaves. The number beside an option says how many entries
// there would be with this option and the other filters as they are.

// {matches: places of the entries that fit, left: by key of a filter {all, of: counts by number}}.
function applyFilters(data, filters) {
  const entries = shelfOf(filters).entries(data);
  const seeds = entries === data.wrong;
  const facets = FACETS.filter((facet) => !(seeds && facet.ofErrors));
  const wanted = facets.filter((facet) => filters[facet.key])
    .map((facet) => ({facet, number: facetNumber(data, facet, filters[facet.key])}));
  const found = searchFor(data, filters.q);
  const left = new Map(FACETS.map((facet) => [facet.key, {all: 0, of: new Map()}]));
  const matches = [];
  const count = (facet, entry) => {
    const counts = left.get(facet.key);
    counts.all++;
    for (const number of facetNumbers(data, facet, entry)) addCount(counts.of, number);
  };
  entries.forEach((entry, place) => {
    if (!found(entry)) return;
    const missed = wanted.filter(({facet, number}) => !facetNumbers(data, facet, entry).includes(number));
    if (missed.length === 0) matches.push(place);
    if (missed.length === 0) facets.forEach((facet) => count(facet, entry));
    if (missed.length === 1) count(missed[0].facet, entry);
  });
  return {matches, left};
}

// The form

function facetOptions(data, facet) {
  const numbers = [...facetCounts(data, facet, [...data.cases, ...data.wrong]).keys()].sort((a, b) => (a < 0) - (b < 0) || a - b);
  if (facet.key === 'database') numbers.sort((a, b) => (a < 0) - (b < 0) || (data.databases[a] < data.databases[b] ? -1 : 1));
  return numbers;
}

function facetSelect(data, facet, onChange) {
  const numbers = facetOptions(data, facet);
  return el('label', {hidden: numbers.length === 0}, el('span', {}, facet.label),
    el('select', {name: facet.key, onchange: onChange},
      el('option', {value: ''}, 'All'),
      numbers.map((number) => el('option', {value: facetName(data, facet, number), 'data-number': number},
        visible(number >= 0 && facet.shown ? facet.shown(data, number) : facetName(data, facet, number))))));
}

function shelfSelect(data, onChange) {
  return data.wrong.length > 0 && el('label', {}, el('span', {}, 'Show'),
    el('select', {name: 'show', onchange: onChange}, Object.entries(SHELVES).map(([key, shelf]) =>
      el('option', {value: key === 'errors' ? '' : key}, shelf.title))));
}

function drawFilters(data, onChange) {
  const form = byId('filters');
  fill(form,
    el('label', {class: 'search'}, el('span', {}, 'Search'),
      el('input', {type: 'search', name: 'q', placeholder: 'Words of a question or a query; an id', autocomplete: 'off',
        spellcheck: 'false', 'aria-keyshortcuts': '/', oninput: onChange})),
    shelfSelect(data, onChange),
    FACETS.map((facet) => facetSelect(data, facet, onChange)),
    el('button', {type: 'reset', class: 'quiet', onclick: () => setTimeout(onChange)}, 'Clear'));
  for (const option of form.querySelectorAll('option')) option.dataset.label = option.textContent;
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

function labelOption(option, left) {
  option.textContent = `${option.dataset.label} (${count(left)})`;
  option.disabled = left === 0 && !option.selected;
}

// Filters that seeds do not have are hidden for them.
function showCounts(data, filters, left) {
  const fields = byId('filters').elements;
  for (const facet of FACETS) {
    const {all, of} = left.get(facet.key);
    const [any, ...options] = fields[facet.key].options;
    fields[facet.key].parentNode.hidden = options.length === 0 || (facet.ofErrors && shelfOf(filters) === SHELVES.seeds);
    any.textContent = `All (${count(all)})`;
    for (const option of options) labelOption(option, of.get(Number(option.dataset.number)) || 0);
  }
  if (!fields.show) return;
  for (const option of fields.show.options)
    labelOption(option, applyFilters(data, {...filters, show: option.value}).matches.length);
}
