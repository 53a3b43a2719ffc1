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
    }
    return own;
}
