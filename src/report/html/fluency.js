// fluency.js: the cumulative distributions of fluency, of original and changed questions; only where they were rated.

const PLOT = {width: 640, height: 300, left: 44, right: 12, top: 10, bottom: 34};

function svgEl(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  append(node, children);
  return node;
}

// Steps of a scale between two values: five or so, at round numbers.
function scaleSteps(from, to) {
  const rough = (to - from) / 5 || 0.01;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * unit).find((s) => s >= rough);
  const steps = [];
  for (let i = Math.ceil(from / step); i * step <= to + 1e-9; i++) steps.push(i * step);
  return steps;
}

function fluencyPlot(fluency) {
  const series = [fluency.original, fluency.generated];
  const least = Math.min(...series.map((s) => s[0]));
  const most = Math.max(...series.map((s) => s[100]), least + 1e-6);
  const x = (value) => PLOT.left + (PLOT.width - PLOT.left - PLOT.right) * (value - least) / (most - least);
  const y = (share) => PLOT.top + (PLOT.height - PLOT.top - PLOT.bottom) * (1 - share / 100);
  const line = (values, name) => svgEl('polyline', {class: `line ${name}`, points: values.map((v, i) => `${x(v).toFixed(1)},${y(i).toFixed(1)}`).join(' ')});
  return svgEl('svg', {class: 'plot', viewBox: `0 0 ${PLOT.width} ${PLOT.height}`, role: 'img', 'aria-label': 'Share of questions that are less fluent, for originals and changed questions'},
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
  return el('div', {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': 'Fluency that a share of the questions does not reach'}, el('table', {},
    el('thead', {}, el('tr', {}, el('td', {}), FLUENCY_SHARES.map((share) => el('th', {scope: 'col'}, `${share}%`)))),
    el('tbody', {}, row('originals', 'original'), row('changed questions', 'generated'))));
}

function drawFluency(data) {
  byId('fluency').hidden = byId('fluency-link').hidden = !data.fluency;
  if (!data.fluency) return;
  fill(byId('fluency-body'), el('figure', {class: 'chart fluency'},
    el('figcaption', {}, el('p', {class: 'hint'}, `Share of questions that are less fluent, of ${plural(data.fluency.cases, 'changed question')} and their originals.`)),
    fluencyPlot(data.fluency), fluencyTable(data.fluency)));
}
