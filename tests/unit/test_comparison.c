/* test_comparison.c: several systems on one page: which cases are in it, and texts that would
 * rather be HTML. */
#include "unit.h"

#include "report/comparison.h"
#include "report/comparison_html.h"

#include <stdlib.h>
#include <unistd.h>

#define HOSTILE "</script><img src=x onerror=alert(1)><!--<script>'\"&amp;\xE2\x80\xA8"

/* Scores of one seed; `causes` has a letter for each case: c(onsistent), i(nconsistent), n(ot
 * asked). */
static void make(struct scores *s, const char *causes)
{
    *s = (struct scores){.by = STR("execution"),
                         .system = STR(HOSTILE),
                         .n_seeds = 1,
                         .n_cases = (uint32_t)strlen(causes)};
    s->seeds = arena_zalloc(&s->arena, sizeof *s->seeds);
    s->seeds[0] = (struct seed_verdict){
        .number = 3, .db_id = STR(HOSTILE), .hardness = STR("easy"), .answered = true};
    s->cases = arena_zalloc(&s->arena, s->n_cases * sizeof *s->cases);
    for (uint32_t i = 0; i < s->n_cases; i++)
        s->cases[i] = (struct verdict){.id = arena_printf(&s->arena, "3-A-%u", i),
                                       .seed_number = 3,
                                       .relation = STR("A"),
                                       .family = STR("f"),
                                       .digest = i + 1,
                                       .naturalness = -1,
                                       .cause = causes[i] == 'c'   ? CAUSE_CONSISTENT
                                                : causes[i] == 'i' ? CAUSE_INCONSISTENT
                                                                   : CAUSE_NOT_ASKED,
                                       .message = STR(HOSTILE)};
}

static void test_differing(void **state)
{
    (void)state;
    struct arena a = {0};
    struct scores x, y, z;
    make(&x, "ciicnc");
    make(&y, "iiccii");
    make(&z, "ccicc");
    y.cases[5].digest = 99; /* another case of that id */
    const struct scores *all[] = {&x, &y, &z};
    const struct runs three[] = {{&all[0], 1}, {&all[1], 1}, {&all[2], 1}};
    struct differing_list list = differing_cases(&a, three, 3, 100);
    assert_int_equal(list.total, 4); /* 0, 1, 2 and 4; nobody breaks on 3 */
    assert_int_equal(list.count, 4);
    static const uint32_t PLACES[] = {0, 1, 2, 4};
    for (uint32_t i = 0; i < list.count; i++)
        for (uint32_t s = 0; s < 3; s++)
            assert_int_equal(list.items[i].outcomes[s].place, PLACES[i]);
    const struct runs two[] = {{&all[0], 1}, {&all[2], 1}};
    list = differing_cases(&a, two, 2, 100);
    assert_int_equal(list.count, 1);
    assert_int_equal(list.items[0].outcomes[1].place, 1);
    assert_int_equal(list.items[0].outcomes[2].place, PLACE_NONE);
    arena_release(&a);
    scores_release(&x);
    scores_release(&y);
    scores_release(&z);
}

/* If there are too many, some of each are there, in their order. */
static void test_many_differing(void **state)
{
    (void)state;
    enum { MANY = 1000, ROOM = 100 };
    static char all_good[MANY + 1], all_bad[MANY + 1];
    struct arena a = {0};
    struct scores x, y;
    memset(all_good, 'c', MANY);
    memset(all_bad, 'i', MANY);
    make(&x, all_good);
    make(&y, all_bad);
    const struct scores *each[] = {&x, &y};
    const struct runs both[] = {{&each[0], 1}, {&each[1], 1}};
    struct differing_list list = differing_cases(&a, both, 2, ROOM);
    uint32_t early = 0;
    assert_true(list.total == MANY && list.count == ROOM);
    for (uint32_t i = 0; i < ROOM; i++) {
        uint32_t place = list.items[i].outcomes[0].place;
        assert_true(i == 0 || place > list.items[i - 1].outcomes[0].place);
        early += place < MANY / 2;
    }
    assert_true(early > ROOM / 4 && early < ROOM * 3 / 4);
    arena_release(&a);
    scores_release(&x);
    scores_release(&y);
}

static struct str page_of(struct arena *a, const struct comparison_source *source)
{
    char path[] = "/tmp/teql-comparison-XXXXXX";
    struct out_file f;
    struct err e;
    struct str page;
    close(mkstemp(path));
    assert_int_equal(out_file_open(&f, path, &e), OK);
    if (comparison_html(source, &f, &e) != OK)
        fail_msg("%s", e.msg);
    assert_int_equal(out_file_commit(&f, &e), OK);
    assert_int_equal(file_read(a, path, 1 << 24, &page, &e), OK);
    unlink(path);
    return page;
}

static uint32_t occurrences(struct str text, const char *what)
{
    uint32_t n = 0;
    for (size_t at = 0; (at = str_find(text, str_from(what), at)) < text.len; at++)
        n++;
    return n;
}

static void test_page(void **state)
{
    (void)state;
    static const char *const COMMANDS[] = {"teql explain", HOSTILE};
    static const struct case_source NO_TEXTS[] = {{.suite = NULL}};
    static const struct comparison_wants WANTS = {.effort = true, .page = true};
    struct arena a = {0};
    struct scores x, y;
    make(&x, "cicic");
    make(&y, "iiccc");
    const struct scores *each[] = {&x, &y};
    const struct compared_texts texts[] = {{{&each[0], 1}, NO_TEXTS, &COMMANDS[0]},
                                           {{&each[1], 1}, NO_TEXTS, &COMMANDS[1]}};
    struct compared_system systems[] = {{.name = STR(HOSTILE), .runs = {&each[0], 1}},
                                        {.name = STR("y"), .runs = {&each[1], 1}}};
    struct system_comparison comparison = {.systems = systems, .n_systems = 2};
    comparison_add_up(&a, &comparison, NULL, &WANTS);
    const struct comparison_source source = {&comparison, texts};
    struct str page = page_of(&a, &source);
    assert_int_equal(occurrences(page, "{{"), 0);
    assert_int_equal(occurrences(page, "</script>"), 2);
    assert_int_equal(occurrences(page, "<img") + occurrences(page, "<!--"), 0);
    assert_int_equal(occurrences(page, "innerHTML") + occurrences(page, "http:"), 0);
    assert_int_equal(occurrences(page, "\"differing\":2,"), 1);
    assert_true(str_eq(page, page_of(&a, &source)));
    arena_release(&a);
    scores_release(&x);
    scores_release(&y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_differing),
        cmocka_unit_test(test_many_differing),
        cmocka_unit_test(test_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
