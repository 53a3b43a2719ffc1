/* spider_export.c: dev.json and tables.json. */
#include "suite/spider_export.h"

#include "schema/schema_json.h"

enum { SCHEMA_JSON_MAX = 1 << 30 };

enum status spider_export_open(struct spider_export *x, struct suite_writer *w, struct err *e)
{
    *x = (struct spider_export){.dev = {.fd = -1}, .tables = {.fd = -1}};
    struct arena a = {0};
    struct str folder;
    enum status status = suite_writer_folder(w, &a, "spider", &folder, e);
    if (status == OK)
        status = out_file_open(&x->dev, arena_printf(&a, "%s/dev.json", folder.ptr).ptr, e);
    if (status == OK)
        status = out_file_open(&x->tables, arena_printf(&a, "%s/tables.json", folder.ptr).ptr, e);
    if (status)
        spider_export_discard(x);
    arena_release(&a);
    return status;
}

/* Elements of an array that has `before` of them already. */
static enum status put_elements(struct out_file *f, uint64_t before, struct str json, struct err *e)
{
    enum status status = out_file_write(f, before ? STR(",\n") : STR("[\n"), e);
    return status ? status : out_file_write(f, json, e);
}

enum status spider_export_cases(struct spider_export *x, const struct spider_entries *entries,
                                struct err *e)
{
    x->left_out += entries->left_out;
    if (entries->text.overflow)
        return err_set(e, E_LIMIT, "too many cases for one seed to export");
    if (entries->count == 0)
        return OK;
    uint64_t before = x->cases;
    x->cases += entries->count;
    return put_elements(&x->dev, before, buf_str(&entries->text), e);
}

enum status spider_export_schema(struct spider_export *x, const struct schema *s, struct err *e)
{
    struct buf text;
    buf_init(&text, SCHEMA_JSON_MAX);
    struct json_writer w = json_writer_to(&text);
    schema_json(&w, s);
    enum status status = put_elements(&x->tables, x->schemas++, buf_str(&text), e);
    buf_release(&text);
    return status;
}

static enum status end_array(struct out_file *f, uint64_t count, struct err *e)
{
    enum status status = out_file_write(f, count ? STR("\n]\n") : STR("[]\n"), e);
    return status ? status : out_file_commit(f, e);
}

enum status spider_export_commit(struct spider_export *x, struct err *e)
{
    enum status status = end_array(&x->dev, x->cases, e);
    if (status == OK)
        status = end_array(&x->tables, x->schemas, e);
    spider_export_discard(x);
    return status;
}

void spider_export_discard(struct spider_export *x)
{
    out_file_discard(&x->dev);
    out_file_discard(&x->tables);
}
