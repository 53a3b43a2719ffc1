"""files.py: reads the files that teql writes: training sets (`teql augment`) and suites (`teql generate`, `teql import`)."""
import json
import os
import re
import subprocess
import sys
from typing import NamedTuple, Optional

from schema import Schema
from source import Source, source_of


class Problem(Exception):
    """A problem that the user can solve, in words."""


def main_or_message(main):
    """Run a program. A problem that the user can solve is printed as a line, not a traceback."""
    try:
        main()
    except (Problem, OSError, subprocess.CalledProcessError) as problem:
        sys.exit("%s: %s" % (os.path.basename(sys.argv[0]), problem))


class Item(NamedTuple):
    """A question, with its query if it is to be learnt."""
    id: str
    db_id: str
    question: str
    form: Optional[dict] = None  # the query as Spider has it; None: unknown, or outside Spider's grammar


class Pair(NamedTuple):
    """A case with its original. items[i] is the place of item i of the case's schema in the original's, or None."""
    original: Item
    case: Item
    relation: str
    items: list


class Folder:
    """Schemas and databases of a folder that teql made."""

    def __init__(self, path, databases=None):
        self.path = path
        self.databases = databases
        with open(os.path.join(path, "tables.json"), encoding="utf-8") as f:
            self.entries = {entry["db_id"]: entry for entry in json.load(f)}
        self.sources = {}

    def source(self, db_id):
        """The schema of this name. Where the rows of a changed one are, teql tells in three ways: it made a copy, or
        a suite has lineage, or a pair has columns (`note_origin`)."""
        if db_id not in self.sources:
            entry = self.entries[db_id]
            origin = (entry.get("migration") or {}).get("of", db_id)
            path = self.database_path(db_id)
            if origin == db_id or path:
                self.sources[db_id] = source_of(entry, path)
            else:
                known = {".".join(key): key for key in self.source(origin).columns if key}
                self.seen_through(db_id, origin, [known.get(name.lower()) if name else None for name in entry["lineage"]])
        return self.sources[db_id]

    def note_origin(self, db_id, origin, columns):
        """Column i of db_id has the values of column columns[i] of origin."""
        if db_id not in self.sources and db_id != origin and not self.database_path(db_id):
            known = self.source(origin).columns
            self.seen_through(db_id, origin, [None if c is None else known[c] for c in columns])

    def seen_through(self, db_id, origin, columns):
        behind = self.source(origin)
        self.sources[db_id] = Source(Schema(self.entries[db_id]), behind.database, columns, behind.texts)

    def without_database(self):
        """Schemas in use whose rows are not known: their values cannot be found."""
        return [db_id for db_id, source in self.sources.items() if not self.database_path(source.database)]

    def database_path(self, db_id):
        for folder in (os.path.join(self.path, "database"), self.databases):
            path = folder and os.path.join(folder, db_id, db_id + ".sqlite")
            if path and os.path.exists(path):
                return path
        return None


def read_lines(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            yield json.loads(line)


def read_examples(path):
    """train.json: originals and cases, each with the relation that made it, or None."""
    with open(path, encoding="utf-8") as f:
        for number, x in enumerate(json.load(f)):
            name = x.get("case_id") or "seed-%d" % x.get("seed", number)
            yield Item(name, x["db_id"], x["question"], x["sql"]), x.get("relation")


def read_pairs(folder, teql):
    """pairs.jsonl. `teql parse` reads its queries."""
    path = os.path.join(folder.path, "pairs.jsonl")
    sides = [side for x in read_lines(path) for side in (x["original"], x["case"])]
    forms = parse(teql, {(side["query"], side["db_id"]) for side in sides}, os.path.join(folder.path, "tables.json"))

    def item(name, side):
        return Item(name, side["db_id"], side["question"], forms[side["query"], side["db_id"]])

    for x in read_lines(path):
        original, case = item("seed-%d" % x["seed"], x["original"]), item(x["case_id"], x["case"])
        folder.note_origin(case.db_id, original.db_id, x["columns"])
        n = len(folder.entries[original.db_id]["column_names"])
        yield Pair(original, case, x["relation"], x["columns"] + [None if t is None else n + t for t in x["tables"]])


def parse(teql, queries, tables):
    """Spider's form of each (query, db_id), or None."""
    queries = sorted(queries)
    lines = "".join("%s\t%s\n" % (re.sub(r"[\t\r\n]", " ", query), db_id) for query, db_id in queries)
    done = subprocess.run([teql, "parse", "--table", tables], input=lines, stdout=subprocess.PIPE, encoding="utf-8",
                          check=True)
    return dict(zip(queries, (json.loads(line)["sql"] for line in done.stdout.split("\n"))))


def read_suite(path):
    """The questions of a suite, in the order in which teql asks them: each seed, then its cases."""
    cases = {}
    for x in read_lines(os.path.join(path, "cases.jsonl")):
        cases.setdefault(x["seed"], []).append(Item(x["id"], x["db_id"], x["question"]))
    for x in read_lines(os.path.join(path, "seeds.jsonl")):
        yield Item("seed-%d" % x["seed"], x["db_id"], x["question"])
        yield from cases.get(x["seed"], ())
