/* row_values.h: which values stand in which columns of a database.
 *
 * Only text is indexed: a number in a question means nothing without a column. Reading is bounded
 * in rows, bytes and time, so the database may have more values. Read-only once built. */
#ifndef TEQL_LINK_ROW_VALUES_H
#define TEQL_LINK_ROW_VALUES_H

#include "base/hash.h"
#include "lexicon/lexicon.h"
#include "schema/schema.h"

struct database;

enum { ROW_VALUE_MAX_WORDS = 8 };

/* A text of a column. */
struct row_value {
    uint32_t column;
    struct str text; /* as the database spells it */
    uint32_t next;   /* another with the same plain text; NAME_NONE at the end */
};

/* What the rows show about a column. */
struct column_facts {
    bool flag;   /* all its values are 0 or 1 */
    bool word;   /* some text begins with a letter */
    bool date;   /* all its texts begin like 2024-12-31 */
    bool number; /* all its values are numbers */
    bool text;   /* some value is a text */
};

struct row_values {
    struct row_value *items;
    uint32_t count;
    uint32_t of_table;          /* while reading: the first of the table */
    struct column_facts *facts; /* by column */
    struct name_map by_plain;   /* plain_text() of the value → the first of them */
};

/* Read the rows of `db`; NULL: none. Values are also found by other words of the lexicon: "female"
 * for F. E_HOST if the machine failed. */
MUST_USE enum status row_values_read(struct row_values *v, struct arena *a, const struct lexicon *l,
                                     const struct schema *s, struct database *db, struct err *e);

/* Does it begin like 2024-12-31? */
bool looks_like_date(struct str s);

/* The first with this plain text, or NAME_NONE. */
uint32_t row_values_find(const struct row_values *v, struct str plain);

#endif
