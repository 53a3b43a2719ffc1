/* test_line_editor.c: typing a line. */
#include "unit.h"

#include "base/utf8.h"
#include "review/line_editor.h"

#include <locale.h>
#include <stdlib.h>

/* Keys as a text: < > left and right, ^ $ home and end, # backspace, ! delete, ~ clear; others type
 * themselves. */
static void press_all(struct line_editor *l, struct str keys)
{
    static const struct {
        char key;
        enum press_kind kind;
    } KINDS[] = {{'<', PRESS_LEFT},   {'>', PRESS_RIGHT},     {'^', PRESS_HOME}, {'$', PRESS_END},
                 {'!', PRESS_DELETE}, {'#', PRESS_BACKSPACE}, {'~', PRESS_CLEAR}};
    for (size_t at = 0, len; at < keys.len; at += len) {
        struct press key = {PRESS_TEXT, utf8_code_point(keys, at, &len)};
        for (size_t i = 0; i < COUNT_OF(KINDS); i++)
            if ((uint32_t)KINDS[i].key == key.code)
                key = (struct press){KINDS[i].kind, 0};
        line_editor_press(l, key);
    }
}

static void test_keys(void **state)
{
    static const struct {
        const char *begin, *keys, *text;
        size_t cursor;
    } CASES[] = {
        {"", "abc", "abc", 3},
        {"ab", "<x", "axb", 2},
        {"ab", "<<<x", "xab", 1},
        {"ab", "^>x>>>y", "axby", 4},
        {"ab", "#", "a", 1},
        {"ab", "^#", "ab", 0},
        {"ab", "!", "ab", 2},
        {"ab", "^!", "b", 0},
        {"abc", "<~", "c", 0},
        {"", "#!~<>^$", "", 0},
        {"Gr\xC3\xB6\xC3\x9F"
         "e",
         "<<#",
         "Gr\xC3\x9F"
         "e",
         2},
        {"", "\xE6\x9D\xB1\xF0\x9F\x98\x80<\xC3\xA4", "\xE6\x9D\xB1\xC3\xA4\xF0\x9F\x98\x80", 5},
        {"xe\xCC\x81y", "<#", "xy", 1}, /* a letter goes with its accent */
        {"xe\xCC\x81y", "<<!", "xy", 1},
        {"xe\xCC\x81y", "<<z", "xze\xCC\x81y", 2},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct line_editor l = {0};
        line_editor_begin(&l, str_from(CASES[i].begin));
        press_all(&l, str_from(CASES[i].keys));
        if (!str_eq(line_editor_text(&l), str_from(CASES[i].text)) || l.cursor != CASES[i].cursor)
            fail_msg("%s %s: '%.*s', cursor %zu", CASES[i].begin, CASES[i].keys,
                     STR_ARG(line_editor_text(&l)), l.cursor);
        line_editor_release(&l);
    }
}

/* A proposal is accepted as it is, replaced by typing, or edited after a key moves in it. */
static void test_offered(void **state)
{
    static const struct {
        const char *keys, *text;
    } CASES[] = {{"", "PI"},    {"crn", "crn"}, {"#", ""},   {"#x", "x"},
                 {">s", "PIs"}, {"<x", "PxI"},  {"~y", "y"}, {"<>#", "P"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct line_editor l = {0};
        line_editor_offer(&l, STR("PI"));
        line_editor_press(&l, (struct press){PRESS_NONE, 0});
        press_all(&l, str_from(CASES[i].keys));
        if (!str_eq(line_editor_text(&l), str_from(CASES[i].text)))
            fail_msg("%s: '%.*s'", CASES[i].keys, STR_ARG(line_editor_text(&l)));
        line_editor_release(&l);
    }
}

/* Control sequences, invalid characters and characters without room are not typed. */
static void test_refused(void **state)
{
    static const uint32_t CODES[] = {0,    1,      '\n',   '\t',     0x1B,      0x7F,
                                     0x9B, 0x202E, 0xD800, 0x110000, UINT32_MAX};
    struct line_editor l = {0};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CODES); i++)
        line_editor_press(&l, (struct press){PRESS_TEXT, CODES[i]});
    assert_int_equal(line_editor_text(&l).len, 0);
    for (size_t i = 0; i < LINE_EDITOR_MAX - 1; i++)
        line_editor_press(&l, (struct press){PRESS_TEXT, 'a'});
    line_editor_press(&l, (struct press){PRESS_TEXT, 0xE4});
    assert_int_equal(line_editor_text(&l).len, LINE_EDITOR_MAX - 1);
    line_editor_press(&l, (struct press){PRESS_TEXT, 'b'});
    line_editor_press(&l, (struct press){PRESS_TEXT, 'b'});
    assert_int_equal(line_editor_text(&l).len, LINE_EDITOR_MAX);
    line_editor_release(&l);
}

static void test_window(void **state)
{
    static const struct {
        const char *text, *keys;
        uint32_t width;
        const char *shown;
        uint32_t column;
    } CASES[] = {
        {"abcdef", "", 10, "abcdef", 6},
        {"abcdef", "", 6, "bcdef", 5},
        {"abcdef", "^", 4, "abcd", 0},
        {"abcdef", "<<", 4, "bcde", 3},
        {"abcdef", "", 1, "", 0},
        {"", "", 5, "", 0},
        {"\xE6\x9D\xB1\xE4\xBA\xAC", "", 10, "\xE6\x9D\xB1\xE4\xBA\xAC", 4},
        {"\xE6\x9D\xB1\xE4\xBA\xAC", "", 4, "\xE4\xBA\xAC", 2},
        {"\xE6\x9D\xB1\xE4\xBA\xAC", "^", 3, "\xE6\x9D\xB1", 0},
        {"e\xCC\x81"
         "bc",
         "", 3, "bc", 2},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        struct line_editor l = {0};
        uint32_t column;
        line_editor_begin(&l, str_from(CASES[i].text));
        press_all(&l, str_from(CASES[i].keys));
        struct str shown = line_editor_window(&l, CASES[i].width, &column);
        if (!str_eq(shown, str_from(CASES[i].shown)) || column != CASES[i].column)
            fail_msg("%s %s in %u: '%.*s', column %u", CASES[i].text, CASES[i].keys, CASES[i].width,
                     STR_ARG(shown), column);
        line_editor_release(&l);
    }
}

/* Any keys: the text stays UTF-8, the cursor at a character and in the window. */
static void test_any_keys(void **state)
{
    static const uint32_t CODES[] = {'a', ' ', 0xE4, 0x301, 0x6771, 0x1F600};
    struct line_editor l = {0};
    unsigned random = 1;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        random = random * 1103515245 + 12345;
        struct press key = {(enum press_kind)((random >> 16) % (PRESS_CLEAR + 1)),
                            CODES[(random >> 8) % 6]};
        if (key.kind == PRESS_CLEAR && random % 7)
            key.kind = PRESS_TEXT;
        line_editor_press(&l, key);
        struct str text = line_editor_text(&l);
        uint32_t column, width = 1 + (random >> 4) % 30;
        struct str shown = line_editor_window(&l, width, &column);
        assert_true(utf8_valid(text) && utf8_valid(shown));
        assert_true(l.cursor <= text.len && column < width);
        assert_true(utf8_valid(str_slice(text, 0, l.cursor)));
    }
    line_editor_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys),     cmocka_unit_test(test_offered),
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_window),
        cmocka_unit_test(test_any_keys),
    };
    if (!setlocale(LC_CTYPE, "C.UTF-8")) /* for the width of characters */
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
