/* process_pool.c: one event loop over the processes, no threads.
 *
 * A request is a task from the moment it is drawn until its reply; there are never more tasks than
 * the processes can hold, so a task that has to be retried always finds a place. Processes are
 * started when there is a task for them, and stay for the next run. One that ends, falls silent or
 * writes nonsense without end costs the requests it holds one attempt each and is replaced. */
#include "system/process_pool.h"

#include "system/kind.h"
#include "system/process.h"
#include "system/protocol.h"
#include "system/retry.h"
#include "system/run_signals.h"
#include "system/strays.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum {
    TICK_NS = 250000000, /* between two calls of `tick`, and two looks for processes that ended */
    ENDING_MS = 10       /* between two looks at processes that end */
};

/* Of a process, as poll() looks at them. */
enum { INPUT, OUTPUT, ERRORS, N_STREAMS };

enum task_state { TASK_FREE, TASK_WAITING, TASK_SENT };

struct task {
    enum task_state state;
    struct ask_request request;
    struct process *process; /* that has it */
    uint32_t attempts;
    int64_t sent_ns, deadline_ns;
};

struct process_pool {
    const struct command_line *line;
    const struct system_options *options;
    struct process *processes;
    uint32_t n_processes;
    struct pollfd *polls; /* of each process, N_STREAMS */
    struct arena scratch; /* of a line */

    /* From the first run until the processes end. */
    bool begun;
    struct run_log log;
    struct run_signals signals;
    struct strays strays;

    /* Of the run. */
    const struct ask_source *source; /* NULL between two */
    struct task *tasks;
    uint32_t n_tasks, n_busy; /* n_busy of them are not free */
    bool source_ended;
    struct failure_streak streak;
    struct process *reading; /* that take_line has a line of */
    int64_t now_ns, tick_ns;
    enum status status; /* the first failure counts */
    struct err *e;
};

static void finish_task(struct process_pool *p, struct task *t, struct str sql, struct str error,
                        bool final)
{
    struct answer reply = {
        .sql = sql,
        .error = error,
        .final = final,
        .ms = (double)(p->now_ns - t->sent_ns) / 1e6,
        .attempts = t->attempts,
    };
    t->state = TASK_FREE;
    p->n_busy--;
    if (p->status == OK)
        p->status = system_hand_in(p->source, &t->request, reply, p->e);
}

/* The program failed as a whole. */
static void give_up_program(struct process_pool *p, const char *reason)
{
    const char *log = p->options->log;
    if (p->status == OK)
        p->status = err_set(p->e, E_SYSTEM, "'%s' %s: %s%s%s", p->line->words[0],
                            p->streak.answered ? "answers no longer" : "answered nothing", reason,
                            log ? "; its standard error is in " : "", log ? log : "");
}

/* The attempt failed: another process will be asked, or that was the last attempt. */
static void fail_attempt(struct process_pool *p, struct task *t, const char *reason)
{
    bool pointless = streak_failure(&p->streak, t->request.seed);
    t->state = TASK_WAITING;
    if (t->attempts > p->options->retries)
        finish_task(p, t, STR_NONE, str_from(reason), false);
    if (pointless)
        give_up_program(p, reason);
}

/* A process is lost for `reason`. Its requests are tried again; without `blame` the attempt does
 * not count. One that is lost before it read anything fails no request, and could be started again
 * for ever. */
static void lose_process(struct process_pool *p, struct process *process, const char *reason,
                         bool blame)
{
    bool in_vain = !process->lost && process->replies == 0;
    process->lost = true;
    for (uint32_t i = 0; i < p->n_tasks; i++) {
        struct task *t = &p->tasks[i];
        if (t->state != TASK_SENT || t->process != process)
            continue;
        in_vain = false;
        if (blame) {
            fail_attempt(p, t, reason);
        } else {
            t->attempts--;
            t->state = TASK_WAITING;
        }
    }
    if (in_vain && streak_unreachable(&p->streak))
        give_up_program(p, reason);
}

static const char *describe_end(struct process_pool *p, const struct process *process, int status)
{
    struct str said = last_line_shown(&process->last_line, p->options->key_env, &p->scratch);
    bool killed = WIFSIGNALED(status);
    return arena_printf(
               &p->scratch, "the program ended %s %d%s%.*s", killed ? "by signal" : "with status",
               killed ? WTERMSIG(status) : WEXITSTATUS(status), said.len ? ": " : "", STR_ARG(said))
        .ptr;
}

/* A program that answers some requests and then ends, as it should, has not failed. */
static void bury_process(struct process_pool *p, struct process *process, int status)
{
    struct arena_mark mark = arena_mark(&p->scratch);
    bool clean = WIFEXITED(status) && WEXITSTATUS(status) == 0 && process->replies > 0;
    lose_process(p, process, describe_end(p, process, status), !clean);
    arena_rewind(&p->scratch, mark);
}

static void kill_process(struct process_pool *p, struct process *process, const char *reason)
{
    lose_process(p, process, reason, true);
    process_end(process, false, p->now_ns);
}

/* Replies. */

/* The task with this id that the process has had for longest; or NULL. */
static struct task *find_task(struct process_pool *p, const struct process *process, struct str id)
{
    struct task *found = NULL;
    for (uint32_t i = 0; i < p->n_tasks; i++) {
        struct task *t = &p->tasks[i];
        if (t->state == TASK_SENT && t->process == process && str_eq(t->request.id, id) &&
            (!found || t->sent_ns < found->sent_ns))
            found = t;
    }
    return found;
}

/* If a process has only one request, a reply that cannot be read is the reply to it. Among several
 * nobody knows, and the deadline decides. */
static void take_broken(struct process_pool *p, const struct process *process)
{
    struct task *only = NULL;
    for (uint32_t i = 0; i < p->n_tasks; i++) {
        struct task *t = &p->tasks[i];
        if (t->state != TASK_SENT || t->process != process)
            continue;
        if (only)
            return;
        only = t;
    }
    if (only)
        fail_attempt(p, only, "the reply is not JSON");
}

static bool take_line(void *ctx, struct str line)
{
    struct process_pool *p = ctx;
    struct arena_mark mark = arena_mark(&p->scratch);
    struct answer reply;
    enum protocol_line kind = protocol_read(line, &p->scratch, &reply);
    struct task *t = kind == PROTOCOL_REPLY ? find_task(p, p->reading, reply.id) : NULL;
    if (t) {
        p->reading->replies++;
        p->reading->ignored = 0;
        streak_answer(&p->streak);
        finish_task(p, t, reply.sql, reply.error, true);
    } else if (kind == PROTOCOL_BROKEN) {
        take_broken(p, p->reading);
    } else if (p->reading->ignored++ == 0) { /* may show what is wrong with the program */
        snprintf(p->reading->other, sizeof p->reading->other, "%.*s", STR_ARG(line));
    }
    arena_rewind(&p->scratch, mark);
    return p->status == OK;
}

static void read_process(struct process_pool *p, struct process *process)
{
    p->reading = process;
    switch (process_read(process, take_line, p)) {
    case PROCESS_MORE:
        break;
    case PROCESS_END: /* its tasks wait until it is known how it ended */
        process_end(process, true, p->now_ns);
        break;
    case PROCESS_TOO_LONG:
        kill_process(p, process, "the program wrote a line of more than 1 MB");
        break;
    case PROCESS_UNREADABLE:
        p->status = err_set(p->e, E_HOST, "cannot read what '%s' writes: %s", p->line->words[0],
                            strerror(errno));
        break;
    }
}

/* Requests. */

static struct task *find_waiting(struct process_pool *p)
{
    for (uint32_t i = 0; i < p->n_tasks; i++)
        if (p->tasks[i].state == TASK_WAITING)
            return &p->tasks[i];
    return NULL;
}

static struct task *draw_task(struct process_pool *p)
{
    struct task *t = p->tasks;
    while (t->state != TASK_FREE)
        t++;
    *t = (struct task){.state = TASK_WAITING};
    enum ask_next next = p->source->next(p->source->ctx, &t->request);
    if (next != ASK_THIS) {
        t->state = TASK_FREE;
        p->source_ended = next == ASK_NO_MORE;
        return NULL;
    }
    p->n_busy++;
    return t;
}

static uint32_t process_load(const struct process_pool *p, const struct process *process)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_tasks; i++)
        n += p->tasks[i].state == TASK_SENT && p->tasks[i].process == process;
    return n;
}

/* The process that can take one more and has least to do; of those, one that runs already. */
static struct process *find_free_process(struct process_pool *p)
{
    struct process *best = NULL;
    uint32_t best_load = p->options->in_flight;
    for (uint32_t i = 0; i < p->n_processes; i++) {
        struct process *process = &p->processes[i];
        if (process->state == PROCESS_ENDING || process->deaf)
            continue;
        uint32_t load = process_load(p, process);
        bool runs_already = best && best->state == PROCESS_NONE && process->state != PROCESS_NONE;
        if (load < best_load || (load == best_load && runs_already)) {
            best = process;
            best_load = load;
        }
    }
    return best;
}

static void send_task(struct process_pool *p, struct task *t, struct process *process)
{
    const char *path = NULL;
    if (p->source->path)
        p->status = p->source->path(p->source->ctx, &t->request, &path, p->e);
    if (p->status == OK && process->state == PROCESS_NONE)
        p->status = process_start(process, p->line, &p->log, p->e);
    if (p->status)
        return;
    p->now_ns = monotonic_ns(); /* making its database may have taken longer than the timeout */
    protocol_put_request(&process->out, &t->request, path);
    if (!buf_whole(&process->out)) {
        p->status = err_set(p->e, E_LIMIT, "request too large for a line");
        return;
    }
    /* A process may do one request after the other: those before this one get their time, too. */
    int64_t turns = process_load(p, process) + 1;
    t->state = TASK_SENT;
    t->process = process;
    t->attempts++;
    t->sent_ns = p->now_ns;
    t->deadline_ns = p->now_ns + turns * p->options->timeout_ms * 1000000;
    process_write(process);
    if (process->deaf) { /* nobody has read it */
        request_watch_give_back(p->options->watch);
        t->attempts--;
        t->state = TASK_WAITING;
    }
}

static void hand_out_tasks(struct process_pool *p)
{
    while (p->status == OK) {
        struct task *t = find_waiting(p);
        if (!t && (p->source_ended || p->n_busy == p->n_tasks))
            return;
        struct process *process = find_free_process(p);
        if (!process)
            return;
        if (!t)
            t = draw_task(p);
        if (!t || !request_watch_take(p->options->watch))
            return;
        p->now_ns = monotonic_ns();
        send_task(p, t, process);
    }
}

/* If the user allows no more requests and some are left, end when none is under way. */
static void heed_pool_limit(struct process_pool *p)
{
    if (p->status || p->n_busy == 0 || request_watch_left(p->options->watch) > 0)
        return;
    for (uint32_t i = 0; i < p->n_tasks; i++)
        if (p->tasks[i].state == TASK_SENT)
            return;
    p->status = request_watch_spent(p->options->watch, p->e);
}

/* The loop. */

static int pool_wait_ms(const struct process_pool *p)
{
    int64_t until = p->tick_ns;
    for (uint32_t i = 0; i < p->n_tasks; i++)
        if (p->tasks[i].state == TASK_SENT && p->tasks[i].deadline_ns < until)
            until = p->tasks[i].deadline_ns;
    int64_t ms = (until - p->now_ns) / 1000000 + 1;
    for (uint32_t i = 0; i < p->n_processes; i++)
        if (p->processes[i].state == PROCESS_ENDING && ms > ENDING_MS)
            ms = ENDING_MS;
    return ms < 0 ? 0 : (int)ms;
}

static struct pollfd *streams(const struct process_pool *p, uint32_t process)
{
    return p->polls + (size_t)N_STREAMS * process;
}

static void wait_for_events(struct process_pool *p)
{
    for (uint32_t i = 0; i < p->n_processes; i++) {
        const struct process *process = &p->processes[i];
        struct pollfd *polls = streams(p, i);
        bool running = process->state == PROCESS_RUNNING;
        bool writing = running && process->out.len > 0 && !process->deaf;
        polls[INPUT] = (struct pollfd){writing ? process->child.in : -1, POLLOUT, 0};
        polls[OUTPUT] = (struct pollfd){running ? process->child.out : -1, POLLIN, 0};
        polls[ERRORS] = (struct pollfd){process->child.err, POLLIN, 0};
    }
    if (poll(p->polls, N_STREAMS * (nfds_t)p->n_processes, pool_wait_ms(p)) < 0)
        memset(p->polls, 0, N_STREAMS * p->n_processes * sizeof *p->polls); /* a signal */
    p->now_ns = monotonic_ns();
}

static void serve_processes(struct process_pool *p)
{
    for (uint32_t i = 0; i < p->n_processes && p->status == OK; i++) {
        struct process *process = &p->processes[i];
        const struct pollfd *polls = streams(p, i);
        int status;
        if (polls[ERRORS].revents)
            process_read_errors(process);
        if (polls[INPUT].revents)
            process_write(process);
        if (polls[OUTPUT].revents)
            read_process(p, process);
        if (process->state == PROCESS_RUNNING && process->deaf && process_load(p, process) == 0)
            process_end(process, true, p->now_ns);
        if (process->state == PROCESS_ENDING && process_is_gone(process, p->now_ns, &status))
            bury_process(p, process, status);
    }
}

static void describe_silence(const struct task *t, char *out, size_t size)
{
    int n =
        snprintf(out, size, "no reply within %.3g s", (double)(t->deadline_ns - t->sent_ns) / 1e9);
    if (t->process->ignored)
        snprintf(out + n, size - (size_t)n,
                 "; what it wrote is not a reply, {\"id\":…,\"sql\":…}: '%s'", t->process->other);
}

static void heed_deadlines(struct process_pool *p)
{
    for (uint32_t i = 0; i < p->n_tasks && p->status == OK; i++) {
        struct task *t = &p->tasks[i];
        if (t->state != TASK_SENT || p->now_ns < t->deadline_ns ||
            t->process->state != PROCESS_RUNNING)
            continue;
        /* Only this request is to blame; the others lose their process, not an attempt. */
        struct process *process = t->process;
        char reason[160];
        describe_silence(t, reason, sizeof reason);
        fail_attempt(p, t, reason);
        process->lost = true;
        lose_process(p, process, reason, false);
        process_end(process, false, p->now_ns);
    }
}

/* A program that ended may have left its output open in another process. */
static void find_dead(struct process_pool *p)
{
    for (uint32_t i = 0; i < p->n_processes && p->status == OK; i++) {
        struct process *process = &p->processes[i];
        if (process->state != PROCESS_RUNNING || !child_is_dead(&process->child))
            continue;
        read_process(p, process);
        if (process->state == PROCESS_RUNNING)
            process_end(process, true, p->now_ns);
    }
}

static bool is_own_process(const void *ctx, pid_t pid)
{
    const struct process_pool *p = ctx;
    for (uint32_t i = 0; i < p->n_processes; i++)
        if (p->processes[i].state != PROCESS_NONE && p->processes[i].child.pid == pid)
            return true;
    return false;
}

static void tick_pool(struct process_pool *p)
{
    if (p->now_ns < p->tick_ns)
        return;
    p->tick_ns = p->now_ns + TICK_NS;
    find_dead(p);
    strays_bury(&p->strays, is_own_process, p);
    if (p->source && p->source->tick)
        p->source->tick(p->source->ctx);
}

static void run_pool(struct process_pool *p)
{
    hand_out_tasks(p);
    heed_pool_limit(p);
    while (p->status == OK && (p->n_busy > 0 || !p->source_ended)) {
        wait_for_events(p);
        serve_processes(p);
        heed_deadlines(p);
        tick_pool(p);
        if (p->status == OK && system_stopped(p->options))
            p->status = err_set(p->e, E_SYSTEM, "interrupted");
        hand_out_tasks(p);
        heed_pool_limit(p);
    }
}

/* Wait until all processes are gone. */
static void end_processes(struct process_pool *p, bool politely)
{
    uint32_t left = 0;
    p->now_ns = monotonic_ns();
    p->n_tasks = 0; /* their replies are not wanted any more */
    for (uint32_t i = 0; i < p->n_processes; i++) {
        if (p->processes[i].state == PROCESS_RUNNING)
            process_end(&p->processes[i], politely, p->now_ns);
        left += p->processes[i].state == PROCESS_ENDING;
    }
    while (left > 0) {
        for (uint32_t i = 0; i < p->n_processes; i++) {
            int status;
            struct process *process = &p->processes[i];
            process_read_errors(process);
            left -=
                process->state == PROCESS_ENDING && process_is_gone(process, p->now_ns, &status);
        }
        if (left > 0)
            wait_for_events(p);
        tick_pool(p);
    }
}

/* Beginning and end. */

struct process_pool *process_pool_new(const struct command_line *line,
                                      const struct system_options *options)
{
    struct process_pool *p = mem_alloc(sizeof *p);
    *p = (struct process_pool){.line = line, .options = options, .n_processes = options->workers};
    p->processes = mem_resize_array(NULL, p->n_processes, sizeof *p->processes);
    p->polls = mem_resize_array(NULL, N_STREAMS * (size_t)p->n_processes, sizeof *p->polls);
    p->tasks =
        mem_resize_array(NULL, (size_t)p->n_processes * options->in_flight, sizeof *p->tasks);
    for (uint32_t i = 0; i < p->n_processes; i++)
        process_init(&p->processes[i], PROTOCOL_MAX_LINE);
    return p;
}

void process_pool_free(struct process_pool *p)
{
    struct err ignored;
    (void)!process_pool_end(p, &ignored);
    for (uint32_t i = 0; i < p->n_processes; i++)
        process_release(&p->processes[i]);
    free(p->processes);
    free(p->polls);
    free(p->tasks);
    arena_release(&p->scratch);
    free(p);
}

/* Log, signals and strays: what processes need around them. */
static enum status begin_pool(struct process_pool *p, struct err *e)
{
    if (p->begun)
        return OK;
    TRY(run_log_open(&p->log, p->options->log, e));
    run_signals_begin(&p->signals);
    strays_watch(&p->strays);
    p->begun = true;
    return OK;
}

static enum status end_pool(struct process_pool *p, bool politely, struct err *e)
{
    if (!p->begun)
        return OK;
    end_processes(p, politely);
    strays_end(&p->strays);
    run_signals_end(&p->signals);
    p->begun = false;
    return run_log_close(&p->log, e);
}

enum status process_pool_end(struct process_pool *p, struct err *e)
{
    p->status = OK;
    p->e = e;
    enum status status = end_pool(p, true, e);
    return p->status ? p->status : status;
}

enum status process_pool_run(struct process_pool *p, const struct ask_source *source, struct err *e)
{
    TRY(begin_pool(p, e));
    p->source = source;
    p->n_tasks = p->n_processes * p->options->in_flight;
    memset(p->tasks, 0, p->n_tasks * sizeof *p->tasks);
    p->n_busy = 0;
    p->source_ended = false;
    p->streak = (struct failure_streak){.answered = source->answered, .all_seeds = source->n_seeds};
    p->now_ns = monotonic_ns();
    p->tick_ns = p->now_ns + TICK_NS;
    p->status = OK;
    p->e = e;
    run_pool(p);
    struct err ignored; /* the failure of the run counts */
    if (p->status)
        (void)!end_pool(p, p->status == E_PAUSED, &ignored);
    p->source = NULL;
    return p->status;
}
