/* canon_expr.c: expressions.
 *
 * Operands whose order does not matter are a bag, and so is a chain of one such operator. A negated
 * operator is NOT before the operator; > and >= become < and <= with their operands exchanged. */
#include "diagnosis/canon.h"
#include "sql/lex.h"
#include "sql/operator.h"

/* Names */

/* The core whose result an alias names: the innermost that has one of that name. An alias that is
 * not in the text is a column of `*`, which only ORDER BY of the same core can mean. */
static struct canon_scope *alias_scope(struct canon_scope *s, struct str name)
{
    struct canon_scope *innermost = NULL;
    for (; s; s = s->outer) {
        if (!s->core || !s->results)
            continue;
        innermost = innermost ? innermost : s;
        for (uint32_t i = 0; i < s->core->n_results; i++) {
            struct str alias = s->core->results[i].alias.text;
            if (alias.ptr && str_eq_nocase(alias, name))
                return s;
        }
    }
    return innermost;
}

static struct term *canon_alias(struct canon *c, struct canon_scope *s, struct str name,
                                uint32_t position)
{
    struct canon_scope *owner = alias_scope(s, name);
    if (owner)
        return canon_result(c, owner, position);
    return term_leaf(c->arena, TERM_POSITION, arena_printf(c->arena, "%u", position));
}

static struct term *canon_rowid(struct canon *c, const struct sql_binding *b)
{
    struct variable *v = canon_item_variable(c, b->source);
    if (b->column != SCHEMA_STAR && b->column != SCHEMA_NONE)
        return canon_column(c, v, b->column);
    return term_leaf_of(c->arena, TERM_ROWID, v, STR(""));
}

static struct term *canon_name(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    const struct sql_binding *b = &c->bindings[x->as.column.ref];
    struct str name = x->as.column.name.text;
    switch (b->kind) {
    case SQL_BOUND_COLUMN:
        return canon_column(c, canon_item_variable(c, b->source), b->column);
    case SQL_BOUND_DERIVED:
        return canon_derived(c, s, b->source, b->position);
    case SQL_BOUND_ROWID:
        return canon_rowid(c, b);
    case SQL_BOUND_ALIAS:
        return canon_alias(c, s, name, b->position);
    case SQL_BOUND_STRING:
        return term_leaf(c->arena, TERM_STRING, name);
    case SQL_BOUND_TRUE_FALSE:
        return term_leaf(c->arena, TERM_TRUTH, arena_str_lower(c->arena, name));
    case SQL_BOUND_NOTHING:
        break;
    }
    return term_leaf(c->arena, TERM_UNBOUND, arena_str_lower(c->arena, name));
}

/* Operators */

static struct term *operator_term(struct canon *c, enum sql_op op, struct term_list operands)
{
    return term_make(c->arena, TERM_OPERATOR, sql_operator(op)->text, operands);
}

static struct term *negate_if(struct canon *c, bool negated, struct term *x)
{
    return negated ? operator_term(c, SQL_NOT, TERMS(c->arena, x)) : x;
}

static struct term *canon_is(struct canon *c, bool negated, struct term *x, struct term *y)
{
    struct str is = sql_operator(SQL_IS)->text;
    return negate_if(c, negated, term_make_bag(c->arena, TERM_OPERATOR, is, TERMS(c->arena, x, y)));
}

static struct term *canon_unary(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    enum sql_op op = x->as.unary.op;
    struct term *operand = canon_expr(c, s, x->as.unary.operand);
    if (op == SQL_ISNULL || op == SQL_NOTNULL)
        return canon_is(c, op == SQL_NOTNULL, operand, term_leaf(c->arena, TERM_NULL, STR("")));
    return operator_term(c, op, TERMS(c->arena, operand));
}

void canon_chain(struct canon *c, struct canon_scope *s, const struct sql_expr *x, enum sql_op op,
                 struct term_list *out)
{
    if (x->kind == SQL_EXPR_BINARY && x->as.binary.op == op) {
        canon_chain(c, s, x->as.binary.left, op, out);
        canon_chain(c, s, x->as.binary.right, op, out);
    } else {
        term_list_add(c->arena, out, canon_expr(c, s, x));
    }
}

static struct term *canon_chained(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct term_list operands = {0};
    canon_chain(c, s, x, x->as.binary.op, &operands);
    return term_make_bag(c->arena, TERM_OPERATOR, sql_operator(x->as.binary.op)->text, operands);
}

static struct term *canon_binary(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    enum sql_op op = x->as.binary.op;
    switch (op) {
    case SQL_AND:
    case SQL_OR:
    case SQL_ADD:
    case SQL_MUL:
    case SQL_BIT_AND:
    case SQL_BIT_OR:
        return canon_chained(c, s, x);
    default:
        break;
    }
    struct term *left = canon_expr(c, s, x->as.binary.left);
    struct term *right = canon_expr(c, s, x->as.binary.right);
    switch (op) {
    case SQL_EQ:
    case SQL_NE:
        return term_make_bag(c->arena, TERM_OPERATOR, sql_operator(op)->text,
                             TERMS(c->arena, left, right));
    case SQL_IS:
    case SQL_IS_NOT:
        return canon_is(c, op == SQL_IS_NOT, left, right);
    case SQL_GT:
    case SQL_GE:
        return operator_term(c, op == SQL_GT ? SQL_LT : SQL_LE, TERMS(c->arena, right, left));
    default:
        return operator_term(c, op, TERMS(c->arena, left, right));
    }
}

static struct term *canon_pattern(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct term *subject = canon_expr(c, s, x->as.pattern.subject);
    struct term *pattern = canon_expr(c, s, x->as.pattern.pattern);
    struct term *escape = canon_expr(c, s, x->as.pattern.escape);
    struct term *t = operator_term(c, x->as.pattern.op, TERMS(c->arena, subject, pattern, escape));
    return negate_if(c, x->as.pattern.negated, t);
}

static struct term *canon_between(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct term *subject = canon_expr(c, s, x->as.between.subject);
    struct term *low = canon_expr(c, s, x->as.between.low);
    struct term *high = canon_expr(c, s, x->as.between.high);
    struct term *t =
        term_make(c->arena, TERM_BETWEEN, STR(""), TERMS(c->arena, subject, low, high));
    return negate_if(c, x->as.between.negated, t);
}

static struct term *canon_in(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct term *subject = canon_expr(c, s, x->as.in.subject), *set;
    if (x->as.in.query)
        set = canon_query(c, s, x->as.in.query, CANON_PLACED);
    else if (x->as.in.table)
        set = canon_item(c, s, x->as.in.table);
    else
        set = term_make_set(c->arena, TERM_SET, canon_exprs(c, s, &x->as.in.list));
    struct term *t = term_make(c->arena, TERM_IN, STR(""), TERMS(c->arena, subject, set));
    return negate_if(c, x->as.in.negated, t);
}

/* The rest */

static struct term *canon_case(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct term_list parts = {0};
    term_list_add(c->arena, &parts, canon_expr(c, s, x->as.cases.subject));
    for (uint32_t i = 0; i < x->as.cases.n_whens; i++) {
        term_list_add(c->arena, &parts, canon_expr(c, s, x->as.cases.whens[i].when));
        term_list_add(c->arena, &parts, canon_expr(c, s, x->as.cases.whens[i].then));
    }
    term_list_add(c->arena, &parts, canon_expr(c, s, x->as.cases.otherwise));
    return term_make(c->arena, TERM_CASE, STR(""), parts);
}

/* The words of a type, in lower case. */
static struct str canon_type(struct canon *c, struct str type)
{
    struct sql_lexer lex = {.text = type};
    struct sql_token token = sql_lexer_next(&lex);
    char *out = arena_alloc(c->arena, 2 * type.len + 1);
    size_t n = 0;
    for (; token.type != TOKEN_EOF; token = sql_lexer_next(&lex)) {
        for (uint32_t i = token.span.start; i < token.span.end; i++)
            out[n++] = ascii_lower(type.ptr[i]);
        out[n++] = ' ';
    }
    return (struct str){out, n};
}

static struct term *canon_cast(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct term *operand = canon_expr(c, s, x->as.cast.operand);
    return term_make(c->arena, TERM_CAST, canon_type(c, x->as.cast.type), TERMS(c->arena, operand));
}

struct term *canon_collate(struct canon *c, const struct sql_expr *x, struct term *operand)
{
    struct str collation = arena_str_lower(c->arena, x->as.collate.collation.text);
    return term_make(c->arena, TERM_COLLATE, collation, TERMS(c->arena, operand));
}

static struct term *canon_exists(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct term *query = canon_query(c, s, x->as.subquery.query, CANON_FREE);
    return term_make(c->arena, TERM_EXISTS, STR(""), TERMS(c->arena, query));
}

static struct term *canon_row(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    return term_make(c->arena, TERM_ROW, STR(""), canon_exprs(c, s, &x->as.row.list));
}

static struct term *canon_kind(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_LITERAL:
        return canon_literal(c, x);
    case SQL_EXPR_PARAMETER:
        return term_leaf(c->arena, TERM_PARAMETER, x->as.parameter.text);
    case SQL_EXPR_COLUMN:
        return canon_name(c, s, x);
    case SQL_EXPR_UNARY:
        return canon_unary(c, s, x);
    case SQL_EXPR_BINARY:
        return canon_binary(c, s, x);
    case SQL_EXPR_PATTERN:
        return canon_pattern(c, s, x);
    case SQL_EXPR_BETWEEN:
        return canon_between(c, s, x);
    case SQL_EXPR_IN:
        return canon_in(c, s, x);
    case SQL_EXPR_CASE:
        return canon_case(c, s, x);
    case SQL_EXPR_CAST:
        return canon_cast(c, s, x);
    case SQL_EXPR_COLLATE:
        return canon_collate(c, x, canon_expr(c, s, x->as.collate.operand));
    case SQL_EXPR_CALL:
        return canon_call(c, s, x);
    case SQL_EXPR_EXISTS:
        return canon_exists(c, s, x);
    case SQL_EXPR_SUBQUERY:
        return canon_query(c, s, x->as.subquery.query, CANON_PLACED);
    case SQL_EXPR_ROW:
        return canon_row(c, s, x);
    }
    return canon_absent(c);
}

/* How numbers are written */

static bool text_has(struct str text, struct str part)
{
    return str_find(text, part, 0) < text.len;
}

/* Does SQLite compare a value of this declared type as text? */
static bool declares_text(struct canon *c, struct str type)
{
    struct str lower = arena_str_lower(c->arena, type);
    return !text_has(lower, STR("int")) &&
           (text_has(lower, STR("char")) || text_has(lower, STR("clob")) ||
            text_has(lower, STR("text")));
}

/* A number that is compared with a text becomes a text: '2010' = 2010, but not 2010.0. */
static bool is_text(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    if (x->kind == SQL_EXPR_CAST)
        return declares_text(c, x->as.cast.type);
    if (x->kind == SQL_EXPR_COLLATE)
        return is_text(c, s, x->as.collate.operand);
    uint32_t column = canon_expr_origin(c, s, x);
    if (column == SCHEMA_NONE || column == SCHEMA_STAR)
        return false;
    const struct schema_declared *declared = c->schema->declared;
    if (declared && declared[column].type.ptr)
        return declares_text(c, declared[column].type);
    return c->schema->columns[column].type == SCHEMA_TEXT;
}

/* Does it matter how numbers among the operands are written? For what computes, it depends on the
 * operator around it. */
static bool binary_is_typed(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    switch (x->as.binary.op) {
    case SQL_DIV:
    case SQL_MOD:
    case SQL_CONCAT:
    case SQL_ARROW:
    case SQL_ARROW2:
        return true;
    default:
        break;
    }
    enum sql_level level = sql_operator(x->as.binary.op)->level;
    if (level > SQL_LEVEL_COMPARISON)
        return c->typed;
    return level >= SQL_LEVEL_EQUALITY &&
           (is_text(c, s, x->as.binary.left) || is_text(c, s, x->as.binary.right));
}

static bool is_typed(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    switch (x->kind) {
    case SQL_EXPR_BINARY:
        return binary_is_typed(c, s, x);
    case SQL_EXPR_PATTERN:
    case SQL_EXPR_CALL:
    case SQL_EXPR_CAST:
        return true;
    case SQL_EXPR_BETWEEN:
        return is_text(c, s, x->as.between.subject);
    case SQL_EXPR_IN:
        return is_text(c, s, x->as.in.subject);
    case SQL_EXPR_CASE:
        return c->typed || (x->as.cases.subject && is_text(c, s, x->as.cases.subject));
    case SQL_EXPR_EXISTS:
        return false;
    default:
        return c->typed;
    }
}

struct term *canon_expr(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    if (!x)
        return canon_absent(c);
    bool outer = c->typed;
    c->typed = is_typed(c, s, x);
    struct term *t = canon_kind(c, s, x);
    c->typed = outer;
    return canon_note(t, x->span);
}

struct term_list canon_exprs(struct canon *c, struct canon_scope *s,
                             const struct sql_expr_list *list)
{
    struct term_list terms = {0};
    for (uint32_t i = 0; i < list->count; i++)
        term_list_add(c->arena, &terms, canon_expr(c, s, list->items[i]));
    return terms;
}
