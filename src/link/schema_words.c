/* schema_words.c: learning from schemas. */
#include "link/schema_words.h"

#include "lexicon/has_a.h"
#include "lexicon/name_style.h"
#include "lexicon/synonyms.h"
#include "lexicon/word_fact.h"
#include "schema/keys.h"

struct str schema_table_noun(struct arena *a, const struct knowledge *k, const struct schema *s,
                             uint32_t table)
{
    return table_noun(a, &k->inflection, s->tables[table].natural);
}

static bool name_has_noun(struct arena *a, const struct knowledge *k, struct str name,
                          struct str word)
{
    struct name_words words = name_split(a, name);
    for (uint32_t i = 0; i < words.count; i++)
        if (str_eq(noun_singular(a, &k->inflection, words.items[i].text), word))
            return true;
    return false;
}

/* Does the database, one of its tables, or a column of this table have the word in its name? */
static bool names_have_noun(struct arena *a, const struct knowledge *k, const struct schema *s,
                            uint32_t table, struct str word)
{
    const struct schema_table *own = &s->tables[table];
    bool has = name_has_noun(a, k, s->db_id, word);
    for (uint32_t t = 0; t < s->n_tables && !has; t++)
        has = name_has_noun(a, k, s->tables[t].natural, word);
    for (uint32_t i = 0; i < own->n_columns && !has; i++)
        has = name_has_noun(a, k, s->columns[own->columns[i]].natural, word);
    return has;
}

struct str schema_table_sense(struct arena *a, const struct knowledge *k, const struct schema *s,
                              uint32_t table)
{
    struct str noun = schema_table_noun(a, k, s, table);
    for (const struct word_fact *f = fact_of(k->lexicon, FACT_SHOWN_BY, noun); f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            if (names_have_noun(a, k, s, table, f->values[i]))
                return f->line->sense;
    return noun;
}

static enum attribute_type attribute_type_of(enum schema_type type)
{
    switch (type) {
    case SCHEMA_NUMBER:
        return ATTRIBUTE_NUMBER;
    case SCHEMA_TIME:
        return ATTRIBUTE_TIME;
    case SCHEMA_BOOLEAN:
        return ATTRIBUTE_BOOLEAN;
    default:
        return ATTRIBUTE_TEXT;
    }
}

/* "customer phone" of a customer is a phone. "Date became customer" only applies to customers, not
 * to what inherits from them: "". */
static struct str without_noun(struct str natural, struct str noun)
{
    if (str_starts(natural, noun) && natural.len > noun.len && natural.ptr[noun.len] == ' ')
        natural = str_slice(natural, noun.len + 1, natural.len);
    return str_find(natural, noun, 0) < natural.len ? STR("") : natural;
}

/* Keys connect tables; they are not facts about a thing. */
static bool is_key(const struct schema *s, uint32_t column, struct str words)
{
    return key_use_of(s, column) != 0 || str_eq(words, STR("id")) || str_ends(words, STR(" id")) ||
           str_ends(words, STR(" code"));
}

static void observe_column(struct knowledge *k, const struct schema *s, uint32_t number,
                           struct str noun, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    struct arena_mark mark = arena_mark(&k->arena);
    struct str words = without_noun(arena_str_lower(&k->arena, c->natural), noun);
    if (is_key(s, column, words))
        arena_rewind(&k->arena, mark);
    else
        has_a_observe(k, noun, words, attribute_type_of(c->type), number);
}

static void prepare_words(struct knowledge *k, struct arena *scratch, struct str name)
{
    struct name_words w = name_split(scratch, name);
    for (uint32_t i = 0; i < w.count; i++)
        known_singulars_add(&k->singulars, &k->arena, &k->inflection, w.items[i].text);
}

static void learn_schema(struct knowledge *k, struct arena *scratch, const struct schema *s,
                         uint32_t number)
{
    for (uint32_t t = 0; t < s->n_tables; t++) {
        prepare_words(k, scratch, s->tables[t].name);
        prepare_words(k, scratch, s->tables[t].natural);
        struct str noun = schema_table_noun(scratch, k, s, t);
        kinds_prepare(k, noun);
        for (uint32_t i = 0; i < s->tables[t].n_columns; i++) {
            uint32_t column = s->tables[t].columns[i];
            prepare_words(k, scratch, s->columns[column].name);
            prepare_words(k, scratch, s->columns[column].natural);
            observe_column(k, s, number, noun, column);
        }
    }
}

void knowledge_learn(struct knowledge *k, const struct schema_set *schemas)
{
    struct arena scratch = {0};
    for (uint32_t i = 0; i < schemas->count; i++) {
        struct arena_mark mark = arena_mark(&scratch);
        learn_schema(k, &scratch, &schemas->schemas[i], i);
        arena_rewind(&scratch, mark);
    }
    const struct lexicon_table *facts = k->has_a.table;
    for (uint32_t i = 0; i < facts->n_rows; i++)
        for (uint32_t j = 1; j < facts->rows[i].n_fields; j++)
            prepare_words(k, &scratch, facts->rows[i].fields[j]);
    has_a_settle(k);
    arena_release(&scratch);
}
