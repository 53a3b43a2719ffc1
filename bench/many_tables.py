#!/usr/bin/env python3
"""bench/many_tables.py FOLDER TABLES [--columns N] [--views N] [--keys] [--words] [--questions N] [--rows N]:
a dataset over one database of many tables, to see how memory and time grow with them.

FOLDER gets big.sqlite, questions.json, and two ADVETA lists: names that replace others (rpl.json), and columns to add
(add.json), five candidates for each column. With --keys each table refers to the one before it. With --words names are
made of English words, else of letters and numbers."""
import argparse
import json
import os
import sqlite3

NOUNS = """customer order product invoice shop employee city country student teacher course school book author movie
song artist album concert stadium team player match flight airport airline train station hotel room guest doctor
patient hospital museum painting river mountain lake bridge road car engine ship device sensor event ticket""".split()
TRAITS = """name age price weight height status code title year rating amount color date type size email phone address
budget note""".split()


def table_name(o, t):
    if o.words:
        return f"{NOUNS[t % len(NOUNS)]}_{NOUNS[t // len(NOUNS) % len(NOUNS)]}" + ("" if t < 2500 else f"_{t}")
    return f"t{t}"


def column_name(o, t, c):
    if c == 0:
        return "id"
    if c == 1 and o.keys:
        return "ref_id"
    if o.words:
        return TRAITS[(t + c) % len(TRAITS)] if c < len(TRAITS) else f"{TRAITS[c % len(TRAITS)]}_{c}"
    return f"c{c}"


def make_database(o, path):
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    for t in range(o.tables):
        parts = ["id INTEGER PRIMARY KEY"]
        for c in range(1, o.columns):
            name = column_name(o, t, c)
            if name == "ref_id":
                parts.append(f"ref_id INTEGER REFERENCES {table_name(o, max(t - 1, 0))}(id)")
            else:
                parts.append(f"{name} {'INTEGER' if c % 3 == 0 else 'TEXT'}")
        db.execute(f"CREATE TABLE {table_name(o, t)}({', '.join(parts)})")
        for r in range(o.rows):
            values = [r + 1] + [r + 1 if column_name(o, t, c) == "ref_id" else r * 7 + c if c % 3 == 0 else f"v{r}x{c}"
                                for c in range(1, o.columns)]
            db.execute(f"INSERT INTO {table_name(o, t)} VALUES ({','.join('?' * o.columns)})", values)
    for v in range(o.views):
        t = v % o.tables
        db.execute(f"CREATE VIEW view_{v} AS SELECT * FROM {table_name(o, t)}")
    db.commit()
    db.close()


def questions(o):
    for q in range(o.questions):
        t = q * o.tables // o.questions
        name, column = table_name(o, t), column_name(o, t, 3)
        said = name.replace("_", " ")
        yield {"db_id": "big", "question": f"What is the {column} of each {said}?", "query": f"SELECT {column} FROM {name}"}


def candidates(o, kind):
    result = {}
    for t in range(o.tables):
        columns = [column_name(o, t, c) for c in range(o.columns)]
        result[str(t)] = {
            "db_id": "big", "table_name": table_name(o, t).replace("_", " "), "table_name_original": table_name(o, t),
            "header": [c.replace("_", " ") for c in columns], "column_names_original": columns,
            "dict": {c.replace("_", " "): [f"{kind} {c} {i}".replace("_", " ") for i in range(5)] for c in columns},
        }
    return result


def main():
    p = argparse.ArgumentParser()
    p.add_argument("folder")
    p.add_argument("tables", type=int)
    p.add_argument("--columns", type=int, default=20)
    p.add_argument("--views", type=int, default=0)
    p.add_argument("--questions", type=int, default=20)
    p.add_argument("--rows", type=int, default=3)
    p.add_argument("--keys", action="store_true")
    p.add_argument("--words", action="store_true")
    o = p.parse_args()
    os.makedirs(o.folder, exist_ok=True)
    make_database(o, f"{o.folder}/big.sqlite")
    json.dump(list(questions(o)), open(f"{o.folder}/questions.json", "w"))
    for kind in ("rpl", "add"):
        json.dump(candidates(o, kind), open(f"{o.folder}/{kind}.json", "w"))


main()
