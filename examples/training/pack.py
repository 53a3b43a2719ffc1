"""pack.py: questions as arrays of numbers, many in one file: made once, and used by every training.

A pack has *examples*, each question over a schema once. Its *sets* say what is trained on: a set is a list of
rows (original, case, relation), with -1 for what a row has not. Its *tests* are lists of examples to be answered.
"""
import difflib
import json
from functools import lru_cache

import numpy as np

import encode
from schema import FEATURES, NAME_WORDS
from sql import sql_of
from symbols import Unsaid, symbols_of
from words import words

LONGEST_TARGET = 100
LONGEST_INPUT = 240  # positions; examples with more are not trained on


class Ragged:
    """Many arrays of different lengths, one after another in a flat one."""

    def __init__(self, flat, starts):
        self.flat = flat
        self.starts = starts

    @classmethod
    def of(cls, arrays, dtype):
        arrays = [np.asarray(a, dtype).ravel() for a in arrays]
        starts = np.concatenate([[0], np.cumsum([len(a) for a in arrays], dtype=np.int64)]).astype(np.int64)
        return cls(np.concatenate(arrays) if arrays else np.zeros(0, dtype), starts)

    def __getitem__(self, i):
        return self.flat[self.starts[i]:self.starts[i + 1]]

    def __len__(self):
        return len(self.starts) - 1

    def elements(self, which):
        """The elements of all these arrays, and for each the place in which of the array that it comes from."""
        lengths = (self.starts[1:] - self.starts[:-1])[which]
        places = np.repeat(np.arange(len(which)), lengths)
        before = np.cumsum(lengths) - lengths
        return self.flat[np.arange(len(places)) + (self.starts[which] - before)[places]], places


# The arrays of a pack, with the type of their elements.
PER_SCHEMA = {"schema_words": np.int32, "schema_features": np.int16, "schema_relations": np.uint8}
PER_EXAMPLE = {"words": np.int32, "shapes": np.uint8, "links": np.uint8, "target": np.int16, "origin": np.int16}
PLAIN = {"schema_columns": np.int16, "schema_of": np.int32, "database_of": np.int32}


class Pack:
    """words, schema_words: numbers of word_list plus one; 0: none. origin: of a case, for each position that of the
    original that it comes from, or -1."""

    def __init__(self, arrays, word_list, vocabulary, relations, ids, sets, tests):
        self.__dict__.update(arrays)
        self.word_list = word_list
        self.vocabulary = vocabulary
        self.relations = relations
        self.ids = ids
        self.sets = sets
        self.tests = tests
        items = np.diff(self.schema_words.starts) // NAME_WORDS
        self.lengths = np.diff(self.words.starts) + items[self.schema_of]  # positions of each example

    def __len__(self):
        return len(self.ids)

    def n_words(self, example):
        return len(self.words[example])

    def n_columns(self, example):
        return int(self.schema_columns[self.schema_of[example]])

    def trainable(self):
        """The examples that have a query and are not too long."""
        return (np.diff(self.target.starts) > 0) & (self.lengths <= LONGEST_INPUT)

    def sizes(self):
        """Of each example: positions, symbols."""
        return np.stack([self.lengths, np.diff(self.target.starts)], 1)

    def position_arrays(self, example):
        """words (positions × NAME_WORDS), features (positions × FEATURES)."""
        schema = self.schema_of[example]
        names = self.schema_words[schema].reshape(-1, NAME_WORDS)
        items = self.schema_features[schema].reshape(-1, FEATURES)
        own = np.zeros((self.n_words(example), NAME_WORDS), names.dtype)
        own[:, 0] = self.words[example]
        of_words, of_items = encode.question_features(self.shapes[example], self.link_matrix(example),
                                                      self.n_columns(example))
        return np.concatenate([own, names]), np.concatenate([of_words, items + of_items])

    def link_matrix(self, example):
        items = len(self.schema_words[self.schema_of[example]]) // NAME_WORDS
        return self.links[example].reshape(self.n_words(example), items)

    def fill_relations(self, example, out):
        items = len(out) - self.n_words(example)
        relations = self.schema_relations[self.schema_of[example]].reshape(items, items)
        encode.relations(self.link_matrix(example), self.n_columns(example), relations, out)

    def sql(self, example, said, vocabulary, item, source):
        """A network's answer to an example, as SQL."""
        symbols = vocabulary.decode(said, self.n_words(example), self.n_columns(example))
        return sql_of(symbols, item.question, source.schema.entry, source.spelling)

    def save(self, path):
        arrays = {name: getattr(self, name) for name in PLAIN}
        for name in list(PER_SCHEMA) + list(PER_EXAMPLE):
            arrays[name] = getattr(self, name).flat
            arrays[name + "_starts"] = getattr(self, name).starts
        for kind, lists in (("set", self.sets), ("test", self.tests)):
            arrays.update({"%s:%s" % (kind, name): rows for name, rows in lists.items()})
        text = json.dumps([self.word_list, self.vocabulary.names, self.relations, self.ids])
        np.savez_compressed(path, text=np.frombuffer(text.encode(), np.uint8), **arrays)


def load(path):
    with np.load(path) as z:
        word_list, names, relations, ids = json.loads(z["text"].tobytes())
        arrays = {name: z[name] for name in PLAIN}
        for name in list(PER_SCHEMA) + list(PER_EXAMPLE):
            arrays[name] = Ragged(z[name], z[name + "_starts"])
        lists = {kind: {name.split(":", 1)[1]: z[name] for name in z.files if name.startswith(kind + ":")}
                 for kind in ("set", "test")}
    return Pack(arrays, word_list, encode.Vocabulary(names), relations, ids, lists["set"], lists["test"])


class Packer:
    """Fills a pack. Words of queries get their numbers at the end, when all are known."""

    def __init__(self):
        self.arrays = {name: [] for name in list(PER_SCHEMA) + list(PER_EXAMPLE) + list(PLAIN)}
        self.word_numbers = {}
        self.schema_numbers = {}
        self.database_numbers = {}
        self.example_numbers = {}
        self.relations = []
        self.symbols = []
        self.ids = []
        self.sets = {}
        self.tests = {}

    def add_examples(self, name, folder, items):
        """A set from train.json: (item, relation) pairs; a relation of None is an original."""
        rows = []
        for item, relation in items:
            example = self.example(folder, item)
            rows.append((example, -1, -1) if relation is None else (-1, example, self.relation(relation)))
        self.extend_set(name, rows)

    def add_pairs(self, name, folder, pairs):
        rows = []
        for pair in pairs:
            original, case = self.example(folder, pair.original), self.example(folder, pair.case)
            rows.append((original, case, self.relation(pair.relation)))
            if not len(self.arrays["origin"][case]):
                self.arrays["origin"][case] = align(pair, self.arrays["words"][original], self.arrays["words"][case])
        self.extend_set(name, rows)

    def add_test(self, name, folder, items):
        self.tests[name] = np.array([self.example(folder, item) for item in items], np.int32)

    def extend_set(self, name, rows):
        rows = np.array(rows, np.int32).reshape(-1, 3)
        self.sets[name] = np.concatenate([self.sets[name], rows]) if name in self.sets else rows

    def relation(self, name):
        if name not in self.relations:
            self.relations.append(name)
        return self.relations.index(name)

    def word(self, text):
        return self.word_numbers.setdefault(text, len(self.word_numbers) + 1)

    def example(self, folder, item):
        return self.example_of(folder.source(item.db_id), item)

    def example_of(self, source, item):
        schema = self.schema(source.schema)
        key = schema, source.database, item.question, json.dumps(item.form)
        if key in self.example_numbers:
            return self.example_numbers[key]
        self.example_numbers[key] = len(self.ids)
        self.ids.append(item.id)
        mentions = source.mentions(words(item.question)[:encode.MOST_WORDS])
        question = encode.encode_question(item.question, source.schema, mentions)
        self.symbols.append(self.read_query(item))
        for name, value in (("words", [self.word(w) for w in question.words]), ("shapes", question.shapes),
                            ("links", question.links), ("origin", ()), ("schema_of", schema),
                            ("database_of", self.database(source.database))):
            self.arrays[name].append(value)
        return self.example_numbers[key]

    def database(self, db_id):
        return self.database_numbers.setdefault(db_id, len(self.database_numbers))

    def read_query(self, item):
        try:
            return symbols_of(item.form, item.question) if item.form else None
        except Unsaid:
            return None

    def schema(self, schema):
        if schema.key not in self.schema_numbers:
            self.schema_numbers[schema.key] = len(self.schema_numbers)
            names = np.zeros((schema.n_items, NAME_WORDS), np.int32)
            for item, name in enumerate(schema.names):
                cut = name[:NAME_WORDS]
                names[item, :len(cut)] = [self.word(w) for w in cut]
            for key, value in (("schema_words", names), ("schema_features", schema.features()),
                               ("schema_relations", schema.relations()), ("schema_columns", schema.n_columns)):
                self.arrays[key].append(value)
        return self.schema_numbers[schema.key]

    def finish(self):
        trained = {i for rows in self.sets.values() for i in rows[:, :2].ravel() if i >= 0}
        vocabulary = encode.make_vocabulary([self.symbols[i] for i in sorted(trained) if self.symbols[i]])
        arrays = {name: np.array(self.arrays[name], kind) for name, kind in PLAIN.items()}
        self.arrays["target"] = [
            self.target(vocabulary, s, len(w), arrays["schema_columns"][n])
            for s, w, n in zip(self.symbols, self.arrays["words"], arrays["schema_of"])]
        for name, kind in list(PER_SCHEMA.items()) + list(PER_EXAMPLE.items()):
            arrays[name] = Ragged.of(self.arrays[name], kind)
        return Pack(arrays, list(self.word_numbers), vocabulary, self.relations, self.ids, self.sets, self.tests)

    @staticmethod
    def target(vocabulary, symbols, n_words, n_columns):
        numbers = vocabulary.encode(symbols, n_words, int(n_columns)) if symbols else None
        return numbers if numbers and len(numbers) <= LONGEST_TARGET else ()


def align(pair, original, case):
    """For each position of the case, that of the original that it comes from, or -1: words that both questions have
    in the same order, and items by the pair. None of the original's is there twice."""
    out = [-1] * len(case) + [-1 if i is None else len(original) + i for i in pair.items]
    for block in matching_blocks(tuple(original), tuple(case)):
        out[block.b:block.b + block.size] = range(block.a, block.a + block.size)
    seen = set()
    for at, place in enumerate(out):
        out[at] = -1 if place in seen else place
        seen.add(place)
    return out


@lru_cache(maxsize=4096)
def matching_blocks(original, case):
    return difflib.SequenceMatcher(None, original, case, autojunk=False).get_matching_blocks()
