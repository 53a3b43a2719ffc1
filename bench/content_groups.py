#!/usr/bin/env python3
"""content_groups.py TEQL SPIDER DR_SPIDER: which published cases of content equivalence have a like.

Dr.Spider's DB_DBcontent_equivalence groups its cases by seed. A group has a like if DB-content makes
a proved case of its seed that replaces a column which one of the group's cases replaces, and which
the seed's query reads. Prints how many groups have one, by column; then each that has none, with the
reasons that the manifest gives for its seed alone."""
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

UNTOLD = "sampling: the query reads no column of it"  # true of most schemas of each seed


def columns_of(schema):
    tables = schema["table_names_original"]
    return [(tables[t].lower(), c.lower()) for t, c in schema["column_names_original"] if t >= 0]


def words_of(query):
    return set(re.findall(r"\w+", query.lower()))


def read_groups(spider, dr_spider):
    path = os.path.join(dr_spider, "DB_DBcontent_equivalence")
    new = {s["db_id"]: s for s in json.load(open(path + ".tables.json"))}
    old = {s["db_id"]: s for s in json.load(open(os.path.join(spider, "tables.json")))}
    groups = collections.OrderedDict()
    for line in open(path + ".jsonl"):
        case = json.loads(line)
        words, kept = words_of(case["query"]), set(columns_of(new[case["db_id_post"]]))
        group = groups.setdefault(tuple(case["seeds"]), {"case": case, "columns": set()})
        group["columns"] |= {
            (t, c)
            for t, c in columns_of(old[case["db_id"]])
            if (t, c) not in kept and t in words and c in words
        }
    return groups


def generate(teql, spider, questions, out):
    subprocess.run(
        [teql, "generate", "--data", spider, "--questions", questions, "--relations", "DB-content"]
        + ["--max-per-seed", "24", "--out", out, "--quiet"],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return json.load(open(os.path.join(out, "manifest.json")))["relations"]["DB-content"]


def replaced_by_seed(suite):
    replaced = collections.defaultdict(set)
    for line in open(os.path.join(suite, "cases.jsonl")):
        case = json.loads(line)
        words = words_of(case["query"])
        for r in case["change"]["replaced"]:
            if words & {name.lower() for name in r["by"]}:
                replaced[case["seed"]].add(tuple(r["column"].lower().split(".", 1)))
    return replaced


def reasons(teql, spider, question, folder):
    folder = tempfile.mkdtemp(dir=folder)
    path = os.path.join(folder, "one.json")
    json.dump([question], open(path, "w"))
    made = generate(teql, spider, path, os.path.join(folder, "suite"))
    counts = {**made["refused"], **made["rejected"]}
    return sorted(r for r in counts if r != UNTOLD and not r.startswith("column is part"))


def main(teql, spider, dr_spider):
    groups, by_column = read_groups(spider, dr_spider), collections.Counter()
    questions = os.path.join(spider, "dev.json")
    seeds = json.load(open(questions))
    with tempfile.TemporaryDirectory() as folder:
        suite = os.path.join(folder, "suite")
        generate(teql, spider, questions, suite)
        replaced = replaced_by_seed(suite)
        without = {
            seed: g
            for seed, g in groups.items()
            if not any(replaced[s] & g["columns"] for s in seed)
        }
        for seed, group in groups.items():
            for table, column in group["columns"]:
                by_column[group["case"]["db_id"], table + "." + column, seed not in without] += 1
        print(f"{len(groups) - len(without)} of {len(groups)} groups have a case of the same kind")
        for db, column in sorted({k[:2] for k in by_column}):
            n, none = by_column[db, column, True], by_column[db, column, False]
            print(f"  {db:28} {column:32} {n:3} of {n + none}")
        for seed, group in without.items():
            why = "; ".join(reasons(teql, spider, seeds[seed[0]], folder))
            print(f"{seed[0]}: {group['case']['question']}\n    {group['case']['query']}\n    {why}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
