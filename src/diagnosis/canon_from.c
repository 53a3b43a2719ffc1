/* canon_from.c: the FROM clause.
 *
 * Items joined by a comma, JOIN, INNER JOIN or CROSS JOIN, with or without ON, are one bag; the
 * conditions of their ONs are another. Every other join keeps its two sides and its condition. */
#include "diagnosis/canon.h"

/* Items */

const struct sql_cte *canon_find_cte(struct canon_scope *s, const struct sql_from *f,
                                     struct canon_scope **where)
{
    for (; s && f->kind == SQL_FROM_TABLE && !f->schema.text.ptr; s = s->outer)
        for (uint32_t i = 0; s->query && i < s->query->n_ctes; i++)
            if (str_eq_nocase(s->query->ctes[i].name.text, f->table.text)) {
                *where = s;
                return &s->query->ctes[i];
            }
    return NULL;
}

/* Note that the query of scope `s` uses its CTE. */
static void use_cte(struct canon *c, struct canon_scope *s, const struct sql_cte *cte)
{
    for (uint32_t i = 0; i < s->n_used; i++)
        if (s->used[i] == cte)
            return;
    ARENA_ADD(c->arena, s->used, s->n_used, cte);
}

static struct term *canon_named(struct canon *c, struct canon_scope *s, const struct sql_from *f)
{
    struct canon_scope *where;
    const struct sql_cte *cte = canon_find_cte(s, f, &where);
    if (cte) {
        use_cte(c, where, cte);
        return term_leaf_of(c->arena, TERM_CTE, canon_variable(c, cte->span.start), STR(""));
    }
    uint32_t table = canon_item_table(c, s, f);
    const struct lineage *l = c->lineage;
    if (table != SCHEMA_NONE)
        return term_leaf(c->arena, TERM_TABLE,
                         arena_printf(c->arena, "%u", l ? l->tables[table] : table));
    struct str name = arena_str_lower(c->arena, f->table.text);
    return term_make(c->arena, TERM_BUILTIN, name, canon_exprs(c, s, &f->args));
}

const struct sql_from *canon_unwrap(const struct sql_from *f)
{
    while (f->kind == SQL_FROM_GROUP && f->n_group == 1)
        f = f->group;
    return f;
}

uint32_t canon_item_table(const struct canon *c, struct canon_scope *s, const struct sql_from *f)
{
    struct canon_scope *where;
    f = canon_unwrap(f);
    if (f->kind != SQL_FROM_TABLE || canon_find_cte(s, f, &where))
        return SCHEMA_NONE;
    return schema_find_table(c->schema, f->table.text);
}

struct variable *canon_item_variable(struct canon *c, const struct sql_from *f)
{
    struct variable *v = canon_variable(c, canon_unwrap(f)->span.start);
    for (; f->kind == SQL_FROM_GROUP && f->n_group == 1; f = f->group)
        c->by_start[f->span.start] = v;
    return v;
}

struct term *canon_item(struct canon *c, struct canon_scope *s, const struct sql_from *f)
{
    const struct sql_from *inner = canon_unwrap(f);
    if (inner->kind == SQL_FROM_GROUP)
        return canon_from(c, s, inner->group, inner->n_group);
    struct variable *v = canon_item_variable(c, f);
    struct term *what = inner->kind == SQL_FROM_QUERY
                            ? canon_query(c, s, inner->query, CANON_PLACED)
                            : canon_named(c, s, inner);
    struct str hint = inner->not_indexed ? STR("not indexed") : STR("");
    return canon_note(term_make_of(c->arena, TERM_ITEM, v, hint, TERMS(c->arena, what)), f->span);
}

/* Joins */

/* Items of inner joins, and the conditions between them. */
struct inner_joins {
    struct term_list items, conditions;
};

static struct term *close_inner(struct canon *c, struct inner_joins inner)
{
    if (inner.items.count == 1 && inner.conditions.count == 0)
        return inner.items.items[0];
    struct term *items = term_make_bag(c->arena, TERM_LIST, STR(""), inner.items);
    struct term *conditions = term_make_bag(c->arena, TERM_LIST, STR(""), inner.conditions);
    return term_make(c->arena, TERM_JOIN, STR("inner"), TERMS(c->arena, items, conditions));
}

static bool is_plain_join(const struct sql_from *f)
{
    const unsigned own_form = SQL_JOIN_NATURAL | SQL_JOIN_LEFT | SQL_JOIN_RIGHT | SQL_JOIN_FULL;
    return !(f->join & own_form) && f->n_using == 0;
}

/* The name of a join that is not plain; LEFT RIGHT is FULL. */
static struct str join_name(unsigned join)
{
    const unsigned both = SQL_JOIN_LEFT | SQL_JOIN_RIGHT;
    bool natural = join & SQL_JOIN_NATURAL;
    if (join & SQL_JOIN_FULL || (join & both) == both)
        return natural ? STR("natural full") : STR("full");
    if (join & SQL_JOIN_LEFT)
        return natural ? STR("natural left") : STR("left");
    if (join & SQL_JOIN_RIGHT)
        return natural ? STR("natural right") : STR("right");
    return natural ? STR("natural") : STR("using");
}

static struct term *canon_using(struct canon *c, const struct sql_from *f)
{
    struct term_list names = {0};
    for (uint32_t i = 0; i < f->n_using; i++) {
        struct str name = arena_str_lower(c->arena, f->using[i].text);
        term_list_add(c->arena, &names, term_leaf(c->arena, TERM_STRING, name));
    }
    struct sql_span span = {f->using[0].span.start, f->using[f->n_using - 1].span.end};
    return canon_note(term_make_set(c->arena, TERM_USING, names), span);
}

static struct term *canon_own_join(struct canon *c, struct canon_scope *s, struct term *left,
                                   const struct sql_from *f)
{
    struct term *right = canon_item(c, s, f);
    struct term *on = f->n_using > 0 ? canon_using(c, f) : canon_expr(c, s, f->on);
    return term_make(c->arena, TERM_JOIN, join_name(f->join), TERMS(c->arena, left, right, on));
}

/* ON TRUE means the same as no ON. */
static bool is_true(const struct term *x)
{
    return (x->tag == TERM_TRUTH && str_eq(x->text, STR("true"))) ||
           (x->tag == TERM_INTEGER && str_eq(x->text, STR("1")));
}

static struct inner_joins gather_joins(struct canon *c, struct canon_scope *s,
                                       const struct sql_from *items, uint32_t n);

static void add_plain(struct canon *c, struct canon_scope *s, const struct sql_from *f,
                      struct inner_joins *out)
{
    const struct sql_from *inner = canon_unwrap(f);
    if (inner->kind == SQL_FROM_GROUP) {
        struct inner_joins group = gather_joins(c, s, inner->group, inner->n_group);
        term_list_append(c->arena, &out->items, group.items);
        term_list_append(c->arena, &out->conditions, group.conditions);
    } else {
        term_list_add(c->arena, &out->items, canon_item(c, s, f));
    }
    struct term_list conditions = {0};
    if (f->on)
        canon_chain(c, s, f->on, SQL_AND, &conditions);
    if (conditions.count != 1 || !is_true(conditions.items[0]))
        term_list_append(c->arena, &out->conditions, conditions);
}

static struct inner_joins gather_joins(struct canon *c, struct canon_scope *s,
                                       const struct sql_from *items, uint32_t n)
{
    struct inner_joins inner = {0};
    for (uint32_t i = 0; i < n; i++) {
        if (is_plain_join(&items[i])) {
            add_plain(c, s, &items[i], &inner);
            continue;
        }
        struct term *joined = canon_own_join(c, s, close_inner(c, inner), &items[i]);
        inner = (struct inner_joins){0};
        term_list_add(c->arena, &inner.items, joined);
    }
    return inner;
}

struct term *canon_from(struct canon *c, struct canon_scope *s, const struct sql_from *items,
                        uint32_t n)
{
    return n > 0 ? close_inner(c, gather_joins(c, s, items, n)) : canon_absent(c);
}
