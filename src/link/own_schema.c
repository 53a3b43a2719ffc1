/* own_schema.c: identifiers as words. */
#include "link/own_schema.h"

#include "lexicon/name_style.h"

static struct str in_words(struct arena *a, struct str name)
{
    struct name_words split = name_split(a, name);
    struct str out = split.count > 0 ? split.items[0].text : name;
    for (uint32_t i = 1; i < split.count; i++)
        out = arena_printf(a, "%.*s %.*s", STR_ARG(out), STR_ARG(split.items[i].text));
    return out;
}

static void set_natural(struct arena *a, struct str name, struct str *natural)
{
    if (natural->len == 0 || str_eq(name, *natural))
        *natural = in_words(a, name);
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
