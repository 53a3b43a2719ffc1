// case_list.js: the errors, or wrong seeds, that match the filters, page by page.

const PAGE_SIZE = 25;
const LIST_CLIP = 160;

function listItem(data, c, place, current, address) {
  const seed = data.seeds[c[CASE.SEED]];
  const question = textAt(data, c[CASE.QUESTION] ?? -1) || textAt(data, seed[SEED.QUESTION]) || '';
  const facts = [kindOf(data, c), seed[SEED.HARDNESS] >= 0 && data.hardness[seed[SEED.HARDNESS]],
    seed[SEED.DATABASE] >= 0 && data.databases[seed[SEED.DATABASE]]];
  return el('li', {}, el('a', {href: address(c[CASE.ID]), 'aria-current': current && 'true', 'data-place': place},
    el('span', {class: 'item-head'}, el('b', {dir: 'auto'}, visible(c[CASE.ID]))),
    el('span', {class: 'item-question', dir: 'auto'}, visible(question.length > LIST_CLIP ? question.slice(0, LIST_CLIP) + '\u2026' : question)),
    el('span', {class: 'item-facts', dir: 'auto'}, visible(facts.filter(Boolean).join(' \u00b7 ')))));
}

function drawList(data, shelf, matches, page, current, address) {
  const first = page * PAGE_SIZE;
  const list = byId('case-list');
  const entries = shelf.entries(data);
  fill(list, matches.slice(first, first + PAGE_SIZE).map((place) => listItem(data, entries[place], place, place === current, address)));
  list.start = first + 1;
  const total = plural(entries.length, shelf.one, shelf.many);
  byId('errors-title').textContent = shelf.title;
  byId('matches').textContent = matches.length === entries.length ? total : `${count(matches.length)} of ${total}`;
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
