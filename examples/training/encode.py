"""encode.py: a question over a schema as arrays of small numbers, and its query as numbers.

A position is a word of the question, or an item of the schema, after the words. Every position has words, features,
and a relation to every other position.
"""
from typing import NamedTuple, Optional

import numpy as np

from schema import FEATURES, KIND, SCHEMA_RELATIONS
from symbols import NUMBER, TEXT, UNKNOWN_TEXT, Pointer
from words import COMMON, SPELLED_NUMBERS, is_number, stem, words

MOST_WORDS = 79  # of a question; the rest is cut off

# How a word mentions a table: not (0), by one word of its name (1), or by all of them (2). A column likewise, plus three
# times the same for its values. 9 to 11: a number, and the column takes numbers.
TABLE_LINKS, COLUMN_LINKS = 3, 12
NEAR = 4  # words further apart than this are all alike

# Relations, by their first number: of words by their distance, of words and items by their links, of items.
WORD_WORD = 0
WORD_COLUMN = WORD_WORD + 2 * NEAR + 1
WORD_TABLE = WORD_COLUMN + COLUMN_LINKS
COLUMN_WORD = WORD_TABLE + TABLE_LINKS
TABLE_WORD = COLUMN_WORD + COLUMN_LINKS
ITEM_ITEM = TABLE_WORD + TABLE_LINKS
RELATIONS = ITEM_ITEM + len(SCHEMA_RELATIONS)

# Features of words and items, by their first number.
SHAPE = 30  # + 1: a number, + 2: begins with a capital though it is not the first word, + 4: in quotes
NAMES_COLUMN, NAMES_TABLE, STANDS_IN_COLUMN = 40, 43, 46  # of a word: + 0 to 2
NAMED, HAS_VALUE, TABLE_NAMED = 50, 53, 56  # of an item: + 0 to 2
PLACE_OF_WORD = 200
WORD_PLACES = range(200, 200 + MOST_WORDS + 1)

PAD, BEGIN, END = 0, 1, 2
SPECIAL = ("<pad>", "<begin>", "<end>", UNKNOWN_TEXT)


class Question(NamedTuple):
    """A question as numbers. words are strings; code that keeps many numbers them."""
    words: list
    shapes: np.ndarray  # for each word
    links: np.ndarray  # words × items


def encode_question(question, schema, mentions):
    """mentions: for each column of the schema, the words that its values have (values.py), or None."""
    text = words(question)[:MOST_WORDS]
    links = np.zeros((len(text), schema.n_items), np.uint8)
    stems = tuple(stem(word.text) for word in text)
    for item, name in enumerate(schema.stems):
        if item:  # * has no name
            for at, how in name_mentions(stems, name):
                links[at, item] = how
    for column, found in enumerate(mentions):
        for at, how in (found or {}).items():
            if at < len(text):
                links[at, column] += 3 * how
    shapes = word_shapes(text)
    columns = links[:, :schema.n_columns]
    columns[(shapes[:, None] & 1 > 0) & schema.takes_numbers[None, :] & (columns < 3)] += 9
    return Question([word.low for word in text], shapes, links)


def name_mentions(stems, name):
    known = set(name) - COMMON
    found = {at: 1 for at, word in enumerate(stems) if word in known and len(word) > 1}
    if found or len(name) == 1:
        for start in range(len(stems) - len(name) + 1):
            if stems[start:start + len(name)] == name:
                found.update(dict.fromkeys(range(start, start + len(name)), 2))
    return found.items()


def word_shapes(text):
    shapes, inside = np.zeros(len(text), np.uint8), False
    for at, word in enumerate(text):
        if word.text in "\"'":
            inside = not inside
        number = is_number(word.text) or word.low in SPELLED_NUMBERS
        shapes[at] = number + 2 * (at > 0 and word.text[0].isupper()) + 4 * inside
    return shapes


def question_features(shapes, links, columns):
    """Features of the words, and those of the items that come from the question."""
    n, items = links.shape
    names, values = links % 3, np.where(links < 9, links // 3, 0)
    of_words = np.zeros((n, FEATURES), np.int16)
    of_words[:, 0] = KIND["word"]
    of_words[:, 1] = SHAPE + shapes
    of_words[:, 2] = NAMES_COLUMN + names[:, :columns].max(1)
    of_words[:, 3] = NAMES_TABLE + names[:, columns:].max(1)
    of_words[:, 4] = STANDS_IN_COLUMN + values[:, :columns].max(1)
    of_words[:, 5] = PLACE_OF_WORD + np.minimum(np.arange(n), MOST_WORDS)
    of_items = np.zeros((items, FEATURES), np.int16)
    if n:
        of_items[:columns, 6] = NAMED + names[:, :columns].max(0)
        of_items[:columns, 7] = HAS_VALUE + values[:, :columns].max(0)
        of_items[columns:, 6] = TABLE_NAMED + names[:, columns:].max(0)
    return of_words, of_items


def relations(links, columns, schema_relations, out):
    """Fill out (positions × positions) with the relation of each row to each column."""
    n, items = links.shape
    places = np.arange(n)
    is_table = np.arange(items) >= columns
    out[:n, :n] = WORD_WORD + NEAR + np.clip(places[None, :] - places[:, None], -NEAR, NEAR)
    out[:n, n:] = links + np.where(is_table, WORD_TABLE, WORD_COLUMN)
    out[n:, :n] = (links + np.where(is_table, TABLE_WORD, COLUMN_WORD)).T
    out[n:, n:] = ITEM_ITEM + schema_relations


# The query.


class Vocabulary:
    """The words of queries, and pointers, as numbers: pointers are the positions after the vocabulary."""

    def __init__(self, names):
        self.names = list(names)
        self.numbers = {name: i for i, name in enumerate(self.names)}

    def __len__(self):
        return len(self.names)

    def encode(self, symbols, n_words, n_columns) -> Optional[list]:
        """None if a pointer leads to a word that was cut off."""
        first = {"word": 0, "column": n_words, "table": n_words + n_columns}
        out = []
        for symbol in symbols:
            if not isinstance(symbol, Pointer):
                out.append(self.number(symbol))
            elif symbol.kind == "word" and symbol.index >= n_words:
                return None
            else:
                out.append(len(self) + first[symbol.kind] + symbol.index)
        return [BEGIN] + out + [END]

    def number(self, name):
        rare = UNKNOWN_TEXT if name.startswith(TEXT) else NUMBER + "1" if name.startswith(NUMBER) else "="
        return self.numbers.get(name, self.numbers.get(rare, PAD))

    def decode(self, numbers, n_words, n_columns):
        out = []
        for number in numbers:
            place = number - len(self)
            if place < 0:
                out.append(self.names[number])
            elif place < n_words:
                out.append(Pointer("word", place))
            elif place < n_words + n_columns:
                out.append(Pointer("column", place - n_words))
            else:
                out.append(Pointer("table", place - n_words - n_columns))
        return out


def make_vocabulary(targets, least=4):
    """Made from the symbols of the training queries. Numbers and texts must be in at least this many."""
    counts = {}
    for symbols in targets:
        for symbol in symbols:
            if not isinstance(symbol, Pointer):
                counts[symbol] = counts.get(symbol, 0) + 1
    names = {n for n, count in counts.items() if count >= least or not n.startswith((NUMBER, TEXT))}
    return Vocabulary(list(SPECIAL) + sorted((names | {NUMBER + "1"}) - set(SPECIAL)))
