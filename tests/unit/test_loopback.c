/* test_loopback.c: which addresses lead to this machine. */
#include "unit.h"

#include "system/libcurl.h"
#include "system/server_address.h"

static struct arena a;

static bool leads_home(const char *address)
{
    struct str host = host_of_address(&a, address);
    return host.ptr && host_is_loopback(host);
}

static void test_near(void **state)
{
    static const char *const ADDRESSES[] = {
        "http://localhost/v1",       "http://LocalHost:8000/v1", "http://model.localhost:1/",
        "http://127.0.0.1:8000/v1",  "https://127.8.9.10",       "http://127.1:80/v1",
        "http://[::1]:8000/v1",      "localhost:8000",           "127.0.0.1:8000",
        "http://[::ffff:127.0.0.1]", "http://localhost.:80/v1",  "http://2130706433/v1",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ADDRESSES); i++)
        if (!leads_home(ADDRESSES[i]))
            fail_msg("%s", ADDRESSES[i]);
}

static void test_far(void **state)
{
    static const char *const ADDRESSES[] = {
        "https://api.example.com/v1", "http://127.0.0.1.example.com/v1",
        "http://localhost.example",   "http://notlocalhost/",
        "http://10.0.0.1:8000/v1",    "http://0.0.0.0:8000/v1",
        "http://[::]:8000",           "http://[2001:db8::1]/v1",
        "http://128.0.0.1",           "model:8000",
        "http://255.255.255.255/",    "http://[::ffff:10.0.0.1]/",
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ADDRESSES); i++) {
        assert_non_null(host_of_address(&a, ADDRESSES[i]).ptr);
        if (leads_home(ADDRESSES[i]))
            fail_msg("%s", ADDRESSES[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_near), cmocka_unit_test(test_far)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_release(&a);
    return failed;
}
