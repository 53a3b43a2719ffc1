/* named_thing.c: nouns beside the words for a column of names. */
#include "link/pattern/named_thing.h"

static const char CALLED[] = "name title";

/* Names */

/* "name", "singer name" of singers, or "singer" of singers. */
static bool is_own_name(struct lemmas column, struct lemmas table)
{
    bool called = column.count > 0 && str_among(column.items[column.count - 1], CALLED);
    uint32_t n = called ? column.count - 1 : column.count;
    return n <= table.count && (called || n == table.count) &&
           lemmas_equal(lemmas_slice(column, 0, n),
                        lemmas_slice(table, table.count - n, table.count));
}

/* "first name": the whole name has more to it. */
static bool is_part_of_name(struct lemmas column)
{
    static const char PARTS[] = "first last middle family given full";
    bool part = false, called = false;
    for (uint32_t i = 0; i < column.count; i++) {
        part |= str_among(column.items[i], PARTS);
        called |= str_among(column.items[i], CALLED);
    }
    return part && called;
}

static struct lemmas name_lemmas(struct arena *a, const struct question_reading *r, struct str name)
{
    return lemmas_of_name(a, &r->book->link.lemmatizer, name);
}

bool names_rows(struct arena *a, const struct question_reading *r, uint32_t column)
{
    const struct schema *s = r->book->schema;
    if (column == SCHEMA_STAR)
        return false;
    const struct schema_table *t = &s->tables[s->columns[column].table];
    struct lemmas table = name_lemmas(a, r, t->natural);
    if (!is_own_name(name_lemmas(a, r, s->columns[column].natural), table))
        return false;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct lemmas other = name_lemmas(a, r, s->columns[t->columns[i]].natural);
        if (t->columns[i] != column && (is_own_name(other, table) || is_part_of_name(other)))
            return false;
    }
    return true;
}

/* Nouns */

bool is_plural_word(const struct word *w)
{
    if (w->classes & (WORD_PLURAL | WORD_SINGULAR))
        return w->classes & WORD_PLURAL;
    return !str_eq(w->lemma, w->lower) && !(w->classes & WORD_EITHER); /* "series" */
}

/* A word that could be, or describe, a noun that no name is known for: "high school students". */
static bool is_open_word(const struct word *w)
{
    return w->kind == TOKEN_WORD && (w->classes & ~(unsigned)WORD_PLURAL) == 0;
}

/* A noun of WordNet: "nations", but not "cartools". */
static bool is_ordinary_noun(const struct question_reading *r, const struct word *w)
{
    uint32_t senses[WORDNET_MAX_SENSES];
    if (!is_open_word(w) || w->capital)
        return false;
    return !r->knowledge || !wordnet_present(&r->knowledge->wordnet) ||
           wordnet_senses(&r->knowledge->wordnet, WORDNET_NOUN, w->lemma, senses) > 0;
}

/* The end of the words at `at` that name the table, or `at`. */
static uint32_t table_end(const struct question_reading *r, uint32_t at, uint32_t table)
{
    for (uint32_t i = 0; i < r->mentions.count; i++)
        if (r->mentions.items[i].start == at && mention_means(&r->mentions.items[i], true, table))
            return r->mentions.items[i].end;
    return at;
}

struct named_search {
    const struct question_reading *reading;
    uint32_t part, table;
    struct named_thing *out;
    uint32_t count;
};

/* Do the words mention something else than rows of the table: another table, or a column? */
static bool mentions_other(const struct named_search *s, uint32_t start, uint32_t end)
{
    const struct mention_list *list = &s->reading->mentions;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct mention *m = &list->items[i];
        if (m->start < end && start < m->end && m->kind != MENTION_WORD &&
            m->kind != MENTION_VALUE && !mention_means(m, true, s->table))
            return true;
    }
    return false;
}

static void add_thing(struct named_search *s, struct named_thing thing)
{
    if (s->count < NAMED_THINGS_MAX)
        s->out[s->count++] = thing;
}

/* "of all the singers": the place after the small words; `at` if there is no "of". */
static uint32_t skip_of(const struct words *w, uint32_t at, bool *determined)
{
    *determined = false;
    if (!word_is(w, at, "of for"))
        return at;
    uint32_t i = at + 1;
    for (; word_is(w, i, "the all") || (*determined && word_is(w, i, "of")); i++)
        *determined |= word_is(w, i, "the all");
    return i;
}

/* "names of all singers", and "names of all Asian countries". */
static void find_after(struct named_search *s, uint32_t name_end)
{
    enum { MODIFIERS = 2 };
    const struct words *w = &s->reading->said.words;
    bool determined;
    uint32_t at = skip_of(w, name_end, &determined);
    if (at == name_end)
        return;
    for (uint32_t i = at; i <= at + MODIFIERS && i < w->count; i++) {
        uint32_t end = table_end(s->reading, i, s->table);
        bool known = end > i;
        if (!known && is_ordinary_noun(s->reading, &w->items[i]) && !mentions_other(s, at, i + 1))
            end = i + 1;
        /* "name of tourney that …" lacks an article, and would lack it again. */
        bool plural = end > i && is_plural_word(&w->items[end - 1]);
        if (end > i && (plural || (determined && known)))
            add_thing(s, (struct named_thing){end, at, end, s->part, plural});
        if (known) /* "high school" may be one, and begin another: "high school students" */
            i = end - 1;
        if (!known && !is_open_word(&w->items[i]))
            return;
    }
}

/* Do the words `start` to `end` say what a row of the table is? */
static bool is_noun_of(struct arena *a, const struct named_search *s, uint32_t start, uint32_t end)
{
    const struct question_reading *r = s->reading;
    struct lemmas table = name_lemmas(a, r, r->book->schema->tables[s->table].natural);
    uint32_t n = end - start;
    bool same = n <= table.count;
    for (uint32_t i = 0; same && i < n; i++)
        same = str_eq(r->said.words.items[start + i].lemma, table.items[table.count - n + i]);
    return n > 0 && (same || table_end(r, start, s->table) == end);
}

/* Rows are called by a noun: "foreign names" are not names of foreigns. */
static bool may_be_noun(const struct question_reading *r, const struct word *w)
{
    uint32_t senses[WORDNET_MAX_SENSES];
    const struct knowledge *k = r->knowledge;
    return !k || wordnet_senses(&k->wordnet, WORDNET_NOUN, w->lemma, senses) > 0 ||
           wordnet_senses(&k->wordnet, WORDNET_ADJECTIVE, w->lemma, senses) == 0;
}

/* "singer names", "singer's name" */
static void find_before(struct arena *a, struct named_search *s, uint32_t at, uint32_t name_end)
{
    const struct words *w = &s->reading->said.words;
    if (name_end > at + 1 && str_among(w->items[name_end - 1].lemma, CALLED) &&
        may_be_noun(s->reading, &w->items[name_end - 2]) && is_noun_of(a, s, at, name_end - 1))
        add_thing(s, (struct named_thing){name_end, at, name_end - 1, s->part,
                                          is_plural_word(&w->items[name_end - 1])});
}

uint32_t named_things(struct arena *a, const struct question_reading *r, uint32_t at,
                      struct named_thing out[NAMED_THINGS_MAX])
{
    enum { LONGEST_NOUN = 3 };
    struct named_search s = {.reading = r, .out = out};
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct query_part *p = &r->parts->items[i];
        const struct indicator *x = &r->said.items[i];
        bool here = p->kind == PART_COLUMN && x->manner == MANNER_WORD && x->start >= at &&
                    x->start <= at + LONGEST_NOUN;
        if (!here || !names_rows(a, r, p->column))
            continue;
        s.part = i;
        s.table = r->book->schema->columns[p->column].table;
        if (x->start == at)
            find_after(&s, x->end);
        find_before(a, &s, at, x->end);
    }
    return s.count;
}
