/* file_views.c: adding up what the views of a file hold. */
#include "engine/sqlite/file_views.h"

#include "engine/sqlite/statement_limits.h"
#include "engine/sqlite/statement_words.h"
#include "engine/sqlite/walls.h"

#include <sqlite3.h>

struct view_sum {
    int64_t bytes, natural_joins;
};

/* All that is clearly no view is left out, whatever type its row says it has. */
#define VIEWS_OF(schema)                                                                           \
    "SELECT sql FROM " schema                                                                      \
    ".sqlite_schema WHERE NOT (sql LIKE 'CREATE TABLE%' OR sql LIKE 'CREATE INDEX%'"               \
    " OR sql LIKE 'CREATE UNIQUE INDEX%' OR sql LIKE 'CREATE TRIGGER%'"                            \
    " OR sql LIKE 'CREATE VIRTUAL TABLE%')"

static int add_views(struct connection *c, const char *views, struct view_sum *sum)
{
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(c->handle, views, -1, &statement, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        struct str sql = str_from((const char *)sqlite3_column_text(statement, 0));
        sum->bytes += (int64_t)sql.len;
        sum->natural_joins += statement_count_word(sql, STR("natural"));
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int file_views_check(struct connection *c, const char **problem)
{
    struct view_sum sum = {0};
    int rc = add_views(c, VIEWS_OF("main"), &sum);
    if (rc == SQLITE_OK && sqlite3_db_filename(c->handle, "original"))
        rc = add_views(c, VIEWS_OF("original"), &sum);
    *problem = sum.bytes > DATABASE_MAX_VIEW_BYTES ? "its views are too long"
               : sum.natural_joins > DATABASE_MAX_NATURAL_JOINS
                   ? "its views have too many NATURAL joins"
                   : NULL;
    return rc;
}
