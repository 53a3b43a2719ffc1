/* test_diagnosis.c: the diagnosis of pairs of queries, over one schema and over a changed one. */
#include "base/file.h"
#include "diagnosis/diagnosis.h"
#include "schema_seeds.h"
#include "unit.h"

#include <stdlib.h>

#define GOLDEN TEQL_SOURCE_DIR "/tests/golden/diagnosis.txt"
#define TABLES TEQL_SOURCE_DIR "/tests/golden/strict.tables.json"
#define MANUAL TEQL_SOURCE_DIR "/docs/reference/diagnosis.md"

enum { MAX_FILE = 1 << 20 };

struct fixture {
    struct arena dataset, scratch;
    struct schema_set schemas;
    const struct schema *schema;
    struct buf text;
};

/* A record of the golden file; the manual has them too, between other text. */
struct diagnosed_pair {
    struct str label;                      /* the type of error, or "others" and the kind */
    struct str before, after, differences; /* lines, each with its end */
    uint32_t line;
};

struct records {
    struct diagnosed_pair *items;
    uint32_t count;
};

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct err e;
    assert_non_null(f);
    assert_int_equal(schema_set_load(&f->dataset, TABLES, &f->schemas, &e), OK);
    f->schema = schema_set_find(&f->schemas, STR("music"));
    assert_non_null(f->schema);
    f->text = (struct buf){0};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    arena_release(&f->dataset);
    arena_release(&f->scratch);
    buf_release(&f->text);
    free(f);
    return 0;
}

/* Records */

/* Does a record begin with this line? */
static bool is_label(struct str line)
{
    bool found = false;
    for (int type = 0; type < N_ERROR_TYPES && !found; type++)
        found = str_eq(line, error_type_name((enum error_type)type));
    for (int kind = 1; kind < N_ERROR_KINDS && !found; kind++)
        found = str_eq(line, error_label(&(struct diagnosis){.type = ERROR_OTHERS,
                                                             .kind = (enum error_kind)kind}));
    return found;
}

/* The lines up to an empty one or the end of an example of the manual. */
static struct str read_differences(struct str *text, uint32_t *line)
{
    const char *start = text->ptr;
    while (text->len > 0 && text->ptr[0] != '\n' && text->ptr[0] != '`') {
        str_split(text, '\n');
        ++*line;
    }
    return (struct str){start, (size_t)(text->ptr - start)};
}

static struct records read_records(struct arena *a, const char *path)
{
    struct records records = {0};
    struct str text;
    struct err e;
    assert_int_equal(file_read(a, path, MAX_FILE, &text, &e), OK);
    for (uint32_t line = 1; text.len > 0; line++) {
        struct str label = str_split(&text, '\n');
        if (!is_label(label))
            continue;
        ARENA_PUSH(a, records.items, records.count);
        struct diagnosed_pair *r = &records.items[records.count++];
        *r = (struct diagnosed_pair){.label = label, .line = line};
        r->before = str_split(&text, '\n');
        r->after = str_split(&text, '\n');
        line += 2;
        r->differences = read_differences(&text, &line);
    }
    return records;
}

static void print_sides(struct buf *out, const struct difference *d)
{
    if (d->before.len > 0 && d->after.len > 0)
        buf_printf(out, "%.*s → %.*s", STR_ARG(d->before), STR_ARG(d->after));
    else if (d->kinds & DIFFERENCES_OF_FAULTS)
        buf_printf(out, "%s: %.*s", d->before.len ? "before" : "after",
                   STR_ARG(d->before.len ? d->before : d->after));
    else if (d->before.len > 0)
        buf_printf(out, "%.*s removed", STR_ARG(d->before));
    else
        buf_printf(out, "%.*s added", STR_ARG(d->after));
}

/* "WHERE age > 20 → age >= 20", "in WHERE: LIMIT 1 removed". */
static void print_difference(struct buf *out, const struct difference *d)
{
    struct str clause = sql_clause_name(d->clause);
    if (d->path.len > 0)
        buf_printf(out, "in %.*s: ", STR_ARG(d->path));
    /* "DISTINCT added", not "DISTINCT DISTINCT added" */
    if (d->clause != CLAUSE_DISTINCT)
        buf_printf(out, "%.*s ", STR_ARG(clause));
    print_sides(out, d);
}

/* Each on a line, with its kinds: "WHERE age > 20 → age >= 20 [operator]". */
static struct str describe(struct fixture *f, const struct diagnosis *d)
{
    buf_clear(&f->text);
    for (uint32_t i = 0; i < d->n_items; i++) {
        const char *before = " [";
        print_difference(&f->text, &d->items[i]);
        for (int k = 0; k < N_DIFFERENCES; k++)
            if (d->items[i].kinds >> k & 1) {
                struct str name = difference_name((enum difference_kind)k);
                buf_printf(&f->text, "%s%.*s", before, STR_ARG(name));
                before = ", ";
            }
        buf_put(&f->text, STR("]\n"));
    }
    return buf_str(&f->text);
}

static void diagnose_pair(struct fixture *f, struct str before, struct str after,
                          struct diagnosis *out)
{
    const struct diagnosis_side x = {before, f->schema, NULL}, y = {after, f->schema, NULL};
    diagnose(&f->scratch, &x, &y, out);
}

static void recorded_pairs_are_diagnosed(void **state)
{
    struct fixture *f = *state;
    struct records records = read_records(&f->dataset, GOLDEN);
    assert_true(records.count >= 60);
    for (uint32_t i = 0; i < records.count; i++) {
        const struct diagnosed_pair *r = &records.items[i];
        struct diagnosis d;
        diagnose_pair(f, r->before, r->after, &d);
        struct str got = describe(f, &d), label = error_label(&d);
        if (!str_eq(label, r->label) || !str_eq(got, r->differences))
            fail_msg(GOLDEN ":%u: %.*s\n%.*s", r->line, STR_ARG(label), STR_ARG(got));
    }
}

/* In the other direction, added parts are removed ones, and the type stays. */
static void sides_can_be_swapped(void **state)
{
    struct fixture *f = *state;
    struct records records = read_records(&f->dataset, GOLDEN);
    for (uint32_t i = 0; i < records.count; i++) {
        const struct diagnosed_pair *r = &records.items[i];
        struct diagnosis there, back;
        diagnose_pair(f, r->before, r->after, &there);
        diagnose_pair(f, r->after, r->before, &back);
        if (there.type != back.type || there.n_items != back.n_items)
            fail_msg(GOLDEN ":%u: %.*s", r->line, STR_ARG(describe(f, &back)));
    }
}

static void a_query_does_not_differ_from_itself(void **state)
{
    struct fixture *f = *state;
    struct records records = read_records(&f->dataset, GOLDEN);
    for (uint32_t i = 0; i < records.count; i++) {
        struct diagnosis d;
        diagnose_pair(f, records.items[i].before, records.items[i].before, &d);
        assert_int_equal(d.type, ERROR_NONE);
        assert_int_equal(d.n_items, 0);
    }
}

/* But for what needs a changed schema. */
static void every_type_clause_and_kind_is_recorded(void **state)
{
    struct fixture *f = *state;
    struct records records = read_records(&f->dataset, GOLDEN);
    uint32_t types = 0, clauses = 0, error_kinds = 0;
    difference_set kinds = DIFFERENCE_BIT(STAR);
    for (uint32_t i = 0; i < records.count; i++) {
        struct diagnosis d;
        diagnose_pair(f, records.items[i].before, records.items[i].after, &d);
        types |= 1u << d.type;
        error_kinds |= 1u << d.kind;
        for (uint32_t k = 0; k < d.n_items; k++) {
            clauses |= 1u << d.items[k].clause;
            kinds |= d.items[k].kinds;
        }
    }
    assert_int_equal(types, (1u << N_ERROR_TYPES) - 1);
    assert_int_equal(clauses, (1u << N_CLAUSES) - 1);
    assert_int_equal(kinds, ((difference_set)1 << N_DIFFERENCES) - 1);
    error_kinds |= 1u << ERROR_KIND_COLUMNS | 1u << ERROR_KIND_NO_DIFFERENCE;
    assert_int_equal(error_kinds, (1u << N_ERROR_KINDS) - 1);
}

static void examples_of_the_manual_are_recorded(void **state)
{
    struct fixture *f = *state;
    struct records golden = read_records(&f->dataset, GOLDEN);
    struct records manual = read_records(&f->dataset, MANUAL);
    assert_true(manual.count >= 20);
    for (uint32_t i = 0; i < manual.count; i++) {
        const struct diagnosed_pair *r = &manual.items[i];
        uint32_t k = 0;
        while (k < golden.count && !(str_eq(golden.items[k].label, r->label) &&
                                     str_eq(golden.items[k].before, r->before) &&
                                     str_eq(golden.items[k].after, r->after) &&
                                     str_eq(golden.items[k].differences, r->differences)))
            k++;
        if (k == golden.count)
            fail_msg(MANUAL ":%u: not in " GOLDEN, r->line);
    }
}

/* Changed schemas */

static void expect(struct fixture *f, const struct migration *m, const char *before,
                   const char *after, enum error_type type, const char *differences)
{
    struct schema new;
    struct lineage lineage;
    struct diagnosis d;
    migration_schema(&f->scratch, m, STR("new"), &new, NULL);
    lineage_init(&f->scratch, m, &lineage);
    const struct diagnosis_side x = {str_from(before), f->schema, NULL};
    const struct diagnosis_side y = {str_from(after), &new, &lineage};
    diagnose(&f->scratch, &x, &y, &d);
    struct str got = describe(f, &d);
    if (d.type != type || !str_eq(got, str_from(differences)))
        fail_msg("%s\n%s\n%.*s\n%.*s", before, after, STR_ARG(error_type_name(d.type)),
                 STR_ARG(got));
}

static void renamed_columns_are_the_same(void **state)
{
    struct fixture *f = *state;
    const struct migration *m = migration_rename_column(
        &f->scratch, f->schema, column_named(f->schema, "singer.age"), STR("years"), STR("years"));
    expect(f, m, "SELECT name FROM singer WHERE age > 20 ORDER BY age",
           "SELECT name FROM singer WHERE years > 20 ORDER BY years", ERROR_NONE, "");
    expect(f, m, "SELECT name FROM singer WHERE age > 20 ORDER BY age",
           "SELECT name FROM singer WHERE years >= 20 ORDER BY id", ERROR_COMPLEX,
           "WHERE age > 20 → years >= 20 [operator]\nORDER BY age → id [column]\n");
    expect(f, m, "SELECT age FROM singer", "SELECT age FROM singer", ERROR_OTHERS,
           "query after: unknown column age [unbound]\n");
}

static void moved_columns_are_the_same(void **state)
{
    static const uint32_t order[] = {4, 3, 2, 1, 0}, tables[] = {3, 2, 1, 0};
    struct fixture *f = *state;
    const struct migration *m = migration_reorder_columns(
        &f->scratch, f->schema, schema_find_table(f->schema, STR("singer")), order);
    expect(f, m, "SELECT name, x.age FROM (SELECT * FROM singer) AS x",
           "SELECT name, x.age FROM (SELECT * FROM singer) AS x", ERROR_NONE, "");
    expect(f, m, "SELECT name FROM singer", "SELECT country FROM singer", ERROR_COLUMN,
           "SELECT name → country [column]\n");
    m = migration_reorder_tables(&f->scratch, f->schema, tables);
    expect(f, m, "SELECT count(*) FROM singer", "SELECT count(*) FROM singer", ERROR_NONE, "");
    expect(f, m, "SELECT count(*) FROM singer", "SELECT count(*) FROM venue", ERROR_OTHERS,
           "FROM singer → venue [table]\n");
}

static void invented_columns_are_not(void **state)
{
    static const struct str texts[] = {STR_INIT("x")};
    struct fixture *f = *state;
    struct migration_insertion i = {.table = schema_find_table(f->schema, STR("singer")),
                                    .at = 1,
                                    .name = STR("nickname"),
                                    .type = SCHEMA_TEXT,
                                    .values = {texts, 1, 0, 0}};
    const struct migration *m = migration_insert_column(&f->scratch, f->schema, &i);
    expect(f, m, "SELECT name FROM singer", "SELECT name FROM singer", ERROR_NONE, "");
    expect(f, m, "SELECT name FROM singer", "SELECT nickname FROM singer", ERROR_COLUMN,
           "SELECT name → nickname [column]\n");
}

static void split_off_tables_are_joined_tables(void **state)
{
    struct fixture *f = *state;
    struct migration_split split = {.column = column_named(f->schema, "singer.country"),
                                    .table = STR("singer_country"),
                                    .key = STR("country_id"),
                                    .reference = STR("country_id")};
    const struct migration *m = migration_split_column(&f->scratch, f->schema, &split);
    expect(f, m, "SELECT name FROM singer", "SELECT name FROM singer", ERROR_NONE, "");
    expect(f, m, "SELECT name FROM singer",
           "SELECT name FROM singer AS a JOIN singer_country AS b ON a.country_id = b.country_id",
           ERROR_JOIN,
           "FROM singer_country AS b ON a.country_id = b.country_id added [joined table]\n");
}

/* `*` is the same text, and over another schema it gives other columns. */
static void a_star_gives_what_the_schema_has(void **state)
{
    static const uint32_t order[] = {4, 3, 2, 1, 0};
    static const struct str texts[] = {STR_INIT("x")};
    struct fixture *f = *state;
    uint32_t singer = schema_find_table(f->schema, STR("singer"));
    const struct migration *m =
        migration_drop_column(&f->scratch, f->schema, column_named(f->schema, "singer.country"));
    expect(f, m, "SELECT * FROM singer", "SELECT * FROM singer", ERROR_OTHERS,
           "SELECT * (singer.country) → * [columns of *]\n");
    expect(f, m, "SELECT T.* FROM singer AS T, venue", "SELECT T.* FROM singer AS T, venue",
           ERROR_OTHERS, "SELECT * (singer.country) → * [columns of *]\n");
    expect(f, m, "SELECT * FROM venue", "SELECT * FROM venue", ERROR_NONE, "");
    expect(f, m, "SELECT count(*) FROM singer", "SELECT count(*) FROM singer", ERROR_NONE, "");
    expect(f, m, "SELECT * FROM singer", "SELECT * FROM venue", ERROR_OTHERS,
           "FROM singer → venue [table]\n");
    struct migration_insertion i = {.table = singer,
                                    .at = 1,
                                    .name = STR("nickname"),
                                    .type = SCHEMA_TEXT,
                                    .values = {texts, 1, 0, 0}};
    m = migration_insert_column(&f->scratch, f->schema, &i);
    expect(f, m, "SELECT * FROM singer", "SELECT * FROM singer", ERROR_OTHERS,
           "SELECT * → * (singer.nickname) [columns of *]\n");
    m = migration_reorder_columns(&f->scratch, f->schema, singer, order);
    expect(f, m, "SELECT * FROM singer", "SELECT * FROM singer", ERROR_NONE, "");
}

/* Kinds of others */

/* Of an error whose only difference is of one kind. */
static enum error_kind kind_by(enum difference_kind kind, const char *before, const char *after)
{
    struct difference one = {
        .kinds = (difference_set)1 << kind, .before = str_from(before), .after = str_from(after)};
    return error_kind_of(&(struct diagnosis){.type = ERROR_OTHERS, .items = &one, .n_items = 1});
}

/* A difference that is added to the table and is left out of the kinds is noticed here. */
static void every_difference_of_others_has_a_kind(void **state)
{
    static const enum error_type TYPES[] = {
#define DIFFERENCE(id, name, type, weight) ERROR_##type,
#include "diagnosis/difference.def"
#undef DIFFERENCE
    };
    (void)state;
    for (int k = 0; k < N_DIFFERENCES; k++)
        if ((TYPES[k] == ERROR_OTHERS) !=
            (kind_by((enum difference_kind)k, "a", "b") != ERROR_KIND_NONE))
            fail_msg("%.*s", STR_ARG(difference_name((enum difference_kind)k)));
}

static void conditions_are_missing_extra_or_other(void **state)
{
    (void)state;
    assert_int_equal(kind_by(DIFFERENCE_CONDITION, "a = 1", ""), ERROR_KIND_MISSING_CONDITION);
    assert_int_equal(kind_by(DIFFERENCE_CONDITION, "", "a = 1"), ERROR_KIND_EXTRA_CONDITION);
    assert_int_equal(kind_by(DIFFERENCE_CONDITION, "a = 1", "b"), ERROR_KIND_CONDITION);
    struct difference items[] = {
        {.kinds = DIFFERENCE_BIT(CONDITION), .before = STR("a = 1"), .after = STR("")},
        {.kinds = DIFFERENCE_BIT(CONDITION), .before = STR(""), .after = STR("b")}};
    struct diagnosis d = {.type = ERROR_OTHERS, .items = items, .n_items = 2};
    assert_int_equal(error_kind_of(&d), ERROR_KIND_CONDITION);
}

static void only_others_have_kinds(void **state)
{
    (void)state;
    struct difference one = {.kinds = DIFFERENCE_BIT(TABLE), .before = STR("a"), .after = STR("b")};
    struct diagnosis d = {.type = ERROR_JOIN, .items = &one, .n_items = 1};
    assert_int_equal(error_kind_of(&d), ERROR_KIND_NONE);
    d.kind = ERROR_KIND_TABLE; /* as a file may say */
    assert_true(str_eq(error_label(&d), STR("table joining")));
    d = (struct diagnosis){.type = ERROR_OTHERS};
    assert_int_equal(error_kind_of(&d), ERROR_KIND_NO_DIFFERENCE);
    assert_true(str_eq(error_label(&d), STR("others"))); /* an older file has no kind */
}

/* Hostile queries */

static void many_differences_are_counted_not_listed(void **state)
{
    struct fixture *f = *state;
    struct buf sql;
    struct diagnosis d;
    sql = (struct buf){0};
    buf_put(&sql, STR("SELECT name"));
    for (int i = 0; i < 1000; i++)
        buf_printf(&sql, ", age + %d", i);
    buf_put(&sql, STR(" FROM singer"));
    diagnose_pair(f, STR("SELECT name FROM singer"), buf_str(&sql), &d);
    assert_int_equal(d.n_items, DIAGNOSIS_MAX_ITEMS);
    assert_int_equal(d.n_items + d.n_more, 1000);
    buf_release(&sql);
}

static void long_texts_are_cut(void **state)
{
    struct fixture *f = *state;
    struct buf sql;
    struct diagnosis d;
    sql = (struct buf){0};
    buf_put(&sql, STR("SELECT name FROM singer WHERE name = '"));
    for (int i = 0; i < 1000; i++)
        buf_put(&sql, STR("äö"));
    buf_put(&sql, STR("'"));
    diagnose_pair(f, STR("SELECT name FROM singer"), buf_str(&sql), &d);
    assert_int_equal(d.n_items, 1);
    assert_true(d.items[0].after.len <= DIAGNOSIS_MAX_TEXT + strlen("…"));
    assert_true(str_ends(d.items[0].after, STR("…")));
    buf_release(&sql);
}

/* As deep as the parser allows, and different at the bottom. */
static void deep_queries_are_diagnosed(void **state)
{
    struct fixture *f = *state;
    struct buf sql[2];
    struct diagnosis d;
    for (int side = 0; side < 2; side++) {
        sql[side] = (struct buf){0};
        buf_put(&sql[side], STR("SELECT 1"));
        for (int i = 0; i < 90; i++)
            buf_put(&sql[side], STR(" WHERE EXISTS (SELECT age FROM singer"));
        buf_printf(&sql[side], " WHERE age > %d", side);
        for (int i = 0; i < 90; i++)
            buf_putc(&sql[side], ')');
    }
    diagnose_pair(f, buf_str(&sql[0]), buf_str(&sql[1]), &d);
    assert_int_equal(d.n_items, 1);
    assert_int_equal(d.items[0].depth, 90);
    assert_int_equal(d.items[0].kinds, DIFFERENCE_BIT(VALUE));
    buf_release(&sql[0]);
    buf_release(&sql[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_pairs_are_diagnosed),
        cmocka_unit_test(sides_can_be_swapped),
        cmocka_unit_test(a_query_does_not_differ_from_itself),
        cmocka_unit_test(every_type_clause_and_kind_is_recorded),
        cmocka_unit_test(examples_of_the_manual_are_recorded),
        cmocka_unit_test(renamed_columns_are_the_same),
        cmocka_unit_test(moved_columns_are_the_same),
        cmocka_unit_test(invented_columns_are_not),
        cmocka_unit_test(split_off_tables_are_joined_tables),
        cmocka_unit_test(a_star_gives_what_the_schema_has),
        cmocka_unit_test(every_difference_of_others_has_a_kind),
        cmocka_unit_test(conditions_are_missing_extra_or_other),
        cmocka_unit_test(only_others_have_kinds),
        cmocka_unit_test(many_differences_are_counted_not_listed),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(deep_queries_are_diagnosed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
