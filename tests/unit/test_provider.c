/* test_provider.c: providers, addresses, and the requests that are made of both. */
#include "unit.h"

#include "base/json_merge.h"
#include "cli/command.h"
#include "system/server_address.h"

static struct arena arena;

static void assert_text(struct str got, const char *expected)
{
    if (!str_eq(got, str_from(expected)))
        fail_msg("'%.*s', not '%s'", STR_ARG(got), expected);
}

/* The examples of RFC 7396, appendix A, those that are objects, and more. */
static void test_merge(void **state)
{
    (void)state;
    static const struct {
        const char *target, *patch, *merged;
    } cases[] = {
        {"{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
        {"{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}"},
        {"{\"a\":\"b\"}", "{\"a\":null}", "{}"},
        {"{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}"},
        {"{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
        {"{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}"},
        {"{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}"},
        {"{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}"},
        {"{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}"},
        {"{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}"},
        {"{\"a\":1}", "{\"a\":{\"b\":2}}", "{\"a\":{\"b\":2}}"},
        {"[1]", "{\"a\":2}", "{\"a\":2}"},
        {"{\"a\":1}", "[2]", "[2]"},
        /* of one name the last counts, however it is written */
        {"{}", "{\"a\":1,\"a\":2}", "{\"a\":2}"},
        {"{\"a\":1}", "{\"a\":2,\"\\u0061\":null}", "{}"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct buf out = {0};
        struct json_writer w = json_writer_to(&out);
        struct json_reader target = json_reader_of(&arena, str_from(cases[i].target));
        struct json_reader patch = json_reader_of(&arena, str_from(cases[i].patch));
        struct json_value t = {0}, p = {0};
        assert_true(json_whole(&target, &t) && json_whole(&patch, &p));
        json_merge(&w, t, p, &arena);
        assert_text(buf_str(&out), cases[i].merged);
        buf_release(&out);
    }
    arena_release(&arena);
}

static void test_addresses(void **state)
{
    (void)state;
    static const struct {
        const char *provider, *spec, *url;
    } cases[] = {
        {NULL, "http://h", "http://h/chat/completions"},
        {NULL, "http://h/v1/", "http://h/v1/chat/completions"},
        {NULL, "http://h/v1/chat/completions", "http://h/v1/chat/completions"},
        {NULL, "http://h/v1/completions/", "http://h/v1/completions"},
        {NULL, "http://h/v1?a=1&b=2", "http://h/v1/chat/completions?a=1&b=2"},
        {NULL, "http://h/v1/chat/completions?a=1", "http://h/v1/chat/completions?a=1"},
        {NULL, "https://h/v1/messages", "https://h/v1/messages"},
        {NULL, "http://h/api/chat", "http://h/api/chat"},
        {"openai", "https://api.openai.com", "https://api.openai.com/v1/chat/completions"},
        {"openai", "https://h:8/v1", "https://h:8/v1/chat/completions"},
        {"openai", "https://h/v1/completions", "https://h/v1/completions"},
        {"azure", "https://h",
         "https://h/openai/deployments/m%2Fo/chat/completions?api-version=2024-10-21"},
        {"azure", "https://h?api-version=1",
         "https://h/openai/deployments/m%2Fo/chat/completions?api-version=1"},
        {"azure", "https://h/openai/deployments/d",
         "https://h/openai/deployments/d/chat/completions?api-version=2024-10-21"},
        {"azure", "https://h/openai/v1", "https://h/openai/v1/chat/completions"},
        {"anthropic", "https://h", "https://h/v1/messages"},
        {"anthropic", "https://h/v1/messages", "https://h/v1/messages"},
        {"ollama", "http://h:11434", "http://h:11434/api/chat"},
        {"ollama", "http://h:11434/v1", "http://h:11434/v1/chat/completions"},
        {"vllm", "http://h", "http://h/v1/chat/completions"},
        {"llama.cpp", "http://h/x", "http://h/x/chat/completions"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct server_address s;
        struct err e;
        assert_int_equal(server_address_read(&s, cases[i].spec, cases[i].provider, &arena, &e), OK);
        assert_text(str_from(server_address_url(&s, s.dialect, "m/o", &arena)), cases[i].url);
    }
    arena_release(&arena);
}

/* Every provider of the table has what requests need, and --provider of each command names it. */
static void test_table(void **state)
{
    (void)state;
    struct buf names = {0};
    provider_names(&names);
    for (struct str rest = buf_str(&names); rest.ptr;) {
        struct str name = arena_str(&arena, str_split(&rest, '|'));
        struct provider p;
        struct err e;
        assert_int_equal(provider_find(name.ptr, STR(""), &p, &e), OK);
        assert_int_equal(provider_find(name.ptr, STR("/any"), &p, &e), OK);
        assert_true(str_ends(p.key, STR("{key}")));
        struct json_reader body = json_reader_of(&arena, p.body);
        struct json_value v;
        assert_true(p.body.len == 0 || (json_whole(&body, &v) && v.kind == JSON_KIND_OBJECT));
    }
    int n = 0;
    for (const struct command *c = COMMANDS; c->name; c++)
        for (size_t i = 0; i < c->options->count; i++)
            if (str_ends(str_from(c->options->items[i].name), STR("provider"))) {
                assert_text(buf_str(&names), c->options->items[i].argument);
                n++;
            }
    assert_true(n >= 7);
    buf_release(&names);
    arena_release(&arena);
}

/* The names of members, and those that are left out, in each dialect. */
static void test_requests(void **state)
{
    (void)state;
    static const char *const bodies[N_CHAT_DIALECTS] = {
        "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\","
        "\"content\":\"p\"}],"
        "\"temperature\":0.5,\"top_p\":0.9,\"n\":2,\"max_tokens\":10,\"seed\":3,\"stop\":[\";\"]}",
        "{\"model\":\"m\",\"prompt\":\"s\\np\",\"temperature\":0.5,\"top_p\":0.9,\"n\":2,\"max_"
        "tokens\":10,\"seed\":3,"
        "\"stop\":[\";\"]}",
        "{\"model\":\"m\",\"system\":\"s\",\"messages\":[{\"role\":\"user\",\"content\":\"p\"}],"
        "\"temperature\":0.5,"
        "\"max_tokens\":10,\"stop_sequences\":[\";\"]}",
        "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"s\"},{\"role\":\"user\","
        "\"content\":\"p\"}],"
        "\"options\":{\"temperature\":0.5,\"top_p\":0.9,\"num_predict\":10,\"seed\":3,\"stop\":[\";"
        "\"]}}",
    };
    const struct str stop = STR(";");
    const struct chat_request r = {.system = STR("s"),
                                   .prompt = STR("p"),
                                   .temperature = 0.5,
                                   .top_p = 0.9,
                                   .n = 2,
                                   .max_tokens = 10,
                                   .sampling_seed = 3};
    for (enum chat_dialect d = CHAT_COMPLETIONS; d < N_CHAT_DIALECTS; d++) {
        struct chat_form f = {.dialect = d, .stops = &stop, .n_stops = 1};
        struct buf out = {0};
        chat_put_request(&out, &f, STR("m"), &r);
        assert_text(buf_str(&out), bodies[d]);
        buf_release(&out);
        assert_true(chat_form_sends_seed(&f) == (d != CHAT_MESSAGES));
        assert_int_equal(chat_form_limit(&f, 10), 10);
        f.patches[1] = (struct json_value){
            JSON_KIND_OBJECT, d == CHAT_OLLAMA
                                  ? STR("{\"options\":{\"seed\":null,\"num_predict\":null}}")
                                  : STR("{\"seed\":null,\"max_tokens\":null}")};
        assert_false(chat_form_sends_seed(&f));
        assert_int_equal(chat_form_limit(&f, 10), 0);
    }
    arena_release(&arena);
}

static void test_replies(void **state)
{
    (void)state;
    static const struct {
        const char *body, *text;
        bool cut_off;
        struct answer_tokens tokens;
    } cases[] = {
        {"{\"choices\":[{\"text\":\"t\",\"finish_reason\":\"length\"}],\"usage\":{\"prompt_"
         "tokens\":1,\"completion_tokens\":5,"
         "\"input_tokens\":9,\"cache_read_input_tokens\":8,\"completion_tokens_details\":{"
         "\"reasoning_tokens\":4}}}",
         "t",
         true,
         {1, 5, 4}},
        {"{\"type\":\"message\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"x\",\"text\":"
         "\"x\"},{\"type\":\"text\",\"text\":\"a\"},"
         "{\"type\":\"text\",\"text\":\"b\"}],\"stop_reason\":\"end_turn\",\"usage\":{\"input_"
         "tokens\":2,\"output_tokens\":3}}",
         "ab",
         false,
         {2, 3, 0}},
        {"{\"content\":[{\"type\":\"text\",\"text\":\"a\"}],\"stop_reason\":\"max_tokens\"}",
         "a",
         true,
         {0, 0, 0}},
        {"{\"content\":[],\"stop_reason\":\"refusal\"}", "", false, {0, 0, 0}},
        {"{\"message\":{\"role\":\"assistant\",\"content\":\"o\"},\"done_reason\":\"length\","
         "\"prompt_eval_count\":6,"
         "\"eval_count\":7}",
         "o",
         true,
         {6, 7, 0}},
        /* no replies */
        {"{\"content\":{\"text\":\"a\"}}", NULL, false, {0, 0, 0}},
        {"{\"message\":\"wrong\"}", NULL, false, {0, 0, 0}},
        {"{\"type\":\"error\",\"error\":{\"type\":\"x\",\"message\":\"wrong\"}}",
         NULL,
         false,
         {0, 0, 0}},
        {"{\"error\":\"wrong\"}", NULL, false, {0, 0, 0}},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct chat_reply reply;
        chat_read(str_from(cases[i].body), &arena, &reply);
        assert_int_equal(reply.n_choices, cases[i].text != NULL);
        if (cases[i].text) {
            assert_text(reply.choices[0].text, cases[i].text);
            assert_true(reply.choices[0].cut_off == cases[i].cut_off);
        } else if (i > 5) {
            assert_text(reply.error, "wrong");
        }
        assert_memory_equal(&reply.tokens, &cases[i].tokens, sizeof reply.tokens);
    }
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_merge), cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_table), cmocka_unit_test(test_requests),
        cmocka_unit_test(test_replies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
