/* json_reader.h: reading JSON where it is, without building a tree.
 *
 * A reader walks through one text and checks all of it against the grammar of RFC 8259; nesting is
 * bounded. What it gives are views of the text, so the text must outlive them; only strings that
 * need unescaping are copied. A value that was given has been checked: nothing that takes it, nor a
 * reader of its `raw`, can find a fault in it. */
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

/* A value where it is in the text: `raw` is all of it, with quotes and brackets. Zeroed it is
 * one that is not there: it is read as null, and its raw.ptr is NULL. */
struct json_value {
    enum json_kind kind;
    struct str raw;
};

enum { JSON_MAX_DEPTH = 64 };

struct json_reader {
    struct arena *arena; /* for strings that need unescaping */
    struct str text;
    size_t at;
    bool strict;         /* refuse escapes that stand for no character */
    bool begun;          /* the first bracket was looked for */
    const char *problem; /* the first, or NULL */
};

/* Read the one value that `text` holds: by members, by items, or whole. */
struct json_reader json_reader_of(struct arena *a, struct str text);

/* The same for strings that become names, paths and SQL: \u0000 and half a surrogate pair are
 * problems too. */
struct json_reader json_reader_strict(struct arena *a, struct str text);

/* The next member of the object; false at its end, and if the text is not as it should be. Two
 * members of one name are both given. */
bool json_next(struct json_reader *r, struct str *key, struct json_value *value);

/* The same in two steps, for values that are too long to be given whole: the name, then the value
 * (json_next_value), or the items of an array one by one (json_inner_item, until that is false). */
bool json_next_key(struct json_reader *r, struct str *key);
bool json_next_value(struct json_reader *r, struct json_value *value);
bool json_at_array(struct json_reader *r);
bool json_inner_item(struct json_reader *r, bool *begun, struct json_value *value);

/* As json_next for the values of an array. */
bool json_next_item(struct json_reader *r, struct json_value *value);

/* All that the text holds, of any kind; false if it is not JSON. */
bool json_whole(struct json_reader *r, struct json_value *value);

/* Read all members of the object: values[i] becomes the last of name names[i], or one that is not
 * there. */
void json_members(struct json_reader *r, const struct str *names, size_t n,
                  struct json_value *values);

/* For the end of reading. OK if the text was one value of the kind that was read and nothing else;
 * else E_SYNTAX with line and column; `line` is the line on which the text begins. */
MUST_USE enum status json_reader_end(const struct json_reader *r, uint32_t line, struct err *e);

/* The last member named `key`; the item number `i`, from 0. A value that is not there if there is
 * no such member or item, or the value is of another kind. Each call reads from the beginning: to
 * see many, walk with a reader. */
struct json_value json_member(struct arena *a, struct json_value object, struct str key);
struct json_value json_item(struct json_value array, size_t i);

/* The number of items; 0 for values of other kinds. */
size_t json_item_count(struct json_value array);

/* The text of a string, unescaped; ptr NULL for values of other kinds. An escaped lone surrogate
 * becomes U+FFFD. May hold NUL bytes. */
struct str json_text(struct arena *a, struct json_value v);

/* The same as a copy, NUL-terminated. The text need not outlive it. */
struct str json_text_copy(struct arena *a, struct json_value v);

/* A value of any kind as text, copied to `a`: a string's text, or other JSON without white space; a
 * NULL ptr for null and for a value that is not there. */
struct str json_any_text(struct arena *a, struct json_value v);

/* A whole number from 0 to `max`. False for anything else. */
bool json_count(struct json_value v, uint64_t max, uint64_t *out);

/* A whole number from -INT64_MAX to INT64_MAX, written without point and exponent. */
bool json_integer(struct json_value v, int64_t *out);

/* A number from 0 to 1; -1 for anything else. */
double json_share(struct json_value v);

/* A number; false for other kinds. Out of range is infinite. */
bool json_number(struct json_value v, double *out);

/* Finds lines in a text, going forward only. */
struct json_lines {
    struct str text;
    size_t at;
    uint32_t line; /* of text.ptr[at] */
};

struct json_lines json_lines_in(struct str text);

/* The line, from 1, on which `v` begins. `v` is a value of the text, after the one asked for
 * before.
 */
uint32_t json_line_of(struct json_lines *l, struct json_value v);

#endif
