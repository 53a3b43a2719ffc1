"""training.py: from a pack to a model.

Without consistency, originals and cases are examples alike (MT-TEQL's augmentation). With it, each original of a
batch stands beside one of its cases, and the network is also taught to choose alike for both, right or wrong.
"""
import os
import pickle
import time
import zlib
from dataclasses import asdict, dataclass, field
from typing import NamedTuple, Tuple

import numpy as np
import torch
from torch.utils.data import DataLoader

from encode import WORD_PLACES, Vocabulary
from files import Problem
from losses import Agreement, likelihood
from network import GRAMS, Batch, Network, Shape, WordTable
from schema import FEATURES, NAME_WORDS, PLACES
from words import stem

LONGEST_FULL_BATCH = 150  # positions; batches of longer questions are half as large
KNOWN_FROM = 3  # times that a word must be seen
MOST_GRAMS = 14  # of a word
POSITIONS_AT_ONCE = 128 * 240 ** 2  # answered: questions times the square of the longest


def option(default, what):
    return field(default=default, metadata={"help": what})


@dataclass
class Options:
    steps: int = option(6000, "batches to train on")
    epochs: int = option(0, "times that everything is trained on, instead of steps")
    batch: int = option(64, "questions of a batch; half as many where they are long")
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
    """A network with all that is needed to ask it."""

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
        """Row 0 is no word, row i is words[i - 1]."""
        known = [0] + [self.known.get(stem(word), 0) for word in words]
        grams = np.zeros((len(words) + 1, MOST_GRAMS), np.int64)
        for row, word in enumerate(words, 1):
            pieces = letter_grams(word)[:MOST_GRAMS]
            grams[row, :len(pieces)] = pieces
        return WordTable(torch.tensor(known), torch.from_numpy(grams))

    def answers(self, pack, examples, device):
        """The symbols that the network says to examples, as numbers."""
        self.network.eval()
        table = self.word_table(pack.word_list).to(device)
        by_length = np.asarray(examples)[np.argsort(pack.lengths[examples], kind="stable")]
        said = {}
        for chosen in batches_to_answer(by_length, pack.lengths[by_length]):
            batch = collate(pack, chosen, self.options.positions).to(device)
            said.update(zip(chosen.tolist(), self.network.answer(batch, table)))
        return [said[int(example)] for example in examples]


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


# Examples side by side.


def collate(pack, examples, positions=True):
    lengths = pack.lengths[examples]
    n = int(-(-max(lengths) // 8) * 8)
    words = np.zeros((len(examples), n, NAME_WORDS), np.int64)
    features = np.zeros((len(examples), n, FEATURES), np.int64)
    relations = np.zeros((len(examples), n, n), np.uint8)
    targets = [pack.target[e] for e in examples]
    target = np.zeros((len(examples), max(map(len, targets)) or 1), np.int64)
    for row, (example, length) in enumerate(zip(examples, lengths)):
        words[row, :length], features[row, :length] = pack.position_arrays(example)
        pack.fill_relations(example, relations[row, :length, :length])
        target[row, :len(targets[row])] = targets[row]
    if not positions:
        for places in (PLACES, WORD_PLACES):
            features[(features >= places.start) & (features < places.stop)] = 0
    padding = np.arange(n)[None, :] >= np.asarray(lengths)[:, None]
    return Batch(*(torch.from_numpy(part) for part in (words, features, relations, padding, target)))


class Step(NamedTuple):
    """One batch of a training. origin is None where it is not of pairs."""
    batch: Batch
    origin: torch.Tensor


class Steps:
    """The batches of an epoch, by number; what a DataLoader asks for."""

    def __init__(self, pack, plan, options):
        self.pack, self.plan, self.options = pack, plan, options

    def __len__(self):
        return len(self.plan)

    def __getitem__(self, number):
        rows = self.plan[number]  # examples, or pairs: two columns
        batch = collate(self.pack, rows.T.ravel(), self.options.positions)
        return Step(batch, self.origins(rows, batch.words.shape[1]) if rows.ndim == 2 else None)

    def origins(self, pairs, n):
        out = np.full((len(pairs), n), -1, np.int64)
        for row, (original, case) in enumerate(pairs):
            own = np.arange(self.pack.lengths[case]) if original == case else self.pack.origin[case]
            out[row, :len(own)] = own
        return torch.from_numpy(out)


class Rows:
    """What is trained on: the rows of a set, without those that cannot be (too long, no query) or shall not be."""

    def __init__(self, pack, set_name, options):
        rows, good = pack.sets[set_name], pack.trainable()
        unknown = set(options.without) - set(pack.relations)
        if unknown:
            raise Problem("no case is of %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(pack.relations)))
        left_out = [pack.relations.index(r) for r in options.without]
        fits = lambda column: (column < 0) | good[column]
        rows = rows[fits(rows[:, 0]) & fits(rows[:, 1]) & ~np.isin(rows[:, 2], left_out)]
        self.originals = np.unique(rows[:, 0][rows[:, 0] >= 0])
        self.cases = np.unique(rows[:, 1][rows[:, 1] >= 0])
        self.lengths = pack.lengths
        self.options = options
        if options.consistency and options.partners == "self":
            self.cases = self.cases[:0]
        elif options.consistency and (rows[:, 0] < 0).any():
            raise Problem("cases without their originals cannot be agreed with: make them with --format pairs")
        self.partners = {}  # original → relation → cases
        for original, case, relation in rows[(rows[:, 0] >= 0) & (rows[:, 1] >= 0)].tolist():
            self.partners.setdefault(original, {}).setdefault(relation, []).append(case)
        having = [relation for cases in self.partners.values() for relation in cases]
        self.weights = {relation: 1 / having.count(relation) for relation in set(having)}

    def epoch(self, rng):
        """Everything once, in batches of similar length."""
        if self.options.consistency:
            rows = np.array([(o, self.partner(o, rng)) for o in self.originals.tolist()])
            return self.batches(rows, self.lengths[rows].max(1), self.options.batch // 2, rng)
        rows = np.concatenate([self.originals, self.cases])
        return self.batches(rows, self.lengths[rows], self.options.batch, rng)

    def partner(self, original, rng):
        """A case: of any relation, the rarer the likelier, so that all relations come up alike."""
        cases = self.partners.get(original)
        if cases is None or self.options.partners == "self":
            return original
        relations = list(cases)
        weights = np.array([self.weights[r] for r in relations])
        chosen = cases[relations[rng.choice(len(relations), p=weights / weights.sum())]]
        return chosen[rng.randint(len(chosen))]

    @staticmethod
    def batches(rows, lengths, size, rng):
        order = np.argsort(lengths + rng.rand(len(rows)) * 30)
        plan, start = [], 0
        while start < len(order):
            last = order[min(start + size, len(order)) - 1]
            size_here = size if lengths[last] <= LONGEST_FULL_BATCH else max(1, size // 2)
            plan.append(rows[order[start:start + size_here]])
            start += size_here
        return [plan[i] for i in rng.permutation(len(plan))]


def known_words(pack, rows):
    """Words by their stems, seen at least three times. A case repeats what its original says: its words count once
    for each database."""
    stems = [stem(word) for word in pack.word_list]
    counts = {}
    by_database = set()
    for example in rows.originals:
        for word in pack.words[example].tolist():
            counts[stems[word - 1]] = counts.get(stems[word - 1], 0) + 1
    for examples, own in ((rows.originals, pack.schema_words), (rows.cases, pack.schema_words), (rows.cases, None)):
        for example in examples:
            of = pack.words[example] if own is None else own[pack.schema_of[example]]
            key = "case" if own is None else "schema"
            by_database.update((key, pack.database_of[example], stems[w - 1]) for w in np.unique(of) if w)
    for _, _, word in by_database:
        counts[word] = counts.get(word, 0) + 1
    return {word: i for i, word in enumerate(sorted(w for w, n in counts.items() if n >= KNOWN_FROM), 1)}


# The training itself.


def train(pack, set_name, options, device, say=print):
    options.check()
    torch.manual_seed(options.seed)
    rng = np.random.RandomState(options.seed)
    rows = Rows(pack, set_name, options)
    if not len(rows.originals) + len(rows.cases):
        raise Problem("nothing to train on: no example has a query that can be learnt")
    if options.consistency and options.partners == "cases" and not rows.partners:
        raise Problem("consistency needs pairs: make them with --format pairs")
    known = known_words(pack, rows)
    shape = Shape(len(pack.vocabulary), len(known) + 1, width=options.width, encoder_layers=options.encoder_layers,
                  decoder_layers=options.decoder_layers, dropout=options.dropout)
    model = Model(Network(shape).to(device), pack.vocabulary, known, options)
    Trainer(model, pack, rows, device, say).run(rng)
    return model


class Trainer:
    def __init__(self, model, pack, rows, device, say):
        self.model, self.pack, self.rows, self.device, self.say = model, pack, rows, device, say
        self.options = model.options
        self.table = model.word_table(pack.word_list).to(device)
        self.optimizer = torch.optim.AdamW(model.network.parameters(), lr=self.options.rate, betas=(0.9, 0.98),
                                           weight_decay=0.01)
        self.done = 0
        self.sums = []

    def run(self, rng):
        plan = self.rows.epoch(rng)
        self.steps = self.options.epochs * len(plan) or self.options.steps
        while len(plan) < self.steps:
            plan += self.rows.epoch(rng)
        self.say("%d originals, %d cases, %d known words, %d steps" % (
            len(self.rows.originals), len(self.rows.cases), len(self.model.known), self.steps))
        loader = DataLoader(Steps(self.pack, plan[:self.steps], self.options), batch_size=None,
                            num_workers=1 if self.device.type == "cuda" else 0)
        self.model.network.train()
        began = time.time()
        for step in loader:
            self.step(step)
            if self.done % max(1, self.steps // 12) == 0 or self.done == self.steps:
                self.report(time.time() - began)

    def report(self, seconds):
        means = torch.stack(self.sums).mean(0).tolist()
        self.sums = []
        text = "step %d of %d, %.0f s: loss %.4f" % (self.done, self.steps, seconds, means[0])
        if self.options.consistency:
            text += ", disagreement %.4f, after mistakes %.4f" % tuple(means[1:])
        self.say(text)

    def step(self, step):
        warm_up = max(1, self.steps // 20)
        pace = (self.done + 1) / warm_up if self.done < warm_up else (self.steps - self.done) / (self.steps - warm_up)
        for group in self.optimizer.param_groups:
            group["lr"] = self.options.rate * pace
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.device.type == "cuda"):
            loss = self.loss(step)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.network.parameters(), 1.0)
        self.optimizer.step()
        self.done += 1

    def loss(self, step):
        batch, options, network = step.batch.to(self.device), self.options, self.model.network
        pairs = step.origin is not None
        encoded = network.encode(batch, self.table, self.forgotten(len(batch.words) // 2) if pairs else None)
        scores = network.decode(encoded, batch.target, batch.padding)
        parts = [likelihood(scores, batch.target, batch.padding, network.shape.vocabulary), scores.new_zeros(()),
                 scores.new_zeros(())]
        if pairs:
            agreement = Agreement(batch, step.origin.to(self.device), network.shape.vocabulary)
            parts[1] = agreement.loss(scores)
            if options.resample:
                prefixes = agreement.resampled(scores, options.resample)
                parts[2] = agreement.loss(network.decode(encoded, prefixes, batch.padding))
        self.sums.append(torch.stack(parts).detach())
        # Agreement counts fully only after a tenth of the steps: at first there is nothing to agree on.
        weight = options.consistency * min(1.0, (self.done + 1) / (0.1 * self.steps))
        return parts[0] + weight * (parts[1] + parts[2])

    def forgotten(self, pairs):
        """Words that are not read in this step: in every second pair a share of them, the same in both questions."""
        if not self.options.forget:
            return None
        draw = lambda *shape: torch.rand(*shape, device=self.device)
        share = draw(pairs, 1) * self.options.forget * (draw(pairs, 1) < 0.5)
        chosen = draw(pairs, len(self.table.known)) < share
        return torch.cat([chosen, chosen])
