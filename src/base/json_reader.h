/* json_reader.h: reading a JSON object or array member by member, without building a tree.
 *
 * For JSON lines, of which there are many and each is read once. All of the text is checked against
 * the grammar of RFC 8259; nesting is bounded. Nothing is copied but strings that need unescaping.
 */
#ifndef TEQL_BASE_JSON_READER_H
#define TEQL_BASE_JSON_READER_H

#include "base/arena.h"
#include "base/err.h"

enum json_kind {
    JSON_KIND_NULL,
    JSON_KIND_FALSE,
    JSON_KIND_TRUE,
    JSON_KIND_NUMBER,
    JSON_KIND_STRING,
    JSON_KIND_ARRAY,
    JSON_KIND_OBJECT
};

/* A value where it stands in the text: `raw` is all of it, with quotes and brackets. */
struct json_value {
    enum json_kind kind;
    struct str raw;
};

enum { JSON_MAX_DEPTH = 64 };

struct json_reader {
    struct arena *arena; /* for strings that need unescaping */
    struct str text;
    size_t at;
    bool begun;          /* the first bracket was looked for */
    const char *problem; /* the first; NULL where all was well so far */
};

/* Read the one object or array that `text` holds. */
struct json_reader json_reader_of(struct arena *a, struct str text);

/* The next member of the object; false at its end, and where the text is not as it should be. Of
 * two members of one name both are given. */
bool json_next(struct json_reader *r, struct str *key, struct json_value *value);

/* The same for the values of an array. */
bool json_next_item(struct json_reader *r, struct json_value *value);

/* OK where the text was one object or array and nothing else; else E_SYNTAX with line `line` and
 * the column. For the end of reading. */
MUST_USE enum status json_reader_end(const struct json_reader *r, uint32_t line, struct err *e);

/* The text of a string, unescaped; ptr NULL for values of other kinds. An escaped lone surrogate
 * becomes U+FFFD. May hold NUL bytes. */
struct str json_text(struct arena *a, struct json_value v);

/* A whole number from 0 to `max`. False for anything else. */
bool json_count(struct json_value v, uint64_t max, uint64_t *out);

/* A number; false for other kinds. Out of range is infinite. */
bool json_number(struct json_value v, double *out);

#endif
