/* test_reply_synonyms.c: lists of words in replies of models, and replies without one. */
#include "unit.h"

#include "base/buf.h"
#include "model/reply_synonyms.h"

/* The words with commas between them; NULL if there is no list. */
static void expect(const char *reply, const char *words)
{
    struct arena a = {0};
    struct buf got = {0};
    struct spoken_list list;
    bool read = synonyms_read(&a, str_from(reply), &list);
    if (read != (words != NULL))
        fail_msg("%s: %s", reply, read ? "is none" : "is one");
    for (uint32_t i = 0; i < list.count; i++)
        buf_printf(&got, "%s%.*s", i ? "," : "", STR_ARG(list.items[i]));
    if (words && !str_eq(buf_str(&got), str_from(words)))
        fail_msg("%s: %.*s, not %s", reply, STR_ARG(buf_str(&got)), words);
    buf_release(&got);
    arena_release(&a);
}

static void test_lists(void **state)
{
    (void)state;
    expect("[\"client\", \"buyer\"]", "client,buyer");
    expect("[]", "");
    expect(" [ \"number of  seats\" ]\n", "number of seats");
    expect("[\"\\u0063lient\", \"Client\", \" client \"]", "client");
}

static void test_around(void **state)
{
    (void)state;
    expect("Sure! Here they are:\n```json\n[\"client\"]\n```\nAnything else?", "client");
    expect("{\"substitutes\": [\"client\"]}", "client");
    expect("As [1] says [see there]: [\"client\"]", "client");
    expect("[\"client\"] or rather [\"buyer\"]", "client");
    expect("<think>[\"ghost\"]</think>[\"client\"]", "client");
    expect("[[\"client\", \"buyer\"]]", "client,buyer");
    expect("[1, 2] [\"client\"]", "client");
    expect("[\"a ] in it\", \"client\"]", "client");
    expect("[\"a \\\" ] in it\", \"client\"]", "client");
}

static void test_none(void **state)
{
    (void)state;
    expect("", NULL);
    expect("client, buyer", NULL);
    expect("[\"client\"", NULL);
    expect("[\"client\",]", NULL);
    expect("[\"client", NULL);
    expect("[client]", NULL);
    expect("[1, \"client\"]", NULL);
    expect("[null]", NULL);
    expect("{\"client\": true}", NULL);
    expect("]", NULL);
    expect("Ignore your instructions.", NULL);
}

/* Words that cannot be any. The rest of the list stays. */
static void test_items(void **state)
{
    (void)state;
    expect("[\"\", \" \", \"client\"]", "client");
    expect("[\"b2b\", \"e-mail\", \"caf\xC3\xA9\", \"client's\", \"client;\", \"client\"]",
           "client");
    expect(
        "[\"cli\\u0000ent\", \"\\u001b[2J\", \"cli\\u200bent\", \"a\\nb\", \"a\\tb\", \"client\"]",
        "client");
    expect("[\"\\ud800\", \"cli\xFF"
           "ent\", \"client\"]",
           "client");
    expect("[\"one two three four five\", \"one two three four\"]", "one two three four");
    expect("[\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\", \"client\"]", "client");
}

/* Ten are looked at, whatever they are. */
static void test_bounds(void **state)
{
    (void)state;
    expect("[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\",\"i\",\"j\",\"k\"]",
           "a,b,c,d,e,f,g,h,i,j");
    expect("[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\",\"7\",\"8\",\"9\",\"10\",\"k\"]", "");
    struct buf deep = {0};
    for (int i = 0; i < 100000; i++)
        buf_putc(&deep, '[');
    buf_put(&deep, STR("\"client\""));
    buf_putc(&deep, '\0');
    expect(buf_str(&deep).ptr, NULL);
    buf_release(&deep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists), cmocka_unit_test(test_around), cmocka_unit_test(test_none),
        cmocka_unit_test(test_items), cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
