/* form.h: a query as Spider's official parser understands it.
 *
 * The form is the `sql` object of Spider's data files: clause by clause, names replaced by ids. It
 * is what exact set match compares. The reader follows the official parser in everything, also in
 * what that skips and cannot read; for SQL as it is, use sql/parse.h. A form is in the arena it was
 * read into. */
#ifndef TEQL_SPIDER_FORM_H
#define TEQL_SPIDER_FORM_H

#include "base/arena.h"
#include "base/json_writer.h"
#include "schema/schema.h"

/* The two published scripts. They differ in LIMIT: to tse every limit is 1. */
enum spider_rule { SPIDER_RULE_TSE, SPIDER_RULE_SPIDER };

/* Ids are the positions in the official lists, since they appear in the data files. */
enum spider_agg {
    SPIDER_AGG_NONE,
    SPIDER_AGG_MAX,
    SPIDER_AGG_MIN,
    SPIDER_AGG_COUNT,
    SPIDER_AGG_SUM,
    SPIDER_AGG_AVG
};
enum spider_unit_op {
    SPIDER_UNIT_NONE,
    SPIDER_UNIT_MINUS,
    SPIDER_UNIT_PLUS,
    SPIDER_UNIT_TIMES,
    SPIDER_UNIT_DIVIDE
};
enum spider_where_op {
    SPIDER_OP_NOT,
    SPIDER_OP_BETWEEN,
    SPIDER_OP_EQ,
    SPIDER_OP_GT,
    SPIDER_OP_LT,
    SPIDER_OP_GE,
    SPIDER_OP_LE,
    SPIDER_OP_NE,
    SPIDER_OP_IN,
    SPIDER_OP_LIKE,
    SPIDER_OP_IS,
    SPIDER_OP_EXISTS
};

/* agg(DISTINCT column) */
struct spider_col_unit {
    uint32_t column; /* SCHEMA_NONE: there is no unit */
    enum spider_agg agg;
    bool distinct;
};

/* a, or a op b */
struct spider_val_unit {
    enum spider_unit_op op;
    struct spider_col_unit a, b;
};

struct spider_selected {
    enum spider_agg agg;
    struct spider_val_unit unit;
};

enum spider_value_kind {
    SPIDER_VALUE_NONE,
    SPIDER_VALUE_NUMBER,
    SPIDER_VALUE_TEXT,
    SPIDER_VALUE_COLUMN,
    SPIDER_VALUE_QUERY
};

struct spider_value {
    enum spider_value_kind kind;
    union {
        double number;
        struct str text; /* as written, without its quotes */
        struct spider_col_unit column;
        struct spider_form *query;
    } as;
};

/* One element of a condition: a comparison, or the connective between two. The official list has
 * connectives at odd places. A query that omits one has a comparison there. */
struct spider_term {
    enum spider_term_kind { SPIDER_TERM_COMPARISON, SPIDER_TERM_AND, SPIDER_TERM_OR } kind;
    bool negated;
    enum spider_where_op op;
    struct spider_val_unit unit;
    struct spider_value low, high; /* high only for BETWEEN */
};

struct spider_condition {
    struct spider_term *terms;
    uint32_t count;
};

struct spider_table_unit {
    struct spider_form *query; /* NULL: `table` */
    uint32_t table;
};

struct spider_form {
    bool distinct;
    struct spider_selected *select;
    uint32_t n_select;
    struct spider_table_unit *tables;
    uint32_t n_tables;
    struct spider_condition on, where, having;
    struct spider_col_unit *group_by;
    uint32_t n_group_by;
    bool ordered, descending;
    struct spider_val_unit *order_by;
    uint32_t n_order_by;
    bool limited;
    int64_t limit;
    struct spider_form *intersect, *union_, *except; /* or NULL */
};

/* Longest text that is read, since comparisons take quadratic time. */
enum { SPIDER_MAX_TEXT = 100000 };

/* Read `text`. The form is in `a` and refers to `text`. Fails where the official parser fails, and
 * names the token it stopped at. Thread-safe. */
MUST_USE enum status spider_form_read(struct arena *a, const struct schema *s,
                                      enum spider_rule rule, struct str text,
                                      struct spider_form *out, struct err *e);

/* Write the object of Spider's data files. */
void spider_form_json(struct json_writer *w, const struct spider_form *f);

#endif
