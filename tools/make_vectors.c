/* make_vectors.c: small word vectors from WordNet's glosses.
 *
 *   make_vectors FILE [DIMS [WORDS]]
 *
 * Words that occur in glosses with the same words get vectors in the same direction. The steps:
 * 1. Each synset is a text: its words, then its gloss. Plurals become singular, and words that are
 * in too many texts to say anything are dropped.
 * 2. Count how often each two words are in one text (struct pair_counts).
 * 3. Weigh each pair: how much more often does it occur than by chance (positive pointwise mutual
 *    information)? That is a sparse symmetric matrix, a row for each word.
 * 4. Its largest eigenvectors, by subspace iteration, are the dimensions.
 *
 * The same WordNet gives the same file, byte for byte: one thread, and a fixed seed. */
#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/rng.h"
#include "lexicon/inflection.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    USUAL_DIMS = 100,
    USUAL_WORDS = 30000,
    MOST_DIMS = 500,
    LEAST_COUNT = 4, /* texts that a word must be in */
    TOO_MANY = 50,   /* one text in this many: words in more are too common to say anything */
    TEXT_WORDS = 48, /* the rest of a longer text is left out */
    SPARE_DIMS = 10, /* so that the last eigenvectors that count are found soon */
    ROUNDS = 5,      /* of the iteration */
    SWEEPS = 12      /* over the small matrix */
};

static const double RARE = 4; /* as if each word were in this many more texts: tames chance */

/* Texts */

struct word_text {
    uint32_t words[TEXT_WORDS];
    uint32_t n;
};

struct corpus {
    struct arena arena;
    struct wordnet wordnet;
    struct inflection inflection;
    struct name_map numbers; /* word → number */
    struct name_map forms;   /* word as in the text → number of its singular */
    struct str *words;       /* by number */
    uint32_t *counts;        /* of texts, by number */
    uint32_t n_words;
    struct word_text *texts;
    uint32_t n_texts;
};

static uint32_t number_of(struct corpus *c, struct str word)
{
    uint32_t known = name_map_get(&c->numbers, word);
    if (known != NAME_NONE)
        return known;
    ARENA_PUSH(&c->arena, c->words, c->n_words);
    ARENA_PUSH(&c->arena, c->counts, c->n_words);
    c->words[c->n_words] = arena_str(&c->arena, word);
    c->counts[c->n_words] = 0;
    name_map_put(&c->numbers, &c->arena, c->words[c->n_words], c->n_words);
    return c->n_words++;
}

/* The number of the singular of a word of a text. */
static uint32_t form_number(struct corpus *c, struct str form)
{
    uint32_t known = name_map_get(&c->forms, form);
    if (known != NAME_NONE)
        return known;
    struct str own = arena_str(&c->arena, form);
    uint32_t number = number_of(c, noun_singular(&c->arena, &c->inflection, own));
    name_map_put(&c->forms, &c->arena, own, number);
    return number;
}

static void add_word(struct corpus *c, struct word_text *t, uint32_t number)
{
    for (uint32_t i = 0; i < t->n; i++)
        if (t->words[i] == number)
            return;
    if (t->n < TEXT_WORDS) {
        t->words[t->n++] = number;
        c->counts[number]++;
    }
}

static bool is_letter(char c)
{
    return ascii_small(c) || ascii_capital(c);
}

/* The words of a gloss: letters, with hyphens between them. */
static void add_gloss(struct corpus *c, struct word_text *t, struct str gloss)
{
    for (size_t at = 0; at < gloss.len;) {
        size_t end = at;
        while (end < gloss.len &&
               (is_letter(gloss.ptr[end]) || (gloss.ptr[end] == '-' && end > at)))
            end++;
        if (end - at > 2)
            add_word(c, t, form_number(c, arena_str_lower(&c->arena, str_slice(gloss, at, end))));
        at = end + 1;
    }
}

static struct str take_field(struct str *line)
{
    return line->ptr ? str_split(line, ' ') : STR("");
}

/* A line of a data file (wndb(5WN)): place, topic, kind, number of words, words with their ids … */
static void add_synset(struct corpus *c, struct str line)
{
    struct str gloss = str_slice(line, str_find(line, STR(" | "), 0), line.len);
    struct word_text t = {.n = 0};
    for (int i = 0; i < 3; i++)
        take_field(&line);
    unsigned long n = strtoul(arena_str(&c->arena, take_field(&line)).ptr, NULL, 16);
    for (unsigned long i = 0; i < n; i++) {
        struct str word = arena_str_lower(&c->arena, take_field(&line));
        take_field(&line);
        add_word(c, &t, number_of(c, str_slice(word, 0, str_find(word, STR("("), 0))));
    }
    add_gloss(c, &t, gloss);
    ARENA_ADD(&c->arena, c->texts, c->n_texts, t);
}

static void read_corpus(struct corpus *c)
{
    name_map_init_exact(&c->numbers, &c->arena, 1 << 18);
    name_map_init_exact(&c->forms, &c->arena, 1 << 17);
    c->inflection = (struct inflection){.wordnet = &c->wordnet};
    for (int pos = 0; pos < WORDNET_N_POS; pos++)
        for (struct str rest = c->wordnet.data[pos].text; rest.ptr;) {
            struct str line = str_split(&rest, '\n');
            if (line.len && line.ptr[0] != ' ') /* the licence is indented */
                add_synset(c, line);
        }
}

/* Vocabulary */

struct chosen_word {
    uint32_t count, number;
};

static int most_frequent_first(const void *a, const void *b)
{
    const struct chosen_word *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

/* The words that get a row, the most frequent first; `rows` has the row of each word or NAME_NONE.
 */
static struct chosen_word *choose_words(struct corpus *c, uint32_t most, uint32_t *rows,
                                        uint32_t *n)
{
    struct chosen_word *chosen = ARENA_ARRAY(&c->arena, struct chosen_word, c->n_words);
    *n = 0;
    for (uint32_t i = 0; i < c->n_words; i++) {
        rows[i] = NAME_NONE;
        if (c->counts[i] >= LEAST_COUNT && c->counts[i] < c->n_texts / TOO_MANY)
            chosen[(*n)++] = (struct chosen_word){c->counts[i], i};
    }
    qsort(chosen, *n, sizeof *chosen, most_frequent_first);
    if (*n > most)
        *n = most;
    for (uint32_t i = 0; i < *n; i++)
        rows[chosen[i].number] = i;
    return chosen;
}

/* Pairs */

struct pair_counts {
    uint64_t *keys; /* two rows and 1, so that 0 is free; open addressing, a power of two */
    uint32_t *counts;
    size_t n_slots, n;
};

static void count_pair(struct pair_counts *p, uint64_t key, uint32_t times);

static void grow(struct pair_counts *p)
{
    struct pair_counts old = *p;
    p->n_slots = old.n_slots ? old.n_slots * 2 : 1 << 20;
    p->keys = mem_resize_array(NULL, p->n_slots, sizeof *p->keys);
    p->counts = mem_resize_array(NULL, p->n_slots, sizeof *p->counts);
    memset(p->keys, 0, p->n_slots * sizeof *p->keys);
    p->n = 0;
    for (size_t i = 0; i < old.n_slots; i++)
        if (old.keys[i])
            count_pair(p, old.keys[i], old.counts[i]);
    free(old.keys);
    free(old.counts);
}

static void count_pair(struct pair_counts *p, uint64_t key, uint32_t times)
{
    if (p->n * 2 >= p->n_slots)
        grow(p);
    size_t at = (size_t)hash_mix(key) & (p->n_slots - 1);
    while (p->keys[at] && p->keys[at] != key)
        at = (at + 1) & (p->n_slots - 1);
    if (!p->keys[at]) {
        p->keys[at] = key;
        p->counts[at] = 0;
        p->n++;
    }
    p->counts[at] += times;
}

static void count_text(struct pair_counts *p, const struct word_text *t, const uint32_t *rows)
{
    for (uint32_t i = 0; i < t->n; i++)
        for (uint32_t j = 0; j < i; j++) {
            uint64_t x = rows[t->words[i]], y = rows[t->words[j]];
            if (x != NAME_NONE && y != NAME_NONE)
                count_pair(p, (x > y ? x << 32 | y : y << 32 | x) + 1, 1);
        }
}

/* Weights */

/* A symmetric matrix by rows: those of row i are in starts[i] … starts[i + 1]. */
struct sparse_matrix {
    uint32_t n;
    size_t *starts;
    uint32_t *columns;
    float *values;
};

/* How much more often than by chance two words come together in a number of texts, as a logarithm.
 */
static float weight(uint32_t together, uint32_t x, uint32_t y, uint32_t texts)
{
    double w = log(together * (double)texts / ((x + RARE) * (y + RARE)));
    return w > 0 ? (float)w : 0;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

struct cell {
    uint64_t place; /* row and column */
    float value;
};

static struct sparse_matrix make_matrix(struct pair_counts *p, const struct chosen_word *words,
                                        uint32_t n, uint32_t texts)
{
    size_t n_cells = 0;
    struct cell *cells = mem_resize_array(NULL, 2 * p->n + 1, sizeof *cells);
    for (size_t i = 0; i < p->n_slots; i++) {
        uint64_t x = (p->keys[i] - 1) >> 32, y = (p->keys[i] - 1) & UINT32_MAX;
        float w = p->keys[i] ? weight(p->counts[i], words[x].count, words[y].count, texts) : 0;
        if (w > 0) {
            cells[n_cells++] = (struct cell){x << 32 | y, w};
            cells[n_cells++] = (struct cell){y << 32 | x, w};
        }
    }
    qsort(cells, n_cells, sizeof *cells, by_number); /* the place comes first in a cell */
    struct sparse_matrix m = {n, mem_resize_array(NULL, (size_t)n + 1, sizeof *m.starts),
                              mem_resize_array(NULL, n_cells + 1, sizeof *m.columns),
                              mem_resize_array(NULL, n_cells + 1, sizeof *m.values)};
    size_t at = 0;
    for (uint32_t row = 0; row <= n; row++) {
        m.starts[row] = at;
        for (; at < n_cells && cells[at].place >> 32 == row; at++) {
            m.columns[at] = (uint32_t)cells[at].place;
            m.values[at] = cells[at].value;
        }
    }
    free(cells);
    return m;
}

/* Eigenvectors. A basis is n rows of k floats; its columns are the vectors. */

static void multiply(const struct sparse_matrix *m, const float *from, float *to, uint32_t k)
{
    memset(to, 0, (size_t)m->n * k * sizeof *to);
    for (uint32_t row = 0; row < m->n; row++)
        for (size_t i = m->starts[row]; i < m->starts[row + 1]; i++) {
            const float *x = from + (size_t)m->columns[i] * k;
            float *y = to + (size_t)row * k, value = m->values[i];
            for (uint32_t d = 0; d < k; d++)
                y[d] += value * x[d];
        }
}

/* The products of the columns of two bases, k × k. */
static void products(const float *x, const float *y, uint32_t n, uint32_t k, double *out)
{
    memset(out, 0, (size_t)k * k * sizeof *out);
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t i = 0; i < k; i++) {
            double value = x[(size_t)row * k + i];
            for (uint32_t j = 0; j < k; j++)
                out[i * k + j] += value * y[(size_t)row * k + j];
        }
}

/* Replace each row by its product with `by`, k × k. */
static void transform(float *basis, uint32_t n, uint32_t k, const double *by)
{
    double *sum = mem_resize_array(NULL, k, sizeof *sum);
    for (uint32_t row = 0; row < n; row++) {
        float *at = basis + (size_t)row * k;
        memset(sum, 0, k * sizeof *sum);
        for (uint32_t i = 0; i < k; i++)
            for (uint32_t j = 0; j < k; j++)
                sum[j] += at[i] * by[i * k + j];
        for (uint32_t j = 0; j < k; j++)
            at[j] = (float)sum[j];
    }
    free(sum);
}

/* Make columns p and q of the symmetric `a` independent of each other (Jacobi's rotation), and turn
 * `v` with it. */
static void rotate(double *a, double *v, uint32_t k, uint32_t p, uint32_t q)
{
    double off = a[p * k + q];
    if (fabs(off) < 1e-300)
        return;
    double theta = (a[q * k + q] - a[p * k + p]) / (2 * off);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (uint32_t i = 0; i < k; i++) {
        double x = a[i * k + p], y = a[i * k + q];
        a[i * k + p] = c * x - s * y;
        a[i * k + q] = s * x + c * y;
    }
    for (uint32_t i = 0; i < k; i++) {
        double x = a[p * k + i], y = a[q * k + i];
        a[p * k + i] = c * x - s * y;
        a[q * k + i] = s * x + c * y;
    }
    for (uint32_t i = 0; i < k; i++) {
        double x = v[i * k + p], y = v[i * k + q];
        v[i * k + p] = c * x - s * y;
        v[i * k + q] = s * x + c * y;
    }
}

/* The eigenvectors of a small symmetric matrix become the columns of `v`; the eigenvalues stay on
 * the diagonal of `a`. */
static void diagonalize(double *a, double *v, uint32_t k)
{
    for (uint32_t i = 0; i < k * k; i++)
        v[i] = i % (k + 1) == 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (uint32_t p = 0; p < k; p++)
            for (uint32_t q = p + 1; q < k; q++)
                rotate(a, v, k, p, q);
}

/* Columns of length 1, at right angles: the basis times the inverse square root of its products. */
static void orthogonalize(float *basis, uint32_t n, uint32_t k, double *a, double *v)
{
    products(basis, basis, n, k, a);
    diagonalize(a, v, k);
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < k; j++)
            v[i * k + j] /= sqrt(a[j * k + j] > 1e-30 ? a[j * k + j] : 1e-30);
    transform(basis, n, k, v);
}

static float *random_basis(uint32_t n, uint32_t k)
{
    float *basis = mem_resize_array(NULL, (size_t)n * k, sizeof *basis);
    struct rng r = rng_stream(1, STR("basis"), 0);
    for (size_t i = 0; i < (size_t)n * k; i++)
        basis[i] = (float)rng_below(&r, 2001) / 1000 - 1;
    return basis;
}

struct ranked_column {
    double value;
    uint32_t column;
};

static int largest_first(const void *a, const void *b)
{
    const struct ranked_column *x = a, *y = b;
    if (fabs(x->value) != fabs(y->value))
        return fabs(x->value) > fabs(y->value) ? -1 : 1;
    return x->column < y->column ? -1 : 1;
}

/* The eigenvectors of the `dims` largest eigenvalues, each times the root of its value: n rows of
 * `k` floats, of which the first `dims` count. */
static float *embed(const struct sparse_matrix *m, uint32_t dims, uint32_t k)
{
    float *basis = random_basis(m->n, k), *next = random_basis(m->n, k);
    double *a = mem_resize_array(NULL, (size_t)k * k, sizeof *a);
    double *v = mem_resize_array(NULL, (size_t)k * k, sizeof *v);
    double *order = mem_resize_array(NULL, (size_t)k * k, sizeof *order);
    struct ranked_column *columns = mem_resize_array(NULL, k, sizeof *columns);
    for (int round = 0; round < ROUNDS; round++) {
        orthogonalize(basis, m->n, k, a, v);
        multiply(m, basis, next, k);
        float *swapped = basis;
        basis = next;
        next = swapped;
    }
    orthogonalize(basis, m->n, k, a, v);
    multiply(m, basis, next, k);
    products(basis, next, m->n, k, a);
    diagonalize(a, v, k);
    for (uint32_t i = 0; i < k; i++)
        columns[i] = (struct ranked_column){a[i * k + i], i};
    qsort(columns, k, sizeof *columns, largest_first);
    for (uint32_t i = 0; i < k; i++)
        for (uint32_t j = 0; j < k; j++)
            order[i * k + j] =
                j < dims ? v[i * k + columns[j].column] * sqrt(fabs(columns[j].value)) : 0;
    transform(basis, m->n, k, order);
    free(columns);
    free(order);
    free(v);
    free(a);
    free(next);
    return basis;
}

/* Writing */

static void put_row(struct buf *out, struct str word, const float *row, uint32_t dims)
{
    buf_put(out, word);
    for (uint32_t d = 0; d < dims; d++)
        buf_printf(out, " %.4f", (double)row[d]);
    buf_putc(out, '\n');
}

static int write_rows(const char *path, const struct corpus *c, const struct chosen_word *words,
                      const float *rows, uint32_t n, uint32_t dims, uint32_t k)
{
    struct buf out = {0};
    struct err e;
    buf_printf(&out, "%u %u\n", n, dims);
    for (uint32_t i = 0; i < n; i++)
        put_row(&out, c->words[words[i].number], rows + (size_t)i * k, dims);
    enum status status = file_write(path, buf_str(&out), &e);
    if (status)
        fprintf(stderr, "%s: %s\n", path, e.msg);
    buf_release(&out);
    return status ? 1 : 0;
}

static int make(struct corpus *c, const char *path, uint32_t dims, uint32_t most)
{
    struct pair_counts pairs = {0};
    uint32_t n;
    read_corpus(c);
    uint32_t *rows = ARENA_ARRAY(&c->arena, uint32_t, c->n_words);
    const struct chosen_word *words = choose_words(c, most, rows, &n);
    grow(&pairs);
    for (uint32_t i = 0; i < c->n_texts; i++)
        count_text(&pairs, &c->texts[i], rows);
    struct sparse_matrix m = make_matrix(&pairs, words, n, c->n_texts);
    fprintf(stderr, "%u texts, %u words, %zu pairs\n", c->n_texts, n, m.starts[n] / 2);
    uint32_t k = dims + SPARE_DIMS;
    float *embedded = embed(&m, dims, k);
    int code = write_rows(path, c, words, embedded, n, dims, k);
    free(embedded);
    free(m.starts);
    free(m.columns);
    free(m.values);
    free(pairs.keys);
    free(pairs.counts);
    return code;
}

int main(int argc, char **argv)
{
    unsigned long dims = argc > 2 ? strtoul(argv[2], NULL, 10) : USUAL_DIMS;
    unsigned long most = argc > 3 ? strtoul(argv[3], NULL, 10) : USUAL_WORDS;
    struct corpus c = {0};
    struct err e;
    if (argc < 2 || argc > 4 || dims < 1 || dims > MOST_DIMS || most < 1 || most > UINT32_MAX) {
        fprintf(stderr, "usage: make_vectors FILE [DIMS [WORDS]]\n");
        return 2;
    }
    if (wordnet_open(&c.wordnet, NULL, &e) != OK || !wordnet_present(&c.wordnet)) {
        fprintf(stderr, "no WordNet in " WORDNET_DIR "\n");
        return 1;
    }
    int code = make(&c, argv[1], (uint32_t)dims, (uint32_t)most);
    wordnet_close(&c.wordnet);
    arena_release(&c.arena);
    return code;
}
