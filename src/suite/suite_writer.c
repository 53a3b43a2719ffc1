/* suite_writer.c: the files of a suite. */
#include "suite/suite_writer.h"

enum { TEXT_MAX = 1 << 30 };

static enum status open_files(struct suite_writer *w, struct err *e)
{
    const struct schema_style style = {.databases = w->extras.databases, .brief = true};
    TRY(out_file_open(&w->seeds, out_folder_file(&w->folder, "seeds.jsonl"), e));
    TRY(out_file_open(&w->cases, out_folder_file(&w->folder, "cases.jsonl"), e));
    TRY(schema_writer_open(&w->schemas, &w->folder, style, e));
    return w->extras.spider ? spider_export_open(&w->spider, &w->folder, e) : OK;
}

enum status suite_writer_open(struct suite_writer *w, const char *path,
                              const struct suite_extras *extras, struct err *e)
{
    *w = (struct suite_writer){.extras = *extras};
    TRY(out_folder_open(&w->folder, path, e));
    buf_limit(&w->text, TEXT_MAX);
    enum status status = open_files(w, e);
    if (status)
        suite_writer_discard(w);
    return status;
}

/* Write what is in `text`, which is emptied. */
static enum status flush_text(struct suite_writer *w, struct out_file *f, struct err *e)
{
    enum status status = buf_whole(&w->text)
                             ? out_file_write(f, buf_str(&w->text), e)
                             : err_set(e, E_LIMIT, "too much for one seed of a suite");
    buf_clear(&w->text);
    return status;
}

static void put_record_line(struct suite_writer *w, const struct record *r, const void *it)
{
    struct json_writer json = json_writer_to(&w->text);
    record_put(&json, r, it);
    json_line_end(&json);
}

/* Schemas */

/* If the schema is new, write its entry of tables.json, and what else goes with it. */
static enum status use_schema(struct suite_writer *w, const struct schema_use *use, struct err *e)
{
    bool is_new;
    TRY(schema_writer_add(&w->schemas, use, &is_new, e));
    if (!is_new || !w->extras.spider)
        return OK;
    struct schema s = schema_use_get(&w->scratch, use, NULL);
    return spider_export_schema(&w->spider, &s, e);
}

/* Seeds and cases */

static enum status export_case(struct suite_writer *w, const struct seed *seed,
                               const struct test_case *c, struct err *e)
{
    const struct schema_use use = schema_use_of_case(seed, c);
    struct schema s = schema_use_get(&w->scratch, &use, NULL);
    return spider_export_case(&w->spider, &w->scratch, &s, c->question, c->query, e);
}

static enum status write_cases(struct suite_writer *w, const struct seed *seed,
                               const struct test_case *cases, uint32_t n, struct err *e)
{
    for (uint32_t i = 0; i < n; i++)
        put_record_line(w, &CASE_RECORD, &cases[i]);
    enum status status = flush_text(w, &w->cases, e);
    for (uint32_t i = 0; i < n && status == OK; i++) {
        const struct schema_use use = schema_use_of_case(seed, &cases[i]);
        struct arena_mark mark = arena_mark(&w->scratch);
        if (w->extras.spider)
            status = export_case(w, seed, &cases[i], e);
        if (status == OK)
            status = use_schema(w, &use, e);
        arena_rewind(&w->scratch, mark);
    }
    return status;
}

enum status suite_writer_add(struct suite_writer *w, const struct seed *seed,
                             const struct test_case *cases, uint32_t n_cases, struct err *e)
{
    const struct schema_use own = schema_use_of_seed(seed);
    put_record_line(w, &SEED_RECORD, seed);
    TRY(flush_text(w, &w->seeds, e));
    TRY(use_schema(w, &own, e));
    return write_cases(w, seed, cases, n_cases, e);
}

/* Ending */

static enum status commit_files(struct suite_writer *w, struct str manifest, struct err *e)
{
    TRY(schema_writer_commit(&w->schemas, e));
    if (w->extras.spider)
        TRY(spider_export_commit(&w->spider, e));
    TRY(out_file_commit(&w->seeds, e));
    TRY(out_file_commit(&w->cases, e));
    TRY(file_write(out_folder_file(&w->folder, "manifest.json"), manifest, e));
    return out_folder_commit(&w->folder, e);
}

enum status suite_writer_commit(struct suite_writer *w, struct str manifest, struct err *e)
{
    enum status status = commit_files(w, manifest, e);
    suite_writer_discard(w);
    return status;
}

void suite_writer_discard(struct suite_writer *w)
{
    out_file_discard(&w->seeds);
    out_file_discard(&w->cases);
    schema_writer_discard(&w->schemas);
    spider_export_discard(&w->spider);
    out_folder_discard(&w->folder);
    buf_release(&w->text);
    arena_release(&w->scratch);
    *w = (struct suite_writer){0};
}
