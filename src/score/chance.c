/* chance.c: a walk that looks for what depends on the schema. */
#include "score/chance.h"

#include "sql/elements.h"
#include "sql/parse.h"
#include "sql/walk.h"

static bool note_core(void *ctx, const struct sql_core *c)
{
    bool *depends = ctx;
    for (uint32_t i = 0; i < c->n_results; i++)
        *depends = *depends || c->results[i].kind != SQL_RESULT_EXPR;
    return true;
}

static bool note_from(void *ctx, const struct sql_from *f)
{
    static const struct str PREFIX = STR_INIT("sqlite_");
    bool *depends = ctx;
    struct str start = str_slice(f->table.text, 0,
                                 f->table.text.len < PREFIX.len ? f->table.text.len : PREFIX.len);
    *depends = *depends || f->join & SQL_JOIN_NATURAL || str_eq_nocase(start, PREFIX) ||
               f->kind == SQL_FROM_FUNCTION;
    return true;
}

bool sql_leaves_to_chance(struct arena *a, struct str sql)
{
    static const enum sql_element BY_CHANCE[] = {SQL_ELEMENT_LIMIT, SQL_ELEMENT_GROUP_BY,
                                                 SQL_ELEMENT_AGGREGATE, SQL_ELEMENT_WINDOW,
                                                 SQL_ELEMENT_NESTED};
    struct sql_stmt stmt;
    struct err e;
    bool depends = false, possible = false;
    if (sql_parse(a, sql, &stmt, &e) != OK)
        return false;
    sql_walk_query(&(struct sql_walker){.ctx = &depends, .core = note_core, .from = note_from},
                   stmt.query);
    for (size_t i = 0; i < COUNT_OF(BY_CHANCE); i++)
        possible = possible || sql_element_in(sql_elements(&stmt), BY_CHANCE[i]);
    return possible && !depends;
}
