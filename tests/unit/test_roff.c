/* test_roff.c: text as man reads it. */
#include "cli/help.h"
#include "unit.h"

#include <stdlib.h>

static void check(const char *text, const char *expected)
{
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    roff_text(out, str_from(text));
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
}

static void plain_text_is_itself(void **state)
{
    (void)state;
    check("", "");
    check("plain text, with 5% and {braces}", "plain text, with 5% and {braces}");
}

static void what_roff_would_read_is_escaped(void **state)
{
    (void)state;
    check("a\\b", "a\\eb");
    check("--fail-on", "\\-\\-fail\\-on");
    check("'quoted' \"twice\" `thrice`", "\\(aqquoted\\(aq \\(dqtwice\\(dq \\(gathrice\\(ga");
    check("~/x^2", "\\(ti/x\\(ha2");
}

static void no_line_is_a_request(void **state)
{
    (void)state;
    check(".SH a.b", "\\&.SH a.b");
    check("a\n.b\n'c", "a\n\\&.b\n\\(aqc");
    check(".\n.", "\\&.\n\\&.");
}

static void the_page_is_ascii(void **state)
{
    (void)state;
    check("ARGS…", "ARGS\\[u2026]");
    check("\xf0\x9f\x98\x80", "\\[u1F600]");
    check("\xff", "\\[uFFFD]");
    check("a\tb\x01"
          "c\x7f",
          "a b c ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_is_itself),
        cmocka_unit_test(what_roff_would_read_is_escaped),
        cmocka_unit_test(no_line_is_a_request),
        cmocka_unit_test(the_page_is_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
