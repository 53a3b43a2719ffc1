/* line_map.c: an open-addressing table. */
#include "system/line_map.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

struct line_slot {
    struct digest key;
    struct line_place place; /* len is 0 in a free slot */
};

void line_map_release(struct line_map *m)
{
    free(m->slots);
    *m = (struct line_map){0};
}

/* The key's slot, or the free one where it belongs. There is always a free one. */
static struct line_slot *find_slot(const struct line_map *m, struct digest key)
{
    uint64_t bits;
    memcpy(&bits, key.bytes, sizeof bits);
    size_t i = (size_t)bits & (m->n_slots - 1);
    while (m->slots[i].place.len && !digest_eq(m->slots[i].key, key))
        i = (i + 1) & (m->n_slots - 1);
    return &m->slots[i];
}

static void grow_map(struct line_map *m)
{
    struct line_map larger = {.n_slots = m->n_slots ? 2 * m->n_slots : 64, .count = m->count};
    larger.slots = mem_resize_array(NULL, larger.n_slots, sizeof *larger.slots);
    memset(larger.slots, 0, larger.n_slots * sizeof *larger.slots);
    for (size_t i = 0; i < m->n_slots; i++)
        if (m->slots[i].place.len)
            *find_slot(&larger, m->slots[i].key) = m->slots[i];
    free(m->slots);
    *m = larger;
}

void line_map_put(struct line_map *m, struct digest key, struct line_place place)
{
    if (4 * (m->count + 1) > 3 * m->n_slots)
        grow_map(m);
    struct line_slot *slot = find_slot(m, key);
    m->count += slot->place.len == 0;
    *slot = (struct line_slot){key, place};
}

struct line_place line_map_get(const struct line_map *m, struct digest key)
{
    return m->n_slots ? find_slot(m, key)->place : (struct line_place){0, 0};
}

enum status line_map_read(int fd, const char *path, struct line_place place, struct arena *a,
                          struct str *out, struct err *e)
{
    char *text = arena_alloc(a, place.len + 1);
    for (size_t got = 0; got < place.len;) {
        ssize_t n = pread(fd, text + got, place.len - got, (off_t)(place.at + got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            err_set(e, E_IO, "cannot read: %s", n < 0 ? strerror(errno) : "the file has shrunk");
            return err_in_file(e, path);
        }
        got += (size_t)n;
    }
    text[place.len] = '\0';
    *out = (struct str){text, place.len};
    return OK;
}

enum status spool_add_line(struct spool *s, struct str text, struct line_place *place,
                           struct err *e)
{
    *place = (struct line_place){spool_length(s), (uint32_t)text.len};
    return spool_add(s, text, e);
}

enum status spool_line(struct spool *s, struct line_place place, struct arena *a, struct str *out,
                       struct err *e)
{
    TRY(spool_flush(s, e));
    return line_map_read(s->fd, s->name, place, a, out, e);
}
