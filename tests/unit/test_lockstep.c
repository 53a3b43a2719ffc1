/* test_lockstep.c: several files of scores in step: which seeds a step has, and that figures of
 * steps are those of the whole. */
#include "unit.h"

#include "base/file.h"
#include "report/comparison.h"
#include "report/differing.h"
#include "score/lockstep.h"

#include <stdlib.h>
#include <unistd.h>

enum { MOST_FILES = 4 };

/* Files of scores that are read from disk. */
struct files {
    struct scores scores[MOST_FILES];
    const struct scores *all[MOST_FILES];
    uint32_t n;
};

static const char *const RELATIONS[] = {"B", "A", "C", NULL};

/* As the files have them: one must be written in other bytes, which go with the batch. */
static const char *const WRITTEN[] = {"\\u0042", "A", "C"};

/* A seed and its cases, from its letters: c(onsistent), i(nconsistent), n(ot judged). */
static void put_seed(struct buf *seeds, struct buf *cases, uint32_t number, struct str said)
{
    buf_printf(seeds,
               "%s{\"seed\":%u,\"db_id\":\"d\",\"hardness\":\"%s\",\"right_exact\":%s,\"ms\":%u}",
               seeds->len ? "," : "", number, number % 2 ? "easy" : "hard",
               number % 3 ? "true" : "false", 1 + number % 7);
    for (uint32_t i = 0; i < said.len; i++)
        buf_printf(cases,
                   "%s{\"id\":\"%u-%u\",\"seed\":%u,\"relation\":\"%s\",\"cause\":\"%s\","
                   "\"right_exact\":%s,\"ms\":%u}",
                   cases->len ? "," : "", number, i, number, WRITTEN[(number + i) % 3],
                   said.ptr[i] == 'c'   ? "consistent"
                   : said.ptr[i] == 'i' ? "inconsistent"
                                        : "outage",
                   said.ptr[i] == 'c' ? "true" : "false", 3 + i);
}

/* Write scores to a file: words of a seed's number, a colon and its letters. */
static void write_scores(const char *path, const char *said)
{
    struct buf seeds = {0}, cases = {0}, text = {0};
    struct err e;
    for (struct str rest = str_from(said); rest.ptr && rest.len;) {
        struct str word = str_split(&rest, ' '), letters = word;
        uint32_t number = (uint32_t)strtoul(str_split(&letters, ':').ptr, NULL, 10);
        put_seed(&seeds, &cases, number, letters);
    }
    buf_printf(&text, "{\"version\":1,\"by\":\"exact\",\"seeds\":[%.*s],\"cases\":[%.*s]}",
               STR_ARG(buf_str(&seeds)), STR_ARG(buf_str(&cases)));
    assert_int_equal(file_write(path, buf_str(&text), &e), OK);
    buf_release(&seeds);
    buf_release(&cases);
    buf_release(&text);
}

/* Of more cases than `hold` the verdicts stay in the file. */
static void add_file(struct files *f, const char *said, uint32_t hold)
{
    char path[] = "/tmp/teql-lockstep-XXXXXX";
    struct err e;
    close(mkstemp(path));
    write_scores(path, said);
    assert_int_equal(scores_open_in_batches(&f->scores[f->n], path, hold, &e), OK);
    f->all[f->n] = &f->scores[f->n];
    f->n++;
    unlink(path);
}

static void release(struct files *f)
{
    for (uint32_t i = 0; i < f->n; i++)
        scores_release(&f->scores[i]);
}

/* The numbers of the seeds of each batch, with how many cases each has: "1:2 3:0 | 1:1;" is a step
 * of two files. */
static void put_step(struct buf *out, const struct lockstep *l)
{
    for (uint32_t i = 0; i < l->n; i++) {
        const struct scores *batch = l->batches[i];
        uint32_t at = 0;
        buf_put(out, i ? STR("|") : STR(""));
        for (uint32_t s = 0; s < batch->n_seeds; s++) {
            uint32_t first = at;
            while (at < batch->n_cases && batch->cases[at].seed == s)
                assert_int_equal(batch->cases[at++].seed_number, batch->seeds[s].number);
            buf_printf(out, " %u:%u", batch->seeds[s].number, at - first);
        }
        assert_int_equal(at, batch->n_cases);
        buf_putc(out, ' ');
    }
    buf_putc(out, ';');
}

static void assert_steps(const struct files *f, uint32_t most, const char *expected)
{
    struct buf found = {0};
    struct lockstep l;
    lockstep_begin(&l, f->all, f->n);
    l.most = most;
    while (lockstep_next(&l))
        put_step(&found, &l);
    assert_false(lockstep_next(&l));
    lockstep_end(&l);
    if (!str_eq(buf_str(&found), str_from(expected)))
        fail_msg("'%.*s' are not the steps '%s'", STR_ARG(buf_str(&found)), expected);
    buf_release(&found);
}

/* Gaps, seeds that one file has alone, one without any: in files, and cut from scores in memory. */
static void test_steps(void **state)
{
    (void)state;
    for (uint32_t hold = 0; hold <= 100; hold += 100) {
        struct files f = {.n = 0};
        add_file(&f, "0:cc 2:c 7:ccc 8:", 0);
        add_file(&f, "", hold);
        add_file(&f, "2:ci 3: 9:c", hold);
        assert_steps(&f, 1, " 0:2 | | ; 2:1 | | 2:2 ; | | 3:0 ; 7:3 | | ; 8:0 | | ; | | 9:1 ;");
        assert_steps(&f, 6, " 0:2 2:1 | | 2:2 ; 7:3 8:0 | | 3:0 ; | | 9:1 ;");
        assert_steps(&f, 1000, " 0:2 2:1 7:3 8:0 | | 2:2 3:0 9:1 ;");
        release(&f);
    }
}

/* What is in memory is one step, however much it is. */
static void test_in_memory(void **state)
{
    (void)state;
    struct files f = {.n = 0};
    add_file(&f, "0:cc 2:c", 10);
    add_file(&f, "1:c", 10);
    assert_steps(&f, 1, " 0:2 2:1 | 1:1 ;");
    struct lockstep l;
    lockstep_begin(&l, f.all, f.n);
    assert_true(lockstep_next(&l) && l.batches[1] == f.all[1]);
    lockstep_end(&l);
    release(&f);
}

/* The walk can be ended at any step. */
static void test_early_end(void **state)
{
    (void)state;
    struct files f = {.n = 0};
    add_file(&f, "0:cc 2:c", 0);
    struct lockstep l;
    lockstep_begin(&l, f.all, f.n);
    l.most = 1;
    assert_true(lockstep_next(&l));
    lockstep_end(&l);
    assert_false(lockstep_next(&l));
    release(&f);
}

/* A file that was changed in place after it was opened: the walk ends before the invalid data. */
static void test_changed(void **state)
{
    (void)state;
#define ONE_STEP  " 0:1 | 0:1 ;"
#define TWO_STEPS ONE_STEP " 2:1 | ;"
#define BAD_SEED  "a seed without its number, or out of order"
#define BAD_CASE  "a case of a seed that is not there, or out of order"
    static const struct {
        const char *from, *to; /* of the same length */
        const char *steps, *problem;
    } CHANGES[] = {
        {"\"seed\":4,\"db_id\"", "\"seed\":1,\"db_id\"", TWO_STEPS, BAD_SEED},
        {"\"seed\":4,\"db_id\"", "\"soup\":4,\"db_id\"", ONE_STEP, BAD_SEED},
        {"\"id\":\"4-0\",\"seed\":4", "\"id\":\"4-0\",\"seed\":3", TWO_STEPS, BAD_CASE},
        {"\"id\":\"4-0\",\"seed\":4", "\"id\":\"4-0\",\"seed\":6", TWO_STEPS, BAD_CASE},
    };
#undef ONE_STEP
#undef TWO_STEPS
#undef BAD_SEED
#undef BAD_CASE
    for (size_t i = 0; i < COUNT_OF(CHANGES); i++) {
        char path[] = "/tmp/teql-lockstep-XXXXXX";
        struct arena a = {0};
        struct files f = {.n = 1};
        struct str text;
        struct err e;
        close(mkstemp(path));
        write_scores(path, "0:c 2:c 4:c");
        assert_int_equal(scores_open_in_batches(&f.scores[0], path, 0, &e), OK);
        f.all[0] = &f.scores[0];
        add_file(&f, "0:c 4:c 5:c", 0);
        assert_int_equal(file_read(&a, path, 1 << 20, &text, &e), OK);
        size_t at = str_find(text, str_from(CHANGES[i].from), 0);
        assert_true(at < text.len && strlen(CHANGES[i].from) == strlen(CHANGES[i].to));
        FILE *file = fopen(path, "r+");
        fseek(file, (long)at, SEEK_SET);
        fputs(CHANGES[i].to, file);
        fclose(file);
        assert_steps(&f, 1, CHANGES[i].steps);
        assert_int_equal(scores_status(&f.scores[0], &e), E_INPUT);
        assert_string_equal(e.msg, CHANGES[i].problem);
        assert_int_equal(scores_status(&f.scores[1], &e), OK);
        unlink(path);
        arena_release(&a);
        release(&f);
    }
}

/* Seeds by number */

static void assert_selected(const struct scores *s, const char *expected)
{
    static const uint32_t NUMBERS[] = {1, 2, 5, 8};
    struct scores some;
    struct buf found = {0};
    scores_select(s, NUMBERS, 4, &some);
    for (uint32_t i = 0; i < some.n_cases; i++)
        buf_printf(&found, " %.*s of %u", STR_ARG(some.cases[i].id),
                   some.seeds[some.cases[i].seed].number);
    buf_printf(&found, ", %u seeds", some.n_seeds);
    assert_true(str_eq(buf_str(&found), str_from(expected)));
    buf_release(&found);
    arena_release(&some.arena);
}

static void test_select(void **state)
{
    (void)state;
    for (uint32_t hold = 0; hold <= 100; hold += 100) {
        struct files f = {.n = 0};
        add_file(&f, "0:cc 2:ci 3:c 5: 8:c 9:c", hold);
        add_file(&f, "", hold);
        assert_selected(f.all[0], " 2-0 of 2 2-1 of 2 8-0 of 8, 3 seeds");
        assert_selected(f.all[1], ", 0 seeds");
        release(&f);
    }
}

/* Comparisons */

static const char *const SAID[] = {
    "0:cicn 1:cc 2:iic 4:c 5:ccc 7:ici 8:c 10:cin 11:cc",
    "0:iccc 1:ci 2:iic 3:cc 5:cci 6:i 7:ccc 8:i 10:ci",
    "0:cc 2:icc 3:ci 4:i 5:ccc 7:ici 12:ii 13:c",
    "0:icicc 1:nc 3:ic 5:cic 7:ccc 8:n 9:c 12:ic",
};

/* The first `runs` files are one system, each of the others is one. As text: all figures, the cases
 * that break one of the first two, how many differ, and the seeds that there are. */
static struct str comparison_of(struct arena *a, const struct files *f, uint32_t runs,
                                uint32_t step)
{
    struct compared_system systems[MOST_FILES] = {{.name = STR("s0"), .runs = {f->all, runs}}};
    struct system_comparison c = {.systems = systems, .n_systems = f->n - runs + 1};
    struct buf cases = {0}, out = {0};
    const struct comparison_wants wants = {
        .effort = true, .page = true, .cases = &cases, .step = step};
    for (uint32_t i = 1; i < c.n_systems; i++)
        systems[i] = (struct compared_system){.name = arena_printf(a, "s%u", i),
                                              .runs = {&f->all[runs + i - 1], 1}};
    comparison_add_up(a, &c, RELATIONS, &wants);
    comparison_json(&out, &c);
    struct table_list tables = comparison_tables(a, &c);
    for (uint32_t i = 0; i < tables.count; i++)
        table_text(&out, &tables.items[i]);
    buf_printf(&out, "%.*s%u differ, of seeds", STR_ARG(buf_str(&cases)), c.differing);
    for (uint32_t i = 0; i < c.n_numbers; i++)
        buf_printf(&out, " %u", c.numbers[i]);
    for (uint32_t i = 0; i < c.n_pairs; i++)
        buf_printf(&out, "; %u same, %u lost", c.pairs[i].list.same, c.pairs[i].list.lost);
    for (uint32_t i = 0; i < c.n_systems; i++)
        for (uint32_t r = 0; r < systems[i].runs.count; r++)
            buf_printf(&out, "; %u same of %u", systems[i].same[r], systems[i].cases);
    struct str text = arena_str(a, buf_str(&out));
    buf_release(&cases);
    buf_release(&out);
    return text;
}

/* However the files are cut, and whether or not some of them are in memory. */
static void test_comparison(void **state)
{
    (void)state;
    static const uint32_t STEPS[] = {1, 5, 12, 0};
    struct arena a = {0};
    struct files whole = {.n = 0}, cut = {.n = 0}, some = {.n = 0};
    for (uint32_t i = 0; i < MOST_FILES; i++) {
        add_file(&whole, SAID[i], 1000);
        add_file(&cut, SAID[i], 0);
        add_file(&some, SAID[i], i % 2 ? 1000 : 0);
    }
    for (uint32_t runs = 1; runs < MOST_FILES; runs++) {
        struct str expected = comparison_of(&a, &whole, runs, 0);
        assert_true(str_find(expected, STR("of seeds 0 1 2 3 4 5 6 7 8 9 10 11 12 13"), 0) <
                    expected.len);
        for (size_t i = 0; i < COUNT_OF(STEPS); i++) {
            assert_true(str_eq(comparison_of(&a, &cut, runs, STEPS[i]), expected));
            assert_true(str_eq(comparison_of(&a, &some, runs, STEPS[i]), expected));
        }
    }
    release(&whole);
    release(&cut);
    release(&some);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_steps),     cmocka_unit_test(test_in_memory),
        cmocka_unit_test(test_early_end), cmocka_unit_test(test_changed),
        cmocka_unit_test(test_select),    cmocka_unit_test(test_comparison),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
