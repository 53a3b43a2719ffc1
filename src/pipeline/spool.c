/* spool.c: an unlinked file. */
#include "pipeline/spool.h"

#include "base/temporary.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { FLUSH_AT = 1 << 20 };

static const char NAME[] = "temporary file of answers"; /* in messages */

enum status spool_open(struct spool *s, struct err *e)
{
    struct arena a = {0};
    char *path;
    const char *target = arena_printf(&a, "%s/answers", temporary_place()).ptr;
    *s = (struct spool){.fd = temporary_file(target, &path)};
    enum status status = s->fd < 0 || unlink(path) != 0 ? err_io(e, NAME, "make") : OK;
    free(path);
    arena_release(&a);
    return status;
}

void spool_close(struct spool *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    buf_release(&s->pending);
}

static enum status flush(struct spool *s, struct err *e)
{
    for (size_t sent = 0; sent < s->pending.len;) {
        ssize_t n = write(s->fd, s->pending.ptr + sent, s->pending.len - sent);
        if (n < 0 && errno != EINTR)
            return err_io(e, NAME, "write");
        sent += n < 0 ? 0 : (size_t)n;
    }
    s->written += s->pending.len;
    buf_clear(&s->pending);
    return OK;
}

enum status spool_add(struct spool *s, struct str text, struct line_place *place, struct err *e)
{
    *place = (struct line_place){s->written + s->pending.len, (uint32_t)text.len};
    buf_put(&s->pending, text);
    return s->pending.len >= FLUSH_AT ? flush(s, e) : OK;
}

enum status spool_read(struct spool *s, struct line_place place, struct arena *a, struct str *out,
                       struct err *e)
{
    enum status status = flush(s, e);
    return status ? status : line_map_read(s->fd, NAME, place, a, out, e);
}
