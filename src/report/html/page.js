// page.js: the state of the page, its address and its keys.
//
// The address holds the whole state: #case=0-PI-3&relation=PI&q=words&page=2. So a link shows what its sender saw, and
// Back goes where the reader was.

const WIDE = matchMedia('(min-width: 64rem)');

const KEYS = [
  ['j', 'next case'], ['k', 'previous case'], ['/', 'search'], ['Escape', 'leave the search, or close the case'], ['?', 'this help'],
];

// {data, filters, page, caseId, shelf, matches, current}
const state = {};

// Address

function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const filters = {};
  for (const key of ['q', 'show', ...FACETS.map((facet) => facet.key)])
    if (parameters.get(key)) filters[key] = parameters.get(key);
  const page = parseInt(parameters.get('page'), 10);
  const caseId = parameters.get('case') || '';
  if (state.data.wrong.some((entry) => entry[CASE.ID] === caseId)) filters.show = 'seeds';
  if (!filters.show && hasSeedsOnly(state.data)) filters.show = 'seeds';
  return {filters, caseId, page: page > 0 ? page - 1 : null};
}

function addressOf(caseId, page) {
  const parameters = new URLSearchParams();
  if (caseId) parameters.set('case', caseId);
  for (const [key, value] of Object.entries(state.filters)) parameters.set(key, value);
  if (page > 0) parameters.set('page', page + 1);
  const text = parameters.toString();
  return text ? '#' + text : '#errors';
}

function caseAddress(id) {
  return addressOf(id, state.page);
}

function setAddress(caseId, page, push) {
  const address = addressOf(caseId, page);
  if (address === location.hash) return;
  if (push) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

// Drawing

function pageOf(place) {
  const at = state.matches.indexOf(place);
  return at < 0 ? null : Math.floor(at / PAGE_SIZE);
}

function entries() {
  return state.shelf.entries(state.data);
}

// The place in the list, or null.
function placeOf(id) {
  const place = entries().findIndex((entry) => entry[CASE.ID] === id);
  return place < 0 ? null : place;
}

// The case that is shown: the one asked for, or the first of the page if there is room.
function currentPlace() {
  if (state.caseId) return placeOf(state.caseId);
  return WIDE.matches && state.matches.length ? state.matches[state.page * PAGE_SIZE] : null;
}

function drawCase() {
  const pane = byId('case-pane');
  byId('panes').classList.toggle('has-case', Boolean(state.caseId));
  if (state.current !== null) fill(pane, entryView(state.data, entries()[state.current]));
  else if (state.caseId) fill(pane, absentView(state.data, state.caseId));
  else fill(pane, el('p', {class: 'nothing'}, state.matches.length ? `Choose ${state.shelf === SHELVES.seeds ? 'a seed' : 'a case'}.` : `No ${state.shelf.one} matches.`));
}

function draw() {
  const {matches, left} = applyFilters(state.data, state.filters);
  Object.assign(state, {matches, shelf: shelfOf(state.filters)});
  const wanted = state.caseId ? placeOf(state.caseId) : null;
  const last = pageCount(state.matches) - 1;
  state.page = Math.min(state.page ?? (wanted === null ? 0 : pageOf(wanted) ?? 0), last);
  state.current = currentPlace();
  showCounts(state.data, state.filters, left);
  drawList(state.data, state.shelf, state.matches, state.page, state.current, caseAddress);
  drawPager(state.matches, state.page, showPage);
  drawCase();
}

// What the reader does

function showPage(page) {
  Object.assign(state, {page, caseId: ''});
  setAddress('', page, true);
  draw();
  byId('case-list').scrollTop = 0;
  const first = byId('case-list').querySelector('a');
  if (first) first.focus({preventScroll: WIDE.matches});
}

function showCase(place) {
  const page = pageOf(place);
  Object.assign(state, {caseId: entries()[place][CASE.ID], page: page ?? state.page});
  setAddress(state.caseId, state.page, true);
  draw();
  focusCase();
}

function focusCase() {
  const link = byId('case-list').querySelector('[aria-current]');
  const target = WIDE.matches && link ? link : byId('case-title');
  if (!target) return;
  target.focus({preventScroll: true});
  if (byId('case-pane').getBoundingClientRect().top < 0) byId('case-pane').scrollIntoView();
  target.scrollIntoView({block: 'nearest'});
}

function stepCase(by) {
  const at = state.matches.indexOf(state.current);
  const next = at < 0 ? 0 : at + by;
  if (state.matches[next] !== undefined) showCase(state.matches[next]);
}

function closeCase() {
  const place = placeOf(state.caseId);
  state.caseId = '';
  setAddress('', state.page, true);
  draw();
  const link = byId('case-list').querySelector(`[data-place="${place}"]`);
  if (link) link.focus();
}

function filtersChanged() {
  Object.assign(state, {filters: readFilters(), page: 0, caseId: ''});
  setAddress('', 0, false);
  draw();
}

function followAddress() {
  if (location.hash && !location.hash.includes('=')) return; // a part of the page
  Object.assign(state, readAddress());
  showFilters(state.filters);
  draw();
  if (!location.hash) return;
  const place = byId('errors').getBoundingClientRect();
  if (place.top > innerHeight / 2 || place.bottom < 0) byId('errors').scrollIntoView();
  if (state.caseId) focusCase();
}

// Keys

function typing(target) {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}

function escape(event) {
  const search = byId('filters').elements.q;
  if (document.activeElement === search) {
    event.preventDefault();
    if (search.value) {
      search.value = '';
      filtersChanged();
    } else search.blur();
  } else if (state.caseId && !typing(event.target)) closeCase();
}

const ACTIONS = {
  'j': () => stepCase(1),
  'k': () => stepCase(-1),
  '/': () => {
    byId('filters').elements.q.focus();
    byId('filters').elements.q.select();
  },
  '?': () => byId('keys').showModal(),
};

function keyPressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) return;
  if (event.key === 'Escape') escape(event);
  else if (typing(event.target)) return;
  else if (ACTIONS[event.key]) {
    event.preventDefault();
    ACTIONS[event.key]();
  } else if (byId('case-list').contains(event.target) && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
    event.preventDefault();
    stepCase(event.key === 'ArrowDown' ? 1 : -1);
  }
}

function drawKeys() {
  const dialog = byId('keys');
  fill(dialog, el('h2', {id: 'keys-title'}, 'Keys'),
    el('dl', {}, KEYS.map(([key, what]) => el('div', {}, el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)))),
    el('button', {type: 'button', onclick: () => dialog.close()}, 'Close'));
  byId('keys-button').addEventListener('click', () => dialog.showModal());
}

function listen() {
  addEventListener('hashchange', followAddress);
  addEventListener('keydown', keyPressed);
  WIDE.addEventListener('change', draw);
  byId('case-pane').addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-close]')) {
      event.preventDefault();
      closeCase();
    }
  });
}

function startPage() {
  state.data = readData();
  drawHead(state.data);
  drawFilters(state.data, filtersChanged);
  drawKeys();
  Object.assign(state, readAddress());
  showFilters(state.filters);
  draw();
  listen();
  if (location.hash.includes('=')) {
    byId('errors').scrollIntoView();
    if (state.caseId) focusCase();
  }
}
