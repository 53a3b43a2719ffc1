/* test_answer_back_real.c: the golds of Spider-Syn as a perfect system would say them of the names
 * that it is shown, said with the real names.
 *
 * Each is said twice: as the gold is written, and without the qualifiers that the shown names do
 * not need. Both must give the same rows on the shown and on the real database. */
#include "base/file.h"
#include "fixture.h"
#include "shared.h"
#include "told_back.h"
#include "unit.h"

#include "defence/auto_annotation.h"
#include "migration/rewrite.h"
#include "sql/parse.h"
#include "sql/resolve.h"
#include "sql/splice.h"
#include "sql/walk.h"

struct syn {
    struct arena dataset, scratch;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct schema_set schemas;
    struct annotation_set names;
    uint32_t shown, bare; /* questions whose names differ; those of them with fewer qualifiers */
};

static void set_up(struct syn *s)
{
    static const struct knowledge_sources USUAL = {.min_weight = 1};
    struct arena *a = &s->dataset;
    struct err e;
    *s = (struct syn){0};
    assert_int_equal(lexicon_load(&s->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&s->knowledge, &s->lexicon, &USUAL, &e), OK);
    assert_int_equal(schema_set_load(a, shared_path(a, "spider/tables.json"), &s->schemas, &e), OK);
    struct str names;
    assert_int_equal(
        file_read(a, shared_path(a, "spider-syn/tables-manual-mas.json"), 64 << 20, &names, &e),
        OK);
    assert_int_equal(annotation_set_parse(a, names, &s->names, &e), OK);
}

static void tear_down(struct syn *s)
{
    knowledge_release(&s->knowledge);
    lexicon_release(&s->lexicon);
    arena_release(&s->scratch);
    arena_release(&s->dataset);
}

/* Qualifiers */

struct qualifiers {
    struct arena *arena;
    const struct sql_expr **items; /* columns that have one */
    uint32_t count;
};

static bool see_column(void *ctx, const struct sql_expr *x)
{
    struct qualifiers *q = ctx;
    if (x->kind != SQL_EXPR_COLUMN || !x->as.column.table.text.ptr)
        return true;
    ARENA_ADD(q->arena, q->items, q->count, x);
    return true;
}

/* What is it bound to? Items are identified by their place in the source. */
static bool same_place(const struct sql_binding *x, const struct sql_binding *y)
{
    bool sources = x->source && y->source;
    return x->kind == y->kind && x->column == y->column && x->position == y->position &&
           (!sources || str_eq(x->source->alias.text, y->source->alias.text));
}

static bool means_same(struct arena *a, const struct schema *s, struct str sql,
                       const struct sql_resolution *old)
{
    struct sql_stmt stmt;
    struct sql_resolution new;
    struct err e;
    if (sql_parse(a, sql, &stmt, &e) || sql_resolve(a, s, &stmt, &new, &e))
        return false;
    bool same = new.n_bindings == old->n_bindings;
    for (uint32_t i = 0; i < new.n_bindings &&same; i++)
        same = same_place(&new.bindings[i], &old->bindings[i]);
    return same;
}

/* `sql` over `s` without the qualifiers that it can do without. */
static struct str without_qualifiers(struct arena *a, const struct schema *s, struct str sql)
{
    struct sql_stmt stmt;
    struct sql_resolution names;
    struct err e;
    struct qualifiers q = {.arena = a};
    struct sql_splices gone = {.arena = a};
    const struct sql_walker walker = {.ctx = &q, .expr = see_column};
    assert_int_equal(sql_parse(a, sql, &stmt, &e), OK);
    assert_int_equal(sql_resolve(a, s, &stmt, &names, &e), OK);
    sql_walk_query(&walker, stmt.query);
    struct str shortest = sql;
    for (uint32_t i = 0; i < q.count; i++) {
        struct str shorter;
        struct sql_span span = {q.items[i]->span.start, q.items[i]->as.column.name.span.start};
        sql_splice_add(&gone, span, STR(""));
        if (sql_splice_apply(a, &gone, sql, &shorter) && means_same(a, s, shorter, &names))
            shortest = shorter;
        else
            gone.count--;
    }
    return shortest;
}

/* Questions */

static void say(struct syn *s, const struct schema *schema, struct str question, struct str gold)
{
    struct arena *a = &s->scratch;
    const struct annotated_schema *found = annotation_set_find(&s->names, schema->db_id);
    struct annotation_index index;
    struct shown_schema shown;
    struct str said;
    const char *why;
    struct err e;
    assert_non_null(found);
    struct annotated_schema names = annotated_over(a, found, schema, NULL);
    annotation_index_build(&index, a, &s->lexicon, &s->knowledge.wordnet, &names);
    struct selection used = selection_of(a, &index, question);
    if (!shown_schema_make(a, &names, &used, NULL, &shown))
        return;
    if (!query_over(a, shown.from, gold, &said, &why))
        fail_msg("%.*s: %s", STR_ARG(gold), why);
    const char *path = shared_path(a, arena_printf(a, "spider/database/%.*s/%.*s.sqlite",
                                                   STR_ARG(schema->db_id), STR_ARG(schema->db_id))
                                          .ptr);
    struct database *views = fixture_views(path, shown.from), *real;
    assert_int_equal(database_open(path, &real, &e), OK);
    struct str bare = without_qualifiers(a, shown.schema, said);
    assert_true(told_back_same(a, views, real, &shown, said));
    assert_true(told_back_same(a, views, real, &shown, bare));
    s->shown++;
    s->bare += !str_eq(said, bare);
    database_close(views);
    database_close(real);
}

static void test_syn(void **state)
{
    struct syn s;
    (void)state;
    if (!shared_present())
        skip();
    set_up(&s);
    struct json_value entry;
    struct json_reader dev = json_reader_of(
        &s.dataset, read_json(&s.dataset, shared_path(&s.dataset, "spider-syn/dev.json")).raw);
    while (json_next_item(&dev, &entry)) {
        arena_clear(&s.scratch);
        const struct schema *schema =
            schema_set_find(&s.schemas, text_member(&s.scratch, entry, "db_id"));
        assert_non_null(schema);
        say(&s, schema, text_member(&s.scratch, entry, "SpiderSynQuestion"),
            text_member(&s.scratch, entry, "query"));
    }
    print_message("%u of Spider-Syn under other names, %u of them with fewer qualifiers\n", s.shown,
                  s.bare);
    assert_true(s.shown > 700 && s.bare > 200);
    tear_down(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_syn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
