/* test_manifest.c: manifests written, read, and those of parts added up. */
#include "unit.h"

#include "record/manifest.h"

static struct str text_of(struct arena *a, const struct manifest *m)
{
    struct buf text = {0};
    struct json_writer w = json_writer_to(&text);
    manifest_put(&w, m);
    struct str out = arena_str(a, buf_str(&text));
    buf_release(&text);
    return out;
}

struct text_fault {
    const char *from, *to;
};

/* A text in which one thing is another is not read. */
static void check_faults(struct str text, const struct text_fault *faults, size_t n)
{
    struct arena a = {0};
    struct manifest back;
    struct err e;
    for (size_t i = 0; i < n; i++) {
        size_t at = str_find(text, str_from(faults[i].from), 0);
        if (at >= text.len)
            fail_msg("no %s in %.*s", faults[i].from, STR_ARG(text));
        struct str rest = str_slice(text, at + strlen(faults[i].from), text.len);
        struct str bad =
            arena_printf(&a, "%.*s%s%.*s", (int)at, text.ptr, faults[i].to, STR_ARG(rest));
        if (manifest_read(&a, bad, &back, &e) == OK)
            fail_msg("%s is read", faults[i].to);
    }
    assert_int_not_equal(manifest_read(&a, str_slice(text, 0, text.len / 2), &back, &e), OK);
    arena_release(&a);
}

/* Suites */

/* All that a manifest of teql generate can have; each count is another number. */
#define HEAD                                                                                       \
    "{\"version\":1,\"input\":\"00000000000000ff\",\"key\":\"k\",\"made_by\":\"1.0\","             \
    "\"questions_digest\":\"q\",\"databases_digest\":\"d\",\"words_digest\":\"w\","                \
    "\"options_digest\":\"o\",\"random_seed\":7,\"max_per_seed\":8,\"max_changes\":9,"             \
    "\"strength\":\"bold\",\"limit\":10,"                                                          \
    "\"sample_rows\":11,"
#define SHARD "\"shard\":\"2/3\",\"part\":{\"of\":\"abc\",\"shard\":\"2/3\",\"first\":4,\"end\":6},"
#define OPTIONS                                                                                    \
    "\"proof\":true,\"proved_on_rows\":true,\"databases\":\"/d\",\"more_databases\":\"/m\","       \
    "\"min_fluency_ratio\":0.5,\"language_model\":\"built-in\","
#define PARAPHRASER                                                                                \
    "\"paraphraser\":{\"settings\":{\"model\":\"m\"},\"kinds\":{\"keyword-carrier\":{\"seeds\":"   \
    "14,"                                                                                          \
    "\"candidates\":15,\"dropped\":{\"duplicate\":16,\"over five\":17},\"kept\":18,"               \
    "\"refused_requests\":19}}},"
#define SYNONYMS                                                                                   \
    "\"synonyms\":{\"settings\":{\"model\":\"s\"},\"words\":20,\"candidates\":21,"                 \
    "\"unreadable\":22},"
#define RELATIONS                                                                                  \
    "\"canonical\":{\"elements\":[]},\"relations\":{\"PI\":{\"name\":\"prefix insertion\","        \
    "\"applicable\":23,\"generated\":24,\"proved\":25,\"proved_on_empty\":26,"                     \
    "\"chance_untried\":27,\"refused\":{\"begins with no question word\":28},"                     \
    "\"rejected\":{\"timeout\":29},\"overlap\":{\"words\":30,\"edits\":31,\"tables\":[32,33,34,"   \
    "35],"                                                                                         \
    "\"names\":[36,37,38]}},\"TS\":{\"name\":\"table shuffle\",\"applicable\":0,"                  \
    "\"generated\":0,\"proved\":0,\"refused\":{},\"rejected\":{}}}}\n"
#define SUITE                                                                                      \
    HEAD SHARD OPTIONS "\"seeds\":2,\"gold_faults\":1,\"spider_export\":{\"cases\":12,\"left_"     \
                       "out\":13}," PARAPHRASER SYNONYMS RELATIONS

/* The sum of two of them, as a whole. */
#define SUM                                                                                        \
    HEAD "\"shard\":\"1/1\"," OPTIONS                                                              \
         "\"seeds\":4,\"gold_faults\":2,\"spider_export\":{\"cases\":24,\"left_out\":26},"         \
         "\"paraphraser\":{\"settings\":{\"model\":\"m\"},\"kinds\":{\"keyword-carrier\":{"        \
         "\"seeds\":28,\"candidates\":30,\"dropped\":{\"duplicate\":32,\"over five\":34},"         \
         "\"kept\":36,\"refused_requests\":38}}},"                                                 \
         "\"synonyms\":{\"settings\":{\"model\":\"s\"},\"words\":40,\"candidates\":42,"            \
         "\"unreadable\":44},"                                                                     \
         "\"canonical\":{\"elements\":[]},\"relations\":{\"PI\":{\"name\":\"prefix insertion\","   \
         "\"applicable\":46,\"generated\":48,\"proved\":50,\"proved_on_empty\":52,"                \
         "\"chance_untried\":54,\"refused\":{\"begins with no question word\":56},"                \
         "\"rejected\":{\"timeout\":58},\"overlap\":{\"words\":60,\"edits\":62,\"tables\":[64,"    \
         "66,68,70],"                                                                              \
         "\"names\":[72,74,76]}},\"TS\":{\"name\":\"table shuffle\",\"applicable\":0,"             \
         "\"generated\":0,\"proved\":0,\"refused\":{},\"rejected\":{}}}}\n"

static struct manifest read_suite(struct arena *a, struct str text)
{
    struct manifest m;
    struct err e;
    if (manifest_read(a, text, &m, &e) != OK)
        fail_msg("%s", e.msg);
    return m;
}

static void test_suites_are_read_as_written(void **state)
{
    struct arena a = {0};
    (void)state;
    struct manifest m = read_suite(&a, STR(SUITE));
    assert_string_equal(text_of(&a, &m).ptr, SUITE);
    assert_int_equal(manifest_cases(&m), 25);
    m.proof = false;
    assert_int_equal(manifest_cases(&m), 24);
    assert_int_equal(m.strength, STRENGTH_BOLD);
    assert_int_equal(m.relations[0].tally.rejected[PROOF_TIMEOUT], 29);
    assert_int_equal(m.relations[0].tally.refused.counts[REFUSED_NO_QUESTION_WORD], 28);
    assert_int_equal(m.paraphraser->kinds[REWORD_KEYWORD_CARRIER].dropped[DROP_OVER_FIVE], 17);
    arena_release(&a);
}

static void test_suites_add_up(void **state)
{
    struct arena a = {0};
    (void)state;
    struct manifest sum = read_suite(&a, STR(SUITE)), more = read_suite(&a, STR(SUITE));
    assert_true(manifest_add(&sum, &more));
    manifest_settle(&sum);
    assert_string_equal(text_of(&a, &sum).ptr, SUM);
    more.relations[1].id = STR("TR");
    assert_false(manifest_add(&sum, &more));
    more = read_suite(&a, STR(SUITE));
    more.spider = NULL;
    assert_false(manifest_add(&sum, &more));
    more = read_suite(&a, STR(SUITE));
    more.maker = MADE_BY_ATTACK;
    assert_false(manifest_add(&sum, &more));
    arena_release(&a);
}

static void test_other_texts_are_not_suites(void **state)
{
    static const struct text_fault FAULTS[] = {
        {"\"version\":1", "\"version\":2"},
        {"\"input\":", "\"put\":"},
        {"\"key\":\"k\"", "\"key\":\"\""},
        {"\"random_seed\":7", "\"random_seed\":\"7\""},
        {"\"shard\":\"2/3\"", "\"shard\":\"4/3\""},
        {"\"first\":4", "\"first\":9"},
        {"\"proof\":true", "\"proof\":1"},
        {"\"seeds\":2", "\"seats\":2"},
        {"\"gold_faults\":1", "\"gold_faults\":3"},
        {"\"cases\":12", "\"cases\":-12"},
        {"\"left_out\":13", "\"let_out\":13"},
        {"\"settings\":{\"model\":\"m\"},", ""},
        {"\"kinds\":{", "\"kind\":{"},
        {"\"keyword-carrier\"", "\"carrier\""},
        {"\"candidates\":15", "\"candidate\":15"},
        {"\"over five\"", "\"over six\""},
        {"\"kept\":18", "\"kept\":null"},
        {"\"words\":20", "\"word\":20"},
        {"\"applicable\":23", "\"applicable\":4294967296"},
        {"\"applicable\":23,", ""},
        {"\"name\":\"prefix insertion\",", ""},
        {"\"generated\":24,", ""},
        {"\"proved\":25,", ""},
        {"\"proved_on_empty\":26", "\"proved_on_empty\":{}"},
        {"question word\":28", "question word\":null"},
        {"\"refused\":{\"begins", "\"refused\":{\"Begins"},
        {"\"refused\":{}", "\"refuse\":{}"},
        {"\"timeout\":29", "\"proved\":29"},
        {",\"rejected\":{}", ""},
        {"\"relations\":{", "\"relation\":{"},
        {"\"TS\":{\"name\"", "\"TS\":null,\"TR\":{\"name\""}};
    (void)state;
    check_faults(STR(SUITE), FAULTS, COUNT_OF(FAULTS));
}

/* Attacks */

/* A manifest of an attack, with all that it points at. */
struct attack_suite {
    struct manifest m;
    struct manifest_attack attack;
    uint64_t by_changes[2];
    struct breaking_relation breaking[2];
    struct manifest_relation made;
};

/* Its counts are this number and those that follow. */
static struct manifest *count_from(struct attack_suite *s, uint64_t first)
{
    uint64_t n = first;
    *s = (struct attack_suite){.attack = {.system = STR("s"),
                                          .steps = 4,
                                          .candidates = 20,
                                          .by_changes = s->by_changes,
                                          .n_changes = 2,
                                          .relations = s->breaking,
                                          .n_relations = 2},
                               .breaking = {{.id = STR("syn")}, {.id = STR("PI")}},
                               .made = {.id = STR("ATTACK")}};
    s->m = (struct manifest){
        .maker = MADE_BY_ATTACK,
        .version = 1,
        .key = STR("k"),
        .part = {.of = STR("abc"), .shard = {1, 2}, .seeds = {0, 500}, .choice = {true, 3}},
        .drawn_of = 2000,
        .proof = true,
        .databases = STR("here"),
        .attack = &s->attack,
        .relations = &s->made,
        .n_relations = 1};
    uint64_t *const counts[] = {&s->m.seeds,
                                &s->attack.budget,
                                &s->attack.questions,
                                &s->attack.broken,
                                &s->attack.held,
                                &s->attack.unfinished,
                                &s->attack.untried,
                                &s->attack.unanswered,
                                &s->attack.wrong,
                                &s->attack.faulty_gold,
                                &s->attack.unchangeable,
                                &s->made.tally.proved,
                                &s->by_changes[0],
                                &s->by_changes[1],
                                &s->breaking[0].broken,
                                &s->breaking[1].broken,
                                &s->attack.blocks_given_up,
                                &s->made.tally.overlap.words,
                                &s->made.tally.overlap.names[NAME_KEEPS_SOME]};
    for (size_t i = 0; i < COUNT_OF(counts); i++)
        *counts[i] = n++;
    return &s->m;
}

static void test_attacks_are_read_as_written(void **state)
{
    struct arena a = {0};
    struct attack_suite s;
    struct manifest back;
    struct err e;
    (void)state;
    const struct manifest *m = count_from(&s, 10);
    struct str text = text_of(&a, m);
    assert_int_equal(manifest_read(&a, text, &back, &e), OK);
    assert_true(str_eq(text_of(&a, &back), text));
    assert_true(part_eq(&back.part, &m->part));
    arena_release(&a);
}

static void test_blocks_given_up_are_written_if_there_are_some(void **state)
{
    struct arena a = {0};
    struct attack_suite s;
    struct manifest back;
    struct err e;
    (void)state;
    const struct manifest *m = count_from(&s, 10);
    s.attack.blocks_given_up = 0;
    struct str text = text_of(&a, m);
    assert_true(str_find(text, STR("given_up"), 0) >= text.len);
    assert_int_equal(manifest_read(&a, text, &back, &e), OK);
    assert_int_equal(back.attack->blocks_given_up, 0);
    arena_release(&a);
}

static void test_attacks_add_up(void **state)
{
    struct arena a = {0};
    struct attack_suite parts[3];
    (void)state;
    struct manifest *x = count_from(&parts[0], 100), *y = count_from(&parts[1], 1000);
    struct manifest *sum = count_from(&parts[2], 0);
    assert_true(manifest_add(sum, x));
    assert_true(manifest_add(sum, y));
    for (uint64_t i = 0; i < 2; i++) {
        assert_int_equal(parts[2].by_changes[i], 1100 + 3 * (12 + i));
        assert_int_equal(parts[2].breaking[i].broken, 1100 + 3 * (14 + i));
    }
    assert_int_equal(sum->seeds, 1100);
    assert_int_equal(sum->attack->budget, 1103);
    assert_int_equal(sum->attack->questions, 1106);
    assert_int_equal(sum->attack->broken, 1109);
    assert_int_equal(sum->attack->unchangeable, 1130);
    assert_int_equal(manifest_cases(sum), 1133);
    assert_int_equal(sum->attack->blocks_given_up, 1148);
    assert_int_equal(sum->attack->steps, 4);
    manifest_settle(sum);
    assert_true(part_is_whole(&sum->part));
    assert_int_equal(sum->limit, 1100);
    assert_int_equal(sum->drawn_of, 0);
    parts[1].breaking[1].id = STR("TS");
    assert_false(manifest_add(sum, y));
    arena_release(&a);
}

static void test_other_texts_are_not_attacks(void **state)
{
    static const struct text_fault FAULTS[] = {
        {"\"version\":1", "\"version\":2"},
        {"\"key\":\"k\"", "\"key\":\"\""},
        {"\"broken\":13", "\"broken\":\"13\""},
        {"\"held\":14", "\"hold\":14"},
        {"\"attack\":{", "\"attacks\":{"},
        {"\"by_changes\":[", "\"changes\":["},
        {"\"syn\":24", "\"syn\":-4"},
        {"\"proved\":21", "\"proven\":21"},
        {"\"broken\":13", "\"broken\":9223372036854775807"},
        {"\"syn\":24", "\"syn\":4294967296"},
        {"\"by_changes\":[22", "\"by_changes\":[4294967296"},
        {"\"seeds\":10,", "\"seeds\":4294967296,"},
        {"\"proved\":21", "\"proved\":4294967296"},
        {"\"blocks_given_up\":26", "\"blocks_given_up\":\"\""},
        {"\"relations\":{\"ATTACK\":{", "\"relations\":{},\"more\":{\"ATTACK\":{"}};
    struct arena a = {0};
    struct attack_suite s;
    (void)state;
    check_faults(text_of(&a, count_from(&s, 10)), FAULTS, COUNT_OF(FAULTS));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suites_are_read_as_written),
        cmocka_unit_test(test_suites_add_up),
        cmocka_unit_test(test_other_texts_are_not_suites),
        cmocka_unit_test(test_attacks_are_read_as_written),
        cmocka_unit_test(test_blocks_given_up_are_written_if_there_are_some),
        cmocka_unit_test(test_attacks_add_up),
        cmocka_unit_test(test_other_texts_are_not_attacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
