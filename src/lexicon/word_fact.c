/* word_fact.c: lines of words.tsv, checked against word_fact.def and indexed by fact. */
#include "lexicon/word_fact.h"

#include "base/nearest.h"
#include "base/number.h"

#include <assert.h>

/* How many values a fact has. */
enum value_count { NO_VALUE, ONE, SOME };

static const char WORD_CLASSES[] = "determiner"
#define WORD_CLASS(id, name) " " name
#include "lexicon/word_class.def"
#undef WORD_CLASS
    ;

static const struct {
    struct str name;
    enum value_count count;
    const char *allowed; /* the only values, with blanks between; "" for any */
    const char *text;
} FACTS[] = {
#define WORD_FACT(id, name, count, allowed, text) {STR_INIT(name), count, allowed, text},
#include "lexicon/word_fact.def"
#undef WORD_FACT
};

struct str word_fact_name(enum fact_id fact)
{
    return FACTS[fact].name;
}

const char *word_fact_text(enum fact_id fact)
{
    return FACTS[fact].text;
}

/* Checks */

/* The place of a row, for messages. */
#define FACT_ERROR(row, ...) err_at(e, E_INPUT, (row)->line, 0, __VA_ARGS__)

static enum status find_fact(const struct lexicon_row *row, struct str name, enum fact_id *out,
                             struct err *e)
{
    for (uint32_t i = 0; i < N_WORD_FACTS; i++) {
        *out = (enum fact_id)i;
        if (str_eq(FACTS[i].name, name))
            return OK;
    }
    struct nearest near = nearest_to(name);
    for (uint32_t i = 0; i < N_WORD_FACTS; i++)
        nearest_offer(&near, FACTS[i].name);
    struct str meant = nearest_name(&near);
    return FACT_ERROR(row, "unknown fact '%.*s'%s%.*s%s", STR_ARG(name),
                      meant.ptr ? "; did you mean '" : "", STR_ARG(meant), meant.ptr ? "'?" : "");
}

static bool may_have(enum fact_id id, struct str value)
{
    const char *allowed = FACTS[id].allowed;
    uint64_t number;
    if (id == FACT_NUMBER || id == FACT_AMOUNTS_TO)
        return count_read(value, 999999999999999, &number);
    return value.len > 0 && (allowed[0] == '\0' || str_among(value, allowed));
}

static enum status check_values(const struct lexicon_row *row, const struct word_fact *f,
                                struct err *e)
{
    struct str name = FACTS[f->id].name;
    for (uint32_t i = 0; i < f->n_values; i++)
        if (!may_have(f->id, f->values[i]))
            return FACT_ERROR(row, "'%.*s' cannot be '%.*s'", STR_ARG(name), STR_ARG(f->values[i]));
    if (FACTS[f->id].count == NO_VALUE && f->n_values > 0)
        return FACT_ERROR(row, "'%.*s' has no value", STR_ARG(name));
    if (FACTS[f->id].count == ONE && f->n_values > 1)
        return FACT_ERROR(row, "'%.*s' has one value only", STR_ARG(name));
    if (FACTS[f->id].count != NO_VALUE && f->n_values == 0)
        return FACT_ERROR(row, "'%.*s' needs a value", STR_ARG(name));
    return OK;
}

/* Reading */

static struct word_fact *fact_in(const struct word_line *line, enum fact_id id)
{
    for (uint32_t i = 0; i < line->n_facts; i++)
        if (line->facts[i].id == id)
            return &line->facts[i];
    return NULL;
}

static enum status add_fact(struct arena *a, const struct lexicon_row *row, struct str text,
                            struct word_line *line, struct err *e)
{
    struct str name = str_split(&text, ' ');
    struct word_fact f = {.n_values = 0};
    struct str *values = NULL;
    TRY(find_fact(row, name, &f.id, e));
    while (text.ptr) {
        ARENA_PUSH(a, values, f.n_values);
        assert(values);
        values[f.n_values++] = str_trim(str_split(&text, '|'));
    }
    f.values = values;
    TRY(check_values(row, &f, e));
    if (fact_in(line, f.id))
        return FACT_ERROR(row, "the fact '%.*s' stands twice", STR_ARG(name));
    ARENA_ADD(a, line->facts, line->n_facts, f);
    return OK;
}

static enum status read_line(struct arena *a, const struct lexicon_row *row, struct word_line *line,
                             struct err *e)
{
    *line = (struct word_line){.word = row->fields[0],
                               .sense = row->fields[1],
                               .path = row->path,
                               .number = row->line,
                               .part = row->part};
    for (uint32_t i = 2; i < row->n_fields; i++)
        TRY(add_fact(a, row, row->fields[i], line, e));
    return OK;
}

/* Lines */

/* The facts of one name, in the order of the file. */
struct fact_index {
    struct word_fact **items;
    uint32_t count;
    struct name_map by_word, by_value; /* the first of each */
};

struct word_facts {
    struct word_line *lines;
    uint32_t n_lines;
    struct name_map by_key;  /* "word\tsense" → line */
    struct name_map by_word; /* the first line of each */
    struct fact_index of[N_WORD_FACTS];
};

/* The line that the file, or one before it, has for this word and sense; or NULL. */
static struct word_line *line_before(struct arena *a, struct word_facts *w,
                                     const struct word_line *line)
{
    struct str key = ARENA_CONCAT(a, line->word, STR("\t"), line->sense);
    uint32_t i = name_map_get(&w->by_key, key);
    if (i != NAME_NONE)
        return &w->lines[i];
    name_map_put(&w->by_key, a, key, w->n_lines);
    return NULL;
}

/* Add the facts that the line lacks; to those of another line of old lists, the values. */
static void add_parts(struct arena *a, struct word_line *line, const struct word_line *more)
{
    for (uint32_t i = 0; i < more->n_facts; i++) {
        const struct word_fact *f = &more->facts[i];
        struct word_fact *has = fact_in(line, f->id);
        if (!has) {
            ARENA_ADD(a, line->facts, line->n_facts, *f);
        } else if (more->part && FACTS[f->id].count == SOME && f->values &&
                   !fact_says(has, f->values[0])) {
            struct str *values = ARENA_ARRAY(a, struct str, has->n_values + f->n_values);
            memcpy(values, has->values, has->n_values * sizeof *values);
            memcpy(values + has->n_values, f->values, f->n_values * sizeof *values);
            has->values = values;
            has->n_values += f->n_values;
        }
    }
}

/* A line of the user's comes first, and replaces ours. A line of an old list says one fact alone,
 * and replaces that fact. */
static enum status add_line(struct arena *a, struct word_facts *w, const struct lexicon_row *row,
                            struct err *e)
{
    struct word_line line;
    TRY(read_line(a, row, &line, e));
    struct word_line *before = line_before(a, w, &line);
    if (!before) {
        ARENA_PUSH(a, w->lines, w->n_lines);
        assert(w->lines);
        w->lines[w->n_lines++] = line;
        return OK;
    }
    if (before->part)
        add_parts(a, before, &line);
    else if (!line.part && strcmp(before->path, line.path) == 0)
        return FACT_ERROR(row, "'%.*s' with the sense '%.*s' is on line %u already",
                          STR_ARG(line.word), STR_ARG(line.sense), before->number);
    return OK;
}

static enum status add_lines(struct arena *a, struct word_facts *w, const struct lexicon_table *t,
                             struct err *e)
{
    for (uint32_t i = 0; i < t->n_rows; i++)
        if (add_line(a, w, &t->rows[i], e))
            return err_in_file(e, t->rows[i].path);
    return OK;
}

/* Index */

static void list_facts(struct arena *a, struct word_facts *w)
{
    for (uint32_t i = 0; i < w->n_lines; i++)
        for (uint32_t k = 0; k < w->lines[i].n_facts; k++) {
            struct word_fact *f = &w->lines[i].facts[k];
            struct fact_index *index = &w->of[f->id];
            f->line = &w->lines[i];
            ARENA_ADD(a, index->items, index->count, f);
        }
}

/* Backwards, so that each finds the next. */
static void index_facts(struct arena *a, struct fact_index *index)
{
    name_map_init(&index->by_word, a, index->count);
    name_map_init(&index->by_value, a, index->count);
    for (uint32_t i = index->count; i-- > 0;) {
        struct word_fact *f = index->items[i];
        uint32_t next = name_map_get(&index->by_word, f->line->word);
        f->next = next == NAME_NONE ? NULL : index->items[next];
        name_map_put(&index->by_word, a, f->line->word, i);
        for (uint32_t k = 0; k < f->n_values; k++)
            name_map_put(&index->by_value, a, f->values[k], i);
    }
}

static void index_lines(struct arena *a, struct word_facts *w)
{
    name_map_init(&w->by_word, a, w->n_lines);
    for (uint32_t i = w->n_lines; i-- > 0;) {
        uint32_t next = name_map_get(&w->by_word, w->lines[i].word);
        w->lines[i].next = next == NAME_NONE ? NULL : &w->lines[next];
        name_map_put(&w->by_word, a, w->lines[i].word, i);
    }
    list_facts(a, w);
    for (int id = 0; id < N_WORD_FACTS; id++)
        index_facts(a, &w->of[id]);
}

enum status word_facts_index(struct lexicon *l, struct err *e)
{
    struct word_facts *w = ARENA_NEW(&l->arena, struct word_facts);
    name_map_init(&w->by_key, &l->arena, 2048);
    TRY(add_lines(&l->arena, w, lexicon_table(l, STR("words")), e));
    index_lines(&l->arena, w);
    l->words = w;
    return OK;
}

/* Questions */

const struct word_line *word_line_of(const struct lexicon *l, struct str word)
{
    uint32_t i = name_map_get(&l->words->by_word, word);
    return i == NAME_NONE ? NULL : &l->words->lines[i];
}

const struct word_fact *fact_of(const struct lexicon *l, enum fact_id id, struct str word)
{
    const struct fact_index *index = &l->words->of[id];
    uint32_t i = name_map_get(&index->by_word, word);
    return i == NAME_NONE ? NULL : index->items[i];
}

struct str fact_value(const struct lexicon *l, enum fact_id id, struct str word)
{
    const struct word_fact *f = fact_of(l, id, word);
    return f && f->n_values > 0 ? f->values[0] : STR_NONE;
}

bool fact_says(const struct word_fact *f, struct str value)
{
    for (uint32_t i = 0; i < f->n_values; i++)
        if (str_eq_nocase(f->values[i], value))
            return true;
    return false;
}

bool fact_is(const struct lexicon *l, enum fact_id id, struct str word, struct str value)
{
    const struct word_fact *f = fact_of(l, id, word);
    while (f && !fact_says(f, value))
        f = f->next;
    return f != NULL;
}

const struct word_fact *fact_with(const struct lexicon *l, enum fact_id id, struct str value)
{
    const struct fact_index *index = &l->words->of[id];
    uint32_t i = name_map_get(&index->by_value, value);
    return i == NAME_NONE ? NULL : index->items[i];
}

const struct word_fact *fact_beside(const struct word_fact *f, enum fact_id id)
{
    return fact_in(f->line, id);
}

struct fact_list facts_all(const struct lexicon *l, enum fact_id id)
{
    const struct fact_index *index = &l->words->of[id];
    return (struct fact_list){(const struct word_fact *const *)index->items, index->count};
}
