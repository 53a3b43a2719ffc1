/* migration_check.c: a migration written, read, and turned into SQL. */
#include "migration_check.h"

#include "base/json_reader.h"
#include "diagnosis/lineage.h"
#include "input.h"
#include "migration/migration_json.h"
#include "migration/migration_select.h"
#include "migration/migration_tables.h"
#include "sql/lex.h"

enum { MAX_TEXT = 1 << 24 };

typedef void write_entry(struct json_writer *w, const struct migration *m, struct str db_id);

static struct str written(struct arena *a, write_entry *write, const struct migration *m,
                          struct str db_id)
{
    struct buf out;
    out = (struct buf){0};
    struct json_writer w = json_writer_to(&out);
    write(&w, m, db_id);
    require(!out.overflow);
    struct str text = arena_str(a, buf_str(&out));
    buf_release(&out);
    return text;
}

typedef enum status read_changes(struct arena *a, struct str json, const struct schema *old,
                                 const struct schema *new, const struct migration **out,
                                 struct err *e);

static void check_round_trip(struct arena *a, write_entry *write, read_changes *read,
                             const struct migration *m, struct str db_id)
{
    struct str text = written(a, write, m, db_id);
    struct json_reader json = json_reader_of(a, text);
    struct json_value entry;
    struct schema new;
    const struct migration *again;
    struct err e;
    require(json_whole(&json, &entry));
    require(schema_parse(a, text, &new, &e) == OK);
    struct str changes = json_member(a, entry, STR("migration")).raw;
    require(read(a, changes, m->old, &new, &again, &e) == OK);
    require(migration_hash(m) == migration_hash(again));
    require(str_eq(text, written(a, write, again, db_id)));
}

static void check_lexes(struct str sql)
{
    struct sql_lexer lex = {.text = sql};
    struct sql_token t;
    while ((t = sql_lexer_next(&lex)).type != TOKEN_EOF)
        require(t.type != TOKEN_ILLEGAL && t.type != TOKEN_UNTERMINATED);
}

void check_migration(struct arena *a, const struct migration *m, struct str db_id)
{
    struct migration_views views = migration_views(a, m);
    struct schema new;
    struct lineage lineage;
    for (uint32_t i = 0; i < views.count; i++)
        check_lexes(views.items[i].definition);
    check_lexes(migration_empty_tables(a, m));
    migration_schema(a, m, db_id, &new, NULL);
    require(new.n_tables == m->n_tables);
    lineage_init(a, m, &lineage);
    check_round_trip(a, migration_json, migration_from_json, m, db_id);
    check_round_trip(a, migration_json_short, migration_from_json_short, m, db_id);
}
