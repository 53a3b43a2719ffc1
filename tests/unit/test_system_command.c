/* test_system_command.c: commands, good and bad; command lines; replayed files; builtins. */
#include "asking.h"
#include "base/file.h"
#include "system/command_line.h"
#include "system/process.h"
#include "unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT(array) (uint32_t) COUNT_OF(array)
#define PYTHON       "command:python3 " TEQL_SOURCE_DIR "/tests/support/misbehave.py "

static struct asking a;
static char folder[] = "/tmp/teql-test-XXXXXX";

static const char *const THREE[] = {"SELECT 1", "SELECT 2", "SELECT 3"};

/* A path in the tests' folder; of any name there is one at a time. */
static const char *in_folder(const char *name)
{
    return arena_printf(&a.arena, "%s/%s", folder, name).ptr;
}

static struct system_options quick(void)
{
    struct system_options o = system_options_default();
    o.timeout_ms = 20000;
    return o;
}

/* Ask `questions` of the mode of misbehave.py. */
static enum status ask(const char *mode, const char *const *questions, uint32_t count,
                       const struct system_options *o)
{
    asking_init(&a, questions, count);
    unlink(in_folder("state"));
    enum status status =
        asking_run(&a, arena_printf(&a.arena, "%s%s %s", PYTHON, mode, in_folder("state")).ptr, o);
    assert_int_equal(asking_children(), 0);
    return status;
}

static void assert_text(struct str got, const char *expected)
{
    assert_non_null(got.ptr);
    assert_string_equal(got.ptr, expected);
}

static void assert_echoed(void)
{
    for (uint32_t i = 0; i < a.count; i++) {
        assert_int_equal(a.asked[i].times, 1);
        assert_null(a.asked[i].error.ptr);
        assert_text(a.asked[i].sql, a.questions[i]);
        assert_true(a.asked[i].final);
    }
}

static void assert_failed(uint32_t number, const char *part, uint32_t attempts)
{
    const struct asked *asked = &a.asked[number];
    assert_int_equal(asked->times, 1);
    assert_null(asked->sql.ptr);
    assert_non_null(asked->error.ptr);
    if (!strstr(asked->error.ptr, part))
        fail_msg("'%s' is not in '%s'", part, asked->error.ptr);
    assert_false(asked->final);
    assert_int_equal(asked->attempts, attempts);
}

/* Programs that behave. */

static void answers_come_back(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("good", THREE, COUNT(THREE), &o), OK);
    assert_echoed();
    assert_int_equal(a.asked[0].attempts, 1);
    assert_true(a.asked[0].ms > 0);
    asking_release(&a);
}

static void many_go_to_several_processes(void **state)
{
    (void)state;
    static const char *many[ASKING_MAX];
    struct system_options o = quick();
    o.workers = 3;
    o.in_flight = 4;
    for (uint32_t i = 0; i < ASKING_MAX; i++)
        many[i] = i % 2 ? "SELECT 'odd'" : "SELECT 'even'";
    assert_int_equal(ask("good", many, ASKING_MAX, &o), OK);
    assert_echoed();
    assert_int_equal(a.most_under_way, 12);
    asking_release(&a);
}

static void what_is_for_later_is_asked_later(void **state)
{
    (void)state;
    static const char *many[40];
    struct system_options o = quick();
    o.workers = 2;
    o.in_flight = 3;
    for (uint32_t i = 0; i < COUNT(many); i++)
        many[i] = "SELECT 1";
    asking_init(&a, many, COUNT(many));
    a.one_by_one = 10;
    assert_int_equal(asking_run(&a, PYTHON "good /dev/null", &o), OK);
    assert_echoed();
    assert_int_equal(a.most_under_way, 6);
    assert_int_equal(a.most_later, 1);
    asking_release(&a);
    asking_init(&a, many, COUNT(many));
    a.one_by_one = 10;
    assert_int_equal(asking_run(&a, "builtin:first-table", &o), OK);
    assert_int_equal(a.n_done, COUNT(many));
    assert_int_equal(a.most_later, 1);
    asking_release(&a);
}

static void nothing_is_started_for_nothing(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("first_time", THREE, 0, &o), OK);
    asking_release(&a);
}

static void requests_are_complete(void **state)
{
    (void)state;
    struct system_options o = quick();
    asking_init(&a, THREE, 1);
    a.path = "/data/\"shop\".sqlite";
    assert_int_equal(asking_run(&a, PYTHON "fields", &o), OK);
    assert_text(a.asked[0].sql, "[\"shop\", \"/data/\\\"shop\\\".sqlite\", 3]");
    asking_release(&a);
    assert_int_equal(ask("fields", THREE, 1, &o), OK);
    assert_text(a.asked[0].sql, "[\"shop\", null, 3]");
    asking_release(&a);
}

/* Making its database does not count for the time that a request has. */
static void the_database_takes_its_own_time(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.timeout_ms = 1500;
    o.retries = 0;
    asking_init(&a, THREE, 1);
    a.path = "/data/shop.sqlite";
    a.path_ms = 1700;
    assert_int_equal(asking_run(&a, PYTHON "good", &o), OK);
    assert_echoed();
    asking_release(&a);
}

static void errors_of_the_system_are_final(void **state)
{
    (void)state;
    struct system_options o = quick();
    static const struct {
        const char *mode, *error;
    } CASES[] = {{"refuse", "too hard"},
                 {"nothing", "the reply has no SQL"},
                 {"nul", "the SQL holds a NUL byte"}};
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        assert_int_equal(ask(CASES[i].mode, THREE, 1, &o), OK);
        assert_text(a.asked[0].error, CASES[i].error);
        assert_null(a.asked[0].sql.ptr);
        assert_true(a.asked[0].final);
        asking_release(&a);
    }
}

static void order_is_free(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.in_flight = 3;
    assert_int_equal(ask("backwards", THREE, COUNT(THREE), &o), OK);
    assert_echoed();
    asking_release(&a);
}

/* The examples of the manual. */
static void examples_work(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"How many customers are there?",
                                            "Count every \"purchase\" \\ of caf\xC3\xA9s.",
                                            "What is the weather like?"};
    static const char *const SPECS[] = {
        "command:python3 " TEQL_SOURCE_DIR "/examples/systems/adapter.py",
        "command:sh " TEQL_SOURCE_DIR "/examples/systems/adapter.sh"};
    struct system_options o = quick();
    for (uint32_t i = 0; i < COUNT(SPECS); i++) {
        asking_init(&a, QUESTIONS, COUNT(QUESTIONS));
        assert_int_equal(asking_run(&a, SPECS[i], &o), OK);
        assert_text(a.asked[0].sql, "SELECT count(*) FROM customer");
        assert_text(a.asked[1].sql, "SELECT count(*) FROM purchase");
        assert_text(a.asked[2].error, "the question mentions no table");
        assert_true(a.asked[2].final);
        asking_release(&a);
    }
}

/* Programs with a bad habit that does no harm. */

static void noise_is_ignored(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("noisy", THREE, COUNT(THREE), &o), OK);
    assert_echoed();
    asking_release(&a);
}

static void programs_may_answer_once(void **state)
{
    (void)state;
    static const char *const MODES[] = {"once", "once_without_newline"};
    static const char *const MANY[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    struct system_options o = quick();
    o.workers = 2;
    o.retries = 0;
    for (uint32_t i = 0; i < COUNT(MODES); i++) {
        assert_int_equal(ask(MODES[i], MANY, COUNT(MANY), &o), OK);
        assert_echoed();
        asking_release(&a);
    }
}

static void output_may_stay_open_elsewhere(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("leave_child", THREE, COUNT(THREE), &o), OK);
    assert_echoed();
    asking_release(&a);
}

static void input_may_be_closed(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.timeout_ms = 1500;
    assert_int_equal(ask("closed", THREE, COUNT(THREE), &o), OK);
    assert_echoed();
    asking_release(&a);
}

static void text_that_is_not_utf8_is_marked(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("latin", THREE, 1, &o), OK);
    assert_text(a.asked[0].sql, "caf\xEF\xBF\xBD");
    asking_release(&a);
}

static void a_line_may_be_long(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("large", THREE, COUNT(THREE), &o), OK);
    assert_true(a.asked[2].sql.len == 1000);
    asking_release(&a);
}

/* No answer takes more memory than SQL that can be run, or a message that is read. */
static void answers_have_bounds(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"sql 100000", "sql 100001", "error 300",
                                            "error 900000"};
    struct system_options o = quick();
    assert_int_equal(ask("long_answer", QUESTIONS, COUNT(QUESTIONS), &o), OK);
    assert_int_equal(a.asked[0].sql.len, SYSTEM_MAX_SQL_BYTES);
    assert_null(a.asked[1].sql.ptr);
    assert_text(a.asked[1].error, "an answer of more than 100 KB");
    assert_true(a.asked[1].final);
    assert_int_equal(a.asked[2].error.len, SYSTEM_MAX_ERROR_BYTES);
    assert_int_equal(a.asked[3].error.len, SYSTEM_MAX_ERROR_BYTES + 3);
    assert_true(str_ends(a.asked[3].error, STR("x...")));
    asking_release(&a);
}

/* More than a pipe holds, in both directions at once. */
static void requests_may_be_large(void **state)
{
    (void)state;
    static char question[SYSTEM_MAX_SQL_BYTES];
    static const char *questions[8];
    struct system_options o = quick();
    o.in_flight = 4;
    memset(question, 'x', sizeof question - 1);
    for (uint32_t i = 0; i < COUNT(questions); i++)
        questions[i] = question;
    assert_int_equal(ask("good", questions, COUNT(questions), &o), OK);
    assert_echoed();
    asking_release(&a);
    o.timeout_ms = 300;
    o.retries = 0;
    assert_int_equal(ask("deaf", questions, 1, &o), OK);
    assert_failed(0, "no reply", 1);
    asking_release(&a);
}

/* Programs that fail. */

static void a_crash_costs_one_request(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"SELECT 1", "crash", "SELECT 3"};
    static const struct {
        const char *mode, *error;
    } CASES[] = {{"crash", "status 3"}, {"fault", "signal 11"}};
    struct system_options o = quick();
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        assert_int_equal(ask(CASES[i].mode, QUESTIONS, COUNT(QUESTIONS), &o), OK);
        assert_text(a.asked[0].sql, "SELECT 1");
        assert_failed(1, CASES[i].error, 3);
        assert_text(a.asked[2].sql, "SELECT 3");
        asking_release(&a);
    }
}

static void a_family_of_crashes_is_a_finding(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"SELECT 1", "crash", "crash", "crash", "SELECT 5"};
    struct system_options o = quick();
    assert_int_equal(ask("crash", QUESTIONS, COUNT(QUESTIONS), &o), OK);
    for (uint32_t i = 1; i < 4; i++)
        assert_failed(i, "status 3", 3);
    assert_text(a.asked[4].sql, "SELECT 5");
    asking_release(&a);
}

static void a_request_is_retried(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("crash_first", THREE, COUNT(THREE), &o), OK);
    assert_echoed();
    assert_int_equal(a.asked[0].attempts, 2);
    assert_int_equal(a.asked[1].attempts, 1);
    asking_release(&a);
}

static bool is_alive(int pid)
{
    return pid > 0 && kill(pid, 0) == 0;
}

/* Give the kernel a moment: the orphan of a killed group is reaped by somebody else. */
static bool is_gone(int pid)
{
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int i = 0; i < 300 && is_alive(pid); i++)
        nanosleep(&moment, NULL);
    /* A zombie that nobody reaps is as dead as can be. */
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *f = fopen(path, "r");
    if (f) {
        (void)!fgets(text, sizeof text, f);
        fclose(f);
    }
    return !is_alive(pid) || strstr(text, ") Z ");
}

static void silence_is_ended_with_all_its_children(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"SELECT 1", "silent", "SELECT 3"};
    struct system_options o = quick();
    o.timeout_ms = 4000; /* time enough for others to start, on a busy machine */
    o.retries = 1;
    assert_int_equal(ask("stubborn", QUESTIONS, COUNT(QUESTIONS), &o), OK);
    assert_text(a.asked[0].sql, "SELECT 1");
    assert_failed(1, "no reply within 4 s", 2);
    assert_text(a.asked[2].sql, "SELECT 3");
    assert_true(a.ticks >= 4);
    FILE *f = fopen(in_folder("state"), "r");
    assert_non_null(f);
    int pid, n = 0;
    for (; fscanf(f, "%d", &pid) == 1; n++)
        assert_true(is_gone(pid));
    fclose(f);
    assert_int_equal(n, 4);
    asking_release(&a);
}

/* The numbers that the program left in its file are those of processes that are gone. */
static void assert_all_gone(int expected)
{
    FILE *f = fopen(in_folder("state"), "r");
    assert_non_null(f);
    int pid, n = 0;
    for (; fscanf(f, "%d", &pid) == 1; n++)
        if (!is_gone(pid)) {
            kill(pid, SIGKILL);
            fail_msg("a process is left");
        }
    fclose(f);
    assert_int_equal(n, expected);
}

static atomic_int stop;

static void stop_run(struct asking *asking)
{
    (void)asking;
    stop = 1;
}

/* After a run that went well, and one that was stopped. */
static void daemons_end_with_the_run(void **state)
{
    (void)state;
    struct system_options o = quick();
    int before = -1, after = -1;
    prctl(PR_GET_CHILD_SUBREAPER, &before);
    assert_int_equal(ask("daemon", THREE, 1, &o), OK);
    assert_echoed();
    assert_all_gone(2);
    asking_release(&a);
    asking_init(&a, THREE, 2);
    unlink(in_folder("state"));
    stop = 0;
    o.stop = &stop;
    a.on_done = stop_run;
    const char *spec = arena_printf(&a.arena, "%sdaemon %s", PYTHON, in_folder("state")).ptr;
    assert_int_equal(asking_run(&a, spec, &o), E_SYSTEM);
    assert_string_equal(a.e.msg, "interrupted");
    assert_all_gone(2);
    asking_release(&a);
    prctl(PR_GET_CHILD_SUBREAPER, &after);
    assert_int_equal(before, after);
}

/* A daemon in our own group would pass for a child of some other part of this process. */
static void daemons_cannot_join_us(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("intruder", THREE, 1, &o), OK);
    assert_echoed();
    assert_all_gone(1);
    asking_release(&a);
}

/* Orphans that are ours to bury do not pile up. */
static void dead_daemons_are_buried(void **state)
{
    (void)state;
    static const char *many[8];
    struct system_options o = quick();
    for (uint32_t i = 0; i < COUNT(many); i++)
        many[i] = "SELECT 1";
    assert_int_equal(ask("litter", many, COUNT(many), &o), OK);
    assert_true(atoi(a.asked[7].sql.ptr) <= 4);
    asking_release(&a);
}

/* The run ignores children that this process had before, and their children. */
static void other_children_are_left_alone(void **state)
{
    (void)state;
    struct system_options o = quick();
    pid_t other = fork();
    if (other == 0) {
        setpgid(0, 0);
        for (;;)
            pause();
    }
    setpgid(other, other);
    asking_init(&a, THREE, COUNT(THREE));
    assert_int_equal(asking_run(&a, PYTHON "good", &o), OK);
    assert_echoed();
    asking_release(&a);
    assert_int_equal(waitpid(other, NULL, WNOHANG), 0);
    kill(other, SIGKILL);
    assert_int_equal(waitpid(other, NULL, 0), other);
}

/* Even SIGKILL leaves no process behind. */
static void processes_die_with_us(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"silent"};
    struct system_options o = quick();
    asking_init(&a, QUESTIONS, 1);
    const char *note = in_folder("state");
    unlink(note);
    pid_t runner = fork();
    if (runner == 0) {
        (void)asking_run(&a, arena_printf(&a.arena, "%sstubborn %s", PYTHON, note).ptr, &o);
        _exit(0);
    }
    int orphan = 0, pid = 0;
    const struct timespec moment = {.tv_nsec = 10000000};
    for (int i = 0; i < 1000 && !pid; i++) {
        FILE *f = fopen(note, "r");
        if (f && fscanf(f, "%d %d", &orphan, &pid) != 2)
            pid = 0;
        if (f)
            fclose(f);
        nanosleep(&moment, NULL);
    }
    kill(runner, SIGKILL);
    assert_int_equal(waitpid(runner, NULL, 0), runner);
    assert_true(pid > 0 && is_gone(pid));
    kill(orphan, SIGKILL); /* of the program's own making */
    asking_release(&a);
}

/* With several requests in one process only the late one pays. */
static void neighbours_of_silence_keep_their_attempts(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"SELECT 1", "silent", "SELECT 3", "SELECT 4"};
    struct system_options o = quick();
    o.timeout_ms = 1500;
    o.retries = 0;
    o.in_flight = 2;
    assert_int_equal(ask("slow", QUESTIONS, COUNT(QUESTIONS), &o), OK);
    assert_failed(1, "no reply", 1);
    assert_int_equal(a.n_done, 4);
    asking_release(&a);
}

static void other_lines_are_told(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.timeout_ms = 1000;
    o.retries = 0;
    asking_init(&a, THREE, 1);
    assert_int_equal(
        asking_run(&a, "command:sh -c 'read r; echo hello; echo \"$r\" | tr q x; sleep 1000'", &o),
        OK);
    assert_failed(0,
                  "no reply within 1 s; what it wrote is not a reply, "
                  "{\"id\":…,\"sql\":…}: 'hello'",
                  1);
    asking_release(&a);
}

static void endless_lines_are_cut_off(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"SELECT 1", "huge", "SELECT 3"};
    struct system_options o = quick();
    assert_int_equal(ask("huge", QUESTIONS, COUNT(QUESTIONS), &o), OK);
    assert_failed(1, "more than 1 MB", 3);
    assert_text(a.asked[2].sql, "SELECT 3");
    asking_release(&a);
}

static bool count_line(void *ctx, struct str line)
{
    (void)line;
    ++*(uint32_t *)ctx;
    return true;
}

/* A file never keeps a reader waiting, just as a program that writes faster than it is read. */
static void a_turn_is_bounded(void **state)
{
    (void)state;
    enum { LINE = 64, LINES = 5 * PROCESS_TURN_BYTES / LINE };
    struct process p;
    uint32_t count = 0, before;
    enum process_output got;
    char line[LINE];
    FILE *f = tmpfile();
    assert_non_null(f);
    memset(line, 'x', LINE - 1);
    line[LINE - 1] = '\n';
    for (uint32_t i = 0; i < LINES; i++)
        assert_int_equal(fwrite(line, LINE, 1, f), 1);
    rewind(f);
    process_init(&p, 1 << 20);
    p.child.out = fileno(f);
    do {
        before = count;
        got = process_read(&p, count_line, &count);
        assert_true(count - before <= PROCESS_TURN_BYTES / LINE);
    } while (got == PROCESS_MORE);
    assert_int_equal(count, LINES);
    process_release(&p);
    fclose(f);
}

static void floods_end_with_their_deadline(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.timeout_ms = 1000;
    o.retries = 0;
    assert_int_equal(ask("flood", THREE, 1, &o), OK);
    assert_failed(0, "no reply within 1 s", 1);
    asking_release(&a);
}

static void broken_replies_do_not_wait_for_the_deadline(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask("broken", THREE, 2, &o), OK);
    assert_failed(0, "not JSON", 3);
    assert_failed(1, "not JSON", 3);
    asking_release(&a);
}

/* Programs that cannot be asked. */

static void assert_hopeless(const char *mode, struct system_options *o, const char *part)
{
    static const char *const SIX[] = {"SELECT 1", "SELECT 2", "SELECT 3",
                                      "SELECT 4", "SELECT 5", "SELECT 6"};
    assert_int_equal(ask(mode, SIX, COUNT(SIX), o), E_SYSTEM);
    if (!strstr(a.e.msg, part))
        fail_msg("'%s' is not in '%s'", part, a.e.msg);
    asking_release(&a);
}

static void programs_that_never_reply_end_the_run(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_hopeless("die", &o, "answered nothing: the program ended with status 1");
    o.timeout_ms = 300;
    o.workers = 3;
    assert_hopeless("deaf", &o, "no reply within 0.3 s");
}

static void programs_that_do_not_exist_are_named(void **state)
{
    (void)state;
    struct system_options o = quick();
    static const struct {
        const char *spec, *error;
        enum status status;
    } CASES[] = {
        {"command:no-such-program-here", "no program 'no-such-program-here' in PATH", E_SYSTEM},
        {"command:/no/such/program x", "no program '/no/such/program'", E_SYSTEM},
        {"command:" TEQL_SOURCE_DIR "/README.md", "is not an executable file", E_SYSTEM},
        {"command:" TEQL_SOURCE_DIR "/docs", "is not an executable file", E_SYSTEM},
        {"command:  ", "no program after", E_USAGE},
        {"command:'x", "quote that does not end", E_USAGE},
        {"comand:x", "unknown system 'comand:x': expected command:PROGRAM", E_USAGE},
        {"keyword", "unknown system 'keyword'; did you mean 'builtin:keyword'?", E_USAGE},
        {"localhost:8000", "'localhost:8000'; did you mean 'http://localhost:8000/v1'?", E_USAGE},
        {"model:", "unknown system 'model:': expected", E_USAGE},
        {"builtin:none", "no builtin system 'none'", E_USAGE},
        {"replay:/no/such/file", "no file '/no/such/file'", E_USAGE},
    };
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        asking_init(&a, THREE, COUNT(THREE));
        assert_int_equal(asking_run(&a, CASES[i].spec, &o), CASES[i].status);
        assert_non_null(strstr(a.e.msg, CASES[i].error));
        asking_release(&a);
    }
}

static void files_that_are_no_programs_fail_at_once(void **state)
{
    (void)state;
    struct system_options o = quick();
    asking_init(&a, THREE, COUNT(THREE));
    const char *path = in_folder("not-a-program");
    FILE *f = fopen(path, "w");
    fputs("\177nonsense", f);
    fclose(f);
    chmod(path, 0755);
    assert_int_equal(asking_run(&a, arena_printf(&a.arena, "command:%s", path).ptr, &o), E_SYSTEM);
    assert_non_null(strstr(a.e.msg, "cannot run"));
    assert_int_equal(asking_children(), 0);
    unlink(path);
    asking_release(&a);
}

static void a_failing_caller_ends_the_run(void **state)
{
    (void)state;
    struct system_options o = quick();
    asking_init(&a, THREE, COUNT(THREE));
    a.fail_at = 2;
    assert_int_equal(asking_run(&a, PYTHON "good", &o), E_IO);
    assert_string_equal(a.e.msg, "no room for answers");
    assert_int_equal(a.n_done, 2);
    assert_int_equal(asking_children(), 0);
    asking_release(&a);
}

static void on_alarm(int number)
{
    (void)number;
    stop = 1;
}

static void a_run_can_be_interrupted(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.stop = &stop;
    stop = 0;
    struct sigaction action = {.sa_handler = on_alarm}, old;
    sigaction(SIGALRM, &action, &old);
    alarm(1);
    assert_int_equal(ask("deaf", THREE, COUNT(THREE), &o), E_SYSTEM);
    sigaction(SIGALRM, &old, NULL);
    assert_string_equal(a.e.msg, "interrupted");
    asking_release(&a);
}

/* What a process inherits. */

static void children_inherit_three_files(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.workers = 2;
    int stray = open("/dev/null", O_RDONLY); /* NOLINT(android-cloexec-open): on purpose */
    assert_int_equal(ask("files", THREE, COUNT(THREE), &o), OK);
    for (uint32_t i = 0; i < COUNT(THREE); i++)
        assert_text(a.asked[i].sql, "0 1 2");
    close(stray);
    asking_release(&a);
}

static void signals_are_as_usual(void **state)
{
    (void)state;
    struct system_options o = quick();
    struct sigaction before, after;
    sigaction(SIGPIPE, NULL, &before);
    asking_init(&a, THREE, 1);
    assert_int_equal(
        asking_run(&a,
                   "command:sh -c 'read r; s=$(sed -n \"s/^SigIgn:[^0-9a-f]*//p\" "
                   "/proc/$$/status); echo \"{\\\"id\\\":\\\"q0\\\",\\\"sql\\\":\\\"$s\\\"}\"'",
                   &o),
        OK);
    /* Other signals may have been ignored before this program began; a run changes only SIGPIPE. */
    unsigned long long ignored = strtoull(a.asked[0].sql.ptr, NULL, 16);
    assert_int_equal(ignored >> (SIGPIPE - 1) & 1, 0);
    sigaction(SIGPIPE, NULL, &after);
    assert_true(before.sa_handler == after.sa_handler);
    asking_release(&a);
}

static void children_are_waited_for(void **state)
{
    (void)state;
    struct system_options o = quick();
    struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
    sigaction(SIGCHLD, &ignore, &old);
    assert_int_equal(ask("crash_first", THREE, COUNT(THREE), &o), OK);
    assert_echoed();
    sigaction(SIGCHLD, &old, &ignore);
    assert_true(ignore.sa_handler == SIG_IGN);
    asking_release(&a);
}

static void standard_error_goes_to_the_log(void **state)
{
    (void)state;
    struct system_options o = quick();
    asking_init(&a, THREE, COUNT(THREE));
    o.log = in_folder("log");
    unlink(o.log);
    assert_int_equal(asking_run(&a, PYTHON "log", &o), OK);
    assert_int_equal(asking_run(&a, PYTHON "log", &o), OK);
    struct str text;
    assert_int_equal(file_read(&a.arena, o.log, 1000, &text, &a.e), OK);
    assert_text(text, "hello log\n"); /* the second run had nothing to ask */
    unlink(o.log);
    o.log = "/no/such/folder/log";
    assert_int_equal(asking_run(&a, PYTHON "log", &o), E_IO);
    asking_release(&a);
}

static void the_log_keeps_beginning_and_end(void **state)
{
    (void)state;
    struct system_options o = quick();
    asking_init(&a, THREE, 1);
    o.log = in_folder("log");
    unlink(o.log);
    assert_int_equal(asking_run(&a, PYTHON "chatter", &o), OK);
    assert_echoed();
    struct str text;
    assert_int_equal(file_read(&a.arena, o.log, RUN_LOG_HEAD + RUN_LOG_TAIL + 100, &text, &a.e),
                     OK);
    assert_true(str_starts(text, STR("first line\nx")));
    assert_true(str_ends(text, STR("x\nlast line\n")));
    uint64_t all = (40 << 20) + sizeof "first line\n\nlast line\n" - 1;
    struct str note = arena_printf(&a.arena, "\n[teql: %llu bytes left out]\n",
                                   (unsigned long long)all - RUN_LOG_HEAD - RUN_LOG_TAIL);
    assert_int_equal(str_find(text, note, 0), RUN_LOG_HEAD);
    assert_int_equal(text.len, RUN_LOG_HEAD + note.len + RUN_LOG_TAIL);
    unlink(o.log);
    asking_release(&a);
}

/* Bytes `from` to `to` of a sequence that does not repeat within a ring. */
static void add_sequence(struct run_log *l, uint32_t from, uint32_t to)
{
    char *bytes = malloc(to - from + 1);
    assert_non_null(bytes);
    for (uint32_t i = from; i < to; i++)
        bytes[i - from] = (char)(i % 251);
    run_log_add(l, (struct str){bytes, to - from});
    free(bytes);
}

/* Around every edge of beginning and ring: nothing is lost before something must be. */
static void logs_may_end_anywhere(void **state)
{
    (void)state;
    static const uint32_t ENDS[] = {0,
                                    RUN_LOG_HEAD - 1,
                                    RUN_LOG_HEAD,
                                    RUN_LOG_HEAD + 1,
                                    RUN_LOG_HEAD + RUN_LOG_TAIL,
                                    RUN_LOG_HEAD + RUN_LOG_TAIL + 1,
                                    RUN_LOG_HEAD + 3 * RUN_LOG_TAIL};
    asking_init(&a, THREE, 0);
    const char *path = in_folder("log");
    for (uint32_t i = 0; i < COUNT(ENDS); i++) {
        struct run_log l;
        struct str text;
        uint32_t end = ENDS[i], middle = end - end / 3;
        unlink(path);
        assert_int_equal(run_log_open(&l, path, &a.e), OK);
        add_sequence(&l, 0, middle);
        add_sequence(&l, middle, end);
        assert_int_equal(run_log_close(&l, &a.e), OK);
        assert_int_equal(file_read(&a.arena, path, 1 << 24, &text, &a.e), OK);
        uint32_t most = RUN_LOG_HEAD + RUN_LOG_TAIL;
        assert_int_equal(text.len > most, end > most);
        assert_true(end > most || text.len == end);
        for (uint32_t n = 1; n <= end && n <= RUN_LOG_TAIL; n++)
            assert_int_equal(text.ptr[text.len - n], (char)((end - n) % 251));
    }
    unlink(path);
    asking_release(&a);
}

static void a_log_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    struct system_options o = quick();
    asking_init(&a, THREE, 1);
    o.log = "/dev/full";
    assert_int_equal(asking_run(&a, PYTHON "log", &o), E_IO);
    assert_non_null(strstr(a.e.msg, "cannot write the log"));
    asking_release(&a);
}

/* Command lines. */

static void command_lines_are_split_like_a_shell(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } CASES[] = {
        {"sh", "sh"},
        {"  sh \t -c  x ", "sh|-c|x"},
        {"sh 'a b'\"c d\"e", "sh|a bc de"},
        {"sh '' \"\"", "sh||"},
        {"sh a\\ b \\'c", "sh|a b|'c"},
        {"sh 'a\\b' \"a\\b \\\" \\\\ \\$\"", "sh|a\\b|a\\b \" \\ $"},
        {"sh $HOME * `x`", "sh|$HOME|*|`x`"},
        {"sh a\\", "sh|a\\"},
    };
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        struct arena arena = {0};
        struct command_line line;
        struct err e;
        struct str joined = STR("");
        assert_int_equal(command_line_read(&line, &arena, str_from(CASES[i].text), &e), OK);
        for (uint32_t w = 0; w < line.count; w++)
            joined = arena_printf(&arena, "%.*s%s%s", STR_ARG(joined), w ? "|" : "", line.words[w]);
        assert_string_equal(joined.ptr, CASES[i].words);
        assert_null(line.words[line.count]);
        assert_int_equal(line.program[0], '/');
        arena_release(&arena);
    }
}

/* Several runs. */

/* Ask all questions again. */
static enum status run_again(struct system *s)
{
    a.next = a.n_done = 0;
    memset(a.asked, 0, sizeof a.asked);
    return system_run(s, &a.source, &a.e);
}

static struct system *open_mode(const char *mode, const struct system_options *o)
{
    struct system *s;
    asking_init(&a, THREE, COUNT(THREE));
    const char *spec = arena_printf(&a.arena, "%s%s %s", PYTHON, mode, in_folder("state")).ptr;
    assert_int_equal(system_open(spec, o, &s, &a.e), OK);
    return s;
}

static void processes_stay_between_runs(void **state)
{
    (void)state;
    struct system_options o = quick();
    struct system *s = open_mode("pid", &o);
    assert_int_equal(run_again(s), OK);
    struct str first = a.asked[0].sql;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run_again(s), OK);
        for (uint32_t k = 0; k < COUNT(THREE); k++)
            assert_text(a.asked[k].sql, first.ptr);
        assert_int_equal(asking_children(), 1);
    }
    assert_int_equal(system_end(s, &a.e), OK);
    assert_int_equal(asking_children(), 0);
    assert_int_equal(run_again(s), OK); /* the end is not for ever */
    assert_string_not_equal(a.asked[0].sql.ptr, first.ptr);
    system_free(s);
    assert_int_equal(asking_children(), 0);
    asking_release(&a);
}

static void a_program_may_end_between_runs(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.retries = 0;
    struct system *s = open_mode("once", &o);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(run_again(s), OK);
        assert_echoed();
        struct timespec while_it_ends = {.tv_nsec = i * 100000000};
        nanosleep(&while_it_ends, NULL);
    }
    assert_int_equal(system_end(s, &a.e), OK);
    system_free(s);
    asking_release(&a);
}

static void a_run_that_fails_ends_the_processes(void **state)
{
    (void)state;
    struct system_options o = quick();
    struct system *s = open_mode("good", &o);
    assert_int_equal(run_again(s), OK);
    a.fail_at = 2;
    assert_int_equal(run_again(s), E_IO);
    assert_int_equal(asking_children(), 0);
    a.fail_at = 0;
    assert_int_equal(run_again(s), OK);
    assert_echoed();
    system_free(s);
    asking_release(&a);
}

/* Descriptions. */

static struct str describe(const char *spec)
{
    struct system *s;
    struct system_options o = system_options_default();
    assert_int_equal(system_open(spec, &o, &s, &a.e), OK);
    struct str text = arena_str(&a.arena, system_describe(s));
    system_free(s);
    return text;
}

static void an_edited_program_is_another(void **state)
{
    (void)state;
    asking_init(&a, THREE, 0);
    const char *path = in_folder("script");
    const char *spec = arena_printf(&a.arena, "command:sh %s", path).ptr;
    FILE *f = fopen(path, "w");
    fputs("echo\n", f);
    fclose(f);
    struct str before = describe(spec);
    assert_true(str_eq(before, describe(spec)));
    f = fopen(path, "a");
    fputs("echo\n", f);
    fclose(f);
    assert_false(str_eq(before, describe(spec)));
    unlink(path);
    asking_release(&a);
}

/* Files of predictions. */

static enum status replay(const char *text, uint32_t repeats)
{
    struct system_options o = system_options_default();
    asking_init(&a, THREE, COUNT(THREE));
    a.repeats = repeats;
    const char *path = in_folder("predictions");
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fclose(f);
    enum status status = asking_run(&a, arena_printf(&a.arena, "replay:%s", path).ptr, &o);
    unlink(path);
    return status;
}

static void predictions_are_found_by_id(void **state)
{
    (void)state;
    assert_int_equal(replay("\xEF\xBB\xBF\n{\"id\":\"q2\",\"sql\":\"two\",\"ms\":1.5}\r\n"
                            "{\"id\":\"q0\",\"sql\":\"old\",\"repeat\":0}\n"
                            "{\"id\":\"q0\",\"sql\":\"new\",\"repeat\":0}\n"
                            "{\"id\":\"q0\",\"sql\":null,\"error\":\"late\",\"repeat\":1}",
                            2),
                     OK);
    assert_text(a.asked[0].sql, "new");
    assert_text(a.asked[1].error, "late");
    assert_text(a.asked[2].error, "no prediction");
    assert_text(a.asked[4].sql, "two");
    assert_true(a.asked[4].ms > 1);
    asking_release(&a);
}

static void bad_predictions_are_told_by_line(void **state)
{
    (void)state;
    assert_int_equal(replay("{\"id\":\"q2\",\"sql\":\"two\"}\n{\"id\":", 1), E_SYNTAX);
    assert_int_equal(a.e.line, 2);
    asking_release(&a);
    assert_int_equal(replay("{\"sql\":\"two\"}\n", 1), E_SYNTAX);
    assert_string_equal(a.e.msg, "prediction without 'id'");
    asking_release(&a);
}

static void plain_lines_are_in_order(void **state)
{
    (void)state;
    assert_int_equal(replay("one\tshop\n\nthree\n\n", 1), OK);
    assert_text(a.asked[0].sql, "one");
    assert_text(a.asked[1].error, "empty prediction");
    assert_text(a.asked[2].sql, "three");
    asking_release(&a);
    assert_int_equal(replay("one\ntwo\n", 1), E_INPUT);
    asking_release(&a);
    assert_int_equal(replay("one\ntwo\nthree\nfour\n", 1), E_INPUT);
    asking_release(&a);
}

/* Builtins. */

static void the_first_table_is_a_floor(void **state)
{
    (void)state;
    static const char *many[ASKING_MAX];
    for (uint32_t i = 0; i < ASKING_MAX; i++)
        many[i] = "How many?";
    struct system_options o = system_options_default();
    for (o.workers = 1; o.workers <= 3; o.workers++) {
        asking_init(&a, many, 500);
        assert_int_equal(asking_run(&a, "builtin:first-table", &o), OK);
        for (uint32_t i = 0; i < a.count; i++)
            assert_text(a.asked[i].sql, "SELECT * FROM customer");
        asking_release(&a);
    }
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    asking_init(&a, THREE, 0);
    unlink(in_folder("state"));
    asking_release(&a);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_back),
        cmocka_unit_test(many_go_to_several_processes),
        cmocka_unit_test(what_is_for_later_is_asked_later),
        cmocka_unit_test(nothing_is_started_for_nothing),
        cmocka_unit_test(requests_are_complete),
        cmocka_unit_test(the_database_takes_its_own_time),
        cmocka_unit_test(errors_of_the_system_are_final),
        cmocka_unit_test(order_is_free),
        cmocka_unit_test(examples_work),
        cmocka_unit_test(noise_is_ignored),
        cmocka_unit_test(programs_may_answer_once),
        cmocka_unit_test(output_may_stay_open_elsewhere),
        cmocka_unit_test(input_may_be_closed),
        cmocka_unit_test(text_that_is_not_utf8_is_marked),
        cmocka_unit_test(a_line_may_be_long),
        cmocka_unit_test(answers_have_bounds),
        cmocka_unit_test(requests_may_be_large),
        cmocka_unit_test(a_crash_costs_one_request),
        cmocka_unit_test(a_family_of_crashes_is_a_finding),
        cmocka_unit_test(a_request_is_retried),
        cmocka_unit_test(silence_is_ended_with_all_its_children),
        cmocka_unit_test(daemons_end_with_the_run),
        cmocka_unit_test(daemons_cannot_join_us),
        cmocka_unit_test(dead_daemons_are_buried),
        cmocka_unit_test(other_children_are_left_alone),
        cmocka_unit_test(processes_die_with_us),
        cmocka_unit_test(neighbours_of_silence_keep_their_attempts),
        cmocka_unit_test(other_lines_are_told),
        cmocka_unit_test(endless_lines_are_cut_off),
        cmocka_unit_test(a_turn_is_bounded),
        cmocka_unit_test(floods_end_with_their_deadline),
        cmocka_unit_test(broken_replies_do_not_wait_for_the_deadline),
        cmocka_unit_test(programs_that_never_reply_end_the_run),
        cmocka_unit_test(programs_that_do_not_exist_are_named),
        cmocka_unit_test(files_that_are_no_programs_fail_at_once),
        cmocka_unit_test(a_failing_caller_ends_the_run),
        cmocka_unit_test(a_run_can_be_interrupted),
        cmocka_unit_test(children_inherit_three_files),
        cmocka_unit_test(signals_are_as_usual),
        cmocka_unit_test(children_are_waited_for),
        cmocka_unit_test(standard_error_goes_to_the_log),
        cmocka_unit_test(the_log_keeps_beginning_and_end),
        cmocka_unit_test(logs_may_end_anywhere),
        cmocka_unit_test(a_log_that_cannot_be_written_is_told),
        cmocka_unit_test(command_lines_are_split_like_a_shell),
        cmocka_unit_test(processes_stay_between_runs),
        cmocka_unit_test(a_program_may_end_between_runs),
        cmocka_unit_test(a_run_that_fails_ends_the_processes),
        cmocka_unit_test(an_edited_program_is_another),
        cmocka_unit_test(predictions_are_found_by_id),
        cmocka_unit_test(bad_predictions_are_told_by_line),
        cmocka_unit_test(plain_lines_are_in_order),
        cmocka_unit_test(the_first_table_is_a_floor),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
