/* fuzz_database.c: any bytes as a database: read, migrated, copied, proved and queried.
 *
 * The first byte says what the rest is: a database file as it is, or a script that makes one, with
 * the right to write into sqlite_master; and whether its end is also beside it as a journal. The
 * next two choose the migration. Whatever comes of it, no file called "canary" is there afterwards,
 * the database called "victim" has its row, and a journal that is hot keeps the database shut. */
#include "engine/database.h"
#include "engine/engine.h"
#include "input.h"
#include "migration/migration.h"
#include "store/database_copy.h"
#include "verify/proof.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAP_BYTES = 64 << 20, SCRIPT_OPCODES = 200000, DEADLINE_MS = 200 };

/* In the folder that the fuzzer runs in. */
static const char ORIGINAL[] = "original", COPY[] = "copy", VICTIM[] = "victim",
                  CANARY[] = "canary", JOURNAL[] = "original-journal";

static const struct proof_limits limits = {
    .deadline_ms = DEADLINE_MS, .max_rows = 1000, .max_bytes = 1 << 20};

static void leave(void)
{
    unlink(ORIGINAL);
    unlink(JOURNAL);
    unlink(COPY);
    unlink(VICTIM);
}

static void enter(void)
{
    sqlite3 *db;
    engine_init(HEAP_BYTES);
    leave();
    require(sqlite3_open(VICTIM, &db) == SQLITE_OK);
    require(sqlite3_exec(db, "CREATE TABLE passwords(x); INSERT INTO passwords VALUES (1)", NULL,
                         NULL, NULL) == SQLITE_OK);
    sqlite3_close(db);
    atexit(leave);
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    require(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0);
}

static int stop(void *opcodes)
{
    return (*(int *)opcodes -= 1000) < 0;
}

/* The script is not part of what is tested: it gets no other file. */
static int no_other_file(void *context, int action, const char *x, const char *y, const char *z,
                         const char *view)
{
    (void)context, (void)x, (void)y, (void)z, (void)view;
    return action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK;
}

static void run_script(const uint8_t *script, size_t size)
{
    sqlite3 *db = NULL;
    int opcodes = SCRIPT_OPCODES;
    char *text = sqlite3_mprintf(
        "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA writable_schema = ON; %.*s",
        (int)size, (const char *)script);
    require(text && sqlite3_open(ORIGINAL, &db) == SQLITE_OK);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 1 << 16);
    sqlite3_set_authorizer(db, no_other_file, NULL);
    sqlite3_progress_handler(db, 1000, stop, &opcodes);
    sqlite3_exec(db, text, NULL, NULL, NULL);
    sqlite3_close(db);
    sqlite3_free(text);
}

static void make_original(uint8_t how, const uint8_t *bytes, size_t size)
{
    write_file(ORIGINAL, bytes, how % 2 ? 0 : size);
    if (how % 2)
        run_script(bytes, size);
}

static const struct migration *fold(struct arena *a, const struct schema *s, uint32_t key)
{
    const struct schema_table *t = &s->tables[s->columns[s->foreign_keys[key].to].table];
    struct migration_fold_name *names = ARENA_ARRAY(a, struct migration_fold_name, t->n_columns);
    for (uint32_t i = 0; i < t->n_columns; i++)
        names[i].name = names[i].natural = arena_printf(a, "folded %u", i);
    return migration_fold_table(a, s, key, names);
}

static uint32_t *backwards(struct arena *a, uint32_t n)
{
    uint32_t *order = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        order[i] = n - 1 - i;
    return order;
}

/* The migration of a kind at a column, or NULL. */
static const struct migration *migrate(struct arena *a, const struct schema *s, uint8_t kind,
                                       uint8_t at)
{
    if (s->n_columns < 2)
        return NULL;
    uint32_t column = 1 + at % (s->n_columns - 1), table = s->columns[column].table;
    uint32_t key = s->n_foreign_keys ? at % s->n_foreign_keys : SCHEMA_NONE;
    struct migration_insertion insertion = {
        table, 0, STR("new"), STR("new"), SCHEMA_NUMBER, {NULL, 0, 1, 9}};
    struct migration_split split = {.column = column,
                                    .table = STR("apart"),
                                    .key = STR("apart_id"),
                                    .reference = STR("apart_ref")};
    switch (kind % 9) {
    case 0:
        return migration_reorder_tables(a, s, backwards(a, s->n_tables));
    case 1:
        return migration_reorder_columns(a, s, table, backwards(a, s->tables[table].n_columns));
    case 2:
        return s->tables[table].n_columns > 1 ? migration_drop_column(a, s, column) : NULL;
    case 3:
        return migration_rename_column(a, s, column, STR("new"), STR("new"));
    case 4:
        return migration_insert_column(a, s, &insertion);
    case 5:
        return migration_split_column(a, s, &split);
    case 6:
        return key != SCHEMA_NONE && s->columns[s->foreign_keys[key].to].table !=
                                         s->columns[s->foreign_keys[key].from].table
                   ? fold(a, s, key)
                   : NULL;
    case 7:
        return key != SCHEMA_NONE ? migration_forget_foreign_key(a, s, key) : NULL;
    default:
        return migration_forget_primary_key(a, s, table);
    }
}

static void query_copy(struct arena *a)
{
    struct query_limits bounds = {
        .deadline = deadline_after_ms(DEADLINE_MS), .max_rows = 1000, .max_bytes = 1 << 20};
    struct query_result result;
    struct database *d;
    struct err e;
    require(database_open(COPY, &d, &e) == OK);
    require(database_query(d, STR("SELECT count(*), max(sql) FROM sqlite_schema"), &bounds, a,
                           &result, &e) == OK);
    database_close(d);
}

static void prove(const struct migration *m)
{
    struct prover *p = prover_new(&limits, 1);
    struct proof_task task = {.database = ORIGINAL, .gold = STR("SELECT 1 FROM t"), .migration = m};
    struct proof proof;
    struct err e;
    require(prover_prove(p, &task, &proof, &e) == OK);
    prover_free(p);
}

static void use(struct arena *a, uint8_t kind, uint8_t at)
{
    struct schema s;
    struct err e;
    if (schema_from_database(a, ORIGINAL, STR("fuzz"), &s, &e) != OK)
        return;
    const struct migration *m = migrate(a, &s, kind, at);
    if (m && database_copy(ORIGINAL, m, COPY, NULL, &e) == OK)
        query_copy(a);
    if (m)
        prove(m);
}

static void look_around(void)
{
    require(access(CANARY, F_OK) != 0);
    sqlite3 *db;
    sqlite3_stmt *rows = NULL;
    require(sqlite3_open_v2(VICTIM, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK);
    require(sqlite3_prepare_v2(db, "SELECT x FROM passwords", -1, &rows, NULL) == SQLITE_OK);
    require(sqlite3_step(rows) == SQLITE_ROW);
    sqlite3_finalize(rows);
    sqlite3_close(db);
}

/* True if it is hot. */
static bool put_journal(const uint8_t *data, size_t size)
{
    enum { HAS_JOURNAL = 64, MAX_BYTES = 8 };
    struct stat original;
    size_t n = size < MAX_BYTES ? size : MAX_BYTES;
    if (!(data[0] & HAS_JOURNAL))
        return false;
    write_file(JOURNAL, data + size - n, n);
    return stat(ORIGINAL, &original) == 0 && original.st_size > 0 && data[size - n] != 0;
}

static void stay_out(void)
{
    struct database *d;
    struct err e;
    require(database_open(ORIGINAL, &d, &e) == E_DB && access(JOURNAL, F_OK) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool entered;
    struct arena a = {0};
    if (size < 3)
        return 0;
    if (!entered)
        enter();
    entered = true;
    make_original(data[0], data + 3, size - 3);
    if (put_journal(data, size))
        stay_out();
    use(&a, data[1], data[2]);
    look_around();
    unlink(COPY);
    unlink(JOURNAL);
    arena_release(&a);
    return 0;
}
