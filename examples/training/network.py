"""network.py: a Transformer that reads a question with a schema and writes a query.

The encoder knows how its positions are related (encode.py): which word names which column, which column belongs to
which table. The decoder writes one symbol at a time: a word of its vocabulary, or a pointer to a position. It runs
on PyTorch 1.13 (Debian 12) and newer, on a processor or a GPU.
"""
import math
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

from encode import BEGIN, END, PAD, RELATIONS
from pack import LONGEST_TARGET

NEVER = -1e4  # a score that is never chosen, within half precision
EMBEDDING_SCALE = 4
SMALL_FEATURES = 512
GRAMS = 5000  # pieces of three letters share this many vectors


class Shape(NamedTuple):
    """The size of a network."""
    vocabulary: int
    words: int  # known ones, and 0 for all others
    width: int = 256
    heads: int = 8
    encoder_layers: int = 6
    decoder_layers: int = 4
    dropout: float = 0.2


class Batch(NamedTuple):
    """Questions side by side, padded. B questions, N positions, T symbols, W words a position."""
    words: torch.Tensor  # B × N × W: rows of the word table; 0: none
    features: torch.Tensor  # B × N × features
    relations: torch.Tensor  # B × N × N, bytes
    padding: torch.Tensor  # B × N: true where there is no position
    target: torch.Tensor  # B × T

    def to(self, device):
        return Batch(*(part.to(device, non_blocking=True) for part in self))


class WordTable(NamedTuple):
    """What the network knows of each word: its number (0: unknown), and its pieces of three letters. On a GPU these
    are shares, words × pieces, so that looking them up is a product of matrices too."""
    known: torch.Tensor
    grams: torch.Tensor

    def to(self, device):
        known, grams = self.known.to(device), self.grams.to(device)
        return WordTable(known, shares(grams) if device.type == "cuda" else grams)


def shares(grams):
    """Of each word, the share of every piece: a matrix, mostly of 0."""
    counts = torch.zeros(len(grams), GRAMS + 1, device=grams.device)
    counts.scatter_add_(1, grams, torch.ones_like(grams, dtype=counts.dtype))
    counts[:, 0] = 0
    return (counts / counts.sum(1, keepdim=True).clamp(min=1)).bfloat16()


class Memory:
    """What the decoder sees of the positions: as symbols that were said, as symbols to say, and in each layer."""

    def __init__(self, pointed, pointable, padding, *keys_values):
        self.pointed, self.pointable, self.padding = pointed, pointable, padding
        self.keys_values = keys_values

    def of_layer(self, number):
        return self.keys_values[2 * number:2 * number + 2]

    def hidden(self):
        return self.padding[:, None, None, :]

    def rows(self, which):
        return Memory(*(part[which] for part in (self.pointed, self.pointable, self.padding, *self.keys_values)))


class Attention(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.heads, self.dropout, self.scale = heads, dropout, math.sqrt(width // heads)
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def split(self, x):
        return x.view(x.shape[0], x.shape[1], self.heads, -1).transpose(1, 2)  # B × heads × N × head's width

    def queries(self, x):
        """Scaled here, where the tensors are small, and not in the scores."""
        return self.split(self.query(x)) / self.scale

    def keys_values(self, memory):
        return self.split(self.key(memory)), self.split(self.value(memory))

    def weights(self, scores, hidden):
        if hidden is not None:
            scores = scores.masked_fill(hidden, NEVER)
        return F.dropout(torch.softmax(scores, -1), self.dropout, self.training)

    def forward(self, x, keys, values, hidden):
        weights = self.weights(self.queries(x) @ keys.transpose(-1, -2), hidden)
        return self.out((weights @ values).transpose(1, 2).flatten(2))


class RelatedByProduct:
    """How positions are related, as 0 and 1, so that everything is products of matrices: fast on a GPU."""

    def __init__(self, relations, dtype):
        numbers = torch.arange(RELATIONS, device=relations.device, dtype=torch.uint8)
        self.chosen = (relations.unsqueeze(-1) == numbers).to(dtype)  # B × N × N × relations

    def spread(self, scores):
        """Scores of relations (B × heads × N × relations) → of positions (B × heads × N × N)."""
        return (scores.transpose(1, 2) @ self.chosen.transpose(-1, -2)).transpose(1, 2)

    def collect(self, weights):
        """The other way: weights of positions, added up by relation."""
        return (weights.transpose(1, 2) @ self.chosen).transpose(1, 2)


class RelatedByNumber:
    """The same by lookup, which is three times as fast on a processor."""

    def __init__(self, relations):
        self.numbers = relations.long()[:, None]

    def expanded(self, heads):
        return self.numbers.expand(-1, heads, -1, -1)

    def spread(self, scores):
        return scores.gather(3, self.expanded(scores.shape[1]))

    def collect(self, weights):
        sums = weights.new_zeros(*weights.shape[:3], RELATIONS)
        return sums.scatter_add(3, self.expanded(weights.shape[1]), weights)


class RelationAttention(Attention):
    """Attention that also depends on the relation of two positions: both its weights and the values passed on do."""

    def __init__(self, width, heads, dropout):
        super().__init__(width, heads, dropout)
        self.relation_key = nn.Parameter(torch.randn(RELATIONS, width // heads) * 0.1)
        self.relation_bias = nn.Parameter(torch.zeros(heads, 1, RELATIONS))
        self.relation_value = nn.Parameter(torch.randn(RELATIONS, width // heads) * 0.02)

    def forward(self, x, related, hidden):
        queries = self.queries(x)
        keys, values = self.keys_values(x)
        by_relation = queries @ self.relation_key.t() + self.relation_bias / self.scale
        weights = self.weights(queries @ keys.transpose(-1, -2) + related.spread(by_relation), hidden)
        passed = weights @ values + related.collect(weights) @ self.relation_value
        return self.out(passed.transpose(1, 2).flatten(2))


class FeedForward(nn.Sequential):
    def __init__(self, width, dropout):
        super().__init__(nn.Linear(width, 4 * width), nn.ReLU(), nn.Dropout(dropout), nn.Linear(4 * width, width))


class EncoderLayer(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(shape.width) for _ in range(2))
        self.attention = RelationAttention(shape.width, shape.heads, shape.dropout)
        self.feed = FeedForward(shape.width, shape.dropout)
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x, related, hidden):
        x = x + self.drop(self.attention(self.norms[0](x), related, hidden))
        return x + self.drop(self.feed(self.norms[1](x)))


class DecoderLayer(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(shape.width) for _ in range(3))
        self.own = Attention(shape.width, shape.heads, shape.dropout)
        self.cross = Attention(shape.width, shape.heads, shape.dropout)
        self.feed = FeedForward(shape.width, shape.dropout)
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x, memory, padding, later, past=None):
        """past: keys and values of the symbols before x, which is one symbol then; grows by it."""
        y = self.norms[0](x)
        keys, values = self.own.keys_values(y)
        if past is not None:
            if past:
                keys, values = torch.cat([past[0], keys], 2), torch.cat([past[1], values], 2)
            past[:] = keys, values
        x = x + self.drop(self.own(y, keys, values, later))
        x = x + self.drop(self.cross(self.norms[1](x), *memory, padding))
        return x + self.drop(self.feed(self.norms[2](x)))


class Network(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        width = shape.width
        self.word = nn.Embedding(shape.words, width)
        self.gram = nn.Embedding(GRAMS + 1, width)
        self.feature = nn.Embedding(SMALL_FEATURES, width)
        self.place_in_name = nn.Embedding(8, width)
        self.encoder = nn.ModuleList(EncoderLayer(shape) for _ in range(shape.encoder_layers))
        self.encoded = nn.LayerNorm(width)
        self.symbol = nn.Embedding(shape.vocabulary, width)
        self.place = nn.Embedding(LONGEST_TARGET, width)
        self.pointed = nn.Linear(width, width)
        self.decoder = nn.ModuleList(DecoderLayer(shape) for _ in range(shape.decoder_layers))
        self.decoded = nn.LayerNorm(width)
        self.say = nn.Linear(width, shape.vocabulary)
        self.point_from, self.point_to = nn.Linear(width, width), nn.Linear(width, width)
        self.drop = nn.Dropout(shape.dropout)
        for table in (self.word, self.gram, self.feature, self.place_in_name, self.symbol, self.place):
            nn.init.normal_(table.weight, std=0.05)

    def encode(self, batch, table, forgotten=None, forget=0.1):
        """What the decoder sees. While training, a share of the words (forget) is read as unknown, so that unknown
        words are learnt. forgotten (B × words of the table): words whose letters are not read either."""
        known = table.known[batch.words]
        if self.training:
            known = known * (torch.rand(known.shape, device=known.device) >= forget)
        letters = F.embedding(batch.words, self.letters(table))
        if forgotten is not None:
            read = ~forgotten.gather(1, batch.words.flatten(1)).view_as(batch.words)
            known, letters = known * read, letters * read.unsqueeze(-1)
        there = (batch.words > 0).unsqueeze(-1)
        each = (self.word(known) + letters + self.place_in_name.weight[:known.shape[2]]) * there
        x = each.sum(2) / there.sum(2).clamp(min=1) + self.feature(batch.features).sum(2)
        x = self.drop(x * EMBEDDING_SCALE)
        on_gpu, hidden = x.device.type == "cuda", batch.padding[:, None, None, :]
        related = RelatedByProduct(batch.relations, x.dtype) if on_gpu else RelatedByNumber(batch.relations)
        for layer in self.encoder:
            x = layer(x, related, hidden)
        return self.memory(self.encoded(x), batch.padding)

    def memory(self, encoded, padding):
        keys_values = [part for layer in self.decoder for part in layer.cross.keys_values(encoded)]
        return Memory(self.pointed(encoded), self.point_to(encoded), padding, *keys_values)

    def letters(self, table):
        """What each word of the table looks like: the mean of its pieces. Words come up again and again in a batch."""
        if table.grams.is_floating_point():
            return table.grams.to(self.gram.weight.dtype) @ self.gram.weight
        there = (table.grams > 0).unsqueeze(-1)
        return (self.gram(table.grams) * there).sum(1) / there.sum(1).clamp(min=1)

    def embed(self, symbols, pointed, first=0):
        vocabulary = self.shape.vocabulary
        said = self.symbol(symbols.clamp(max=vocabulary - 1))
        at = (symbols - vocabulary).clamp(min=0).unsqueeze(-1).expand(-1, -1, self.shape.width)
        x = torch.where((symbols >= vocabulary).unsqueeze(-1), pointed.gather(1, at), said)
        return self.drop(x * EMBEDDING_SCALE + self.place.weight[first:first + symbols.shape[1]])

    def scores(self, x, memory):
        x = self.decoded(x)
        pointers = self.point_from(x) @ memory.pointable.transpose(1, 2) / math.sqrt(self.shape.width)
        pointers = pointers.masked_fill(memory.padding[:, None, :], NEVER)
        return torch.cat([self.say(x), pointers], -1).float()

    def decode(self, memory, target):
        """Scores of each next symbol, given those before it: B × T-1 × (vocabulary + N)."""
        x = self.embed(target[:, :-1], memory.pointed)
        length = x.shape[1]
        later = torch.ones(length, length, dtype=torch.bool, device=x.device).triu(1)
        for number, layer in enumerate(self.decoder):
            x = layer(x, memory.of_layer(number), memory.hidden(), later)
        return self.scores(x, memory)

    @torch.no_grad()
    def answer(self, batch, table, longest=LONGEST_TARGET - 2):
        """The likeliest symbol each time, until END: a list of numbers for each question."""
        memory, pasts = self.encode(batch, table), [[] for _ in self.decoder]
        open_rows = torch.arange(len(batch.padding), device=batch.padding.device)
        symbols = torch.full((len(open_rows), 1), BEGIN, dtype=torch.long, device=open_rows.device)
        said = torch.full((len(open_rows), longest), PAD, dtype=torch.long, device=open_rows.device)
        for step in range(longest):
            x = self.embed(symbols, memory.pointed, step)
            for number, (layer, past) in enumerate(zip(self.decoder, pasts)):
                x = layer(x, memory.of_layer(number), memory.hidden(), None, past)
            scores = self.scores(x, memory)[:, 0]
            scores[:, [PAD, BEGIN]] = NEVER * 10
            symbols = scores.argmax(-1, keepdim=True)
            said[open_rows, step] = symbols[:, 0]
            if step % 8 == 7:  # finished questions are left out from here on
                still = (said[open_rows] != END).all(1).nonzero()[:, 0]
                if not len(still):
                    break
                memory, open_rows, symbols = memory.rows(still), open_rows[still], symbols[still]
                for past in pasts:
                    past[:] = [part[still] for part in past]
        return [until_end(row) for row in said.tolist()]


def until_end(symbols):
    for at, symbol in enumerate(symbols):
        if symbol in (PAD, END):
            return symbols[:at]
    return symbols
