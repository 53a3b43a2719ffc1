/* suite_files.c: writing texts as they are. */
#include "suite_files.h"

#include "unit.h"

#include "base/file.h"
#include "migration/migration_json.h"
#include "schema/schema_json.h"

#include <sys/stat.h>

void suite_files_schema(struct suite_files *f, const struct schema *s, struct str db_id,
                        const struct migration *m)
{
    struct json_writer json = json_writer_to(&f->tables);
    buf_put(&f->tables, f->tables.len ? STR(",\n") : STR("[\n"));
    if (m)
        migration_json(&json, m, db_id);
    else
        schema_json(&json, s);
}

static void write_file(const char *dir, const char *name, struct str text)
{
    struct arena a = {0};
    struct err e;
    assert_int_equal(file_write(arena_printf(&a, "%s/%s", dir, name).ptr, text, &e), OK);
    arena_release(&a);
}

void suite_files_write(struct suite_files *f, const char *dir)
{
    assert_int_equal(mkdir(dir, 0700), 0);
    buf_put(&f->tables, STR("\n]\n"));
    write_file(dir, "manifest.json", f->manifest);
    write_file(dir, "seeds.jsonl", f->seeds);
    write_file(dir, "cases.jsonl", f->cases);
    write_file(dir, "tables.json", buf_str(&f->tables));
    buf_release(&f->tables);
}
