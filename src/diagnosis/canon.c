/* canon.c: the tree of a statement, and its variables. */
#include "diagnosis/canon.h"

#include "sql/parse.h"

struct variable *canon_new_variable(struct canon *c)
{
    struct term_tree *tree = &c->tree;
    struct variable *v = ARENA_NEW(c->arena, struct variable);
    ARENA_ADD(c->arena, tree->variables, tree->n_variables, v);
    v->colour = tree->n_variables;
    return v;
}

struct variable *canon_variable(struct canon *c, uint32_t start)
{
    if (!c->by_start[start])
        c->by_start[start] = canon_new_variable(c);
    return c->by_start[start];
}

struct term *canon_absent(struct canon *c)
{
    return term_leaf(c->arena, TERM_ABSENT, STR(""));
}

struct term *canon_note(struct term *t, struct sql_span span)
{
    if (t->end == 0) {
        t->start = span.start;
        t->end = span.end;
    }
    return t;
}

struct term *canon_column(struct canon *c, struct variable *v, uint32_t column)
{
    const struct lineage *l = c->lineage;
    struct str number = arena_printf(c->arena, "%u", l ? l->columns[column] : column);
    return term_leaf_of(c->arena, TERM_COLUMN, v, number);
}

/* The tree of a statement that was parsed and resolved. */
static enum status canon_statement(struct canon *c, struct term_tree *out, struct err *e)
{
    c->by_start = arena_zalloc(c->arena, (c->stmt->text.len + 1) * sizeof(struct variable *));
    c->tree.root = canon_query(c, NULL, c->stmt->query, CANON_FREE);
    *out = c->tree;
    if (out->root->size > CANON_MAX_SIZE || out->root->height > CANON_MAX_HEIGHT)
        return err_set(e, E_LIMIT, "query too large to compare");
    return OK;
}

enum side_fault side_terms(struct arena *a, const struct diagnosis_side *side,
                           enum canon_derived derived, struct side_terms *out, struct err *e)
{
    struct sql_stmt stmt;
    struct canon c = {.arena = a,
                      .lineage = side->lineage,
                      .derived = derived,
                      .schema = side->schema,
                      .stmt = &stmt};
    out->lineage = side->lineage;
    if (sql_parse(a, side->sql, &stmt, e) != OK)
        return SIDE_UNPARSABLE;
    if (sql_resolve(a, side->schema, &stmt, &out->names, e) != OK)
        return SIDE_UNBOUND;
    c.bindings = out->names.bindings;
    return canon_statement(&c, &out->tree, e) == OK ? SIDE_READ : SIDE_UNBOUND;
}
