/* synonym_pair.c: lines of synonyms.tsv, checked and indexed by both words. */
#include "lexicon/synonym_pair.h"

enum { WORD, OTHER, DIRECTION, GRADE, FIRST_CONDITION }; /* fields */

static const struct {
    struct str name;
    const char *text;
} GRADES[] = {
#define SYNONYM_GRADE(id, name, text) {STR_INIT(name), text},
#include "lexicon/synonym_grade.def"
#undef SYNONYM_GRADE
};

struct str synonym_grade_name(enum synonym_grade grade)
{
    return GRADES[grade].name;
}

const char *synonym_grade_text(enum synonym_grade grade)
{
    return GRADES[grade].text;
}

/* Reading */

/* The rest of `text` after `start`; ptr NULL if it does not begin so. */
static struct str after(struct str text, struct str start)
{
    return str_starts(text, start) ? str_slice(text, start.len, text.len) : STR_NONE;
}

static enum status read_condition(struct arena *a, struct str text, struct synonym_pair *p,
                                  struct err *e)
{
    static const struct {
        struct str name;
        size_t flag;
    } FLAGS[] = {{STR_INIT("alone"), offsetof(struct synonym_pair, alone)},
                 {STR_INIT("at end"), offsetof(struct synonym_pair, at_end)},
                 {STR_INIT("mild"), offsetof(struct synonym_pair, mild)},
                 {STR_INIT("number"), offsetof(struct synonym_pair, numbers)},
                 {STR_INIT("text"), offsetof(struct synonym_pair, texts)},
                 {STR_INIT("no singular"), offsetof(struct synonym_pair, no_singular)},
                 {STR_INIT("no plural"), offsetof(struct synonym_pair, no_plural)},
                 {STR_INIT("value"), offsetof(struct synonym_pair, value)}};
    for (size_t i = 0; i < COUNT_OF(FLAGS); i++)
        if (str_eq(text, FLAGS[i].name)) {
            *(bool *)((char *)p + FLAGS[i].flag) = true;
            return OK;
        }
    struct str of = after(text, STR("of ")), not_of = after(text, STR("not of "));
    struct str column = after(text, STR("value of "));
    if (of.ptr)
        p->owner = of;
    else if (not_of.ptr)
        p->owner = ARENA_CONCAT(a, STR("!"), not_of);
    else if (column.ptr)
        p->column = column;
    else
        return err_at(e, E_INPUT, p->line, 0, "unknown condition '%.*s'", STR_ARG(text));
    p->value |= column.ptr != NULL;
    return OK;
}

static enum status read_pair(struct arena *a, const struct lexicon_row *row,
                             struct synonym_pair *out, struct err *e)
{
    *out = (struct synonym_pair){.word = row->fields[WORD],
                                 .other = row->fields[OTHER],
                                 .both = str_eq(row->fields[DIRECTION], STR("<->")),
                                 .owner = STR("any"),
                                 .path = row->path,
                                 .line = row->line};
    while (!str_eq(GRADES[out->grade].name, row->fields[GRADE])) /* the loader knows them */
        out->grade = (enum synonym_grade)(out->grade + 1);
    for (uint32_t i = FIRST_CONDITION; i < row->n_fields; i++)
        TRY(read_condition(a, row->fields[i], out, e));
    return OK;
}

/* Index */

struct synonym_pairs {
    struct synonym_pair **items; /* for names */
    uint32_t count;
    struct synonym_pair **values; /* for values */
    uint32_t n_values;
    struct name_map places;            /* "word\tother\tplace" → row */
    struct name_map by_word, by_other; /* the first of each */
    struct name_map mass_words;
};

static void push_pair(struct arena *a, struct synonym_pairs *s, const struct synonym_pair *p)
{
    struct synonym_pair *own = ARENA_NEW(a, struct synonym_pair);
    *own = *p;
    if (p->value)
        ARENA_ADD(a, s->values, s->n_values, own);
    else
        ARENA_ADD(a, s->items, s->count, own);
    if (p->no_plural)
        name_map_put(&s->mass_words, a, p->other, 0);
}

/* Where the pair holds, and for which words. Short forms are another matter than synonyms, and so
 * are words for bold names only: people may say the same word in a question. */
static struct str place_of(struct arena *a, const struct synonym_pair *p, bool reversed)
{
    bool shortening = p->grade == GRADE_LONG || p->grade == GRADE_SHORT;
    bool bold = p->grade == GRADE_BOLD;
    struct str word = reversed ? p->other : p->word, other = reversed ? p->word : p->other;
    return arena_printf(a, "%.*s\t%.*s\t%.*s\t%.*s\t%d%d%d%d%d", STR_ARG(word), STR_ARG(other),
                        STR_ARG(p->owner), STR_ARG(p->column), p->alone, p->at_end, p->value,
                        shortening, bold);
}

/* A line of the user's comes first, and replaces ours of the same place. */
static enum status add_pair(struct arena *a, struct synonym_pairs *s, const struct lexicon_table *t,
                            uint32_t number, struct err *e)
{
    struct synonym_pair p;
    TRY(read_pair(a, &t->rows[number], &p, e));
    for (int reversed = 0; reversed <= (p.both && !p.value); reversed++) {
        struct str place = place_of(a, &p, reversed);
        uint32_t before = name_map_get(&s->places, place);
        if (before == NAME_NONE)
            name_map_put(&s->places, a, place, number);
        else if (t->rows[before].path == p.path && !t->rows[number].part)
            return err_at(e, E_INPUT, p.line, 0, "'%.*s' and '%.*s' are on line %u already",
                          STR_ARG(p.word), STR_ARG(p.other), t->rows[before].line);
        else if (reversed) /* the user has the other direction */
            p.both = false;
        else
            return OK;
    }
    push_pair(a, s, &p);
    return OK;
}

static void add_reversed(struct arena *a, struct synonym_pairs *s)
{
    for (uint32_t i = 0, n = s->count; i < n; i++) {
        struct synonym_pair p = *s->items[i];
        if (!p.both)
            continue;
        struct str word = p.word;
        p.word = p.other;
        p.other = word;
        p.reversed = true;
        push_pair(a, s, &p);
    }
}

/* Backwards, so that each finds the next. */
static void index_pairs(struct arena *a, struct synonym_pairs *s)
{
    name_map_init(&s->by_word, a, s->count);
    name_map_init(&s->by_other, a, s->count);
    for (uint32_t i = s->count; i-- > 0;) {
        struct synonym_pair *p = s->items[i];
        uint32_t next = name_map_get(&s->by_word, p->word);
        uint32_t back = name_map_get(&s->by_other, p->other);
        p->next = next == NAME_NONE ? NULL : s->items[next];
        p->next_back = back == NAME_NONE ? NULL : s->items[back];
        name_map_put(&s->by_word, a, p->word, i);
        name_map_put(&s->by_other, a, p->other, i);
    }
}

enum status synonym_pairs_index(struct lexicon *l, struct err *e)
{
    struct synonym_pairs *s = ARENA_NEW(&l->arena, struct synonym_pairs);
    const struct lexicon_table *t = lexicon_table(l, STR("synonyms"));
    name_map_init(&s->places, &l->arena, t->n_rows);
    name_map_init(&s->mass_words, &l->arena, 64);
    for (uint32_t i = 0; i < t->n_rows; i++)
        if (add_pair(&l->arena, s, t, i, e))
            return err_in_file(e, t->rows[i].path);
    add_reversed(&l->arena, s);
    index_pairs(&l->arena, s);
    l->pairs = s;
    return OK;
}

/* Questions */

const struct synonym_pair *pairs_of(const struct lexicon *l, struct str word)
{
    uint32_t i = name_map_get(&l->pairs->by_word, word);
    return i == NAME_NONE ? NULL : l->pairs->items[i];
}

const struct synonym_pair *pair_graded(const struct lexicon *l, struct str word, unsigned grades)
{
    const struct synonym_pair *p = pairs_of(l, word);
    while (p && !(grades >> p->grade & 1))
        p = p->next;
    return p;
}

static const struct synonym_pair *first_long_form(const struct synonym_pair *p)
{
    while (p && (p->grade != GRADE_LONG || p->reversed))
        p = p->next;
    return p;
}

const struct synonym_pair *long_forms_of(const struct lexicon *l, struct str word)
{
    return first_long_form(pairs_of(l, word));
}

const struct synonym_pair *next_long_form(const struct synonym_pair *p)
{
    return first_long_form(p->next);
}

const struct synonym_pair *pairs_back(const struct lexicon *l, struct str other)
{
    uint32_t i = name_map_get(&l->pairs->by_other, other);
    return i == NAME_NONE ? NULL : l->pairs->items[i];
}

struct value_pairs value_pairs_of(const struct lexicon *l)
{
    return (struct value_pairs){(const struct synonym_pair *const *)l->pairs->values,
                                l->pairs->n_values};
}

static bool same_group(const struct synonym_pair *x, const struct synonym_pair *y)
{
    return y->both && x->grade == y->grade && str_eq(x->word, y->word) &&
           str_eq(x->column, y->column);
}

bool value_group_next(const struct lexicon *l, struct value_group *g)
{
    struct value_pairs all = value_pairs_of(l);
    while (g->next < all.count && !all.items[g->next]->both)
        g->next++;
    if (g->next == all.count)
        return false;
    g->line = all.items[g->next];
    g->words[0] = g->line->word;
    for (g->count = 1; g->next < all.count && same_group(g->line, all.items[g->next]); g->next++)
        if (g->count < VALUE_GROUP_MAX)
            g->words[g->count++] = all.items[g->next]->other;
    return true;
}

bool is_mass_word(const struct lexicon *l, struct str word)
{
    return name_map_get(&l->pairs->mass_words, word) != NAME_NONE;
}
