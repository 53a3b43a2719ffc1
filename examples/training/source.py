"""source.py: a schema together with what the network may know of its rows."""
from schema import Schema
from values import Values, column_keys


class Source:
    """columns: what each column of the schema is called in the database that has its values; None where no column has
    them. values: a Values, or a function that reads one when it is needed."""

    def __init__(self, schema, database, columns, values):
        self.schema = schema
        self.database = database  # its name
        self.columns = columns
        self.values = values

    def texts(self):
        if callable(self.values):
            self.values = self.values()
        return self.values

    def mentions(self, words):
        """For each column, which words of the question are in its rows, and how."""
        found = self.texts().mentions(words)
        return [found.get(column) if column else None for column in self.columns]

    def spelling(self, column, text):
        """How the database spells a text in a column, or None."""
        name = self.columns[column]
        return self.texts().spelling(name, text) if name else None


def source_of(entry, path):
    """An entry of tables.json with its own database, or with None."""
    return Source(Schema(entry), entry["db_id"], column_keys(entry), lambda: Values(path, entry))
