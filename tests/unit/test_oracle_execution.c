/* test_oracle_execution.c: execution match compared with the official script's verdicts on real
 * predictions.
 *
 * Pairs for which the script gave no verdict ("slow", "hang", "crash") are not run. A few wrong
 * predictions take the script seconds to be found wrong; here the deadline finds it. No right one
 * comes near it. */
#include "engine/engine.h"
#include "shared.h"
#include "spider/execution_match.h"
#include "spider/official_text.h"
#include "unit.h"

#include <dirent.h>

struct tally {
    size_t equal, skipped;
    size_t late; /* of the equal ones, ended by the deadline */
};

static struct execution_context *context(bool plug_value)
{
    struct execution_options o = execution_defaults;
    o.plug_value = plug_value;
    o.deadline_ms = 2000;
    return execution_context_new(&o, 1);
}

static void compare_pair(struct execution_context *c, struct arena *a, struct str gold,
                         struct str prediction, struct json_value expected, struct tally *tally)
{
    int64_t verdict;
    if (!json_integer(json_member(a, expected, STR("exec")), &verdict)) {
        tally->skipped++;
        return;
    }
    struct str db_id = text_member(a, expected, "db_id");
    const char *databases = shared_path(a, "spider/database");
    struct execution_pair pair = {.folder = arena_printf(a, "%s/%s", databases, db_id.ptr),
                                  .db_id = db_id,
                                  .gold = gold,
                                  .prediction = official_fill_value(a, prediction)};
    struct execution_result r = execution_match(c, &pair);
    if ((r.verdict == EXECUTION_MATCH) != (verdict == 1))
        fail_msg("%s, not %d: %.*s", execution_verdict_name(r.verdict), (int)verdict,
                 STR_ARG(prediction));
    tally->equal++;
    tally->late += r.verdict == EXECUTION_TIMEOUT;
}

/* Under the sanitizers, which look for other faults, every eighth pair will do: most of the time is
 * SQLite's. */
#ifdef __SANITIZE_ADDRESS__
enum { STRIDE = 8 };
#else
enum { STRIDE = 1 };
#endif

static void compare_system(struct execution_context *c, const char *folder, const char *file,
                           struct tally *tally)
{
    struct arena a = {0};
    struct str name = str_slice(str_from(file), 0, strlen(file) - strlen(".jsonl"));
    struct text_lines golds = oracle_golds(&a);
    struct text_lines verdicts = read_lines(&a, arena_printf(&a, "%s/%s", folder, file).ptr);
    struct text_lines predictions = read_lines(
        &a, shared_path(&a, arena_printf(&a, "predictions/%.*s.sql", STR_ARG(name)).ptr));
    assert_int_equal(verdicts.count, golds.count);
    for (size_t i = 0; i < verdicts.count; i += STRIDE) {
        struct str prediction, rest;
        split_gold_line(str_trim(predictions.items[i]), &prediction, &rest);
        compare_pair(c, &a, golds.items[i], prediction, parse_json(verdicts.items[i]), tally);
    }
    arena_release(&a);
}

static void compare_folder(const char *below, bool plug_value, size_t at_least)
{
    if (!shared_present())
        skip();
    struct arena a = {0};
    struct tally tally = {0};
    struct execution_context *c = context(plug_value);
    const char *folder = shared_path(&a, below);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (const struct dirent *f; (f = readdir(dir));)
        if (str_ends(str_from(f->d_name), STR(".jsonl")))
            compare_system(c, folder, f->d_name, &tally);
    closedir(dir);
    print_message("%s: %zu verdicts equal (%zu by deadline), %zu pairs without one skipped\n",
                  below, tally.equal, tally.late, tally.skipped);
    assert_true(tally.equal >= at_least / STRIDE);
    execution_context_free(c);
    arena_release(&a);
}

static void verdicts_equal_the_scripts(void **state)
{
    (void)state;
    compare_folder("oracle/ex", false, 12000);
}

static void verdicts_with_plugged_values_equal_the_scripts(void **state)
{
    (void)state;
    compare_folder("oracle/ex-plug", true, 2000);
}

int main(void)
{
    engine_init(ENGINE_HEAP_PER_THREAD);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_equal_the_scripts),
        cmocka_unit_test(verdicts_with_plugged_values_equal_the_scripts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
