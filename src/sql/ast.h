/* ast.h: the syntax tree of SQLite's SELECT language.
 *
 * The parser builds it, nothing changes it afterwards: a transformation builds a new tree that
 * shares what stays. Nodes live in the arena of the parse; names and literals are views of the
 * source text, with quotes removed where `name` says so (then a copy in the arena).
 *
 * Every node has the span of source bytes it was read from. Names that mean a column are numbered
 * (`ref`), so that the resolver can say what each one is bound to without touching the tree. */
#ifndef TEQL_SQL_AST_H
#define TEQL_SQL_AST_H

#include "base/str.h"

#include <stdint.h>

struct sql_span {
    uint32_t start, end; /* bytes of the source, end not included */
};

/* An identifier as written. */
struct sql_name {
    struct str text;      /* without quotes, doubled quotes undone; or ptr NULL */
    struct sql_span span; /* with its quotes */
    char quote;           /* 0, '"', '`', '[' or '\'' */
};

enum sql_literal { SQL_NULL, SQL_INTEGER, SQL_FLOAT, SQL_STRING, SQL_BLOB, SQL_CURRENT };

/* Binary ones from loosest to tightest, then unary ones. */
enum sql_op {
#define OPERATOR(name, shape, level, text) SQL_##name,
#include "sql/operator.def"
#undef OPERATOR
};

enum sql_expr_kind {
    SQL_EXPR_LITERAL,
    SQL_EXPR_PARAMETER,
    SQL_EXPR_COLUMN,
    SQL_EXPR_UNARY,
    SQL_EXPR_BINARY,
    SQL_EXPR_PATTERN, /* LIKE, GLOB, MATCH, REGEXP */
    SQL_EXPR_BETWEEN,
    SQL_EXPR_IN,
    SQL_EXPR_CASE,
    SQL_EXPR_CAST,
    SQL_EXPR_COLLATE,
    SQL_EXPR_CALL,
    SQL_EXPR_EXISTS,
    SQL_EXPR_SUBQUERY, /* (SELECT …) as a value */
    SQL_EXPR_ROW       /* (a, b, …) */
};

struct sql_query;
struct sql_expr;

struct sql_expr_list {
    struct sql_expr **items;
    uint32_t count;
};

enum sql_direction { SQL_ASC, SQL_DESC };
enum sql_nulls { SQL_NULLS_DEFAULT, SQL_NULLS_FIRST, SQL_NULLS_LAST };

struct sql_order_term {
    struct sql_expr *expr;
    enum sql_direction direction;
    bool explicit_direction; /* ASC or DESC was written */
    struct sql_span where;   /* that word; or an empty span, the place for it */
    enum sql_nulls nulls;
};

struct sql_order {
    struct sql_order_term *items;
    uint32_t count;
};

enum sql_frame_unit { SQL_FRAME_NONE, SQL_FRAME_ROWS, SQL_FRAME_RANGE, SQL_FRAME_GROUPS };
enum sql_bound_kind {
    SQL_UNBOUNDED_PRECEDING,
    SQL_PRECEDING, /* expr PRECEDING */
    SQL_CURRENT_ROW,
    SQL_FOLLOWING, /* expr FOLLOWING */
    SQL_UNBOUNDED_FOLLOWING
};
enum sql_exclude {
    SQL_EXCLUDE_NONE, /* nothing was written */
    SQL_EXCLUDE_NO_OTHERS,
    SQL_EXCLUDE_CURRENT_ROW,
    SQL_EXCLUDE_GROUP,
    SQL_EXCLUDE_TIES
};

struct sql_frame_bound {
    enum sql_bound_kind kind;
    struct sql_expr *offset; /* for SQL_PRECEDING and SQL_FOLLOWING, else NULL */
};

/* A window: OVER name, OVER (…), or an entry of the WINDOW clause. */
struct sql_window {
    struct sql_name name; /* WINDOW name AS …; none for an inline window */
    struct sql_name base; /* the window it refers to, if any */
    bool only_base;       /* OVER name, without parentheses */
    struct sql_expr_list partition;
    struct sql_order order;
    enum sql_frame_unit unit;
    struct sql_frame_bound *start; /* NULL without a frame */
    struct sql_frame_bound *end;   /* NULL unless BETWEEN start AND end was written */
    enum sql_exclude exclude;
    struct sql_span span;
};

struct sql_when {
    struct sql_expr *when, *then;
};

struct sql_expr {
    enum sql_expr_kind kind;
    struct sql_span span;
    union {
        struct {
            enum sql_literal type;
            struct str text; /* as written, quotes and all */
        } literal;
        struct {
            struct str text; /* "?", "?1", ":x", "@x", "$x", "#x" */
        } parameter;
        struct {
            struct sql_name schema, table, name; /* schema and table may be absent */
            uint32_t ref;                        /* number of this reference in the statement */
        } column;
        struct {
            enum sql_op op;
            struct sql_expr *operand;
        } unary;
        struct {
            enum sql_op op;
            struct sql_span where; /* the operator */
            struct sql_expr *left, *right;
        } binary;
        struct {
            enum sql_op op;
            bool negated;
            struct sql_expr *subject, *pattern, *escape; /* escape may be NULL */
        } pattern;
        struct {
            bool negated;
            struct sql_expr *subject, *low, *high;
        } between;
        struct {
            bool negated;
            struct sql_expr *subject;
            struct sql_query *query;   /* IN (SELECT …) */
            struct sql_from *table;    /* IN table, IN schema.table, IN function(…) */
            struct sql_expr_list list; /* IN (…), possibly empty, where the others are NULL */
        } in;
        struct {
            struct sql_expr *subject, *otherwise; /* each may be NULL */
            struct sql_when *whens;
            uint32_t n_whens;
        } cases;
        struct {
            struct sql_expr *operand;
            struct str type; /* as written, "" where it is empty */
        } cast;
        struct {
            struct sql_expr *operand;
            struct sql_name collation;
        } collate;
        struct {
            struct sql_name name;
            bool distinct, all, star; /* star: f(*) */
            struct sql_expr_list args;
            struct sql_expr *filter; /* FILTER (WHERE …), or NULL */
            struct sql_window *over; /* or NULL */
        } call;
        struct {
            struct sql_query *query; /* EXISTS (…) and (SELECT …) */
        } subquery;
        struct {
            struct sql_expr_list list; /* two or more */
        } row;
    } as;
};

enum sql_result_kind { SQL_RESULT_EXPR, SQL_RESULT_STAR, SQL_RESULT_TABLE_STAR };

struct sql_result {
    enum sql_result_kind kind;
    struct sql_expr *expr; /* SQL_RESULT_EXPR */
    struct sql_name alias; /* SQL_RESULT_EXPR, may be absent */
    struct sql_name table; /* SQL_RESULT_TABLE_STAR */
    bool as_written;       /* AS came before the alias */
    struct sql_span span;
};

enum sql_from_kind { SQL_FROM_TABLE, SQL_FROM_FUNCTION, SQL_FROM_QUERY, SQL_FROM_GROUP };

/* How an item is joined to what comes before it; several may be set, as they were written: LEFT
 * RIGHT JOIN is SQLite's other spelling of FULL JOIN. A comma sets none. */
enum sql_join_flag {
    SQL_JOIN_WORD = 1, /* JOIN was written rather than a comma */
    SQL_JOIN_NATURAL = 2,
    SQL_JOIN_LEFT = 4,
    SQL_JOIN_RIGHT = 8,
    SQL_JOIN_FULL = 16,
    SQL_JOIN_INNER = 32,
    SQL_JOIN_CROSS = 64,
    SQL_JOIN_OUTER = 128 /* the word OUTER was written */
};

/* One item of FROM, with how it joins to the items before it. */
struct sql_from {
    enum sql_from_kind kind;
    unsigned join; /* sql_join_flag; 0 for the first item and after a comma */
    struct sql_name schema, table, alias; /* each may be absent */
    struct sql_name index;                /* INDEXED BY, may be absent */
    bool not_indexed;                     /* NOT INDEXED was written */
    struct sql_expr_list args;            /* SQL_FROM_FUNCTION */
    struct sql_query *query;              /* SQL_FROM_QUERY */
    struct sql_from *group;               /* SQL_FROM_GROUP: ( … ), an array of n_group items */
    uint32_t n_group;
    struct sql_expr *on; /* or NULL */
    struct sql_name *using;
    uint32_t n_using;
    struct sql_span span;
};

enum sql_compound { SQL_FIRST, SQL_UNION, SQL_UNION_ALL, SQL_INTERSECT, SQL_EXCEPT };

/* One SELECT … or VALUES … of a query. */
struct sql_core {
    enum sql_compound op; /* how it combines with what comes before; SQL_FIRST for the first */
    bool distinct, all;
    struct sql_result *results;
    uint32_t n_results;
    struct sql_from *from;
    uint32_t n_from;
    struct sql_expr *where;
    struct sql_expr_list group_by;
    struct sql_expr *having;
    struct sql_window *windows; /* WINDOW clause */
    uint32_t n_windows;
    struct sql_expr_list *values; /* VALUES: rows, and then nothing else is set */
    uint32_t n_values;
    struct sql_span span;
};

enum sql_materialized { SQL_MATERIALIZED_ANY, SQL_MATERIALIZED, SQL_NOT_MATERIALIZED };

struct sql_cte {
    struct sql_name name;
    struct sql_name *columns;
    uint32_t n_columns;
    enum sql_materialized materialized;
    struct sql_query *query;
    struct sql_span span;
};

/* WITH … SELECT … UNION … ORDER BY … LIMIT … */
struct sql_query {
    bool recursive;
    struct sql_cte *ctes;
    uint32_t n_ctes;
    struct sql_core *cores; /* at least one */
    uint32_t n_cores;
    struct sql_order order;
    struct sql_expr *limit, *offset; /* or NULL; LIMIT a, b is limit b offset a */
    bool offset_first;               /* LIMIT a, b was written */
    struct sql_span span;
};

/* A whole statement. */
struct sql_stmt {
    struct str text; /* the source, which must outlive the tree */
    struct sql_query *query;
    uint32_t n_refs; /* column references, numbered 0 … n_refs-1 */
};

#endif
