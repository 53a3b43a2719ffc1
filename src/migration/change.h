/* change.h: a JSON object that says what a variant changed, for people and programs. */
#ifndef TEQL_MIGRATION_CHANGE_H
#define TEQL_MIGRATION_CHANGE_H

#include "base/json_writer.h"
#include "schema/schema.h"

struct change {
    struct buf text;
    struct json_writer json; /* inside the object; more may be written with it */
};

/* Between the two the object is open. change_end releases its memory; the text is in `a`. */
void change_begin(struct change *c);
struct str change_end(struct change *c, struct arena *a);

void change_put(struct change *c, const char *key, struct str value);

/* A column as "table.column". */
void change_put_column(struct change *c, const char *key, const struct schema *s, uint32_t column);

/* Several columns as a list; one as above. */
void change_put_columns(struct change *c, const char *key, const struct schema *s,
                        const uint32_t *columns, uint32_t n);

#endif
