"""batches.py: draws the examples to train on, and makes batches of them.

Several networks can be trained at once (together.py). A step then has a batch for each of them.
"""
from typing import NamedTuple

import numpy as np
import torch

from encode import WORD_PLACES
from files import Problem
from network import Batch
from schema import FEATURES, NAME_WORDS, PLACES
from words import stem

KNOWN_FROM = 3  # a word must be seen this many times
WINDOW = 600  # steps among which batches are put in another order
GROUPS = 4  # of batches, by the length of their queries
CHANCE = np.array([5.0, 1.0])  # positions and symbols that count as the same length


class Size(NamedTuple):
    """The size to which a batch is padded."""
    positions: int
    symbols: int

    @classmethod
    def of(cls, pack, examples, coarse=False):
        """coarse: so that few sizes come up (replay.py)."""
        positions, symbols = max(pack.lengths[examples]), max(len(pack.target[e]) for e in examples) or 1
        return cls(up_to(8, positions), up_to(8, symbols) if coarse else symbols)


def up_to(multiple, number):
    return -(-int(number) // multiple) * multiple


def collate(pack, examples, positions=True, size=None):
    n, length = size or Size.of(pack, examples)
    words = np.zeros((len(examples), n, NAME_WORDS), np.int64)
    features = np.zeros((len(examples), n, FEATURES), np.int64)
    relations = np.zeros((len(examples), n, n), np.uint8)
    target = np.zeros((len(examples), length), np.int64)
    lengths = pack.lengths[examples]
    for row, (example, own) in enumerate(zip(examples, lengths)):
        words[row, :own], features[row, :own] = pack.position_arrays(example)
        pack.fill_relations(example, relations[row, :own, :own])
        symbols = pack.target[example]
        target[row, :len(symbols)] = symbols
    if not positions:
        for places in (PLACES, WORD_PLACES):
            features[(features >= places.start) & (features < places.stop)] = 0
    padding = np.arange(n)[None, :] >= np.asarray(lengths)[:, None]
    return Batch(*(torch.from_numpy(part) for part in (words, features, relations, padding, target)))


class Step(NamedTuple):
    """Batches of one step of training, those of all networks stacked. origin is None if they are not pairs."""
    batch: Batch
    origin: torch.Tensor

    def tensors(self):
        return [part for part in (*self.batch, self.origin) if part is not None]

    def to(self, device):
        return Step(self.batch.to(device), None if self.origin is None else self.origin.to(device))


class Steps:
    """The steps of a training, by number, as a DataLoader needs them. plans: for each network, its batches."""

    def __init__(self, pack, plans, positions, coarse=False):
        self.pack, self.plans, self.positions, self.coarse = pack, plans, positions, coarse

    def __len__(self):
        return len(self.plans[0])

    def __getitem__(self, number):
        rows = [plan[number] for plan in self.plans]  # of each network: examples, or pairs: two columns
        size = Size.of(self.pack, np.concatenate([own.ravel() for own in rows]), self.coarse)
        batches = [collate(self.pack, own.T.ravel(), positions, size) for own, positions in zip(rows, self.positions)]
        origins = [self.origins(own, size.positions) for own in rows if own.ndim == 2]
        return Step(Batch(*map(torch.stack, zip(*batches))), torch.stack(origins) if origins else None)

    def origins(self, pairs, n):
        out = np.full((len(pairs), n), -1, np.int64)
        for row, (original, case) in enumerate(pairs):
            own = np.arange(self.pack.lengths[case]) if original == case else self.pack.origin[case]
            out[row, :len(own)] = own
        return torch.from_numpy(out)


class Partners:
    """The cases of each original. One is drawn: of any relation, the rarer the likelier, so that all relations come up
    alike."""

    def __init__(self, rows):
        rows = rows[np.lexsort((rows[:, 2], rows[:, 0]))]
        self.cases = rows[:, 1]
        self.originals, self.starts = np.unique(rows[:, 0], return_index=True)
        _, kind, alike = np.unique(rows[:, [0, 2]], axis=0, return_inverse=True, return_counts=True)
        having = np.bincount(rows[np.unique(kind, return_index=True)[1], 2]) if len(rows) else np.ones(1)
        # If n originals have a relation, it has the weight 1/n. The cases of one original by one relation share it.
        self.sums = np.concatenate([[0], np.cumsum(1 / having[rows[:, 2]] / alike[kind])])
        self.ends = np.append(self.starts[1:], len(rows))

    def __len__(self):
        return len(self.cases)

    def draw(self, originals, rng):
        """A case for each; an original without cases is its own partner."""
        out = originals.copy()
        at = np.searchsorted(self.originals, originals)
        has = np.isin(originals, self.originals)
        first, last = self.starts[at[has]], self.ends[at[has]]
        drawn = self.sums[first] + rng.rand(len(first)) * (self.sums[last] - self.sums[first])
        out[has] = self.cases[np.clip(np.searchsorted(self.sums, drawn, "right") - 1, first, last - 1)]
        return out


class Rows:
    """What is trained on: the rows of a set, without those that cannot be (too long, no query) or shall not be."""

    def __init__(self, pack, set_name, options):
        rows, good = pack.sets[set_name], pack.trainable()
        unknown = set(options.without) - set(pack.relations)
        if unknown:
            raise Problem("no case is of %s; there are %s" % (", ".join(sorted(unknown)), ", ".join(pack.relations)))
        left_out = [pack.relations.index(r) for r in options.without]
        rows = rows[~np.isin(rows[:, 2], left_out)]
        fits = lambda column: (column < 0) | good[column]
        fitting = fits(rows[:, 0]) & fits(rows[:, 1])
        rows, self.unfit = rows[fitting], int((~fitting).sum())
        self.originals = np.unique(rows[:, 0][rows[:, 0] >= 0])
        self.cases = np.unique(rows[:, 1][rows[:, 1] >= 0])
        self.sizes = pack.sizes()
        self.options = options
        if options.consistency and options.partners == "self":
            self.cases = self.cases[:0]
        elif options.consistency and (rows[:, 0] < 0).any():
            raise Problem("cases without their originals cannot be agreed with: make them with --format pairs")
        self.partners = Partners(rows[(rows[:, 0] >= 0) & (rows[:, 1] >= 0)])

    def check(self):
        if not len(self.originals) + len(self.cases):
            raise Problem("nothing to train on: no example has a query that can be learnt")
        if self.options.consistency and self.options.partners == "cases" and not len(self.partners):
            raise Problem("consistency needs pairs: make them with --format pairs")

    def epoch(self, rng):
        """Everything once, in batches of similar length."""
        if self.options.consistency:
            rows = np.stack([self.originals, self.partners_of(self.originals, rng)], 1)
            return self.batches(rows, self.options.batch // 2, rng)
        return self.batches(np.concatenate([self.originals, self.cases]), self.options.batch, rng)

    def partners_of(self, originals, rng):
        return originals if self.options.partners == "self" else self.partners.draw(originals, rng)

    def batches(self, rows, size, rng):
        """All of the same size: the last ones are filled up with some of the others."""
        rows = np.concatenate([rows, rows[rng.randint(len(rows), size=-len(rows) % size)]])
        plan = alike(rows, self.sizes[rows].reshape(len(rows), -1, 2).max(1), size, rng)
        return [plan[i] for i in rng.permutation(len(plan))]

    def plan(self, steps, epochs, rng):
        """Batches for this many steps, or epochs."""
        plan = self.epoch(rng)
        steps = epochs * len(plan) or steps
        while len(plan) < steps:
            plan += self.epoch(rng)
        return plan[:steps]


def alike(rows, sizes, size, rng):
    """The rows in batches of this many. Those of a batch have queries of similar length, and inputs too. A little
    chance makes other batches each time."""
    sizes = sizes + rng.rand(*sizes.shape) * CHANCE
    by_query = np.argsort(sizes[:, 1]).reshape(-1, size)
    batches = []
    for group in np.array_split(by_query, GROUPS):
        own = group.ravel()
        batches += list(rows[own[np.argsort(sizes[own, 0])]].reshape(-1, size, *rows.shape[1:]))
    return batches


def in_step(plans, sizes, rng):
    """The same plans in another order. Batches of different plans that are trained on at once become similar in size,
    so that little is padded."""
    ordered = [[] for _ in plans]
    for start in range(0, len(plans[0]), WINDOW):
        here = rng.permutation(len(plans[0][start:start + WINDOW]))
        for plan, out in zip(plans, ordered):
            window = np.array(plan[start:start + WINDOW])
            means = sizes[window.reshape(len(window), -1)].mean(1)
            by_size = alike(window, means, 1, rng)
            out += [by_size[i][0] for i in here]
    return ordered


def known_words(pack, rows):
    """Words by their stems, seen at least three times. A case repeats what its original says: its words count once
    for each database, and so do those of schemas."""
    stems = sorted({stem(word) for word in pack.word_list})
    numbers = {text: i for i, text in enumerate(stems)}
    stem_of = np.array([numbers[stem(word)] for word in pack.word_list], np.int64)
    counts = np.bincount(stem_of[pack.words.elements(rows.originals)[0] - 1], minlength=len(stems))
    both = np.concatenate([rows.originals, rows.cases])
    _, some = np.unique(np.stack([pack.schema_of[both], pack.database_of[both]]), axis=1, return_index=True)
    for words, used_by in ((pack.words.elements(rows.cases), rows.cases),
                           (pack.schema_words.elements(pack.schema_of[both[some]]), both[some])):
        there = words[0] > 0
        databases = pack.database_of[used_by[words[1][there]]].astype(np.int64)
        said = np.unique(databases * len(stems) + stem_of[words[0][there] - 1]) % len(stems)
        counts += np.bincount(said, minlength=len(stems))
    return {stems[number]: i for i, number in enumerate(np.flatnonzero(counts >= KNOWN_FROM), 1)}
