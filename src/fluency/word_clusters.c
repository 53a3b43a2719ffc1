/* word_clusters.c: the exchange algorithm.
 *
 * With n(c,d) the bigrams of classes and n(c) the words of a class, the text is most likely where
 * Σ n(c,d) ln n(c,d) - 2 Σ n(c) ln n(c) is largest. Moving a word changes only the rows and columns
 * of two classes, at the classes of its neighbours. */
#include "fluency/word_clusters.h"

#include <math.h>
#include <stdlib.h>

enum { TABLE = 1 << 16 }; /* of x ln x */

/* Neighbours of words on one side: those of word w are words[first[w]] … */
struct word_side {
    uint32_t *first, *words, *counts;
    /* Of the word that is tried: its neighbours by class, and the classes that have any. */
    uint32_t *by_class, *classes, n_classes;
};

enum { BEFORE, AFTER, N_SIDES };

struct clustering {
    const struct gram_tokens *tokens;
    uint32_t n_classes, n_own;
    uint32_t *class_of, *frequency; /* by word */
    struct word_side sides[N_SIDES];
    uint32_t self;   /* how often the word that is tried follows itself */
    uint32_t *pairs; /* n_classes²: how often one class follows another */
    uint32_t *sizes; /* words of each class, as they occur */
    double table[TABLE];
};

static double x_ln_x(const struct clustering *c, uint32_t x)
{
    return x < TABLE ? c->table[x] : x * log(x);
}

/* Neighbours */

static uint32_t *zeroed_numbers(size_t n)
{
    uint32_t *p = mem_resize_array(NULL, n, sizeof *p);
    memset(p, 0, n * sizeof *p);
    return p;
}

/* `others` are the neighbours of `words`. They are sorted twice, then equal pairs are added up. */
static struct word_side find_neighbours(const struct clustering *c, const uint32_t *words,
                                        const uint32_t *others)
{
    uint32_t n_words = c->tokens->n_words, count = 0, word = 0;
    size_t n = c->tokens->count - 1;
    uint32_t *by_other = mem_resize_array(NULL, n, sizeof *by_other);
    uint32_t *sorted = mem_resize_array(NULL, n, sizeof *sorted);
    struct word_side out = {.first = zeroed_numbers((size_t)n_words + 1),
                            .words = zeroed_numbers(n),
                            .counts = zeroed_numbers(n),
                            .by_class = zeroed_numbers(c->n_classes),
                            .classes = zeroed_numbers(c->n_classes)};
    sort_by_word(others, n, n_words, NULL, by_other);
    sort_by_word(words, n, n_words, by_other, sorted);
    for (size_t i = 0; i < n; i++) {
        uint32_t key = words[sorted[i]], other = others[sorted[i]];
        for (; word < key; word++)
            out.first[word + 1] = count;
        if (count == out.first[key] || out.words[count - 1] != other)
            out.words[count++] = other;
        out.counts[count - 1]++;
    }
    for (; word < n_words; word++)
        out.first[word + 1] = count;
    free(by_other);
    free(sorted);
    return out;
}

/* Moving words */

/* Find the neighbours of `word` by class, itself left out. */
static void gather_neighbours(struct clustering *c, struct word_side *s, uint32_t word)
{
    s->n_classes = 0;
    for (uint32_t i = s->first[word]; i < s->first[word + 1]; i++) {
        uint32_t class = c->class_of[s->words[i]];
        if (s->words[i] == word) {
            c->self = s->counts[i];
            continue;
        }
        if (s->by_class[class] == 0)
            s->classes[s->n_classes++] = class;
        s->by_class[class] += s->counts[i];
    }
}

/* How often class `k` has a neighbour of class `other` on this side. */
static uint32_t *pair_count(struct clustering *c, int side, uint32_t k, uint32_t other)
{
    return &c->pairs[side == BEFORE ? (size_t)other * c->n_classes + k
                                    : (size_t)k * c->n_classes + other];
}

/* Count the word in class `k`, or no more. Counts are unsigned, so that -1 times wraps as it
 * should. */
static void count_in_class(struct clustering *c, uint32_t word, uint32_t k, uint32_t times)
{
    for (int side = 0; side < N_SIDES; side++) {
        const struct word_side *s = &c->sides[side];
        for (uint32_t i = 0; i < s->n_classes; i++)
            *pair_count(c, side, k, s->classes[i]) += times * s->by_class[s->classes[i]];
    }
    *pair_count(c, AFTER, k, k) += times * c->self;
    c->sizes[k] += times * c->frequency[word];
}

static double x_ln_x_growth(const struct clustering *c, uint32_t now, uint32_t by)
{
    return x_ln_x(c, now + by) - x_ln_x(c, now);
}

/* How much more likely the text becomes if class `k` gets this word, which is in no class. */
static double class_gain(struct clustering *c, uint32_t word, uint32_t k)
{
    double sum = -2 * x_ln_x_growth(c, c->sizes[k], c->frequency[word]);
    uint32_t own = c->self;
    for (int side = 0; side < N_SIDES; side++) {
        const struct word_side *s = &c->sides[side];
        own += s->by_class[k];
        for (uint32_t i = 0; i < s->n_classes; i++) {
            uint32_t g = s->classes[i];
            if (g != k)
                sum += x_ln_x_growth(c, *pair_count(c, side, k, g), s->by_class[g]);
        }
    }
    return sum + x_ln_x_growth(c, *pair_count(c, AFTER, k, k), own);
}

static void try_word(struct clustering *c, uint32_t word)
{
    uint32_t best = c->class_of[word];
    c->self = 0;
    for (int side = 0; side < N_SIDES; side++)
        gather_neighbours(c, &c->sides[side], word);
    count_in_class(c, word, best, UINT32_MAX);
    double most = class_gain(c, word, best);
    for (uint32_t k = c->n_own; k < c->n_classes; k++) {
        double gain = class_gain(c, word, k);
        if (gain > most) {
            most = gain;
            best = k;
        }
    }
    c->class_of[word] = best;
    count_in_class(c, word, best, 1);
    for (int side = 0; side < N_SIDES; side++)
        for (uint32_t i = 0; i < c->sides[side].n_classes; i++)
            c->sides[side].by_class[c->sides[side].classes[i]] = 0;
}

/* The whole */

struct ranked_word {
    uint32_t word, frequency;
};

static int compare_frequencies(const void *a, const void *b)
{
    const struct ranked_word *x = a, *y = b;
    if (x->frequency != y->frequency)
        return x->frequency > y->frequency ? -1 : 1;
    return x->word < y->word ? -1 : x->word > y->word;
}

/* All words but the marks of a sentence, the most frequent first. */
static struct ranked_word *rank_words(const struct clustering *c)
{
    uint32_t n = c->tokens->n_words;
    struct ranked_word *out = mem_resize_array(NULL, n, sizeof *out);
    for (uint32_t w = NGRAM_END + 1; w < n; w++)
        out[w - NGRAM_END - 1] = (struct ranked_word){w, c->frequency[w]};
    qsort(out, n - NGRAM_END - 1, sizeof *out, compare_frequencies);
    return out;
}

static void open_clustering(struct clustering *c)
{
    const struct gram_tokens *t = c->tokens;
    size_t k = c->n_classes;
    c->sides[BEFORE] = find_neighbours(c, t->words + 1, t->words);
    c->sides[AFTER] = find_neighbours(c, t->words, t->words + 1);
    c->frequency = zeroed_numbers(t->n_words);
    for (size_t i = 0; i < t->count; i++)
        c->frequency[t->words[i]]++;
    c->pairs = zeroed_numbers(k * k);
    c->sizes = zeroed_numbers(k);
    c->table[0] = 0;
    for (int i = 1; i < TABLE; i++)
        c->table[i] = i * log(i);
}

static void close_clustering(struct clustering *c)
{
    for (int side = 0; side < N_SIDES; side++) {
        struct word_side *s = &c->sides[side];
        free(s->first);
        free(s->words);
        free(s->counts);
        free(s->by_class);
        free(s->classes);
    }
    free(c->frequency);
    free(c->pairs);
    free(c->sizes);
    free(c);
}

static void count_classes(struct clustering *c)
{
    const struct gram_tokens *t = c->tokens;
    for (size_t i = 0; i < t->count; i++) {
        c->sizes[c->class_of[t->words[i]]]++;
        if (i > 0)
            ++*pair_count(c, AFTER, c->class_of[t->words[i - 1]], c->class_of[t->words[i]]);
    }
}

uint32_t word_clusters(const struct gram_tokens *t, const struct cluster_options *o,
                       const uint32_t *begin, uint32_t *class_of)
{
    uint32_t others = t->n_words - NGRAM_END - 1;
    uint32_t n_own = o->own < others ? o->own : others;
    struct clustering *c = mem_alloc(sizeof *c);
    *c = (struct clustering){.tokens = t,
                             .n_own = NGRAM_END + 1 + n_own,
                             .n_classes = NGRAM_END + 1 + n_own + o->shared,
                             .class_of = class_of};
    open_clustering(c);
    struct ranked_word *ranked = rank_words(c);
    class_of[NGRAM_BEGIN] = NGRAM_BEGIN;
    class_of[NGRAM_END] = NGRAM_END;
    for (uint32_t i = 0; i < others; i++)
        class_of[ranked[i].word] = i < n_own ? NGRAM_END + 1 + i : c->n_own + begin[ranked[i].word];
    count_classes(c);
    for (uint32_t round = 0; round < o->rounds; round++)
        for (uint32_t i = n_own; i < others; i++)
            try_word(c, ranked[i].word);
    uint32_t n_classes = c->n_classes;
    free(ranked);
    close_clustering(c);
    return n_classes;
}
