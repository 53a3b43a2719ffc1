/* spool.c: an unlinked file. */
#include "base/spool.h"

#include "base/file_copy.h"
#include "base/folder.h"
#include "base/os.h"
#include "base/temporary.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FLUSH_AT = 1 << 20 };

/* Standard output and devices have no folder in which a file could be made. */
static bool has_folder(const char *path)
{
    return path && strcmp(path, "-") != 0 && !os_is_stream(path);
}

/* "temporary file in /tmp", of "/tmp/"; on the heap. */
static char *name_in(const char *folder)
{
    static const char WHAT[] = "temporary file in ";
    size_t len = strlen(folder), size = len + sizeof WHAT;
    len -= len > 1 && folder[len - 1] == '/';
    char *name = mem_alloc(size);
    snprintf(name, size, "%s%.*s", WHAT, (int)len, folder);
    return name;
}

enum status spool_open(struct spool *s, const char *beside, struct err *e)
{
    struct arena a = {0};
    char *path;
    const char *target =
        has_folder(beside) ? beside : arena_printf(&a, "%s/spool", temporary_place()).ptr;
    char *folder = folder_of(target);
    *s = (struct spool){.name = name_in(folder)};
    free(folder);
    s->fd = temporary_file(target, &path);
    enum status status = s->fd < 0 || unlink(path) != 0
                             ? err_io(e, has_folder(beside) ? beside : s->name, "create")
                             : OK;
    if (status)
        spool_close(s);
    free(path);
    arena_release(&a);
    return status;
}

void spool_close(struct spool *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
    free(s->name);
    s->name = NULL;
    buf_release(&s->pending);
}

enum status spool_flush(struct spool *s, struct err *e)
{
    TRY(file_write_on(s->fd, s->name, buf_str(&s->pending), e));
    s->written += s->pending.len;
    buf_clear(&s->pending);
    return OK;
}

uint64_t spool_length(const struct spool *s)
{
    return s->written + s->pending.len;
}

enum status spool_add(struct spool *s, struct str text, struct err *e)
{
    buf_put(&s->pending, text);
    return s->pending.len >= FLUSH_AT ? spool_flush(s, e) : OK;
}

enum status spool_copy(struct spool *s, uint64_t at, uint64_t len, struct out_file *out,
                       struct err *e)
{
    struct copied copied;
    TRY(spool_flush(s, e));
    TRY(out_file_copy_on(out, s->fd, s->name, at, at + len, &copied, e));
    errno = EIO; /* if it is shorter than what was written */
    return copied.bytes == len ? OK : err_io(e, s->name, "read");
}
