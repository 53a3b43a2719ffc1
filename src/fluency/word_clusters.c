/* word_clusters.c: the exchange algorithm.
 *
 * With n(c,d) the bigrams of classes and n(c) the words of a class, a text is told best where
 * Σ n(c,d) ln n(c,d) - 2 Σ n(c) ln n(c) is largest. Moving a word changes only the rows and columns
 * of two classes, at those classes that its neighbours are of. */
#include "fluency/word_clusters.h"

#include <math.h>
#include <stdlib.h>

enum { TABLE = 1 << 16 }; /* of x ln x */

/* Neighbours of words on one side: those of word w are items[first[w]] … */
struct word_neighbours {
    uint32_t *first, *words, *counts;
};

struct clustering {
    const struct gram_tokens *tokens;
    uint32_t n_classes, n_own;
    uint32_t *class_of, *frequency; /* by word */
    struct word_neighbours before, after;
    uint32_t *pairs; /* n_classes²: how often one class follows another */
    uint32_t *sizes; /* words of each class, as they occur */
    double table[TABLE];

    /* Of the word that is tried: its neighbours by class, and the classes that have any. */
    uint32_t *from, *to, *from_list, *to_list;
    uint32_t n_from, n_to, self;
};

static double x_ln_x(const struct clustering *c, uint32_t x)
{
    return x < TABLE ? c->table[x] : x * log(x);
}

/* Neighbours */

/* By `key`, counts of `other`: pairs of neighbours sorted twice, then equal ones added up. */
static void sort_pairs(const uint32_t *keys, size_t n, uint32_t n_words, const uint32_t *order,
                       uint32_t *out)
{
    uint32_t *starts = mem_resize_array(NULL, (size_t)n_words + 1, sizeof *starts);
    memset(starts, 0, ((size_t)n_words + 1) * sizeof *starts);
    for (size_t i = 0; i < n; i++)
        starts[keys[i] + 1]++;
    for (uint32_t w = 0; w < n_words; w++)
        starts[w + 1] += starts[w];
    for (size_t i = 0; i < n; i++) {
        uint32_t at = order ? order[i] : (uint32_t)i;
        out[starts[keys[at]]++] = at;
    }
    free(starts);
}

static struct word_neighbours find_neighbours(const uint32_t *keys, const uint32_t *others,
                                              size_t n, uint32_t n_words)
{
    uint32_t *by_other = mem_resize_array(NULL, n, sizeof *by_other);
    uint32_t *sorted = mem_resize_array(NULL, n, sizeof *sorted);
    struct word_neighbours out = {mem_resize_array(NULL, (size_t)n_words + 1, sizeof *out.first),
                                  mem_resize_array(NULL, n, sizeof *out.words),
                                  mem_resize_array(NULL, n, sizeof *out.counts)};
    uint32_t count = 0, word = 0;
    sort_pairs(others, n, n_words, NULL, by_other);
    sort_pairs(keys, n, n_words, by_other, sorted);
    out.first[0] = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t key = keys[sorted[i]], other = others[sorted[i]];
        for (; word < key; word++)
            out.first[word + 1] = count;
        if (count > out.first[key] && out.words[count - 1] == other) {
            out.counts[count - 1]++;
        } else {
            out.words[count] = other;
            out.counts[count++] = 1;
        }
    }
    for (; word < n_words; word++)
        out.first[word + 1] = count;
    free(by_other);
    free(sorted);
    return out;
}

static void word_neighbours_release(struct word_neighbours *n)
{
    free(n->first);
    free(n->words);
    free(n->counts);
}

/* Moving words */

/* The neighbours of `word` by class, itself left out. */
static uint32_t gather(struct clustering *c, const struct word_neighbours *n, uint32_t word,
                       uint32_t *by_class, uint32_t *list)
{
    uint32_t count = 0;
    for (uint32_t i = n->first[word]; i < n->first[word + 1]; i++) {
        uint32_t class = c->class_of[n->words[i]];
        if (n->words[i] == word) {
            c->self = n->counts[i];
            continue;
        }
        if (by_class[class] == 0)
            list[count++] = class;
        by_class[class] += n->counts[i];
    }
    return count;
}

static uint32_t *pair(struct clustering *c, uint32_t first, uint32_t second)
{
    return &c->pairs[(size_t)first * c->n_classes + second];
}

/* Count the word in class `k`, or no more. Counts are unsigned, so that -1 times wraps as it
 * should. */
static void count_in(struct clustering *c, uint32_t word, uint32_t k, uint32_t times)
{
    for (uint32_t i = 0; i < c->n_from; i++)
        *pair(c, c->from_list[i], k) += times * c->from[c->from_list[i]];
    for (uint32_t i = 0; i < c->n_to; i++)
        *pair(c, k, c->to_list[i]) += times * c->to[c->to_list[i]];
    *pair(c, k, k) += times * c->self;
    c->sizes[k] += times * c->frequency[word];
}

static double more(const struct clustering *c, uint32_t now, uint32_t by)
{
    return x_ln_x(c, now + by) - x_ln_x(c, now);
}

/* What the text is told better if the word, which is in no class, comes into `k`. */
static double gain(struct clustering *c, uint32_t word, uint32_t k)
{
    double sum = -2 * more(c, c->sizes[k], c->frequency[word]);
    for (uint32_t i = 0; i < c->n_from; i++) {
        uint32_t g = c->from_list[i];
        if (g != k)
            sum += more(c, *pair(c, g, k), c->from[g]);
    }
    for (uint32_t i = 0; i < c->n_to; i++) {
        uint32_t g = c->to_list[i];
        if (g != k)
            sum += more(c, *pair(c, k, g), c->to[g]);
    }
    return sum + more(c, *pair(c, k, k), c->from[k] + c->to[k] + c->self);
}

static void try_word(struct clustering *c, uint32_t word)
{
    c->self = 0;
    c->n_from = gather(c, &c->before, word, c->from, c->from_list);
    c->n_to = gather(c, &c->after, word, c->to, c->to_list);
    uint32_t best = c->class_of[word];
    count_in(c, word, best, UINT32_MAX);
    double most = gain(c, word, best);
    for (uint32_t k = c->n_own; k < c->n_classes; k++) {
        double g = gain(c, word, k);
        if (g > most) {
            most = g;
            best = k;
        }
    }
    c->class_of[word] = best;
    count_in(c, word, best, 1);
    for (uint32_t i = 0; i < c->n_from; i++)
        c->from[c->from_list[i]] = 0;
    for (uint32_t i = 0; i < c->n_to; i++)
        c->to[c->to_list[i]] = 0;
}

/* The whole */

struct ranked_word {
    uint32_t word, frequency;
};

static int by_frequency(const void *a, const void *b)
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
    qsort(out, n - NGRAM_END - 1, sizeof *out, by_frequency);
    return out;
}

static uint32_t *zeros(size_t n)
{
    uint32_t *p = mem_resize_array(NULL, n, sizeof *p);
    memset(p, 0, n * sizeof *p);
    return p;
}

static void open_clustering(struct clustering *c)
{
    const struct gram_tokens *t = c->tokens;
    size_t k = c->n_classes;
    c->before = find_neighbours(t->words + 1, t->words, t->count - 1, t->n_words);
    c->after = find_neighbours(t->words, t->words + 1, t->count - 1, t->n_words);
    c->frequency = zeros(t->n_words);
    for (size_t i = 0; i < t->count; i++)
        c->frequency[t->words[i]]++;
    c->pairs = zeros(k * k);
    c->sizes = zeros(k);
    c->from = zeros(k);
    c->to = zeros(k);
    c->from_list = zeros(k);
    c->to_list = zeros(k);
    c->table[0] = 0;
    for (int i = 1; i < TABLE; i++)
        c->table[i] = i * log(i);
}

static void close_clustering(struct clustering *c)
{
    word_neighbours_release(&c->before);
    word_neighbours_release(&c->after);
    free(c->frequency);
    free(c->pairs);
    free(c->sizes);
    free(c->from);
    free(c->to);
    free(c->from_list);
    free(c->to_list);
    free(c);
}

static void count_classes(struct clustering *c)
{
    const struct gram_tokens *t = c->tokens;
    for (size_t i = 0; i < t->count; i++) {
        c->sizes[c->class_of[t->words[i]]]++;
        if (i > 0)
            ++*pair(c, c->class_of[t->words[i - 1]], c->class_of[t->words[i]]);
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
