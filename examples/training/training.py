"""training.py: from a pack to a model.

Without consistency, originals and cases are examples alike (MT-TEQL's augmentation). With it, each original of a
batch stands beside one of its cases, and the network is also taught to choose alike for both, right or wrong.
"""
import os
import pickle
import time
import zlib
from dataclasses import asdict, dataclass, field
from typing import Tuple

import numpy as np
import torch
from torch.utils.data import DataLoader

import replay
from batches import Rows, Steps, collate, in_step, known_words
from encode import Vocabulary
from files import Problem
from network import GRAMS, Network, Shape, WordTable
from together import Networks
from words import stem

MOST_GRAMS = 14  # of a word
POSITIONS_AT_ONCE = 128 * 240 ** 2  # answered: questions times the square of the longest


def option(default, what):
    return field(default=default, metadata={"help": what})


@dataclass
class Options:
    steps: int = option(6000, "batches to train on")
    epochs: int = option(0, "times that everything is trained on, instead of steps")
    batch: int = option(64, "questions of a batch")
    rate: float = option(5e-4, "of learning, at its highest")
    dropout: float = option(0.2, "share of what the network forgets at each step")
    width: int = option(256, "of the network, divisible by 8")
    encoder_layers: int = option(6, "layers that read")
    decoder_layers: int = option(4, "layers that write")
    consistency: float = option(0.0, "weight of agreement; 0: cases are examples like any other")
    partners: str = option("cases", "what an original must agree with: cases, or self (a control)")
    resample: float = option(0.5, "consistency: most of a query that is replaced by what the network says, alike in both")
    forget: float = option(0.3, "consistency: most words that are hidden, alike in both, in every second pair")
    positions: bool = option(True, "do not let the network see where words, columns and tables stand")
    without: Tuple[str, ...] = option((), "relations whose cases are not trained on, with commas between them")
    seed: int = option(1, "of all chance")

    def check(self):
        for name, least in (("steps", 1), ("epochs", 0), ("batch", 2), ("width", 8), ("encoder_layers", 1),
                            ("decoder_layers", 1), ("consistency", 0), ("resample", 0), ("forget", 0)):
            if getattr(self, name) < least:
                raise Problem("%s must be %d at least" % (name.replace("_", "-"), least))
        if self.width % 8:
            raise Problem("width must be divisible by 8")
        if self.partners not in ("cases", "self"):
            raise Problem("partners are cases or self")


class Model:
    """A network with everything that is needed to ask it."""

    def __init__(self, network, vocabulary, known, options):
        self.network = network
        self.vocabulary = vocabulary
        self.known = known  # stem → number
        self.options = options

    def save(self, path):
        torch.save({"shape": tuple(self.network.shape), "weights": self.network.state_dict(),
                    "vocabulary": self.vocabulary.names, "known": self.known, "options": asdict(self.options)},
                   path + ".part")
        os.replace(path + ".part", path)

    def word_table(self, words):
        """Row 0 means no word, row i means words[i - 1]."""
        known = [0] + [self.known.get(stem(word), 0) for word in words]
        grams = np.zeros((len(words) + 1, MOST_GRAMS), np.int64)
        for row, word in enumerate(words, 1):
            pieces = letter_grams(word)[:MOST_GRAMS]
            grams[row, :len(pieces)] = pieces
        return WordTable(torch.tensor(known), torch.from_numpy(grams))

    def answers(self, pack, examples, device):
        """The network's symbols for the examples, as numbers."""
        return answers_of([self], pack, examples, device)[0]


def answers_of(models, pack, examples, device):
    """For each model, its answers to the examples."""
    tables = [model.word_table(pack.word_list).to(device) for model in models]
    by_length = np.asarray(examples)[np.argsort(pack.lengths[examples], kind="stable")]
    said = [{} for _ in models]
    for model in models:
        model.network.eval()
    for positions in sorted({model.options.positions for model in models}):
        questions = Questions(pack, list(batches_to_answer(by_length, pack.lengths[by_length])), positions)
        for chosen, batch in DataLoader(questions, batch_size=None, num_workers=loaders(device, len(models))):
            batch = batch.to(device)
            for model, table, own in zip(models, tables, said):
                if model.options.positions == positions:
                    own.update(zip(chosen, model.network.answer(batch, table)))
    return [[own[int(example)] for example in examples] for own in said]


def loaders(device, models):
    """Processes that make batches, so that a GPU does not wait for them."""
    return 1 + models // 3 if device.type == "cuda" else 0


class Questions:
    """Batches to be answered, by number."""

    def __init__(self, pack, batches, positions):
        self.pack, self.batches, self.positions = pack, batches, positions

    def __len__(self):
        return len(self.batches)

    def __getitem__(self, number):
        chosen = self.batches[number]
        return chosen.tolist(), collate(self.pack, chosen, self.positions)


def batches_to_answer(examples, lengths):
    """Examples, the shortest first, in batches that are small where they are long: a schema may have 2,000 columns, and
    memory grows with the square of the longest."""
    start = 0
    while start < len(examples):
        end = start + 1
        while end < len(examples) and (end + 1 - start) * int(lengths[end]) ** 2 <= POSITIONS_AT_ONCE:
            end += 1
        yield examples[start:end]
        start = end


def device_of(name):
    """The processor or GPU of this name; without one, a GPU if there is any."""
    try:
        return torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))
    except RuntimeError:
        raise Problem("no device is called %s: cpu and cuda are" % name) from None


def load(path, device="cpu"):
    try:
        kept = torch.load(path, map_location=device)
        options = Options(**kept["options"])
    except (KeyError, TypeError, ValueError, RuntimeError, pickle.UnpicklingError) as problem:
        raise Problem("%s is no model that train.py wrote (%s)" % (path, problem)) from None
    network = Network(Shape(*kept["shape"])).to(device)
    network.load_state_dict(kept["weights"])
    return Model(network, Vocabulary(kept["vocabulary"]), kept["known"], options)


def letter_grams(word):
    marked = "<" + word + ">"
    return [1 + zlib.crc32(marked[i:i + 3].encode()) % GRAMS for i in range(len(marked) - 2)]


# The training itself.


def train(pack, set_name, options, device, say=print):
    return train_together(pack, [(set_name, options)], device, say)[0]


# Options in which networks that are trained at once may differ.
OWN = ("seed", "consistency", "partners", "positions", "without")


def train_together(pack, trainings, device, say=print):
    """A model for each of trainings, which are pairs of a set's name and options."""
    for name, options in trainings:
        options.check()
        if kind_of(options) != kind_of(trainings[0][1]):
            raise Problem("these cannot be trained at once: they differ in more than %s" % ", ".join(OWN))
    rows = [Rows(pack, name, options) for name, options in trainings]
    for own in rows:
        own.check()
    known = [known_words(pack, own) for own in rows]
    models = [new_model(pack, known[i], max(map(len, known)) + 1, options) for i, (_, options) in enumerate(trainings)]
    Trainer(models, pack, rows, device, say).run()
    return models


def kind_of(options):
    return {**asdict(options), **dict.fromkeys(OWN), "pairs": options.consistency > 0}


def new_model(pack, known, words, options):
    torch.manual_seed(options.seed)
    shape = Shape(len(pack.vocabulary), words, width=options.width, encoder_layers=options.encoder_layers,
                  decoder_layers=options.decoder_layers, dropout=options.dropout)
    return Model(Network(shape), pack.vocabulary, known, options)


class Trainer:
    def __init__(self, models, pack, rows, device, say):
        self.models, self.pack, self.rows, self.device, self.say = models, pack, rows, device, say
        self.options = models[0].options
        tables = [model.word_table(pack.word_list) for model in models]
        self.table = WordTable(torch.stack([table.known for table in tables]), tables[0].grams).to(device)
        self.networks = Networks([model.network.to(device) for model in models], self.options,
                                 torch.bfloat16 if device.type == "cuda" else torch.float32)
        self.done = 0
        self.sums = torch.zeros(len(models), 3, device=device)  # of the parts of the loss, since the last report
        self.weights = torch.zeros(len(models), device=device)  # of agreement
        self.optimizer = self.make_optimizer()
        self.learn = replay.Replayed(self.learn_from) if device.type == "cuda" else self.learn_from

    def make_optimizer(self):
        options = {"lr": self.options.rate}
        if self.device.type == "cuda":  # a replayed step reads the rate at this address
            options = {"lr": torch.tensor(self.options.rate, device=self.device), "fused": True, "capturable": True}
        return torch.optim.AdamW([self.networks.weights], betas=(0.9, 0.98), weight_decay=0.01, **options)

    def run(self):
        steps = self.plan()
        for model, rows in zip(self.models, self.rows):
            self.say("%d originals, %d cases, %d known words, %d steps" % (
                len(rows.originals), len(rows.cases), len(model.known), self.steps))
            if rows.unfit:
                self.say("notice: %d examples are left out: too long, or with a query that cannot be learnt" % rows.unfit)
        began, reported = time.time(), 0
        for step in DataLoader(steps, batch_size=None, num_workers=loaders(self.device, len(self.models))):
            self.set_pace()
            self.learn(step)
            self.done += 1
            if self.done % max(1, self.steps // 12) == 0 or self.done == self.steps:
                self.report(self.done - reported, time.time() - began)
                reported = self.done
        self.networks.hand_back()

    def plan(self):
        plans = [rows.plan(self.options.steps, self.options.epochs, np.random.RandomState(rows.options.seed))
                 for rows in self.rows]
        self.steps = min(map(len, plans))
        plans = in_step(plans, self.pack.sizes(), np.random.RandomState(self.options.seed))
        return Steps(self.pack, plans, [rows.options.positions for rows in self.rows], self.device.type == "cuda")

    def report(self, steps, seconds):
        for model, means in zip(self.models, (self.sums / steps).tolist()):
            text = "step %d of %d, %.0f s: loss %.4f" % (self.done, self.steps, seconds, means[0])
            if model.options.consistency:
                text += ", disagreement %.4f, after mistakes %.4f" % tuple(means[1:])
            self.say(text)
        self.sums.zero_()

    def set_pace(self):
        warm_up = max(1, self.steps // 20)
        pace = (self.done + 1) / warm_up if self.done < warm_up else (self.steps - self.done) / (self.steps - warm_up)
        for group in self.optimizer.param_groups:
            if torch.is_tensor(group["lr"]):
                group["lr"].fill_(self.options.rate * pace)
            else:
                group["lr"] = self.options.rate * pace
        # Agreement counts fully only after a tenth of the steps: at first there is nothing to agree on.
        full = torch.tensor([model.options.consistency for model in self.models])
        self.weights.copy_(full * min(1.0, (self.done + 1) / (0.1 * self.steps)))

    def learn_from(self, step):
        self.optimizer.zero_grad(set_to_none=True)
        parts = self.networks.losses(self.table, step)
        # Each network has its own weights, so the sum teaches each as if it were alone.
        (parts[:, 0] + self.weights * parts[:, 1:].sum(1)).sum().backward()
        self.sums += parts.detach()
        self.networks.clip(1.0)
        self.optimizer.step()
