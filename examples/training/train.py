#!/usr/bin/env python3
"""train.py: train a parser on what `teql augment` wrote.

    teql augment --data spider --scheme stratified --out set
    python3 train.py --data set --db spider/database --out model.pt

    teql augment --data spider --size 0 --out base
    teql augment --data spider --size 130000 --format pairs --out pairs
    python3 train.py --data base --data pairs --consistency 1 --db spider/database --out model.pt

--data is a folder of `teql augment`, or the train.json in one. With --consistency the network must also agree with
itself about the two questions of a pair. answer.py asks the model.
"""
import argparse
import os
from dataclasses import fields

import torch

import files
import pack
import training


def read_sets(packer, name, paths, databases, teql):
    """Everything of the folders as one set."""
    for path in paths:
        folder = files.Folder(os.path.dirname(path) or "." if os.path.isfile(path) else path, databases)
        if os.path.exists(os.path.join(folder.path, "train.json")):
            packer.add_examples(name, folder, files.read_examples(os.path.join(folder.path, "train.json")))
        else:
            packer.add_pairs(name, folder, files.read_pairs(folder, teql))


def option_arguments(parser):
    """An argument for each field of Options."""
    for field in fields(training.Options):
        name, default = "--" + field.name.replace("_", "-"), field.default
        if isinstance(default, bool):
            parser.add_argument("--no-" + field.name, dest=field.name, action="store_false")
        elif isinstance(default, tuple):
            parser.add_argument(name, default=default, type=lambda text: tuple(text.split(",")), metavar="LIST")
        else:
            parser.add_argument(name, default=default, type=type(default), metavar="N", help="(%s)" % default)


def options_of(arguments):
    return training.Options(**{field.name: getattr(arguments, field.name) for field in fields(training.Options)})


def device_of(name):
    return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", action="append", required=True, metavar="DIR", help="may be given several times")
    parser.add_argument("--db", metavar="DIR", help="databases, as DIR/db_id/db_id.sqlite, unless DATA has them")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--teql", default="teql", help="the program, which reads the queries of pairs (teql)")
    parser.add_argument("--device", help="cpu or cuda (cuda where there is one)")
    option_arguments(parser)
    arguments = parser.parse_args()
    packer = pack.Packer()
    read_sets(packer, "train", arguments.data, arguments.db, arguments.teql)
    model = training.train(packer.finish(), "train", options_of(arguments), device_of(arguments.device),
                           say=lambda text: print(text, flush=True))
    model.save(arguments.out)


if __name__ == "__main__":
    main()
