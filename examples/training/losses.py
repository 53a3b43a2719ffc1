"""losses.py: what training makes small: unlikely gold queries, and disagreement between an original and its case.

A batch of pairs has P originals and then their P cases. A case may have another schema, so its pointers lead
elsewhere. origin (P × N) has for each position of a case that of its original, or -1.
"""
import torch
from torch.nn import functional as F

from encode import END, PAD
from network import NEVER

SMOOTHING = 0.05


def likelihood(scores, target, padding, vocabulary):
    """How unlikely the gold symbols are. All other symbols have a little of the weight."""
    wanted, real = target[:, 1:], target[:, 1:] != PAD
    logs = F.log_softmax(scores, -1)
    gold = -logs.gather(2, wanted.unsqueeze(-1)).squeeze(-1)
    possible = F.pad(~padding, (vocabulary, 0), value=True)[:, None, :]
    others = -(logs * possible).sum(-1) / possible.sum(-1)
    return mean((1 - SMOOTHING) * gold + SMOOTHING * others, real)


def mean(values, where):
    return (values * where).sum() / where.sum().clamp(min=1)


class Agreement:
    """How far the decoder's choices for a case are from those for its original."""

    def __init__(self, batch, origin, vocabulary):
        pairs = len(origin)
        self.vocabulary = vocabulary
        self.pairs = pairs
        self.origin = origin
        self.shared = (origin >= 0) & ~batch.padding[pairs:]
        self.originals, self.cases = batch.target[:pairs], batch.target[pairs:]
        # Compare only where both have the same symbols so far, and should have the same next one.
        same = self.to_original(self.cases) == self.originals
        self.compared = (same[:, 1:].long().cumprod(1) > 0) & (self.originals[:, 1:] != PAD)

    def to_original(self, symbols):
        """The symbols of cases in the numbers of their originals; -1 for a position that the original has not."""
        at = (symbols - self.vocabulary).clamp(min=0)
        place = torch.where(self.shared, self.origin + self.vocabulary, torch.full_like(self.origin, -1)).gather(1, at)
        return torch.where(symbols >= self.vocabulary, place, symbols)

    def common(self, scores):
        """The scores of originals and of cases over what both have, in the numbers of the cases."""
        v, hidden = self.vocabulary, ~self.shared[:, None, :]
        originals, cases = scores[:self.pairs], scores[self.pairs:]
        at = self.origin.clamp(min=0)[:, None, :].expand(-1, scores.shape[1], -1)
        moved = originals[:, :, v:].gather(2, at).masked_fill(hidden, NEVER)
        return (torch.cat([originals[:, :, :v], moved], -1),
                torch.cat([cases[:, :, :v], cases[:, :, v:].masked_fill(hidden, NEVER)], -1))

    def loss(self, scores):
        """The symmetric Kullback-Leibler divergence, as a mean over the symbols that are compared."""
        p, q = (F.log_softmax(side, -1) for side in self.common(scores))
        return mean(((p.exp() - q.exp()) * (p - q)).sum(-1) / 2, self.compared)

    @torch.no_grad()
    def resampled(self, scores, most, heat=1.5):
        """The targets with some symbols as the network would say them, alike in original and case. Of each
        pair a share up to most is drawn anew. So the two are also compared where the network goes wrong."""
        likely = self.common(scores)[0] / heat
        likely[:, :, :END + 1] = NEVER
        noise = -torch.log(-torch.log(torch.rand_like(likely).clamp(1e-9, 1 - 1e-6)))
        drawn = (likely + noise).argmax(-1)
        share = torch.rand(self.pairs, 1, device=drawn.device) * most
        change = (torch.rand(drawn.shape, device=drawn.device) < share) & self.compared
        change = change & (self.originals[:, 1:] != END) & (self.cases[:, 1:] != END)
        cases = torch.where(change, drawn, self.cases[:, 1:])
        originals = torch.where(change, self.to_original(drawn), self.originals[:, 1:])
        begin = torch.cat([self.originals[:, :1], self.cases[:, :1]])
        return torch.cat([begin, torch.cat([originals, cases])], 1)
