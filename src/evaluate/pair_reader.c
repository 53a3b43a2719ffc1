/* pair_reader.c: read two files line by line, together. */
#include "evaluate/pair_reader.h"

enum status pair_reader_open(struct pair_reader *r, const char *gold, const char *pred,
                             struct databases *databases, struct err *e)
{
    *r = (struct pair_reader){.databases = databases};
    enum status status = line_reader_open(&r->gold, gold, e);
    if (status == OK)
        status = line_reader_open(&r->pred, pred, e);
    if (status)
        pair_reader_close(r);
    return status;
}

void pair_reader_close(struct pair_reader *r)
{
    line_reader_close(&r->gold);
    line_reader_close(&r->pred);
}

static enum status input_error(const struct line_reader *r, struct err *e, const char *problem)
{
    err_at(e, E_INPUT, r->line, 0, "%s", problem);
    err_in_file(e, r->path);
    return E_INPUT;
}

/* Only blank lines may follow the end of the other file. */
static enum status expect_end(struct line_reader *r, struct str line, const char *problem,
                              struct err *e)
{
    while (line.ptr) {
        if (str_trim(line).len > 0)
            return input_error(r, e, problem);
        TRY(line_reader_next(r, &line, e));
    }
    return OK;
}

static enum status split_gold(struct pair_reader *r, struct str line, struct pair *out,
                              struct err *e)
{
    size_t tab = str_after_last(line, '\t');
    if (tab == 0)
        return input_error(&r->gold, e, "no tab between SQL and db_id");
    out->gold = str_trim(str_slice(line, 0, tab - 1));
    enum status status =
        databases_get(r->databases, str_slice(line, tab, line.len), &out->database, e);
    if (status && !e->file[0]) {
        e->line = r->gold.line;
        err_in_file(e, r->gold.path);
    }
    return status;
}

static enum status make_pair(struct pair_reader *r, struct arena *a, struct str gold,
                             struct str pred, struct pair *out, struct err *e)
{
    *out = (struct pair){.index = r->count++, .line = r->gold.line, .turn = r->turn++};
    out->pred = arena_str(a, str_slice(pred, 0, str_find(pred, STR("\t"), 0)));
    return split_gold(r, arena_str(a, gold), out, e);
}

/* Predictions of another form would all be wrong, and nobody would know why. */
static enum status check_form(struct pair_reader *r, struct str pred, struct err *e)
{
    if (r->form.n_lines == 0 && str_starts(pred, STR("{\"id\":")))
        return input_error(&r->pred, e,
                           "JSON lines, as 'teql ask' writes them; wanted is one query on each "
                           "line: jq -r '.sql//\"\"' FILE makes them");
    enum status status = prediction_form_look(&r->form, pred, r->pred.line, e);
    if (status)
        err_in_file(e, r->pred.path);
    return status;
}

enum status pair_reader_next(struct pair_reader *r, struct arena *a, enum pair_event *event,
                             struct pair *out, struct err *e)
{
    struct str gold, pred;
    TRY(line_reader_next(&r->gold, &gold, e));
    TRY(line_reader_next(&r->pred, &pred, e));
    if (pred.ptr)
        TRY(check_form(r, str_trim(pred), e));
    if (!gold.ptr) {
        *event = PAIR_FILE_END;
        return expect_end(&r->pred, pred, "more predictions than gold queries", e);
    }
    gold = str_trim(gold);
    if (!pred.ptr) {
        *event = PAIR_FILE_END;
        return expect_end(&r->gold, gold, "fewer predictions than gold queries", e);
    }
    pred = str_trim(pred);
    *event = gold.len > 0 ? PAIR : PAIR_INTERACTION_END;
    if (gold.len > 0)
        return make_pair(r, a, gold, pred, out, e);
    r->turn = 0;
    return pred.len == 0 ? OK : input_error(&r->pred, e, "a prediction for a blank gold line");
}
