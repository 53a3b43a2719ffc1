"""values.py: which texts of a question are in the rows of a database, in which columns, and how they are spelled."""
import os
import sqlite3
from collections import defaultdict

from words import COMMON, is_number, lows

MOST_VALUES = 5000  # read of a column
LONGEST_TEXT = 60
LONGEST_NAME = 5  # words of a value whose single words count, as in "Bruce Springsteen"
LONGEST_PHRASE = 6  # words of the question that are looked up together
COMMON_VALUE, COMMON_WORD = 20, 10  # a text in more columns than this says nothing


class Values:
    """The texts in the rows of one database. The key of a column is its table and name, in lower case."""

    def __init__(self, path=None, entry=None):
        self.whole = defaultdict(set)  # "new york" → columns that have it as a value
        self.parts = defaultdict(set)  # "york" → columns that have a value with this word
        self.spelled = {}  # column and value in lower case → as it is
        if path is not None:
            if not os.path.isfile(path):
                raise FileNotFoundError("no database: %s" % path)
            self.read(path, entry)

    def read(self, path, entry):
        base = sqlite3.connect("file:%s?mode=ro&immutable=1" % uri(path), uri=True)
        base.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for column in column_keys(entry):
            if column is None:
                continue
            table, name = column
            query = 'SELECT DISTINCT "%s" FROM "%s" LIMIT %d' % (quoted(name), quoted(table), MOST_VALUES)
            try:
                rows = base.execute(query).fetchall()
            except sqlite3.Error:
                continue  # a column that tables.json has and the database has not
            for (value,) in rows:
                if isinstance(value, str) and 0 < len(value) <= LONGEST_TEXT:
                    self.add(column, value)
        base.close()

    def add(self, column, value):
        text = lows(value)
        if not text or (len(text) == 1 and is_number(text[0])):
            return
        self.whole[" ".join(text)].add(column)
        self.spelled[column, value.lower()] = value
        if len(text) <= LONGEST_NAME:
            for word in text:
                if word not in COMMON and len(word) > 2 and not is_number(word):
                    self.parts[word].add(column)

    def mentions(self, words):
        """By column: which words of the question are a value of it (2), or stand in one (1)."""
        found = defaultdict(dict)
        low = [word.low for word in words]
        for length in range(1, LONGEST_PHRASE + 1):
            for start in range(len(low) - length + 1):
                if length == 1 and (low[start] in COMMON or len(low[start]) < 2):
                    continue
                columns = self.whole.get(" ".join(low[start:start + length]), ())
                if len(columns) <= COMMON_VALUE:
                    for column in columns:
                        found[column].update(dict.fromkeys(range(start, start + length), 2))
        for at, word in enumerate(words):
            columns = self.parts.get(low[at], ()) if at and word.text[0].isupper() else ()
            if len(columns) <= COMMON_WORD:
                for column in columns:
                    found[column].setdefault(at, 1)
        return found

    def spelling(self, column, text):
        return self.spelled.get((column, text.lower()))


def column_keys(entry):
    """The keys of a schema's columns; None for *."""
    tables = entry["table_names_original"]
    return [None if t < 0 else (tables[t].lower(), name.lower()) for t, name in entry["column_names_original"]]


def quoted(name):
    return name.replace('"', '""')


def uri(path):
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
