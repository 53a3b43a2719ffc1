"""schema.py: an entry of tables.json as the network sees it.

Its *items* are the columns, as tables.json numbers them (column 0 is *), and after them the tables. Items have
words, features (a few small numbers each), and a relation to every other item, such as "column of this table".
"""
import numpy as np

from words import lows, stem

NAME_WORDS = 6  # of a name; the rest is cut off
FEATURES = 8  # numbers for each item or word, each an index into one table of 512 vectors; 0: none

# Relations between two items of a schema. encode.py has those of words among each other, and of words and items.
SCHEMA_RELATIONS = (
    "column column", "itself", "refers to", "referred to by", "same table", "same name",
    "column table", "column of", "key of",
    "table column", "has column", "has key",
    "table table", "this table", "refers to table", "referred to by table", "both ways",
)

TYPES = ("text", "number", "time", "boolean", "others")

# Features, by their first number.
KIND = {"word": 1, "column": 2, "table": 3, "star": 4}
TYPE, PRIMARY_KEY, FOREIGN_KEY = 10, 20, 21
PLACE_IN_TABLE, PLACE_OF_TABLE = 100, 150  # up to 199
PLACES = range(100, 200)


class Schema:
    def __init__(self, entry):
        self.entry = entry
        self.table_of = [table for table, _ in entry["column_names_original"]]
        self.names = [tuple(lows(name)) or (name.lower(),) for _, name in entry["column_names"]]
        self.names += [tuple(lows(name)) or (name.lower(),) for name in entry["table_names"]]
        self.stems = [tuple(stem(word) for word in name) for name in self.names]
        self.keys = flat(entry["primary_keys"])
        self.references = [tuple(pair) for pair in entry["foreign_keys"]]
        types = [TYPES.index(t) if t in TYPES else len(TYPES) - 1 for t in entry["column_types"]]
        self.types = types
        self.key = repr((self.names, self.table_of, types, sorted(self.keys), self.references))  # alike: one schema
        self.takes_numbers = np.array([TYPES[t] in ("number", "time") for t in types])

    @property
    def n_columns(self):
        return len(self.table_of)

    @property
    def n_items(self):
        return len(self.names)

    def features(self):
        out = np.zeros((self.n_items, FEATURES), np.int16)
        referring = {left for left, _ in self.references}
        seen = {}
        for column, table in enumerate(self.table_of):
            place = seen.get(table, 0)
            seen[table] = place + 1
            out[column, :4] = (KIND["column"] if table >= 0 else KIND["star"], TYPE + self.types[column],
                               PRIMARY_KEY * (column in self.keys), FOREIGN_KEY * (column in referring))
            if table >= 0:
                out[column, 4:6] = PLACE_IN_TABLE + min(place, 40), PLACE_OF_TABLE + min(table, 24)
        for table in range(self.n_items - self.n_columns):
            out[self.n_columns + table, (0, 5)] = KIND["table"], PLACE_OF_TABLE + min(table, 24)
        return out

    def relations(self):
        """A matrix: how an item (row) is related to another (column), as an index into SCHEMA_RELATIONS."""
        number = {name: i for i, name in enumerate(SCHEMA_RELATIONS)}
        columns, items = self.n_columns, self.n_items
        out = np.empty((items, items), np.uint8)
        out[:columns, :columns] = self.columns_to_columns(number)
        out[:columns, columns:] = number["column table"]
        out[columns:, :columns] = number["table column"]
        for column, table in enumerate(self.table_of):
            if table >= 0:
                key = column in self.keys
                out[column, columns + table] = number["key of" if key else "column of"]
                out[columns + table, column] = number["has key" if key else "has column"]
        out[columns:, columns:] = self.tables_to_tables(number)
        return out

    def columns_to_columns(self, number):
        tables = np.array(self.table_of)
        _, names = np.unique([" ".join(name) for name in self.names[:self.n_columns]], return_inverse=True)
        out = np.full((len(tables), len(tables)), number["column column"], np.uint8)
        out[names[:, None] == names[None, :]] = number["same name"]
        out[(tables[:, None] == tables[None, :]) & (tables[:, None] >= 0)] = number["same table"]
        for left, right in self.references:
            out[left, right], out[right, left] = number["refers to"], number["referred to by"]
        np.fill_diagonal(out, number["itself"])
        return out

    def tables_to_tables(self, number):
        n = self.n_items - self.n_columns
        refers = np.zeros((n, n), bool)
        for left, right in self.references:
            refers[self.table_of[left], self.table_of[right]] = True
        out = np.full((n, n), number["table table"], np.uint8)
        out[refers] = number["refers to table"]
        out[refers.T] = number["referred to by table"]
        out[refers & refers.T] = number["both ways"]
        np.fill_diagonal(out, number["this table"])
        return out


def flat(keys):
    """The columns of primary keys. A key of several columns is a list in the list."""
    return {column for key in keys for column in (key if isinstance(key, list) else [key])}
