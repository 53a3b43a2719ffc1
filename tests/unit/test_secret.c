/* test_secret.c: a key hidden in every form that it may come back in. */
#include "base/buf.h"
#include "base/rng.h"
#include "system/secret.h"
#include "unit.h"

#include <stdio.h>

static const char KEY[] = "sk-ABC/def+123=xyz_";

static struct arena arena;

static struct str blotted(const char *key, const char *text)
{
    struct secret s = {0};
    secret_add(&s, STR("Bearer "), str_from(key), &arena);
    return secret_blot(&s, str_from(text), &arena);
}

static void assert_blotted(const char *key, const char *text, const char *expected)
{
    assert_string_equal(blotted(key, text).ptr, expected);
}

static void forms_are_known(void **state)
{
    (void)state;
    static const char *const FORMS[] = {
        "sk-ABC/def+123=xyz_",
        "SK-abc/DEF+123=XYZ_",
        "sk-ABC\\/def\\u002b123\\u003Dxyz_",
        "sk-ABC\\\\/def\\\\u002b123=xyz_",
        "sk-ABC\\\\\\/def+123=xyz\\x5f",
        "\\u0073\\u006b\\u002d\\u0041\\u0042\\u0043\\u002f\\u0064\\u0065\\u0066\\u002b\\u0031"
        "\\u0032\\u0033\\u003d\\u0078\\u0079\\u007a\\u005f",
        "sk-ABC%2Fdef%2B123%3Dxyz_",
        "sk-ABC%2fdef%2b123%3dxyz%5f",
        "sk%2DABC%252Fdef%252B123%253Dxyz_",
        "sk-ABC&#47;def&#x2B;123&equals;xyz_",
        "sk-ABC&amp;#47;def&plus;123=xyz_",
        "sk-ABC\\u002fdef%2B123&#61;xyz_",
        "sk-ABC\\&#x2F;def+123=xyz_",
        "sk-ABC\\%2Fdef+123=xyz_",
        "sk-ABC&#47def+123&#x3Dxyz_",
        "&#115&#107-ABC/def+123=&#000000000120;yz_",
        "sk-ABC&#47%3Bdef&#43\\u003b123=xyz_",
        "736b2d4142432f6465662b3132333d78797a5f",
        "736B2D4142432F6465662B3132333D78797A5F",
        "c2stQUJDL2RlZisxMjM9eHl6Xw", /* the last two letters go with it */
    };
    for (size_t i = 0; i < COUNT_OF(FORMS); i++) {
        struct str text = arena_printf(&arena, "<%s> %s", FORMS[i], FORMS[i]);
        struct str got = blotted(KEY, text.ptr);
        assert_int_equal(got.len, text.len);
        for (size_t at = 0; at < got.len; at++)
            if (got.ptr[at] != '*' && !strchr("<> ", got.ptr[at]))
                fail_msg("'%s' became '%s'", text.ptr, got.ptr);
    }
    arena_release(&arena);
}

/* By another way than the code under test: three bytes at a time. */
static struct str base64(struct str s, const char *alphabet)
{
    struct buf out;
    out = (struct buf){0};
    for (size_t i = 0; i < s.len; i += 3) {
        unsigned bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (i + k < s.len ? (unsigned char)s.ptr[i + k] : 0U);
        for (size_t k = 0; k < 4; k++)
            buf_putc(&out, i + k <= s.len ? alphabet[bits >> (18 - 6 * k) & 63] : '=');
    }
    struct str copy = arena_str(&arena, buf_str(&out));
    buf_release(&out);
    return copy;
}

/* Whatever comes before and after it, nothing of the key can be read from the rest. */
static void base64_is_known_at_every_alignment(void **state)
{
    (void)state;
    static const char *const ALPHABETS[] = {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"};
    static const char *const BEFORE[] = {"", "u", "me", "me:", "Bearer ", "token=???"};
    for (size_t i = 0; i < 2 * COUNT_OF(BEFORE); i++) {
        const char *before = BEFORE[i / 2];
        for (int behind = 0; behind < 4; behind++) {
            struct str plain = arena_printf(&arena, "%s%s%.*s", before, KEY, behind, "???");
            struct str text = base64(plain, ALPHABETS[i % 2]);
            struct str got = blotted(KEY, text.ptr);
            size_t first = strlen(before) * 8 / 6;
            size_t end = ((strlen(before) + strlen(KEY)) * 8 + 5) / 6;
            for (size_t at = first; at < end; at++)
                assert_int_equal(got.ptr[at], '*');
        }
    }
    arena_release(&arena);
}

/* With characters that middleware puts between lines or bytes; they are removed with the key. */
static void parted_forms_are_known(void **state)
{
    (void)state;
    static const char *const FORMS[] = {
        "73 6b 2d 41 42 43 2f 64 65 66 2b 31 32 33 3d 78 79 7a 5f",
        "73:6B:2D:41:42:43:2F:64:65:66:2B:31:32:33:3D:78:79:7A:5F",
        "73-6b-2d-41-42-43-2f-64-65-66-2b-31-32-33-3d-78-79-7a-5f",
        "736b2d4142432f64\n65662b3132333d78\r\n797a5f",
        "73%3A6b%3A2d%3A41%3A42%3A43%3A2f%3A64%3A65%3A66%3A2b%3A31%3A32%3A33%3A3d%3A78%3A79%3A7a%3A"
        "5f",
        "c2stQUJDL2\nRlZisxMjM9eHl6Xw",
        "c2stQUJDL2\r\n RlZisxMjM9eHl6Xw",
        "c2stQUJDL2\\nRlZisxMjM9eHl6Xw",
        "c2stQUJDL2\\r\\nRlZisxMjM9eHl6Xw",
        "c2stQUJDL2\\\\nRlZisxMjM9eHl6Xw",
        "c2stQUJDL2%0D%0ARlZisxMjM9eHl6Xw",
    };
    for (size_t i = 0; i < COUNT_OF(FORMS); i++) {
        struct str got = blotted(KEY, arena_printf(&arena, "(%s) -", FORMS[i]).ptr);
        if (got.ptr[0] != '(' || strspn(got.ptr + 1, "*") != strlen(FORMS[i]))
            fail_msg("'%s' became '%s'", FORMS[i], got.ptr);
        assert_string_equal(got.ptr + 1 + strlen(FORMS[i]), ") -");
    }
    assert_blotted(KEY, "Basic c2stQUJDL2RlZisxMjM9eHl6Xw and",
                   "Basic ************************** and");
    arena_release(&arena);
}

static void other_text_stays(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "",
        "SELECT 1",
        "sk-ABC",
        "sk-ABC/def+123=xyz",
        "100%, \\u12, &amp; & \\",
        "%",
        "\\u002",
        "SELECT '%2F' LIKE '\\_' -- &#x;&#99999999;",
    };
    for (size_t i = 0; i < COUNT_OF(TEXTS); i++)
        assert_blotted(KEY, TEXTS[i], TEXTS[i]);
    struct secret none = {.count = 0};
    assert_string_equal(secret_blot(&none, STR("text"), &arena).ptr, "text");
    assert_null(blotted(KEY, NULL).ptr);
    arena_release(&arena);
}

static void keys_may_look_escaped(void **state)
{
    (void)state;
    assert_blotted("key%41\\/b&amp;1", "a key%41\\/b&amp;1 b", "a *************** b");
    assert_blotted("key%41\\/b&amp;1", "key%2541\\\\\\/b&amp;1", "*******************");
    assert_blotted("key%41\\/b&amp;1", "key\\u002541\\/b&amp;1", "********************");
    arena_release(&arena);
}

/* A placeholder is a word like others, except where it was sent. */
static void short_keys_are_words(void **state)
{
    (void)state;
    assert_blotted("EMPTY", "SELECT 'EMPTY'", "SELECT 'EMPTY'");
    assert_blotted("EMPTY", "got 'Bearer EMPTY'", "got '************'");
    assert_blotted("EMPTY", "Bearer%20EMPTY", "**************");
    assert_blotted("12345678", "x12345678", "x********");
    arena_release(&arena);
}

static bool is_mark(char c)
{
    return !strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", c);
}

/* `text` as somebody would escape it: his own mark always, others as he likes, and letters only in
 * the innermost layer. */
static struct str escaped(struct str text, bool innermost, struct rng *rng)
{
    static const struct {
        char mark;
        const char *format;
    } WAYS[] = {{'\\', "\\u%04x"}, {'%', "%%%02x"}, {'%', "%%%02X"},
                {'&', "&#%d;"},    {'&', "&#x%x;"}, {'\\', "\\x%02X"}};
    struct str out = STR("");
    size_t way = (size_t)rng_below(rng, COUNT_OF(WAYS));
    for (size_t i = 0; i < text.len; i++) {
        char one[16], c = text.ptr[i];
        bool may = innermost || is_mark(c);
        if (c == WAYS[way].mark || (may && rng_below(rng, 2)))
            snprintf(one, sizeof one, WAYS[way].format, c); /* NOLINT: of the table above */
        else
            snprintf(one, sizeof one, "%c", c);
        out = arena_printf(&arena, "%.*s%s", STR_ARG(out), one);
    }
    return out;
}

static void any_mixture_is_found(void **state)
{
    (void)state;
    struct rng rng = rng_stream(1, STR("secret"), 0);
    for (int round = 0; round < 2000; round++) {
        struct str text = str_from(KEY);
        for (uint64_t layers = rng_below(&rng, 5), i = 0; i < layers; i++)
            text = escaped(text, i == 0, &rng);
        struct str got = blotted(KEY, arena_printf(&arena, "(%s)", text.ptr).ptr);
        if (strspn(got.ptr + 1, "*") != text.len)
            fail_msg("'%s' became '%s'", text.ptr, got.ptr);
        assert_int_equal(got.ptr[0], '(');
        assert_int_equal(got.ptr[got.len - 1], ')');
        arena_release(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_known),
        cmocka_unit_test(base64_is_known_at_every_alignment),
        cmocka_unit_test(parted_forms_are_known),
        cmocka_unit_test(other_text_stays),
        cmocka_unit_test(keys_may_look_escaped),
        cmocka_unit_test(short_keys_are_words),
        cmocka_unit_test(any_mixture_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
