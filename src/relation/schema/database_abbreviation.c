/* database_abbreviation.c: columns, also those that the query reads, get shorter names
 * (DB-abbreviation, Dr.Spider §3.1).
 *
 * Holds because the rows stay, and the query is rewritten in the new names (rewrite.h). Words are
 * shortened as designers do (shortening.h), the same word in all columns. Not applied to
 *
 * - short forms of two words of the schema, or that are words of it already;
 * - short forms that are words of the question. */
#include "lexicon/shortening.h"
#include "relation/refusal.h"
#include "relation/schema/name_sampling.h"
#include "relation/table_use.h"

enum { LONGEST_PHRASE = 3 };

/* Words of all names, so that no short form is one. */
static struct name_map schema_words(struct arena *a, const struct schema *s)
{
    struct name_map words;
    name_map_init(&words, a, 2 * s->n_columns);
    for (uint32_t i = 0; i < s->n_tables + s->n_columns; i++) {
        bool table = i < s->n_tables;
        struct name_words w =
            name_split(a, table ? s->tables[i].name : s->columns[i - s->n_tables].name);
        for (uint32_t k = 0; k < w.count; k++)
            name_map_put(&words, a, w.items[k].text, i);
    }
    return words;
}

/* The end of the longest phrase from word `start` on that the lists shorten as one. */
static uint32_t phrase_end(struct arena *a, const struct knowledge *k, const struct name_words *w,
                           uint32_t start)
{
    uint32_t end = start + LONGEST_PHRASE < w->count ? start + LONGEST_PHRASE : w->count;
    while (end > start + 1 && !is_shortened_as_one(k, name_phrase(a, w, start, end)))
        end--;
    return end;
}

/* Is the part the whole name, except for numbers? */
static bool is_whole(const struct name_words *w, const struct column_synonym *part)
{
    for (uint32_t i = 0; i < w->count; i++)
        if ((i < part->start || i >= part->end) && !ascii_digit(w->items[i].text.ptr[0]))
            return false;
    return true;
}

static void search_part(struct arena *a, const struct relation_seed *s, struct synonym_search *p,
                        const struct name_map *words, const struct name_words *w,
                        struct column_synonym part)
{
    struct short_form_list forms = short_forms_of(a, s->knowledge, part.phrase);
    bool whole = is_whole(w, &part);
    for (uint32_t i = 0; i < forms.count; i++) {
        const struct short_form *f = &forms.items[i];
        if ((whole && !f->alone) ||
            !refuse_unless(s, name_map_get(words, f->text) == NAME_NONE, REFUSED_SHORT_FORM_TAKEN))
            continue;
        part.synonym =
            (struct synonym){.words = f->text, .owner = STR("any"), .source = SOURCE_ABBREVIATION};
        ARENA_ADD(a, p->items, p->count, part);
    }
}

static void search_column(struct arena *a, const struct relation_seed *s, struct synonym_search *p,
                          const struct name_map *words, uint32_t column)
{
    struct name_words w = name_split(a, s->schema->columns[column].name);
    uint32_t before = p->count;
    for (uint32_t start = 0, end; start < w.count; start = end) {
        end = phrase_end(a, s->knowledge, &w, start);
        struct column_synonym part = {
            .column = column, .start = start, .end = end, .phrase = name_phrase(a, &w, start, end)};
        search_part(a, s, p, words, &w, part);
    }
    refuse_unless(s, p->count > before, REFUSED_NO_SHORT_FORM);
}

/* Is it also the short form of another phrase of the schema? */
static bool is_ambiguous(const struct synonym_search *p, const struct column_synonym *part)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (str_eq(p->items[i].synonym.words, part->synonym.words) &&
            !str_eq(p->items[i].phrase, part->phrase))
            return true;
    return false;
}

static void drop_ambiguous(struct arena *a, const struct relation_seed *s, struct synonym_search *p)
{
    bool *unsure = arena_zalloc(a, (size_t)p->count + 1);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->count; i++)
        unsure[i] = is_ambiguous(p, &p->items[i]);
    for (uint32_t i = 0; i < p->count; i++)
        if (refuse_unless(s, !unsure[i], REFUSED_SHORT_FORM_TAKEN))
            p->items[kept++] = p->items[i];
    p->count = kept;
}

static uint64_t count_abbreviations(struct arena *a, const struct relation_seed *s,
                                    const void **plan)
{
    const struct name_sampling_rules rules = {
        .relation = STR("DB-abbreviation"), .drawn = 4, .all_words = true};
    if (!s->knowledge)
        return 0;
    struct synonym_search *found = ARENA_NEW(a, struct synonym_search);
    struct name_map words = schema_words(a, s->schema);
    synonym_search_init(a, seed_without_question(a, s), false, found);
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++)
        if (table_has_no_view(s, s->schema->columns[c].table))
            search_column(a, s, found, &words, c);
    drop_ambiguous(a, s, found);
    return name_samplings_count(a, s, &rules, found, plan);
}

const struct relation relation_DB_abbreviation = {
    .id = "DB-abbreviation",
    .name = "schema abbreviations",
    .family = "dr-spider",
    .text = {.summary = "columns get shorter names",
             .what = "Words of column names are shortened, also in columns that the query reads.",
             .before = "purchase (id, customer_id → customer, product_id → product, quantity, "
                       "bought_on)",
             .after = "purchase (id, cust_id → customer, prod_id → product, qty, bought_on)",
             .answer = "The answer stays: the rows do, and the query has the new names.",
             .page = "docs/reference/dr-spider.md"},
    .count = count_abbreviations,
    .make = name_samplings_make,
    .most = 5,
};
