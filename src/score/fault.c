/* fault.c: from what was said, and what came of running it. */
#include "score/fault.h"

#include "diagnosis/strict_match.h"
#include "sql/parse.h"
#include "sql/statement.h"

static enum cause fault_of_failure(const struct score_rules *rules, const struct answer *said)
{
    static const enum cause CAUSES[] = {[FAILURE_NONE] = CAUSE_SYSTEM_ERROR,
                                        [FAILURE_OUTAGE] = CAUSE_OUTAGE,
                                        [FAILURE_CUT_OFF] = CAUSE_CUT_OFF};
    return rules->options.count_outages ? CAUSE_SYSTEM_ERROR : CAUSES[said->failure];
}

bool resolves(struct arena *a, const struct diagnosis_side *x)
{
    struct err e;
    return strict_consistent(a, x, x, &e) == STRICT_EQUAL;
}

/* Of SQL that does not run. */
static enum cause fault_of_text(struct str sql, struct arena *a)
{
    struct sql_stmt stmt;
    struct err e;
    return sql_parse(a, sql, &stmt, &e) == OK ? CAUSE_EXECUTION_ERROR : CAUSE_UNPARSABLE;
}

/* There is no database: would it run on one? */
static enum cause fault_unrun(const struct read_answer *r, struct arena *a)
{
    const struct diagnosis_side x = {r->said->sql, r->schema->schema, NULL};
    return r->readable || resolves(a, &x) ? CAUSE_CONSISTENT : fault_of_text(r->said->sql, a);
}

enum cause fault_of(const struct score_rules *rules, const struct read_answer *r, struct arena *a)
{
    if (!r->said)
        return CAUSE_NOT_ASKED;
    if (!r->said->sql.ptr)
        return fault_of_failure(rules, r->said);
    if (!sql_begins_statement(r->said->sql))
        return CAUSE_REFUSAL;
    if (!r->ran)
        return fault_unrun(r, a);
    switch (r->answer.outcome) {
    case QUERY_ROWS:
        return CAUSE_CONSISTENT;
    case QUERY_TIMEOUT:
        return CAUSE_TIMEOUT;
    case QUERY_TOO_LARGE:
        return CAUSE_TOO_LARGE;
    case QUERY_DENIED:
        return CAUSE_EXECUTION_ERROR;
    default:
        return fault_of_text(r->said->sql, a);
    }
}

/* Where the text decides, a query is good that Spider's grammar has, though it takes too long or
 * has a placeholder for a value. */
enum cause cause_by_seed(const struct score_rules *rules, const struct read_answer *seed)
{
    switch (seed->fault) {
    case CAUSE_CONSISTENT:
        return CAUSE_CONSISTENT;
    case CAUSE_TIMEOUT:
    case CAUSE_TOO_LARGE:
    case CAUSE_EXECUTION_ERROR:
        return rules->options.by != SCORE_BY_EXECUTION && seed->readable ? CAUSE_CONSISTENT
                                                                         : CAUSE_SEED_FAILS;
    case CAUSE_UNPARSABLE:
        return CAUSE_SEED_FAILS;
    default:
        return CAUSE_NO_SEED_ANSWER;
    }
}

bool fault_tells(enum cause fault)
{
    return fault != CAUSE_OUTAGE && fault != CAUSE_CUT_OFF && fault != CAUSE_NOT_ASKED;
}
