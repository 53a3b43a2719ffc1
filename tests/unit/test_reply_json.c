/* test_reply_json.c: replies of programs and servers that are JSON, more or less. */
#include "unit.h"

#include "system/chat.h"
#include "system/protocol.h"

static void assert_text(struct str found, const char *expected)
{
    if (expected)
        assert_true(str_eq(found, str_from(expected)));
    else
        assert_null(found.ptr);
}

static void test_protocol(void **state)
{
    (void)state;
    static const struct {
        struct str line;
        enum protocol_line kind;
        const char *sql, *error;
    } cases[] = {
        {STR_INIT(""), PROTOCOL_JUNK, NULL, NULL},
        {STR_INIT("[1]"), PROTOCOL_JUNK, NULL, NULL},
        {STR_INIT("{\"sql\":\"x\"}"), PROTOCOL_JUNK, NULL, NULL},
        {STR_INIT("{\"id\":7,\"sql\":\"x\"}"), PROTOCOL_JUNK, NULL, NULL},
        {STR_INIT("{\"id\":\"a\",\"sql\":\"x\"} {}"), PROTOCOL_BROKEN, NULL, NULL},
        {STR_INIT("{\"id\":\"a\",\"sql\":\"x"), PROTOCOL_BROKEN, NULL, NULL},
        {STR_INIT(" {\"sql\":\"y\",\"sql\":\"x\\n\",\"id\":\"a\",\"error\":null}"), PROTOCOL_REPLY,
         "x\n", NULL},
        {STR_INIT("{\"id\":\"a\",\"sql\":\"caf\xE9 \xC3\xA9\"}"), PROTOCOL_REPLY,
         "caf\xEF\xBF\xBD \xC3\xA9", NULL},
        {STR_INIT("{\"id\":\"a\",\"sql\":\"\\ud83d\"}"), PROTOCOL_REPLY, "\xEF\xBF\xBD", NULL},
        {STR_INIT("{\"id\":\"a\",\"sql\":7}"), PROTOCOL_REPLY, NULL, "the reply has no SQL"},
        {STR_INIT("{\"id\":\"a\",\"sql\":\"x\",\"error\":\"no\"}"), PROTOCOL_REPLY, NULL, "no"},
        {STR_INIT("{\"id\":\"a\",\"error\":{ \"a b\" : [1,\t\"\\\" \\\\\" ] }}"), PROTOCOL_REPLY,
         NULL, "{\"a b\":[1,\"\\\" \\\\\"]}"},
        {STR_INIT("{\"id\":\"a\",\"error\":false}"), PROTOCOL_REPLY, NULL, "false"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena a = {0};
        struct answer reply = {0};
        assert_int_equal(protocol_read(cases[i].line, &a, &reply), cases[i].kind);
        assert_text(reply.sql, cases[i].sql);
        assert_text(reply.error, cases[i].error);
        arena_release(&a);
    }
}

#define CHOICE(message) "{\"choices\":[{\"message\":" message "},7]}"

static void test_chat(void **state)
{
    (void)state;
    static const struct {
        const char *body, *text, *error;
    } cases[] = {
        {"", NULL, "empty reply"},
        {"<html>", NULL, "<html>"},
        {"7", NULL, "the reply is JSON, but not that of a chat"},
        {"{\"choices\":[]}", NULL, "the reply is JSON, but not that of a chat"},
        {CHOICE("{\"content\":\"x\"}"), "x", NULL},
        {CHOICE("{\"content\":[{\"text\":\"x\"},{\"type\":\"y\"},{\"text\":\"\\t\"}]}"), "x\t",
         NULL},
        {CHOICE("{\"content\":null}"), "", NULL},
        {CHOICE("null"), "", NULL},
        {"{\"error\":{\"message\":\" too much \"}}", NULL, "too much"},
        {"{\"error\":{\n  \"code\": 5\n}}", NULL, "{\"code\":5}"},
        {"{\"error\":null,\"detail\":[ ]}", NULL, "[]"},
        {"{\"message\":\"\"}", NULL, "no message"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena a = {0};
        struct chat_reply reply;
        chat_read(str_from(cases[i].body), &a, &reply);
        assert_text(reply.text, cases[i].text);
        if (cases[i].error)
            assert_text(reply.error, cases[i].error);
        arena_release(&a);
    }
}

static void test_tokens(void **state)
{
    (void)state;
    struct arena a = {0};
    struct chat_reply reply;
    chat_read(STR("{\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":-3}}"), &a, &reply);
    assert_int_equal(reply.tokens.prompt, 12);
    assert_int_equal(reply.tokens.completion, 0);
    arena_release(&a);
}

static void test_cut_off(void **state)
{
    (void)state;
    struct arena a = {0};
    struct chat_reply reply;
    chat_read(STR("{\"choices\":[{\"message\":{\"content\":\"SELECT\"},"
                  "\"finish_reason\":\"length\"}]}"),
              &a, &reply);
    assert_true(reply.cut_off);
    chat_read(STR("{\"choices\":[{\"message\":{\"content\":\"SELECT 1\"},"
                  "\"finish_reason\":\"stop\"}]}"),
              &a, &reply);
    assert_false(reply.cut_off);
    assert_true(str_eq(reply.text, STR("SELECT 1")));
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_protocol),
        cmocka_unit_test(test_chat),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
