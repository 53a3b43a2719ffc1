#!/usr/bin/env python3
"""experiment.py: does training on teql's cases make a parser more consistent? MT-TEQL's Tables 10 and 12, and pairs.

    python3 experiment.py all --data spider --out work

does all of it on a machine that has teql and a GPU. The steps can also be taken one by one:

    prepare  teql makes training sets and suites; all questions are packed into work/pack.npz
    tune     trains with different settings, without a tenth of the training questions
    choose   tests these models on that tenth, chooses settings, and draws AS by its error rates
    train    trains every row of the tables, several times each
    score    teql compares the answers
    tables   work/tables.md

tune and train need a GPU, but neither teql nor the databases: of the folder work they read pack.npz and the
JSON files, and write runs/. The other steps need teql, and no GPU. Finished work is not done again.
"""
import argparse
import contextlib
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, replace
from typing import NamedTuple

import numpy as np

import files
import pack

QUESTION_RELATIONS = ("PI", "PR", "PS", "SS")
SCHEMA_RELATIONS = ("NO", "FL", "OK", "TS", "CS", "CRm", "CRn", "CI")
RELATIONS = QUESTION_RELATIONS + SCHEMA_RELATIONS
CASES_OF_A_SEED = 2  # of each relation
ALL_CASES = 1000000


class Row(NamedTuple):
    """A row of the tables: the training data, and the options."""
    name: str
    set: str
    options: dict = {}
    tests: tuple = ("dev", "others")


# Settings to choose from. The base is tuned too (its dropout), so that the comparison is fair.
TUNED_BASE = [Row("tune-base-%g" % p, "tune-base", {"dropout": p}, ("held",)) for p in (0.1, 0.2, 0.3)]
TUNED_PAIRS = [Row("tune-pairs-%g-%g" % (weight, p), "tune-pool", {"consistency": weight, "dropout": p}, ("held",))
               for weight in (0.5, 1.0, 2.0) for p in (0.1, 0.2)]
HALF = Row("tune-half", "tune-base", {"half": True}, ("held",))  # AS: the error rates of this run decide what is drawn
TUNING = TUNED_BASE + TUNED_PAIRS + [HALF]


def final_rows(chosen):
    """The rows, with the settings that were chosen."""
    base, pairs = chosen["base"], chosen["pairs"]
    # Without some relations: there are many of these, so they are trained half as long, and so are the rows to which they
# are compared.
    half = lambda name, data, options: Row(name, data, dict(options, half=True), ("dev",))
    less = lambda name, relations: half("pairs without " + name, "pool", dict(pairs, without=relations))
    return [
        Row("base", "base", base), Row("RS", "RS", base), Row("SS", "SS", base), Row("AS", "AS", base),
        Row("pairs", "pool", pairs),
        Row("self", "base", dict(pairs, partners="self")),  # the control: agreement without cases
        Row("base, no positions", "base", dict(base, positions=False)),
        Row("pairs, no positions", "pool", dict(pairs, positions=False)),
        half("base, half", "base", base), half("pairs, half", "pool", pairs),
        less("schema", SCHEMA_RELATIONS), less("questions", QUESTION_RELATIONS),
    ] + [less(relation, (relation,)) for relation in RELATIONS]


class Work:
    """The folder that the experiment is in."""

    def __init__(self, arguments):
        self.path = arguments.out
        self.data = arguments.data
        self.db = arguments.db or (arguments.data and os.path.join(arguments.data, "database"))
        self.teql = arguments.teql
        self.seeds = arguments.seeds
        self.steps = arguments.steps
        self.together = arguments.together
        self.at_once = arguments.at_once
        self.rate = arguments.rate
        self.network = arguments.network
        self.size = arguments.size
        self.only = arguments.rows

    def at(self, *names):
        return os.path.join(self.path, *names)

    def run_teql(self, *words, out=subprocess.DEVNULL):
        print("teql", *words, flush=True)
        subprocess.run([self.teql, *words], check=True, stdout=out)

    def make_with_teql(self, command, name, *words):
        if not os.path.exists(self.at(name, "manifest.json")):
            self.run_teql(command, "--data", self.data, "--db", self.db, "--out", self.at(name), "--quiet", *words)

    def augment(self, name, *words):
        """A training set: cases as pairs, all with the same ids, however many are drawn."""
        self.make_with_teql("augment", name, "--relations", "mt-teql", "--max-per-seed", str(CASES_OF_A_SEED), *words)

    def suite(self, name, relations, most):
        self.make_with_teql("generate", name, "--relations", relations, "--max-per-seed", str(most))

    def folder(self, *names):
        return files.Folder(self.at(*names), self.db)

    def chosen(self):
        return read_json(self.at("chosen.json"))

    def runs_of(self, row):
        return ["%s-%d" % (row.name.replace(", ", "-").replace(" ", "-"), seed) for seed in range(1, self.seeds + 1)]


def read_json(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def write_json(path, value):
    with open(path + ".part", "w", encoding="utf-8") as f:
        json.dump(value, f, indent=1)
    os.replace(path + ".part", path)


# prepare


def prepare(work):
    os.makedirs(work.at("runs"), exist_ok=True)
    pairs, size = ("--format", "pairs"), ("--size", str(work.size)) if work.size else ()
    work.augment("base", "--size", "0")
    work.augment("RS", "--scheme", "random", *pairs, *size)
    work.augment("SS", "--scheme", "stratified", *pairs, *size)
    work.augment("pool", "--size", str(ALL_CASES), *pairs)
    work.augment("tune-base", "--size", "0", "--holdout", "10%")
    work.augment("tune-pool", "--size", str(ALL_CASES), "--holdout", "10%", *pairs)
    work.suite("dev", "mt-teql", CASES_OF_A_SEED)
    work.suite("others", "dr-spider,syn", 1)
    if not os.path.exists(work.at("pack.npz")):
        make_pack(work)
    note_drawn(work, "RS", "SS")


def make_pack(work):
    packer = pack.Packer()
    for name in ("base", "tune-base"):
        packer.add_examples(name, work.folder(name), files.read_examples(work.at(name, "train.json")))
    for name in ("pool", "tune-pool"):
        folder = work.folder(name)
        packer.add_pairs(name, folder, files.read_pairs(folder, work.teql))
    for name, place in (("dev", ("dev",)), ("others", ("others",)), ("held", ("tune-base", "holdout"))):
        packer.add_test(name, work.folder(*place), files.read_suite(work.at(*place)))
    packer.finish().save(work.at("pack.npz"))


def note_drawn(work, *names):
    """drawn.json: the ids of the cases that were drawn."""
    path = work.at("drawn.json")
    drawn = read_json(path) if os.path.exists(path) else {}
    for name in names:
        drawn[name] = sorted(line["case_id"] for line in files.read_lines(work.at(name, "pairs.jsonl")))
    write_json(path, drawn)


# tune, train


def train_rows(work, rows):
    """Every run that has no answers yet."""
    names = [(row, run) for row in rows for run in work.runs_of(row)]
    waiting = [(row, run) for row, run in names if not os.path.exists(work.at("runs", run + ".json.gz"))]
    with side_by_side() as environment:
        train_runs(work, waiting, environment)


@contextlib.contextmanager
def side_by_side():
    """The environment of processes that share a GPU. With NVIDIA's MPS, where it works, their kernels run at the same
    time; without it they take turns, which is slower. Each has one thread, since there are many."""
    plain = dict(os.environ, OMP_NUM_THREADS="1")
    if shutil.which("nvidia-cuda-mps-control") is None or "CUDA_MPS_PIPE_DIRECTORY" in os.environ:
        yield plain
        return
    with tempfile.TemporaryDirectory() as folder:
        shared = dict(plain, CUDA_MPS_PIPE_DIRECTORY=folder, CUDA_MPS_LOG_DIRECTORY=folder)
        tried = [["nvidia-cuda-mps-control", "-d"], [sys.executable, "-c", "import torch; torch.zeros(1).cuda()"]]
        works = all(subprocess.run(words, env=shared, stderr=subprocess.DEVNULL).returncode == 0 for words in tried)
        try:
            yield shared if works else plain
        finally:
            subprocess.run(["nvidia-cuda-mps-control"], input=b"quit", env=shared, stderr=subprocess.DEVNULL)


def train_runs(work, waiting, environment):
    stacks, running = stacks_of(waiting, work.together), {}
    while stacks or running:
        while stacks and len(running) < work.at_once:
            stack = stacks.pop(0)
            running[stack[0][1]] = start_stack(work, stack, environment)
        time.sleep(0.5)
        for name, process in list(running.items()):
            if process.poll() is not None:
                del running[name]
                print(name, "done" if process.returncode == 0 else "failed, see runs/%s.log" % name, flush=True)
                if process.returncode != 0:
                    for other in running.values():
                        other.terminate()
                    raise files.Problem("a training failed")


def stacks_of(waiting, most):
    """Runs that can be trained at once (training.OWN): at most this many together, in stacks of similar size."""
    by_kind = {}
    for row, run in waiting:
        kind = row.options.get("dropout"), row.options.get("half"), bool(row.options.get("consistency"))
        by_kind.setdefault(kind, []).append((row, run))
    stacks = []
    for runs in by_kind.values():
        parts = -(-len(runs) // most)
        stacks += [runs[i * len(runs) // parts:(i + 1) * len(runs) // parts] for i in range(parts)]
    return stacks


def start_stack(work, stack, environment):
    """The process of a stack is named after its first run."""
    name = stack[0][1]
    write_json(work.at("runs", name + ".stack.json"), [[run, row._asdict()] for row, run in stack])
    with open(work.at("runs", name + ".log"), "w", encoding="utf-8") as log:
        return subprocess.Popen([sys.executable, __file__, "stack", "--out", work.path, "--name", name, "--steps",
                                 str(work.steps), "--rate", str(work.rate), "--network", work.network],
                                stdout=log, stderr=log, env=environment)


def train_stack(work, name):
    """Several trainings at once, and their answers to all tests, as symbols."""
    import torch  # here, since only tune and train need it

    import training

    stack = [(run, Row(**row)) for run, row in read_json(work.at("runs", name + ".stack.json"))]
    packed, device = pack.load(work.at("pack.npz")), training.device_of(None)
    if device.type == "cpu":
        torch.set_num_threads(1)  # other runs need processors too
    for set_name in {row.set for _, row in stack}:
        packed.sets[set_name] = set_rows(work, packed, set_name)
    trainings = [(row.set, options_of(work, run, row)) for run, row in stack]
    models = training.train_together(packed, trainings, device, say=lambda text: print(text, flush=True))
    tests = sorted({test for _, row in stack for test in row.tests})
    said = {test: training.answers_of(models, packed, packed.tests[test], device) for test in tests}
    for i, (run, row) in enumerate(stack):
        path = work.at("runs", run + ".json.gz")
        with gzip.open(path + ".part", "wt") as f:
            json.dump({"options": asdict(models[i].options), "answers": {test: said[test][i] for test in row.tests}}, f)
        os.replace(path + ".part", path)


def options_of(work, run, row):
    import training

    settings = dict(row.options)
    steps = work.steps // 2 if settings.pop("half", False) else work.steps
    width, encoder_layers, decoder_layers = map(int, work.network.split(","))
    options = training.Options(steps=steps, rate=work.rate, width=width, encoder_layers=encoder_layers,
                               decoder_layers=decoder_layers, seed=int(run.rsplit("-", 1)[1]))
    return replace(options, **settings)


def set_rows(work, packed, name):
    """The rows of a set. Those of RS, SS and AS are the originals, and the cases of the pool that were drawn."""
    if name == "pool":
        return np.concatenate([packed.sets["base"], packed.sets["pool"]])
    if name == "tune-pool":
        return np.concatenate([packed.sets["tune-base"], packed.sets["tune-pool"]])
    if name in packed.sets:
        return packed.sets[name]
    drawn = set(read_json(work.at("drawn.json"))[name])
    pool = packed.sets["pool"]
    return np.concatenate([packed.sets["base"], pool[[packed.ids[case] in drawn for case in pool[:, 1]]]])


# choose, score


# Both measures of agreement, with the options of teql score for them.
MEASURES = {"execution": (), "exact": ("--by", "exact", "--no-execution")}


def score(work, rows):
    """Symbols become SQL, and teql compares, by both measures."""
    os.makedirs(work.at("scores"), exist_ok=True)
    packed = pack.load(work.at("pack.npz"))
    for test in ("dev", "others", "held"):
        suite = work.at("tune-base", "holdout") if test == "held" else work.at(test)
        runs = [name for row in rows if test in row.tests for name in work.runs_of(row)]
        runs = [name for name in runs if not all(os.path.exists(scores_of(work, name, test, m)) for m in MEASURES)]
        folder, items = files.Folder(suite, work.db), list(files.read_suite(suite)) if runs else []
        for name in runs:
            write_predictions(work, packed, name, test, folder, items)
            for measure, words in MEASURES.items():
                if not os.path.exists(scores_of(work, name, test, measure)):
                    work.run_teql("score", "--suite", suite, "--predictions", predictions_of(work, name, test),
                                  "--out", scores_of(work, name, test, measure), "--db", work.db, *words)


def scores_of(work, name, test, measure="execution"):
    return work.at("scores", "%s.%s.%s.json" % (name, test, measure))


def predictions_of(work, name, test):
    return work.at("scores", "%s.%s.jsonl" % (name, test))


def write_predictions(work, packed, name, test, folder, items):
    with gzip.open(work.at("runs", name + ".json.gz"), "rt") as f:
        answers = json.load(f)["answers"][test]
    with open(predictions_of(work, name, test), "w", encoding="utf-8") as out:
        for item, example, symbols in zip(items, packed.tests[test].tolist(), answers):
            text = packed.sql(example, symbols, packed.vocabulary, item, folder.source(item.db_id))
            out.write(json.dumps({"id": item.id, "sql": text}) + "\n")


def choose(work):
    """The base: most right answers. Pairs: fewest errors, among those that are right as often as that base."""
    tuned = wanted(work, TUNING)
    score(work, tuned)
    found = {row.name: held_figures(work, row) for row in tuned}
    if not wanted(work, TUNED_BASE) or not wanted(work, TUNED_PAIRS) or HALF not in tuned:
        raise files.Problem("--rows leaves nothing to choose from")
    best = max(wanted(work, TUNED_BASE), key=lambda row: found[row.name]["right"])
    pairs = wanted(work, TUNED_PAIRS)
    fair = [row for row in pairs if found[row.name]["right"] >= found[best.name]["right"]] or pairs
    steady = min(fair, key=lambda row: found[row.name]["error_rate"])
    write_json(work.at("chosen.json"), {"base": best.options, "pairs": steady.options, "held": found})
    work.augment("AS", "--scheme", "adaptive", "--format", "pairs", "--rates",
                 scores_of(work, work.runs_of(HALF)[0], "held"),
                 *(("--size", str(work.size)) if work.size else ()))
    note_drawn(work, "AS")


def held_figures(work, row):
    """Means over the runs of a row, on the questions that were set aside, by execution. A model whose answers all fail
    has no error rate, and counts as the worst."""
    summaries = [read_json(scores_of(work, name, "held"))["summary"] for name in work.runs_of(row)]
    right = [s["seeds_right_execution"]["yes"] / max(1, s["seeds_right_execution"]["of"]) for s in summaries]
    errors = [1.0 if s["all"]["error_rate"] is None else s["all"]["error_rate"] for s in summaries]
    return {"right": float(np.mean(right)), "error_rate": float(np.mean(errors))}


# tables


def tables(work, rows):
    """Rows are compared with the first of those that were trained as long."""
    with open(work.at("tables.md"), "w", encoding="utf-8") as out:
        for test in ("dev", "others"):
            for measure in MEASURES:
                for half in (False, True):
                    group = [row for row in rows if row.options.get("half", False) == half and test in row.tests]
                    if group:
                        write_table(work, group, test, measure, out)


def write_table(work, rows, test, measure, out):
    runs = [",".join(scores_of(work, name, test, measure) for name in work.runs_of(row)) for row in rows]
    names = ",".join(row.name.replace(", ", " ") for row in rows)
    out.write("# %s, by %s%s\n\n" % (test, measure, ", trained half as long" if rows[0].options.get("half") else ""))
    out.flush()
    work.run_teql("compare", *runs, "--names", names, "--experiment", "--format", "markdown", out=out)


def wanted(work, rows):
    return [row for row in rows if not work.only or row.name in work.only]


STEPS = {
    "prepare": prepare,
    "tune": lambda work: train_rows(work, wanted(work, TUNING)),
    "choose": choose,
    "train": lambda work: train_rows(work, wanted(work, final_rows(work.chosen()))),
    "score": lambda work: score(work, wanted(work, final_rows(work.chosen()))),
    "tables": lambda work: tables(work, wanted(work, final_rows(work.chosen()))),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("step", choices=["all", *STEPS, "stack"])
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder to work in")
    parser.add_argument("--data", metavar="DIR", help="Spider: train.json, dev.json, tables.json, database/")
    parser.add_argument("--db", metavar="DIR", help="the databases (DATA/database)")
    parser.add_argument("--teql", default="teql", help="the program (teql)")
    parser.add_argument("--seeds", type=int, default=3, help="trainings of each row (3)")
    parser.add_argument("--steps", type=int, default=6000, help="of a training (6000)")
    parser.add_argument("--rate", type=float, default=5e-4, help="of learning (0.0005)")
    parser.add_argument("--size", type=int, help="cases of RS, SS and AS (as many as there are questions)")
    parser.add_argument("--together", type=int, default=12, help="networks that one process trains at once, at most (12)")
    parser.add_argument("--at-once", type=int, default=2, help="processes at a time (2)")
    parser.add_argument("--network", default="256,6,4", help="width, layers of encoder and decoder (256,6,4)")
    parser.add_argument("--rows", type=lambda text: text.split(";"), help="only these, with ; between them")
    parser.add_argument("--name", help="stack: which; the other steps use it")
    arguments = parser.parse_args()
    work = Work(arguments)
    if arguments.step in ("all", "prepare", "choose") and not arguments.data:
        parser.error("--data is needed")
    if arguments.step in ("tune", "train", "choose", "score") and not os.path.exists(work.at("pack.npz")):
        parser.error("%s is not there: prepare comes first" % work.at("pack.npz"))
    if arguments.step == "stack":
        train_stack(work, arguments.name)
        return
    for step in STEPS if arguments.step == "all" else [arguments.step]:
        STEPS[step](work)


if __name__ == "__main__":
    files.main_or_message(main)
