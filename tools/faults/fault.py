"""fault.py: the faults that can be planted in a source file, by kind, and a fair draw from them.

A fault is a few replacements of bytes. Each kind is one small mistake that people make.
"""
import random
import re
import subprocess
from collections import namedtuple

from .c_text import CText

SWAPS = {
    "boundary": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "equality": {"==": "!=", "!=": "=="},
    "logic": {"&&": "||", "||": "&&"},
    "arithmetic": {"+": "-", "-": "+", "+=": "-=", "-=": "+="},
    "constant": {"true": "false", "false": "true"},
}
NOT_CALLS = {"if", "while", "for", "switch", "return", "sizeof", "do", "assert", "else", "case"}

Edit = namedtuple("Edit", "start end text")


class Fault:
    """`path` is relative to the tree. The id is the same as long as the file is."""

    def __init__(self, path, source, kind, edits):
        self.path, self.kind = path, kind
        self.edits = sorted(edits)
        self.source = source
        place = self.edits[0].start
        self.line, column = source.line(place), source.column(place)
        self.id = f"{path}:{self.line}:{column}:{kind}"

    def planted(self):
        text = self.source.text
        for start, end, new in reversed(self.edits):
            text = text[:start] + new + text[end:]
        return text

    def diff(self):
        old, new = self.source.text.splitlines(), self.planted().splitlines()
        first, last = self.line - 1, self.source.line(self.edits[-1].end)
        rest = len(old) - last
        return ["-" + line for line in old[first:last]] + ["+" + line for line in new[first:len(new) - rest]]


def _wrapped(source, first, last, before):
    """Edits that put tokens first to last (included) in brackets, after `before`."""
    start, end = source.tokens[first].start, source.tokens[last].end
    return [Edit(start, start, before + "("), Edit(end, end, ")")]


def _conditions(source):
    """(key word, first token, last token) of every condition."""
    for i, token in enumerate(source.tokens):
        if token.text not in ("if", "while", "for") or i + 1 not in source.mate:
            continue
        first, last = i + 2, source.mate[i + 1] - 1
        if token.text == "for":
            inside = range(first, last + 1)
            ends = [k for k in inside if source.is_at(k, ";") and _depth_between(source, first, k) == 0]
            if len(ends) != 2:
                continue
            first, last = ends[0] + 1, ends[1] - 1
        if first <= last:
            yield token.text, first, last


def _depth_between(source, first, k):
    return sum(1 if source.tokens[i].text in "([{" else -1 if source.tokens[i].text in ")]}" else 0
               for i in range(first, k))


def _negated(source):
    for _, first, last in _conditions(source):
        yield _wrapped(source, first, last, "!")


def _skipped(source):
    for word, first, last in _conditions(source):
        if word == "if":
            yield _wrapped(source, first, last, "0 && ")


def _starts_statement(source, i):
    if source.is_at(i - 1, ";", "{", "}", "else", ":"):
        return True
    if not source.is_at(i - 1, ")"):
        return False
    head = source.mate.get(i - 1, 0) - 1
    return source.is_at(head, "if", "while", "for")


def _dropped(source):
    """Calls that are whole statements."""
    for i, token in enumerate(source.tokens):
        if not token.in_function or token.kind != "name" or token.text in NOT_CALLS:
            continue
        if not _starts_statement(source, i):
            continue
        k = i + 1
        while source.is_at(k, ".", "->"):
            k += 2
        close = source.mate.get(k) if source.is_at(k, "(") else None
        if close and source.is_at(close + 1, ";"):
            yield [Edit(token.start, source.tokens[close].end, "")]


def _is_binary(source, i):
    before = source.tokens[i - 1]
    return i > 0 and (before.kind in ("number", "name") or before.text in (")", "]")) and \
        before.text not in ("return", "case")


def _swapped(kind):
    def edits(source):
        for i, token in enumerate(source.tokens):
            new = SWAPS[kind].get(token.text)
            if new and token.kind != "string" and (kind != "arithmetic" or _is_binary(source, i)):
                yield [Edit(token.start, token.end, new)]
    return edits


def _other_number(text):
    digits = re.match(r"0[xX][0-9a-fA-F]+|\d+", text).group()
    suffix = text[len(digits):]
    if suffix.strip("uUlL"):
        return f"({text} + 1)"  # with a fraction
    value = int(digits, 8 if digits.isdigit() and digits[0] == "0" else 0)
    return ("0" if value == 1 else str(value + 1)) + suffix


def _constants(source):
    yield from _swapped("constant")(source)
    for i, token in enumerate(source.tokens):
        # `{0}` is a way to write "empty".
        if token.kind == "number" and not (source.is_at(i - 1, "{") and source.is_at(i + 1, "}")):
            yield [Edit(token.start, token.end, _other_number(token.text))]


def _nots(source):
    for i, token in enumerate(source.tokens):
        if token.text == "!" and not _is_binary(source, i):
            yield [Edit(token.start, token.end, "")]


def _enumerators(path, command):
    """For each enumerator of the project that the file sees, the next of its enum."""
    text = subprocess.run(command + ["-E"], capture_output=True, text=True, check=False).stdout
    own, lines = False, []
    for line in text.splitlines():
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            own = "/src/" in marker.group(1) or marker.group(1).endswith(path)
        elif own:
            lines.append(line)
    after = {}
    for body in re.findall(r"\benum\s*\w*\s*\{([^}]*)\}", "\n".join(lines)):
        names = re.findall(r"(?:^|,)\s*([A-Za-z_]\w*)", body)
        if len(names) > 1 and "=" not in body:
            after.update(zip(names, names[1:] + names[:1]))
    return after


def _enums(after):
    def edits(source):
        for i, token in enumerate(source.tokens):
            if token.kind == "name" and token.text in after and token.in_function and not source.is_at(i - 1, "case", "["):
                yield [Edit(token.start, token.end, after[token.text])]
    return edits


KINDS = ("negated", "skipped", "dropped", "boundary", "equality", "logic", "arithmetic", "constant", "not", "enum")


def _in_assert(source):
    """Spans of assert(…), which is not code of the program."""
    return [(t.start, source.tokens[source.mate[i + 1]].end) for i, t in enumerate(source.tokens)
            if t.text in ("assert", "static_assert", "_Static_assert") and i + 1 in source.mate]


def faults_of(tree, path, command):
    """All faults of a file, as {kind: [fault]}. `command` compiles it, without -c and -o."""
    source = CText((tree / path).read_text())
    makers = {"negated": _negated, "skipped": _skipped, "dropped": _dropped, "constant": _constants, "not": _nots,
              "enum": _enums(_enumerators(path, command))}
    asserted = _in_assert(source)
    found = {}
    for kind in KINDS:
        make = makers.get(kind) or _swapped(kind)
        found[kind] = [Fault(path, source, kind, edits) for edits in make(source)
                       if not any(a <= edits[0].start < b for a, b in asserted)]
    return found


def draw(by_folder, seed):
    """Faults in the order of the trials: folders take turns, and in each folder the kinds.

    `by_folder` is {folder: {kind: [fault]}}. The same for the same seed and sources.
    """
    rng = random.Random(seed)
    turns = []
    for folder in sorted(by_folder):
        lists = [sorted(by_folder[folder].get(kind, []), key=lambda f: f.id) for kind in KINDS]
        for faults in lists:
            rng.shuffle(faults)
        turns.append(_in_turn(lists))
    yield from _in_turn_of(turns)


def _in_turn(lists):
    lists = [list(reversed(items)) for items in lists]
    while any(lists):
        for items in lists:
            if items:
                yield items.pop()


def _in_turn_of(generators):
    while generators:
        for g in list(generators):
            fault = next(g, None)
            if fault is None:
                generators.remove(g)
            else:
                yield fault
