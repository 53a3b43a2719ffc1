/* test_ask_batches.c: a suite asked batch by batch, compared with the same asked as one. */
#include "unit.h"

#include "asking/ask.h"
#include "asking/ask_batches.h"
#include "asking/ask_sequence.h"
#include "asking/plan.h"
#include "base/file.h"
#include "dataset/data_folder.h"
#include "making/make_suite.h"
#include "suite/predictions.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ONE_PART = 1 << 30, SMALL_PARTS = 1 }; /* the smallest are the seeds of a turn */

static char folder[] = "/tmp/teql-parts-XXXXXX";
static atomic_int stop;

static void stop_now(int number)
{
    (void)number;
    stop = 1;
}

static void no_notice(const char *text)
{
    (void)text;
}

static const struct listener LISTENER = {
    .notice = no_notice, .style = PROGRESS_QUIET, .stop = &stop};

/* The suite: of bench-mini, with changed questions and changed schemas. */

static const char *in_folder(struct arena *a, const char *name)
{
    return arena_printf(a, "%s/%s", folder, name).ptr;
}

static void make_suite(struct arena *a, const char *data)
{
    static const struct word_sources SOURCES = {.min_weight = 1};
    struct suite_options options = suite_options_default;
    struct dataset dataset;
    struct vocabulary words;
    struct made_suite made;
    struct err e;
    options.relations = "TS";
    options.max_per_seed = 1;
    options.limit = 360; /* for more batches than may be open at a time */
    options.no_proof = true;
    options.workers = 2;
    assert_int_equal(suite_options_check(&options, &e), OK);
    assert_int_equal(dataset_load(&dataset, &(struct dataset_source){.data = data}, &e), OK);
    assert_int_equal(vocabulary_load(&words, &SOURCES, &dataset.schemas, &LISTENER, &e), OK);
    const struct suite_job job = {
        .dataset = &dataset, .words = &words, .options = &options, .out = in_folder(a, "suite")};
    if (suite_make(&job, &LISTENER, &made, &e) != OK)
        fail_msg("%s", e.msg);
    made_suite_release(&made);
    vocabulary_release(&words);
    dataset_release(&dataset);
}

static int set_up(void **state)
{
    struct arena a = {0};
    struct err e;
    (void)state;
    assert_non_null(mkdtemp(folder));
    const char *data = in_folder(&a, "mini");
    assert_int_equal(mini_unpack(data, &e), OK);
    make_suite(&a, data);
    signal(SIGUSR1, stop_now);
    arena_release(&a);
    return 0;
}

/* A run */

struct asked_run {
    struct arena arena;
    const char *system;
    uint32_t batch_cases;
    bool in_memory; /* the whole suite is */
    struct ask_settings settings;
    struct shard shard;
    const char *cache;
    struct str answers; /* "id repeat sql\n" of each */
    struct str seen;    /* ids, by the system that writes them down */
    struct str about;
    struct ask_outcome outcome;
    enum status status;
    struct err err;
};

static struct asked_run run_of(const char *system, uint32_t batch_cases)
{
    struct asked_run r = {.batch_cases = batch_cases, .settings = ask_settings_default};
    r.settings.system.workers = 1;
    r.settings.system.timeout_ms = 50000;
    r.system = system;
    return r;
}

/* The system that tells what it was shown. */
static struct asked_run run_of_program(uint32_t batch_cases)
{
    struct asked_run r = run_of(NULL, batch_cases);
    r.system = arena_printf(&r.arena, "command:" TEQL_ANSWER_OVER_SCHEMA " %s/seen", folder).ptr;
    return r;
}

static enum status take_answer(void *text, struct str line, struct err *e)
{
    struct arena a = {0};
    struct answer answer;
    assert_int_equal(answer_line_parse(&a, line, 0, &answer, e), OK);
    buf_printf(text, "%.*s %u %.*s %.*s\n", STR_ARG(answer.id), answer.repeat, STR_ARG(answer.sql),
               STR_ARG(answer.error));
    arena_release(&a);
    return OK;
}

static void take_answers(struct asked_run *r, struct asking *asking)
{
    struct buf text = {0};
    r->outcome = *asking_outcome(asking);
    assert_int_equal(asking_lines(asking, take_answer, &text, &r->err), OK);
    r->answers = arena_str(&r->arena, buf_str(&text));
    struct provenance p = asking_provenance(asking);
    r->about =
        arena_printf(&r->arena, "%.*s %.*s %u-%u %llu", STR_ARG(p.settings), STR_ARG(p.part.of),
                     p.part.seeds.first, p.part.seeds.end, (unsigned long long)p.unanswered);
    buf_release(&text);
    asking_free(asking);
}

static void read_seen(struct asked_run *r)
{
    const char *path = in_folder(&r->arena, "seen");
    if (access(path, F_OK) != 0)
        return;
    assert_int_equal(file_read(&r->arena, path, 1 << 24, &r->seen, &r->err), OK);
    assert_int_equal(unlink(path), 0);
}

/* Leave out all seeds but those of the range, and their cases. */
static void narrow(struct suite *s, struct place_range seeds)
{
    uint32_t first = suite_first_case(s, seeds.first), end = suite_first_case(s, seeds.end);
    s->seeds += seeds.first;
    s->n_seeds = seeds.end - seeds.first;
    s->cases += first;
    s->n_cases = end - first;
    for (uint32_t i = 0; i < s->n_cases; i++)
        s->cases[i].seed -= seeds.first;
}

static void ask(struct asked_run *r)
{
    const char *path = in_folder(&r->arena, "suite");
    struct suite memory;
    struct suite_survey files;
    struct part part;
    struct asking *asking;
    stop = 0;
    assert_int_equal(suite_open(&memory, path, &r->err), OK);
    assert_int_equal(suite_survey_open(&files, path, NULL, NULL, &r->err), OK);
    assert_int_equal(suite_survey_take_shard(&files, r->shard, NULL, &part, &r->err), OK);
    if (!part_is_whole(&part))
        narrow(&memory, part.seeds);
    const struct ask_job job = {.suite = r->in_memory ? &memory : &files.reader.head,
                                .files = r->in_memory ? NULL : &files,
                                .part = &part,
                                .system = r->system,
                                .settings = &r->settings,
                                .cache = r->cache,
                                .batch_cases = r->batch_cases};
    r->status = ask_suite(&job, &LISTENER, &asking, &r->err);
    if (asking)
        take_answers(r, asking);
    suite_survey_close(&files);
    suite_close(&memory);
    read_seen(r);
}

static void end_run(struct asked_run *r)
{
    arena_release(&r->arena);
}

static void ask_well(struct asked_run *r)
{
    ask(r);
    if (r->status)
        fail_msg("%s", r->err.msg);
}

static void assert_same_text(struct str a, struct str b)
{
    size_t i = 0;
    while (i < a.len && i < b.len && a.ptr[i] == b.ptr[i])
        i++;
    if (a.len == b.len && i == a.len)
        return;
    size_t from = i > 60 ? i - 60 : 0;
    fail_msg("'%.*s' is not '%.*s'", (int)(a.len - from > 120 ? 120 : a.len - from), a.ptr + from,
             (int)(b.len - from > 120 ? 120 : b.len - from), b.ptr + from);
}

static void assert_same_run(const struct asked_run *a, const struct asked_run *b)
{
    assert_true(a->answers.len > 0);
    assert_same_text(a->answers, b->answers);
    assert_same_text(a->seen, b->seen);
    assert_same_text(a->about, b->about);
    assert_int_equal(a->outcome.asked, b->outcome.asked);
    assert_int_equal(a->outcome.errors, b->outcome.errors);
}

/* Ask the suite in memory, and its files as one batch and in small ones. */
static void compare(struct asked_run memory)
{
    struct asked_run whole = memory, parts = memory;
    whole.arena = parts.arena = (struct arena){0};
    whole.batch_cases = ONE_PART;
    parts.batch_cases = SMALL_PARTS;
    memory.in_memory = true;
    ask_well(&memory);
    ask_well(&whole);
    ask_well(&parts);
    assert_same_run(&memory, &whole);
    assert_same_run(&whole, &parts);
    end_run(&parts);
    end_run(&whole);
    end_run(&memory);
}

/* The whole suite, asked by one process as one part: several tests compare with it, and it takes
 * seconds, so it is asked once. */
static struct asked_run the_whole;

static const struct asked_run *asked_whole(void)
{
    if (the_whole.answers.len == 0) {
        the_whole = run_of_program(ONE_PART);
        ask_well(&the_whole);
    }
    return &the_whole;
}

static void same_order_and_answers(void **state)
{
    (void)state;
    compare(run_of_program(0));
}

static void same_for_several_repeats(void **state)
{
    (void)state;
    struct asked_run r = run_of_program(0);
    r.settings.repeat = 3;
    compare(r);
}

static void same_for_a_shard(void **state)
{
    (void)state;
    struct asked_run r = run_of_program(0);
    r.shard = (struct shard){2, 3};
    compare(r);
}

/* Names are made for each schema, which takes time: some of the seeds will do. */
static const struct shard SOME = {2, 6};

static void same_under_a_defence(void **state)
{
    (void)state;
    struct asked_run r = run_of_program(0);
    r.shard = SOME;
    r.settings.defence = "auto";
    compare(r);
}

static void same_of_several_processes(void **state)
{
    (void)state;
    struct asked_run whole = run_of_program(ONE_PART), parts = run_of_program(SMALL_PARTS);
    whole.settings.system.workers = parts.settings.system.workers = 3;
    whole.settings.system.in_flight = parts.settings.system.in_flight = 4;
    ask_well(&whole);
    ask_well(&parts);
    assert_same_text(whole.answers, parts.answers);
    end_run(&parts);
    end_run(&whole);
}

/* It remembers schemas from question to question; those of another batch may have the same
 * addresses. */
static void same_by_a_builtin_that_keeps_schemas(void **state)
{
    (void)state;
    struct asked_run r = run_of("builtin:keyword", 0);
    r.settings.system.workers = 2;
    compare(r);
    r.shard = SOME;
    r.settings.defence = "auto";
    compare(r);
}

static void same_of_answers_without_ids(void **state)
{
    (void)state;
    struct asked_run said = run_of("builtin:first-table", ONE_PART), back = run_of(NULL, 1);
    ask_well(&said);
    const char *path = in_folder(&back.arena, "plain.sql");
    FILE *plain = fopen(path, "w");
    assert_non_null(plain);
    for (struct str rest = said.answers; rest.len > 0;) {
        struct str line = str_split(&rest, '\n');
        size_t sql = str_find(line, STR("SELECT"), 0);
        assert_true(fprintf(plain, "%.*s\n", STR_ARG(str_slice(line, sql, line.len))) > 0);
    }
    assert_int_equal(fclose(plain), 0);
    back.system = arena_printf(&back.arena, "replay:%s", path).ptr;
    ask_well(&back);
    assert_int_equal(back.outcome.asked, said.outcome.asked);
    assert_int_equal(back.outcome.errors, said.outcome.errors);
    end_run(&back);
    end_run(&said);
}

/* Order */

/* The id at the n-th place of a list of lines. */
static struct str line_at(struct str text, uint32_t n)
{
    struct str line = STR("");
    for (uint32_t i = 0; i <= n; i++)
        line = str_split(&text, '\n');
    return line;
}

/* Seeds and cases that parts begin with, in the order of asking; `n` is their number. */
static uint32_t *part_starts(uint32_t *n, uint32_t *n_seeds)
{
    struct arena a = {0};
    struct suite_survey files;
    struct ask_batches parts;
    struct err e;
    assert_int_equal(suite_survey_open(&files, in_folder(&a, "suite"), NULL, NULL, &e), OK);
    ask_batches_init(&parts, NULL, &files, SMALL_PARTS);
    uint32_t *starts = mem_resize_array(NULL, parts.n_batches, sizeof *starts);
    for (uint32_t i = 0; i < parts.n_batches; i++)
        starts[i] =
            files.outline.n_seeds + (i ? files.outline.seeds[parts.ends[i - 1]].first_case : 0);
    *n = parts.n_batches;
    *n_seeds = files.outline.n_seeds;
    ask_batches_release(&parts);
    suite_survey_close(&files);
    arena_release(&a);
    return starts;
}

static void set(const char *name, struct str value)
{
    char text[400];
    snprintf(text, sizeof text, "%.*s", STR_ARG(value));
    assert_int_equal(setenv(name, text, 1), 0);
}

static void unset_all(void)
{
    static const char *const NAMES[] = {"SLOW", "UNTIL", "PAUSE", "COUNT", "STOP"};
    for (size_t i = 0; i < COUNT_OF(NAMES); i++)
        unsetenv(NAMES[i]);
}

/* The last case of a part is answered only after a case of the part after the next was asked. */
static void a_slow_answer_at_the_end_of_a_part_holds_nobody_up(void **state)
{
    (void)state;
    uint32_t n, n_seeds, *starts = part_starts(&n, &n_seeds);
    struct asked_run slow = run_of_program(SMALL_PARTS);
    const struct asked_run *whole = asked_whole();
    assert_true(n > ASK_BATCHES_OPEN + 2);
    set("SLOW", line_at(whole->seen, starts[2] - 1));
    set("UNTIL", line_at(whole->seen, starts[4]));
    slow.settings.system.workers = 2;
    ask_well(&slow);
    unset_all();
    assert_same_text(whole->answers, slow.answers);
    end_run(&slow);
    free(starts);
}

/* The first cases of several parts are not answered: others of these parts are asked, but no more
 * parts are taken into memory. */
static void slow_answers_in_many_parts_make_the_rest_wait(void **state)
{
    (void)state;
    uint32_t n, n_seeds, *starts = part_starts(&n, &n_seeds);
    struct asked_run slow = run_of_program(SMALL_PARTS);
    const struct asked_run *whole = asked_whole();
    struct str count, ids = STR("");
    for (uint32_t i = 0; i < ASK_BATCHES_OPEN; i++)
        ids = arena_printf(&slow.arena, "%.*s %.*s", STR_ARG(ids),
                           STR_ARG(line_at(whole->seen, starts[i])));
    set("SLOW", ids);
    set("UNTIL", line_at(whole->seen, starts[ASK_BATCHES_OPEN] - 1));
    set("PAUSE", STR("500"));
    set("COUNT", str_from(in_folder(&slow.arena, "count")));
    slow.settings.system.workers = ASK_BATCHES_OPEN + 2;
    ask_well(&slow);
    unset_all();
    assert_same_text(whole->answers, slow.answers);
    assert_int_equal(
        file_read(&slow.arena, in_folder(&slow.arena, "count"), 100, &count, &slow.err), OK);
    assert_int_equal(strtoul(count.ptr, NULL, 10), starts[ASK_BATCHES_OPEN]);
    end_run(&slow);
    free(starts);
}

/* Stopped in the middle of the cases, and asked again. */
static void a_run_that_was_stopped_goes_on(void **state)
{
    (void)state;
    uint32_t n, n_seeds, *starts = part_starts(&n, &n_seeds), before = starts[5] + 7;
    struct asked_run first = run_of_program(SMALL_PARTS), again = run_of_program(SMALL_PARTS);
    const struct asked_run *whole = asked_whole();
    char number[16];
    snprintf(number, sizeof number, "%u", before + 1);
    set("STOP", str_from(number));
    first.cache = again.cache = in_folder(&first.arena, "answers.cache");
    ask(&first);
    unset_all();
    assert_int_equal(first.status, E_INTERRUPTED);
    ask_well(&again);
    assert_same_text(whole->answers, again.answers);
    assert_int_equal(again.outcome.known, before);
    assert_int_equal(again.outcome.asked, whole->outcome.asked - before);
    size_t rest = whole->seen.len - again.seen.len;
    assert_same_text(str_slice(whole->seen, rest, whole->seen.len), again.seen);
    end_run(&again);
    end_run(&first);
    free(starts);
}

/* Plans */

static void plans_are_the_same(void **state)
{
    (void)state;
    static const uint32_t SIZES[] = {ONE_PART, SMALL_PARTS};
    struct ask_plan plans[2];
    for (size_t i = 0; i < 2; i++) {
        struct asked_run r = run_of("http://127.0.0.1:1/v1", SIZES[i]);
        struct suite_survey files;
        r.settings.system.model = "toy";
        assert_int_equal(
            suite_survey_open(&files, in_folder(&r.arena, "suite"), NULL, NULL, &r.err), OK);
        const struct ask_job job = {.suite = &files.reader.head,
                                    .files = &files,
                                    .system = r.system,
                                    .settings = &r.settings,
                                    .batch_cases = r.batch_cases};
        memset(&plans[i], 0, sizeof plans[i]);
        assert_int_equal(ask_plan(&job, &LISTENER, &plans[i], &r.err), OK);
        suite_survey_close(&files);
        end_run(&r);
    }
    assert_true(plans[0].prompt_tokens > 0);
    assert_int_equal(plans[0].prompt_tokens, plans[1].prompt_tokens);
    assert_int_equal(plans[0].requests, plans[1].requests);
    assert_string_equal(plans[0].longest_id, plans[1].longest_id);
}

/* Requests */

static void assert_same_request(const struct ask_request *a, const struct ask_request *b)
{
    assert_same_text(a->id, b->id);
    assert_same_text(a->db_id, b->db_id);
    assert_same_text(a->question, b->question);
    assert_same_text(a->schema_json, b->schema_json);
    assert_int_equal(a->seed, b->seed);
}

static struct ask_request request_at(struct ask_batches *p, uint32_t place, struct arena *a)
{
    struct ask_batch *part;
    struct ask_request r;
    struct err e;
    assert_int_equal(ask_batches_open(p, place, &part, &e), OK);
    assert_non_null(part);
    assert_ptr_equal(ask_batches_of(p, &(struct ask_request){.batch = part->number}), part);
    assert_int_equal(ask_batch_request(p, part, place, a, &r, &e), OK);
    return r;
}

/* Seeds are recognised by their places in the whole: a system that fails on several of them has
 * failed. Without requests under way, one part is open. */
static void requests_are_those_of_the_whole(void **state)
{
    (void)state;
    struct arena a = {0};
    struct suite memory;
    struct suite_survey files;
    struct ask_batches whole, parts;
    struct err e;
    assert_int_equal(suite_open(&memory, in_folder(&a, "suite"), &e), OK);
    assert_int_equal(suite_survey_open(&files, in_folder(&a, "suite"), NULL, NULL, &e), OK);
    ask_batches_init(&whole, &memory, NULL, 0);
    ask_batches_init(&parts, NULL, &files, SMALL_PARTS);
    uint32_t n = memory.n_seeds + memory.n_cases;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t place = i < n / 2 ? i : n - 1 - (i - n / 2); /* there, and back from the end */
        struct arena_mark mark = arena_mark(&a);
        struct ask_request x = request_at(&whole, place, &a), y = request_at(&parts, place, &a);
        assert_same_request(&x, &y);
        assert_int_equal(parts.n_open, 1);
        arena_rewind(&a, mark);
    }
    assert_int_equal(whole.n_opened, 1);
    assert_true(parts.n_opened > parts.n_batches);
    ask_batches_release(&parts);
    ask_batches_release(&whole);
    suite_survey_close(&files);
    suite_close(&memory);
    arena_release(&a);
}

/* Outlines */

/* Turns begin with a seed that has cases, and go over 32 seeds, also of those that have none. */
static void turns(void **state)
{
    (void)state;
    enum { N = 70 };
    struct seed seeds[N];
    struct test_case cases[2 * N];
    struct suite s = {.seeds = seeds, .n_seeds = N, .cases = cases};
    struct suite_outline o;
    for (uint32_t i = 0; i < N; i++) {
        seeds[i] = (struct seed){.number = i, .db_id = i % 2 ? STR("a") : STR("b")};
        for (uint32_t k = 0; i != 0 && i != 33 && k < 1 + i % 2; k++)
            cases[s.n_cases++] = (struct test_case){.seed = i};
    }
    suite_outline_init(&o);
    suite_outline_add(&o, &s, NULL);
    assert_int_equal(ask_turn_end(&o, 0), 1);
    assert_int_equal(ask_turn_end(&o, 1), 33);
    assert_int_equal(ask_turn_end(&o, 33), 34);
    assert_int_equal(ask_turn_end(&o, 34), 66);
    assert_int_equal(ask_turn_end(&o, 66), N);
    uint32_t *sequence = ask_sequence(&o, true);
    assert_int_equal(sequence[N - 1], N - 1);
    assert_int_equal(sequence[N], N);          /* the first of seed 1 */
    assert_int_equal(sequence[N + 1], N + 2);  /* of seed 2 */
    assert_int_equal(sequence[N + 32], N + 1); /* the second of seed 1 */
    free(sequence);
    suite_outline_narrow(&o, (struct place_range){34, 36});
    assert_int_equal(o.n_cases, 3);
    assert_int_equal(o.seeds[0].first_case, 0);
    assert_int_equal(o.seeds[2].first_case, 3);
    suite_outline_release(&o);
}

static int tear_down(void **state)
{
    struct arena a = {0};
    (void)state;
    end_run(&the_whole);
    int failed = system(arena_printf(&a, "rm -r %s", folder).ptr);
    arena_release(&a);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns),
        cmocka_unit_test(same_order_and_answers),
        cmocka_unit_test(same_for_several_repeats),
        cmocka_unit_test(same_for_a_shard),
        cmocka_unit_test(same_under_a_defence),
        cmocka_unit_test(same_of_several_processes),
        cmocka_unit_test(same_by_a_builtin_that_keeps_schemas),
        cmocka_unit_test(same_of_answers_without_ids),
        cmocka_unit_test(a_slow_answer_at_the_end_of_a_part_holds_nobody_up),
        cmocka_unit_test(slow_answers_in_many_parts_make_the_rest_wait),
        cmocka_unit_test(a_run_that_was_stopped_goes_on),
        cmocka_unit_test(plans_are_the_same),
        cmocka_unit_test(requests_are_those_of_the_whole),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
