/* resolve_join.c: which columns USING and NATURAL join.
 *
 * A NATURAL join is turned into one with USING. The columns joined count as read, though SQLite's
 * authorizer is not asked about them: without them the query would not run. */
#include "sql/resolver.h"

/* The first source from `from` to `last` that has the column, or SCHEMA_NONE. A NATURAL join does
 * not see hidden columns. */
static uint32_t find_left(const struct resolver *r, const struct expanded_core *core, uint32_t from,
                          uint32_t last, struct str name, bool natural, uint32_t *column)
{
    for (uint32_t i = from; i <= last; i++) {
        const struct source *src = &core->sources[i];
        *column = source_find(r, src, name);
        if (*column != SCHEMA_NONE && (!natural || *column < src->n_visible))
            return i;
    }
    return SCHEMA_NONE;
}

static void join_column(struct resolver *r, const struct source *src, uint32_t column)
{
    if (src->kind == SOURCE_TABLE)
        set_bit(r->joined, r->schema->tables[src->table].columns[column]);
    else if (src->kind == SOURCE_GROUP) {
        const struct expanded_core *core = &src->query->cores[0];
        const struct result *c = &core->results[column];
        if (c->source != SCHEMA_NONE)
            join_column(r, &core->sources[c->source], c->column);
    }
}

/* Where a RIGHT or FULL join takes part, the left side of the USING of source `i` is every table
 * that has the column, and each must have joined it by USING itself. */
static enum status join_further_left(struct resolver *r, struct expanded_core *core, uint32_t left,
                                     uint32_t i, struct str name, bool natural)
{
    uint32_t column;
    for (;;) {
        left = find_left(r, core, left + 1, i, name, natural, &column);
        if (left == SCHEMA_NONE)
            return OK;
        const struct source *src = &core->sources[left];
        if (!source_uses(src, name))
            return resolver_fail(r, src->item->span, "ambiguous reference to %.*s in USING()",
                                 STR_ARG(name));
        join_column(r, src, column);
    }
}

/* Join column `name` of source `i` + 1 to those before it. */
static enum status join_using(struct resolver *r, struct expanded_core *core, uint32_t i,
                              struct str name, bool natural)
{
    const struct source *right = &core->sources[i + 1];
    uint32_t column = source_find(r, right, name), left_column = SCHEMA_NONE, left = SCHEMA_NONE;
    if (column != SCHEMA_NONE)
        left = find_left(r, core, 0, i, name, natural, &left_column);
    if (left == SCHEMA_NONE)
        return resolver_fail(r, right->item->span,
                             "cannot join using column %.*s - column not present in both tables",
                             STR_ARG(name));
    join_column(r, right, column);
    join_column(r, &core->sources[left], left_column);
    if (core->sources[0].before_right)
        return join_further_left(r, core, left, i, name, natural);
    return OK;
}

/* The names that source `i` + 1 shares with those before it. */
static enum status find_natural(struct resolver *r, struct expanded_core *core, uint32_t i)
{
    struct source *right = &core->sources[i + 1];
    if (right->on || right->n_using > 0)
        return resolver_fail(r, right->item->span,
                             "a NATURAL join may not have an ON or USING clause");
    struct str *names = ARENA_ARRAY(r->arena, struct str, right->n_visible);
    for (uint32_t j = 0; j < right->n_visible; j++) {
        struct str name = source_column_name(r, right, j);
        uint32_t column;
        if (find_left(r, core, 0, i, name, true, &column) != SCHEMA_NONE)
            names[right->n_using++] = name;
    }
    right->using = names;
    return OK;
}

enum status expand_joins(struct resolver *r, struct expanded_core *core)
{
    for (uint32_t i = 0; i + 1 < core->n_sources; i++) {
        struct source *right = &core->sources[i + 1];
        bool natural = right->item->join & SQL_JOIN_NATURAL;
        if (natural)
            TRY(find_natural(r, core, i));
        for (uint32_t k = 0; k < right->n_using; k++)
            TRY(join_using(r, core, i, right->using[k], natural));
    }
    return OK;
}
