/* arpa.c: ARPA read line by line.
 *
 * The lines of a section may be in any order. They are sorted by their words, and so is the
 * section before; one walk through both then finds the children of each n-gram. */
#include "fluency/arpa.h"

#include "base/buf.h"
#include "base/file.h"
#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { MAX_NGRAMS = 1 << 28, MAX_NUMBER = 40 };

static const double LN_10 = 2.302585092994046;

/* A line of a section. */
struct arpa_entry {
    uint32_t words[NGRAM_MAX_ORDER]; /* zeros after the last */
    double cost, backoff;
};

struct arpa_section {
    struct arpa_entry *entries; /* heap */
    uint32_t count, room;
    uint64_t announced;
};

struct arpa_reader {
    struct arena arena;
    struct line_reader lines;
    struct name_map names;
    struct str *texts;
    uint32_t n_words;
    struct arpa_section sections[NGRAM_MAX_ORDER];
    uint32_t order;
    bool begun; /* BEGINNING was there */
    const struct read_watch *watch;
    uint64_t watched; /* bytes that the watch knows of */
};

static const struct str BEGINNING = STR_INIT("\\data\\");

bool arpa_looks(struct str beginning)
{
    while (beginning.ptr)
        if (str_eq(str_trim(str_split(&beginning, '\n')), BEGINNING))
            return true;
    return false;
}

static enum status refuse_arpa(const struct arpa_reader *r, struct err *e, const char *what)
{
    err_at(e, E_INPUT, r->lines.line, 0, "not an ARPA model: %s", what);
    err_in_file(e, r->lines.path);
    return E_INPUT;
}

static enum status refuse_end(const struct arpa_reader *r, struct err *e)
{
    if (r->begun)
        return refuse_arpa(r, e, "it ends before \\end\\");
    err_set(e, E_INPUT, "neither a model of teql's nor an ARPA file");
    return err_in_file(e, r->lines.path);
}

static enum status next_line(struct arpa_reader *r, struct str *out, struct err *e)
{
    do {
        TRY(line_reader_next(&r->lines, out, e));
        if (!out->ptr)
            return refuse_end(r, e);
        TRY(read_watch_at(r->watch, &r->watched, r->lines.consumed, e));
        *out = str_trim(*out);
    } while (out->len == 0);
    return OK;
}

/* Fields */

static struct str next_field(struct str *rest)
{
    size_t start = 0, end;
    while (start < rest->len && ascii_space(rest->ptr[start]))
        start++;
    for (end = start; end < rest->len && !ascii_space(rest->ptr[end]);)
        end++;
    struct str field = str_slice(*rest, start, end);
    *rest = str_slice(*rest, end, rest->len);
    return field;
}

/* A logarithm to base 10, as a cost. */
static bool read_cost(struct str field, double *out)
{
    char text[MAX_NUMBER + 1], *end;
    if (field.len == 0 || field.len > MAX_NUMBER)
        return false;
    memcpy(text, field.ptr, field.len);
    text[field.len] = '\0';
    double x = strtod(text, &end);
    *out = -x * LN_10;
    return *end == '\0' && !isnan(x);
}

/* Words */

static uint32_t add_word(struct arpa_reader *r, struct str text)
{
    uint32_t word = r->n_words;
    ARENA_ADD(&r->arena, r->texts, r->n_words, arena_str(&r->arena, text));
    name_map_put(&r->names, &r->arena, r->texts[word], word);
    return word;
}

static void add_marks(struct arpa_reader *r)
{
    static const struct str MARKS[GRAM_FIRST_WORD] = {STR_INIT("<s>"), STR_INIT("</s>"),
                                                      STR_INIT("<unk>")};
    name_map_init_exact(&r->names, &r->arena, 1 << 12);
    for (uint32_t i = 0; i < GRAM_FIRST_WORD; i++)
        add_word(r, MARKS[i]);
}

/* The word of a line, or NGRAM_NONE. A line of the first section may have a new one. */
static uint32_t word_of(struct arpa_reader *r, struct str field, bool may_be_new)
{
    if (str_eq_nocase(field, STR("<unk>")))
        return GRAM_UNKNOWN_WORD;
    uint32_t word = name_map_get(&r->names, field);
    if (word != NAME_NONE)
        return word;
    return may_be_new && r->n_words < MAX_NGRAMS ? add_word(r, field) : NGRAM_NONE;
}

/* Sections */

static struct arpa_entry *add_entry(struct arpa_section *s)
{
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->entries = mem_resize_array(s->entries, s->room, sizeof *s->entries);
    }
    s->entries[s->count] = (struct arpa_entry){.cost = 0};
    return &s->entries[s->count++];
}

static enum status read_entry(struct arpa_reader *r, uint32_t k, struct str line, struct err *e)
{
    if (r->sections[k].count >= MAX_NGRAMS)
        return refuse_arpa(r, e, "too many n-grams");
    struct arpa_entry *x = add_entry(&r->sections[k]);
    if (!read_cost(next_field(&line), &x->cost))
        return refuse_arpa(r, e, "no number where a line begins");
    if (x->cost < 0)
        return refuse_arpa(r, e, "a probability above 1");
    for (uint32_t i = 0; i <= k; i++) {
        struct str field = next_field(&line);
        if (field.len == 0)
            return refuse_arpa(r, e, "too few words");
        x->words[i] = word_of(r, field, k == 0);
        if (x->words[i] == NGRAM_NONE)
            return refuse_arpa(r, e, "a word that is not among the 1-grams");
    }
    struct str backoff = next_field(&line);
    if (backoff.len > 0 && !read_cost(backoff, &x->backoff))
        return refuse_arpa(r, e, "no number where a line ends");
    return next_field(&line).len == 0 ? OK : refuse_arpa(r, e, "too many words");
}

/* "ngram 2=17": the number of 2-grams. The length of the longest n-grams is the order. */
static enum status read_announcement(struct arpa_reader *r, struct str line, struct err *e)
{
    unsigned k;
    unsigned long long n;
    char text[MAX_NUMBER + 1], rest;
    if (line.len > MAX_NUMBER)
        return refuse_arpa(r, e, "its counts");
    memcpy(text, line.ptr, line.len);
    text[line.len] = '\0';
    if (sscanf(text, "ngram %u = %llu %c", &k, &n, &rest) != 2 || k != r->order + 1)
        return refuse_arpa(r, e, "its counts");
    if (k > NGRAM_MAX_ORDER)
        return refuse_arpa(r, e, "its n-grams are too long");
    r->sections[r->order++].announced = n;
    return OK;
}

static enum status read_counts(struct arpa_reader *r, struct str *line, struct err *e)
{
    do /* files may have any text before it */
        TRY(next_line(r, line, e));
    while (!str_eq(*line, BEGINNING));
    r->begun = true;
    TRY(next_line(r, line, e));
    while (line->ptr[0] != '\\') {
        TRY(read_announcement(r, *line, e));
        TRY(next_line(r, line, e));
    }
    return r->order > 0 ? OK : refuse_arpa(r, e, "its counts");
}

/* A word may begin with a backslash, but a line begins with a number. */
static enum status read_section(struct arpa_reader *r, uint32_t k, struct str *line, struct err *e)
{
    char head[MAX_NUMBER];
    snprintf(head, sizeof head, "\\%u-grams:", k + 1);
    if (!str_eq(*line, str_from(head)))
        return refuse_arpa(r, e, "its sections");
    TRY(next_line(r, line, e));
    while (line->ptr[0] != '\\') {
        TRY(read_entry(r, k, *line, e));
        TRY(next_line(r, line, e));
    }
    bool whole = r->sections[k].count == r->sections[k].announced;
    return whole ? OK : refuse_arpa(r, e, "not as many n-grams as it announces");
}

static enum status read_sections(struct arpa_reader *r, struct err *e)
{
    struct str line;
    TRY(read_counts(r, &line, e));
    for (uint32_t k = 0; k < r->order; k++)
        TRY(read_section(r, k, &line, e));
    return str_eq(line, STR("\\end\\")) ? OK : refuse_arpa(r, e, "its sections");
}

/* The tree */

/* Compare the first `n` words. */
static int compare_words(const struct arpa_entry *x, const struct arpa_entry *y, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (x->words[i] != y->words[i])
            return x->words[i] < y->words[i] ? -1 : 1;
    return 0;
}

static int compare_entries(const void *x, const void *y)
{
    return compare_words(x, y, NGRAM_MAX_ORDER);
}

/* A word without a probability costs as much as the rarest. The beginning of a sentence is never
 * looked up. */
static void fill_words(struct arpa_reader *r)
{
    struct arpa_section *s = &r->sections[0];
    double most = 0;
    bool *there = arena_zalloc(&r->arena, r->n_words);
    for (uint32_t i = 0; i < s->count; i++) {
        there[s->entries[i].words[0]] = true;
        if (s->entries[i].words[0] != NGRAM_BEGIN && s->entries[i].cost > most)
            most = s->entries[i].cost;
    }
    for (uint32_t w = 0; w < r->n_words; w++)
        if (!there[w]) {
            struct arpa_entry *x = add_entry(s);
            x->words[0] = w;
            x->cost = most;
        }
}

static bool sort_section(struct arpa_section *s)
{
    if (s->count > 0)
        qsort(s->entries, s->count, sizeof *s->entries, compare_entries);
    for (uint32_t i = 1; i < s->count; i++)
        if (compare_entries(&s->entries[i - 1], &s->entries[i]) == 0)
            return false;
    return true;
}

/* Find the children of each n-gram of level k-1. False if an n-gram of level k has no parent. */
static bool link_section(const struct arpa_section *up, const struct arpa_section *s, uint32_t k,
                         uint32_t *first)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < up->count; i++) {
        first[i] = at;
        while (at < s->count && compare_words(&s->entries[at], &up->entries[i], k) == 0)
            at++;
    }
    first[up->count] = at;
    return at == s->count;
}

static void draft_section(const struct arpa_section *s, uint32_t k, struct ngram_draft_level *l)
{
    l->count = s->count;
    l->words = mem_resize_array(NULL, (size_t)s->count + 1, sizeof *l->words);
    l->first = mem_resize_array(NULL, (size_t)s->count + 1, sizeof *l->first);
    l->costs = mem_resize_array(NULL, (size_t)s->count + 1, sizeof *l->costs);
    l->backoffs = mem_resize_array(NULL, (size_t)s->count + 1, sizeof *l->backoffs);
    for (uint32_t i = 0; i < s->count; i++) {
        l->words[i] = s->entries[i].words[k];
        l->costs[i] = s->entries[i].cost;
        l->backoffs[i] = s->entries[i].backoff;
    }
}

static enum status draft_tree(struct arpa_reader *r, struct ngram_draft *d, struct err *e)
{
    fill_words(r);
    d->order = r->order;
    for (uint32_t k = 0; k < r->order; k++) {
        if (!sort_section(&r->sections[k]))
            return refuse_arpa(r, e, "an n-gram that stands there twice");
        draft_section(&r->sections[k], k, &d->levels[k]);
        if (k > 0 && !link_section(&r->sections[k - 1], &r->sections[k], k, d->levels[k - 1].first))
            return refuse_arpa(r, e, "an n-gram whose beginning is not there");
    }
    return OK;
}

/* 0 if unknown. */
static uint64_t file_size(const struct arpa_reader *r)
{
    struct stat st;
    return fstat(r->lines.fd, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

static enum status read_model(struct arpa_reader *r, struct gram_draft *d, struct buf *out,
                              struct err *e)
{
    add_marks(r);
    read_watch_begin(r->watch, r->lines.path, file_size(r));
    enum status status = read_sections(r, e);
    read_watch_end(r->watch);
    if (status)
        return status;
    TRY(draft_tree(r, &d->words, e));
    d->texts = r->texts;
    d->n_words = r->n_words;
    return gram_draft_write(d, out, e);
}

enum status arpa_read(const char *path, const struct read_watch *watch, struct buf *out,
                      struct err *e)
{
    struct arpa_reader r = {.watch = watch};
    struct gram_draft d = {0};
    TRY(line_reader_open(&r.lines, path, e));
    enum status status = read_model(&r, &d, out, e);
    ngram_draft_release(&d.words);
    for (uint32_t k = 0; k < NGRAM_MAX_ORDER; k++)
        free(r.sections[k].entries);
    line_reader_close(&r.lines);
    arena_release(&r.arena);
    return status;
}
