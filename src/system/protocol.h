/* protocol.h: the lines that a command reads and writes. docs/reference/systems.md is its manual.
 */
#ifndef TEQL_SYSTEM_PROTOCOL_H
#define TEQL_SYSTEM_PROTOCOL_H

#include "system/system.h"

enum { PROTOCOL_MAX_LINE = 1 << 20 }; /* of a reply */

/* Append the request as one line. `database` is a path or NULL. */
void protocol_put_request(struct buf *out, const struct ask_request *r, const char *database);

enum protocol_line {
    PROTOCOL_JUNK,   /* not meant for us: a banner, a progress bar */
    PROTOCOL_BROKEN, /* begins like a reply, but cannot be read */
    PROTOCOL_REPLY
};

/* Read one line: id, and either SQL or an error. The texts live in `a`. Bytes that are not UTF-8,
 * and escaped halves of surrogate pairs, become U+FFFD. A reply that gives neither SQL nor an error
 * is an error that says so. */
enum protocol_line protocol_read(struct str line, struct arena *a, struct answer *out);

#endif
