/* test_conceptnet.c: a small file in the format of ConceptNet 5's assertions. */
#include "unit.h"

#include "lexicon/conceptnet.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#define LINE(relation, start, end, metadata)                                                       \
    "/a/[/r/" relation "/," start "/," end "/]\t/r/" relation "\t" start "\t" end "\t" metadata "\n"
#define WEIGHT(w)                                                                                  \
    "{\"dataset\": \"/d/conceptnet/4/en\", \"license\": \"cc:by/4.0\", \"sources\": "              \
    "[{\"contributor\": \"/s/contributor/omcs/someone\"}], \"surfaceText\": \"[[x]] has "          \
    "\\\"weight\\\": 99\", \"weight\": " w "}"

static const char ASSERTIONS[] = LINE("HasA", "/c/en/car", "/c/en/engine", WEIGHT("3.464"))
    LINE("HasA", "/c/en/car/n", "/c/en/four_wheels", WEIGHT("2.0"))
        LINE("HasA", "/c/en/car", "/c/en/engine/n/wn/artifact", WEIGHT("1.0"))
            LINE("HasA", "/c/en/car", "/c/en/dust", WEIGHT("0.5"))
                LINE("HasA", "/c/en/car", "/c/en/something_of_very_many_words", WEIGHT("9.0"))
                    LINE("HasA", "/c/fr/voiture", "/c/fr/moteur", WEIGHT("9.0"))
                        LINE("HasA", "/c/en/car", "/c/fr/moteur", WEIGHT("9.0"))
                            LINE("IsA", "/c/en/car", "/c/en/vehicle", WEIGHT("9.0"))
                                LINE("Synonym", "/c/en/car/n/wn/artifact",
                                     "/c/en/auto/n/wn/artifact", WEIGHT("2.0"))
                                    LINE("Synonym", "/c/en/car", "/c/en/automobile", WEIGHT("4.0"))
                                        LINE("HasA", "/c/en/house", "/c/en/roof", "no JSON at all");

static void write_text(char path[64], const char *text, bool packed)
{
    snprintf(path, 64, "/tmp/teql-conceptnet-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    if (packed) {
        gzFile out = gzdopen(fd, "wb");
        assert_non_null(out);
        assert_int_equal(gzputs(out, text), (int)strlen(text));
        assert_int_equal(gzclose(out), Z_OK);
    } else {
        assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
        close(fd);
    }
}

static void check_edges(const struct conceptnet *c)
{
    struct conceptnet_edges has = conceptnet_from(c, CONCEPTNET_HAS_A, STR("car"));
    assert_int_equal(has.count, 2);
    assert_true(str_eq(has.items[0].end, STR("engine")));
    assert_true(has.items[0].weight > 3.4 && has.items[0].weight < 3.5);
    assert_true(str_eq(has.items[1].end, STR("four wheels")));
    struct conceptnet_edges same = conceptnet_from(c, CONCEPTNET_SYNONYM, STR("car"));
    assert_int_equal(same.count, 2);
    assert_true(str_eq(same.items[0].end, STR("automobile")));
    same = conceptnet_from(c, CONCEPTNET_SYNONYM, STR("auto"));
    assert_int_equal(same.count, 1);
    assert_true(str_eq(same.items[0].end, STR("car")));
    assert_int_equal(conceptnet_from(c, CONCEPTNET_HAS_A, STR("house")).count, 0);
    assert_int_equal(conceptnet_from(c, CONCEPTNET_HAS_A, STR("voiture")).count, 0);
}

static void plain_and_packed(void **state)
{
    (void)state;
    for (int packed = 0; packed < 2; packed++) {
        char path[64];
        struct conceptnet c;
        struct err e;
        write_text(path, ASSERTIONS, packed);
        assert_int_equal(conceptnet_load(&c, path, 1.0, NULL, &e), OK);
        check_edges(&c);
        conceptnet_release(&c);
        unlink(path);
    }
}

static void weights(void **state)
{
    (void)state;
    char path[64];
    struct conceptnet c;
    struct err e;
    write_text(path, ASSERTIONS, false);
    assert_int_equal(conceptnet_load(&c, path, 3.0, NULL, &e), OK);
    assert_int_equal(conceptnet_from(&c, CONCEPTNET_HAS_A, STR("car")).count, 1);
    conceptnet_release(&c);
    assert_int_equal(conceptnet_load(&c, path, 0.1, NULL, &e), OK);
    assert_int_equal(conceptnet_from(&c, CONCEPTNET_HAS_A, STR("car")).count, 3);
    conceptnet_release(&c);
    unlink(path);
}

static void bad_files(void **state)
{
    (void)state;
    char path[64];
    struct conceptnet c;
    struct err e;
    assert_int_equal(conceptnet_load(&c, "/nonexistent/assertions.csv", 1, NULL, &e), E_IO);
    assert_string_equal(e.file, "/nonexistent/assertions.csv");
    write_text(path, "/a/x\t/r/HasA\t/c/en/a\t/c/en/b\t{}\nonly two\tcolumns\n", false);
    assert_int_equal(conceptnet_load(&c, path, 1, NULL, &e), E_INPUT);
    assert_int_equal(e.line, 2);
    unlink(path);
    write_text(path, ASSERTIONS, true);
    assert_int_equal(truncate(path, 100), 0);
    assert_int_equal(conceptnet_load(&c, path, 1, NULL, &e), E_IO);
    unlink(path);
    char packed[80];
    write_text(path, ASSERTIONS, false);
    snprintf(packed, sizeof packed, "%s.gz", path);
    assert_int_equal(rename(path, packed), 0);
    assert_int_equal(conceptnet_load(&c, packed, 1, NULL, &e), E_INPUT);
    assert_string_equal(e.msg, "not a gzip file, though its name says so");
    assert_string_equal(e.file, packed);
    unlink(packed);
    write_text(path, "", false);
    assert_int_equal(conceptnet_load(&c, path, 1, NULL, &e), OK);
    assert_int_equal(conceptnet_from(&c, CONCEPTNET_HAS_A, STR("car")).count, 0);
    conceptnet_release(&c);
    unlink(path);
}

/* Somebody who watches, and has enough after this many calls. */
struct patience {
    uint64_t bytes, told;
    unsigned calls, most;
    bool ended;
};

static void see_begin(void *ctx, const char *path, uint64_t bytes)
{
    (void)path;
    ((struct patience *)ctx)->bytes = bytes;
}

static bool see_more(void *ctx, uint64_t bytes)
{
    struct patience *p = ctx;
    p->told += bytes;
    return ++p->calls < p->most;
}

static void see_end(void *ctx)
{
    ((struct patience *)ctx)->ended = true;
}

/* Lines that say nothing are reported, too, and can be given up. */
static void empty_lines_are_watched(void **state)
{
    (void)state;
    enum { LINES = 5 * READ_WATCH_STEP + 7 };
    char path[64];
    char *lines = mem_alloc(LINES + 1);
    struct conceptnet c;
    struct err e;
    struct patience patient = {.most = 1000}, hasty = {.most = 2};
    struct read_watch watch = {see_begin, see_more, see_end, &patient};
    memset(lines, '\n', LINES);
    lines[LINES] = '\0';
    write_text(path, lines, false);
    assert_int_equal(conceptnet_load(&c, path, 1, &watch, &e), OK);
    assert_int_equal(patient.bytes, LINES);
    assert_int_equal(patient.told, 5 * READ_WATCH_STEP);
    assert_true(patient.ended);
    conceptnet_release(&c);
    watch.ctx = &hasty;
    assert_int_equal(conceptnet_load(&c, path, 1, &watch, &e), E_INTERRUPTED);
    assert_int_equal(hasty.calls, 2);
    assert_true(hasty.ended);
    free(lines);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_and_packed),
        cmocka_unit_test(weights),
        cmocka_unit_test(bad_files),
        cmocka_unit_test(empty_lines_are_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
