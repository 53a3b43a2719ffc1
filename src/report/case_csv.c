/* case_csv.c: writing a row for each seed, and for each of its cases.
 *
 * case_column.def lists the columns: their names and values. */
#include "report/document.h"

#include "base/printable.h"
#include "report/table.h"

struct csv_case {
    struct arena *arena;
    const struct verdict *verdict; /* NULL for a seed */
    const struct seed_verdict *seed;
    enum truth right; /* of a seed */
    struct case_texts texts;
};

static struct str truth_text(enum truth t)
{
    return t == YES ? STR("true") : t == NO ? STR("false") : STR("");
}

static struct str flag_text(bool flag)
{
    return flag ? STR("true") : STR("false");
}

static struct str number_text(struct arena *a, double x, bool known)
{
    return known ? arena_printf(a, "%.10g", x) : STR("");
}

static struct str token_text(struct arena *a, const struct answer_tokens *t, uint64_t n)
{
    return t->prompt || t->completion ? table_count(a, n) : STR("");
}

/* "SELECT; nested WHERE" */
static struct str clause_text(struct arena *a, const struct diagnosis *d)
{
    struct str clauses[CLAUSES_MAX], text = STR("");
    uint32_t n = clauses_of(a, d, clauses);
    for (uint32_t i = 0; i < n; i++)
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(text), i ? "; " : "", STR_ARG(clauses[i]));
    return text;
}

static struct str claim_text(const struct test_case *asked)
{
    return asked ? str_from(CLAIM_NAMES.names[asked->claim]) : STR("");
}

static struct str type_text(const struct diagnosis *d)
{
    return d->type == ERROR_NONE ? STR("") : error_type_name(d->type);
}

static struct str seed_id(const struct csv_case *c)
{
    return arena_printf(c->arena, "seed-%u", c->seed->number);
}

/* The fault of the answer by itself, or "right" or "wrong". */
static struct str seed_cause(const struct csv_case *c)
{
    if (c->seed->fault != CAUSE_CONSISTENT)
        return str_from(cause_name(c->seed->fault));
    return c->right == YES ? STR("right") : c->right == NO ? STR("wrong") : STR("");
}

#define OF_SEED(field) (c->texts.seed ? c->texts.seed->field : STR(""))
#define OF_CASE(field) (c->texts.asked ? c->texts.asked->field : STR(""))

static const struct table_column COLUMNS[] = {
#define CASE_COLUMN(name, number, text, seed) {name, number},
#include "report/case_column.def"
#undef CASE_COLUMN
};

enum { N_COLUMNS = COUNT_OF(COLUMNS) };

static void put_names(struct buf *out)
{
    for (size_t i = 0; i < N_COLUMNS; i++)
        buf_printf(out, "%s%s", i ? "," : "", COLUMNS[i].name);
    buf_put(out, STR("\r\n"));
}

/* The text with its line ends, safe to show. */
static void put_cell(struct buf *out, struct arena *a, struct str text, bool number)
{
    struct str copy = text.len ? arena_str(a, text) : STR("");
    if (copy.len)
        printable_text((char *)copy.ptr, copy.len);
    csv_put(out, copy, number);
}

static void put_texts(struct buf *out, const struct csv_case *c, const struct str texts[N_COLUMNS])
{
    for (size_t i = 0; i < N_COLUMNS; i++) {
        buf_put(out, i ? STR(",") : STR(""));
        put_cell(out, c->arena, texts[i], COLUMNS[i].number);
    }
    buf_put(out, STR("\r\n"));
}

static void put_case_line(struct buf *out, const struct csv_case *c)
{
    const struct verdict *v = c->verdict;
    const struct str texts[] = {
#define CASE_COLUMN(name, number, text, seed) text,
#include "report/case_column.def"
#undef CASE_COLUMN
    };
    put_texts(out, c, texts);
}

static void put_seed_line(struct buf *out, const struct csv_case *c)
{
    const struct str texts[] = {
#define CASE_COLUMN(name, number, text, seed) seed,
#include "report/case_column.def"
#undef CASE_COLUMN
    };
    put_texts(out, c, texts);
}

static enum status put_cases(struct report_out *out, struct csv_case *c, const struct scores *batch,
                             const struct case_source *source, uint32_t *next, struct err *e)
{
    uint32_t seed = (uint32_t)(c->seed - batch->seeds);
    for (; *next < batch->n_cases && batch->cases[*next].seed == seed; ++*next) {
        arena_clear(c->arena);
        c->verdict = &batch->cases[*next];
        c->texts = case_texts_of(source, batch, *next);
        put_case_line(out->text, c);
        TRY(report_out_pass(out, e));
    }
    return OK;
}

static enum status put_rows(void *ctx, const struct scores *batch, const struct case_source *source,
                            struct err *e)
{
    struct report_out *out = ctx;
    struct arena a = {0};
    enum status status = OK;
    for (uint32_t i = 0, next = 0; i < batch->n_seeds && status == OK; i++) {
        struct csv_case c = {.arena = &a,
                             .seed = &batch->seeds[i],
                             .right = scores_seed_right(batch, &batch->seeds[i]),
                             .texts = seed_texts_of(source, batch, i)};
        arena_clear(&a);
        put_seed_line(out->text, &c);
        status = put_cases(out, &c, batch, source, &next, e);
    }
    arena_release(&a);
    return status;
}

enum status case_csv(struct report_out *out, const struct scores *s, struct source_files *texts,
                     struct err *e)
{
    put_names(out->text);
    return source_files_walk(texts, s, put_rows, out, e);
}
