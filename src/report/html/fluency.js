// fluency.js: the cumulative distributions of fluency, of original and changed questions; only if they were rated.

const PLOT = {width: 640, height: 300, left: 44, right: 12, top: 10, bottom: 34};

// The name space comes from the empty plot: the page contains no address, not even this one.
function svgEl(tag, attributes, ...children) {
  const node = document.createElementNS(byId('fluency-plot').namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  append(node, children);
  return node;
}

// About five steps of a scale between two values, at round numbers.
function scaleSteps(from, to) {
  const rough = (to - from) / 5 || 0.01;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * unit).find((s) => s >= rough);
  const steps = [];
  for (let i = Math.ceil(from / step); i * step <= to + 1e-9; i++) steps.push(i * step);
  return steps;
}

function drawPlot(fluency) {
  const series = [fluency.original, fluency.generated];
  const least = Math.min(...series.map((s) => s[0]));
  const most = Math.max(...series.map((s) => s[100]), least + 1e-6);
  const x = (value) => PLOT.left + (PLOT.width - PLOT.left - PLOT.right) * (value - least) / (most - least);
  const y = (share) => PLOT.top + (PLOT.height - PLOT.top - PLOT.bottom) * (1 - share / 100);
  const line = (values, name) => svgEl('polyline', {class: `line ${name}`, points: values.map((v, i) => `${x(v).toFixed(1)},${y(i).toFixed(1)}`).join(' ')});
  const plot = byId('fluency-plot');
  plot.setAttribute('viewBox', `0 0 ${PLOT.width} ${PLOT.height}`);
  fill(plot,
    [0, 25, 50, 75, 100].map((share) => [
      svgEl('line', {class: 'grid', x1: PLOT.left, x2: PLOT.width - PLOT.right, y1: y(share), y2: y(share)}),
      svgEl('text', {class: 'tick', x: PLOT.left - 6, y: y(share) + 4, 'text-anchor': 'end'}, `${share}%`)]),
    scaleSteps(least, most).map((value) => svgEl('text', {class: 'tick', x: x(value), y: PLOT.height - PLOT.bottom + 18, 'text-anchor': 'middle'}, Number(value.toFixed(4)))),
    line(fluency.original, 'original'), line(fluency.generated, 'generated'));
}

const FLUENCY_SHARES = [5, 10, 25, 50, 75, 90, 95];

function fluencyTable(fluency) {
  const row = (title, name) => el('tr', {}, el('th', {scope: 'row'}, el('span', {class: `key ${name}`, 'aria-hidden': 'true'}), ' ', title),
    FLUENCY_SHARES.map((share) => el('td', {class: 'number'}, fluency[name][share].toFixed(3))));
  return el('table', {},
    el('thead', {}, el('tr', {}, el('td', {}), FLUENCY_SHARES.map((share) => el('th', {scope: 'col'}, `${share}%`)))),
    el('tbody', {}, row('originals', 'original'), row('changed questions', 'generated')));
}

function drawFluency(data) {
  byId('fluency').hidden = byId('fluency-link').hidden = !data.fluency;
  if (!data.fluency) return;
  fill(byId('fluency-hint'), `Share of questions that are less fluent, of ${plural(data.fluency.cases, 'changed question')} and their originals.`);
  drawPlot(data.fluency);
  fill(byId('fluency-table'), fluencyTable(data.fluency));
}
