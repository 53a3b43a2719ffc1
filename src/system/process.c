/* process.c: nonblocking pipes and an orderly end. */
#include "system/process.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

enum { MAX_OUT_BYTES = 1 << 28, CHUNK_BYTES = 1 << 16 };

void process_init(struct process *p, size_t max_line)
{
    *p = (struct process){.child = {.pid = -1, .in = -1, .out = -1, .err = -1}};
    buf_limit(&p->out, MAX_OUT_BYTES);
    buf_limit(&p->line, max_line);
}

void process_release(struct process *p)
{
    if (p->state != PROCESS_NONE)
        (void)child_reap(&p->child);
    p->state = PROCESS_NONE;
    buf_release(&p->out);
    buf_release(&p->line);
}

enum status process_start(struct process *p, const struct command_line *line, struct run_log *log,
                          struct err *e)
{
    TRY(child_start(&p->child, line, e));
    p->log = log;
    buf_clear(&p->out);
    buf_clear(&p->line);
    p->state = PROCESS_RUNNING;
    p->sent = 0;
    p->last_line = (struct last_line){.whole.len = 0};
    p->replies = p->ignored = 0;
    p->asked_to_end = p->lost = false;
    return OK;
}

void process_write(struct process *p)
{
    while (p->sent < p->out.len) {
        ssize_t n = write(p->child.in, p->out.ptr + p->sent, p->out.len - p->sent);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n < 0) {
            p->deaf = true;
            break;
        }
        p->sent += (size_t)n;
    }
    buf_clear(&p->out);
    p->sent = 0;
}

/* Split `bytes` into lines; keep what follows the last newline. */
static bool take_lines(struct process *p, struct str bytes, bool (*take)(void *, struct str),
                       void *ctx)
{
    size_t start = 0, end;
    while ((end = str_find(bytes, STR("\n"), start)) < bytes.len) {
        struct str line = str_slice(bytes, start, end);
        start = end + 1;
        if (p->line.len > 0 || line.len > p->line.max) {
            buf_put(&p->line, line);
            if (!buf_whole(&p->line))
                return true;
            line = buf_str(&p->line);
        }
        bool more = take(ctx, line);
        buf_clear(&p->line);
        if (!more)
            return false;
    }
    buf_put(&p->line, str_slice(bytes, start, bytes.len));
    return true;
}

static ssize_t read_chunk(int fd, char *chunk)
{
    ssize_t n;
    do
        n = read(fd, chunk, CHUNK_BYTES);
    while (n < 0 && errno == EINTR);
    return n;
}

enum process_output process_read(struct process *p, bool (*take)(void *ctx, struct str line),
                                 void *ctx)
{
    char chunk[CHUNK_BYTES];
    for (size_t turn = 0; turn < PROCESS_TURN_BYTES; turn += sizeof chunk) {
        ssize_t n = read_chunk(p->child.out, chunk);
        if (n < 0)
            return errno == EAGAIN ? PROCESS_MORE : PROCESS_UNREADABLE;
        if (n == 0) {
            if (p->line.len > 0)
                (void)take(ctx, buf_str(&p->line));
            return PROCESS_END;
        }
        if (!take_lines(p, (struct str){chunk, (size_t)n}, take, ctx))
            return PROCESS_MORE;
        if (!buf_whole(&p->line))
            return PROCESS_TOO_LONG;
        if ((size_t)n < sizeof chunk)
            break;
    }
    return PROCESS_MORE; /* others want their turn */
}

void process_read_errors(struct process *p)
{
    char chunk[CHUNK_BYTES];
    for (size_t turn = 0; turn < PROCESS_TURN_BYTES && p->child.err >= 0; turn += sizeof chunk) {
        ssize_t n = read_chunk(p->child.err, chunk);
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0) {
            child_close_err(&p->child);
            continue;
        }
        run_log_add(p->log, (struct str){chunk, (size_t)n});
        last_line_add(&p->last_line, (struct str){chunk, (size_t)n});
    }
}

void process_end(struct process *p, bool politely, int64_t now_ns)
{
    child_close_in(&p->child);
    child_close_out(&p->child);
    if (!politely)
        child_signal(&p->child, SIGTERM);
    p->asked_to_end = !politely;
    p->state = PROCESS_ENDING;
    p->patience = now_ns + PROCESS_GRACE_NS;
}

bool process_is_gone(struct process *p, int64_t now_ns, int *status)
{
    bool dead = child_is_dead(&p->child);
    if (!dead && now_ns < p->patience)
        return false;
    if (!dead && !p->asked_to_end) {
        child_signal(&p->child, SIGTERM);
        p->asked_to_end = true;
        p->patience = now_ns + PROCESS_GRACE_NS;
        return false;
    }
    process_read_errors(p);
    *status = child_reap(&p->child); /* kills */
    p->state = PROCESS_NONE;
    p->deaf = false;
    return true;
}
