/* sql_names.c: writing queries with names that mean something. */
#include "sql_names.h"

#include <stdio.h>

const char names_schema[] = "CREATE TABLE t(a,b,c);"
                            "CREATE TABLE u(a,d,e);"
                            "CREATE TABLE v(b,d,f);"
                            "CREATE TABLE k(id INTEGER PRIMARY KEY,x,y);"
                            "CREATE TABLE w(p,q);";

enum { MAX_COLUMNS = 16, MAX_ITEMS = 6, MAX_CTES = 4, NAME = 12 };

/* A table, CTE or derived table, with the names of its columns. */
struct relation {
    char name[NAME];
    char columns[MAX_COLUMNS][NAME];
    uint32_t n_columns;
};

/* What is in scope. */
struct sight {
    const struct sight *outer;
    struct relation items[MAX_ITEMS]; /* of FROM */
    uint32_t n_items;
    struct relation results; /* their aliases */
    bool results_seen;
};

struct ctes {
    const struct ctes *outer;
    struct relation items[MAX_CTES];
    uint32_t n_items;
};

struct writer {
    struct buf *out;
    uint64_t state;
    const struct ctes *ctes;
    uint32_t n_aliases; /* given so far */
    bool aggregates;    /* are usually allowed here */
    bool careful;       /* no mistakes on purpose */
};

static const struct relation TABLES[] = {
    {"t", {"a", "b", "c"}, 3},  {"u", {"a", "d", "e"}, 3}, {"v", {"b", "d", "f"}, 3},
    {"k", {"id", "x", "y"}, 3}, {"w", {"p", "q"}, 2},
};

static void write_query(struct writer *w, const struct sight *outer, int depth, uint32_t width,
                        struct relation *columns);
static void write_expr(struct writer *w, const struct sight *s, int depth);

static uint32_t below(struct writer *w, uint32_t n)
{
    w->state ^= w->state << 13;
    w->state ^= w->state >> 7;
    w->state ^= w->state << 17;
    return (uint32_t)(w->state >> 33) % n;
}

static bool chance(struct writer *w, uint32_t in)
{
    return below(w, in) == 0;
}

/* A mistake on purpose. */
static bool slip(struct writer *w, uint32_t in)
{
    return !w->careful && chance(w, in);
}

static void put(struct writer *w, const char *text)
{
    buf_put(w->out, str_from(text));
}

#define PICK(w, ...)                                                                               \
    pick((w), (const char *const[]){__VA_ARGS__},                                                  \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static const char *pick(struct writer *w, const char *const *words, size_t n)
{
    return words[below(w, (uint32_t)n)];
}

static void set_name(char to[NAME], const char *from)
{
    snprintf(to, NAME, "%s", from);
}

/* A name in one of the ways to quote it. */
static void put_name(struct writer *w, const char *name)
{
    switch (below(w, 16)) {
    case 0:
        buf_printf(w->out, "\"%s\"", name);
        break;
    case 1:
        buf_printf(w->out, "[%s]", name);
        break;
    case 2:
        buf_printf(w->out, "`%s`", name);
        break;
    default:
        put(w, name);
    }
}

static const char *stray_name(struct writer *w)
{
    return PICK(w, "a", "b", "d", "id", "x", "p", "nosuch", "rowid", "oid", "true", "m1", "m2");
}

static const struct sight *pick_sight(struct writer *w, const struct sight *s)
{
    while (s && s->outer && (s->n_items == 0 || chance(w, 4)))
        s = s->outer;
    return s;
}

static void write_column(struct writer *w, const struct sight *s)
{
    s = pick_sight(w, s);
    if (w->careful && (!s || s->n_items == 0)) {
        put(w, "7");
        return;
    }
    if (!s || s->n_items == 0 || slip(w, 14)) {
        put_name(w, stray_name(w));
        return;
    }
    if (s->results_seen && s->results.n_columns > 0 && chance(w, 6)) {
        put_name(w, s->results.columns[below(w, s->results.n_columns)]);
        return;
    }
    const struct relation *r = &s->items[below(w, s->n_items)];
    const char *column = r->n_columns ? r->columns[below(w, r->n_columns)] : "a";
    if (slip(w, 30))
        column = stray_name(w);
    if (r->name[0] && !chance(w, w->careful ? 9 : 3)) {
        if (slip(w, 12))
            put(w, chance(w, 5) ? "temp." : "main.");
        put_name(w, slip(w, 30) ? "t" : r->name);
        put(w, ".");
    }
    put_name(w, column);
}

static void write_literal(struct writer *w)
{
    put(w, PICK(w, "1", "0", "2", "2.5", "'x'", "NULL", "\"str\"", "-1", "?"));
}

static void write_list(struct writer *w, const struct sight *s, int depth, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            put(w, ", ");
        write_expr(w, s, depth);
    }
}

static void write_subquery(struct writer *w, const struct sight *s, int depth, uint32_t width)
{
    struct relation columns;
    bool aggregates = w->aggregates;
    put(w, "(");
    write_query(w, s, depth - 1, slip(w, 25) ? width + 1 : width, &columns);
    put(w, ")");
    w->aggregates = aggregates;
}

static void write_aggregate(struct writer *w, const struct sight *s, int depth)
{
    bool aggregates = w->aggregates;
    w->aggregates = false;
    switch (below(w, 6)) {
    case 0:
        put(w, "count(*)");
        break;
    case 1:
        put(w, "count(DISTINCT ");
        write_column(w, s);
        put(w, ")");
        break;
    default:
        buf_printf(w->out, "%s(", PICK(w, "sum", "max", "min", "avg", "total", "group_concat"));
        if (depth > 1 && chance(w, 3))
            write_expr(w, s, depth - 2);
        else
            write_column(w, s);
        put(w, ")");
    }
    if (chance(w, 12)) {
        put(w, " FILTER (WHERE ");
        write_expr(w, s, depth - 2);
        put(w, ")");
    }
    w->aggregates = aggregates;
}

static void write_window(struct writer *w, const struct sight *s)
{
    put(w, PICK(w, "row_number()", "rank()", "sum(1)", "count(*)", "lag(1)"));
    put(w, " OVER ");
    if (chance(w, 4)) {
        put(w, "win");
        return;
    }
    put(w, "(");
    if (chance(w, 4))
        put(w, "win ");
    if (chance(w, 2)) {
        put(w, "PARTITION BY ");
        write_column(w, s);
    }
    if (chance(w, 2)) {
        put(w, " ORDER BY ");
        write_column(w, s);
    }
    put(w, ")");
}

static void write_call(struct writer *w, const struct sight *s, int depth)
{
    if (w->aggregates ? chance(w, 2) : slip(w, 12)) {
        write_aggregate(w, s, depth);
    } else if (w->aggregates ? chance(w, 6) : slip(w, 8)) {
        write_window(w, s);
    } else {
        put(w, slip(w, 10) ? "nosuch("
                           : PICK(w, "abs(", "coalesce(1, ", "length(", "max(2, ", "upper(",
                                  "ifnull(0, ", "likely(", "round("));
        write_expr(w, s, depth - 1);
        put(w, ")");
    }
}

static void write_comparison(struct writer *w, const struct sight *s, int depth)
{
    const char *op = PICK(w, " = ", " <> ", " < ", " >= ", " IS ", " IS NOT ");
    if (chance(w, 12)) {
        put(w, "(");
        write_list(w, s, depth - 2, 2);
        buf_printf(w->out, ")%s", op);
        if (depth > 1 && chance(w, 2)) {
            write_subquery(w, s, depth, 2);
            return;
        }
        put(w, "(");
        write_list(w, s, depth - 2, slip(w, 6) ? 3 : 2);
        put(w, ")");
        return;
    }
    write_expr(w, s, depth - 1);
    put(w, op);
    write_expr(w, s, depth - 1);
}

static void write_in(struct writer *w, const struct sight *s, int depth)
{
    bool row = chance(w, 8);
    if (row) {
        put(w, "(");
        write_list(w, s, depth - 2, 2);
        put(w, ")");
    } else {
        write_column(w, s);
    }
    put(w, chance(w, 3) ? " NOT IN " : " IN ");
    if (depth > 0 && chance(w, 2)) {
        write_subquery(w, s, depth, row ? 2 : 1);
    } else if (row ? chance(w, 5) : slip(w, 5)) {
        put(w, row ? "w" : PICK(w, "t", "nosuch", "m1", "(SELECT 1)"));
    } else if (chance(w, 12)) {
        put(w, "()");
    } else if (row) {
        put(w, "((1, 2), (3, 4))");
    } else {
        put(w, "(");
        write_list(w, s, depth - 2, 1 + below(w, 2));
        put(w, ")");
    }
}

static void write_case(struct writer *w, const struct sight *s, int depth)
{
    put(w, "CASE ");
    if (chance(w, 2))
        write_expr(w, s, depth - 2);
    put(w, " WHEN ");
    write_expr(w, s, depth - 2);
    put(w, " THEN ");
    write_expr(w, s, depth - 2);
    put(w, " END");
}

static void write_operator(struct writer *w, const struct sight *s, int depth)
{
    switch (below(w, 6)) {
    case 0:
        put(w, "NOT ");
        write_expr(w, s, depth - 1);
        break;
    case 1:
        write_expr(w, s, depth - 1);
        put(w, PICK(w, " IS NULL", " NOTNULL", " COLLATE nocase"));
        break;
    case 2:
        write_expr(w, s, depth - 2);
        put(w, " BETWEEN ");
        write_expr(w, s, depth - 2);
        put(w, " AND ");
        write_expr(w, s, depth - 2);
        break;
    default:
        write_expr(w, s, depth - 1);
        put(w, PICK(w, " + ", " || ", " AND ", " OR ", " LIKE ", " * "));
        write_expr(w, s, depth - 1);
    }
}

static void write_expr(struct writer *w, const struct sight *s, int depth)
{
    uint32_t kind = below(w, 20);
    if (depth <= 0 || kind < 7) {
        if (kind < 6)
            write_column(w, s);
        else
            write_literal(w);
        return;
    }
    put(w, "(");
    if (kind < 10) {
        write_comparison(w, s, depth);
    } else if (kind < 12) {
        write_in(w, s, depth);
    } else if (kind < 14) {
        write_call(w, s, depth);
    } else if (kind < 15) {
        put(w, chance(w, 2) ? "EXISTS " : "NOT EXISTS ");
        write_subquery(w, s, depth, 1 + below(w, 2));
    } else if (kind < 16) {
        write_subquery(w, s, depth, 1);
    } else if (kind < 17) {
        write_case(w, s, depth);
    } else {
        write_operator(w, s, depth);
    }
    put(w, ")");
}

/* FROM */

static const struct relation *pick_cte(struct writer *w)
{
    for (const struct ctes *c = w->ctes; c; c = c->outer)
        if (c->n_items > 0 && !chance(w, 3))
            return &c->items[below(w, c->n_items)];
    return NULL;
}

static void write_alias(struct writer *w, struct relation *r)
{
    char name[NAME];
    snprintf(name, sizeof name, "m%u", ++w->n_aliases % 9);
    put(w, chance(w, 2) ? " AS " : " ");
    put_name(w, name);
    set_name(r->name, name);
}

static void write_named(struct writer *w, struct relation *r)
{
    const struct relation *cte = chance(w, 2) ? pick_cte(w) : NULL;
    *r = cte ? *cte : TABLES[below(w, COUNT_OF(TABLES))];
    if (!cte && chance(w, 10))
        put(w, slip(w, 6) ? "temp." : "main.");
    if (slip(w, 40))
        put(w, "nosuch");
    else
        put_name(w, r->name);
    if (!chance(w, 3))
        write_alias(w, r);
}

static void write_from(struct writer *w, struct sight *s, const struct sight *outer, int depth,
                       uint32_t n);

static void write_item(struct writer *w, struct sight *s, const struct sight *outer, int depth)
{
    struct relation *r = &s->items[s->n_items];
    uint32_t kind = below(w, 12);
    if (kind == 0 && depth > 0 && s->n_items + 2 < MAX_ITEMS) {
        put(w, "(");
        write_from(w, s, outer, depth - 1, 1 + below(w, 2));
        put(w, ")");
        if (chance(w, 8))
            put(w, " AS g");
        return;
    }
    if (kind < 4 && depth > 0) {
        put(w, "(");
        write_query(w, outer, depth - 1, 0, r);
        put(w, ")");
        r->name[0] = '\0';
        if (!chance(w, 4))
            write_alias(w, r);
    } else if (kind == 4 && chance(w, 3)) {
        *r = (struct relation){"json_each", {"key", "value", "json"}, 3};
        put(w, "json_each(");
        write_expr(w, s, 1);
        put(w, ")");
    } else {
        write_named(w, r);
    }
    s->n_items++;
}

/* Columns that the last item shares with one before it. */
static const char *shared_column(const struct sight *s)
{
    const struct relation *last = &s->items[s->n_items - 1];
    for (uint32_t i = 0; i + 1 < s->n_items; i++)
        for (uint32_t j = 0; j < s->items[i].n_columns; j++)
            for (uint32_t k = 0; k < last->n_columns; k++)
                if (strcmp(s->items[i].columns[j], last->columns[k]) == 0)
                    return last->columns[k];
    return NULL;
}

static void write_constraint(struct writer *w, struct sight *s, int depth, bool natural)
{
    const char *shared = s->n_items > 1 ? shared_column(s) : NULL;
    if (natural && !slip(w, 20))
        return;
    if (shared && chance(w, 2)) {
        buf_printf(w->out, " USING (%s)", slip(w, 20) ? "nosuch" : shared);
    } else if (chance(w, 2)) {
        put(w, " ON ");
        if (chance(w, 2)) {
            write_column(w, s);
            put(w, " = ");
            write_column(w, s);
        } else {
            write_expr(w, s, depth - 1);
        }
    }
}

static void write_from(struct writer *w, struct sight *s, const struct sight *outer, int depth,
                       uint32_t n)
{
    for (uint32_t i = 0; i < n && s->n_items < MAX_ITEMS; i++) {
        bool comma = chance(w, 3), natural = !comma && chance(w, 8);
        if (i > 0 && comma)
            put(w, ", ");
        else if (i > 0)
            buf_printf(
                w->out, "%s%s JOIN ", natural ? " NATURAL" : "",
                PICK(w, "", "", " LEFT", " INNER", " LEFT OUTER", " RIGHT", " FULL", " CROSS"));
        write_item(w, s, outer, depth);
        if (i > 0)
            write_constraint(w, s, depth, natural);
    }
}

/* Queries */

static void add_column(struct relation *r, const char *name)
{
    if (r->n_columns < MAX_COLUMNS)
        set_name(r->columns[r->n_columns++], name);
}

static void write_star(struct writer *w, struct sight *s)
{
    uint32_t i = below(w, s->n_items);
    bool one = s->items[i].name[0] && chance(w, 3);
    if (one)
        put_name(w, s->items[i].name);
    put(w, one ? ".*" : "*");
    for (uint32_t k = 0; k < s->n_items; k++)
        for (uint32_t j = 0; (!one || k == i) && j < s->items[k].n_columns; j++)
            add_column(&s->results, s->items[k].columns[j]);
}

static void write_result(struct writer *w, struct sight *s, int depth)
{
    char name[NAME];
    write_expr(w, s, depth);
    if (chance(w, 2)) {
        snprintf(name, sizeof name, "%s", PICK(w, "r1", "r2", "a", "x", "d"));
        put(w, chance(w, 2) ? " AS " : " ");
        put_name(w, name);
        add_column(&s->results, name);
    } else {
        add_column(&s->results, "r3");
    }
}

/* `width` results; 0: any number, and `*` too. */
static void write_results(struct writer *w, struct sight *s, int depth, uint32_t width)
{
    uint32_t n = width ? width : 1 + below(w, 3);
    bool star = s->n_items > 0 && width == 0 && chance(w, 3);
    if (chance(w, 8))
        put(w, "DISTINCT ");
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            put(w, ", ");
        if (star && i == 0)
            write_star(w, s);
        else
            write_result(w, s, depth - 1);
    }
}

static void write_grouping(struct writer *w, struct sight *s, int depth)
{
    if (chance(w, 3)) {
        put(w, " GROUP BY ");
        if (chance(w, 6))
            put(w, w->careful ? "1" : PICK(w, "1", "2", "9"));
        else
            write_expr(w, s, depth - 2);
        w->aggregates = true;
        if (chance(w, 2)) {
            put(w, " HAVING ");
            write_expr(w, s, depth - 1);
        }
    } else if (slip(w, 25)) {
        put(w, " HAVING 1");
    }
    if (chance(w, 10)) {
        put(w, " WINDOW win AS (");
        if (chance(w, 2)) {
            put(w, "ORDER BY ");
            write_column(w, s);
        }
        put(w, ")");
    }
}

/* Returns false for VALUES, after which no ORDER BY may follow. */
static bool write_core(struct writer *w, struct sight *s, const struct sight *outer, int depth,
                       uint32_t width)
{
    struct buf *whole = w->out, from;
    bool aggregates = w->aggregates;
    if (chance(w, 40)) {
        put(w, width == 2 ? "VALUES (1, 2)" : "VALUES (1), (2)");
        add_column(&s->results, "column1");
        return slip(w, 4);
    }
    from = (struct buf){0};
    w->out = &from; /* written first: the results refer to it */
    if (!chance(w, 12)) {
        put(w, " FROM ");
        write_from(w, s, outer, depth, 1 + below(w, 3));
    }
    w->out = whole;
    put(w, "SELECT ");
    w->aggregates = chance(w, 3);
    write_results(w, s, depth, width);
    buf_put(w->out, buf_str(&from));
    buf_release(&from);
    s->results_seen = true;
    if (chance(w, 2)) {
        w->aggregates = false;
        put(w, " WHERE ");
        write_expr(w, s, depth);
    }
    w->aggregates = aggregates;
    write_grouping(w, s, depth);
    return true;
}

static void write_order(struct writer *w, struct sight *s, int depth)
{
    if (!chance(w, 3))
        return;
    put(w, " ORDER BY ");
    if (chance(w, 5))
        put(w, w->careful ? "1" : PICK(w, "1", "2", "-1", "1 COLLATE nocase"));
    else if (s->results.n_columns > 0 && (w->careful || chance(w, 2)))
        put_name(w, s->results.columns[below(w, s->results.n_columns)]);
    else
        write_expr(w, s, depth - 1);
}

static void write_cte(struct writer *w, struct ctes *c, int depth)
{
    struct relation *r = &c->items[c->n_items];
    struct relation columns;
    char name[NAME];
    snprintf(name, sizeof name, "%s", PICK(w, "c1", "c2", "t", "u", "c3"));
    put_name(w, name);
    bool listed = chance(w, 3), recursive = listed && chance(w, 2);
    if (listed)
        put(w, slip(w, 15) ? "(a, b, z)" : "(z1, z2)");
    put(w, " AS (");
    if (recursive) {
        buf_printf(w->out, "SELECT 1, 2 UNION %sSELECT z1, z2 + 1 FROM %s",
                   chance(w, 2) ? "ALL " : "", name);
        if (chance(w, 4))
            put(w, PICK(w, ", t", " JOIN u USING (a)", " WHERE z1 IN (SELECT z2 FROM c1)", ", c1"));
    } else {
        write_query(w, NULL, depth - 1, listed ? 2 : 0, &columns);
        *r = columns;
    }
    put(w, ")");
    if (listed)
        *r = (struct relation){"", {"z1", "z2"}, 2};
    set_name(r->name, name);
    c->n_items++;
}

static void write_with(struct writer *w, struct ctes *c, int depth)
{
    put(w, chance(w, 4) ? "WITH RECURSIVE " : "WITH ");
    for (uint32_t n = 1 + below(w, 2); n; n--) {
        write_cte(w, c, depth);
        put(w, n > 1 ? ", " : " ");
    }
}

static void write_query(struct writer *w, const struct sight *outer, int depth, uint32_t width,
                        struct relation *columns)
{
    struct ctes ctes = {w->ctes, {{{0}, {{0}}, 0}}, 0};
    struct sight first = {.outer = outer};
    const struct ctes *before = w->ctes;
    w->ctes = &ctes;
    if (depth > 0 && chance(w, 8))
        write_with(w, &ctes, depth);
    bool compound = chance(w, 8);
    if (compound && width == 0)
        width = 1 + below(w, 2);
    bool sortable = write_core(w, &first, outer, depth, width);
    for (uint32_t n = compound ? 1 + below(w, 2) : 0; n; n--) {
        struct sight other = {.outer = outer};
        put(w, PICK(w, " UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT "));
        sortable = write_core(w, &other, outer, depth, slip(w, 15) ? width + 1 : width);
    }
    if (sortable)
        write_order(w, &first, depth);
    if (sortable && chance(w, 8))
        put(w, slip(w, 6) ? " LIMIT a"
                          : PICK(w, " LIMIT 1", " LIMIT 2 OFFSET 1", " LIMIT (SELECT 1)"));
    *columns = first.results;
    w->ctes = before;
}

void names_query(struct buf *out, uint64_t number)
{
    struct writer w = {.out = out, .state = (number + 1) * UINT64_C(0x9E3779B97F4A7C15)};
    struct relation columns;
    buf_clear(out);
    for (int i = 0; i < 8; i++)
        (void)below(&w, 2);
    w.careful = !chance(&w, 3);
    write_query(&w, NULL, 1 + (int)below(&w, 4), 0, &columns);
}
