// dom.js: elements made of names, attributes and text. Data only ever becomes a text node.

// el('p', {class: 'x', onclick: f}, 'text', element, [more]): false and null children are left out.
function el(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name.startsWith('--')) node.style.setProperty(name, value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === false || child == null || child === '') continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

function byId(id) {
  return document.getElementById(id);
}

// Invisible characters, and those that change the direction of text, as visible ones.
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g,
    (c) => c < ' ' ? String.fromCharCode(0x2400 + c.charCodeAt(0))
      : '\u2039U+' + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') + '\u203a');
}

const CLIP_AT = 1500;

// The text in an element with its own direction; a long text is cut until the reader asks for the rest.
function shownText(tag, attributes, text) {
  const node = el(tag, {dir: 'auto', ...attributes});
  if (text.length <= CLIP_AT) {
    append(node, [visible(text)]);
    return node;
  }
  const more = el('button', {type: 'button', class: 'quiet', onclick: () => fill(node, visible(text))},
    `Show all ${count(text.length)} characters`);
  append(node, [visible(text.slice(0, CLIP_AT)), '\u2026 ', more]);
  return node;
}

// Figures

function count(n) {
  return n.toLocaleString('en');
}

function plural(n, one, many) {
  return `${count(n)} ${n === 1 ? one : many || one + 's'}`;
}

function percent(part, whole) {
  if (!whole) return '\u2013';
  const share = 100 * part / whole;
  return (share > 0 && share < 0.05 ? '<0.1' : share < 100 && share > 99.95 ? '>99.9' : share.toFixed(1)) + '%';
}

function duration(ms) {
  if (ms < 0.01) return '<0.01 ms';
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : ms >= 10 ? `${Math.round(ms)} ms` : `${Number(ms.toPrecision(2))} ms`;
}

// Time and tokens of the answers; '' if unknown.
function latencyText(effort) {
  const [half, most] = effort.within;
  return half ? `p50 ${duration(half.ms)}, p95 ${duration(most.ms)}` : '';
}

function tokensText(effort) {
  const thought = effort.reasoning_tokens ? `, ${count(effort.reasoning_tokens)} of these to reason` : '';
  return effort.counted ? `${count(effort.prompt_tokens)} in prompts, ${count(effort.completion_tokens)} in answers${thought}` : '';
}
