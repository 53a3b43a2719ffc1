"""sql.py: the symbols that the network wrote as SQL.

The network may write anything, also half a query. So this reads what makes sense, and what it cannot make
sense of it leaves out. A table that FROM lacks, though a column of it is used, is joined.
"""
import re

from symbols import AGGREGATES, NUMBER, OPERATORS, PATTERNS, SET_OPERATIONS, TEXT, UNKNOWN_TEXT, Pointer
from words import as_number, words

RESERVED = frozenset("""
add all alter and as autoincrement between case check collate commit constraint create default deferrable delete
distinct drop else escape except exists foreign from group having in index insert intersect into is isnull join limit
not notnull null on or order primary references returning select set table then to transaction union unique update
using values when where
""".split())
ENDS = frozenset(("from", "on", "where", "group", "having", "order", "limit", ")") + SET_OPERATIONS)
KEYWORDS = {"where": "WHERE", "group": "GROUP BY", "having": "HAVING", "order": "ORDER BY", "limit": "LIMIT"}
LIKE = {name: before_after for before_after, name in PATTERNS.items()}


def sql_of(symbols, question, schema, spelling=lambda column, text: None):
    """The query as SQL. schema is an entry of tables.json. spelling(column, text) tells how the database spells a
    text in a column, or None."""
    return Reader(symbols, question, schema, spelling).query()


def as_name(name):
    """The name as SQL needs it: in quotes unless it is one plain word."""
    if re.fullmatch("[A-Za-z_][A-Za-z_0-9]*", name) and name.lower() not in RESERVED:
        return name
    return '"' + name.replace('"', '""') + '"'


class Level:
    """One SELECT while it is read: where its names come from, and the column and operator read last."""

    def __init__(self):
        self.tables = []
        self.subquery = None
        self.joins = []
        self.used = set()
        self.column = None
        self.operator = None
        self.values_of_between = 0


class Reader:
    def __init__(self, symbols, question, schema, spelling):
        self.symbols = symbols
        self.at = 0
        self.question = question
        self.words = words(question)
        self.table_names = schema["table_names_original"]
        self.columns = schema["column_names_original"]
        self.keys = schema["foreign_keys"]
        self.spelling = spelling

    def peek(self):
        return self.symbols[self.at] if self.at < len(self.symbols) else None

    def points_to(self, kind):
        symbol = self.peek()
        return isinstance(symbol, Pointer) and symbol.kind == kind

    def query(self):
        level = Level()
        if self.peek() == "select":
            self.at += 1
        distinct = self.peek() == "distinct"
        self.at += distinct
        head = "SELECT " + "DISTINCT " * distinct, self.expression(level) or [("*",)]
        clauses, operation = [], ""
        while self.peek() is not None and self.peek() != ")":
            keyword = self.peek()
            self.at += 1
            if keyword == "from":
                self.source(level)
            elif keyword == "on":
                self.join_columns(level)
            elif keyword in KEYWORDS:
                level.operator = None
                clauses.append((" " + KEYWORDS[keyword] + " ", self.expression(level)))
            elif keyword in SET_OPERATIONS:
                operation = " " + keyword.upper() + " " + self.query()
                break
        return self.written(level, head, clauses) + operation

    def source(self, level):
        while True:
            if self.points_to("table"):
                level.tables.append(self.peek().index)
                self.at += 1
            elif self.peek() == "(":
                level.subquery = self.bracket()
            else:
                return

    def bracket(self):
        self.at += 1
        inner = self.query()
        self.at += self.peek() == ")"
        return "(" + inner + ")"

    def join_columns(self, level):
        columns = []
        while self.points_to("column"):
            columns.append(self.peek().index)
            self.at += 1
        level.joins += zip(columns[::2], columns[1::2])
        level.used |= {self.columns[c][0] for pair in level.joins for c in pair}

    # An expression is a list of pieces: text, (column,) as a number to be named when FROM is known, or ("*",).

    def expression(self, level):
        pieces, open_brackets = [], 0
        while self.peek() is not None and self.peek() not in ENDS:
            symbol = self.peek()
            if symbol == "(":
                pieces.append(self.bracket())
                continue
            if self.points_to("word"):
                self.value(level, pieces, self.pointed_text())
                continue
            self.at += 1
            if isinstance(symbol, Pointer):
                if symbol.kind == "column":
                    pieces += [self.column(level, symbol.index), ")" * open_brackets]
                    open_brackets = 0
            elif symbol in AGGREGATES:
                pieces.append(symbol + "(")
                open_brackets += 1
            elif symbol.startswith((NUMBER, TEXT)):
                self.value(level, pieces, "value" if symbol == UNKNOWN_TEXT else symbol.split(" ", 1)[1])
            else:
                pieces.append(self.operator(level, symbol))
        return pieces + ["*" + ")" * open_brackets] * bool(open_brackets)

    def column(self, level, column):
        table = self.columns[column][0]
        if table < 0:
            return ("*",)
        level.used.add(table)
        level.column = column
        return (column,)

    def operator(self, level, symbol):
        if symbol in OPERATORS or symbol in LIKE or symbol in ("and", "or"):
            level.operator = symbol
            level.values_of_between = 0
        return "LIKE" if symbol in LIKE else symbol.upper()

    def value(self, level, pieces, text):
        pieces.append(self.literal(level, text))
        if level.operator == "between":
            level.values_of_between += 1
            if level.values_of_between == 1:
                pieces.append("AND")

    def pointed_text(self):
        """The words of the question from one pointer to the next."""
        first = last = self.peek().index
        self.at += 1
        if self.points_to("word"):
            last = self.peek().index
            self.at += 1
        if first >= len(self.words):
            return "1"
        if not first <= last < len(self.words):
            last = first
        return self.question[self.words[first].start:self.words[last].end]

    def literal(self, level, text):
        before, after = LIKE.get(level.operator, (False, False))
        if as_number(text) is not None and not before and not after:
            return text.replace(",", "")
        if level.column is not None and not before and not after:
            text = self.spelling(level.column, text) or text
        return "'" + "%" * before + text.replace("'", "''") + "%" * after + "'"

    # Writing: FROM decides the names of columns.

    def written(self, level, head, clauses):
        if level.subquery and not level.tables:
            source, called = " FROM " + level.subquery, lambda column: as_name(self.columns[column][1])
        else:
            self.join_used(level)
            source, called = self.joined(level)
        text = head[0] + spell(head[1], called) + source
        return text + "".join(keyword + spell(pieces, called) for keyword, pieces in clauses)

    def join_used(self, level):
        for table in sorted(level.used - {-1}):
            if table in level.tables:
                continue
            for left, right in self.keys:
                ends = self.columns[left][0], self.columns[right][0]
                if table in ends and (set(ends) - {table}) & set(level.tables):
                    level.joins.append((left, right))
                    break
            level.tables.append(table)
        level.tables = level.tables or [0]

    def joined(self, level):
        """FROM, and the names of columns that follow from it."""
        names = [as_name(self.table_names[t]) for t in level.tables]
        aliases = {}
        if len(set(level.tables)) < len(level.tables):
            for number, table in enumerate(level.tables, 1):
                aliases.setdefault(table, []).append("T%d" % number)
            names = ["%s AS T%d" % (name, number) for number, name in enumerate(names, 1)]

        def called(column, last=False):
            table, name = self.columns[column]
            places = aliases.get(table, [as_name(self.table_names[table])])
            owner = places[-1] if last else places[0]
            return owner + "." + as_name(name)

        # If a table is there twice, the second column of a join is the one at its last place.
        equal = [called(left) + " = " + called(right, last=True) for left, right in level.joins
                 if self.columns[left][0] >= 0 and self.columns[right][0] >= 0]
        on = " ON " + " AND ".join(equal) if equal and len(names) > 1 else ""
        return " FROM " + " JOIN ".join(names) + on, called


def spell(pieces, called):
    """Pieces as text: (column,) by its name, and brackets without spaces inside."""
    out = ""
    for piece in pieces:
        text = piece if isinstance(piece, str) else "*" if piece[0] == "*" else called(piece[0])
        out += " " * bool(out and text and not out.endswith("(") and text.strip(")")) + text
    return out
