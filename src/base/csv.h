/* csv.h: records of comma-separated values, as RFC 4180 and spreadsheets write them.
 *
 * A record ends with a line: "\r\n", "\n" or "\r". A field in double quotes may hold commas, lines,
 * and quotes written twice. What the standard leaves open is read as most programs do: a quote
 * inside a bare field is a quote, and text after a closing quote belongs to the field.
 * Spreadsheets of countries whose decimal sign is a comma separate fields by semicolons. */
#ifndef TEQL_BASE_CSV_H
#define TEQL_BASE_CSV_H

#include "base/arena.h"

#include <stdint.h>

struct csv_record {
    struct str *fields; /* views of the text, or copies in the reader's arena; never a NULL ptr */
    uint32_t count;
    uint32_t line; /* on which it begins, from 1 */
};

struct csv_reader {
    struct arena *arena;
    struct str text;
    size_t at;
    uint32_t line;   /* of text.ptr[at], from 1 */
    char separator;  /* of fields: ',' unless set otherwise, before the first record */
    uint32_t opened; /* line of a quote that is never closed, or 0: its field takes the rest of the
                        text */
};

/* Read `text`, which must outlive the records, without its byte order mark. */
struct csv_reader csv_reader_of(struct arena *a, struct str text);

/* The next record; false at the end. Empty lines are skipped. */
bool csv_next(struct csv_reader *r, struct csv_record *out);

#endif
