/* database_synonym.c: columns, also those that the query reads, get synonyms for names (DB-synonym,
 * Dr.Spider §3.1).
 *
 * Holds because the rows stay, and the query is rewritten in the new names (rewrite.h). The names
 * come from column_synonym.h, the choice of columns from name_sampling.h. Not applied if the
 * question has one of the new words: it could then mean another column. */
#include "relation/schema/column_series.h"
#include "relation/schema/name_sampling.h"
#include "relation/table_use.h"

/* All ids of a schema are called alike, or they would seem to be different things. */
static const struct str ID = STR_INIT("id");

/* Words with a partner stay: no Maximum beside Lowest. So does an id that would only become another
 * kind of id, such as singer_id, while others become identifiers. */
static bool must_stay(struct arena *a, const struct relation_seed *s,
                      const struct column_synonym *word)
{
    if (s->options.strength == STRENGTH_BOLD)
        return false;
    struct name_words name = name_split(a, s->schema->columns[word->column].name);
    const struct column_part part = {word->column, &name, word->start, word->end};
    return (str_eq(word->phrase, ID) && str_ends(word->synonym.words, STR(" id"))) ||
           column_part_has_partner(a, s->knowledge, s->schema, &part);
}

static void drop_those_that_stay(struct arena *a, const struct relation_seed *s,
                                 struct synonym_search *found)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < found->count; i++)
        if (!must_stay(a, s, &found->items[i]))
            found->items[kept++] = found->items[i];
    found->count = kept;
}

static uint64_t count_synonyms(struct arena *a, const struct relation_seed *s, const void **plan)
{
    bool bold = s->options.strength == STRENGTH_BOLD;
    const struct name_sampling_rules rules = {
        .relation = STR("DB-synonym"), .all_or_none = ID, .drawn = bold ? 6 : 4, .all_words = bold};
    if (!s->knowledge)
        return 0;
    struct synonym_search *found = ARENA_NEW(a, struct synonym_search);
    const struct relation_seed *silent = seed_without_question(a, s);
    synonym_search_init(a, silent, true, found);
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++)
        if (table_has_no_view(s, s->schema->columns[c].table))
            synonym_search_column(a, silent, found, c);
    drop_those_that_stay(a, s, found);
    return name_samplings_count(a, s, &rules, found, plan);
}

const struct relation relation_DB_synonym = {
    .id = "DB-synonym",
    .name = "schema synonyms",
    .family = "dr-spider",
    .text = {.summary = "columns get names that mean the same",
             .what = "Words of column names are replaced by synonyms, also in columns that the "
                     "query reads.",
             .before = "customer (id, name, city, age)",
             .after = "customer (id, customer, town, age)",
             .answer = "The answer stays: the rows do, and the query has the new names.",
             .page = "docs/reference/dr-spider.md"},
    .count = count_synonyms,
    .make = name_samplings_make,
    .has_strengths = true,
    .most = 5,
};
