/* small_suite.c: a kept input unpacked. */
#include "small_suite.h"

#include "input.h"

struct suite *small_suite(void)
{
    static const char *const FILES[] = {"suite/manifest.json", "suite/tables.json",
                                        "suite/seeds.jsonl", "suite/cases.jsonl"};
    static struct suite suite;
    static struct arena a;
    struct err e;
    if (suite.dir)
        return &suite;
    const char *dir = input_subfolder(&a, "suite");
    struct str rest = input_kept(&a, "suite/shop");
    for (size_t i = 0; i < COUNT_OF(FILES); i++)
        input_file(&a, FILES[i], input_part(&rest));
    require(suite_open(&suite, dir, &e) == OK);
    return &suite;
}
