/* own_schema.c: identifiers as words. */
#include "link/own_schema.h"

#include "lexicon/name_style.h"

static void set_natural(struct arena *a, struct str name, struct str *natural)
{
    if (natural->len > 0 && !str_eq(name, *natural))
        return;
    struct str words = name_in_words(a, name);
    *natural = words.len > 0 ? words : name;
}

/* Is it such a word after the noun: "journalname" after "journal"? */
static bool is_glued(struct str words, struct str noun)
{
    enum { SHORTEST_NOUN = 3 };
    if (str_ends(noun, STR("s")))
        noun.len--;
    return noun.len >= SHORTEST_NOUN && str_starts(words, noun) &&
           str_among(str_slice(words, noun.len, words.len),
                     "id name code key type date title no number");
}

/* A column "journalname" is a journal name if a table has journals. */
static void divide_column(struct arena *a, const struct schema *s, struct schema_column *c)
{
    if (str_find(c->natural, STR(" "), 0) < c->natural.len || !str_eq_nocase(c->natural, c->name))
        return;
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct str noun = s->tables[t].natural;
        size_t length = noun.len - str_ends(noun, STR("s"));
        if (!is_glued(c->natural, noun))
            continue;
        c->natural = ARENA_CONCAT(a, str_slice(c->natural, 0, length), STR(" "),
                                  str_slice(c->natural, length, c->natural.len));
        return;
    }
}

const struct schema *own_schema(struct arena *a, const struct schema *s)
{
    struct schema *own = ARENA_NEW(a, struct schema);
    *own = *s;
    own->tables = ARENA_ARRAY(a, struct schema_table, s->n_tables + 1);
    own->columns = ARENA_ARRAY(a, struct schema_column, s->n_columns + 1);
    for (uint32_t i = 0; i < s->n_tables; i++) {
        own->tables[i] = s->tables[i];
        set_natural(a, own->tables[i].name, &own->tables[i].natural);
    }
    for (uint32_t i = 0; i < s->n_columns; i++) {
        own->columns[i] = s->columns[i];
        set_natural(a, own->columns[i].name, &own->columns[i].natural);
        divide_column(a, own, &own->columns[i]);
    }
    return own;
}
