/* scores_writer.c: two spools of lines, joined. */
#include "score/scores_writer.h"

#include "score/scores_lines.h"

enum status scores_writer_open(struct scores_writer *w, const char *path, struct err *e)
{
    *w = (struct scores_writer){.cases = {.fd = -1}};
    enum status status = spool_open(&w->seeds, path, e);
    if (status == OK)
        status = spool_open(&w->cases, path, e);
    if (status)
        scores_writer_close(w);
    return status;
}

void scores_writer_close(struct scores_writer *w)
{
    spool_close(&w->seeds);
    spool_close(&w->cases);
    buf_release(&w->lines);
}

static enum status add_line(struct scores_writer *w, struct spool *to, struct err *e)
{
    enum status status = spool_add(to, buf_str(&w->lines), e);
    buf_clear(&w->lines);
    return status;
}

enum status scores_writer_add(struct scores_writer *w, const struct scores *part, struct err *e)
{
    enum status status = OK;
    for (uint32_t i = 0; i < part->n_seeds && status == OK; i++) {
        seed_verdict_line(&w->lines, &part->seeds[i], spool_length(&w->seeds) == 0);
        status = add_line(w, &w->seeds, e);
    }
    for (uint32_t i = 0; i < part->n_cases && status == OK; i++) {
        verdict_line(&w->lines, &part->cases[i], spool_length(&w->cases) == 0);
        status = add_line(w, &w->cases, e);
    }
    return status;
}

/* `before` and all that waits in the spool. */
static enum status put_list(struct spool *lines, struct str before, struct out_file *f,
                            struct err *e)
{
    enum status status = out_file_write(f, before, e);
    return status ? status : spool_copy(lines, 0, spool_length(lines), f, e);
}

enum status scores_writer_finish(struct scores_writer *w, const struct scores *head,
                                 struct str summary, struct out_file *f, struct err *e)
{
    scores_head_text(&w->lines, head, summary);
    enum status status = out_file_write(f, buf_str(&w->lines), e);
    if (status == OK)
        status = put_list(&w->seeds, SCORES_SEEDS, f, e);
    if (status == OK)
        status = put_list(&w->cases, SCORES_CASES, f, e);
    return status ? status : out_file_write(f, SCORES_END, e);
}
