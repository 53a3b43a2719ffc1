/* review_log.c: a lock, and lines that are whole or not there. */
#include "review/review_log.h"

#include "base/folder.h"
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static enum status take_lock(const struct review_log *l, struct err *e)
{
    enum lock_outcome lock = os_lock(l->fd);
    if (lock == LOCK_TAKEN)
        return OK;
    if (lock != LOCK_HELD)
        return err_io(e, l->path, "lock");
    err_set(e, E_IO, "somebody else is reviewing this suite");
    err_in_file(e, l->path);
    return E_IO;
}

/* One write(), so that a line is there or not; a part of one is taken back. */
static enum status append(const struct review_log *l, struct str text, struct err *e)
{
    ssize_t n;
    do
        n = write(l->fd, text.ptr, text.len);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)text.len && os_sync_data(l->fd))
        return OK;
    int code = n >= 0 && n < (ssize_t)text.len ? ENOSPC : errno;
    off_t end = lseek(l->fd, 0, SEEK_END);
    if (n > 0 && end >= n)
        (void)!ftruncate(l->fd, end - n);
    errno = code;
    return err_io(e, l->path, "write");
}

/* What a reviewer who was cut off left: half a line, or a whole one without its end. */
static enum status repair(const struct review_log *l, const struct reviews *r, struct err *e)
{
    struct stat st;
    if (fstat(l->fd, &st) != 0)
        return err_io(e, l->path, "read");
    if ((size_t)st.st_size > r->whole && ftruncate(l->fd, (off_t)r->whole) != 0)
        return err_io(e, l->path, "repair");
    return r->open ? append(l, STR("\n"), e) : OK;
}

enum status review_log_open(struct review_log *l, const char *path, const struct suite *s,
                            struct reviews *r, struct err *e)
{
    *l = (struct review_log){.path = path};
    *r = (struct reviews){0};
    /* Not blocking, for whatever pipe or device has that name. */
    l->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
    if (l->fd < 0)
        return err_io(e, path, "open");
    enum status status = take_lock(l, e);
    if (status == OK)
        status = reviews_read(r, s, e);
    if (status == OK)
        status = repair(l, r, e);
    if (status == OK) /* or a new file may be lost with all that is in it */
        status = folder_sync_of(path, e);
    if (status) {
        reviews_release(r);
        review_log_close(l);
    }
    return status;
}

void review_log_close(struct review_log *l)
{
    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
    buf_release(&l->line);
}

enum status review_log_add(struct review_log *l, const struct review *it, struct err *e)
{
    struct json_writer w = json_writer_to(&l->line);
    buf_clear(&l->line);
    record_put(&w, &REVIEW_RECORD, it);
    json_line_end(&w);
    return append(l, buf_str(&l->line), e);
}
