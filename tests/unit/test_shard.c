/* test_shard.c: which shard a run is, which seeds it has, and what its output says about it. */
#include "unit.h"

#include "base/hash.h"
#include "base/recipe.h"
#include "cli/scheduler.h"
#include "record/shard.h"

/* Ranges */

static uint64_t sum(const uint64_t *work, struct place_range r)
{
    uint64_t n = 0;
    for (uint32_t i = r.first; i < r.end; i++)
        n += work[i];
    return n;
}

/* They are everything, in order, and none has more than its share and the largest thing. */
static void check_ranges(const uint64_t *work, uint32_t n, uint32_t shards)
{
    uint64_t total = sum(work, (struct place_range){0, n}), largest = 0;
    uint32_t next = 0;
    for (uint32_t i = 0; i < n; i++)
        largest = work[i] > largest ? work[i] : largest;
    for (uint32_t i = 1; i <= shards; i++) {
        struct place_range r = shard_range((struct shard){i, shards}, work, n);
        assert_int_equal(r.first, next);
        assert_true(r.end >= r.first);
        assert_true(sum(work, r) <= total / shards + 1 + largest);
        next = r.end;
    }
    assert_int_equal(next, n);
}

static void test_ranges(void **state)
{
    uint64_t work[40];
    (void)state;
    for (uint64_t seed = 1; seed < 200; seed++) {
        uint32_t n = (uint32_t)(seed % 41);
        for (uint32_t i = 0; i < n; i++)
            work[i] = hash_mix(seed * 64 + i) % (seed % 7 == 0 ? 1000000 : 10);
        for (uint32_t shards = 1; shards <= 9; shards++)
            check_ranges(work, n, shards);
    }
}

static void test_ranges_go_by_work(void **state)
{
    const uint64_t work[] = {1, 1, 1, 1, 1, 1, 6, 6};
    (void)state;
    struct place_range first = shard_range((struct shard){1, 3}, work, 8);
    struct place_range second = shard_range((struct shard){2, 3}, work, 8);
    assert_int_equal(first.end, 6);
    assert_int_equal(second.end, 7);
}

/* Sums that pass 64 bits when they are multiplied. */
static void test_ranges_of_much_work(void **state)
{
    const uint64_t most = UINT64_MAX / 8, work[] = {most, most, most, most};
    (void)state;
    for (uint32_t i = 1; i <= 4; i++) {
        struct place_range r = shard_range((struct shard){i, 4}, work, 4);
        assert_int_equal(r.first, i - 1);
        assert_int_equal(r.end, i);
    }
}

/* Parts */

static struct part cut(struct arena *a, const char *job, struct shard s, const uint64_t *work,
                       uint32_t n)
{
    struct recipe r;
    recipe_begin(&r, job);
    return part_cut(a, &r, s, work, n);
}

static void test_parts_tell_jobs_apart(void **state)
{
    const uint64_t work[] = {1, 2, 3}, other[] = {1, 2, 4};
    struct arena a = {0};
    (void)state;
    struct part p = cut(&a, "job", (struct shard){1, 3}, work, 3);
    struct part next = cut(&a, "job", (struct shard){2, 3}, work, 3);
    assert_true(str_eq(p.of, next.of));
    assert_false(part_eq(&p, &next));
    next = cut(&a, "job", (struct shard){1, 3}, other, 3);
    assert_false(str_eq(p.of, next.of)); /* cut at other places */
    next = cut(&a, "job", (struct shard){1, 2}, work, 3);
    assert_false(str_eq(p.of, next.of));
    next = cut(&a, "another", (struct shard){1, 3}, work, 3);
    assert_false(str_eq(p.of, next.of));
    next = part_of_next(&a, &p, STR("asked"));
    assert_false(str_eq(p.of, next.of));
    assert_int_equal(next.seeds.end, p.seeds.end);
    next = cut(&a, "job", (struct shard){1, 1}, work, 3);
    assert_true(part_is_whole(&next));
    assert_int_equal(next.seeds.end, 3);
    next = part_of_next(&a, &next, STR("asked"));
    assert_true(part_is_whole(&next));
    arena_release(&a);
}

static bool reads(struct arena *a, const char *json, struct part *out)
{
    struct record_reader r = {.arena = a};
    struct json_value v = {JSON_KIND_OBJECT, str_from(json)};
    *out = (struct part){.of = STR("")};
    return FORM_RECORD.get(&r, v, &PART_RECORD, out);
}

static void test_parts_as_json(void **state)
{
    struct arena a = {0};
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    struct part p = {.of = STR("abc"), .shard = {2, 5}, .seeds = {3, 9}}, back;
    (void)state;
    record_put(&w, &PART_RECORD, &p);
    assert_string_equal(arena_str(&a, buf_str(&text)).ptr,
                        "{\"of\":\"abc\",\"shard\":\"2/5\",\"first\":3,\"end\":9}");
    assert_true(reads(&a, arena_str(&a, buf_str(&text)).ptr, &back));
    assert_true(part_eq(&p, &back));
    assert_int_equal(back.seeds.first, 3);
    assert_int_equal(back.seeds.end, 9);
    assert_int_equal(part_seeds(&back), 6);
    static const char *const BAD[] = {
        "{}",
        "{\"of\":\"\",\"shard\":\"2/5\"}",
        "{\"of\":\"abc\"}",
        "{\"of\":\"abc\",\"shard\":\"6/5\"}",
        "{\"of\":\"abc\",\"shard\":\"1/1\"}",
        "{\"of\":\"abc\",\"shard\":\"2/5\",\"first\":4,\"end\":3}",
        "{\"of\":\"abc\",\"shard\":\"2/5\",\"first\":3,\"end\":4,\"seeds\":2}",
        "{\"of\":\"abc\",\"shard\":\"2/5\",\"first\":3,\"end\":4,\"seeds\":-1}",
    };
    for (size_t i = 0; i < COUNT_OF(BAD); i++)
        assert_false(reads(&a, BAD[i], &back));
    buf_release(&text);
    arena_release(&a);
}

/* Of its places a part may have some, or none. */
static void test_parts_of_a_choice(void **state)
{
    struct arena a = {0};
    struct buf text = {0};
    (void)state;
    for (uint32_t n = 0; n <= 6; n += 2) {
        struct json_writer w = json_writer_to(&text);
        struct part p = {.of = STR("abc"), .shard = {2, 5}, .seeds = {3, 9}, .choice = {true, n}};
        struct part back = {.of = STR("")};
        buf_clear(&text);
        record_put(&w, &PART_RECORD, &p);
        assert_true(reads(&a, arena_str(&a, buf_str(&text)).ptr, &back));
        assert_true(back.choice.made);
        assert_int_equal(part_seeds(&back), n);
        back = part_of_next(&a, &back, STR("asked"));
        assert_int_equal(part_seeds(&back), n);
    }
    buf_release(&text);
    arena_release(&a);
}

static void test_shards_are_read(void **state)
{
    static const char *const BAD[] = {"",
                                      "1",
                                      "/",
                                      "0/3",
                                      "4/3",
                                      "1/0",
                                      "1/",
                                      "/3",
                                      "1/3 ",
                                      "+1/3",
                                      "1/4294967296",
                                      "1/3/3",
                                      "a/b",
                                      "1.0/3",
                                      "-1/3",
                                      "4294967296/4294967297"};
    struct shard s;
    (void)state;
    assert_true(shard_read(STR("2/5"), &s) && s.number == 2 && s.count == 5);
    assert_true(shard_read(STR("010/12"), &s) && s.number == 10);
    for (size_t i = 0; i < COUNT_OF(BAD); i++)
        assert_false(shard_read(str_from(BAD[i]), &s));
}

/* Schedulers */

static const char *const *environment; /* names and values, ended by NULL */

static char *get(const char *name)
{
    for (const char *const *v = environment; *v; v += 2)
        if (strcmp(*v, name) == 0)
            return (char *)v[1];
    return NULL;
}

static enum status ask(const char *const *variables, struct scheduled *out)
{
    struct err e;
    environment = variables;
    return scheduler_ask(get, out, &e);
}

#define ASK(out, ...) ask((const char *const[]){__VA_ARGS__, NULL}, out)

static void assert_shard(const struct scheduled *s, uint32_t number, uint32_t count)
{
    assert_int_equal(s->shard.number, number);
    assert_int_equal(s->shard.count, count);
}

static void test_nobody_schedules(void **state)
{
    struct scheduled s;
    (void)state;
    assert_int_equal(ASK(&s, "TEQL_SHARDS", "7"), OK);
    assert_shard(&s, 0, 0);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", ""), OK);
    assert_shard(&s, 0, 0);
}

static void test_slurm(void **state)
{
    struct scheduled s;
    (void)state;
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_MIN", "1",
                         "SLURM_ARRAY_TASK_COUNT", "5"),
                     OK);
    assert_shard(&s, 3, 5);
    assert_string_equal(s.variable, "SLURM_ARRAY_TASK_ID");
    assert_null(s.hint);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "0", "SLURM_ARRAY_TASK_MIN", "0",
                         "SLURM_ARRAY_TASK_MAX", "4", "SLURM_ARRAY_TASK_COUNT", "5"),
                     OK);
    assert_shard(&s, 1, 5);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "12", "SLURM_ARRAY_TASK_MIN", "10",
                         "SLURM_ARRAY_TASK_COUNT", "5"),
                     OK);
    assert_shard(&s, 3, 5);
    assert_non_null(s.hint);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "9", "SLURM_ARRAY_TASK_MIN", "1",
                         "SLURM_ARRAY_TASK_MAX", "13", "SLURM_ARRAY_TASK_STEP", "4",
                         "SLURM_ARRAY_TASK_COUNT", "4"),
                     OK);
    assert_shard(&s, 3, 4);
}

/* If some shards are run again, Slurm counts only these. */
static void test_slurm_again(void **state)
{
    struct scheduled s;
    (void)state;
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "3", "SLURM_ARRAY_TASK_MIN", "3",
                         "SLURM_ARRAY_TASK_MAX", "3", "SLURM_ARRAY_TASK_COUNT", "1"),
                     E_USAGE);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "7", "SLURM_ARRAY_TASK_MIN", "3",
                         "SLURM_ARRAY_TASK_MAX", "7", "SLURM_ARRAY_TASK_COUNT", "2"),
                     E_USAGE);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "7", "SLURM_ARRAY_TASK_MIN", "3",
                         "SLURM_ARRAY_TASK_MAX", "7", "SLURM_ARRAY_TASK_COUNT", "2", "TEQL_SHARDS",
                         "10"),
                     OK);
    assert_shard(&s, 7, 10);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "11", "TEQL_SHARDS", "10"), E_USAGE);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "0", "TEQL_SHARDS", "10"), E_USAGE);
}

static void test_slurm_that_makes_no_sense(void **state)
{
    struct scheduled s;
    (void)state;
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "three", "TEQL_SHARDS", "10"), E_USAGE);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "3"), E_USAGE);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "3", "TEQL_SHARDS", "99999999999999999999"),
                     E_USAGE);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "2", "SLURM_ARRAY_TASK_MIN", "1",
                         "SLURM_ARRAY_TASK_COUNT", "2", "SLURM_ARRAY_TASK_STEP", "0"),
                     E_USAGE);
    assert_int_equal(ASK(&s, "SLURM_ARRAY_TASK_ID", "8", "SLURM_ARRAY_TASK_MIN", "1",
                         "SLURM_ARRAY_TASK_COUNT", "5"),
                     E_USAGE);
}

static void test_others(void **state)
{
    struct scheduled s;
    (void)state;
    assert_int_equal(ASK(&s, "JOB_COMPLETION_INDEX", "0", "TEQL_SHARDS", "4"), OK);
    assert_shard(&s, 1, 4);
    assert_int_equal(ASK(&s, "JOB_COMPLETION_INDEX", "2"), OK);
    assert_shard(&s, 0, 0);
    assert_int_equal(ASK(&s, "JOB_COMPLETION_INDEX", "4", "TEQL_SHARDS", "4"), E_USAGE);
    assert_int_equal(ASK(&s, "AWS_BATCH_JOB_ARRAY_INDEX", "4", "AWS_BATCH_JOB_ARRAY_SIZE", "5"),
                     OK);
    assert_shard(&s, 5, 5);
    assert_string_equal(s.variable, "AWS_BATCH_JOB_ARRAY_INDEX");
    assert_null(s.hint);
    assert_int_equal(ASK(&s, "AWS_BATCH_JOB_ARRAY_INDEX", "1"), OK);
    assert_shard(&s, 0, 0);
    assert_non_null(s.hint);
    assert_int_equal(ASK(&s, "AWS_BATCH_JOB_ARRAY_INDEX", "1", "TEQL_SHARDS", "2"), OK);
    assert_null(s.hint);
    assert_shard(&s, 2, 2);
    assert_int_equal(ASK(&s, "AWS_BATCH_JOB_ARRAY_INDEX", "5", "AWS_BATCH_JOB_ARRAY_SIZE", "5"),
                     E_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_ranges_go_by_work),
        cmocka_unit_test(test_ranges_of_much_work),
        cmocka_unit_test(test_parts_tell_jobs_apart),
        cmocka_unit_test(test_parts_as_json),
        cmocka_unit_test(test_parts_of_a_choice),
        cmocka_unit_test(test_shards_are_read),
        cmocka_unit_test(test_nobody_schedules),
        cmocka_unit_test(test_slurm),
        cmocka_unit_test(test_slurm_again),
        cmocka_unit_test(test_slurm_that_makes_no_sense),
        cmocka_unit_test(test_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
