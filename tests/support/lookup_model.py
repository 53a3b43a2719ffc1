#!/usr/bin/env python3
"""lookup_model.py: a small text-to-SQL model that really learns, for tests of training.

lookup_model.py train TRAIN EPOCHS MODEL   learn from Spider's train.json; prints what it did
lookup_model.py ask MODEL [exact]          a system for --system command:…; exact: only for questions of the same
                                           words as one that it knows

It remembers its training questions. A new one gets the query of the most similar question whose names the
schema has. How much a word tells is learnt: a word of many queries tells little, and so does one that comes and
goes in questions of one query. So it learns from changed questions which words do not matter.
"""
import json
import math
import re
import sys


def words(question):
    return frozenset(re.findall(r"[a-z0-9]+", question.lower()))


def names(schema):
    tables = {t.lower() for t in schema["table_names_original"]}
    return tables | {c.lower() for _, c in schema["column_names_original"]}


KEYWORDS = set("""select from where and or not in group by having order asc desc limit join on as count avg min max sum
distinct like between union intersect except case when then else end is null exists left inner outer cast""".split())


def identifiers(query):
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", " ", query.lower())
    found = set(re.findall(r"[a-z_][a-z0-9_]*", bare))
    return {w for w in found if w not in KEYWORDS and not re.fullmatch(r"t\d+", w)}


class Model:
    def __init__(self, examples, weights):
        self.examples = [(words(q), query, identifiers(query)) for q, query in examples]
        self.weights = weights

    def weigh(self, ws):
        return sum(self.weights.get(w, 1.0) for w in ws)

    def nearest(self, question, fits, least=-1.0):
        ws, best, most = words(question), "SELECT 1", least
        for other, query, used in self.examples:
            if not fits(used):
                continue
            score = self.weigh(ws & other) / (self.weigh(ws | other) or 1.0)
            if score > most:
                best, most = query, score
        return best


def train(path, epochs, out):
    with open(path, encoding="utf-8") as f:
        examples = [(x["question"], x["query"]) for x in json.load(f)]
    groups = {}
    for question, query in examples:
        groups.setdefault(query, []).append(words(question))
    seen, kept, queries = {}, {}, {}
    for query, group in groups.items():
        for w in frozenset().union(*group):
            queries[w] = queries.get(w, 0) + 1
            if len(group) > 1:
                seen[w] = seen.get(w, 0) + 1
                kept[w] = kept.get(w, 0) + all(w in ws for ws in group)
    weights = {w: math.log(1 + len(groups) / n) for w, n in queries.items()}
    for epoch in range(epochs):
        for w in seen:
            weights[w] *= ((kept[w] + 0.2) / (seen[w] + 0.2)) ** (1 / epochs)
        print("epoch %d of %d: %d examples, %d queries" % (epoch + 1, epochs, len(examples), len(groups)))
    with open(out, "w", encoding="utf-8") as f:
        json.dump({"examples": examples, "weights": weights}, f)


def ask(path, least):
    with open(path, encoding="utf-8") as f:
        kept = json.load(f)
    model = Model(kept["examples"], kept["weights"])
    for line in sys.stdin:
        request = json.loads(line)
        known = names(request["schema"])
        sql = model.nearest(request["question"], lambda used: used <= known, least)
        print(json.dumps({"id": request["id"], "sql": sql}), flush=True)


if sys.argv[1] == "train":
    train(sys.argv[2], int(sys.argv[3]), sys.argv[4])
else:
    ask(sys.argv[2], 0.999 if "exact" in sys.argv else -1.0)
