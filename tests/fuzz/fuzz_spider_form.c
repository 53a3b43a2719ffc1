/* fuzz_spider_form.c: any bytes as gold and prediction of exact set match, a NUL between them. A
 * query that can be read must equal itself, unless it has a part that equals nothing. */
#include "input.h"
#include "spider/exact_match.h"
#include "spider/hardness.h"

#include <stdlib.h>

static const char SCHEMA[] =
    "[{\"db_id\":\"x\",\"table_names_original\":[\"t\",\"u\"],\"column_names_original\":"
    "[[-1,\"*\"],[0,\"a\"],[0,\"b\"],[1,\"a\"],[1,\"c\"]],\"foreign_keys\":[[3,1]]}]";

static const struct exact_keys *shared_keys(void)
{
    static struct arena a;
    static struct schema_set set;
    static struct exact_keys keys;
    struct err e;
    if (!keys.schema) {
        if (schema_set_parse(&a, STR(SCHEMA), &set, &e))
            abort();
        exact_keys_init(&a, &set.schemas[0], &keys);
    }
    return &keys;
}

static void write_form(const struct spider_form *f)
{
    struct buf b;
    b = (struct buf){0};
    struct json_writer w = json_writer_to(&b);
    spider_form_json(&w, f);
    buf_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct exact_keys *keys = shared_keys();
    struct arena a = {0};
    struct str text = {(const char *)data, size};
    size_t nul = str_find(text, (struct str){"", 1}, 0);
    struct str gold = str_slice(text, 0, nul);
    struct str pred = nul < size ? str_slice(text, nul + 1, size) : gold;
    struct spider_form g, p;
    struct exact_verdict v;
    struct err e;
    if (spider_form_read(&a, keys->schema, SPIDER_RULE_TSE, gold, &g, &e) == OK) {
        if (spider_form_read(&a, keys->schema, SPIDER_RULE_SPIDER, pred, &p, &e))
            p = (struct spider_form){0};
        write_form(&g);
        spider_hardness(&g);
        if (exact_comparable(&g) && exact_comparable(&p)) {
            exact_match(keys, &p, &g, &v);
            exact_match(keys, &g, &g, &v);
            if (!v.exact && str_find(gold, STR("nan"), 0) == gold.len &&
                str_find(gold, STR("NAN"), 0) == gold.len &&
                str_find(gold, STR("NaN"), 0) == gold.len)
                abort();
        }
    }
    arena_release(&a);
    return 0;
}
