/* test_nearest.c: what people meant. */
#include "unit.h"

#include "base/nearest.h"

#include <string.h>

static const char *meant(const char *word)
{
    static const char *const NAMES[] = {
        "test", "generate", "ask", "score", "report", "compare", "complete",
        "data", "database", "PI",  "NO",    "NI",     "syn",     "synonym substitution"};
    struct nearest n = nearest_to(str_from(word));
    for (size_t i = 0; i < COUNT_OF(NAMES); i++)
        nearest_offer(&n, str_from(NAMES[i]));
    struct str name = nearest_name(&n);
    return name.ptr ? name.ptr : "";
}

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *word, *name;
    } cases[] = {
        {"tset", "test"},
        {"tes", "test"},
        {"genrate", "generate"},
        {"GENERATE", "generate"},
        {"socre", "score"},
        {"aks", "ask"},
        {"reprot", "report"},
        {"gen", "generate"},
        {"comp", ""}, /* two begin so */
        {"dat", "data"},
        {"xyz", ""},
        {"", ""},
        {"p", ""},
        {"PX", "PI"},
        {"NX", ""}, /* two are as near */
        {"pii", "PI"},
        {"datta", "data"},
        {"completely", "complete"},
        {"testimony", "test"},        /* begins with a name … */
        {"DATABASEFILE", "database"}, /* … the longest of them … */
        {"nothing", ""},              /* … of more than two letters */
        {"synonym", "syn"},           /* rather than what begins with the word */
        {"a word that is longer than any name of ours could be", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_string_equal(meant(cases[i].word), cases[i].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
