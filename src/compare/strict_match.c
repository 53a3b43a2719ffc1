/* strict_match.c: read both queries and match their terms. */
#include "compare/strict_match.h"

#include "compare/canon.h"
#include "sql/parse.h"

static enum status read_query(struct arena *a, const struct schema *s, struct str text,
                              struct term_tree *out, struct err *e)
{
    struct sql_stmt stmt;
    struct sql_resolution names;
    enum status status = sql_parse(a, text, &stmt, e);
    if (status == OK)
        status = sql_resolve(a, s, &stmt, &names, e);
    if (status == OK)
        status = canon_statement(a, s, &stmt, &names, out, e);
    return status;
}

/* The search may give up, and how soon depends on which query is which: so the order of the texts
 * decides that, and not the caller. */
enum strict_verdict strict_match(struct arena *a, const struct schema *s, struct str gold,
                                 struct str pred, struct err *e)
{
    struct term_tree x, y;
    if (read_query(a, s, gold, &x, e) != OK)
        return STRICT_GOLD_FAULT;
    if (read_query(a, s, pred, &y, e) != OK)
        return STRICT_UNREADABLE;
    bool same = str_cmp(gold, pred) <= 0 ? term_match(a, &x, &y) : term_match(a, &y, &x);
    return same ? STRICT_EQUAL : STRICT_DIFFERENT;
}
