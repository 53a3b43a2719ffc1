/* test_oracle_match.c: exact set match and Spider's form, held against the official scripts' own
 * output on real predictions and real queries. */
#include "base/json_writer.h"
#include "compare/exact_match.h"
#include "compare/official_text.h"
#include "shared.h"
#include "sql/hardness.h"
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

static bool components_equal(const struct exact_verdict *v, const json_t *partial)
{
    for (int i = 0; i < N_COMPONENTS; i++) {
        const json_t *c = json_object_get(partial, component_label((enum component)i).ptr);
        for (size_t k = 0; k < 3; k++)
            if (json_number_value(json_array_get(c, k)) != v->components[i].equal)
                return false;
        if (json_integer_value(json_array_get(c, 3)) != v->components[i].label_total ||
            json_integer_value(json_array_get(c, 4)) != v->components[i].pred_total)
            return false;
    }
    return true;
}

static bool verdict_equal(struct oracle *o, enum spider_rule rule, struct str gold, struct str pred,
                          const json_t *expected)
{
    struct spider_form g, p;
    struct err e;
    struct exact_verdict v;
    const struct exact_keys *keys =
        keys_of(o, str_from(json_string_value(json_object_get(expected, "db_id"))));
    arena_rewind(&o->scratch, (struct arena_mark){0});
    if (rule == SPIDER_RULE_TSE)
        pred = official_fill_value(&o->scratch, pred);
    assert_int_equal(spider_form_read(&o->scratch, keys->schema, rule, gold, &g, &e), OK);
    bool readable = spider_form_read(&o->scratch, keys->schema, rule, pred, &p, &e) == OK;
    if (!readable)
        p = (struct spider_form){0};
    exact_match(keys, &p, &g, &v);
    const json_t *partial = json_object_get(expected, "partial");
    const json_t *unread = json_object_get(expected, "pred_parse_error");
    const char *hardness = json_string_value(json_object_get(expected, "hardness"));
    return str_eq(hardness_name(spider_hardness(&g)), str_from(hardness)) &&
           v.exact == (json_integer_value(json_object_get(expected, "exact")) == 1) &&
           (!unread || json_is_true(unread) == !readable) &&
           (!partial || components_equal(&v, partial));
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
        json_t *expected = parse_json(verdicts.items[i]);
        struct str pred, rest;
        split_gold_line(str_trim(preds.items[i]), &pred, &rest);
        if (!verdict_equal(o, rule, golds.items[i], pred, expected))
            fail_msg("%s, pair %zu: %.*s", file, i, STR_ARG(pred));
        json_decref(expected);
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

/* The form of `sql`, written and read back as JSON; NULL where it cannot be read. */
static json_t *form_of(struct oracle *o, struct str db_id, struct str sql)
{
    struct spider_form form;
    struct err e;
    arena_rewind(&o->scratch, (struct arena_mark){0});
    if (spider_form_read(&o->scratch, keys_of(o, db_id)->schema, SPIDER_RULE_SPIDER, sql, &form,
                         &e))
        return NULL;
    struct buf text;
    buf_init(&text, 1 << 24);
    struct json_writer w = json_writer_to(&text);
    spider_form_json(&w, &form);
    json_t *json = parse_json(buf_str(&text));
    buf_release(&text);
    return json;
}

static void compare_form(struct oracle *o, const json_t *entry)
{
    const json_t *expected = json_object_get(entry, "sql");
    struct str sql = str_from(json_string_value(json_object_get(entry, "query")));
    json_t *form = form_of(o, str_from(json_string_value(json_object_get(entry, "db_id"))), sql);
    if (!(form ? json_equal(form, expected) : json_is_null(expected)))
        fail_msg("form differs: %.*s", STR_ARG(sql));
    json_decref(form);
}

static void forms_equal_those_of_the_development_set(void **state)
{
    (void)state;
    if (!shared_present())
        skip();
    struct oracle o;
    oracle_init(&o);
    json_t *dev = read_json(shared_path(&o.arena, "spider/dev.json"));
    assert_int_equal(json_array_size(dev), 1034);
    for (size_t i = 0; i < json_array_size(dev); i++)
        compare_form(&o, json_array_get(dev, i));
    json_decref(dev);
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
    for (size_t i = 0; i < lines.count; i++) {
        json_t *entry = parse_json(lines.items[i]);
        compare_form(&o, entry);
        json_decref(entry);
    }
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
