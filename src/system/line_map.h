/* line_map.h: where in a file the line of a key stands. Memory for keys and places, not for text.
 *
 * Keys are digests, which are random bits already, so the table needs no hash of its own. */
#ifndef TEQL_SYSTEM_LINE_MAP_H
#define TEQL_SYSTEM_LINE_MAP_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/err.h"

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

/* len is 0 where there is none. */
struct line_place line_map_get(const struct line_map *m, struct digest key);

/* The line at `place` of the open file, copied to `a`; `path` is for the message. */
MUST_USE enum status line_map_read(int fd, const char *path, struct line_place place,
                                   struct arena *a, struct str *out, struct err *e);

#endif
