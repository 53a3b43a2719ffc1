/* test_http_status.c: which refusals are about the contents of a request. */
#include "unit.h"

#include "system/http_status.h"

/* In the words of servers. */
static void test_content(void **state)
{
    static const struct {
        long status;
        const char *words;
    } SAID[] = {
        {413, ""},
        {414, "whatever"},
        {400, "{\"error\":{\"code\":\"context_length_exceeded\"}}"},
        {400, "This model's Maximum Context Length is 4096 tokens"},
        {400, "{\"error\":{\"type\":\"exceed_context_size_error\"}}"},
        {400, "the request exceeds the available context size"},
        {422, "prompt is too long: 210000 tokens > 200000 maximum"},
        {400, "{\"error\":{\"code\":\"content_filter\"}}"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SAID); i++)
        assert_true(http_refuses_content(SAID[i].status, str_from(SAID[i].words)));
}

static void test_server(void **state)
{
    static const char *const SAID[] = {
        "",        "unknown field: max_tokens", "model is loading",
        "context", "invalid content type",      "temperature is too high"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(SAID); i++) {
        assert_false(http_refuses_content(400, str_from(SAID[i])));
        assert_false(http_refuses_content(422, str_from(SAID[i])));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_content),
                                       cmocka_unit_test(test_server)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
