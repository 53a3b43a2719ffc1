/* spider_export.c: dev.json and tables.json. */
#include "suite/spider_export.h"

#include "base/json_writer.h"
#include "base/path.h"
#include "schema/schema_json.h"
#include "suite/suite.h"

enum { FLUSH_AT = 1 << 20 };

enum status spider_export_open(struct spider_export *x, struct out_folder *suite, struct err *e)
{
    *x = (struct spider_export){0};
    enum status status = out_folder_make(suite, "spider", e);
    if (status == OK)
        status = out_file_open(&x->dev, out_folder_file(suite, "spider/dev.json"), e);
    if (status == OK)
        status = out_file_open(&x->tables, out_folder_file(suite, "spider/tables.json"), e);
    if (status)
        spider_export_discard(x);
    return status;
}

/* Write elements of an array that has `before` of them already. */
static enum status put_elements(struct out_file *f, uint64_t before, struct str json, struct err *e)
{
    TRY(out_file_write(f, before ? STR(",\n") : STR("[\n"), e));
    return out_file_write(f, json, e);
}

static enum status flush_cases(struct spider_export *x, struct err *e)
{
    struct spider_entries *p = &x->pending;
    enum status status = p->count ? put_elements(&x->dev, x->cases, buf_str(&p->text), e) : OK;
    x->cases += p->count;
    buf_clear(&p->text);
    p->count = 0;
    return status;
}

enum status spider_export_case(struct spider_export *x, struct arena *a, const struct schema *s,
                               struct str question, struct str query, struct err *e)
{
    spider_entries_add(&x->pending, a, s, question, query);
    x->left_out = x->pending.left_out;
    return x->pending.text.len >= FLUSH_AT ? flush_cases(x, e) : OK;
}

enum status spider_export_schema(struct spider_export *x, const struct schema *s, struct err *e)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    schema_json(&w, s);
    enum status status = put_elements(&x->tables, x->schemas++, buf_str(&text), e);
    buf_release(&text);
    return status;
}

static enum status end_array(struct out_file *f, uint64_t count, struct err *e)
{
    TRY(out_file_write(f, count ? STR("\n]\n") : STR("[]\n"), e));
    return out_file_commit(f, e);
}

static enum status end_cases(struct spider_export *x, struct err *e)
{
    TRY(flush_cases(x, e));
    return end_array(&x->dev, x->cases, e);
}

enum status spider_export_commit(struct spider_export *x, struct err *e)
{
    enum status status = end_cases(x, e);
    if (status == OK)
        status = end_array(&x->tables, x->schemas, e);
    spider_export_discard(x);
    return status;
}

void spider_export_discard(struct spider_export *x)
{
    buf_release(&x->pending.text);
    out_file_discard(&x->dev);
    out_file_discard(&x->tables);
}

/* Anew */

static enum status export_cases(struct spider_export *x, struct suite *s, struct err *e)
{
    struct arena scratch = {0};
    enum status status = OK;
    for (uint32_t i = 0; i < s->n_cases && status == OK; i++) {
        const struct test_case *c = &s->cases[i];
        const struct suite_schema *schema;
        status = suite_schema(s, c->db_id, &schema, e);
        if (status == OK)
            status = spider_export_case(x, &scratch, schema->schema, c->question, c->query, e);
        arena_clear(&scratch);
    }
    arena_release(&scratch);
    return status;
}

static enum status write_cases_again(const char *path, struct suite *s, struct err *e)
{
    struct spider_export x = {0};
    TRY(file_expect_no_link(path, e));
    TRY(out_file_open(&x.dev, path, e));
    enum status status = export_cases(&x, s, e);
    if (status == OK)
        status = end_cases(&x, e);
    spider_export_discard(&x);
    return status;
}

enum status spider_export_again(struct suite *s, struct err *e)
{
    struct arena a = {0};
    struct path_info at;
    const char *path = arena_printf(&a, "%s/spider/dev.json", s->dir).ptr;
    enum status status = path_look(path, &at, e);
    if (status == OK && at.kind == PATH_FILE)
        status = write_cases_again(path, s, e);
    arena_release(&a);
    return status;
}
