/* test_fluency.c: n-gram models: words, training, costs, files that are damaged. */
#include "arpa_write.h"
#include "garble.h"
#include "own_folder.h"
#include "unit.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "fluency/arpa.h"
#include "fluency/fluency.h"
#include "fluency/gram_file.h"
#include "fluency/gram_train.h"
#include "model/rater.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Text that has all that matters: words seen once, twice and often, and n-grams of all lengths. */
static const char *const SENTENCES[] = {
    "How many singers are there?",
    "How many singers do we have?",
    "How many concerts are there in 2014?",
    "What is the name of the youngest singer?",
    "What is the name of the oldest singer?",
    "What are the names of all singers?",
    "List the names of all singers from France.",
    "List the names of all concerts in 2015.",
    "Show the name and the age of each singer.",
    "Show the name of each singer who is older than 20.",
    "Show the age of the youngest singer.",
    "Which singers are older than 30?",
    "Which concerts are there?",
    "the the the of of a a b b b c",
    "a b c a b c a b d",
};

enum { N_SENTENCES = COUNT_OF(SENTENCES) };

/* The words of a text, as "word|word". */
static struct str words_of(struct arena *a, const char *text)
{
    struct gram_text walk = gram_text_of(str_from(text));
    struct str out = STR("");
    for (struct gram_word w; gram_text_next(&walk, &w);) {
        struct str word = w.class < GRAM_UNKNOWN ? gram_class_name(w.class) : w.text;
        out = arena_printf(a, "%.*s%s%.*s", STR_ARG(out), out.len ? "|" : "", STR_ARG(word));
    }
    return out;
}

static void expect_words(const char *text, const char *words)
{
    struct arena a = {0};
    assert_string_equal(words_of(&a, text).len ? words_of(&a, text).ptr : "", words);
    arena_release(&a);
}

static void test_words(void **state)
{
    (void)state;
    expect_words("", "");
    expect_words(" \t\n", "");
    expect_words("How many singers are there?", "how|many|singers|are|there|?");
    expect_words("Find Joe's full-time job.", "find|<name>|'s|full|time|job|.");
    expect_words("Is it 3, 4.5 or 1,000 in 2014? Yes",
                 "is|it|<number>|,|<number>|or|<number>|in|<year>|?|yes");
    expect_words("the 'New York' of \"x y\" and don't", "the|<value>|of|<value>|and|don|'t");
    expect_words("singers' names and dogs' names", "singers|'|names|and|dogs|'|names");
    expect_words("song_name of A319 or b2", "<code>|of|<code>|or|<code>");
    expect_words("Sofía in Zürich", "sofía|in|<name>");
    expect_words("\"open", "\"|open");
    expect_words("''", "'|'");
}

static void test_long_word(void **state)
{
    (void)state;
    char text[300];
    memset(text, 'x', sizeof text);
    struct gram_text walk = gram_text_of((struct str){text, sizeof text});
    struct gram_word w;
    assert_true(gram_text_next(&walk, &w));
    assert_int_equal(w.text.len, GRAM_WORD_MAX);
    assert_false(gram_text_next(&walk, &w));
}

/* A slow reference: the formulas of Chen and Goodman, on lists of n-grams as text. */

struct counted {
    struct str words; /* with spaces between */
    double count;     /* adjusted */
    uint32_t raw;
};

struct reference {
    struct arena arena;
    struct counted *grams[NGRAM_MAX_ORDER];
    uint32_t n[NGRAM_MAX_ORDER];
    uint32_t order, min_count;
    double discounts[NGRAM_MAX_ORDER][4];
    double vocabulary; /* all words but the beginning of a sentence */
};

static struct counted *find(const struct reference *r, uint32_t k, struct str words)
{
    for (uint32_t i = 0; i < r->n[k]; i++)
        if (str_eq(r->grams[k][i].words, words))
            return &r->grams[k][i];
    return NULL;
}

static struct str join(struct arena *a, const struct str *words, uint32_t n)
{
    struct str out = STR("");
    for (uint32_t i = 0; i < n; i++)
        out = arena_printf(a, "%.*s%s%.*s", STR_ARG(out), i ? " " : "", STR_ARG(words[i]));
    return out;
}

static void note(struct reference *r, uint32_t k, struct str words)
{
    struct counted *c = find(r, k, words);
    if (!c) {
        ARENA_PUSH(&r->arena, r->grams[k], r->n[k]);
        c = &r->grams[k][r->n[k]++];
        *c = (struct counted){words, 0, 0};
    }
    c->raw++;
}

/* The words of a sentence as the model has them. */
static uint32_t model_words(struct arena *a, const struct gram_model *m, const char *text,
                            struct str *out)
{
    struct gram_text walk = gram_text_of(str_from(text));
    uint32_t n = 0;
    out[n++] = STR("<s>");
    for (struct gram_word w; gram_text_next(&walk, &w);)
        out[n++] = arena_str(a, gram_model_word(m, gram_model_take(m, &w)));
    out[n++] = STR("</s>");
    return n;
}

static struct str without_first(struct str words)
{
    return str_slice(words, str_find(words, STR(" "), 0) + 1, words.len);
}

static struct str without_last(struct str words)
{
    size_t at = str_after_last(words, ' ');
    return at ? str_slice(words, 0, at - 1) : STR("");
}

static void adjust(struct reference *r)
{
    for (uint32_t k = 0; k < r->order; k++)
        for (uint32_t i = 0; i < r->n[k]; i++) {
            struct counted *c = &r->grams[k][i];
            bool raw = k + 1 == r->order || str_starts(c->words, STR("<s> "));
            c->count = raw ? c->raw : 0;
            for (uint32_t j = 0; !raw && j < r->n[k + 1]; j++)
                c->count += str_eq(without_first(r->grams[k + 1][j].words), c->words);
            if (str_eq(c->words, STR("<s>")))
                c->count = 0;
        }
}

static void find_reference_discounts(struct reference *r)
{
    for (uint32_t k = 0; k < r->order; k++) {
        double n[5] = {0};
        for (uint32_t i = 0; i < r->n[k]; i++)
            if (r->grams[k][i].count >= 1 && r->grams[k][i].count <= 4)
                n[(int)r->grams[k][i].count]++;
        double y = n[1] / (n[1] + 2 * n[2]);
        for (int c = 1; c <= 3; c++) {
            double d = c - (c + 1) * y * n[c + 1] / n[c];
            r->discounts[k][c] = n[1] > 0 && n[2] > 0 && n[c] > 0 && d > 0 && d < c ? d : 0.5;
        }
    }
}

static double taken(const struct reference *r, uint32_t k, double count)
{
    return r->discounts[k][count > 3 ? 3 : (int)count];
}

/* P(last | the others), straight from the definition. */
static double reference_p(const struct reference *r, uint32_t k, struct str words)
{
    struct str context = without_last(words);
    double total = 0, rest = 0;
    for (uint32_t i = 0; i < r->n[k]; i++) {
        const struct counted *c = &r->grams[k][i];
        if (k > 0 && !str_eq(without_last(c->words), context))
            continue;
        total += c->count;
        rest += k == 0 || c->raw >= r->min_count ? taken(r, k, c->count) : c->count;
    }
    const struct counted *c = find(r, k, words);
    double shorter = k > 0 ? reference_p(r, k - 1, without_first(words)) : 1 / r->vocabulary;
    double own = c && (k == 0 || c->raw >= r->min_count) ? c->count - taken(r, k, c->count) : 0;
    return total > 0 ? own / total + rest / total * shorter : shorter;
}

static void reference_learn(struct reference *r, const struct gram_model *m)
{
    struct str words[64];
    r->vocabulary = m->n_words - 1;
    for (uint32_t s = 0; s < N_SENTENCES; s++) {
        uint32_t n = model_words(&r->arena, m, SENTENCES[s], words);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < r->order && i + k < n; k++)
                note(r, k, join(&r->arena, words + i, k + 1));
    }
    adjust(r);
    find_reference_discounts(r);
}

static struct gram_train_options small_options(double share, uint32_t order, uint32_t min_count)
{
    return (struct gram_train_options){.min_word = 2,
                                       .words = {order, min_count},
                                       .classes = {3, 1},
                                       .clusters = {4, 5, 3},
                                       .share = share};
}

static void train(const struct gram_train_options *o, struct buf *out)
{
    struct gram_corpus c;
    struct err e;
    gram_corpus_init(&c);
    for (uint32_t i = 0; i < N_SENTENCES; i++)
        gram_corpus_add(&c, str_from(SENTENCES[i]));
    assert_int_equal(gram_train(&c, o, out, &e), OK);
    gram_corpus_release(&c);
}

static void open_model(struct gram_model *m, const struct buf *bytes)
{
    struct err e;
    if (gram_model_open(m, buf_str(bytes), &e))
        fail_msg("%s", e.msg);
}

/* The probability that the model gives to `word` where the walk is. */
static double p_of(const struct gram_model *m, const struct gram_state *at, uint32_t word)
{
    struct gram_state s = *at;
    return exp(-(double)gram_step(m, &s, word) / NGRAM_STEPS);
}

static double sum_of(const struct gram_model *m, const struct gram_state *at)
{
    double sum = 0;
    for (uint32_t w = 0; w < m->n_words; w++)
        sum += w == NGRAM_BEGIN ? 0 : p_of(m, at, w);
    return sum;
}

/* At each place of each sentence, all words together have the probability 1. */
static void expect_sums(const struct gram_model *m, double within)
{
    static const char *const OTHERS[] = {"", "unseen words only here", "the zebra of the", "? ? ."};
    for (uint32_t i = 0; i < N_SENTENCES + COUNT_OF(OTHERS); i++) {
        struct gram_text walk =
            gram_text_of(str_from(i < N_SENTENCES ? SENTENCES[i] : OTHERS[i - N_SENTENCES]));
        struct gram_state s = gram_begin(m);
        for (struct gram_word w; gram_text_next(&walk, &w);) {
            assert_true(fabs(sum_of(m, &s) - 1) < within);
            gram_step(m, &s, gram_model_take(m, &w));
        }
        assert_true(fabs(sum_of(m, &s) - 1) < within);
    }
}

/* The claim of docs/how-to/fluency.md about a model's precision: each number is rounded to whole
 * steps, and a probability is made of as many as the order at most. */
static const double ROUNDING = 0.00025;

static void test_sums_to_one(void **state)
{
    (void)state;
    for (uint32_t order = 1; order <= 5; order++)
        for (uint32_t min_count = 1; min_count <= 3; min_count++) {
            struct buf bytes = {0};
            struct gram_model m;
            struct gram_train_options o = small_options(0, order, min_count);
            train(&o, &bytes);
            open_model(&m, &bytes);
            assert_int_equal(m.words.order, order);
            expect_sums(&m, order * ROUNDING);
            gram_model_close(&m);
            buf_release(&bytes);
        }
}

static void test_classes_sum_to_one(void **state)
{
    (void)state;
    struct buf bytes = {0};
    struct gram_model m;
    struct gram_train_options o = small_options(0.4, 3, 2);
    train(&o, &bytes);
    open_model(&m, &bytes);
    assert_int_equal(m.n_classes, 2 + 4 + 5);
    expect_sums(&m, 0.003); /* the table of sums has steps, too */
    gram_model_close(&m);
    buf_release(&bytes);
}

/* All n-grams that occur, and some that do not, as the definition has them. */
static void expect_reference(uint32_t order, uint32_t min_count)
{
    struct buf bytes = {0};
    struct gram_model m;
    struct gram_train_options o = small_options(0, order, min_count);
    struct reference r = {.order = order, .min_count = min_count};
    struct str words[64];
    uint32_t tried = 0;
    train(&o, &bytes);
    open_model(&m, &bytes);
    reference_learn(&r, &m);
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        uint32_t n = model_words(&r.arena, &m, SENTENCES[i], words);
        struct gram_state s = gram_begin(&m);
        for (uint32_t at = 1; at < n; at++) {
            uint32_t from = at + 1 > order ? at + 1 - order : 0;
            for (uint32_t w = NGRAM_END; w < m.n_words; w += at % 3 + 1, tried++) {
                struct str last = words[at];
                words[at] = gram_model_word(&m, w);
                double p = reference_p(&r, at - from, join(&r.arena, words + from, at - from + 1));
                words[at] = last;
                assert_true(fabs(log(p) - log(p_of(&m, &s, w))) < 0.003);
            }
            gram_step(&m, &s, gram_model_find(&m, words[at]));
        }
    }
    assert_true(tried > 1000);
    arena_release(&r.arena);
    gram_model_close(&m);
    buf_release(&bytes);
}

static void test_reference(void **state)
{
    (void)state;
    expect_reference(1, 1);
    expect_reference(2, 1);
    expect_reference(3, 1);
    expect_reference(4, 1);
    expect_reference(3, 2);
}

static void test_unknown_words(void **state)
{
    (void)state;
    struct buf bytes = {0};
    struct gram_model m;
    struct gram_train_options o = small_options(0.5, 3, 1);
    train(&o, &bytes);
    open_model(&m, &bytes);
    const struct {
        const char *word, *taken;
    } CASES[] = {{"singer", "singer"},
                 {"zebras", "<unk-s>"},
                 {"walked", "<unk-ed>"},
                 {"swimming", "<unk-ing>"},
                 {"quickly", "<unk-ly>"},
                 {"zebra", "<unk>"},
                 {"'whatever this is'", "<value>"},
                 {"17", "<number>"}};
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct gram_text walk = gram_text_of(str_from(CASES[i].word));
        struct gram_word w;
        assert_true(gram_text_next(&walk, &w));
        assert_true(str_eq(gram_model_word(&m, gram_model_take(&m, &w)), str_from(CASES[i].taken)));
    }
    /* A name costs what any name costs. */
    assert_true(gram_fluency(&m, STR("the singers from France")) ==
                gram_fluency(&m, STR("the singers from Qwxyzistan")));
    gram_model_close(&m);
    buf_release(&bytes);
}

static void test_fluency(void **state)
{
    (void)state;
    struct buf bytes = {0};
    struct gram_model m;
    struct err e;
    struct gram_train_options o = small_options(0.5, 3, 1);
    train(&o, &bytes);
    open_model(&m, &bytes);
    assert_true(fluency_of(0) == 1 && fabs(fluency_of(5.45) - 0.155) < 0.0001);
    double good = gram_fluency(&m, STR("What is the name of the youngest singer?"));
    assert_true(good > gram_fluency(&m, STR("What is name of the youngest singer?")));
    assert_true(good > gram_fluency(&m, STR("What is the name the of youngest singer?")));
    double empty = gram_fluency(&m, STR(""));
    assert_true(empty > 0 && empty < 1);
    struct str texts[] = {STR(""), STR("List all singers.")};
    double rates[2];
    struct fluency_rater rater = gram_rater(&m);
    assert_int_equal(rater.rate(rater.ctx, texts, 2, rates, &e), OK);
    assert_true(rates[0] == empty && rates[1] == gram_fluency(&m, texts[1]));
    gram_model_close(&m);
    buf_release(&bytes);
}

static void test_corpus_lines(void **state)
{
    (void)state;
    struct gram_corpus c;
    gram_corpus_init(&c);
    gram_corpus_add_line(&c, STR("{\"question\":\"How many?\",\"query\":\"SELECT 1\"}"));
    assert_int_equal(c.sentences, 1);
    assert_int_equal(c.words, 3);
    gram_corpus_add_line(&c, STR("00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 | a lake; a pond "
                                 "; \"he swam\"; \"she did; too\"  "));
    assert_int_equal(c.sentences, 5);
    assert_int_equal(c.words, 3 + 2 + 2 + 2 + 4);
    gram_corpus_add_line(&c, STR("  1 This software and database"));
    gram_corpus_add_line(&c, STR(""));
    assert_int_equal(c.sentences, 5);
    gram_corpus_add_line(&c, STR("Plain text."));
    assert_int_equal(c.sentences, 6);
    gram_corpus_add_line(&c, STR("{no json}"));
    assert_int_equal(c.words, 13 + 3 + 4);
    gram_corpus_release(&c);
}

static void test_nothing_to_learn(void **state)
{
    (void)state;
    struct gram_corpus c;
    struct buf out = {0};
    struct err e;
    gram_corpus_init(&c);
    gram_corpus_add(&c, STR("  "));
    assert_int_equal(gram_train(&c, &gram_train_default, &out, &e), E_INPUT);
    gram_corpus_add(&c, STR("word"));
    assert_int_equal(gram_train(&c, &gram_train_default, &out, &e), OK);
    buf_release(&out);
    gram_corpus_release(&c);
}

static void sign(struct buf *b)
{
    struct gram_head h;
    memcpy(&h, b->ptr, sizeof h);
    h.length = b->len;
    h.sum = hash_bytes((struct str){b->ptr + sizeof h, b->len - sizeof h});
    memcpy(b->ptr, &h, sizeof h);
}

/* A changed byte is noticed anywhere; and if somebody made the check sum fit, the change does no
 * harm. */
static void test_damaged(void **state)
{
    (void)state;
    struct buf bytes = {0};
    struct gram_train_options o = small_options(0.5, 3, 1);
    struct err e;
    struct gram_model m;
    train(&o, &bytes);
    size_t len = bytes.len;
    for (size_t i = 0; i < len; i++) {
        char before = bytes.ptr[i];
        bytes.ptr[i] = (char)(before ^ 0x81);
        bool named = i < sizeof(struct gram_head); /* some of which make no difference */
        assert_true(gram_model_open(&m, buf_str(&bytes), &e) == E_INPUT || named);
        if (!named) {
            sign(&bytes);
            if (gram_model_open(&m, buf_str(&bytes), &e) == OK)
                (void)gram_fluency(&m, STR("How many singers of the youngest are there in 2014?"));
        }
        bytes.ptr[i] = before;
        if (!named)
            sign(&bytes);
    }
    for (size_t cut = 0; cut < len; cut += 7) {
        assert_int_equal(gram_model_open(&m, (struct str){bytes.ptr, cut}, &e), E_INPUT);
        assert_string_not_equal(e.msg, "");
    }
    buf_release(&bytes);
}

static void expect_refused(struct buf *bytes, size_t offset, uint32_t value, const char *message)
{
    struct gram_model m;
    struct err e;
    uint32_t before;
    memcpy(&before, bytes->ptr + offset, sizeof before);
    memcpy(bytes->ptr + offset, &value, sizeof value);
    assert_int_equal(gram_model_open(&m, buf_str(bytes), &e), E_INPUT);
    assert_string_equal(e.msg, message);
    memcpy(bytes->ptr + offset, &before, sizeof before);
}

/* Reverse the bytes of `n` numbers, which are at the same place of `to` as `at` is of the model. */
static void turn_around(struct buf *to, const struct gram_model *m, const void *at, uint64_t n,
                        size_t size)
{
    char *byte = at ? to->ptr + ((const char *)at - m->bytes.ptr) : NULL;
    for (; at && n > 0; n--, byte += size)
        for (size_t i = 0; i < size / 2; i++) {
            char c = byte[i];
            byte[i] = byte[size - 1 - i];
            byte[size - 1 - i] = c;
        }
}

static void turn_tree_around(struct buf *to, const struct gram_model *m, const struct ngram_tree *t)
{
    for (uint32_t k = 0; k < t->order; k++) {
        const struct ngram_level *l = &t->levels[k];
        turn_around(to, m, l->words, l->count, sizeof *l->words);
        turn_around(to, m, l->costs, l->count, sizeof *l->costs);
        turn_around(to, m, l->backoffs, l->count, sizeof *l->backoffs);
        turn_around(to, m, l->first, (uint64_t)l->count + 1, sizeof *l->first);
    }
}

/* The file as a machine of the opposite byte order writes it. */
static void turn_model_around(struct buf *to, const struct gram_model *m)
{
    const size_t sums = offsetof(struct gram_head, length),
                 counts = offsetof(struct gram_head, n_words);
    turn_around(to, m, m->word_ends, m->n_words, sizeof *m->word_ends);
    turn_around(to, m, m->slots, m->n_slots, sizeof *m->slots);
    turn_around(to, m, m->class_of, m->n_words, sizeof *m->class_of);
    turn_around(to, m, m->within, m->n_words, sizeof *m->within);
    turn_tree_around(to, m, &m->words);
    turn_tree_around(to, m, &m->classes);
    sign(to);
    turn_around(to, m, m->bytes.ptr + offsetof(struct gram_head, byte_order), 2, sizeof(uint32_t));
    turn_around(to, m, m->bytes.ptr + sums, 2, sizeof(uint64_t));
    turn_around(to, m, m->bytes.ptr + counts,
                (sizeof(struct gram_head) - counts) / sizeof(uint32_t), sizeof(uint32_t));
}

static void test_opposite_byte_order(void **state)
{
    (void)state;
    struct buf bytes = {0}, turned = {0};
    struct gram_train_options o = small_options(0.5, 3, 1);
    struct gram_model here, there;
    struct err e;
    train(&o, &bytes);
    open_model(&here, &bytes);
    buf_put(&turned, buf_str(&bytes));
    turn_model_around(&turned, &here);
    open_model(&there, &turned);
    assert_int_equal(there.n_words, here.n_words);
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        struct gram_sum x = gram_rate(&here, str_from(SENTENCES[i])),
                        y = gram_rate(&there, str_from(SENTENCES[i]));
        assert_true(x.words == y.words && x.cost == y.cost);
    }
    assert_true(gram_head_of(buf_str(&bytes)).length == gram_head_of(buf_str(&turned)).length);
    gram_model_close(&there);
    turned.ptr[turned.len - 1] ^= 1;
    assert_int_equal(gram_model_open(&there, buf_str(&turned), &e), E_INPUT);
    gram_model_close(&here);
    buf_release(&bytes);
    buf_release(&turned);
}

static void test_other_files(void **state)
{
    (void)state;
    struct buf bytes = {0};
    struct gram_train_options o = small_options(0, 2, 1);
    train(&o, &bytes);
    expect_refused(&bytes, offsetof(struct gram_head, byte_order), 0x02010403,
                   "language model of a machine with another order of bytes");
    expect_refused(&bytes, offsetof(struct gram_head, version), 7,
                   "language model of version 7, not 1");
    expect_refused(&bytes, offsetof(struct gram_head, magic), 0, "no language model of teql's");
    expect_refused(&bytes, offsetof(struct gram_head, words.order), 9,
                   "damaged language model: its order");
    expect_refused(&bytes, offsetof(struct gram_head, n_slots), 5,
                   "damaged language model: its index of words");
    expect_refused(&bytes, offsetof(struct gram_head, text_len), UINT32_MAX,
                   "damaged language model: its sections");
    buf_release(&bytes);
}

/* ARPA */

static enum status read_arpa(struct arena *a, const char *text, struct buf *out, struct err *e)
{
    const char *path = arena_str(a, str_from(in_folder("model.arpa"))).ptr;
    struct err failed;
    assert_int_equal(file_write(path, str_from(text), &failed), OK);
    return arpa_read(path, NULL, out, e);
}

static const char ARPA[] = "some words before\n\\data\\\nngram 1=5\nngram 2=3\n\n\\1-grams:\n"
                           "-99\t<s>\t-0.5\n-1.0\t</s>\n-1.5\t<unk>\n-0.7\tlist\t-0.25\n"
                           "-0.9\tsingers\t0.1\n\n\\2-grams:\n-0.2\tlist singers\n"
                           "-0.3\tsingers </s>\n-0.1\t<s> list\n\n\\end\\\n";

static void expect_cost(const struct gram_model *m, const char *text, double log10)
{
    struct gram_sum sum = gram_rate(m, str_from(text));
    assert_true(fabs((double)sum.cost / NGRAM_STEPS + log10 * log(10)) < 0.003);
}

static void test_arpa(void **state)
{
    (void)state;
    struct arena a = {0};
    struct buf bytes = {0};
    struct gram_model m;
    struct err e;
    assert_int_equal(read_arpa(&a, ARPA, &bytes, &e), OK);
    open_model(&m, &bytes);
    expect_cost(&m, "list singers", -0.1 - 0.2 - 0.3);
    expect_cost(&m, "singers list", -0.5 - 0.9 + 0.1 - 0.7 - 0.25 - 1.0);
    expect_cost(&m, "zebra", -0.5 - 1.5 - 1.0);
    expect_cost(&m, "", -0.5 - 1.0);
    gram_model_close(&m);
    buf_release(&bytes);
    arena_release(&a);
}

static void test_arpa_round_trip(void **state)
{
    (void)state;
    struct arena a = {0};
    struct buf bytes = {0}, text = {0}, again = {0}, twice = {0};
    struct gram_model m, back;
    struct err e;
    struct gram_train_options o = small_options(0, 4, 1);
    train(&o, &bytes);
    open_model(&m, &bytes);
    arpa_write(&m, &text);
    buf_putc(&text, '\0');
    assert_int_equal(read_arpa(&a, text.ptr, &again, &e), OK);
    open_model(&back, &again);
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        struct gram_sum x = gram_rate(&m, str_from(SENTENCES[i]));
        struct gram_sum y = gram_rate(&back, str_from(SENTENCES[i]));
        assert_int_equal(x.words, y.words);
        assert_true(llabs(x.cost - y.cost) <= x.words);
    }
    arpa_write(&back, &twice);
    buf_putc(&twice, '\0');
    assert_string_equal(text.ptr, twice.ptr);
    gram_model_close(&back);
    gram_model_close(&m);
    buf_release(&bytes);
    buf_release(&text);
    buf_release(&again);
    buf_release(&twice);
    arena_release(&a);
}

static void test_arpa_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *text, *problem;
        uint32_t line;
    } CASES[] = {
        {"\\data\\\nngram 1=1\n", "it ends before \\end\\", 2},
        {"\\data\\\n\\1-grams:\n\\end\\\n", "its counts", 2},
        {"\\data\\\nngram 2=1\n", "its counts", 2},
        {"\\data\\\nngram 1=x\n", "its counts", 2},
        {"\\data\\\nngram 1=1\n\\2-grams:\n", "its sections", 3},
        {"\\data\\\nngram 1=1\n\\1-grams:\nx y\n", "no number where a line begins", 4},
        {"\\data\\\nngram 1=1\n\\1-grams:\n-1 y z\n", "no number where a line ends", 4},
        {"\\data\\\nngram 1=1\n\\1-grams:\n-1\n", "too few words", 4},
        {"\\data\\\nngram 1=1\n\\1-grams:\n-1 y -1 -1\n", "too many words", 4},
        {"\\data\\\nngram 1=2\n\\1-grams:\n-1 y\n\\end\\\n", "not as many n-grams as it announces",
         5},
        {"\\data\\\nngram 1=2\n\\1-grams:\n-1 y\n-1 y\n\\end\\\n",
         "an n-gram that stands there twice", 6},
        {"\\data\\\nngram 1=1\nngram 2=1\n\\1-grams:\n-1 y\n\\2-grams:\n-1 y z\n\\end\\\n",
         "a word that is not among the 1-grams", 7},
        {"\\data\\\nngram 1=1\nngram 2=0\nngram 3=1\n\\1-grams:\n-1 y\n\\2-grams:\n\\3-grams:\n"
         "-1 y y y\n\\end\\\n",
         "an n-gram whose beginning is not there", 10},
        {"\\data\\\nngram 1=1\n\\1-grams:\n0.1 y\n\\end\\\n", "a probability above 1", 4},
        {"\\data\\\nngram 1=1\n\\1-grams:\nnan y\n\\end\\\n", "no number where a line begins", 4},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct buf out = {0};
        struct err e;
        struct str expected = arena_printf(&a, "not an ARPA model: %s", CASES[i].problem);
        assert_int_equal(read_arpa(&a, CASES[i].text, &out, &e), E_INPUT);
        assert_string_equal(e.msg, expected.ptr);
        assert_int_equal(e.line, CASES[i].line);
        buf_release(&out);
    }
    arena_release(&a);
}

static void test_arpa_absent(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {"", "List the singers.\nHow many are there?\n"};
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++) {
        struct buf out = {0};
        struct err e;
        assert_int_equal(read_arpa(&a, TEXTS[i], &out, &e), E_INPUT);
        assert_string_equal(e.msg, "neither a model of teql's nor an ARPA file");
        assert_false(arpa_looks(str_from(TEXTS[i])));
        buf_release(&out);
    }
    assert_true(arpa_looks(str_from(ARPA)));
    arena_release(&a);
}

/* Files */

static void test_model_files(void **state)
{
    (void)state;
    struct arena a = {0};
    struct buf bytes = {0};
    struct fluency_model m;
    struct err e;
    struct gram_train_options o = small_options(0.5, 3, 1);
    const char *path = arena_str(&a, str_from(in_folder("a.model"))).ptr;
    train(&o, &bytes);
    assert_int_equal(file_write(path, buf_str(&bytes), &e), OK);
    assert_int_equal(fluency_model_open(&m, path, NULL, &e), OK);
    assert_true(m.grams.map.mapped);
    fluency_model_close(&m);
    assert_int_equal(file_write(path, str_from(ARPA), &e), OK);
    assert_int_equal(fluency_model_open(&m, path, NULL, &e), OK);
    assert_true(gram_fluency(&m.grams, STR("list singers")) > 0.6);
    fluency_model_close(&m);
    bytes.len /= 2;
    assert_int_equal(file_write(path, buf_str(&bytes), &e), OK);
    assert_int_equal(fluency_model_open(&m, path, NULL, &e), E_INPUT);
    assert_string_equal(e.msg, "damaged language model: its length");
    assert_string_equal(e.file, path);
    assert_int_equal(file_write(path, STR(""), &e), OK);
    assert_int_equal(fluency_model_open(&m, path, NULL, &e), E_INPUT);
    assert_int_equal(fluency_model_open(&m, "/nonexistent", NULL, &e), E_IO);
    buf_release(&bytes);
    arena_release(&a);
}

/* Garbling */

static void expect_garbled(const char *text, enum garbling g, const char *const *allowed)
{
    struct arena a = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct rng rng = rng_stream(seed, STR("test"), 0);
        struct str out = garble(&a, str_from(text), g, &rng);
        bool found = false;
        for (size_t i = 0; allowed[i]; i++)
            found = found || (out.ptr && str_eq(out, str_from(allowed[i])));
        assert_true(found || (!out.ptr && !allowed[0]));
    }
    arena_release(&a);
}

static void test_garble(void **state)
{
    (void)state;
    expect_garbled("The age of the singer", GARBLE_DROP,
                   (const char *const[]){"Age of the singer", "The age of singer", NULL});
    expect_garbled("How many, are 'the x y' there?", GARBLE_SWAP,
                   (const char *const[]){"Many how, are 'the x y' there?", NULL});
    expect_garbled("Buy buy 3", GARBLE_SWAP, (const char *const[]){NULL});
    expect_garbled("", GARBLE_DROP, (const char *const[]){NULL});
}

static int remove_files(void **state)
{
    remove(in_folder("model.arpa"));
    remove(in_folder("a.model"));
    return own_folder_remove(state);
}

/* A suite's key and its rejected cases depend on the model, which is the same in every build. If
 * the model was trained anew, so was this number. */
static void test_default_model(void **state)
{
    (void)state;
    struct gram_model m;
    struct err e;
    assert_int_equal(default_model_open(&m, &e), OK);
    assert_true(default_model_sum() == 0x4cfa9a9ae980d620u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_long_word),
        cmocka_unit_test(test_sums_to_one),
        cmocka_unit_test(test_classes_sum_to_one),
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_unknown_words),
        cmocka_unit_test(test_fluency),
        cmocka_unit_test(test_corpus_lines),
        cmocka_unit_test(test_nothing_to_learn),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_opposite_byte_order),
        cmocka_unit_test(test_other_files),
        cmocka_unit_test(test_arpa),
        cmocka_unit_test(test_arpa_round_trip),
        cmocka_unit_test(test_arpa_wrong),
        cmocka_unit_test(test_arpa_absent),
        cmocka_unit_test(test_model_files),
        cmocka_unit_test(test_default_model),
        cmocka_unit_test(test_garble),
    };
    return cmocka_run_group_tests(tests, own_folder_make, remove_files);
}
