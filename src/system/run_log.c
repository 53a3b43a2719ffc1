/* run_log.c: the beginning and the end of what programs write. */
#include "system/run_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static enum status log_failed(const struct run_log *l, const char *doing, int code, struct err *e)
{
    err_set(e, E_IO, "cannot %s the log: %s", doing, strerror(code));
    return err_in_file(e, l->path);
}

enum status run_log_open(struct run_log *l, const char *path, struct err *e)
{
    *l = (struct run_log){.path = path ? path : "/dev/null"};
    l->fd = open(l->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return l->fd < 0 ? log_failed(l, "open", errno, e) : OK;
}

static void write_log(struct run_log *l, struct str s)
{
    while (s.len > 0 && !l->failure) {
        ssize_t n = write(l->fd, s.ptr, s.len);
        if (n >= 0)
            s = str_slice(s, (size_t)n, s.len);
        else if (errno != EINTR)
            l->failure = errno;
    }
}

/* Keep the last RUN_LOG_TAIL of the late bytes. */
static void keep_late(struct run_log *l, struct str s)
{
    if (!l->tail)
        l->tail = mem_alloc(RUN_LOG_TAIL);
    if (s.len > RUN_LOG_TAIL) {
        l->late += s.len - RUN_LOG_TAIL;
        s = str_slice(s, s.len - RUN_LOG_TAIL, s.len);
    }
    size_t at = (size_t)(l->late % RUN_LOG_TAIL);
    size_t first = s.len < RUN_LOG_TAIL - at ? s.len : RUN_LOG_TAIL - at;
    memcpy(l->tail + at, s.ptr, first);
    memcpy(l->tail, s.ptr + first, s.len - first);
    l->late += s.len;
}

void run_log_add(struct run_log *l, struct str bytes)
{
    uint64_t room = RUN_LOG_HEAD - l->written;
    size_t now = bytes.len < room ? bytes.len : (size_t)room;
    write_log(l, str_slice(bytes, 0, now));
    l->written += now;
    if (now < bytes.len)
        keep_late(l, str_slice(bytes, now, bytes.len));
}

static void write_tail(struct run_log *l)
{
    char note[80];
    size_t at = (size_t)(l->late % RUN_LOG_TAIL);
    if (l->late > RUN_LOG_TAIL) {
        int n = snprintf(note, sizeof note, "\n[teql: %" PRIu64 " bytes left out]\n",
                         l->late - RUN_LOG_TAIL);
        write_log(l, (struct str){note, (size_t)n});
    }
    if (l->late >= RUN_LOG_TAIL)
        write_log(l, (struct str){l->tail + at, RUN_LOG_TAIL - at});
    write_log(l, (struct str){l->tail, at});
}

enum status run_log_close(struct run_log *l, struct err *e)
{
    if (l->tail)
        write_tail(l);
    free(l->tail);
    if (close(l->fd) != 0 && !l->failure)
        l->failure = errno;
    return l->failure ? log_failed(l, "write", l->failure, e) : OK;
}
