/* kneser_ney.c: from a corpus to a model.
 *
 * All n-grams come from one sort: that of the places of the corpus by the words that follow. Places
 * that agree in their first k words are one n-gram of k words, so the sorted places are the tree,
 * read from left to right. */
#include "fluency/kneser_ney.h"

#include <math.h>
#include <stdlib.h>

enum { DISCOUNTS = 3 }; /* of counts of 1, 2, and 3 or more */

/* The n-grams of one length, in the order of the tree. */
struct level {
    uint32_t count;
    size_t room;
    uint32_t *words, *raw, *first; /* first: child of each, and one past the last */
    uint32_t *suffix;              /* the n-gram without its first word, a level up */
    uint32_t *counts;              /* that probabilities are made of */
    double *p, *backoff;           /* probability of the last word; weight of what is shorter */
    double discounts[DISCOUNTS + 1];
};

struct training {
    const struct kneser_ney_options *options;
    const uint32_t *tokens;
    size_t n_tokens;
    uint32_t n_words;
    struct level levels[NGRAM_MAX_ORDER];
};

/* Sorting and counting */

void sort_by_word(const uint32_t *words, size_t n, uint32_t n_words, const uint32_t *order,
                  uint32_t *out)
{
    uint32_t *starts = mem_resize_array(NULL, (size_t)n_words + 1, sizeof *starts);
    memset(starts, 0, ((size_t)n_words + 1) * sizeof *starts);
    for (size_t i = 0; i < n; i++)
        starts[words[i] + 1]++;
    for (uint32_t w = 0; w < n_words; w++)
        starts[w + 1] += starts[w];
    for (size_t i = 0; i < n; i++) {
        uint32_t at = order ? order[i] : (uint32_t)i;
        out[starts[words[at]]++] = at;
    }
    free(starts);
}

/* All places, sorted by as many words as an n-gram may have; on the heap. */
static uint32_t *sort_places(const struct training *t)
{
    uint32_t *places = mem_resize_array(NULL, t->n_tokens, sizeof *places);
    uint32_t *other = mem_resize_array(NULL, t->n_tokens, sizeof *other);
    uint32_t last = t->options->order - 1;
    sort_by_word(t->tokens + last, t->n_tokens, t->n_words, NULL, places);
    for (uint32_t k = last; k-- > 0;) {
        sort_by_word(t->tokens + k, t->n_tokens, t->n_words, places, other);
        uint32_t *swap = places;
        places = other;
        other = swap;
    }
    free(other);
    return places;
}

/* Room for one more node, and for the end after it that `first` has. */
static void grow_level(struct level *l)
{
    if (l->count + 1 < l->room)
        return;
    l->room = l->room ? 2 * l->room : 1024;
    l->words = mem_resize_array(l->words, l->room, sizeof *l->words);
    l->raw = mem_resize_array(l->raw, l->room, sizeof *l->raw);
    l->first = mem_resize_array(l->first, l->room, sizeof *l->first);
}

/* Where the children of the next node of level k begin. */
static void set_first(struct training *t, uint32_t k)
{
    struct level *l = &t->levels[k];
    l->first[l->count] = k + 1 < t->options->order ? t->levels[k + 1].count : 0;
}

static void add_node(struct training *t, uint32_t k, uint32_t word)
{
    struct level *l = &t->levels[k];
    grow_level(l);
    l->words[l->count] = word;
    l->raw[l->count] = 0;
    set_first(t, k);
    l->count++;
}

/* Nodes of level 1 are the words, those that do not occur included. */
static void add_words_up_to(struct training *t, uint32_t end)
{
    while (t->levels[0].count < end)
        add_node(t, 0, t->levels[0].count);
}

/* Count the n-grams that begin at the place. Those of `same` words were just added. */
static void count_place(struct training *t, const uint32_t *at, uint32_t same)
{
    for (uint32_t k = 0; k < t->options->order && (k == 0 || at[k] != NGRAM_BEGIN); k++) {
        if (k >= same && k > 0)
            add_node(t, k, at[k]);
        else if (k == 0)
            add_words_up_to(t, at[0] + 1);
        t->levels[k].raw[t->levels[k].count - 1]++;
    }
}

/* How many words two places have in common, within a sentence. */
static uint32_t common_words(const struct training *t, const uint32_t *a, const uint32_t *b)
{
    uint32_t k = 0;
    while (k < t->options->order && a[k] == b[k] && (k == 0 || a[k] != NGRAM_BEGIN))
        k++;
    return k;
}

static void count_ngrams(struct training *t)
{
    uint32_t *places = sort_places(t);
    for (uint32_t k = 0; k < t->options->order; k++)
        grow_level(&t->levels[k]);
    for (size_t i = 0; i < t->n_tokens; i++) {
        const uint32_t *at = t->tokens + places[i];
        count_place(t, at, i > 0 ? common_words(t, t->tokens + places[i - 1], at) : 0);
    }
    add_words_up_to(t, t->n_words);
    for (uint32_t k = 0; k < t->options->order; k++)
        set_first(t, k);
    free(places);
}

/* Continuations */

static uint32_t find_child(const struct training *t, uint32_t k, uint32_t node, uint32_t word)
{
    const struct level *below = &t->levels[k + 1];
    uint32_t low = t->levels[k].first[node], high = t->levels[k].first[node + 1];
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        *(below->words[middle] <= word ? &low : &high) = middle;
    }
    return low; /* it is there: an n-gram that ends in these words has them counted */
}

/* Find the n-gram without its first word, of each of level k. */
static void link_suffixes(struct training *t, uint32_t k)
{
    struct level *up = &t->levels[k - 1], *l = &t->levels[k];
    l->suffix = mem_resize_array(NULL, (size_t)l->count + 1, sizeof *l->suffix);
    for (uint32_t parent = 0; parent < up->count; parent++)
        for (uint32_t i = up->first[parent]; i < up->first[parent + 1]; i++)
            l->suffix[i] =
                k == 1 ? l->words[i] : find_child(t, k - 2, up->suffix[parent], l->words[i]);
}

/* N-grams that begin a sentence follow nothing, so their occurrences are counted, as those of the
 * longest n-grams are. They are the first of each level, up to `begins`. */
static void set_counts(struct training *t, uint32_t k, uint32_t begins)
{
    struct level *l = &t->levels[k];
    bool longest = k + 1 == t->options->order;
    l->counts = mem_resize_array(NULL, (size_t)l->count + 1, sizeof *l->counts);
    for (uint32_t i = 0; i < l->count; i++)
        l->counts[i] = longest || i < begins ? l->raw[i] : 0;
    for (uint32_t i = 0; !longest && i < t->levels[k + 1].count; i++)
        l->counts[t->levels[k + 1].suffix[i]]++; /* which begins no sentence */
    if (k == 0)
        l->counts[NGRAM_BEGIN] = 0; /* its probability is never needed */
}

static void count_continuations(struct training *t)
{
    uint32_t begins = 1;
    for (uint32_t k = 1; k < t->options->order; k++)
        link_suffixes(t, k);
    for (uint32_t k = 0; k < t->options->order; k++) {
        set_counts(t, k, begins);
        if (k + 1 < t->options->order)
            begins = t->levels[k].first[begins];
    }
}

/* Probabilities */

/* What is taken from counts of 1, 2 and more (Chen and Goodman, equation 26). If the corpus is too
 * small to show it, half of the smallest count. */
static void find_discounts(struct level *l)
{
    uint64_t n[DISCOUNTS + 2] = {0};
    for (uint32_t i = 0; i < l->count; i++)
        if (l->counts[i] > 0 && l->counts[i] <= DISCOUNTS + 1)
            n[l->counts[i]]++;
    double y = n[1] ? (double)n[1] / ((double)n[1] + 2 * (double)n[2]) : 0;
    for (int c = 1; c <= DISCOUNTS; c++) {
        double d = n[c] ? c - (c + 1) * y * (double)n[c + 1] / (double)n[c] : -1;
        l->discounts[c] = d > 0 && d < c && n[1] && n[2] ? d : 0.5;
    }
}

static double discount_of(const struct level *l, uint32_t count)
{
    return l->discounts[count > DISCOUNTS ? DISCOUNTS : count];
}

static bool is_kept(const struct training *t, uint32_t k, uint32_t node)
{
    return k == 0 || t->levels[k].raw[node] >= t->options->min_count;
}

/* The probabilities of the words: all get an equal share of what is taken. */
static void rate_words(struct training *t)
{
    struct level *l = &t->levels[0];
    double total = 0, taken = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        total += l->counts[i];
        taken += discount_of(l, l->counts[i]);
    }
    double each = taken / total / (l->count - 1);
    for (uint32_t i = 0; i < l->count; i++)
        l->p[i] = (l->counts[i] - discount_of(l, l->counts[i])) / total + each;
    l->p[NGRAM_BEGIN] = 0;
}

/* The probabilities of the words after `context` of level k-1, and the weight of what is shorter.
 */
static void rate_context(struct training *t, uint32_t k, uint32_t context)
{
    struct level *up = &t->levels[k - 1], *l = &t->levels[k];
    double total = 0, taken = 0;
    for (uint32_t i = up->first[context]; i < up->first[context + 1]; i++) {
        total += l->counts[i];
        taken += is_kept(t, k, i) ? discount_of(l, l->counts[i]) : l->counts[i];
    }
    double rest = total > 0 ? taken / total : 1;
    up->backoff[context] = rest;
    for (uint32_t i = up->first[context]; i < up->first[context + 1]; i++)
        l->p[i] = (l->counts[i] - discount_of(l, l->counts[i])) / total +
                  rest * t->levels[k - 1].p[l->suffix[i]];
}

static void rate_levels(struct training *t)
{
    for (uint32_t k = 0; k < t->options->order; k++) {
        struct level *l = &t->levels[k];
        l->p = mem_resize_array(NULL, (size_t)l->count + 1, sizeof *l->p);
        l->backoff = mem_resize_array(NULL, (size_t)l->count + 1, sizeof *l->backoff);
        find_discounts(l);
        if (k == 0)
            rate_words(t);
        else
            for (uint32_t i = 0; i < t->levels[k - 1].count; i++)
                rate_context(t, k, i);
    }
}

/* Writing */

/* Leave out the rare n-grams of level k, in place. Their children then seem to be children of the
 * n-gram before, but are as rare, and go next: an n-gram occurs at least as often as those that
 * begin with it. */
static void prune_level(struct training *t, uint32_t k)
{
    struct level *up = &t->levels[k - 1], *l = &t->levels[k];
    uint32_t kept = 0, all = l->count;
    for (uint32_t context = 0; context < up->count; context++) {
        uint32_t start = up->first[context], end = up->first[context + 1];
        up->first[context] = kept;
        for (uint32_t i = start; i < end; i++)
            if (is_kept(t, k, i)) {
                l->words[kept] = l->words[i];
                l->raw[kept] = l->raw[i];
                l->p[kept] = l->p[i];
                l->backoff[kept] = l->backoff[i];
                l->first[kept++] = l->first[i];
            }
    }
    l->first[kept] = l->first[all];
    l->first[0] = 0;
    up->first[up->count] = kept;
    l->count = kept;
}

/* Probabilities and weights as costs. */
static void turn_to_costs(double *p, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        p[i] = -log(p[i]);
}

/* Move arrays to a draft, and free those that it does not need. */
static void move_to_draft(struct training *t, struct ngram_draft *out)
{
    uint32_t order = t->options->order;
    *out = (struct ngram_draft){.order = order};
    for (uint32_t k = 1; k < order; k++)
        prune_level(t, k);
    for (uint32_t k = 0; k < order; k++) {
        struct level *l = &t->levels[k];
        turn_to_costs(l->p, l->count);
        if (k + 1 < order)
            turn_to_costs(l->backoff, l->count);
        out->levels[k] = (struct ngram_draft_level){.count = l->count,
                                                    .words = l->words,
                                                    .first = l->first,
                                                    .costs = l->p,
                                                    .backoffs = l->backoff};
        free(l->raw);
        free(l->suffix);
        free(l->counts);
    }
}

void kneser_ney(const struct gram_tokens *tokens, const struct kneser_ney_options *o,
                struct ngram_draft *out)
{
    struct training t = {.options = o,
                         .tokens = tokens->words,
                         .n_tokens = tokens->count,
                         .n_words = tokens->n_words};
    count_ngrams(&t);
    count_continuations(&t);
    rate_levels(&t);
    move_to_draft(&t, out);
}
