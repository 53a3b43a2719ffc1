/* node.c: the tables of parts, one for each kind of node. */
#include "sql/node.h"

#include <stddef.h>
#include <string.h>

/* A part of a struct; a part of an expression; a word of a list; one node. */
#define PART(form_, key_, type, member)                                                            \
    .form = SQL_PART_##form_, .key = (key_), .at = offsetof(struct type, member)
#define X(form, key, member)            PART(form, key, sql_expr, as.member)
#define WORD(key, type, member, words_) PART(WORD, key, type, member), .words = (words_)
#define ONE(key, type, member, node_)   PART(NODES, key, type, member), .node = &(node_)

/* Several things of one form, several nodes, several items of FROM. */
#define SEVERAL(form, key, type, items, n)                                                         \
    PART(form, key, type, items), .count_at = offsetof(struct type, n),                            \
                                  .size = sizeof *((struct type *)0)->items
#define NODES(key, type, items, n, node_) SEVERAL(NODES, key, type, items, n), .node = &(node_)
#define FROMS(key, type, items, n)        SEVERAL(FROMS, key, type, items, n), .node = &SQL_FROM_NODE

#define NODE(kind, parts)                                                                          \
    {                                                                                              \
        (kind), (parts), COUNT_OF(parts)                                                           \
    }

/* Parts of expressions */

static const char *const NULLS[] = {NULL, "first", "last"}, *const DIRECTIONS[] = {"asc", "desc"};
static const struct sql_part TERM_PARTS[] = {
    {PART(EXPR, "expr", sql_order_term, expr)},
    {WORD("direction", sql_order_term, direction, DIRECTIONS)},
    {PART(FLAG, NULL, sql_order_term, explicit_direction)},
    {WORD("nulls", sql_order_term, nulls, NULLS)},
};
static const struct sql_node TERM_NODE = NODE(NULL, TERM_PARTS);

static const char *const BOUNDS[] = {"unbounded preceding", "preceding", "current row", "following",
                                     "unbounded following"};
static const struct sql_part BOUND_PARTS[] = {
    {WORD("kind", sql_frame_bound, kind, BOUNDS)},
    {PART(EXPR, "offset", sql_frame_bound, offset)},
};
static const struct sql_node BOUND_NODE = NODE(NULL, BOUND_PARTS);

static const char *const UNITS[] = {NULL, "rows", "range", "groups"};
static const char *const EXCLUDES[] = {NULL, "no others", "current row", "group", "ties"};
static const struct sql_part WINDOW_PARTS[] = {
    {PART(NAME, "name", sql_window, name)},
    {PART(NAME, "base", sql_window, base)},
    {PART(FLAG, NULL, sql_window, only_base)},
    {PART(EXPRS, "partition_by", sql_window, partition)},
    {NODES("order_by", sql_window, order.items, order.count, TERM_NODE)},
    {WORD("unit", sql_window, unit, UNITS)},
    {ONE("start", sql_window, start, BOUND_NODE)},
    {ONE("end", sql_window, end, BOUND_NODE)},
    {WORD("exclude", sql_window, exclude, EXCLUDES)},
};
static const struct sql_node WINDOW_NODE = NODE(NULL, WINDOW_PARTS);

static const struct sql_part WHEN_PARTS[] = {
    {PART(EXPR, "when", sql_when, when)},
    {PART(EXPR, "then", sql_when, then)},
};
static const struct sql_node WHEN_NODE = NODE(NULL, WHEN_PARTS);

/* Expressions */

static const char *const LITERALS[] = {"null", "integer", "float", "string", "blob", "current"};
static const struct sql_part LITERAL[] = {
    {WORD("type", sql_expr, as.literal.type, LITERALS)},
    {X(TEXT, "text", literal.text)},
};
static const struct sql_part PARAMETER[] = {{X(TEXT, "text", parameter.text)}};
static const struct sql_part COLUMN[] = {
    {X(NAME, "schema", column.schema)},
    {X(NAME, "table", column.table)},
    {X(NAME, "name", column.name)},
};
static const struct sql_part UNARY[] = {
    {X(OPERATOR, "op", unary.op)},
    {X(EXPR, "operand", unary.operand)},
};
static const struct sql_part BINARY[] = {
    {X(OPERATOR, "op", binary.op)},
    {X(EXPR, "left", binary.left)},
    {X(EXPR, "right", binary.right)},
};
static const struct sql_part PATTERN[] = {
    {X(OPERATOR, "op", pattern.op)},       {X(FLAG, "negated", pattern.negated)},
    {X(EXPR, "subject", pattern.subject)}, {X(EXPR, "pattern", pattern.pattern)},
    {X(EXPR, "escape", pattern.escape)},
};
static const struct sql_part BETWEEN[] = {
    {X(FLAG, "negated", between.negated)},
    {X(EXPR, "subject", between.subject)},
    {X(EXPR, "low", between.low)},
    {X(EXPR, "high", between.high)},
};
static const struct sql_part IN[] = {
    {X(FLAG, "negated", in.negated)}, {X(EXPR, "subject", in.subject)},
    {X(QUERY, "query", in.query)},    {X(FROMS, "from", in.table), .node = &SQL_FROM_NODE},
    {X(EXPRS, "list", in.list)},
};
static const struct sql_part CASE[] = {
    {X(EXPR, "subject", cases.subject)},
    {NODES("whens", sql_expr, as.cases.whens, as.cases.n_whens, WHEN_NODE)},
    {X(EXPR, "else", cases.otherwise)},
};
static const struct sql_part CAST[] = {
    {X(EXPR, "operand", cast.operand)},
    {X(TEXT, "type", cast.type)},
};
static const struct sql_part COLLATE[] = {
    {X(EXPR, "operand", collate.operand)},
    {X(NAME, "collation", collate.collation)},
};
static const struct sql_part CALL[] = {
    {X(NAME, "name", call.name)},
    {X(FLAG, "distinct", call.distinct)},
    {X(FLAG, "all", call.all)},
    {X(FLAG, "star", call.star)},
    {X(EXPRS, "args", call.args)},
    {X(EXPR, "filter", call.filter)},
    {ONE("over", sql_expr, as.call.over, WINDOW_NODE)},
};
static const struct sql_part SUBQUERY[] = {{X(QUERY, "query", subquery.query)}};
static const struct sql_part ROW[] = {{X(EXPRS, "list", row.list)}};

const struct sql_node *sql_expr_node(const struct sql_expr *x)
{
    static const struct sql_node nodes[] = {
        [SQL_EXPR_LITERAL] = NODE("literal", LITERAL),
        [SQL_EXPR_PARAMETER] = NODE("parameter", PARAMETER),
        [SQL_EXPR_COLUMN] = NODE("column", COLUMN),
        [SQL_EXPR_UNARY] = NODE("unary", UNARY),
        [SQL_EXPR_BINARY] = NODE("binary", BINARY),
        [SQL_EXPR_PATTERN] = NODE("pattern", PATTERN),
        [SQL_EXPR_BETWEEN] = NODE("between", BETWEEN),
        [SQL_EXPR_IN] = NODE("in", IN),
        [SQL_EXPR_CASE] = NODE("case", CASE),
        [SQL_EXPR_CAST] = NODE("cast", CAST),
        [SQL_EXPR_COLLATE] = NODE("collate", COLLATE),
        [SQL_EXPR_CALL] = NODE("call", CALL),
        [SQL_EXPR_EXISTS] = NODE("exists", SUBQUERY),
        [SQL_EXPR_SUBQUERY] = NODE("subquery", SUBQUERY),
        [SQL_EXPR_ROW] = NODE("row", ROW),
    };
    return &nodes[x->kind];
}

/* Queries */

static const char *const RESULTS[] = {"expr", "star", "table star"};
static const struct sql_part RESULT_PARTS[] = {
    {WORD("kind", sql_result, kind, RESULTS)},  {PART(NAME, "table", sql_result, table)},
    {PART(EXPR, "expr", sql_result, expr)},     {PART(NAME, "alias", sql_result, alias)},
    {PART(FLAG, NULL, sql_result, as_written)},
};
static const struct sql_node RESULT_NODE = NODE(NULL, RESULT_PARTS);

/* The JSON of an item begins with its kind and how it is joined: sql_json.c writes these itself. */
static const struct sql_part FROM_PARTS[] = {
    {WORD(NULL, sql_from, kind, NULL)},
    {WORD(NULL, sql_from, join, NULL)},
    {PART(NAME, "schema", sql_from, schema)},
    {PART(NAME, "table", sql_from, table)},
    {PART(EXPRS, "args", sql_from, args)},
    {PART(QUERY, "query", sql_from, query)},
    {FROMS("group", sql_from, group, n_group)},
    {PART(NAME, "alias", sql_from, alias)},
    {PART(NAME, "indexed_by", sql_from, index)},
    {PART(FLAG, "not_indexed", sql_from, not_indexed)},
    {PART(EXPR, "on", sql_from, on)},
    {SEVERAL(NAMES, "using", sql_from, using, n_using)},
};
const struct sql_node SQL_FROM_NODE = NODE(NULL, FROM_PARTS);

static const char *const COMPOUNDS[] = {NULL, "union", "union all", "intersect", "except"};
static const struct sql_part SELECT_PARTS[] = {
    {WORD("op", sql_core, op, COMPOUNDS)},
    {PART(FLAG, "distinct", sql_core, distinct)},
    {PART(FLAG, "all", sql_core, all)},
    {NODES("results", sql_core, results, n_results, RESULT_NODE)},
    {FROMS("from", sql_core, from, n_from)},
    {PART(EXPR, "where", sql_core, where)},
    {PART(EXPRS, "group_by", sql_core, group_by)},
    {PART(EXPR, "having", sql_core, having)},
    {NODES("windows", sql_core, windows, n_windows, WINDOW_NODE)},
};
static const struct sql_part VALUES_PARTS[] = {
    {WORD("op", sql_core, op, COMPOUNDS)},
    {SEVERAL(ROWS, "values", sql_core, values, n_values)},
};

const struct sql_node *sql_core_node(const struct sql_core *c)
{
    static const struct sql_node select = NODE("select", SELECT_PARTS);
    static const struct sql_node values = NODE("values", VALUES_PARTS);
    return c->n_values ? &values : &select;
}

static const char *const HINTS[] = {NULL, "materialized", "not materialized"};
static const struct sql_part CTE_PARTS[] = {
    {PART(NAME, "name", sql_cte, name)},
    {SEVERAL(NAMES, "columns", sql_cte, columns, n_columns)},
    {WORD("hint", sql_cte, materialized, HINTS)},
    {PART(QUERY, "query", sql_cte, query)},
};
static const struct sql_node CTE_NODE = NODE(NULL, CTE_PARTS);

static const struct sql_part QUERY_PARTS[] = {
    {PART(FLAG, "recursive", sql_query, recursive)},
    {NODES("with", sql_query, ctes, n_ctes, CTE_NODE)},
    {SEVERAL(CORES, "cores", sql_query, cores, n_cores)},
    {NODES("order_by", sql_query, order.items, order.count, TERM_NODE)},
    {PART(LIMIT, "limit", sql_query, limit)},
    {PART(LIMIT, "offset", sql_query, offset)},
    {PART(FLAG, NULL, sql_query, offset_first)},
};
const struct sql_node SQL_QUERY_NODE = NODE("query", QUERY_PARTS);

struct sql_items sql_part_items(const struct sql_part *part, const void *node)
{
    struct sql_items items;
    const char *at = (const char *)node + part->at;
    memcpy(&items.first, at, sizeof items.first); /* a pointer of any type */
    if (part->count_at)
        memcpy(&items.count, (const char *)node + part->count_at, sizeof items.count);
    else
        items.count = items.first ? 1 : 0;
    return items;
}
