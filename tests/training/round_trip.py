#!/usr/bin/env python3
"""round_trip.py TRAIN TABLES GOLD PREDICTED: queries of train.json become symbols and SQL again (examples/training).

Writes gold queries with their db_id, and what became of them, a line each, for `teql eval`. Needs neither numpy nor
torch."""
import json
import sys

import sql
import symbols

train, tables, gold, predicted = sys.argv[1:]
entries = {entry["db_id"]: entry for entry in json.load(open(tables, encoding="utf-8"))}
with open(gold, "w", encoding="utf-8") as g, open(predicted, "w", encoding="utf-8") as p:
    for x in json.load(open(train, encoding="utf-8")):
        try:
            said = symbols.symbols_of(x["sql"], x["question"])
        except symbols.Unsaid:
            continue
        g.write("%s\t%s\n" % (" ".join(x["query"].split()), x["db_id"]))
        p.write(" ".join(sql.sql_of(said, x["question"], entries[x["db_id"]]).split()) + "\n")
