/* gram_model.c: a model that is mapped: checked once, then walked. */
#include "fluency/gram_model.h"

#include "base/hash.h"
#include "fluency/gram_file.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* Words */

struct str gram_model_word(const struct gram_model *m, uint32_t word)
{
    uint32_t start = word ? m->word_ends[word - 1] : 0;
    return (struct str){m->text + start, m->word_ends[word] - start};
}

uint32_t gram_model_find(const struct gram_model *m, struct str text)
{
    for (uint32_t i = gram_word_hash(text);; i++) {
        uint32_t word = m->slots[i & (m->n_slots - 1)];
        if (word == NGRAM_NONE || str_eq(gram_model_word(m, word), text))
            return word;
    }
}

uint32_t gram_model_take(const struct gram_model *m, const struct gram_word *w)
{
    uint32_t word = NGRAM_NONE;
    if (w->class < GRAM_UNKNOWN)
        word = m->stand_in[w->class]; /* a model that was not trained here may lack it */
    if (word == NGRAM_NONE)
        word = gram_model_find(m, w->text);
    if (word == NGRAM_NONE)
        word = m->stand_in[gram_class_of_unknown(w->text)];
    return word == NGRAM_NONE ? GRAM_UNKNOWN_WORD : word;
}

/* Walking */

struct gram_state gram_begin(const struct gram_model *m)
{
    struct gram_state s = {.words = ngram_begin(&m->words)};
    if (m->n_classes)
        s.classes = ngram_begin(&m->classes);
    return s;
}

/* The cost of what either of two says: -ln (p + q). */
static int32_t mix_costs(const struct gram_model *m, int32_t a, int32_t b)
{
    int32_t better = a < b ? a : b;
    uint32_t apart = (uint32_t)(a < b ? b - a : a - b) / GRAM_MIX_STEP;
    return apart < GRAM_MIX_ENTRIES ? better - m->mix[apart] : better;
}

int32_t gram_step(const struct gram_model *m, struct gram_state *s, uint32_t word)
{
    int32_t cost = ngram_step(&m->words, &s->words, word);
    if (m->n_classes == 0)
        return cost;
    int32_t by_class = ngram_step(&m->classes, &s->classes, m->class_of[word]) + m->within[word];
    return mix_costs(m, cost + m->words_cost, by_class + m->classes_cost);
}

struct gram_sum gram_rate(const struct gram_model *m, struct str text)
{
    struct gram_text walk = gram_text_of(text);
    struct gram_word w;
    struct gram_state s = gram_begin(m);
    struct gram_sum sum = {0};
    for (; gram_text_next(&walk, &w); sum.words++)
        sum.cost += gram_step(m, &s, gram_model_take(m, &w));
    sum.cost += gram_step(m, &s, NGRAM_END);
    sum.words++;
    return sum;
}

/* Opening */

static enum status refuse_damaged(struct err *e, const char *what)
{
    return err_set(e, E_INPUT, "damaged language model: %s", what);
}

/* Reverse the bytes of each of the numbers. */
static void turn_numbers(char *at, uint64_t n, size_t size)
{
    for (; n > 0; n--, at += size)
        for (size_t i = 0; i < size / 2; i++) {
            char c = at[i];
            at[i] = at[size - 1 - i];
            at[size - 1 - i] = c;
        }
}

struct gram_head gram_head_of(struct str bytes)
{
    enum {
        SUMS = offsetof(struct gram_head, length),
        COUNTS = offsetof(struct gram_head, n_words)
    };
    struct gram_head h;
    memcpy(&h, bytes.ptr, sizeof h);
    if (h.byte_order == GRAM_OPPOSITE_ORDER) {
        turn_numbers((char *)&h.version, 1, sizeof h.version);
        turn_numbers((char *)&h + SUMS, 2, sizeof h.length);
        turn_numbers((char *)&h + COUNTS, (sizeof h - COUNTS) / sizeof h.n_words, sizeof h.n_words);
    }
    return h;
}

bool gram_is_model(struct str bytes)
{
    return str_starts(bytes, (struct str){GRAM_MAGIC, GRAM_MAGIC_LEN});
}

static bool is_order(uint32_t order)
{
    return order >= 1 && order <= NGRAM_MAX_ORDER;
}

static enum status check_head(const struct gram_head *h, struct str bytes, struct err *e)
{
    if (h->byte_order != GRAM_BYTE_ORDER && h->byte_order != GRAM_OPPOSITE_ORDER)
        return err_set(e, E_INPUT, "language model of a machine with another order of bytes");
    if (h->version != GRAM_VERSION)
        return err_set(e, E_INPUT, "language model of version %u, not %d", h->version,
                       GRAM_VERSION);
    if (h->length != bytes.len)
        return refuse_damaged(e, "its length");
    if (h->sum != hash_bytes(str_slice(bytes, sizeof *h, bytes.len)))
        return refuse_damaged(e, "its check sum");
    if (!is_order(h->words.order) || (h->n_classes && !is_order(h->classes.order)))
        return refuse_damaged(e, "its order");
    if (h->n_words < GRAM_FIRST_WORD || h->words.counts[0] != h->n_words ||
        (h->n_classes && h->classes.counts[0] != h->n_classes))
        return refuse_damaged(e, "its number of words");
    if (h->n_slots <= h->n_words || (h->n_slots & (h->n_slots - 1)) != 0)
        return refuse_damaged(e, "its index of words");
    return h->words_cost <= NGRAM_MAX_COST && h->classes_cost <= NGRAM_MAX_COST
               ? OK
               : refuse_damaged(e, "its shares");
}

/* How far a file is read. */
struct section_cursor {
    struct str bytes;
    size_t at;
    bool ended;   /* before a section did */
    char *turned; /* the same bytes, to turn their numbers around; or NULL */
};

/* The next section: `count` elements of `size` bytes. NULL if the file ends before. */
static const void *next_section(struct section_cursor *c, uint64_t count, size_t size)
{
    uint64_t len = (count * size + 3) & ~(uint64_t)3; /* counts are of 32 bits: no overflow */
    if (c->ended || len > c->bytes.len - c->at) {
        c->ended = true;
        return NULL;
    }
    const void *out = c->bytes.ptr + c->at;
    if (c->turned)
        turn_numbers(c->turned + c->at, count, size);
    c->at += (size_t)len;
    return out;
}

static void find_tree(struct ngram_tree *t, const struct gram_tree_head *h,
                      struct section_cursor *c)
{
    t->order = h->order;
    for (uint32_t k = 0; k < t->order; k++) {
        struct ngram_level *l = &t->levels[k];
        bool last = k + 1 == t->order;
        l->count = h->counts[k];
        l->words = k > 0 ? next_section(c, l->count, sizeof *l->words) : NULL;
        l->costs = next_section(c, l->count, sizeof *l->costs);
        l->backoffs = last ? NULL : next_section(c, l->count, sizeof *l->backoffs);
        l->first = last ? NULL : next_section(c, (uint64_t)l->count + 1, sizeof *l->first);
    }
}

static enum status find_sections(struct gram_model *m, const struct gram_head *h, struct err *e)
{
    struct section_cursor c = {m->bytes, sizeof *h, false, m->turned};
    m->n_words = h->n_words;
    m->n_slots = h->n_slots;
    m->n_classes = h->n_classes;
    m->words_cost = (int32_t)h->words_cost;
    m->classes_cost = (int32_t)h->classes_cost;
    m->word_ends = next_section(&c, m->n_words, sizeof *m->word_ends);
    m->text = next_section(&c, h->text_len, 1);
    m->slots = next_section(&c, m->n_slots, sizeof *m->slots);
    if (m->n_classes) {
        m->class_of = next_section(&c, m->n_words, sizeof *m->class_of);
        m->within = next_section(&c, m->n_words, sizeof *m->within);
    }
    find_tree(&m->words, &h->words, &c);
    if (m->n_classes)
        find_tree(&m->classes, &h->classes, &c);
    return !c.ended && c.at == c.bytes.len ? OK : refuse_damaged(e, "its sections");
}

static enum status check_words(const struct gram_model *m, uint32_t text_len, struct err *e)
{
    uint32_t end = 0, found = 0;
    for (uint32_t i = 0; i < m->n_words; i++) {
        if (m->word_ends[i] < end || m->word_ends[i] > text_len)
            return refuse_damaged(e, "its words");
        end = m->word_ends[i];
        if (m->n_classes && m->class_of[i] >= m->n_classes)
            return refuse_damaged(e, "its classes");
    }
    for (uint32_t i = 0; i < m->n_slots; i++) {
        if (m->slots[i] != NGRAM_NONE && m->slots[i] >= m->n_words)
            return refuse_damaged(e, "its index of words");
        found += m->slots[i] != NGRAM_NONE;
    }
    return found < m->n_slots
               ? OK
               : refuse_damaged(e, "its index of words"); /* or no search would end */
}

static void fill_tables(struct gram_model *m)
{
    for (int c = 0; c < N_GRAM_CLASSES; c++)
        m->stand_in[c] = gram_model_find(m, gram_class_name((enum gram_class)c));
    for (int i = 0; i < GRAM_MIX_ENTRIES; i++) {
        double apart = (i + 0.5) * GRAM_MIX_STEP / NGRAM_STEPS;
        m->mix[i] = (uint16_t)lround(log1p(exp(-apart)) * NGRAM_STEPS);
    }
}

static enum status read_contents(struct gram_model *m, const struct gram_head *h, struct err *e)
{
    TRY(find_sections(m, h, e));
    TRY(check_words(m, h->text_len, e));
    if (!ngram_tree_is_sound(&m->words) || (m->n_classes && !ngram_tree_is_sound(&m->classes)))
        return refuse_damaged(e, "its n-grams");
    fill_tables(m);
    return OK;
}

enum status gram_model_open(struct gram_model *m, struct str bytes, struct err *e)
{
    *m = (struct gram_model){.bytes = bytes};
    if (!gram_is_model(bytes) || bytes.len < sizeof(struct gram_head))
        return err_set(e, E_INPUT, "no language model of teql's");
    const struct gram_head h = gram_head_of(bytes);
    TRY(check_head(&h, bytes, e));
    if (h.byte_order != GRAM_BYTE_ORDER) {
        m->turned = mem_alloc(bytes.len);
        m->bytes.ptr = memcpy(m->turned, bytes.ptr, bytes.len);
    }
    enum status status = read_contents(m, &h, e);
    if (status)
        gram_model_close(m);
    return status;
}

enum status gram_model_map(struct gram_model *m, const char *path, struct err *e)
{
    struct mapped_file map;
    *m = (struct gram_model){0};
    TRY(mapped_file_open(&map, path, SIZE_MAX, e));
    enum status status = gram_model_open(m, map.text, e);
    m->map = map;
    if (status) {
        err_in_file(e, path);
        gram_model_close(m);
    }
    return status;
}

void gram_model_close(struct gram_model *m)
{
    mapped_file_close(&m->map);
    free(m->turned);
    *m = (struct gram_model){0};
}
