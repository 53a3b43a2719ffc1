/* scorer.c: verdicts on a seed and on its cases, one after another. */
#include "score/scorer.h"

#include "base/hash.h"
#include "diagnosis/lineage.h"
#include "diagnosis/strict_match.h"
#include "score/chance.h"
#include "score/expected_answer.h"
#include "spider/denotation.h"
#include "sql/parse.h"
#include "sql/statement.h"

#include <assert.h>
#include <stdlib.h>

/* Bytes of a refusal that are kept. */
enum { MESSAGE_MAX = 300 };

struct scorer {
    const struct score_rules *rules;
    struct runner runner;
    struct arena kept;         /* texts of verdicts */
    struct arena seed_scratch; /* forms and answers of the seed */
    struct arena case_scratch;

    /* Of this seed: */
    struct exact_keys keys;
    struct gold gold;
    struct read_answer seed;
};

const struct score_options score_options_default = {
#define OPTION OPTION_USUAL
#include "score/score_option.def"
};

static const struct recipe_option OPTIONS[] = {
#define OPTION(kind, field, ...) RECIPE_OPTION(struct score_options, kind, field),
#include "score/score_option.def"
};

void score_options_add(struct recipe *r, const struct score_options *o)
{
    recipe_add_options(r, OPTIONS, COUNT_OF(OPTIONS), o, &score_options_default);
}

struct scorer *scorer_new(const struct score_rules *rules, uint32_t worker)
{
    struct scorer *s = mem_alloc(sizeof *s);
    *s = (struct scorer){.rules = rules, .runner = {.rules = rules, .worker = worker}};
    return s;
}

enum status scorer_status(const struct scorer *s, struct err *e)
{
    if (s->runner.status)
        *e = s->runner.err;
    return s->runner.status;
}

bool scorer_found_database(const struct scorer *s)
{
    return s->runner.found_database;
}

void scorer_free(struct scorer *s, struct arena *texts)
{
    arena_take(texts, &s->kept);
    arena_release(&s->seed_scratch);
    arena_release(&s->case_scratch);
    free(s);
}

/* All schemas are made already, so this neither fails nor changes anything. */
static const struct suite_schema *schema_of(const struct scorer *s, struct str db_id)
{
    const struct suite_schema *schema = NULL;
    struct err e;
    enum status status = suite_schema(s->rules->suite, db_id, &schema, &e);
    assert(status == OK && schema);
    (void)status;
    return schema;
}

static const struct exact_keys *keys_of(struct scorer *s, const struct suite_schema *schema)
{
    struct exact_keys *keys = ARENA_NEW(&s->case_scratch, struct exact_keys);
    exact_keys_init(&s->case_scratch, schema->schema, keys);
    return keys;
}

/* Prepare an answer to a case to be compared with that to the seed. */
static void take_to_seed_schema(struct scorer *s, struct read_answer *r)
{
    r->keys = &s->keys;
    if (!r->schema->migration)
        return;
    struct lineage *lineage = ARENA_NEW(&s->case_scratch, struct lineage);
    lineage_init(&s->case_scratch, r->schema->migration, lineage);
    r->lineage = lineage;
    r->keys = &lineage->keys;
    if (r->readable)
        r->form = lineage_form(&s->case_scratch, lineage, &r->form);
}

/* Measures */

static enum truth truth_of(bool b)
{
    return b ? YES : NO;
}

/* Do two answers have the same rows? UNKNOWN if comparing takes too long. */
static enum truth same_rows(struct scorer *s, const struct query_result *a,
                            const struct query_result *b, bool ordered)
{
    struct deadline deadline = deadline_after_ms(s->rules->options.deadline_ms);
    enum denotation_verdict equal =
        denotation_equal(&a->rows, &b->rows, ordered, deadline, &s->case_scratch);
    return equal == DENOTATION_UNDECIDED ? UNKNOWN : truth_of(equal == DENOTATION_EQUAL);
}

static enum truth same_forms(const struct read_answer *r, const struct spider_form *other)
{
    struct exact_verdict verdict;
    exact_match(r->keys, &r->form, other, &verdict);
    return truth_of(verdict.exact);
}

static enum truth right_by_execution(struct scorer *s, const struct gold *gold,
                                     const struct read_answer *r)
{
    if (!gold->ran)
        return UNKNOWN;
    if (!r->said->sql.ptr)
        return NO;
    if (!r->ran)
        return UNKNOWN;
    if (r->prepared.outcome != QUERY_ROWS)
        return NO;
    return same_rows(s, &gold->answer, &r->prepared, gold->ordered);
}

/* Is the answer right, by the gold? */
static struct truths right_of(struct scorer *s, const struct gold *gold,
                              const struct read_answer *r)
{
    struct truths right = {0};
    if (!fault_is_answer(r->fault))
        return right;
    right.execution = right_by_execution(s, gold, r);
    if (gold->readable)
        right.exact = r->readable ? same_forms(r, &gold->form) : NO;
    return right;
}

/* UNKNOWN if the answer to the seed gave no rows. */
static enum truth execution_consistency(struct scorer *s, const struct read_answer *before,
                                        const struct read_answer *r)
{
    if (!before->ran || !r->ran || before->answer.outcome != QUERY_ROWS)
        return UNKNOWN;
    if (r->answer.outcome != QUERY_ROWS)
        return NO;
    return same_rows(s, &before->answer, &r->answer, before->ordered);
}

/* By the measure that was asked for; if that says UNKNOWN, by exact set match. */
static enum truth truth_by(const struct scorer *s, const struct truths *t)
{
    enum truth truth = s->rules->options.by == SCORE_BY_EXECUTION ? t->execution
                       : s->rules->options.by == SCORE_BY_STRICT  ? t->strict
                                                                  : t->exact;
    return truth == UNKNOWN ? t->exact : truth;
}

static struct diagnosis_side side_of(const struct read_answer *r)
{
    return (struct diagnosis_side){r->said->sql, r->schema->schema, r->lineage};
}

/* UNKNOWN if neither can be read. A query that can be read and one that cannot are different. */
static enum truth strict_consistency(struct scorer *s, const struct read_answer *before,
                                     const struct read_answer *r)
{
    const struct diagnosis_side x = side_of(before), y = side_of(r);
    struct err e;
    enum strict_verdict verdict = strict_consistent(&s->case_scratch, &x, &y, &e);
    if (verdict == STRICT_EQUAL)
        return YES;
    return verdict != STRICT_GOLD_FAULT || side_is_readable(&s->case_scratch, &y) ? NO : UNKNOWN;
}

static bool same_text(struct str a, struct str b)
{
    return str_eq(sql_without_end(a), sql_without_end(b));
}

/* If Spider's grammar has neither, the strict measure decides; if that cannot read them either, the
 * same text is the same query. */
static enum truth exact_consistency(struct scorer *s, const struct read_answer *before,
                                    const struct read_answer *r)
{
    if (before->readable && r->readable)
        return same_forms(r, &before->form);
    if (before->readable || r->readable)
        return NO;
    enum truth strict = strict_consistency(s, before, r);
    return strict == UNKNOWN ? truth_of(same_text(before->said->sql, r->said->sql)) : strict;
}

/* Are these two answers consistent? The same query may give different rows if it leaves its answer
 * to chance (a tie under LIMIT, a column that is not grouped by). That is the query's fault, and
 * not an inconsistency. */
static struct truths consistency(struct scorer *s, const struct read_answer *before,
                                 const struct read_answer *r)
{
    struct truths t = {.exact = exact_consistency(s, before, r),
                       .execution = execution_consistency(s, before, r)};
    if (s->rules->options.by == SCORE_BY_STRICT || t.execution == NO)
        t.strict = strict_consistency(s, before, r);
    if (t.execution == NO && t.strict == YES && r->answer.outcome == QUERY_ROWS &&
        before->answer.outcome == QUERY_ROWS &&
        sql_leaves_to_chance(&s->case_scratch, before->said->sql))
        t.execution = YES;
    return t;
}

/* Asked again, does the system give another answer than the first time? An outage does not count.
 */
static bool is_flaky(struct scorer *s, const struct read_answer *first)
{
    const struct answer *said = first->said;
    for (const struct answer *a = said && !said->failure ? said->next : NULL; a; a = a->next) {
        if (a->failure)
            continue;
        if (!a->sql.ptr != !said->sql.ptr)
            return true;
        if (!a->sql.ptr || same_text(a->sql, said->sql))
            continue;
        struct arena_mark mark = arena_mark(&s->case_scratch);
        struct read_answer again;
        read_answer_of(&s->runner, a, first->schema, &s->case_scratch, &again);
        again.keys = first->keys;
        struct truths same = consistency(s, first, &again);
        arena_rewind(&s->case_scratch, mark);
        if (truth_by(s, &same) != YES)
            return true;
    }
    return false;
}

/* Cases */

static enum cause cause_by(const struct scorer *s, const struct read_answer *r,
                           const struct truths *truths)
{
    if (truth_by(s, truths) == YES)
        return CAUSE_CONSISTENT;
    return r->fault == CAUSE_CONSISTENT ? CAUSE_INCONSISTENT : r->fault;
}

/* True if there is nothing to compare, with the cause. */
static bool is_unanswered(const struct scorer *s, const struct test_case *c,
                          const struct read_answer *r, struct verdict *out)
{
    bool by_gold = c->claim == CLAIM_CHANGED && c->query.ptr;
    enum cause by_seed = by_gold ? CAUSE_CONSISTENT : cause_by_seed(s->rules, &s->seed);
    bool said_nothing = r->fault == CAUSE_SYSTEM_ERROR || r->fault == CAUSE_REFUSAL;
    out->cause = r->fault == CAUSE_NOT_ASKED || by_seed == CAUSE_CONSISTENT ? r->fault : by_seed;
    if (said_nothing && out->cause == r->fault)
        out->consistent = (struct truths){NO, s->seed.ran ? NO : UNKNOWN, NO};
    return by_seed != CAUSE_CONSISTENT || said_nothing || !fault_is_answer(r->fault);
}

/* Why an answer gave no rows. */
static struct str message_of(const struct read_answer *r)
{
    if (!r->said)
        return STR("");
    if (r->fault == CAUSE_REFUSAL)
        return str_slice(r->said->sql, 0,
                         r->said->sql.len < MESSAGE_MAX ? r->said->sql.len : MESSAGE_MAX);
    if (r->ran && r->answer.outcome != QUERY_ROWS)
        return r->answer.message;
    return r->said->error.ptr ? r->said->error : STR("");
}

/* What is wrong */

static struct excerpt rows_of(struct scorer *s, const struct read_answer *r)
{
    return r->ran ? excerpt_of(&s->kept, &r->answer) : (struct excerpt){0};
}

/* How `r` differs from `said`, and the rows of both. */
static void explain_error(struct scorer *s, const struct read_answer *said,
                          const struct read_answer *r, struct verdict *out)
{
    out->rows_before = rows_of(s, said);
    out->rows_after = rows_of(s, r);
    const struct diagnosis_side before = side_of(said), after = side_of(r);
    struct diagnosis d;
    diagnose(&s->case_scratch, &before, &after, &d);
    out->diagnosis = diagnosis_copy(&s->kept, &d);
    if (d.type == ERROR_NONE)
        out->diagnosis.type = ERROR_OTHERS;
    out->diagnosis.kind = error_kind_of(&out->diagnosis);
}

/* The same for an answer that should differ from that to the seed. */
static void explain_unexpected(struct scorer *s, const struct read_answer *expected,
                               const struct read_answer *r, struct verdict *out)
{
    explain_error(s, expected, r, out);
    out->expected = arena_str(&s->kept, expected->said->sql);
}

/* Late queries */

/* May the time that an answer took not be the system's fault? Only if the answer decides: the text
 * of a query takes no time. */
static bool may_excuse(const struct scorer *s, const struct verdict *out)
{
    return s->rules->options.by == SCORE_BY_EXECUTION && out->cause == CAUSE_TIMEOUT;
}

/* Does the gold take too long, too? */
static bool gold_is_late(struct scorer *s, const struct test_case *c, const struct read_answer *r)
{
    struct gold gold;
    if (!r->schema->migration && s->gold.late)
        return true;
    gold_of(&s->runner, c->query, r->schema, &s->case_scratch, &gold);
    return gold.late;
}

/* Of a case whose answer should stay. */
static void excuse_same(struct scorer *s, const struct test_case *c, const struct read_answer *r,
                        struct verdict *out)
{
    if (!may_excuse(s, out))
        return;
    if (str_eq(str_trim(s->seed.said->sql), str_trim(r->said->sql)) ||
        strict_consistency(s, &s->seed, r) == YES)
        out->cause = CAUSE_SAME_TIMEOUT;
    else if (gold_is_late(s, c, r))
        out->cause = CAUSE_GOLD_TIMEOUT;
}

/* Of a case whose answer should be `expected`; NULL if that is not known. */
static void excuse_other(const struct scorer *s, const struct read_answer *expected,
                         struct verdict *out)
{
    bool late = out->gold_late || (expected && expected->fault == CAUSE_TIMEOUT);
    bool undecided =
        s->rules->options.by == SCORE_BY_EXECUTION && out->consistent.execution == UNKNOWN;
    bool blamed = cause_is_error(out->cause) || out->cause == CAUSE_GOLD_FAULT;
    if (late && blamed && (undecided || may_excuse(s, out)))
        out->cause = CAUSE_GOLD_TIMEOUT;
}

static void score_same(struct scorer *s, const struct test_case *c, struct read_answer *r,
                       struct verdict *out)
{
    take_to_seed_schema(s, r);
    out->right = right_of(s, &s->gold, r);
    out->gold_late = s->gold.late;
    if (is_unanswered(s, c, r, out))
        return;
    out->consistent = consistency(s, &s->seed, r);
    out->cause = cause_by(s, r, &out->consistent);
    excuse_same(s, c, r, out);
    if (cause_is_error(out->cause))
        explain_error(s, &s->seed, r, out);
}

static enum truth truth_or(enum truth a, enum truth b)
{
    return a == YES || b == YES ? YES : a == NO || b == NO ? NO : UNKNOWN;
}

/* Cases with mapped values */

/* An answer is right if it is that of the case's own gold, or, mapped back, that of the seed's
 * gold. */
static struct truths right_of_mapped(struct scorer *s, const struct test_case *c,
                                     const struct read_answer *r, const struct read_answer *back,
                                     bool *late)
{
    struct gold own, seed = s->gold;
    gold_of(&s->runner, c->query, r->schema, &s->case_scratch, &own);
    if (seed.ran)
        seed.answer = rows_to_compare(&s->case_scratch, &seed.answer);
    struct truths right = right_of(s, &own, r);
    if (fault_is_answer(r->fault))
        right.execution = truth_or(right.execution, right_by_execution(s, &seed, back));
    *late = own.late || (seed.late && !own.ran);
    return right;
}

/* By the rows; and by the texts, unless `expected` is NULL. */
static struct truths consistency_of_mapped(struct scorer *s, const struct read_answer *back,
                                           const struct read_answer *expected)
{
    struct read_answer before = expected ? *expected : s->seed;
    before.ran = s->seed.ran;
    before.answer = rows_to_compare(&s->case_scratch, &s->seed.answer);
    before.ordered = s->seed.ordered;
    if (expected)
        return consistency(s, &before, back);
    return (struct truths){.execution = execution_consistency(s, &before, back)};
}

/* If the texts do not decide, the rows must. */
static enum cause cause_of_mapped(const struct scorer *s, const struct read_answer *r,
                                  struct truths consistent)
{
    if (consistent.exact == UNKNOWN)
        consistent.exact = consistent.execution;
    return consistent.exact == UNKNOWN ? CAUSE_GOLD_FAULT : cause_by(s, r, &consistent);
}

/* Such a case is consistent if its answer, with values mapped back, is that to the seed. If the
 * claim is that the answer stays, the gold does not give mapped columns, but a system may. */
static void score_mapped(struct scorer *s, const struct test_case *c, struct read_answer *r,
                         struct verdict *out)
{
    r->keys = keys_of(s, r->schema);
    struct read_answer back = answer_mapped_back(&s->case_scratch, r);
    out->right = right_of_mapped(s, c, r, &back, &out->gold_late);
    if (is_unanswered(s, c, r, out))
        return;
    const struct read_answer *expected =
        expected_by_mapping(&s->runner, &s->seed, r->schema, &s->case_scratch);
    out->consistent = consistency_of_mapped(s, &back, expected);
    out->cause = cause_of_mapped(s, r, out->consistent);
    excuse_other(s, expected, out);
    if (!cause_is_error(out->cause))
        return;
    if (expected) {
        explain_unexpected(s, expected, r, out);
    } else {
        take_to_seed_schema(s, r);
        explain_error(s, &s->seed, r, out);
    }
}

/* Cases that ask something else */

/* Exact set match does not compare values and limits. If one of them changes, the strict measure
 * takes its place. */
static bool exact_sees(const struct query_edit *edit)
{
    return edit->what != EDIT_VALUE && edit->what != EDIT_LIMIT;
}

/* Is the answer the expected one, by the edit? */
static struct truths consistency_by_edit(struct scorer *s, const struct test_case *c,
                                         const struct read_answer *expected,
                                         const struct read_answer *r)
{
    struct truths t = consistency(s, expected, r);
    if (!exact_sees(&c->edit))
        t.exact = strict_consistency(s, expected, r);
    return t;
}

/* Is the answer the gold's? `exact` is what exact set match says. */
static enum truth exact_by_gold(struct scorer *s, const struct test_case *c,
                                const struct read_answer *r, enum truth exact)
{
    const struct answer said = {.sql = c->query};
    const struct read_answer gold = {.said = &said, .schema = r->schema};
    if (exact_sees(&c->edit))
        return exact;
    return c->query.ptr ? strict_consistency(s, &gold, r) : UNKNOWN;
}

/* Is it the answer to the seed again? Then the system did not see the change. */
static bool repeats_seed(struct scorer *s, const struct read_answer *r)
{
    return s->seed.said && s->seed.said->sql.ptr && strict_consistency(s, &s->seed, r) == YES;
}

/* Does the answer differ from the expected one only in which of several tied rows were taken?
 * `expected` may be NULL. */
static bool differs_by_tie(struct scorer *s, const struct test_case *c,
                           const struct read_answer *expected, const struct read_answer *r)
{
    const struct rows *rows = &r->answer.rows;
    if (!r->ran || r->answer.outcome != QUERY_ROWS || repeats_seed(s, r))
        return false;
    return (expected &&
            tied_answer(&s->runner, expected->said->sql, r->schema, rows, &s->case_scratch)) ||
           tied_answer(&s->runner, c->query, r->schema, rows, &s->case_scratch);
}

/* By the edit, or by the gold. `expected` may be NULL. */
static struct truths consistency_of_changed(struct scorer *s, const struct test_case *c,
                                            const struct read_answer *expected,
                                            const struct read_answer *r, const struct truths *right)
{
    struct truths edited = {0};
    if (expected)
        edited = consistency_by_edit(s, c, expected, r);
    struct truths t = {.exact = truth_or(edited.exact, exact_by_gold(s, c, r, right->exact)),
                       .execution = truth_or(edited.execution, right->execution),
                       .strict = edited.strict};
    if (t.execution == NO && differs_by_tie(s, c, expected, r))
        t.execution = YES;
    return t;
}

/* The expected answer is not known. */
static enum cause cause_unexpected(const struct test_case *c)
{
    return c->edit.what != EDIT_NONE && !c->query.ptr ? CAUSE_NO_ONE_PLACE : CAUSE_GOLD_FAULT;
}

/* Such a case is consistent if its answer is the answer to the seed with the edit, or if it is
 * right: a system may word the two differently. */
static void score_changed(struct scorer *s, const struct test_case *c, struct read_answer *r,
                          struct verdict *out)
{
    struct gold gold;
    r->keys = keys_of(s, r->schema);
    gold_of(&s->runner, c->query, r->schema, &s->case_scratch, &gold);
    out->right = right_of(s, &gold, r);
    out->gold_late = gold.late;
    if (is_unanswered(s, c, r, out))
        return;
    const struct read_answer *expected =
        expected_by_edit(&s->runner, c, &s->seed, r->schema, &s->case_scratch);
    out->consistent = consistency_of_changed(s, c, expected, r, &out->right);
    out->cause = truth_by(s, &out->consistent) == UNKNOWN ? cause_unexpected(c)
                                                          : cause_by(s, r, &out->consistent);
    excuse_other(s, expected, out);
    if (!cause_is_error(out->cause))
        return;
    if (!expected)
        expected = expected_by_gold(&s->runner, c, r->schema, &s->case_scratch);
    explain_unexpected(s, expected, r, out);
}

/* Of the questions and schemas of the seed and the case. */
static uint64_t verdict_digest(const struct scorer *s, const struct test_case *c,
                               const struct suite_schema *schema)
{
    struct str before = s->rules->suite->seeds[c->seed].question;
    return hash_combine(hash_combine(s->seed.schema->digest, hash_bytes(before)),
                        hash_combine(schema->digest, hash_bytes(c->question)));
}

/* Was the case asked more than once, and answered differently? */
static bool is_flaky_case(struct scorer *s, struct read_answer *r)
{
    if (!r->said || !r->said->next)
        return false;
    r->keys = keys_of(s, r->schema);
    r->ordered = answer_sorts_rows(&s->case_scratch, r);
    return is_flaky(s, r);
}

static void score_case(struct scorer *s, const struct test_case *c, const struct answer *said,
                       struct verdict *out)
{
    struct read_answer r;
    arena_clear(&s->case_scratch);
    read_answer_of(&s->runner, said, schema_of(s, c->db_id), &s->case_scratch, &r);
    *out = (struct verdict){.id = c->id,
                            .seed_number = c->seed_number,
                            .seed = c->seed,
                            .digest = verdict_digest(s, c, r.schema),
                            .naturalness = c->naturalness,
                            .seed_naturalness = c->seed_naturalness,
                            .overlap = c->overlap,
                            .on_empty = case_proved_on_empty(&c->proof),
                            .family = c->family,
                            .relation = c->relation,
                            .message = arena_str(&s->kept, message_of(&r)),
                            .ms = said ? said->ms : 0};
    if (said)
        out->tokens = said->tokens;
    out->flaky = is_flaky_case(s, &r);
    if (c->claim == CLAIM_CHANGED)
        score_changed(s, c, &r, out);
    else if (r.schema->migration && migration_maps(r.schema->migration))
        score_mapped(s, c, &r, out);
    else
        score_same(s, c, &r, out);
}

/* 0 if there is no query that can be read. */
static sql_element_set elements_of(struct scorer *s, struct str sql)
{
    struct sql_stmt stmt;
    struct err e;
    return sql.ptr && sql_parse(&s->seed_scratch, sql, &stmt, &e) == OK ? sql_elements(&stmt) : 0;
}

/* After each seed and case: is the rest still wanted? */
static bool is_rest_wanted(const struct scorer *s)
{
    const struct score_rules *r = s->rules;
    return !r->scored || r->scored(r->ctx);
}

void scorer_seed(struct scorer *s, uint32_t seed, uint32_t first, uint32_t end,
                 struct seed_verdict *out, struct verdict *cases)
{
    const struct suite *suite = s->rules->suite;
    const struct predictions *p = s->rules->predictions;
    const struct seed *it = &suite->seeds[seed];
    const struct suite_schema *schema = schema_of(s, it->db_id);
    arena_clear(&s->seed_scratch);
    arena_clear(&s->case_scratch);
    exact_keys_init(&s->seed_scratch, schema->schema, &s->keys);
    s->runner.keep_distinct = it->element.ptr != NULL; /* whether the system masters DISTINCT */
    gold_of(&s->runner, it->query, schema, &s->seed_scratch, &s->gold);
    read_answer_of(&s->runner, p->seeds[seed], schema, &s->seed_scratch, &s->seed);
    s->seed.keys = &s->keys;
    s->seed.ordered = answer_sorts_rows(&s->seed_scratch, &s->seed);
    *out = (struct seed_verdict){
        .number = it->number,
        .db_id = it->db_id,
        .hardness = it->hardness,
        .element = it->element,
        .category = it->category,
        .columns = it->columns,
        .elements = elements_of(s, it->query.ptr || !s->seed.said ? it->query : s->seed.said->sql),
        .answered = s->seed.said && s->seed.said->sql.ptr && s->seed.fault != CAUSE_REFUSAL,
        .fault = s->seed.fault,
        .message = arena_str(&s->kept, message_of(&s->seed)),
        .ms = p->seeds[seed] ? p->seeds[seed]->ms : 0};
    if (p->seeds[seed])
        out->tokens = p->seeds[seed]->tokens;
    out->right = right_of(s, &s->gold, &s->seed);
    out->gold_late = s->gold.late;
    if (out->right.execution == NO) {
        out->rows_expected = excerpt_of(&s->kept, &s->gold.answer);
        out->rows_given = rows_of(s, &s->seed);
    }
    out->flaky = is_flaky(s, &s->seed);
    for (uint32_t i = first; is_rest_wanted(s) && i < end; i++)
        score_case(s, &suite->cases[i], p->cases[i], &cases[i - first]);
}
