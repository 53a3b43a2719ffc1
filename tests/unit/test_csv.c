/* test_csv.c: records of comma-separated values, good and bad. */
#include "unit.h"

#include "base/buf.h"
#include "base/csv.h"

/* All records: "line:field|field;", and the line of a quote that is never closed. */
static struct str records(struct arena *a, struct str text)
{
    struct csv_reader csv = csv_reader_of(a, text);
    struct csv_record r;
    struct str all = STR("");
    while (csv_next(&csv, &r)) {
        all = arena_printf(a, "%.*s%u:", STR_ARG(all), r.line);
        for (uint32_t i = 0; i < r.count; i++)
            all = arena_printf(a, "%.*s%s%.*s", STR_ARG(all), i ? "|" : "", STR_ARG(r.fields[i]));
        all = arena_printf(a, "%.*s;", STR_ARG(all));
    }
    return csv.opened ? arena_printf(a, "%.*s open %u", STR_ARG(all), csv.opened) : all;
}

static void test_records(void **state)
{
    (void)state;
    static const struct {
        const char *text, *records;
    } cases[] = {
        {"", ""},
        {"\n\r\n\r", ""},
        {"a,b\nc,d\n", "1:a|b;2:c|d;"},
        {"a,b\r\nc,d", "1:a|b;2:c|d;"},
        {"a\rb", "1:a;2:b;"},
        {"\xEF\xBB\xBF"
         "a,\"b\"",
         "1:a|b;"},
        {",\n,,", "1:|;2:||;"},
        {"\n\na\n\nb", "3:a;5:b;"},
        {"\"\"\n", "1:;"},
        {"\"a,b\",\"c\"\"d\"\"\",e", "1:a,b|c\"d\"|e;"},
        {"\"a\nb\",c\r\nd", "1:a\nb|c;3:d;"},
        {"\"a\r\n\r\nb\"\nc", "1:a\r\n\r\nb;4:c;"},
        {"a \"b\" c,d", "1:a \"b\" c|d;"},
        {"\"a\"b\"c,d", "1:ab\"c|d;"},
        {"\"a\"\"\"b,c", "1:a\"b|c;"},
        {"a,\"b", "1:a|b; open 1"},
        {"a\nb,\"\"\"c\n\nd", "1:a;2:b|\"c\n\nd; open 2"},
        {"\"", "1:; open 1"},
        {"\"\"\"", "1:\"; open 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        assert_string_equal(records(&a, str_from(cases[i].text)).ptr, cases[i].records);
        arena_release(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_records)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
