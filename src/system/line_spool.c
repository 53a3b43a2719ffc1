/* line_spool.c: places of lines in a spool. */
#include "system/line_spool.h"

enum status spool_add_line(struct spool *s, struct str text, struct line_place *place,
                           struct err *e)
{
    *place = (struct line_place){spool_length(s), (uint32_t)text.len};
    return spool_add(s, text, e);
}

enum status spool_line(struct spool *s, struct line_place place, struct arena *a, struct str *out,
                       struct err *e)
{
    enum status status = spool_flush(s, e);
    return status ? status : line_map_read(s->fd, s->name, place, a, out, e);
}
