#!/usr/bin/env python3
"""train.py: train a parser on what `teql augment` wrote.

    teql augment --data spider --scheme stratified --databases copy --out set
    python3 train.py --data set --out model.pt

    teql augment --data spider --size 0 --out base
    teql augment --data spider --size 1000000 --max-per-seed 2 --format pairs --out pairs
    python3 train.py --data base --data pairs --consistency 1 --db spider/database --out model.pt

With --consistency the network must also agree with itself about the two questions of a pair. answer.py asks the model.
"""
import argparse
import os
from dataclasses import fields

import files
import pack
import training


def read_sets(packer, name, paths, databases, teql):
    """Everything of the folders as one set. A path may also be that of a file such as train.json."""
    for path in paths:
        is_file = os.path.isfile(path)
        folder = files.Folder((os.path.dirname(path) or ".") if is_file else path, databases)
        train = path if is_file else os.path.join(path, "train.json")
        if os.path.exists(train):
            packer.add_examples(name, folder, files.read_examples(train))
        elif os.path.exists(os.path.join(path, "pairs.jsonl")):
            packer.add_pairs(name, folder, files.read_pairs(folder, teql))
        else:
            raise files.Problem("%s has neither train.json nor pairs.jsonl" % path)
        lacking = folder.without_database()
        if lacking:
            print("notice: no database for %d of %d schemas of %s: values are not seen in them (--db, or teql augment "
                  "--databases copy)" % (len(lacking), len(folder.sources), path), flush=True)


def option_arguments(parser):
    """An argument for each field of Options."""
    for field in fields(training.Options):
        name, default, what = "--" + field.name.replace("_", "-"), field.default, field.metadata["help"]
        if isinstance(default, bool):
            parser.add_argument("--no-" + field.name, dest=field.name, action="store_false", help=what)
        elif isinstance(default, tuple):
            parser.add_argument(name, default=default, type=lambda text: tuple(text.split(",")), metavar="LIST", help=what)
        else:
            metavar = "NAME" if isinstance(default, str) else "N"
            parser.add_argument(name, default=default, type=type(default), metavar=metavar,
                                help="%s (%s)" % (what, default))


def options_of(arguments):
    return training.Options(**{field.name: getattr(arguments, field.name) for field in fields(training.Options)})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", action="append", required=True, metavar="DIR", help="may be given several times")
    parser.add_argument("--db", metavar="DIR", help="databases, as DIR/db_id/db_id.sqlite, unless DATA has them")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--teql", default="teql", help="the program, which reads the queries of pairs (teql)")
    parser.add_argument("--device", help="cpu or cuda (cuda where there is one)")
    option_arguments(parser)
    arguments = parser.parse_args()
    options, device = options_of(arguments), training.device_of(arguments.device)
    options.check()
    if not os.path.isdir(os.path.dirname(arguments.out) or "."):
        raise files.Problem("%s: there is no such folder" % os.path.dirname(arguments.out))
    packer = pack.Packer()
    read_sets(packer, "train", arguments.data, arguments.db, arguments.teql)
    model = training.train(packer.finish(), "train", options, device,
                           say=lambda text: print(text, flush=True))
    model.save(arguments.out)


if __name__ == "__main__":
    files.main_or_message(main)
