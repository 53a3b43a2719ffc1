/* test_system_http.c: an OpenAI-compatible server, good and bad; prompts; SQL in replies. */
#include "asking.h"
#include "fixture.h"
#include "system/prompt.h"
#include "system/reply_sql.h"
#include "system/retry.h"
#include "unit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(array) (uint32_t) COUNT_OF(array)

static struct asking a;
static pid_t server;
static int server_input;
static int port;
static char folder[] = "/tmp/teql-test-XXXXXX";

static const char KEY[] = "sk-ABC/def+012345678";

static void run_server(int in, int out)
{
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    for (int fd = 3; fd < 64; fd++)
        close(fd);
    execlp("python3", "python3", TEQL_SOURCE_DIR "/tests/support/chat_server.py", (char *)NULL);
    _exit(127);
}

static int start_server(void **state)
{
    (void)state;
    int in[2], out[2];
    char text[16] = "";
    /* The proxy of the user who runs the tests cannot reach this server. */
    unsetenv("http_proxy");
    unsetenv("all_proxy");
    unsetenv("ALL_PROXY");
    setenv("TEQL_TEST_KEY", KEY, 1);
    if (!mkdtemp(folder) || pipe(in) != 0 || pipe(out) != 0)
        return -1;
    server = fork();
    if (server == 0)
        run_server(in[0], out[1]);
    close(in[0]);
    close(out[1]);
    server_input = in[1];
    for (size_t n = 0; n < sizeof text - 1 && !strchr(text, '\n'); n++)
        if (read(out[0], text + n, 1) != 1)
            return -1;
    close(out[0]);
    port = atoi(text);
    return port > 0 ? 0 : -1;
}

static int stop_server(void **state)
{
    (void)state;
    close(server_input);
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    return rmdir(folder);
}

static struct system_options quick(void)
{
    struct system_options o = system_options_default();
    o.timeout_ms = 20000;
    o.backoff_ms = 20;
    o.retries = 2;
    o.model = "toy";
    return o;
}

static enum status ask(const char *const *questions, uint32_t count, const struct system_options *o)
{
    asking_init(&a, questions, count);
    return asking_run(&a, arena_printf(&a.arena, "http://127.0.0.1:%d/v1/", port).ptr, o);
}

static enum status ask_one(const char *question, const struct system_options *o)
{
    static const char *questions[1];
    questions[0] = question;
    return ask(questions, 1, o);
}

static void assert_text(struct str got, const char *expected)
{
    assert_non_null(got.ptr);
    assert_string_equal(got.ptr, expected);
}

static void assert_holds(const char *text, const char *part)
{
    assert_non_null(text);
    if (!strstr(text, part))
        fail_msg("'%s' is not in '%s'", part, text);
}

/* Servers that behave. */

static void answers_come_back(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"do:good", "do:fenced", "do:parts"};
    struct system_options o = quick();
    assert_int_equal(ask(QUESTIONS, COUNT(QUESTIONS), &o), OK);
    assert_text(a.asked[0].sql, "SELECT 1");
    assert_text(a.asked[1].sql, "SELECT 2");
    assert_text(a.asked[2].sql, "SELECT 5");
    assert_int_equal(a.asked[0].prompt_tokens, 11);
    assert_int_equal(a.asked[0].completion_tokens, 7);
    assert_int_equal(a.asked[0].attempts, 1);
    assert_true(a.asked[0].ms > 0);
    assert_true(a.asked[0].final);
    asking_release(&a);
}

static void many_are_asked_at_once(void **state)
{
    (void)state;
    static const char *many[300];
    for (uint32_t i = 0; i < COUNT(many); i++)
        many[i] = "do:good";
    struct system_options o = quick();
    o.concurrency = 8;
    assert_int_equal(ask(many, COUNT(many), &o), OK);
    for (uint32_t i = 0; i < COUNT(many); i++)
        assert_text(a.asked[i].sql, "SELECT 1");
    assert_int_equal(a.most_under_way, 8);
    asking_release(&a);
}

/* A source that waits for requests under way is asked again when there is a reply, and not before.
 */
static void what_is_for_later_is_asked_later(void **state)
{
    (void)state;
    static const char *many[40];
    for (uint32_t i = 0; i < COUNT(many); i++)
        many[i] = "do:good";
    struct system_options o = quick();
    o.concurrency = 8;
    asking_init(&a, many, COUNT(many));
    a.one_by_one = 10;
    assert_int_equal(asking_run(&a, arena_printf(&a.arena, "http://127.0.0.1:%d/v1", port).ptr, &o),
                     OK);
    for (uint32_t i = 0; i < COUNT(many); i++)
        assert_text(a.asked[i].sql, "SELECT 1");
    assert_int_equal(a.most_under_way, 8);
    assert_int_equal(a.most_later, 1);
    assert_true(a.calls <= 2 * COUNT(many) + 1);
    asking_release(&a);
}

static void settings_are_sent(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask_one("do:settings", &o), OK);
    assert_text(a.asked[0].sql,
                "SELECT 'None' {\"max_tokens\": 1024, \"model\": \"toy\", \"temperature\": 0.0}");
    asking_release(&a);
    o.temperature = -1;
    o.max_tokens = 0;
    o.seed = 40;
    asking_init(&a, (const char *const[]){"do:settings"}, 1);
    a.repeats = 3;
    assert_int_equal(asking_run(&a, arena_printf(&a.arena, "http://127.0.0.1:%d/v1", port).ptr, &o),
                     OK);
    assert_text(a.asked[2].sql, "SELECT 'None' {\"model\": \"toy\", \"seed\": 42}");
    asking_release(&a);
}

static void text_that_is_not_utf8_is_marked(void **state)
{
    (void)state;
    struct system_options o = quick();
    assert_int_equal(ask_one("do:latin", &o), OK);
    assert_text(a.asked[0].sql, "SELECT 'caf\xEF\xBF\xBD'");
    asking_release(&a);
}

/* The key. */

static void the_key_goes_to_the_server_only(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.key_env = "TEQL_TEST_KEY";
    static const char *const QUESTIONS[] = {"do:parrot", "do:parrot_sql"};
    assert_int_equal(ask(QUESTIONS, COUNT(QUESTIONS), &o), OK);
    assert_text(a.asked[0].error, "status 400: bad key Bearer ********************");
    assert_text(a.asked[1].sql, "SELECT 'Bearer ********************'");
    asking_release(&a);
}

/* Nothing that shows what the key is. */
static void assert_hidden(const char *text)
{
    static const char *const PARTS[] = {"abc",    "ABC",   "def",  "DEF",  "012",
                                        "414243", "QUJDL", "stQU", "c2st", "xB0"};
    assert_non_null(text);
    for (uint32_t i = 0; i < COUNT(PARTS); i++)
        if (strstr(text, PARTS[i]))
            fail_msg("'%s' is in '%s'", PARTS[i], text);
    assert_holds(text, "***");
}

static void the_key_is_hidden_in_every_form(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.key_env = "TEQL_TEST_KEY";
    static const char *const QUESTIONS[] = {"do:parrot_forms", "do:parrot_split", "do:parrot_error",
                                            "do:parrot_page", "do:parrot_cut"};
    assert_int_equal(ask(QUESTIONS, COUNT(QUESTIONS), &o), OK);
    assert_hidden(a.asked[0].sql.ptr);
    assert_text(a.asked[1].sql, "SELECT '********************'");
    for (uint32_t i = 2; i < 4; i++)
        assert_hidden(a.asked[i].error.ptr);
    assert_holds(a.asked[4].error.ptr, "x*");
    assert_null(strstr(a.asked[4].error.ptr, "sk"));
    asking_release(&a);
    static const char *const ENDINGS[] = {"do:parrot_denied", "do:parrot_elsewhere"};
    for (uint32_t i = 0; i < COUNT(ENDINGS); i++) {
        assert_int_equal(ask_one(ENDINGS[i], &o), E_SYSTEM);
        assert_hidden(a.e.msg);
        asking_release(&a);
    }
}

/* What the model is told it may repeat. */
static void the_key_may_be_in_the_prompt(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.key_env = "TEQL_TEST_KEY";
    assert_int_equal(ask_one("do:prompt SELECT 'sk-ABC/def+012345678'", &o), OK);
    assert_holds(a.asked[0].sql.ptr, "SELECT '********************'");
    asking_release(&a);
}

static void redirects_are_not_followed(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.key_env = "TEQL_TEST_KEY";
    assert_int_equal(ask_one("do:elsewhere", &o), E_SYSTEM);
    assert_holds(a.e.msg, "status 307");
    asking_release(&a);
}

static void descriptions_hold_no_key(void **state)
{
    (void)state;
    struct system_options o = quick();
    struct system *s;
    struct err e;
    o.key_env = "TEQL_TEST_KEY";
    assert_int_equal(system_open("https://api.example.org/v1/", &o, &s, &e), OK);
    struct str text = system_describe(s);
    assert_int_equal(str_find(text, str_from(KEY), 0), text.len);
    assert_true(str_find(text, STR("\"http\":\"https://api.example.org/v1\""), 0) < text.len);
    assert_true(str_find(text, STR("\"model\":\"toy\""), 0) < text.len);
    assert_true(system_is_costly(s));
    system_free(s);
}

/* Troubles that pass. */

static void passing_troubles_are_retried(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"do:unwell", "do:cut_once", "do:reset"};
    struct system_options o = quick();
    assert_int_equal(ask(QUESTIONS, COUNT(QUESTIONS), &o), OK);
    for (uint32_t i = 0; i < COUNT(QUESTIONS); i++) {
        assert_text(a.asked[i].sql, "SELECT 1");
        assert_int_equal(a.asked[i].attempts, 2);
        assert_true(a.asked[i].final);
    }
    asking_release(&a);
}

static void slow_replies_are_asked_again(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.timeout_ms = 1500;
    assert_int_equal(ask_one("do:slow_once", &o), OK);
    assert_text(a.asked[0].sql, "SELECT 1");
    assert_int_equal(a.asked[0].attempts, 2);
    assert_true(a.ticks >= 2);
    asking_release(&a);
}

/* The server tells how long it was left alone. */
static void a_pause_is_granted(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"do:busy", "do:busy_until"};
    struct system_options o = quick();
    for (uint32_t i = 0; i < COUNT(QUESTIONS); i++) {
        assert_int_equal(ask_one(QUESTIONS[i], &o), OK);
        assert_int_equal(a.asked[0].attempts, 2);
        double waited = atof(a.asked[0].sql.ptr + strlen("SELECT "));
        /* A date has whole seconds, so the second of "in two seconds" may have begun. */
        assert_true(waited > 0.9);
        asking_release(&a);
    }
}

static void pauses_grow_and_have_limits(void **state)
{
    (void)state;
    struct rng rng = rng_stream(1, STR("test"), 0);
    for (int i = 0; i < 1000; i++) {
        int64_t first = retry_delay_ns(2, 500, 0, &rng), third = retry_delay_ns(4, 500, 0, &rng);
        assert_in_range(first, 250000000, 500000000);
        assert_in_range(third, 1000000000, 2000000000);
        assert_in_range(retry_delay_ns(4000000000U, 500, 0, &rng), 15000000000, 30000000000);
    }
    assert_int_equal(retry_delay_ns(2, 1, 7, &rng), 7000000000);
    assert_int_equal(retry_delay_ns(2, 1, 1000000000000, &rng), 120000000000);
    assert_int_equal(retry_delay_ns(2, 0, 0, &rng), 0);
}

/* Troubles that stay. */

static void lasting_troubles_are_no_answers(void **state)
{
    (void)state;
    static const struct {
        const char *question, *error;
        uint32_t attempts;
        bool final;
    } CASES[] = {
        {"do:down", "status 503: down for ever", 3, false},
        {"do:cut", "987 bytes", 3, false},
        {"do:invalid", "status 200: {\"choices\": [{\"message\"", 3, false},
        {"do:page", "Welcome to the proxy", 3, false},
        {"do:empty", "status 200: empty reply", 3, false},
        {"do:wrong", "not that of a chat", 3, false},
        {"do:hidden_error", "status 200: overloaded", 3, false},
        {"do:huge", "more than 4 MB", 3, false},
        {"do:too_long", "status 400: the prompt is too long", 1, true},
        {"do:unpaid", "status 402: no credit", 1, false},
        {"do:silence", "the model gave no SQL", 1, true},
        {"do:nul", "the SQL holds a NUL byte", 1, true},
    };
    struct system_options o = quick();
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        assert_int_equal(ask_one(CASES[i].question, &o), OK);
        assert_null(a.asked[0].sql.ptr);
        assert_holds(a.asked[0].error.ptr, CASES[i].error);
        assert_true(a.asked[0].error.len < 400);
        assert_int_equal(a.asked[0].attempts, CASES[i].attempts);
        assert_int_equal(a.asked[0].final, CASES[i].final);
        asking_release(&a);
    }
}

static void slowness_is_told(void **state)
{
    (void)state;
    struct system_options o = quick();
    o.timeout_ms = 300;
    o.retries = 1;
    assert_int_equal(ask_one("do:slow", &o), OK);
    assert_text(a.asked[0].error, "no reply within 0.3 s");
    asking_release(&a);
}

static void hopeless_runs_end(void **state)
{
    (void)state;
    static const char *many[100];
    static const struct {
        const char *question, *error;
        uint32_t done;
    } CASES[] = {
        {"do:unknown", "status 401: who are you", 0},
        {"do:missing", "status 404: no such model", 0},
        {"do:too_long", "status 400: the prompt is too long", 5},
        {"do:down", "status 503: down for ever", 5},
    };
    struct system_options o = quick();
    for (uint32_t c = 0; c < COUNT(CASES); c++) {
        for (uint32_t i = 0; i < COUNT(many); i++)
            many[i] = CASES[c].question;
        assert_int_equal(ask(many, COUNT(many), &o), E_SYSTEM);
        assert_holds(a.e.msg, CASES[c].error);
        assert_int_equal(a.n_done, CASES[c].done);
        asking_release(&a);
    }
}

static void nobody_there_is_soon_found_out(void **state)
{
    (void)state;
    static const char *many[100];
    for (uint32_t i = 0; i < COUNT(many); i++)
        many[i] = "do:good";
    struct system_options o = quick();
    o.retries = 100;
    asking_init(&a, many, COUNT(many));
    assert_int_equal(asking_run(&a, "http://127.0.0.1:1/v1", &o), E_SYSTEM);
    assert_holds(a.e.msg, "http://127.0.0.1:1/v1/chat/completions: ");
    assert_int_equal(a.n_done, 0);
    asking_release(&a);
}

static void strangers_are_not_trusted(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"do:good", "do:good", "do:good"};
    struct system_options o = quick();
    o.key_env = "TEQL_TEST_KEY";
    asking_init(&a, QUESTIONS, COUNT(QUESTIONS));
    assert_int_equal(
        asking_run(&a, arena_printf(&a.arena, "https://127.0.0.1:%d/v1", port).ptr, &o), E_SYSTEM);
    assert_int_equal(a.n_done, 0);
    asking_release(&a);
}

static void a_run_can_be_interrupted(void **state)
{
    (void)state;
    static atomic_int stop = 1;
    struct system_options o = quick();
    o.stop = &stop;
    assert_int_equal(ask_one("do:slow", &o), E_SYSTEM);
    assert_string_equal(a.e.msg, "interrupted");
    asking_release(&a);
}

static void a_failing_caller_ends_the_run(void **state)
{
    (void)state;
    static const char *const QUESTIONS[] = {"do:good", "do:good", "do:good", "do:slow"};
    struct system_options o = quick();
    asking_init(&a, QUESTIONS, COUNT(QUESTIONS));
    a.fail_at = 2;
    assert_int_equal(asking_run(&a, arena_printf(&a.arena, "http://127.0.0.1:%d/v1", port).ptr, &o),
                     E_IO);
    assert_int_equal(a.n_done, 2);
    asking_release(&a);
}

static void bad_options_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *model, *key_env, *template, *error;
        enum status status;
    } CASES[] = {
        {"http://host/v1", NULL, NULL, NULL, "needs --model", E_USAGE},
        {"http://", "m", NULL, NULL, "no host", E_USAGE},
        {"https:///", "m", NULL, NULL, "no host", E_USAGE},
        {"http://me:secret@host/v1", "m", NULL, NULL, "use --key-env", E_USAGE},
        {"http://host/v1?a=1&Subscription-Key=secret", "m", NULL, NULL, "a key in the address",
         E_USAGE},
        {"http://host/v1#secret", "m", NULL, NULL, "'#' in the address", E_USAGE},
        {"http://me:secret@host/v1", NULL, NULL, NULL, "needs --model", E_USAGE},
        {"http://host/sk-ABC%2Fdef+012345678/v1", "m", "TEQL_TEST_KEY", NULL,
         "the key is in the address", E_USAGE},
        {"http://host/v1", "m", "sk-secret-by-mistake", NULL, "a variable that is not set",
         E_USAGE},
        {"http://host/v1", "m", "TEQL_BAD_KEY", NULL, "holds no key", E_USAGE},
        {"http://host/v1", "m", NULL, "/no/such/file", "cannot open", E_IO},
    };
    setenv("TEQL_BAD_KEY", "a\r\nX-More: b", 1);
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        struct system_options o = quick();
        o.model = CASES[i].model;
        o.key_env = CASES[i].key_env;
        o.template_path = CASES[i].template;
        struct system *s;
        struct err e;
        assert_int_equal(system_open(CASES[i].spec, &o, &s, &e), CASES[i].status);
        assert_holds(e.msg, CASES[i].error);
        assert_null(strstr(e.msg, "secret"));
        assert_null(strstr(e.msg, "X-More"));
    }
}

/* Servers that lie, or never stop. */
static void lies_end_with_the_deadline(void **state)
{
    (void)state;
    static const struct {
        const char *question, *error; /* NULL: only the deadline ends it */
    } CASES[] = {
        {"do:short_length", "status 200: {\"choices\""},
        {"do:two_lengths", "status 200: {"},
        {"do:negative_length", "Invalid Content-Length"},
        {"do:slow_body", NULL},
        {"do:slow_head", NULL},
        {"do:slow_chunks", NULL},
        {"do:continues_slowly", NULL},
        {"do:endless_body", "more than 4 MB"},
        {"do:endless_chunks", "more than 4 MB"},
        {"do:endless_head", "Too large response headers"},
        {"do:endless_line", "a header line without end"},
        {"do:continues", NULL},
        {"do:bad_chunks", "hex"},
        {"do:bomb", "status 200: "},
        {"do:ancient", "HTTP/0.9"},
        {"do:no_status", "Unsupported HTTP"},
    };
    struct system_options o = quick();
    o.retries = 0;
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        o.timeout_ms = CASES[i].error ? 20000 : 700;
        assert_int_equal(ask_one(CASES[i].question, &o), OK);
        assert_null(a.asked[0].sql.ptr);
        assert_holds(a.asked[0].error.ptr,
                     CASES[i].error ? CASES[i].error : "no reply within 0.7 s");
        assert_false(a.asked[0].final);
        asking_release(&a);
    }
}

/* Prompts. */

static const char SHOP_ROWS[] =
    "CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INTEGER);"
    "INSERT INTO customer VALUES (1, 'Ada */ x', NULL, 36), (2, 'Bo' || char(10) || 'b', 'Rome', "
    "2.5), (3, printf('%200c', 'y'), x'00ff', 4), (4, 'Di', 'Oslo', 5);"
    "CREATE TABLE product (id INTEGER PRIMARY KEY, title TEXT, price REAL);";

static size_t system_len; /* of what was rendered last */

static struct str rendered(const char *text)
{
    struct prompt_template t;
    struct prompt_tables tables = {0};
    struct ask_request r;
    struct buf out;
    out = (struct buf){0};
    assert_int_equal(prompt_template_read(&t, text ? str_from(text) : prompt_default(), &a.e), OK);
    assert_true(a.source.next(&a, &r));
    assert_int_equal(prompt_render(&t, &tables, &a.source, &r, &out, &system_len, &a.e), OK);
    struct str copy = arena_str(&a.arena, buf_str(&out));
    prompt_tables_release(&tables);
    buf_release(&out);
    return copy;
}

static void the_default_shows_tables_and_rows(void **state)
{
    (void)state;
    asking_init(&a, (const char *const[]){"How many?"}, 1);
    const char *path = fixture_create(&a.arena, SHOP_ROWS);
    assert_int_equal(database_open(path, &a.database, &a.e), OK);
    struct str got = rendered(NULL);
    assert_holds(got.ptr,
                 "CREATE TABLE customer (\n    id number,\n    name text,\n"
                 "    city text,\n    age number,\n    PRIMARY KEY (id)\n);\n"
                 "/*\n3 example rows:\nSELECT * FROM customer LIMIT 3;\n"
                 "id\tname\tcity\tage\n1\tAda * / x\tNULL\t36\n2\tBo b\tRome\t2.5\n3\t   ");
    assert_holds(got.ptr, "   ...\t(2 bytes)\t4\n*/\n\nCREATE TABLE product (\n");
    assert_holds(got.ptr, "SELECT * FROM product LIMIT 3;\nid\ttitle\tprice\n*/\n");
    assert_holds(got.ptr, "    FOREIGN KEY (customer_id) REFERENCES customer (id),\n");
    assert_null(strstr(got.ptr, "SELECT * FROM purchase")); /* the file has no such table */
    assert_holds(got.ptr, "-- Question: How many?\n");
    database_close(a.database);
    fixture_remove(path);
    asking_release(&a);
}

static void templates_are_filled(void **state)
{
    (void)state;
    static const struct {
        const char *template, *prompt;
    } CASES[] = {
        {"{question}", "{schema} of {shop}?"}, /* what a question says is not filled */
        {"{{{question}}} {db_id} }", "{{schema} of {shop}?} shop }"},
        {"{rows}{question}", "{schema} of {shop}?"},
    };
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        asking_init(&a, (const char *const[]){"{schema} of {shop}?"}, 1);
        assert_text(rendered(CASES[i].template), CASES[i].prompt);
        asking_release(&a);
    }
}

/* A line for evidence is left out if there is none. */
static void evidence_stands_in_prompts(void **state)
{
    (void)state;
    static const struct {
        const char *template, *evidence, *prompt;
    } CASES[] = {
        {"{question}\n-- {evidence}!\nSELECT", "a = {b}\r\nor c",
         "How many?\n-- a = {b}  or c!\nSELECT"},
        {"{question}\n-- {evidence}!\nSELECT", NULL, "How many?\nSELECT"},
        {"{evidence} {question}\n{question}", "", "How many?"},
        {"{question}\n{{evidence}}", NULL, "How many?\n{evidence}"},
        {"{question}\n{evidence}", NULL, "How many?\n"},
        {"{question}\n{evidence}", "x", "How many?\nx"},
    };
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        asking_init(&a, (const char *const[]){"How many?"}, 1);
        a.evidence = CASES[i].evidence;
        assert_text(rendered(CASES[i].template), CASES[i].prompt);
        asking_release(&a);
    }
    asking_init(&a, (const char *const[]){"How many?"}, 1);
    a.evidence = "rich: pay > 9";
    assert_holds(rendered(NULL).ptr,
                 "-- External knowledge: rich: pay > 9\n-- Question: How many?\n");
    a.evidence = NULL;
    a.next = 0;
    assert_holds(rendered(NULL).ptr, "nothing else.\n-- Question: How many?\n");
    asking_release(&a);
}

static void bad_templates_are_told(void **state)
{
    (void)state;
    struct prompt_template t;
    struct err e;
    assert_int_equal(prompt_template_read(&t, STR("{question}\n\n{tabels}"), &e), E_SYNTAX);
    assert_int_equal(e.line, 3);
    assert_int_equal(prompt_template_read(&t, STR("{schema}"), &e), E_INPUT);
    assert_int_equal(prompt_template_read(&t, STR("{question} {"), &e), E_SYNTAX);
    assert_int_equal(prompt_template_read(&t, STR("{question}\nSELECT "), &e), OK);
    assert_true(t.ends_with_select);
    assert_int_equal(prompt_template_read(&t, STR("{question} reselect"), &e), OK);
    assert_false(t.ends_with_select);
}

static void the_prompt_is_what_is_sent(void **state)
{
    (void)state;
    struct system_options o = quick();
    struct system *s;
    struct ask_request r;
    struct buf text;
    text = (struct buf){0};
    asking_init(&a, (const char *const[]){"do:prompt"}, 1);
    const char *path = arena_printf(&a.arena, "%s/template", folder).ptr;
    FILE *f = fopen(path, "w");
    fputs("{schema}-- {question}\nSELECT", f);
    fclose(f);
    o.template_path = path;
    const char *spec = arena_printf(&a.arena, "http://127.0.0.1:%d/v1", port).ptr;
    assert_int_equal(system_open(spec, &o, &s, &a.e), OK);
    unlink(path);
    assert_true(a.source.next(&a, &r));
    assert_int_equal(system_request_text(s, &a.source, &r, &text, &a.e), OK);
    a.next = 0;
    assert_int_equal(system_run(s, &a.source, &a.e), OK);
    /* The reply begins with CREATE: as the prompt ends in SELECT, so does the answer begin. */
    struct buf expected;
    expected = (struct buf){0};
    buf_put(&expected, STR("SELECT "));
    for (size_t i = 0; i < text.len; i++) /* the server makes one statement of it */
        if (text.ptr[i] != ';')
            buf_putc(&expected, text.ptr[i]);
    assert_true(str_eq(a.asked[0].sql, buf_str(&expected)));
    buf_release(&expected);
    system_free(s);
    buf_release(&text);
    asking_release(&a);
}

/* SQL in replies. */

static void sql_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sql;
    } CASES[] = {
        {"SELECT 1", "SELECT 1"},
        {"  select a\nfrom t ; \n", "select a\nfrom t"},
        {"```sql\nSELECT 1;\n```", "SELECT 1;"},
        {"Here:\n```SQL\nSELECT 1\n\nFROM t\n```\nDone; SELECT 2", "SELECT 1\n\nFROM t"},
        {"```sql\nSELECT 1\n```\nor better\n```sql\nSELECT 2\n```\n```\nname | n\n```", "SELECT 2"},
        {"```\nSELECT 1\n```", "SELECT 1"},
        {"```python\nx()\n```\n```\nSELECT 1\n```", "SELECT 1"},
        {"```SELECT 1```", "SELECT 1"},
        {"```sql SELECT 1```", "SELECT 1"},
        {"```sql\nSELECT 1", "SELECT 1"},
        {"SQL: SELECT 1", "SELECT 1"},
        {"Thought: easy\nSQL: SELECT 1;\nThis counts.", "SELECT 1"},
        {"**SQL:** SELECT 1", "SELECT 1"},
        {"**SQL**:\n\nSELECT 1\n\nExplanation: none", "SELECT 1"},
        {"SQL is nice: SELECT 1", "SELECT 1"},
        {"The query is:\n\nSELECT a FROM t\nWHERE b = ';\n\n'\n\nIt works.",
         "SELECT a FROM t\nWHERE b = ';\n\n'"},
        {"With this query you get it:\nWITH x AS (SELECT 1) SELECT * FROM x",
         "WITH x AS (SELECT 1) SELECT * FROM x"},
        {"with x as (select 1) select * from x", "with x as (select 1) select * from x"},
        {"You can use `SELECT a FROM t` for it.", "SELECT a FROM t"},
        {"`SELECT a FROM t`", "SELECT a FROM t"},
        {"SELECT `a` FROM t", "SELECT `a` FROM t"},
        {"SELECT a -- it's; so\nFROM t; bye", "SELECT a -- it's; so\nFROM t"},
        {"<think>SELECT 0? no</think>\nSELECT 1", "SELECT 1"},
        {"I do not know.", "I do not know."},
        {"", NULL},
        {"```sql\n```", "```sql\n```"},
        {"<think>hm</think>", NULL},
    };
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        struct arena arena = {0};
        struct str sql = reply_sql(str_from(CASES[i].text), false, &arena);
        if (!CASES[i].sql)
            assert_null(sql.ptr);
        else if (!str_eq(sql, str_from(CASES[i].sql)))
            fail_msg("'%s' gives '%.*s'", CASES[i].text, STR_ARG(sql));
        arena_release(&arena);
    }
}

static void sql_may_go_on_behind_select(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sql;
    } CASES[] = {
        {" count(*) FROM t;\n\nmore", "SELECT count(*) FROM t"},
        {"SELECT 1", "SELECT 1"},
        {"a FROM t WHERE b IN (SELECT 1)", "SELECT a FROM t WHERE b IN (SELECT 1)"},
        {"```sql\nSELECT 1\n```", "SELECT 1"},
        {"with_id FROM t", "SELECT with_id FROM t"},
        {"", NULL},
    };
    for (uint32_t i = 0; i < COUNT(CASES); i++) {
        struct arena arena = {0};
        struct str sql = reply_sql(str_from(CASES[i].text), true, &arena);
        assert_true(str_eq(sql, str_from(CASES[i].sql)));
        arena_release(&arena);
    }
}

static void no_text_is_too_odd(void **state)
{
    (void)state;
    static const char *const PARTS[] = {"```",      "sql", "SQL:", "\n",   "SELECT", " ",
                                        ";",        "'",   "`",    "--",   "*",      "WITH ",
                                        "</think>", "x",   "\0",   "\xFF", "\nQ:",   "/*"};
    struct rng rng = rng_stream(1, STR("reply"), 0);
    for (int round = 0; round < 20000; round++) {
        struct arena arena = {0};
        struct buf text;
        text = (struct buf){0};
        for (uint64_t n = rng_below(&rng, 12); n > 0; n--)
            buf_put(&text, str_from(PARTS[rng_below(&rng, COUNT(PARTS))]));
        struct str copy = arena_str(&arena, buf_str(&text));
        (void)reply_sql(copy, (unsigned)round % 4, &arena);
        buf_release(&text);
        arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_come_back),
        cmocka_unit_test(many_are_asked_at_once),
        cmocka_unit_test(what_is_for_later_is_asked_later),
        cmocka_unit_test(settings_are_sent),
        cmocka_unit_test(text_that_is_not_utf8_is_marked),
        cmocka_unit_test(the_key_goes_to_the_server_only),
        cmocka_unit_test(the_key_is_hidden_in_every_form),
        cmocka_unit_test(the_key_may_be_in_the_prompt),
        cmocka_unit_test(redirects_are_not_followed),
        cmocka_unit_test(descriptions_hold_no_key),
        cmocka_unit_test(passing_troubles_are_retried),
        cmocka_unit_test(slow_replies_are_asked_again),
        cmocka_unit_test(a_pause_is_granted),
        cmocka_unit_test(pauses_grow_and_have_limits),
        cmocka_unit_test(lasting_troubles_are_no_answers),
        cmocka_unit_test(slowness_is_told),
        cmocka_unit_test(lies_end_with_the_deadline),
        cmocka_unit_test(hopeless_runs_end),
        cmocka_unit_test(nobody_there_is_soon_found_out),
        cmocka_unit_test(strangers_are_not_trusted),
        cmocka_unit_test(a_run_can_be_interrupted),
        cmocka_unit_test(a_failing_caller_ends_the_run),
        cmocka_unit_test(bad_options_are_told),
        cmocka_unit_test(the_default_shows_tables_and_rows),
        cmocka_unit_test(templates_are_filled),
        cmocka_unit_test(evidence_stands_in_prompts),
        cmocka_unit_test(bad_templates_are_told),
        cmocka_unit_test(the_prompt_is_what_is_sent),
        cmocka_unit_test(sql_is_found),
        cmocka_unit_test(sql_may_go_on_behind_select),
        cmocka_unit_test(no_text_is_too_odd),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
