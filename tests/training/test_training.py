#!/usr/bin/env python3
"""test_training.py: the parts of examples/training whose faults would only show as a worse model."""
import os
import tempfile
import unittest
from dataclasses import replace

import numpy as np
import torch

import batches
import encode
import files
import losses
import network
import pack
import sql
import training
from schema import SCHEMA_RELATIONS, Schema
from source import Source
from symbols import Pointer
from values import Values, column_keys

ENTRY = {
    "db_id": "concerts",
    "table_names": ["singer", "concert"], "table_names_original": ["singer", "Concert"],
    "column_names": [[-1, "*"], [0, "singer id"], [0, "country"], [0, "age"], [1, "singer id"], [1, "year"]],
    "column_names_original": [[-1, "*"], [0, "id"], [0, "country"], [0, "age"], [1, "singer_id"], [1, "order"]],
    "column_types": ["text", "number", "text", "number", "number", "time"],
    "primary_keys": [1], "foreign_keys": [[4, 1]],
}
# The same with the tables and the columns of singer in another order, and without the age.
OTHER = {
    "db_id": "concerts.TS",
    "table_names": ["concert", "singer"], "table_names_original": ["Concert", "singer"],
    "column_names": [[-1, "*"], [0, "singer id"], [0, "year"], [1, "country"], [1, "singer id"]],
    "column_names_original": [[-1, "*"], [0, "singer_id"], [0, "order"], [1, "country"], [1, "id"]],
    "column_types": ["text", "number", "time", "text", "number"],
    "primary_keys": [4], "foreign_keys": [[1, 4]],
}
COLUMNS = [0, 4, 5, 2, 1]
TABLES = [1, 0]
COUNT_FRENCH = {
    "select": [False, [[3, [0, [0, 0, False], None]]]], "from": {"table_units": [["table_unit", 0]], "conds": []},
    "where": [[False, 2, [0, [0, 2, False], None], '"France"', None]], "groupBy": [], "having": [], "orderBy": [],
    "limit": None, "intersect": None, "union": None, "except": None,
}


def other_form():
    where = [[False, 2, [0, [0, 3, False], None], '"France"', None]]
    return dict(COUNT_FRENCH, where=where, **{"from": {"table_units": [["table_unit", 1]], "conds": []}})


class Fixture:
    """A pair: a question, and the same over the other schema with a word more."""

    def __init__(self):
        values = Values()
        values.add(("singer", "country"), "France")
        keys = column_keys(ENTRY)
        self.sources = {
            "concerts": Source(Schema(ENTRY), "concerts", keys, values),
            "concerts.TS": Source(Schema(OTHER), "concerts", [keys[c] for c in COLUMNS], values),
        }
        self.pair = files.Pair(
            files.Item("seed-0", "concerts", "How many singers are from france?", COUNT_FRENCH),
            files.Item("0-TS-0", "concerts.TS", "Tell how many singers are from france?", other_form()),
            "TS", COLUMNS + [len(ENTRY["column_names"]) + t for t in TABLES])
        packer = pack.Packer()
        packer.add_pairs("pairs", self, [self.pair])
        packer.add_test("test", self, [self.pair.case._replace(form=None)])
        self.pack = packer.finish()

    def source(self, db_id):
        return self.sources[db_id]


class Encoding(unittest.TestCase):
    def setUp(self):
        self.fixture = Fixture()
        self.pack = self.fixture.pack

    def test_links(self):
        links = self.pack.link_matrix(0)  # how many singers are from france ?
        self.assertEqual(links[2].tolist(), [0, 1, 0, 0, 1, 0, 2, 0])  # "singers": the table, and part of two columns
        self.assertEqual(links[5].tolist(), [0, 0, 6, 0, 0, 0, 0, 0])  # "france": a value of country

    def test_relations(self):
        out = np.zeros((15, 15), np.uint8)
        self.pack.fill_relations(0, out)
        name = lambda row, column: SCHEMA_RELATIONS[out[row, column] - encode.ITEM_ITEM]
        words, column, table = 7, 7, 13
        self.assertEqual(name(column + 4, column + 1), "refers to")
        self.assertEqual(name(column + 1, column + 4), "referred to by")
        self.assertEqual(name(column + 2, column + 3), "same table")
        self.assertEqual(name(column + 1, table), "key of")
        self.assertEqual(name(table, column + 2), "has column")
        self.assertEqual(name(table + 1, table), "refers to table")
        self.assertEqual(out[2, table], encode.WORD_TABLE + 2)
        self.assertEqual(out[table, 2], encode.TABLE_WORD + 2)
        self.assertEqual(out[5, column + 2], encode.WORD_COLUMN + 6)
        self.assertEqual(out[0, words - 1], encode.WORD_WORD + 2 * encode.NEAR)
        self.assertLess(out.max(), encode.RELATIONS)

    def test_alignment(self):
        # The word that was put in has no counterpart; tables and columns have theirs, wherever they stand.
        self.assertEqual(self.pack.origin[1].tolist(), [-1, 0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 9, 8, 14, 13])

    def test_a_position_has_one_counterpart(self):
        pair = self.fixture.pair._replace(items=[0, 4, 4, None])
        self.assertEqual(pack.align(pair, ["a", "b"], ["b"]), [1, 2, 6, -1, -1])

    def test_numbers_may_be_of_columns_that_take_them(self):
        question = encode.encode_question("older than 30", Schema(ENTRY), [None] * 6)
        self.assertEqual(question.links[2].tolist(), [0, 9, 0, 9, 9, 9, 0, 0])

    def test_values_are_seen_through(self):
        self.assertEqual(self.pack.link_matrix(1)[6, 3], 6)

    def test_target_and_back(self):
        numbers = self.pack.target[1].tolist()
        self.assertEqual((numbers[0], numbers[-1]), (encode.BEGIN, encode.END))
        said = self.pack.vocabulary.decode(numbers[1:-1], self.pack.n_words(1), self.pack.n_columns(1))
        self.assertEqual(said, ["select", "count", Pointer("column", 0), "from", Pointer("table", 1), "where",
                                Pointer("column", 3), "=", Pointer("word", 6), Pointer("word", 6)])
        source = self.fixture.source("concerts.TS")
        text = sql.sql_of(said, self.fixture.pair.case.question, OTHER, source.spelling)
        self.assertEqual(text, "SELECT count(*) FROM singer WHERE singer.country = 'France'")  # as the rows spell it

    def test_saved_and_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "pack.npz")
            self.pack.save(path)
            again = pack.load(path)
        self.assertEqual(again.ids, self.pack.ids)
        self.assertEqual(again.sets["pairs"].tolist(), [[0, 1, 0]])
        self.assertEqual(again.target[1].tolist(), self.pack.target[1].tolist())
        self.assertEqual(again.schema_relations[1].tolist(), self.pack.schema_relations[1].tolist())

    def test_positions_can_be_hidden(self):
        shown, hidden = (batches.collate(self.pack, [0, 1], positions).features for positions in (True, False))
        places = lambda x: ((x >= 100) & (x < 300)).sum().item()
        self.assertGreater(places(shown), 0)
        self.assertEqual(places(hidden), 0)


class Sql(unittest.TestCase):
    def said(self, *symbols):
        return sql.sql_of(symbols, "the 5 oldest of France between 20 and 30", ENTRY)

    def test_a_table_that_is_missing_is_joined(self):
        column = Pointer("column", 2)
        self.assertEqual(self.said("select", column, "from", Pointer("table", 1)),
                         "SELECT singer.country FROM Concert JOIN singer ON Concert.singer_id = singer.id")

    def test_a_table_twice(self):
        table = Pointer("table", 0)
        self.assertEqual(self.said("select", Pointer("column", 3), "from", table, table, "on", Pointer("column", 1),
                                   Pointer("column", 1)),
                         "SELECT T1.age FROM singer AS T1 JOIN singer AS T2 ON T1.id = T2.id")

    def test_names_and_values_are_quoted(self):
        text = self.said("select", Pointer("column", 5), "from", Pointer("table", 1), "where", Pointer("column", 5),
                         "like x%", "text it's")
        self.assertEqual(text, "SELECT Concert.\"order\" FROM Concert WHERE Concert.\"order\" LIKE 'it''s%'")

    def test_between(self):
        text = self.said("select", "max", Pointer("column", 3), "from", Pointer("table", 0), "where",
                         Pointer("column", 3), "between", Pointer("word", 6), Pointer("word", 6), Pointer("word", 8),
                         Pointer("word", 8), "and", Pointer("column", 1), ">", "number 2")
        self.assertEqual(text, "SELECT max(singer.age) FROM singer WHERE singer.age BETWEEN 20 AND 30 AND singer.id > 2")

    def test_limit_is_no_pattern(self):
        text = self.said("select", Pointer("column", 2), "from", Pointer("table", 0), "where", Pointer("column", 2),
                         "like %x%", "text an", "limit", "number 1")
        self.assertEqual(text, "SELECT singer.country FROM singer WHERE singer.country LIKE '%an%' LIMIT 1")

    def test_what_is_left_open_is_closed(self):
        self.assertEqual(self.said("select", "count", "from", Pointer("table", 0)), "SELECT count(*) FROM singer")

    def test_nonsense_ends(self):
        rng = np.random.RandomState(1)
        names = ["select", "from", "where", "(", ")", "on", "union", "max", "between", "like %x%", "limit", ",", "text ?"]
        for _ in range(500):
            pick = lambda: rng.choice(names) if rng.rand() < 0.6 else [
                Pointer("word", rng.randint(12)), Pointer("column", rng.randint(6)), Pointer("table", rng.randint(2))
            ][rng.randint(3)]
            self.assertTrue(self.said(*(pick() for _ in range(rng.randint(30)))).startswith("SELECT "))


class Losses(unittest.TestCase):
    def setUp(self):
        self.pack = Fixture().pack
        torch.manual_seed(1)
        shape = network.Shape(len(self.pack.vocabulary), 1, width=16, heads=2, encoder_layers=1, decoder_layers=1,
                              dropout=0.0)
        self.model = training.Model(network.Network(shape).eval(), self.pack.vocabulary, {}, training.Options())
        self.table = self.model.word_table(self.pack.word_list)

    def agreement(self, original, case):
        step = batches.Steps(self.pack, [[np.array([[original, case]])]], [True])[0]
        batch, origin = network.Batch(*(part[0] for part in step.batch)), step.origin[0]
        net = self.model.network
        scores = net.decode(net.encode(batch, self.table), batch.target)
        return losses.Agreement(batch, origin, len(self.pack.vocabulary)), scores, batch

    def test_a_question_agrees_with_itself(self):
        agreement, scores, _ = self.agreement(0, 0)
        self.assertLess(agreement.loss(scores).item(), 1e-9)

    def test_a_case_is_compared_over_its_whole_query(self):
        agreement, scores, batch = self.agreement(0, 1)
        self.assertEqual(agreement.to_original(batch.target[1:]).tolist(), batch.target[:1].tolist())
        self.assertEqual(agreement.compared.sum().item(), (batch.target[0, 1:] != encode.PAD).sum().item())
        self.assertGreater(agreement.loss(scores).item(), 0)

    def test_scores_are_moved_to_their_counterparts(self):
        agreement, scores, _ = self.agreement(0, 1)
        v = len(self.pack.vocabulary)
        moved, own = agreement.common(scores)
        country, other_country = 7 + 2, 8 + 3
        self.assertEqual(moved[0, :, v + other_country].tolist(), scores[0, :, v + country].tolist())
        self.assertEqual(own[0, :, v + other_country].tolist(), scores[1, :, v + other_country].tolist())
        inserted = 0
        self.assertTrue((moved[0, :, v + inserted] == network.NEVER).all())

    def test_after_another_symbol_nothing_is_compared(self):
        agreement, _, batch = self.agreement(0, 1)
        target = batch.target.clone()
        target[1, 2] = self.pack.vocabulary.numbers["select"]
        again = losses.Agreement(batch._replace(target=target), agreement.origin, len(self.pack.vocabulary))
        self.assertEqual(again.compared.tolist(), [[True] + [False] * (target.shape[1] - 2)])

    def test_prefixes_are_drawn_alike(self):
        agreement, scores, batch = self.agreement(0, 1)
        changed = 0
        for seed in range(20):
            torch.manual_seed(seed)
            drawn = agreement.resampled(scores, 1.0)
            self.assertEqual(agreement.to_original(drawn[1:]).tolist(), drawn[:1].tolist())
            self.assertEqual(drawn[:, 0].tolist(), [encode.BEGIN] * 2)
            self.assertEqual(drawn[0, -1].item(), batch.target[0, -1].item())
            self.assertTrue((drawn[drawn != batch.target] > encode.END).all())
            changed += (drawn != batch.target).any().item()
        self.assertGreater(changed, 10)

    def test_both_ways_of_relations(self):
        relations = torch.randint(0, encode.RELATIONS, (2, 5, 5), dtype=torch.uint8)
        product, number = network.RelatedByProduct(relations, torch.float), network.RelatedByNumber(relations)
        scores, weights = torch.randn(2, 3, 5, encode.RELATIONS), torch.rand(2, 3, 5, 5)
        self.assertTrue(torch.allclose(product.spread(scores), number.spread(scores), atol=1e-6))
        self.assertTrue(torch.allclose(product.collect(weights), number.collect(weights), atol=1e-6))

    def test_both_ways_of_letters(self):
        by_share = network.WordTable(self.table.known, network.shares(self.table.grams))
        one, other = (self.model.network.letters(table) for table in (self.table, by_share))
        self.assertTrue(torch.allclose(one, other, rtol=0.01, atol=1e-3))
        self.assertFalse(one[0].any() or other[0].any())
        self.assertGreater(one[1:].abs().min(0).values.max().item(), 1e-3)

    def test_what_comes_later_has_no_say(self):
        batch, net = batches.collate(self.pack, [0]), self.model.network
        other = batch.target.clone()
        other[0, 5] = self.pack.vocabulary.numbers["select"]
        with torch.no_grad():
            memory = net.encode(batch, self.table)
            one, two = (net.decode(memory, target) for target in (batch.target, other))
        self.assertTrue(torch.equal(one[:, :5], two[:, :5]))
        self.assertFalse(torch.equal(one[:, 5], two[:, 5]))

    def test_what_is_learnt_is_answered(self):
        options = training.Options(steps=150, batch=2, rate=1e-2, dropout=0.0, width=16, encoder_layers=1,
                                   decoder_layers=1)
        model = training.train(self.pack, "pairs", options, torch.device("cpu"), say=lambda text: None)
        said = model.answers(self.pack, [1, 0], torch.device("cpu"))
        self.assertEqual(said, [self.pack.target[example][1:-1].tolist() for example in (1, 0)])

    def test_padding_changes_nothing(self):
        net = self.model.network
        alone, beside = batches.collate(self.pack, [0]), batches.collate(self.pack, [0, 1])
        wide = torch.nn.functional.pad(beside.words, (0, 0, 0, 16)), torch.nn.functional.pad(beside.features, (0, 0, 0, 16))
        beside = network.Batch(*wide, torch.nn.functional.pad(beside.relations, (0, 16, 0, 16)),
                               torch.nn.functional.pad(beside.padding, (0, 16), value=True), beside.target)
        with torch.no_grad():
            one, two = (net.encode(batch, self.table).pointed[0, :15] for batch in (alone, beside))
        self.assertTrue(torch.allclose(one, two, atol=1e-5))


class Together(unittest.TestCase):
    """Two networks of different weights, with different batches, lambdas and known words."""

    def setUp(self):
        self.pack = Fixture().pack
        self.options = training.Options(consistency=1.0, resample=0.0, forget=0.0, dropout=0.0, batch=4, width=16,
                                        encoder_layers=1, decoder_layers=1)
        self.models = [training.new_model(self.pack, known, 3, replace(self.options, seed=seed))
                       for seed, known in ((1, {"singer": 1}), (2, {"countri": 1, "age": 2}))]
        self.rows = [batches.Rows(self.pack, "pairs", self.options) for _ in self.models]
        self.plans = [[np.array([[0, 1]])], [np.array([[0, 0]])]]

    def trainer(self, which):
        models = [self.models[i] for i in which]
        trainer = training.Trainer(models, self.pack, [self.rows[i] for i in which], torch.device("cpu"), print)
        trainer.networks.lesson.eval()  # in training, some words are forgotten by chance
        return trainer, batches.Steps(self.pack, [self.plans[i] for i in which], [True] * len(which))[0]

    def learnt(self, which, most):
        trainer, step = self.trainer(which)
        parts = trainer.networks.losses(trainer.table, step)
        parts.sum().backward()
        trainer.networks.clip(most)
        return parts, trainer.networks.weights.grad

    def test_each_learns_as_if_alone(self):
        for most in (1e9, 0.01):
            parts, gradients = self.learnt([0, 1], most)
            for i in (0, 1):
                own_parts, own_gradients = self.learnt([i], most)
                self.assertTrue(torch.allclose(parts[i], own_parts[0], atol=1e-6))
                self.assertTrue(torch.allclose(gradients[i], own_gradients[0], atol=1e-6))
        self.assertFalse(torch.allclose(parts[0], parts[1], atol=1e-3))

    def test_chance_is_their_own(self):
        trainer, _ = self.trainer([0, 1])
        class Draw(torch.nn.Module):
            def forward(self, *_):
                return torch.rand(3)
        trainer.networks.lesson, trainer.networks.by_name = Draw(), lambda weights: {}
        self.assertEqual(len(set(trainer.networks.losses(trainer.table, self.trainer([0, 1])[1]).flatten().tolist())), 6)

    def test_a_step_is_shortened_to_the_most(self):
        _, gradients = self.learnt([0, 1], 0.01)
        for i in (0, 1):
            self.assertAlmostEqual(gradients[i].norm().item(), 0.01, places=5)

    def test_weights_have_their_names_and_shapes(self):
        networks = self.trainer([0, 1])[0].networks
        named = networks.by_name(networks.weights)
        for i, model in enumerate(self.models):
            own = dict(model.network.named_parameters())
            self.assertEqual(set(named), {"network." + name for name in own})
            for name, weight in own.items():
                self.assertTrue(torch.equal(named["network." + name][i], weight))

    def test_weights_come_back(self):
        options = [replace(self.options, steps=150, rate=1e-2, seed=seed) for seed in (1, 2)]
        models = training.train_together(self.pack, [("pairs", own) for own in options], torch.device("cpu"),
                                         say=lambda text: None)
        for model in models:
            said = model.answers(self.pack, [1, 0], torch.device("cpu"))
            self.assertEqual(said, [self.pack.target[example][1:-1].tolist() for example in (1, 0)])
        one, two = (model.network.say.weight for model in models)
        self.assertFalse(torch.equal(one, two))

    def test_other_options_cannot_be_trained_at_once(self):
        trainings = [("pairs", self.options), ("pairs", replace(self.options, dropout=0.5))]
        with self.assertRaisesRegex(files.Problem, "differ in more than seed"):
            training.train_together(self.pack, trainings, torch.device("cpu"))


class Plans(unittest.TestCase):
    def setUp(self):
        rng = np.random.RandomState(1)
        self.sizes = np.stack([rng.randint(20, 150, 1000), rng.randint(5, 60, 1000)], 1)

    def test_batches_have_everything_and_are_of_similar_size(self):
        rows = batches.Rows.__new__(batches.Rows)
        rows.sizes = self.sizes
        plan = rows.batches(np.arange(990), 16, np.random.RandomState(1))
        self.assertEqual({len(batch) for batch in plan}, {16})
        self.assertEqual(set(np.concatenate(plan).tolist()), set(range(990)))
        spread = lambda batches: np.mean([self.sizes[batch].max(0) - self.sizes[batch].min(0) for batch in batches], 0)
        by_chance = spread(np.random.RandomState(2).permutation(990)[:976].reshape(-1, 16))
        self.assertTrue((spread(plan) < by_chance * [0.2, 0.35]).all())

    def test_plans_keep_their_batches_and_step_alike(self):
        rng = np.random.RandomState(1)
        plans = [[np.array([i]) for i in rng.permutation(1000)[:500]] for _ in range(2)]
        ordered = batches.in_step(plans, self.sizes, rng)
        for before, after in zip(plans, ordered):
            for start in range(0, 500, batches.WINDOW):
                window = slice(start, start + batches.WINDOW)
                self.assertEqual(sorted(int(b[0]) for b in before[window]), sorted(int(b[0]) for b in after[window]))
        apart = lambda one, two: np.abs(self.sizes[np.array(one)] - self.sizes[np.array(two)]).mean((0, 1))
        self.assertTrue((apart(*ordered) < apart(*plans) * [0.3, 0.35]).all())
        lengths = [int(self.sizes[b[0], 0]) for b in ordered[0][:50]]
        self.assertNotEqual(lengths, sorted(lengths))


class Batches(unittest.TestCase):
    def test_long_questions_are_answered_in_small_batches(self):
        lengths = np.array([10] * 300 + [2000, 2000])
        batches = list(training.batches_to_answer(np.arange(302), lengths))
        self.assertEqual(np.concatenate(batches).tolist(), list(range(302)))
        self.assertEqual([len(batch) for batch in batches], [300, 1, 1])


class Rows(unittest.TestCase):
    def setUp(self):
        self.pack = Fixture().pack

    def test_what_has_no_query_is_not_trained_on(self):
        self.pack.sets["test"] = np.array([[0, -1, -1], [int(self.pack.tests["test"][0]), -1, -1]])
        self.assertEqual(len(self.pack), 3)
        rows = batches.Rows(self.pack, "test", training.Options())
        self.assertEqual((rows.originals.tolist(), rows.unfit), ([0], 1))

    def test_pairs_and_examples(self):
        rng = np.random.RandomState(1)
        pairs = batches.Rows(self.pack, "pairs", training.Options(consistency=1.0, batch=2)).epoch(rng)
        self.assertEqual([batch.tolist() for batch in pairs], [[[0, 1]]])
        examples = batches.Rows(self.pack, "pairs", training.Options(batch=2)).epoch(rng)
        self.assertEqual(sorted(example for batch in examples for example in batch.tolist()), [0, 1])

    def test_partners_and_relations_left_out(self):
        rng = np.random.RandomState(1)
        own = training.Options(consistency=1.0, partners="self", batch=2)
        self.assertEqual(len(batches.Rows(self.pack, "pairs", own).cases), 0)
        self.assertEqual(batches.Rows(self.pack, "pairs", own).epoch(rng)[0].tolist(), [[0, 0]])
        without = batches.Rows(self.pack, "pairs", training.Options(without=("TS",)))
        self.assertEqual((len(without.originals), len(without.cases)), (0, 0))
        with self.assertRaisesRegex(files.Problem, "no case is of XX; there are TS"):
            batches.Rows(self.pack, "pairs", training.Options(without=("XX",)))

    def test_agreement_needs_pairs(self):
        self.pack.sets["cases"] = np.array([[0, -1, -1], [-1, 1, 0]])
        self.pack.sets["originals"] = np.array([[0, -1, -1]])
        options, device = training.Options(consistency=1.0, steps=1), torch.device("cpu")
        for name, problem in (("cases", "without their originals"), ("originals", "needs pairs")):
            with self.assertRaisesRegex(files.Problem, problem):
                training.train(self.pack, name, options, device, say=lambda text: None)

    def test_options_that_make_no_sense(self):
        for wrong in ({"batch": 1}, {"steps": 0}, {"width": 20}, {"partners": "none"}, {"consistency": -1.0}):
            with self.assertRaises(files.Problem):
                training.Options(**wrong).check()


if __name__ == "__main__":
    unittest.main()
