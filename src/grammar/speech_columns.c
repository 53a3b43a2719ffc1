/* speech_columns.c: the name of a column among those of its table. */
#include "grammar/learn.h"

#include "grammar/phrase.h"
#include "lexicon/word_fact.h"

/* A name that is not a noun is cited. */
static struct spoken_name cited_name(struct arena *a, struct str written)
{
    if (written.len == 0)
        return (struct spoken_name){0};
    struct str one = arena_printf(a, "\"%.*s\" value", STR_ARG(written));
    struct str many = arena_printf(a, "%.*ss", STR_ARG(one));
    return (struct spoken_name){.one = one, .many = many, .each = one, .values = many};
}

/* "is full time", "paid yn": columns of yes and no are said with a verb, so they are not nouns. */
static bool is_flag(const struct spoken_phrase *p)
{
    struct str last = p->words[p->count - 1];
    return p->count > 1 && (str_among(p->words[0], "is has if was can") ||
                            str_among(last, "is has if was can yn") ||
                            (str_eq(p->words[p->count - 2], STR("y")) && str_eq(last, STR("n"))));
}

/* "author or editor": in a question it would be read as two. */
static bool names_two(const struct spoken_phrase *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (str_among(p->words[i], "and or"))
            return true;
    return false;
}

/* "number injured", "year founded", "date joined", as with_noun makes them. The first word is the
 * noun. */
static bool says_done(const struct spoken_phrase *p)
{
    return p->count == 2 && word_is_participle(p->words[1]) && str_ends(p->words[1], STR("ed")) &&
           str_among(p->words[0], "number year amount date");
}

static bool is_sayable(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p)
{
    return p->count > 0 && !is_flag(p) && !names_two(p) &&
           (says_done(p) || phrase_is_noun(a, k, p, false));
}

/* It is wrong to say "each seating", or "the precipitations". */
static bool is_uncounted(const struct knowledge *k, struct str noun)
{
    return (str_ends(noun, STR("ing")) && !fact_of(k->lexicon, FACT_ONE, noun)) ||
           word_is_of_kind(k, noun, STR("mass"));
}

static struct spoken_name spoken_column(struct arena *a, const struct knowledge *k, struct str one)
{
    struct spoken_phrase p = phrase_of(one);
    uint32_t head = says_done(&p) ? 0 : phrase_head(&p);
    struct str noun = p.words[head];
    bool counts =
        str_find(one, STR("number of "), 0) < one.len || str_starts(one, STR("amount of "));
    struct spoken_name n = {
        .one = one,
        .values = arena_printf(a, "values of %s%.*s", counts ? "the " : "", STR_ARG(one))};
    n.plural = noun_is_plural(a, k, noun);
    bool uncounted = n.plural || is_uncounted(k, noun);
    n.each = uncounted ? arena_printf(a, "value of %.*s", STR_ARG(one)) : one;
    if (!uncounted)
        p.words[head] = noun_plural(a, &k->inflection, noun);
    n.many = phrase_text(a, &p, 0);
    return n;
}

/* The name without the table's before it: "department name" of a department is its "name". But the
 * whole name if the rest alone would mean something else: the "number" of trains is how many there
 * are. */
static struct str without_table(struct str said, const struct spoken_name *table)
{
    const struct str nouns[] = {table->one, table->many};
    for (size_t i = 0; i < 2; i++) {
        struct str noun = nouns[i];
        if (noun.len == 0 || !str_starts(said, noun) ||
            !str_starts(str_slice(said, noun.len, said.len), STR(" ")))
            continue;
        struct str rest = str_slice(said, noun.len + 1, said.len);
        struct spoken_phrase p = phrase_of(rest);
        if (!word_joins(p.words[0]) && !ascii_digit(rest.ptr[0]) && rest.len > 1 &&
            !str_among(rest, "number count total amount order list record value"))
            return rest;
    }
    return said;
}

/* Numbers */

/* Are all values years? */
static bool has_years(const struct grammar_world *w, uint32_t column)
{
    const struct column_content *c = world_content(w, column);
    for (uint32_t i = 0; c && i < c->n_values; i++) {
        struct str text = c->values[i].text;
        if (!c->values[i].number || text.len < 4 || str_cmp(text, STR("1400")) < 0 ||
            str_cmp(text, STR("2100")) > 0)
            return false;
    }
    return c && c->n_values > 0;
}

/* Is a value so large that it is money rather than a count? */
static bool has_large(const struct grammar_world *w, uint32_t column)
{
    enum { DIGITS = 5 };
    const struct column_content *c = world_content(w, column);
    return c && c->n_values > 0 && c->values[c->n_values - 1].text.len >= DIGITS;
}

/* A name in the plural, for one number: "scores" becomes a score, "working horses" the number of
 * them, "total credits" the total number, and "earnings" an amount. */
static struct str in_the_singular(struct arena *a, const struct knowledge *k,
                                  struct spoken_phrase p)
{
    uint32_t head = phrase_head(&p);
    struct str noun = p.words[head], said = phrase_text(a, &p, 0);
    if (word_is_of_kind(k, noun, STR("measure")))
        return phrase_with_head(a, p, noun_singular(a, &k->inflection, noun));
    if (word_is_of_kind(k, noun, STR("money")))
        return arena_printf(a, "amount of %.*s", STR_ARG(said));
    bool goes_on = head + 1 < p.count && !str_eq(p.words[head + 1], STR("per"));
    if (goes_on || !noun_is_plural(a, k, noun) ||
        (head + 1 == p.count && word_is_of_kind(k, noun, STR("unit"))))
        return said;
    if (p.count > 1 && str_eq(p.words[0], STR("total")))
        return arena_printf(a, "total number of %.*s", STR_ARG(phrase_text(a, &p, 1)));
    return arena_printf(a, "number of %.*s", STR_ARG(said));
}

/* A column with the name of its table has the names of its rows. "Injured", "founded" or "joined"
 * is a number, a year or a date. */
static struct str with_noun(struct arena *a, const struct knowledge *k,
                            const struct grammar_world *w, uint32_t column, struct str said)
{
    const struct schema_column *c = &w->schema->columns[column];
    struct spoken_phrase p = phrase_of(said);
    if (said.len == 0)
        return said;
    struct str last = p.words[p.count - 1];
    const struct column_content *content = world_content(w, column);
    if (c->type == SCHEMA_TEXT && str_eq(said, w->tables[c->table].one) &&
        !str_among(last, "name code number id title"))
        return arena_printf(a, "%.*s name", STR_ARG(said));
    bool done = word_is_participle(last) && str_ends(last, STR("ed"));
    if (done && p.count == 1 && content && content_has_dates(content))
        return arena_printf(a, "date %.*s", STR_ARG(said));
    if (c->type != SCHEMA_NUMBER || c->primary)
        return said;
    if (done && str_find(said, STR("year"), 0) == said.len && has_years(w, column))
        return arena_printf(a, "year %.*s", STR_ARG(said));
    if (done && p.count == 1)
        return arena_printf(a, "%s %.*s", has_large(w, column) ? "amount" : "number",
                            STR_ARG(said));
    return in_the_singular(a, k, p);
}

/* All columns of a table */

/* How many columns of the table have each name, or with `ends`, each last word. */
static void count_names(struct arena *a, struct name_map *m, const struct schema_table *t,
                        const struct str *said, bool ends)
{
    name_map_init(m, a, t->n_columns);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct str name = said[t->columns[i]];
        name = ends ? str_slice(name, str_after_last(name, ' '), name.len) : name;
        uint32_t n = name_map_get(m, name);
        name_map_put(m, a, name, n == NAME_NONE ? 1 : n + 1);
    }
}

/* Names of all columns: as they are, with a noun, and without their table's before them. */
struct column_words {
    struct str *plain, *said, *brief;
};

/* "people id" is a person's. */
static struct str about_one(struct arena *a, const struct grammar_world *w, uint32_t table,
                            struct str said)
{
    const struct spoken_name *n = &w->tables[table];
    if (n->many.len == 0 || !str_starts(said, n->many) || said.len == n->many.len ||
        said.ptr[n->many.len] != ' ')
        return said;
    return arena_printf(a, "%.*s%.*s", STR_ARG(n->one),
                        STR_ARG(str_slice(said, n->many.len, said.len)));
}

/* Find the names with a noun, unless another column of the table has that name; and those without
 * the table's. */
static void find_words(struct arena *a, const struct knowledge *k, const struct grammar_world *w,
                       uint32_t table, struct column_words *words)
{
    const struct schema_table *t = &w->schema->tables[table];
    struct name_map plain;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &w->schema->columns[t->columns[i]];
        struct spoken_phrase p = phrase_of_name(a, k, c->natural, c->name);
        words->plain[t->columns[i]] = about_one(a, w, table, phrase_text(a, &p, 0));
    }
    count_names(a, &plain, t, words->plain, false);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        struct str said = with_noun(a, k, w, c, words->plain[c]);
        bool taken = name_map_get(&plain, said) != NAME_NONE;
        words->said[c] = taken ? words->plain[c] : said;
        words->brief[c] = without_table(words->said[c], &w->tables[table]);
    }
}

/* A column gets its short name if no other column of the table has it, short or long, or ends in
 * it. A name that two columns have is cited, if that makes them different. */
static void say_columns(struct arena *a, const struct knowledge *k, const struct grammar_world *w,
                        uint32_t table, struct column_words *words, struct spoken_name *out)
{
    const struct schema_table *t = &w->schema->tables[table];
    struct name_map long_names, short_names, ends;
    find_words(a, k, w, table, words);
    count_names(a, &long_names, t, words->said, false);
    count_names(a, &short_names, t, words->brief, false);
    count_names(a, &ends, t, words->said, true);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        struct str said = words->said[c], brief = words->brief[c];
        struct str end = str_slice(brief, str_after_last(brief, ' '), brief.len);
        bool shorter = brief.len < said.len && name_map_get(&short_names, brief) == 1 &&
                       name_map_get(&long_names, brief) == NAME_NONE &&
                       (end.len < brief.len || name_map_get(&ends, end) == 1);
        struct spoken_phrase p = phrase_of(shorter ? brief : said);
        if (name_map_get(&long_names, said) == 1 && said.len > 0 && is_sayable(a, k, &p))
            out[c] = spoken_column(a, k, shorter ? brief : said);
    }
}

/* The others are cited. */
static void cite_columns(struct arena *a, const struct grammar_world *w, uint32_t table,
                         struct str *written, struct spoken_name *out)
{
    const struct schema_table *t = &w->schema->tables[table];
    struct name_map names;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        const struct schema_column *c = &w->schema->columns[t->columns[i]];
        written[t->columns[i]] = name_as_written(a, c->natural, c->name);
    }
    count_names(a, &names, t, written, false);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        if (out[c].one.len == 0 && name_map_get(&names, written[c]) == 1)
            out[c] = cited_name(a, written[c]);
    }
}

void learn_columns(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct spoken_name *out = arena_zalloc(a, (s->n_columns + 1) * sizeof *out);
    struct column_words words = {ARENA_ARRAY(a, struct str, s->n_columns + 1),
                                 ARENA_ARRAY(a, struct str, s->n_columns + 1),
                                 ARENA_ARRAY(a, struct str, s->n_columns + 1)};
    for (uint32_t t = 0; t < s->n_tables; t++) {
        say_columns(a, k, w, t, &words, out);
        cite_columns(a, w, t, words.plain, out);
    }
    w->columns = out;
}
