#!/usr/bin/env python3
"""same_answers.py MODEL SUITE DATABASES PREDICTIONS: does the model say to a whole suite, packed, what it said by the
protocol? The rows come from the originals by lineage here, and from the changed databases there."""
import json
import sys

import torch

import files
import pack
import training

torch.set_num_threads(1)
model_path, suite, databases, predictions = sys.argv[1:]
model = training.load(model_path)
folder, items, packer = files.Folder(suite, databases), list(files.read_suite(suite)), pack.Packer()
packer.add_test("suite", folder, items)
packed = packer.finish()
examples = packed.tests["suite"]
said = {line["id"]: line["sql"] for line in files.read_lines(predictions)}
different = 0
for item, example, symbols in zip(items, examples.tolist(), model.answers(packed, examples, torch.device("cpu"))):
    text = packed.sql(example, symbols, model.vocabulary, item, folder.source(item.db_id))
    if text != said[item.id]:
        different += 1
        print(json.dumps([item.id, text, said[item.id]]))
print("%d of %d differ" % (different, len(items)))
sys.exit(different > 0 or not items)
