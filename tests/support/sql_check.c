/* sql_check.c: properties of parser, printer and walker. */
#include "sql_check.h"

#include "base/json_writer.h"
#include "sql/equal.h"
#include "sql/lex.h"
#include "sql/parse.h"
#include "sql/sql_json.h"
#include "sql/walk.h"
#include "sql_print.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_TEXT = 1 << 24 };

/* Is only white space, comments and semicolons left? */
static bool is_blank(sqlite3 *db, const char *tail)
{
    sqlite3_stmt *stmt = NULL;
    while (*tail) {
        const char *next = tail;
        bool blank = sqlite3_prepare_v2(db, tail, -1, &stmt, &next) == SQLITE_OK && !stmt;
        sqlite3_finalize(stmt);
        if (!blank || next == tail)
            return blank;
        tail = next;
    }
    return true;
}

static bool contains_any(const char *message, const char *const *parts)
{
    for (; *parts; parts++) {
        if (strstr(message, *parts))
            return true;
    }
    return false;
}

/* The parser rejects the first four of `stops` too; the others are left to the resolver. A
 * statement before the last one is judged without a look at the rest. */
static enum sqlite_verdict judge_message(const char *message, struct str text)
{
    static const char *const syntax[] = {"syntax error", "unrecognized token", "incomplete input",
                                         NULL};
    static const char *const stops[] = {"unknown join type",
                                        "a JOIN clause is required",
                                        "clause should come after",
                                        "RAISE() may only be used",
                                        "parser stack overflow",
                                        "Expression tree is too large",
                                        "variable number must be",
                                        "too many arguments on",
                                        "duplicate WITH table name",
                                        "too many terms in compound",
                                        "unsupported frame specification",
                                        "IN(...) element",
                                        "no such window",
                                        "cannot override",
                                        "is not supported for window functions",
                                        NULL};
    if (contains_any(message, syntax))
        return SQLITE_SYNTAX;
    bool several = text.len && memchr(text.ptr, ';', text.len - 1);
    return several || contains_any(message, stops) ? SQLITE_STOPS : SQLITE_REFUSES;
}

static bool begins_query(struct str text)
{
    struct sql_lexer lex = {.text = text};
    enum sql_token_type type = sql_lexer_next(&lex).type;
    while (type == TOKEN_SEMICOLON)
        type = sql_lexer_next(&lex).type;
    return type == KW_SELECT || type == KW_VALUES || type == KW_WITH;
}

enum sqlite_verdict sqlite_judge(sqlite3 *db, struct str text)
{
    if (!begins_query(text))
        return SQLITE_SEVERAL;
    struct arena a = {0};
    sqlite3_stmt *stmt = NULL;
    const char *tail = NULL;
    enum sqlite_verdict verdict = SQLITE_SEVERAL;
    struct str copy = arena_str(&a, text); /* SQLite wants a NUL */
    if (sqlite3_prepare_v2(db, copy.ptr, (int)copy.len + 1, &stmt, &tail) != SQLITE_OK)
        verdict = judge_message(sqlite3_errmsg(db), text);
    else if (stmt && sqlite3_column_count(stmt) > 0 && !sqlite3_stmt_isexplain(stmt) &&
             sqlite3_stmt_readonly(stmt) && is_blank(db, tail))
        verdict = SQLITE_TAKES;
    sqlite3_finalize(stmt);
    arena_release(&a);
    return verdict;
}

static const char *check_second_print(struct arena *a, struct str first,
                                      const struct sql_stmt *stmt)
{
    struct sql_stmt again;
    struct err e;
    struct buf out;
    if (sql_parse(a, first, &again, &e) != OK)
        return arena_printf(a, "printed text is not read: %u:%u: %s", e.line, e.col, e.msg).ptr;
    if (!sql_tree_equal(stmt->query, again.query) || stmt->n_refs != again.n_refs)
        return "printed text reads as another tree";
    out = (struct buf){0};
    sql_print_query(&out, again.query);
    bool same = str_eq(first, buf_str(&out));
    buf_release(&out);
    return same ? NULL : "printing twice gives two texts";
}

const char *check_round_trip(struct arena *a, const struct sql_stmt *stmt, struct buf *printed)
{
    buf_clear(printed);
    sql_print_query(printed, stmt->query);
    if (printed->overflow)
        return "printed text is too long";
    return check_second_print(a, buf_str(printed), stmt);
}

enum { N_EXPR_KINDS = SQL_EXPR_ROW + 1, N_FROM_KINDS = SQL_FROM_GROUP + 1, MAX_STACK = 4096 };

struct tally {
    uint32_t exprs[N_EXPR_KINDS], froms[N_FROM_KINDS], queries, open, refs;
    const struct sql_expr **seen;
    uint32_t n_seen;
    struct arena *arena;
    struct sql_span stack[MAX_STACK];
    const char *problem;
};

static void push_span(struct tally *t, struct sql_span span)
{
    struct sql_span outer = t->open ? t->stack[t->open - 1] : (struct sql_span){0, UINT32_MAX};
    if (span.start < outer.start || span.end > outer.end || span.start >= span.end)
        t->problem = "a span does not lie in its parent's";
    if (t->open == MAX_STACK)
        t->problem = "the tree is too deep";
    else
        t->stack[t->open++] = span;
}

static bool meet_query(void *ctx, const struct sql_query *q)
{
    struct tally *t = ctx;
    t->queries++;
    push_span(t, q->span);
    return true;
}

static void quit_query(void *ctx, const struct sql_query *q)
{
    (void)q;
    ((struct tally *)ctx)->open--;
}

static bool meet_from(void *ctx, const struct sql_from *f)
{
    ((struct tally *)ctx)->froms[f->kind]++;
    return true;
}

static bool meet_expr(void *ctx, const struct sql_expr *x)
{
    struct tally *t = ctx;
    t->exprs[x->kind]++;
    if (x->kind == SQL_EXPR_COLUMN && x->as.column.ref != t->refs++)
        t->problem = "references are not met in order";
    ARENA_ADD(t->arena, t->seen, t->n_seen, x);
    push_span(t, x->span);
    return true;
}

static void quit_expr(void *ctx, const struct sql_expr *x)
{
    (void)x;
    ((struct tally *)ctx)->open--;
}

static int by_address(const void *a, const void *b)
{
    const struct sql_expr *x = *(const struct sql_expr *const *)a;
    const struct sql_expr *y = *(const struct sql_expr *const *)b;
    return (x > y) - (x < y);
}

static uint32_t count_in(struct str text, const char *kind)
{
    char needle[40];
    uint32_t n = 0;
    int len = snprintf(needle, sizeof needle, "\"kind\":\"%s\"", kind);
    struct str wanted = {needle, (size_t)len};
    for (size_t at = str_find(text, wanted, 0); at < text.len; at = str_find(text, wanted, at + 1))
        n++;
    return n;
}

/* The dump goes down the tree in its own way: the walk must count the same nodes. */
static const char *compare_with_dump(const struct tally *t, struct str dump)
{
    static const char *const exprs[N_EXPR_KINDS] = {
        "literal", "parameter", "column",  "unary", "binary", "pattern",  "between", "in",
        "case",    "cast",      "collate", "call",  "exists", "subquery", "row"};
    static const char *const froms[N_FROM_KINDS] = {"table", "function", NULL, "group"};
    for (int i = 0; i < N_EXPR_KINDS; i++) {
        if (count_in(dump, exprs[i]) != t->exprs[i])
            return "the walk does not meet every expression";
    }
    for (int i = 0; i < N_FROM_KINDS; i++) {
        if (froms[i] && count_in(dump, froms[i]) != t->froms[i])
            return "the walk does not meet every item of FROM";
    }
    if (count_in(dump, "query") != t->queries + t->froms[SQL_FROM_QUERY])
        return "the walk does not meet every query";
    return NULL;
}

static const char *check_dump(const struct tally *t, const struct sql_stmt *stmt)
{
    struct buf out;
    out = (struct buf){0};
    struct json_writer w = json_writer_to(&out);
    sql_tree_json(&w, stmt->query);
    const char *problem = compare_with_dump(t, buf_str(&out));
    buf_release(&out);
    return problem;
}

const char *check_walk(struct arena *a, const struct sql_stmt *stmt)
{
    struct tally *t = ARENA_NEW(a, struct tally);
    struct sql_walker walker = {.ctx = t,
                                .query = meet_query,
                                .leave_query = quit_query,
                                .from = meet_from,
                                .expr = meet_expr,
                                .leave_expr = quit_expr};
    t->arena = a;
    sql_walk_query(&walker, stmt->query);
    if (t->problem)
        return t->problem;
    if (t->open != 0)
        return "a node was entered and not left";
    if (t->refs != stmt->n_refs)
        return "a reference was not met";
    if (t->n_seen)
        qsort(t->seen, t->n_seen, sizeof *t->seen, by_address);
    for (uint32_t i = 1; i < t->n_seen; i++) {
        if (t->seen[i] == t->seen[i - 1])
            return "an expression was met twice";
    }
    return check_dump(t, stmt);
}
