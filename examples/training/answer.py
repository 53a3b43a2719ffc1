#!/usr/bin/env python3
"""answer.py MODEL: answer questions by teql's protocol.

    teql test --data spider --system 'command:python3 answer.py model.pt'

Each line of standard input is a question with its schema and database, each line of standard output its SQL. Requests
that wait at the same time (`--in-flight 64`) are answered together, which is faster on a GPU.
"""
import argparse
import json
import os
import sys
import traceback
from collections import OrderedDict

import pack
import sql
import training
from files import Item
from source import source_of
from train import device_of

MOST_AT_ONCE = 64
MOST_SCHEMAS = 64  # kept, with the texts of their databases


class Answerer:
    def __init__(self, model, device):
        self.model = model
        self.device = device
        self.sources = OrderedDict()

    def answer(self, requests):
        """The SQL for each request."""
        packer = pack.Packer()
        sources = [self.source(request) for request in requests]
        items = [Item(request["id"], request["db_id"], request["question"]) for request in requests]
        examples = [packer.example_of(source, item) for source, item in zip(sources, items)]
        packed = packer.finish()
        said = self.model.answers(packed, examples, self.device)
        return [written(self.model, packed, example, symbols, item, source)
                for example, symbols, item, source in zip(examples, said, items, sources)]

    def source(self, request):
        """The schema of a request. A changed question often comes with a schema that was seen before."""
        key = request["database"], json.dumps(request["schema"])
        if key not in self.sources:
            self.sources[key] = source_of(request["schema"], request["database"])
            if len(self.sources) > MOST_SCHEMAS:
                self.sources.popitem(last=False)
        self.sources.move_to_end(key)
        return self.sources[key]


def written(model, packed, example, symbols, item, source):
    read = model.vocabulary.decode(symbols, packed.n_words(example), packed.n_columns(example))
    return sql.sql_of(read, item.question, source.schema.entry, source.spelling)


def lines_at_once(descriptor):
    """The lines that are there, as lists of at most MOST_AT_ONCE, until the input ends."""
    rest = b""
    while True:
        chunk = os.read(descriptor, 1 << 20)
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        for start in range(0, len(lines), MOST_AT_ONCE):
            yield lines[start:start + MOST_AT_ONCE]


def reply(answerer, requests):
    """A reply for each request. If a question cannot be answered, it alone gets an error."""
    try:
        return [{"id": request["id"], "sql": text} for request, text in zip(requests, answerer.answer(requests))]
    except Exception as problem:  # whatever it is, the other questions are still to be answered
        if len(requests) > 1:
            return [reply(answerer, [request])[0] for request in requests]
        traceback.print_exc()  # standard error goes to teql's log
        return [{"id": requests[0]["id"], "error": "%s: %s" % (type(problem).__name__, problem)}]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--device", help="cpu or cuda (cuda where there is one)")
    arguments = parser.parse_args()
    device = device_of(arguments.device)
    answerer = Answerer(training.load(arguments.model, device), device)
    for lines in lines_at_once(sys.stdin.fileno()):
        for line in reply(answerer, [json.loads(line) for line in lines]):
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
