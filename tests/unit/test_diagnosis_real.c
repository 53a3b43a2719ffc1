/* test_diagnosis_real.c: predictions of published systems compared with each other.
 *
 * The figures of docs/reference/diagnosis.md are made here, and no verdict contradicts strict
 * comparison. Gold queries are compared with themselves over changed schemas. */
#include "base/file.h"
#include "diagnosis/diagnosis.h"
#include "diagnosis/strict_match.h"
#include "relation/draw.h"
#include "schema_seeds.h"
#include "shared.h"
#include "unit.h"

#define MANUAL TEQL_SOURCE_DIR "/docs/reference/diagnosis.md"

enum { MAX_FILE = 1 << 20, MAX_VARIANTS = 3 };

/* A row of the manual's table. */
struct row {
    const char *title, *before, *after; /* files below shared/predictions */
};

static const struct row ROWS[] = {
    {"Graphix-T5 3B and DAIL-SQL (GPT-4)", "graphix_t5_3b_picard.sql", "dailsql_gpt4.sql"},
    {"CodeS 1B and 15B", "codes__codes-1b-spider.sql", "codes__codes-15b-spider.sql"},
    {"RESDSQL 3B, without and with NatSQL", "nl2sql360__RESDSQL_3B.sql",
     "nl2sql360__RESDSQL_NatSQL_3B.sql"},
    {"DAIL-SQL, without and with self-consistency", "dailsql_gpt4.sql", "dailsql_gpt4_sc.sql"},
    {"C3 and zero-shot (ChatGPT)", "c3sql_chatgpt.sql", "chatgpt_zeroshot_thu.sql"},
};

struct world {
    struct arena dataset, scratch;
    struct schema_set schemas;
    struct text_lines golds;
};

struct tally {
    uint32_t differ, unreadable, types[N_ERROR_TYPES], kinds[N_ERROR_KINDS];
};

static int set_up(void **state)
{
    static struct world w;
    struct err e;
    w = (struct world){0};
    *state = &w;
    if (!shared_present())
        return 0;
    const char *tables = shared_path(&w.dataset, "spider/tables.json");
    assert_int_equal(schema_set_load(&w.dataset, tables, &w.schemas, &e), OK);
    w.golds = read_lines(&w.dataset, shared_path(&w.dataset, "spider/dev_gold.sql"));
    return 0;
}

static int tear_down(void **state)
{
    struct world *w = *state;
    arena_release(&w->dataset);
    arena_release(&w->scratch);
    return 0;
}

static struct text_lines read_predictions(struct world *w, const char *name)
{
    const char *below = arena_printf(&w->dataset, "predictions/%s", name).ptr;
    struct text_lines lines = read_lines(&w->dataset, shared_path(&w->dataset, below));
    for (size_t i = 0; i < lines.count; i++)
        lines.items[i] = str_slice(lines.items[i], 0, str_find(lines.items[i], STR("\t"), 0));
    return lines;
}

static bool read_form(struct world *w, const struct diagnosis_side *side, struct spider_form *out)
{
    struct err e;
    return spider_form_read(&w->scratch, side->schema, SPIDER_RULE_TSE, side->sql, out, &e) == OK &&
           exact_comparable(out);
}

/* Does exact set match take the two for the same? */
static bool match_exactly(struct world *w, const struct diagnosis_side *x,
                          const struct diagnosis_side *y)
{
    struct spider_form p, q;
    struct exact_keys keys;
    struct exact_verdict verdict;
    bool read_p = read_form(w, x, &p), read_q = read_form(w, y, &q);
    if (!read_p || !read_q)
        return !read_p && !read_q && str_eq_nocase(x->sql, y->sql);
    exact_keys_init(&w->scratch, x->schema, &keys);
    exact_match(&keys, &p, &q, &verdict);
    return verdict.exact;
}

static void count(struct tally *t, const struct diagnosis *d)
{
    t->differ++;
    t->types[d->type]++;
    t->kinds[d->kind]++;
    t->unreadable += d->n_items > 0 && d->items[0].kinds & DIFFERENCES_OF_FAULTS;
}

static void judge(struct world *w, const struct diagnosis_side *x, const struct diagnosis_side *y,
                  struct tally *tally)
{
    struct diagnosis d;
    struct err e;
    diagnose(&w->scratch, x, y, &d);
    assert_true((d.type == ERROR_NONE) == (d.n_items == 0));
    assert_true((d.type == ERROR_OTHERS) == (d.kind != ERROR_KIND_NONE));
    if (strict_consistent(&w->scratch, x, y, &e) == STRICT_EQUAL)
        assert_int_equal(d.type, ERROR_NONE);
    if (!match_exactly(w, x, y))
        count(tally, &d);
}

static struct tally compare_systems(struct world *w, const struct row *r)
{
    struct text_lines before = read_predictions(w, r->before),
                      after = read_predictions(w, r->after);
    struct tally tally = {0};
    for (size_t i = 0; i < w->golds.count && i < before.count && i < after.count; i++) {
        struct str gold, db_id;
        struct arena_mark mark = arena_mark(&w->scratch);
        split_gold_line(w->golds.items[i], &gold, &db_id);
        const struct schema *s = schema_set_find(&w->schemas, db_id);
        assert_non_null(s);
        const struct diagnosis_side x = {before.items[i], s, NULL}, y = {after.items[i], s, NULL};
        judge(w, &x, &y, &tally);
        arena_rewind(&w->scratch, mark);
    }
    return tally;
}

static void expect_line(struct str manual, struct str line)
{
    if (str_find(manual, line, 0) == manual.len)
        fail_msg(MANUAL " has no line\n%.*s", STR_ARG(line));
}

enum { N_ROWS = COUNT_OF(ROWS) };

/* "| wrong table | 1 | 0 | 2 | 0 | 5 |": a line for each kind that occurs. */
static void expect_kinds(struct world *w, struct str manual, const struct tally rows[N_ROWS])
{
    for (int k = ERROR_KIND_NONE + 1; k < N_ERROR_KINDS; k++) {
        struct str line = arena_printf(&w->dataset, "| %s |", ERROR_KIND_NAMES.names[k]);
        uint32_t all = 0;
        for (size_t i = 0; i < N_ROWS; i++) {
            line = arena_printf(&w->dataset, "%.*s %u |", STR_ARG(line), rows[i].kinds[k]);
            all += rows[i].kinds[k];
        }
        if (all > 0)
            expect_line(manual, line);
    }
}

static void figures_are_those_of_the_manual(void **state)
{
    struct world *w = *state;
    struct str manual;
    struct err e;
    if (!w->golds.count)
        skip();
    assert_int_equal(file_read(&w->dataset, MANUAL, MAX_FILE, &manual, &e), OK);
    struct tally rows[N_ROWS];
    for (size_t i = 0; i < N_ROWS; i++) {
        struct tally t = rows[i] = compare_systems(w, &ROWS[i]);
        struct str line =
            arena_printf(&w->dataset, "| %s | %u | %u | %u | %u | %u | %u | %u | %u | %u |",
                         ROWS[i].title, t.differ, t.types[ERROR_COLUMN], t.types[ERROR_AGGREGATE],
                         t.types[ERROR_OPERATOR], t.types[ERROR_JOIN], t.types[ERROR_COMPLEX],
                         t.types[ERROR_OTHERS], t.unreadable, t.types[ERROR_NONE]);
        expect_line(manual, line);
    }
    expect_kinds(w, manual, rows);
}

/* The gold query over the schema that `v` changed it to. */
static void check_variant(struct arena *a, const struct relation *r, const struct relation_seed *s,
                          const struct test_case *v)
{
    struct schema new;
    struct lineage lineage;
    struct diagnosis d;
    struct err e;
    migration_schema(a, v->migration, STR("new"), &new, NULL);
    lineage_init(a, v->migration, &lineage);
    const struct diagnosis_side x = {s->stmt->text, s->schema, NULL};
    const struct diagnosis_side y = {s->stmt->text, &new, &lineage};
    enum strict_verdict verdict = strict_consistent(a, &x, &y, &e);
    diagnose(a, &x, &y, &d);
    if (verdict != STRICT_EQUAL || d.type != ERROR_NONE)
        fail_msg("%s: verdict %d, %.*s\n%.*s\n%.*s", r->id, verdict,
                 STR_ARG(error_type_name(d.type)), STR_ARG(x.sql), STR_ARG(v->change));
}

static const char *const SCHEMA_RELATIONS[] = {"NO", "FL", "OK", "TS", "CS", "CI", "CRm", "CRn"};

/* Schema relations do not change what the gold query reads, so it means the same over the changed
 * schema. */
static void gold_queries_are_consistent_through_migrations(void **state)
{
    struct world *w = *state;
    struct arena a = {0};
    struct spider_dev dev;
    uint32_t n = 0;
    if (!w->golds.count)
        skip();
    spider_dev_load(&w->dataset, &dev);
    for (size_t i = 0; i < dev.count; i++) {
        struct relation_seed s;
        arena_clear(&a);
        assert_true(spider_dev_seed(&a, &dev, i, &s));
        for (size_t k = 0; k < COUNT_OF(SCHEMA_RELATIONS); k++) {
            const struct relation *r = relation_find(str_from(SCHEMA_RELATIONS[k]));
            struct rng rng = rng_stream(1, str_from(r->id), i);
            struct case_list list = relation_draw(&a, r, &s, MAX_VARIANTS, rng);
            for (uint32_t v = 0; v < list.count; v++, n++)
                check_variant(&a, r, &s, &list.items[v]);
        }
    }
    print_message("%u cases\n", n);
    assert_true(n > 1000);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_the_manual),
        cmocka_unit_test(gold_queries_are_consistent_through_migrations),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
