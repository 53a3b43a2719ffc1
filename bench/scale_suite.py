#!/usr/bin/env python3
"""bench/scale_suite.py SUITE OUT CASES [--databases]: a suite of that many cases, with predictions.

The seeds of SUITE are repeated under new numbers, with their cases, until there are CASES cases. So these are of
ordinary shape and size. Schemas stay those of SUITE. With --databases, each repetition has databases with names of
their own, as links to the same files, and so schemas of its own: then tables.json grows with the cases too.

OUT is the folder; OUT/predictions.jsonl has an answer to each seed and case, in the order of `teql ask`: all seeds,
then all cases. One of five is wrong: another query, no SQL, or a query that does not run.
"""
import json
import os
import sys

WRONG = ["SELECT count(*) FROM sqlite_master", "SELECT nothing FROM nowhere", "SELECT", None]


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def answer(number, item_id, query):
    """Right four times of five; the number decides when."""
    sql = query if number * 2654435761 % 2**32 % 5 else WRONG[number % len(WRONG)]
    told = {"id": item_id, "sql": sql} if sql else {"id": item_id, "sql": None, "error": "I do not know"}
    return dict(told, ms=float(number % 700))


def compact(record):
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


class Repetition:
    """One more repetition of the seeds and cases of a suite."""

    def __init__(self, number, n_seeds, own_databases):
        self.first = number * n_seeds
        self.mark = f"_{number}" if own_databases and number else ""

    def database(self, db_id):
        name, dot, rest = db_id.partition(".")
        return name + self.mark + dot + rest

    def seed(self, seed):
        return dict(seed, seed=self.first + seed["seed"], db_id=self.database(seed["db_id"]))

    def case(self, case):
        number = self.first + case["seed"]
        rest = case["id"].split("-", 1)[1]
        return dict(case, id=f"{number}-{rest}", seed=number, db_id=self.database(case["db_id"]))

    def schema(self, schema):
        changed = dict(schema, db_id=self.database(schema["db_id"]))
        if "migration" in schema:
            changed["migration"] = dict(schema["migration"], of=self.database(schema["migration"]["of"]))
        return changed


def write_suite(source, out, wanted, own_databases):
    seeds, cases = (read_lines(f"{source}/{name}.jsonl") for name in ("seeds", "cases"))
    by_seed = {}
    for case in cases:
        by_seed.setdefault(case["seed"], []).append(case)
    n_seeds = n_cases = repeated = 0
    with open(f"{out}/seeds.jsonl", "w", encoding="utf-8") as seed_file, \
            open(f"{out}/cases.jsonl", "w", encoding="utf-8") as case_file, \
            open(f"{out}/predictions.jsonl", "w", encoding="utf-8") as answers, \
            open(f"{out}/answers.tmp", "w", encoding="utf-8") as case_answers:
        while n_cases < wanted:
            again = Repetition(repeated, len(seeds), own_databases)
            repeated += 1
            for seed in seeds:
                if n_cases >= wanted:
                    break
                new = again.seed(seed)
                seed_file.write(compact(new))
                answers.write(compact(answer(n_seeds, f"seed-{new['seed']}", seed["query"])))
                n_seeds += 1
                for case in by_seed.get(seed["seed"], [])[:wanted - n_cases]:
                    told = again.case(case)
                    case_file.write(compact(told))
                    case_answers.write(compact(answer(n_cases, told["id"], case["query"])))
                    n_cases += 1
    join(f"{out}/predictions.jsonl", f"{out}/answers.tmp")
    return n_seeds, repeated


def join(path, behind):
    with open(path, "ab") as to, open(behind, "rb") as rest:
        while chunk := rest.read(1 << 20):
            to.write(chunk)
    os.remove(behind)


def write_schemas(source, out, repeated, own_databases, databases):
    with open(f"{source}/tables.json", encoding="utf-8") as file:
        schemas = json.load(file)
    originals = sorted({schema["db_id"].partition(".")[0] for schema in schemas})
    with open(f"{out}/tables.json", "w", encoding="utf-8") as file:
        file.write("[")
        for number in range(repeated if own_databases else 1):
            again = Repetition(number, 0, own_databases)
            for at, schema in enumerate(schemas):
                file.write(",\n" if number or at else "")
                file.write(compact(again.schema(schema)).rstrip())
            for name in originals if own_databases else ():
                new = again.database(name)
                os.makedirs(f"{out}/originals/{new}", exist_ok=True)
                os.symlink(f"{databases}/{name}/{name}.sqlite", f"{out}/originals/{new}/{new}.sqlite")
        file.write("]\n")


def main():
    own_databases = "--databases" in sys.argv
    source, out, wanted = [arg for arg in sys.argv[1:] if arg != "--databases"]
    os.makedirs(out)
    with open(f"{source}/manifest.json", encoding="utf-8") as file:
        manifest = json.load(file)
    databases = manifest["databases"]
    n_seeds, repeated = write_suite(source, out, int(wanted), own_databases)
    write_schemas(source, out, repeated, own_databases, databases)
    manifest["seeds"] = n_seeds
    del manifest["relations"]
    if own_databases:
        manifest["databases"] = os.path.abspath(f"{out}/originals")
    with open(f"{out}/manifest.json", "w", encoding="utf-8") as file:
        file.write(compact(manifest))


main()
