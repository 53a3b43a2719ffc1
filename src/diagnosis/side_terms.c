/* side_terms.c: text → terms. */
#include "diagnosis/side_terms.h"

#include "sql/parse.h"

enum side_fault side_terms(struct arena *a, const struct diagnosis_side *side,
                           enum canon_derived derived, struct side_terms *out, struct err *e)
{
    const struct canon_rules rules = {side->lineage, derived};
    struct sql_stmt stmt;
    out->lineage = side->lineage;
    if (sql_parse(a, side->sql, &stmt, e) != OK)
        return SIDE_UNPARSABLE;
    if (sql_resolve(a, side->schema, &stmt, &out->names, e) != OK ||
        canon_statement(a, side->schema, &rules, &stmt, &out->names, &out->tree, e) != OK)
        return SIDE_UNBOUND;
    return SIDE_READ;
}
