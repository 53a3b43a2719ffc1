/* case_text.c: writing one case. */
#include "report/case_text.h"

#include "base/json_reader.h"
#include "base/number.h"
#include "base/printable.h"
#include "report/case_source.h"
#include "report/schema_text.h"
#include "report/word_diff.h"
#include "sql/statement.h"

#include <math.h>

#define INDENT "             " /* as wide as a label */

static void put_label(struct buf *out, const char *label)
{
    buf_printf(out, "%-12s ", label);
}

/* Lines after the first are indented, so that none of them looks like one of ours. */
static void put_labelled_text(struct buf *out, const char *label, struct str text)
{
    put_label(out, label);
    for (size_t i = 0; i < text.len; i++) {
        buf_putc(out, text.ptr[i]);
        if (text.ptr[i] == '\n')
            put_label(out, "");
    }
    buf_putc(out, '\n');
}

/* Values of a JSON object or array, as people write them: strings without quotes. */
static void put_json_value(struct buf *out, struct arena *a, struct json_value v)
{
    buf_put(out, printable_line(a, v.kind == JSON_KIND_STRING ? json_text(a, v) : v.raw));
}

static void put_members(struct buf *out, struct arena *a, struct json_value object)
{
    struct json_reader json = json_reader_of(a, object.raw);
    struct json_value v;
    bool first = true;
    for (struct str key; object.kind == JSON_KIND_OBJECT && json_next(&json, &key, &v);
         first = false) {
        buf_printf(out, "%s%.*s: ", first ? "" : ", ", STR_ARG(printable_line(a, key)));
        put_json_value(out, a, v);
    }
}

/* Paths: the changes of a worst case, one after another (attack/search.h). */

enum { STEP_RELATION, STEP_CHANGE, STEP_QUESTION, STEP_SAID, STEP_SAME, N_STEP_MEMBERS };

static void read_step(struct arena *a, struct json_value step,
                      struct json_value out[N_STEP_MEMBERS])
{
    static const struct str NAMES[] = {STR_INIT("relation"), STR_INIT("change"),
                                       STR_INIT("question"), STR_INIT("said"), STR_INIT("same")};
    struct json_reader json = json_reader_of(a, step.raw);
    json_members(&json, NAMES, N_STEP_MEMBERS, out);
}

/* "syn (synonyms: …)" */
static void put_step(struct buf *out, struct arena *a, const struct json_value step[N_STEP_MEMBERS])
{
    put_json_value(out, a, step[STEP_RELATION]);
    buf_put(out, STR(" ("));
    put_members(out, a, step[STEP_CHANGE]);
    buf_putc(out, ')');
}

static struct json_value path_of(struct arena *a, struct str change)
{
    struct json_value none = {JSON_KIND_NULL, {NULL, 0}};
    struct json_value path =
        json_member(a, (struct json_value){JSON_KIND_OBJECT, change}, STR("path"));
    return path.kind == JSON_KIND_ARRAY ? path : none;
}

/* On one line: "PI (inserted: Please), then syn (…)". */
static void put_path_line(struct buf *out, struct arena *a, struct json_value path)
{
    struct json_reader json = json_reader_of(a, path.raw);
    struct json_value v, step[N_STEP_MEMBERS];
    for (bool first = true; json_next_item(&json, &v); first = false) {
        read_step(a, v, step);
        buf_put(out, first ? STR("") : STR(", then "));
        put_step(out, a, step);
    }
}

void change_text(struct buf *out, struct arena *a, struct str change)
{
    struct json_value path = path_of(a, change);
    if (path.kind == JSON_KIND_ARRAY)
        put_path_line(out, a, path);
    else
        put_members(out, a, (struct json_value){JSON_KIND_OBJECT, change});
}

/* The question and answer after a step; nothing if the step was not asked by itself. */
static void put_step_answer(struct buf *out, struct arena *a,
                            const struct json_value step[N_STEP_MEMBERS])
{
    if (step[STEP_SAID].kind != JSON_KIND_STRING) {
        buf_put(out, STR(INDENT "  (not asked by itself)\n"));
        return;
    }
    buf_printf(out, INDENT "  %.*s\n",
               STR_ARG(printable_line(a, json_text(a, step[STEP_QUESTION]))));
    buf_printf(out, INDENT "  %s: %.*s\n",
               step[STEP_SAME].kind == JSON_KIND_TRUE ? "the same" : "no longer",
               STR_ARG(printable_line(a, json_text(a, step[STEP_SAID]))));
}

/* Each change of a path with the answer after it. Returns whether the last answer differs from the
 * first. */
static bool put_steps(struct buf *out, struct arena *a, struct json_value path)
{
    struct json_reader json = json_reader_of(a, path.raw);
    struct json_value v, step[N_STEP_MEMBERS];
    const char *label = "path";
    bool broke = false;
    for (unsigned i = 1; json_next_item(&json, &v); i++, label = "") {
        read_step(a, v, step);
        put_label(out, label);
        buf_printf(out, "%u ", i);
        put_step(out, a, step);
        buf_putc(out, '\n');
        put_step_answer(out, a, step);
        broke = step[STEP_SAME].kind == JSON_KIND_FALSE;
    }
    return broke;
}

/* The cost of finding the path, or of finding that nothing breaks the system. */
static void put_search(struct buf *out, struct arena *a, struct str change, bool broke)
{
    const struct json_value c = {JSON_KIND_OBJECT, change};
    uint64_t questions;
    if (!json_count(json_member(a, c, STR("questions")), UINT32_MAX, &questions))
        return;
    bool shrunk = json_member(a, c, STR("shrunk")).kind == JSON_KIND_TRUE;
    put_label(out, broke ? "found" : "not broken");
    buf_printf(out, "with %llu questions%s\n", (unsigned long long)questions,
               !broke   ? "; this came nearest"
               : shrunk ? ""
                        : "; not shrunk, since the budget was spent");
}

static void put_path(struct buf *out, struct arena *a, struct str change)
{
    struct json_value path = path_of(a, change);
    if (path.kind == JSON_KIND_ARRAY)
        put_search(out, a, change, put_steps(out, a, path));
}

static void put_change(struct buf *out, struct arena *a, struct str change)
{
    if (path_of(a, change).kind == JSON_KIND_ARRAY)
        return; /* it is shown as a path */
    put_label(out, "change");
    change_text(out, a, change);
    buf_putc(out, '\n');
}

/* With the answers to the same question asked again. */
static void put_answers(struct buf *out, const char *label, const struct answer *a)
{
    if (!a)
        put_labelled_text(out, label, STR("(not asked)"));
    for (; a; a = a->next, label = "again")
        put_labelled_text(out, label,
                          a->sql.ptr     ? a->sql
                          : a->error.ptr ? a->error
                                         : STR("(no answer)"));
}

/* Text as it is, numbers as JSON has them. */
static void put_cell(struct buf *out, struct arena *a, const struct value *v)
{
    struct json_writer w = json_writer_to(out);
    if (v->type == VALUE_TEXT)
        buf_put(out, printable_line(a, value_bytes(v)));
    else
        excerpt_value_json(&w, v);
}

void rows_text(struct buf *out, struct arena *a, const char *label, const struct excerpt *x)
{
    if (!x->known)
        return;
    buf_printf(out, "%s: %llu row%s\n", label, (unsigned long long)x->n_rows,
               x->n_rows == 1 ? "" : "s");
    for (size_t i = 0; i < x->rows.n_rows; i++) {
        buf_put(out, STR("  "));
        for (uint32_t c = 0; c < x->rows.n_columns; c++) {
            buf_put(out, c ? STR(" | ") : STR(""));
            put_cell(out, a, rows_at(&x->rows, i, c));
        }
        buf_putc(out, '\n');
    }
    if (x->rows.n_rows < x->n_rows)
        buf_put(out, STR("  \xe2\x80\xa6\n"));
}

/* " [operator, value]" */
static void put_kinds(struct buf *out, difference_set kinds)
{
    const char *open = " [";
    for (uint32_t k = 0; k < N_DIFFERENCES; k++)
        if (kinds >> k & 1) {
            buf_printf(out, "%s%.*s", open, STR_ARG(difference_name((enum difference_kind)k)));
            open = ", ";
        }
    buf_put(out, kinds ? STR("]") : STR(""));
}

static struct str text_or_nothing(struct arena *a, struct str text)
{
    return text.len ? printable_line(a, text) : STR("(nothing)");
}

/* For a nested query, the clauses that contain it come first. */
static void put_difference(struct buf *out, struct arena *a, const struct difference *d)
{
    struct str before = text_or_nothing(a, d->before), after = text_or_nothing(a, d->after);
    buf_printf(out, "  %.*s%s%.*s: %.*s \xe2\x86\x92 %.*s", STR_ARG(printable_line(a, d->path)),
               d->path.len ? " > " : "", STR_ARG(sql_clause_name(d->clause)), STR_ARG(before),
               STR_ARG(after));
    put_kinds(out, d->kinds);
    buf_putc(out, '\n');
}

void differences_text(struct buf *out, struct arena *a, const struct diagnosis *d)
{
    for (uint32_t i = 0; i < d->n_items; i++)
        put_difference(out, a, &d->items[i]);
}

static void put_diagnosis(struct buf *out, struct arena *a, const struct diagnosis *d)
{
    if (d->type != ERROR_NONE)
        put_labelled_text(out, "error", error_label(d));
    differences_text(out, a, d);
}

static const char *truth_word(enum truth t)
{
    return t == YES ? "yes" : t == NO ? "no" : "unknown";
}

static void put_truths(struct buf *out, const char *label, const struct truths *t)
{
    put_label(out, label);
    buf_printf(out, "by execution: %s, by exact set match: %s\n", truth_word(t->execution),
               truth_word(t->exact));
}

/* Both questions, with the words that differ marked. */
static void put_questions(struct buf *out, struct arena *a, const struct explained_case *c)
{
    struct str before = c->seed->question, after = c->asked->question;
    if (!str_eq(before, after))
        word_diff(a, c->seed->question, c->asked->question, &before, &after);
    put_labelled_text(out, "seed", before);
    put_labelled_text(out, "asked", after);
}

static struct str hardness_of(struct arena *a, const struct seed *s)
{
    return s->hardness.ptr ? printable_line(a, s->hardness) : STR("not rated");
}

enum { ENTRIES_SHOWN = 8 };

/* 2020, not 2020.0 */
static void put_number(struct buf *out, double x)
{
    char text[NUMBER_TEXT_MAX];
    struct str s = {text, number_format(x, text)};
    buf_put(out, str_ends(s, STR(".0")) ? str_slice(s, 0, s.len - 2) : s);
}

/* " = 2020 - age", " = 100 * height" */
static void put_linear(struct buf *out, const struct column_mapping *m, struct str old)
{
    double factor = m->factor;
    buf_put(out, STR(" = "));
    if (m->offset != 0) {
        put_number(out, m->offset);
        buf_put(out, factor < 0 ? STR(" - ") : STR(" + "));
        factor = fabs(factor);
    }
    if (factor != 1) {
        put_number(out, factor);
        buf_put(out, STR(" * "));
    }
    buf_put(out, old);
}

static void put_dictionary(struct buf *out, const struct column_mapping *m, struct str old)
{
    buf_printf(out, ": %.*s", STR_ARG(old));
    for (uint32_t i = 0; i < m->n_entries && i < ENTRIES_SHOWN; i++)
        buf_printf(out, ", %.*s is %.*s", STR_ARG(m->entries[i].old), STR_ARG(m->entries[i].new));
    if (m->n_entries > ENTRIES_SHOWN)
        buf_put(out, STR(", \xe2\x80\xa6"));
}

static void put_mapping(struct buf *out, const struct column_mapping *m, struct str old)
{
    switch (m->kind) {
    case MAPPING_PART:
        buf_printf(out, ": part %u of %u of %.*s, divided at '%.*s'%s", m->part + 1, m->n_parts,
                   STR_ARG(old), STR_ARG(m->separator),
                   m->whole ? "; a value of other parts is the last one" : "");
        if (m->last.ptr)
            buf_printf(out, "; '%.*s' is before the last one", STR_ARG(m->last));
        break;
    case MAPPING_DICTIONARY:
        put_dictionary(out, m, old);
        break;
    case MAPPING_FLAG:
        buf_printf(out, ": 1 where %.*s is %.*s, else 0", STR_ARG(old), STR_ARG(m->value));
        break;
    case MAPPING_DIGITS:
        buf_printf(out, ": %u of the digits of %.*s, before the last %u%s", m->digits, STR_ARG(old),
                   m->after, m->whole ? "; an empty text stays" : "");
        break;
    case MAPPING_LINEAR:
        put_linear(out, m, old);
        break;
    }
}

struct str mapping_text(struct arena *a, const struct migration *m, const struct migration_table *t,
                        const struct migration_column *c)
{
    struct buf line = {0};
    if (c->source != MIGRATION_MAPPED)
        return STR_NONE;
    buf_printf(&line, "%.*s.%.*s", STR_ARG(t->name), STR_ARG(c->name));
    put_mapping(&line, c->mapping, m->old->columns[c->old].name);
    struct str text = printable_line(a, arena_str(a, buf_str(&line)));
    buf_release(&line);
    return text;
}

/* The values of mapped columns; false if there are none. */
static bool put_mappings(struct buf *out, struct arena *a, const struct migration *m)
{
    const char *label = "mapped";
    bool any = false;
    for (uint32_t t = 0; m && t < m->n_tables; t++)
        for (uint32_t i = 0; i < m->tables[t].n_columns; i++) {
            const struct migration_column c = migration_column_of(m, &m->tables[t], i);
            struct str text = mapping_text(a, m, &m->tables[t], &c);
            if (!text.ptr)
                continue;
            put_labelled_text(out, label, text);
            label = "";
            any = true;
        }
    return any;
}

static void put_gold(struct buf *out, const struct explained_case *c)
{
    struct str before = c->seed->query, after = c->asked->query;
    if (before.ptr && after.ptr && !str_eq(sql_without_end(before), sql_without_end(after)))
        put_labelled_text(out, "gold before", before);
    if (after.ptr)
        put_labelled_text(out, "gold", after);
}

/* The expected answer and where it comes from. */
static void put_expected(struct buf *out, const struct explained_case *c)
{
    struct str expected = c->verdict->expected;
    if (expected.len == 0)
        return;
    const struct case_texts texts = {c->seed, c->asked, c->before, c->after};
    put_labelled_text(out, "expected", expected);
    put_labelled_text(out, "",
                      expects_gold(&texts, expected) ? STR("(by the gold)")
                      : c->asked->claim == CLAIM_CHANGED
                          ? STR("(the answer before, with the edit)")
                          : STR("(the answer before, over the new columns)"));
}

/* The names under which the system saw the schema; also those before the change if they differ. */
static void put_shown(struct buf *out, struct arena *a, const struct explained_case *c)
{
    if (!c->shown_before || !c->shown_after)
        return;
    struct str before = renamings_text(a, c->schema_before, c->shown_before);
    struct str after = renamings_text(a, c->schema_after, c->shown_after);
    if (!str_eq(before, after))
        put_labelled_text(out, "shown before", before);
    put_labelled_text(out, "shown as", after);
}

static void put_asked(struct buf *out, struct arena *a, const struct explained_case *c)
{
    const struct verdict *v = c->verdict;
    put_label(out, "case");
    buf_printf(out, "%.*s (%.*s), database %.*s, hardness %.*s\n", STR_ARG(v->id),
               STR_ARG(printable_line(a, c->relation.ptr ? c->relation : v->relation)),
               STR_ARG(c->seed->db_id), STR_ARG(hardness_of(a, c->seed)));
    put_questions(out, a, c);
    put_path(out, a, c->asked->change);
    if (!put_mappings(out, a, c->migration)) /* they show the change, and are easier to read */
        put_change(out, a, c->asked->change);
    if (c->schema_before != c->schema_after)
        schema_text_put(out, INDENT, c->schema_before, c->schema_after);
    put_shown(out, a, c);
    put_gold(out, c);
}

static void put_verdict(struct buf *out, struct arena *a, const struct explained_case *c)
{
    const struct verdict *v = c->verdict;
    put_labelled_text(out, "verdict", str_from(cause_name(v->cause)));
    if (v->message.len && !(c->after && str_eq(c->after->error, v->message)))
        put_labelled_text(out, "message", v->message);
    if (c->seed_flaky || v->flaky)
        put_labelled_text(
            out, "flaky",
            c->seed_flaky
                ? STR("asked the seed again, the system says something else: this may be chance")
                : STR("asked again, the system says something else: this may be chance"));
    put_diagnosis(out, a, &v->diagnosis);
    put_truths(out, "consistent", &v->consistent);
    put_truths(out, "right before", c->seed_right);
    put_truths(out, "right after", &v->right);
    rows_text(out, a, v->expected.len ? "rows expected" : "rows before", &v->rows_before);
    rows_text(out, a, "rows after", &v->rows_after);
}

void case_text(struct buf *out, const struct explained_case *c)
{
    struct arena a = {0};
    put_asked(out, &a, c);
    buf_putc(out, '\n');
    put_answers(out, "before", c->before);
    put_expected(out, c);
    put_answers(out, "after", c->after);
    buf_putc(out, '\n');
    put_verdict(out, &a, c);
    arena_release(&a);
}

static void put_outcomes(struct buf *out, const struct scores *scores, uint32_t place)
{
    uint64_t causes[N_CAUSES] = {0};
    for (uint32_t i = 0; i < scores->n_cases; i++)
        if (scores->cases[i].seed == place)
            causes[scores->cases[i].cause]++;
    if (scores->n_cases == 0)
        return;
    put_label(out, "cases");
    const char *comma = "";
    for (int c = 0; c < N_CAUSES; c++)
        if (causes[c]) {
            buf_printf(out, "%s%llu %s", comma, (unsigned long long)causes[c],
                       cause_name((enum cause)c));
            comma = ", ";
        }
    buf_putc(out, '\n');
    for (uint32_t i = 0; i < scores->n_cases; i++)
        if (scores->cases[i].seed == place && cause_is_error(scores->cases[i].cause))
            put_labelled_text(out, "", scores->cases[i].id);
}

void seed_text(struct buf *out, const struct scores *scores, const struct explained_seed *x)
{
    const struct seed_verdict *s = &scores->seeds[x->place];
    const struct seed *asked = x->asked;
    struct arena a = {0};
    put_label(out, "seed");
    buf_printf(out, "seed-%u, database %.*s, hardness %.*s\n", s->number, STR_ARG(asked->db_id),
               STR_ARG(hardness_of(&a, asked)));
    put_labelled_text(out, "asked", asked->question);
    if (x->shown)
        put_labelled_text(out, "shown as", renamings_text(&a, x->schema, x->shown));
    if (asked->query.ptr)
        put_labelled_text(out, "gold", asked->query);
    put_answers(out, "said", x->said);
    if (s->message.len && !(x->said && str_eq(x->said->error, s->message)))
        put_labelled_text(out, "message", s->message);
    if (s->flaky)
        put_labelled_text(out, "flaky", STR("asked again, the system says something else"));
    put_truths(out, "right", &s->right);
    rows_text(out, &a, "rows expected", &s->rows_expected);
    rows_text(out, &a, "rows given", &s->rows_given);
    put_outcomes(out, scores, x->place);
    arena_release(&a);
}
