"""symbols.py: a query as the list of symbols that the network writes.

A symbol is a word of a small vocabulary, such as select or max, or a pointer: to a column, to a table, or to a word
of the question. `symbols_of` makes the list from Spider's parsed form of a query (`teql parse`, or "sql" in
train.json). There are no aliases in it: a column stands for itself. sql.py goes the other way.

    How many singers are from France?
    select count * from singer where singer.country = "France" "France"

A value of the question is pointed to by its first and its last word, here twice the same.
"""
from typing import NamedTuple

from words import as_number, find, lows, stem, words

AGGREGATES = ("none", "max", "min", "count", "sum", "avg")
OPERATORS = ("not", "between", "=", ">", "<", ">=", "<=", "!=", "in", "like", "is", "exists")
ARITHMETIC = ("none", "-", "+", "*", "/")
SET_OPERATIONS = ("intersect", "union", "except")

# LIKE, by where its pattern has a %: at both ends, at its end, at its beginning, nowhere.
PATTERNS = {(True, True): "like %x%", (False, True): "like x%", (True, False): "like %x", (False, False): "like x"}

NUMBER = "number "  # "number 1": a number that is not in the question
TEXT = "text "  # "text yes": a text, likewise
UNKNOWN_TEXT = TEXT + "?"


class Pointer(NamedTuple):
    kind: str  # "word", "column" or "table"
    index: int


class Unsaid(Exception):
    """The query has something that these symbols cannot express."""


def symbols_of(form, question):
    """The symbols of a query in Spider's form. Raises Unsaid."""
    return Writer(question).query(form)


class Writer:
    def __init__(self, question):
        self.question = [word.low for word in words(question)]
        self.stems = [stem(word) for word in self.question]

    def query(self, form):
        distinct, items = form["select"]
        out = ["select"] + ["distinct"] * bool(distinct)
        out += commas(([AGGREGATES[a]] if a else []) + self.value_unit(unit) for a, unit in items)
        out += self.source(form["from"])
        for keyword, clause in (("where", "where"), ("group", "groupBy"), ("having", "having")):
            if form[clause]:
                terms = commas(map(column_unit, form[clause])) if keyword == "group" else self.conditions(form[clause])
                out += [keyword] + terms
        if form["orderBy"]:
            direction, units = form["orderBy"]
            out += ["order"] + commas(map(self.value_unit, units)) + [direction]
        if form["limit"]:
            out += ["limit"] + ([NUMBER + "1"] if form["limit"] == 1 else self.number(form["limit"]))
        for operation in SET_OPERATIONS:
            if form[operation]:
                out += [operation] + self.query(form[operation])
        return out

    def source(self, source):
        out = ["from"]
        for kind, what in source["table_units"]:
            out += [Pointer("table", what)] if kind == "table_unit" else ["("] + self.query(what) + [")"]
        joins = [c for c in source["conds"] if not isinstance(c, str)]
        if joins:
            out.append("on")
        for _, operator, unit, other, _ in joins:
            if OPERATORS[operator] != "=" or not isinstance(other, list):
                raise Unsaid("a join by something else than two equal columns")
            out += [Pointer("column", unit[1][1]), Pointer("column", other[1])]
        return out

    def conditions(self, conditions):
        out = []
        for condition in conditions:
            out += [condition] if isinstance(condition, str) else self.condition(*condition)
        return out

    def condition(self, negated, operator, unit, value, other):
        name = OPERATORS[operator]
        if name == "like":
            pattern = bare(value) if isinstance(value, str) else ""
            name = PATTERNS[pattern.startswith("%"), pattern.endswith("%")]
        out = self.value_unit(unit) + ["not"] * bool(negated) + [name] + self.value(value)
        return out + self.value(other) if name == "between" else out

    def value_unit(self, unit):
        operation, left, right = unit
        return column_unit(left) + ([ARITHMETIC[operation]] + column_unit(right) if operation else [])

    def value(self, value):
        if isinstance(value, dict):
            return ["("] + self.query(value) + [")"]
        if isinstance(value, list):
            return column_unit(value)
        if isinstance(value, str):
            return self.text(bare(value).strip("%"))
        return self.number(1 if value is None else value)

    def number(self, number):
        for at, word in enumerate(self.question):
            if as_number(word) == number:
                return [Pointer("word", at)] * 2
        return [NUMBER + (str(int(number)) if number == int(number) else repr(number))]

    def text(self, text):
        wanted = lows(text)
        if wanted:
            at = find(wanted, self.question)
            if at is None:
                at = find([stem(word) for word in wanted], self.stems)
            if at is not None:
                return [Pointer("word", at), Pointer("word", at + len(wanted) - 1)]
        return [TEXT + text]


def column_unit(unit):
    aggregate, column, distinct = unit
    name = [AGGREGATES[aggregate]] if aggregate else []
    return name + ["distinct"] * bool(distinct) + [Pointer("column", column)]


def commas(terms):
    out = []
    for term in terms:
        out += [","] * bool(out) + term
    return out


def bare(text):
    return text.strip("\"'")
