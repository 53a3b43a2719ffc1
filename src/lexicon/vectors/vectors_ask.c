/* vectors_ask.c: words and phrases looked up, compared, and their neighbours listed. */
#include "lexicon/vectors/best_rows.h"
#include "lexicon/vectors/row.h"

#include <math.h>

struct digest vectors_digest(const struct vectors *v)
{
    enum { SAMPLES = 1024 };
    const uint32_t sizes[] = {v->words.count, v->dims};
    uint32_t n = v->words.count < SAMPLES ? v->words.count : SAMPLES;
    struct digester d;
    digest_begin(&d);
    digest_add(&d, (struct str){(const char *)sizes, sizeof sizes});
    for (uint32_t i = 0; i < n; i++) {
        size_t row = (size_t)v->words.count * i / n;
        digest_add(
            &d, (struct str){(const char *)(v->rows + row * v->stride), v->dims * sizeof *v->rows});
    }
    return digest_end(&d);
}

uint32_t vectors_find(const struct vectors *v, struct str word)
{
    return vector_words_find(&v->words, word);
}

/* Phrases */

/* The phrases of the world are shorter. */
enum { MAX_PARTS = 32 };

static bool joins(char c)
{
    return c == ' ' || c == '_';
}

/* The next word of a phrase, taken off it; empty at the end. */
static struct str take_word(struct str *rest)
{
    size_t start = 0;
    while (start < rest->len && joins(rest->ptr[start]))
        start++;
    size_t end = start;
    while (end < rest->len && !joins(rest->ptr[end]))
        end++;
    struct str word = str_slice(*rest, start, end);
    *rest = str_slice(*rest, end, rest->len);
    return word;
}

/* The rows of a phrase: its own, and those of its words. */
struct phrase_rows {
    uint32_t whole;
    uint32_t parts[MAX_PARTS];
    uint32_t n_parts;
    bool known; /* all of the parts */
};

static struct phrase_rows find_rows(const struct vectors *v, struct str phrase)
{
    struct phrase_rows r = {.whole = vectors_find(v, phrase), .known = true};
    for (struct str word; (word = take_word(&phrase)).len > 0;) {
        uint32_t row = vectors_find(v, word);
        if (row == VECTOR_NONE || r.n_parts == MAX_PARTS)
            r.known = false;
        else
            r.parts[r.n_parts++] = row;
    }
    r.known &= r.n_parts > 0;
    return r;
}

static const float *mean(struct arena *a, const struct vectors *v, const struct phrase_rows *r)
{
    float *sum = arena_zalloc(a, v->stride * sizeof *sum);
    for (uint32_t i = 0; i < r->n_parts; i++)
        for (uint32_t d = 0; d < v->dims; d++)
            sum[d] += v->rows[(size_t)r->parts[i] * v->stride + d];
    return row_unit(sum, v->dims) ? sum : NULL;
}

static const float *vector_of(struct arena *a, const struct vectors *v, const struct phrase_rows *r)
{
    if (r->whole != VECTOR_NONE)
        return v->rows + (size_t)r->whole * v->stride;
    return r->known ? mean(a, v, r) : NULL;
}

const float *vectors_of(struct arena *a, const struct vectors *v, struct str phrase)
{
    struct phrase_rows rows = find_rows(v, phrase);
    return vector_of(a, v, &rows);
}

static float in_range(float cosine)
{
    return cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
}

bool vectors_similarity(const struct vectors *v, struct str a, struct str b, float *out)
{
    struct arena scratch = {0};
    const float *x = vectors_of(&scratch, v, a), *y = vectors_of(&scratch, v, b);
    float cosine = x && y ? row_dot(x, y, v->stride) : NAN;
    *out = in_range(cosine);
    arena_release(&scratch);
    return !isnan(cosine); /* which a damaged cache may give, too */
}

/* Neighbours */

/* The word as people write it: a '_' between letters is a blank. */
static struct str spoken(struct arena *a, struct str word)
{
    struct str copy = arena_str(a, word);
    char *bytes = (char *)copy.ptr; /* our own copy */
    for (size_t i = 1; i + 1 < copy.len; i++)
        if (bytes[i] == '_')
            bytes[i] = ' ';
    return copy;
}

/* The first `k` of the best, without the rows `leave`. */
static struct vector_nears list(struct arena *a, const struct vectors *v,
                                const struct best_rows *best, uint32_t k, const uint32_t *leave,
                                uint32_t n_leave)
{
    struct vector_nears out = {ARENA_ARRAY(a, struct vector_near, best->count ? best->count : 1),
                               0};
    for (uint32_t i = 0; i < best->count && out.count < k; i++) {
        struct ranked_row r = best->items[i];
        bool left = false;
        for (uint32_t j = 0; j < n_leave; j++)
            left |= leave[j] == r.row;
        if (!left)
            out.items[out.count++] = (struct vector_near){spoken(a, vector_word(&v->words, r.row)),
                                                          in_range(r.similarity), r.row};
    }
    return out;
}

struct vector_nears vectors_nearest_to(struct arena *a, const struct vectors *v,
                                       const float *vector, uint32_t k, uint32_t among)
{
    struct best_rows best = best_rows_find(a, v, vector, k, among);
    return list(a, v, &best, k, NULL, 0);
}

struct vector_nears vectors_nearest(struct arena *a, const struct vectors *v, struct str phrase,
                                    uint32_t k, uint32_t among)
{
    struct phrase_rows rows = find_rows(v, phrase);
    const float *vector = vector_of(a, v, &rows);
    if (!vector)
        return (struct vector_nears){0};
    uint32_t leave[MAX_PARTS + 1], n = rows.n_parts;
    memcpy(leave, rows.parts, sizeof rows.parts);
    leave[n++] = rows.whole;
    uint32_t more = k < UINT32_MAX - n ? k + n : UINT32_MAX; /* as many as may be left out */
    struct best_rows best = best_rows_find(a, v, vector, more, among);
    return list(a, v, &best, k, leave, n);
}
