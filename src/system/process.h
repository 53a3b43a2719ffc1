/* process.h: one process of a command, as lines that go in and come out without blocking.
 *
 * Its life: nothing → running → ending (it has closed its output, or we want it to end) → nothing.
 * Ending takes as long as the program takes, but no longer than PROCESS_GRACE_NS twice: it is left
 * alone first, then asked with SIGTERM, then killed. */
#ifndef TEQL_SYSTEM_PROCESS_H
#define TEQL_SYSTEM_PROCESS_H

#include "base/buf.h"
#include "system/child.h"
#include "system/last_line.h"
#include "system/run_log.h"

enum { PROCESS_GRACE_NS = 1000000000 };

enum process_state { PROCESS_NONE, PROCESS_RUNNING, PROCESS_ENDING };

struct process {
    enum process_state state;
    struct child child;
    struct run_log *log;        /* of its standard error … */
    struct last_line last_line; /* … and what it said there last */
    struct buf out;             /* for the process; `sent` bytes of it are written */
    size_t sent;
    struct buf line;   /* the beginning of a line from it */
    bool deaf;         /* it has closed its input */
    bool lost;         /* it has been given up, for a known reason */
    bool asked_to_end; /* by SIGTERM */
    int64_t patience;  /* ending: when the next step follows */

    /* The caller's notes, cleared at the start. */
    uint64_t replies, ignored; /* replies so far; other lines since the last */
    char other[48];            /* the beginning of the first of these */
};

void process_init(struct process *p, size_t max_line);

/* Ends it at once if it runs. */
void process_release(struct process *p);

/* Its standard error goes to `log`, which must outlive it. */
MUST_USE enum status process_start(struct process *p, const struct command_line *line,
                                   struct run_log *log, struct err *e);

/* Write what `out` has for it, or as much as the pipe takes. */
void process_write(struct process *p);

enum process_output {
    PROCESS_MORE,      /* nothing now */
    PROCESS_END,       /* nothing any more */
    PROCESS_TOO_LONG,  /* a line */
    PROCESS_UNREADABLE /* the machine failed, by errno; it is not the program's fault */
};

/* As much as any pipe holds. A process that writes faster than we read must not keep us from
 * others. */
enum { PROCESS_TURN_BYTES = 1 << 20 };

/* Give each line that has arrived to `take`, but read PROCESS_TURN_BYTES at most. At the end that
 * includes a last line without newline. Stops early when `take` returns false. */
enum process_output process_read(struct process *p, bool (*take)(void *ctx, struct str line),
                                 void *ctx);

/* Put standard error in the log, PROCESS_TURN_BYTES at most. */
void process_read_errors(struct process *p);

/* Begin to end it: politely, by closing its pipes, or with SIGTERM. */
void process_end(struct process *p, bool politely, int64_t now_ns);

/* The next step of ending, if it is time. True once it is gone; *status is then waitpid's. */
bool process_is_gone(struct process *p, int64_t now_ns, int *status);

#endif
