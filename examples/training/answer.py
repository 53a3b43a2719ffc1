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

import files
import pack
import training
from files import Item
from source import source_of

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
        return [packed.sql(example, symbols, self.model.vocabulary, item, source)
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


def lines_at_once(descriptor):
    """The lines that are waiting, as lists of at most MOST_AT_ONCE, until the input ends."""
    rest = b""
    while True:
        chunk = os.read(descriptor, 1 << 20)
        if not chunk:
            yield [rest] if rest else []
            return
        *lines, rest = (rest + chunk).split(b"\n")
        for start in range(0, len(lines), MOST_AT_ONCE):
            yield lines[start:start + MOST_AT_ONCE]


def reply(answerer, requests):
    """A reply for each request. If a question cannot be answered, it alone gets an error."""
    try:
        return [{"id": request["id"], "sql": text} for request, text in zip(requests, answerer.answer(requests))]
    except Exception as problem:  # whatever it is, the other questions must still be answered
        if len(requests) > 1:
            return [reply(answerer, [request])[0] for request in requests]
        traceback.print_exc()  # standard error goes to teql's log
        return [{"id": requests[0]["id"], "error": "%s: %s" % (type(problem).__name__, problem)}]


def requests_of(lines):
    """The lines that are requests; others are reported in the log."""
    for line in lines:
        try:
            request = json.loads(line)
            if not isinstance(request["id"], str):
                raise ValueError("its id is no text")
            yield request
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            print("no request: %s: %.100r" % (problem, line), file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--device", help="cpu or cuda (cuda where there is one)")
    arguments = parser.parse_args()
    device = training.device_of(arguments.device)
    answerer = Answerer(training.load(arguments.model, device), device)
    for lines in lines_at_once(sys.stdin.fileno()):
        requests = list(requests_of(lines))
        for line in reply(answerer, requests) if requests else ():
            print(json.dumps(line), flush=True)


if __name__ == "__main__":
    files.main_or_message(main)
