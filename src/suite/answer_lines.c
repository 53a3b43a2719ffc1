/* answer_lines.c: lines of either form. */
#include "suite/answer_lines.h"

enum status answer_lines_open(struct answer_lines *l, const char *path, struct err *e)
{
    *l = (struct answer_lines){.form = LINES_UNKNOWN};
    return line_reader_open(&l->lines, path, e);
}

void answer_lines_close(struct answer_lines *l)
{
    line_reader_close(&l->lines);
    arena_release(&l->scratch);
}

enum status answer_line_parse(struct arena *a, struct str line, uint32_t number, struct answer *out,
                              struct err *e)
{
    static const char NOTHING[1];
    static const struct str NOT_GIVEN = {NOTHING, 0};
    struct answer answer = {.sql = NOT_GIVEN, .error = NOT_GIVEN};
    enum status status = record_read(a, &ANSWER_RECORD, line, number, &answer, e);
    bool has_sql = answer.sql.ptr != NOT_GIVEN.ptr, has_error = answer.error.ptr != NOT_GIVEN.ptr;
    if (status == OK && !has_sql && !has_error)
        status = err_at(e, E_INPUT, number, 0, "neither 'sql' nor 'error'");
    answer.sql = has_sql ? answer.sql : STR_NONE;
    answer.error = has_error ? answer.error : STR_NONE;
    *out = answer;
    return status;
}

/* Read on until a line that counts. Blank ones do where lines are plain. */
static enum status next_text(struct answer_lines *l, struct err *e)
{
    enum status status;
    struct str line;
    do {
        status = line_reader_next(&l->lines, &line, e);
        l->text = status == OK && line.ptr ? str_trim(line) : STR_NONE;
        l->blank += l->form == LINES_UNKNOWN && l->text.ptr && l->text.len == 0;
        if (l->text.ptr)
            status = prediction_form_look(&l->one, l->text, l->lines.line, e);
    } while (status == OK && l->text.ptr && l->text.len == 0 && l->form != LINES_PLAIN);
    return status;
}

/* By the first line that is not blank. */
static enum status find_form(struct answer_lines *l, struct err *e)
{
    enum status status = next_text(l, e);
    if (status || !l->text.ptr) {
        l->blank = 0; /* a file of blank lines has no answers */
        return status;
    }
    if (l->text.ptr[0] == '[')
        return err_at(e, E_INPUT, l->lines.line, 1,
                      "a JSON array; wanted are lines, an object each");
    l->form = l->text.ptr[0] == '{' ? LINES_JSON : LINES_PLAIN;
    l->blank = l->form == LINES_PLAIN ? l->blank + 1 : 0;
    return OK;
}

enum status answer_lines_next(struct answer_lines *l, struct answer *out, bool *more, struct err *e)
{
    bool first = l->form == LINES_UNKNOWN;
    arena_clear(&l->scratch);
    *more = true;
    if (l->blank > 1) { /* before the first plain line, which is held meanwhile */
        l->blank--;
        *out = (struct answer){.sql = STR("")};
        return OK;
    }
    enum status status = first ? find_form(l, e) : l->blank ? OK : next_text(l, e);
    if (first && status == OK && l->blank > 1)
        return answer_lines_next(l, out, more, e);
    l->blank = 0;
    *more = status == OK && l->text.ptr;
    if (!*more)
        return status;
    *out = (struct answer){.sql = l->text};
    return l->form == LINES_PLAIN ? OK
                                  : answer_line_parse(&l->scratch, l->text, l->lines.line, out, e);
}
