/* line_map.h: where in a file the line of a key is. Memory for keys and places, not for text.
 *
 * Keys are digests, which are random bits already, so the table needs no hash of its own. */
#ifndef TEQL_SYSTEM_LINE_MAP_H
#define TEQL_SYSTEM_LINE_MAP_H

#include "base/digest.h"
#include "base/spool.h"

struct line_place {
    uint64_t at;
    uint32_t len; /* without the newline; 0 for no line */
};

/* A zeroed struct is an empty map. */
struct line_map {
    struct line_slot *slots; /* heap; open addressing, a power of two */
    size_t n_slots, count;
};

void line_map_release(struct line_map *m);

/* Replaces what the key had. `place.len` must not be 0. */
void line_map_put(struct line_map *m, struct digest key, struct line_place place);

/* len is 0 for a key without a line. */
struct line_place line_map_get(const struct line_map *m, struct digest key);

/* The line at `place` of the open file, copied to `a`; `path` is for the message. */
MUST_USE enum status line_map_read(int fd, const char *path, struct line_place place,
                                   struct arena *a, struct str *out, struct err *e);

/* Lines that come in one order and are wanted in another wait in a spool: keep `text`, which is not
 * empty. spool_line reads it again, into `a`. */
MUST_USE enum status spool_add_line(struct spool *s, struct str text, struct line_place *place,
                                    struct err *e);
MUST_USE enum status spool_line(struct spool *s, struct line_place place, struct arena *a,
                                struct str *out, struct err *e);

#endif
