/* json_writer.h: JSON text, one value after another, into a buf.
 *
 * The writer puts the commas. Strings may hold any bytes: what is not well-formed UTF-8 becomes
 * U+FFFD, so the output is always valid JSON. */
#ifndef TEQL_BASE_JSON_WRITER_H
#define TEQL_BASE_JSON_WRITER_H

#include "base/buf.h"

#include <stdint.h>

struct json_writer {
    struct buf *out;
    bool comma; /* the next value or key needs a comma before it */
};

static inline struct json_writer json_writer_to(struct buf *out)
{
    return (struct json_writer){out, false};
}

void json_object_open(struct json_writer *w);
void json_object_close(struct json_writer *w);
void json_array_open(struct json_writer *w);
void json_array_close(struct json_writer *w);
void json_key(struct json_writer *w, struct str name);
void json_put_str(struct json_writer *w, struct str s);
void json_put_int(struct json_writer *w, int64_t n);
void json_put_double(struct json_writer *w,
                     double x); /* shortest text that reads back; 1.0, not 1 */
void json_put_bool(struct json_writer *w, bool b);
void json_put_null(struct json_writer *w);

/* A value that is JSON text already. */
void json_put_raw(struct json_writer *w, struct str json);

/* A member of the open object: key and value, or key and the beginning of an object or array. */
void json_key_str(struct json_writer *w, const char *key, struct str value);
void json_key_count(struct json_writer *w, const char *key, uint64_t value);
void json_key_double(struct json_writer *w, const char *key, double value);
void json_key_known(struct json_writer *w, const char *key, double value,
                    bool known); /* null unless known */
void json_key_bool(struct json_writer *w, const char *key, bool value);
void json_key_object(struct json_writer *w, const char *key);
void json_key_array(struct json_writer *w, const char *key);

/* End of a JSON line: a newline, and the next value is alone. */
void json_line_end(struct json_writer *w);

#endif
