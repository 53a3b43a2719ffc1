/* test_oracle_match.c: exact set match and Spider's form, compared with the official scripts' own
 * output on real predictions and real queries. */
#include "base/json_writer.h"
#include "shared.h"
#include "spider/exact_match.h"
#include "spider/hardness.h"
#include "spider/official_text.h"
#include "unit.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

struct oracle {
    struct arena arena, scratch;
    struct schema_set schemas;
    struct exact_keys *keys; /* one per schema */
};

static void oracle_init(struct oracle *o)
{
    struct err e;
    *o = (struct oracle){0};
    assert_int_equal(
        schema_set_load(&o->arena, shared_path(&o->arena, "spider/tables.json"), &o->schemas, &e),
        OK);
    o->keys = ARENA_ARRAY(&o->arena, struct exact_keys, o->schemas.count);
    for (uint32_t i = 0; i < o->schemas.count; i++)
        exact_keys_init(&o->arena, &o->schemas.schemas[i], &o->keys[i]);
}

static void oracle_release(struct oracle *o)
{
    arena_release(&o->arena);
    arena_release(&o->scratch);
}

static const struct exact_keys *keys_of(const struct oracle *o, struct str db_id)
{
    const struct schema *s = schema_set_find(&o->schemas, db_id);
    assert_non_null(s);
    return &o->keys[s - o->schemas.schemas];
}

static bool number_is(struct json_value v, double expected)
{
    double x;
    return json_number(v, &x) && x == expected;
}

static bool components_equal(struct arena *a, const struct exact_verdict *v,
                             struct json_value partial)
{
    for (int i = 0; i < N_COMPONENTS; i++) {
        struct json_value c = json_member(a, partial, component_label((enum component)i));
        for (size_t k = 0; k < 3; k++)
            if (!number_is(json_item(c, k), v->components[i].equal))
                return false;
        if (!number_is(json_item(c, 3), v->components[i].label_total) ||
            !number_is(json_item(c, 4), v->components[i].pred_total))
            return false;
    }
    return true;
}

static bool verdict_equal(struct oracle *o, enum spider_rule rule, struct str gold, struct str pred,
                          struct json_value expected)
{
    struct spider_form g, p;
    struct err e;
    struct exact_verdict v;
    arena_clear(&o->scratch);
    const struct exact_keys *keys = keys_of(o, text_member(&o->scratch, expected, "db_id"));
    if (rule == SPIDER_RULE_TSE)
        pred = official_fill_value(&o->scratch, pred);
    assert_int_equal(spider_form_read(&o->scratch, keys->schema, rule, gold, &g, &e), OK);
    bool readable = spider_form_read(&o->scratch, keys->schema, rule, pred, &p, &e) == OK;
    if (!readable)
        p = (struct spider_form){0};
    exact_match(keys, &p, &g, &v);
    struct json_value partial = json_member(&o->scratch, expected, STR("partial"));
    struct json_value unread = json_member(&o->scratch, expected, STR("pred_parse_error"));
    struct json_value exact = json_member(&o->scratch, expected, STR("exact"));
    return str_eq(hardness_name(spider_hardness(&g)),
                  text_member(&o->scratch, expected, "hardness")) &&
           v.exact == number_is(exact, 1) &&
           (!unread.raw.ptr || (unread.kind == JSON_KIND_TRUE) == !readable) &&
           (!partial.raw.ptr || components_equal(&o->scratch, &v, partial));
}

/* One system: its predictions against its verdict file. Returns how many pairs were compared. */
static size_t compare_system(struct oracle *o, enum spider_rule rule, const char *folder,
                             const char *file)
{
    struct arena a = {0};
    struct str name = str_slice(str_from(file), 0, strlen(file) - strlen(".jsonl"));
    struct text_lines golds = oracle_golds(&a);
    struct text_lines verdicts = read_lines(&a, arena_printf(&a, "%s/%s", folder, file).ptr);
    const char *predictions =
        shared_path(&a, arena_printf(&a, "predictions/%.*s.sql", STR_ARG(name)).ptr);
    struct text_lines preds = read_lines(&a, predictions);
    assert_int_equal(verdicts.count, golds.count);
    for (size_t i = 0; i < verdicts.count; i++) {
        struct str pred, rest;
        split_gold_line(str_trim(preds.items[i]), &pred, &rest);
        if (!verdict_equal(o, rule, golds.items[i], pred, parse_json(verdicts.items[i])))
            fail_msg("%s, pair %zu: %.*s", file, i, STR_ARG(pred));
    }
    size_t n = verdicts.count;
    arena_release(&a);
    return n;
}

static void compare_folder(enum spider_rule rule, const char *below, size_t at_least)
{
    if (!shared_present())
        skip();
    struct oracle o;
    oracle_init(&o);
    const char *folder = shared_path(&o.arena, below);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    size_t pairs = 0;
    for (const struct dirent *f; (f = readdir(dir));)
        if (str_ends(str_from(f->d_name), STR(".jsonl")))
            pairs += compare_system(&o, rule, folder, f->d_name);
    closedir(dir);
    print_message("%s: %zu pairs equal\n", below, pairs);
    assert_true(pairs >= at_least);
    oracle_release(&o);
}

static void exact_match_equals_test_suite_sql_eval(void **state)
{
    (void)state;
    compare_folder(SPIDER_RULE_TSE, "oracle/em", 12 * 1034);
}

static void exact_match_equals_spider(void **state)
{
    (void)state;
    compare_folder(SPIDER_RULE_SPIDER, "oracle/em-spider", 12 * 1034);
}

/* The form of `sql`, written and read back as JSON; absent if it cannot be read. */
static struct json_value form_of(struct oracle *o, struct str db_id, struct str sql)
{
    struct spider_form form;
    struct err e;
    if (spider_form_read(&o->scratch, keys_of(o, db_id)->schema, SPIDER_RULE_SPIDER, sql, &form,
                         &e))
        return (struct json_value){0};
    struct buf text;
    text = (struct buf){0};
    struct json_writer w = json_writer_to(&text);
    spider_form_json(&w, &form);
    struct str copy = arena_str(&o->scratch, buf_str(&text));
    buf_release(&text);
    return parse_json(copy);
}

/* What cannot be read is null there. */
static void compare_form(struct oracle *o, struct json_value entry)
{
    arena_clear(&o->scratch);
    struct json_value expected = json_member(&o->scratch, entry, STR("sql"));
    struct str sql = text_member(&o->scratch, entry, "query");
    struct json_value form = form_of(o, text_member(&o->scratch, entry, "db_id"), sql);
    assert_non_null(expected.raw.ptr);
    if (!json_equal(&o->scratch, form, expected))
        fail_msg("form differs: %.*s", STR_ARG(sql));
}

static void forms_equal_those_of_the_development_set(void **state)
{
    (void)state;
    if (!shared_present())
        skip();
    struct oracle o;
    oracle_init(&o);
    struct json_value dev = read_json(&o.arena, shared_path(&o.arena, "spider/dev.json"));
    struct json_reader entries = json_reader_of(&o.arena, dev.raw);
    assert_int_equal(json_item_count(dev), 1034);
    for (struct json_value entry; json_next_item(&entries, &entry);)
        compare_form(&o, entry);
    oracle_release(&o);
}

static void forms_equal_those_of_the_training_set(void **state)
{
    (void)state;
    if (!shared_present())
        skip();
    struct oracle o;
    oracle_init(&o);
    struct text_lines lines =
        read_lines(&o.arena, shared_path(&o.arena, "oracle/form/train_1_4300.jsonl"));
    assert_int_equal(lines.count, 4300);
    for (size_t i = 0; i < lines.count; i++)
        compare_form(&o, parse_json(lines.items[i]));
    oracle_release(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_match_equals_test_suite_sql_eval),
        cmocka_unit_test(exact_match_equals_spider),
        cmocka_unit_test(forms_equal_those_of_the_development_set),
        cmocka_unit_test(forms_equal_those_of_the_training_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
