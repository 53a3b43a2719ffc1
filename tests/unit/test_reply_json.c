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
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
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
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct chat_reply reply;
        chat_read(str_from(cases[i].body), &a, &reply);
        assert_int_equal(reply.n_choices, cases[i].text ? 1 : 0);
        if (cases[i].text)
            assert_text(reply.choices[0].text, cases[i].text);
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
    assert_true(reply.choices[0].cut_off);
    chat_read(STR("{\"choices\":[{\"message\":{\"content\":\"SELECT 1\"},"
                  "\"finish_reason\":\"stop\"}]}"),
              &a, &reply);
    assert_false(reply.choices[0].cut_off);
    assert_true(str_eq(reply.choices[0].text, STR("SELECT 1")));
    arena_release(&a);
}

/* Servers that were asked for several replies, and count in their own way. */
static void test_choices(void **state)
{
    (void)state;
    struct arena a = {0};
    struct chat_reply reply;
    struct buf many = {0};
    chat_read(STR("{\"choices\":[{\"message\":{\"content\":\"one\"},\"finish_reason\":\"length\"},"
                  "{\"message\":{\"content\":\"two\"}},{\"texts\":\"three\"}]}"),
              &a, &reply);
    assert_int_equal(reply.n_choices, 2);
    assert_text(reply.choices[1].text, "two");
    assert_true(reply.choices[0].cut_off && !reply.choices[1].cut_off);
    buf_put(&many, STR("{\"choices\":[{\"message\":{\"content\":\"x\"}}"));
    for (int i = 0; i < 100; i++)
        buf_put(&many, STR(",{\"message\":{\"content\":\"x\"}}"));
    buf_put(&many, STR("]}"));
    chat_read(buf_str(&many), &a, &reply);
    assert_int_equal(reply.n_choices, CHAT_MAX_CHOICES);
    buf_release(&many);
    arena_release(&a);
}

static struct str body_of(struct arena *a, const struct chat_request *r)
{
    const struct chat_form form = {.dialect = CHAT_COMPLETIONS};
    struct buf body = {0};
    chat_put_request(&body, &form, STR("m"), r);
    struct str text = arena_str(a, buf_str(&body));
    buf_release(&body);
    return text;
}

/* Fields that are not set are not sent: some servers refuse unknown ones. */
static void test_request(void **state)
{
    (void)state;
    struct arena a = {0};
    struct chat_request r = {
        .prompt = STR("p"), .temperature = -1, .top_p = -1, .sampling_seed = -1, .for_seed = 3};
    assert_text(body_of(&a, &r),
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"p\"}]}");
    r = (struct chat_request){.prompt = STR("p"),
                              .temperature = 0.7,
                              .top_p = 0.9,
                              .n = 5,
                              .max_tokens = 10,
                              .sampling_seed = 0};
    assert_text(body_of(&a, &r),
                "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"p\"}],"
                "\"temperature\":0.7,\"top_p\":0.9,\"n\":5,\"max_tokens\":10,\"seed\":0}");
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_protocol), cmocka_unit_test(test_chat),
        cmocka_unit_test(test_tokens),   cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_choices),  cmocka_unit_test(test_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
