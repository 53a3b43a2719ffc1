/* test_migration.c: edits of a schema, their JSON, and the databases that they make. */
#include "fixture.h"
#include "schema_seeds.h"
#include "shared.h"
#include "unit.h"
#include "world.h"

#include "base/json_reader.h"
#include "base/permutation.h"
#include "migration/migration_json.h"
#include "migration/migration_select.h"
#include "migration/migration_tables.h"
#include "schema/keys.h"
#include "store/database_copy.h"

#include <sqlite3.h>
#include <unistd.h>

static uint32_t foreign_key(const struct schema *s, const char *from)
{
    uint32_t column = column_named(s, from), i = 0;
    while (s->foreign_keys[i].from != column)
        assert_true(++i < s->n_foreign_keys);
    return i;
}

static const struct migration *split_mood(struct world *w)
{
    struct migration_split split = {
        .column = column_named(&w->schema, "visit.mood"),
        .table = STR("visit_mood"),
        .table_natural = STR("visit mood"),
        .key = STR("mood_id"),
        .key_natural = STR("mood id"),
        .reference = STR("mood_id"),
        .reference_natural = STR("mood id"),
    };
    return migration_split_column(&w->arena, &w->schema, &split);
}

static const struct migration *fold_country(struct world *w)
{
    static const struct migration_fold_name names[] = {
        {STR_INIT("code"), STR_INIT("code")},
        {STR_INIT("countryName"), STR_INIT("country name")},
        {STR_INIT("area"), STR_INIT("area")},
    };
    return migration_fold_table(&w->arena, &w->schema, foreign_key(&w->schema, "city.country_code"),
                                names);
}

static const struct migration *insert_climate(struct world *w)
{
    static const struct str climates[] = {STR_INIT("mild"), STR_INIT("it's cold")};
    struct migration_insertion i = {.table = schema_find_table(&w->schema, STR("city")),
                                    .at = 2,
                                    .name = STR("climate"),
                                    .natural = STR("climate"),
                                    .type = SCHEMA_TEXT,
                                    .values = {climates, 2, 0, 0}};
    return migration_insert_column(&w->arena, &w->schema, &i);
}

static const struct migration *insert_height(struct world *w)
{
    struct migration_insertion i = {.table = schema_find_table(&w->schema, STR("country")),
                                    .at = 3,
                                    .name = STR("height"),
                                    .natural = STR("height"),
                                    .type = SCHEMA_NUMBER,
                                    .values = {NULL, 0, -5, 100}};
    return migration_insert_column(&w->arena, &w->schema, &i);
}

static const struct migration *reversed_tables(struct world *w)
{
    return migration_reorder_tables(
        &w->arena, &w->schema,
        permutation_make(&w->arena, w->schema.n_tables, permutation_count(w->schema.n_tables)));
}

static const struct migration *reversed_columns(struct world *w)
{
    static const uint32_t order[] = {4, 3, 2, 1, 0};
    return migration_reorder_columns(&w->arena, &w->schema,
                                     schema_find_table(&w->schema, STR("city")), order);
}

static const struct migration *without_weight(struct world *w)
{
    return migration_drop_column(&w->arena, &w->schema, column_named(&w->schema, "letter.weight"));
}

static const struct migration *without_country_code(struct world *w)
{
    return migration_drop_column(&w->arena, &w->schema,
                                 column_named(&w->schema, "city.country_code"));
}

/* The renamed column is a key that others refer to. */
static const struct migration *renamed_code(struct world *w)
{
    return migration_rename_column(&w->arena, &w->schema, column_named(&w->schema, "country.code"),
                                   STR("short \"name\""), STR("short name"));
}

static const struct migration *keyless_city(struct world *w)
{
    return migration_forget_primary_key(&w->arena, &w->schema,
                                        schema_find_table(&w->schema, STR("city")));
}

static const struct migration *keyless_visit(struct world *w)
{
    return migration_forget_primary_key(&w->arena, &w->schema,
                                        schema_find_table(&w->schema, STR("visit")));
}

static const struct migration *without_reference(struct world *w)
{
    return migration_forget_foreign_key(&w->arena, &w->schema,
                                        foreign_key(&w->schema, "city.country_code"));
}

/* Mapped columns, called as the old one with a number after it. */
static const struct migration *mapped(struct world *w, const char *column,
                                      const struct column_mapping *mappings, uint32_t n)
{
    struct migration_column new[2] = {0};
    uint32_t old = column_named(&w->schema, column);
    for (uint32_t i = 0; i < n; i++) {
        new[i].name = arena_printf(&w->arena, "%.*s_%u", STR_ARG(w->schema.columns[old].name), i);
        new[i].natural = new[i].name;
        new[i].mapping = &mappings[i];
    }
    return migration_replace_column(&w->arena, &w->schema, old, new, n);
}

static const struct migration *mapped_parts(struct world *w)
{
    static const struct column_mapping parts[] = {
        {.kind = MAPPING_PART, .part = 0, .n_parts = 2, .separator = STR_INIT("an")},
        {.kind = MAPPING_PART, .part = 1, .n_parts = 2, .separator = STR_INIT("an")},
    };
    return mapped(w, "country.countryName", parts, 2);
}

static const struct migration *mapped_flags(struct world *w)
{
    static const struct column_mapping flags[] = {
        {.kind = MAPPING_FLAG, .value = STR_INIT("'good'")},
        {.kind = MAPPING_FLAG, .value = STR_INIT("'Good'")},
    };
    return mapped(w, "visit.mood", flags, 2);
}

static const struct migration *mapped_mood(struct world *w)
{
    static const struct mapping_entry entries[] = {{STR_INIT("'good'"), STR_INIT("1")},
                                                   {STR_INIT("'Good'"), STR_INIT("-20")}};
    static const struct column_mapping m = {
        .kind = MAPPING_DICTIONARY, .entries = entries, .n_entries = 2};
    return mapped(w, "visit.mood", &m, 1);
}

static const struct migration *mapped_guests(struct world *w)
{
    static const struct column_mapping m = {.kind = MAPPING_LINEAR, .offset = 2020, .factor = -1};
    return mapped(w, "visit.guests", &m, 1);
}

static const struct migration *mapped_weight(struct world *w)
{
    static const struct column_mapping m = {.kind = MAPPING_LINEAR, .offset = -0.5, .factor = 0.25};
    return mapped(w, "letter.weight", &m, 1);
}

static const struct migration *(*const EDITS[])(struct world *w) = {
    split_mood,       fold_country,      insert_climate,       insert_height, reversed_tables,
    reversed_columns, without_weight,    without_country_code, renamed_code,  keyless_city,
    keyless_visit,    without_reference, mapped_parts,         mapped_flags,  mapped_mood,
    mapped_guests,    mapped_weight,
};

enum { N_EDITS = COUNT_OF(EDITS) };

/* The columns of one table of the new schema: ! for a primary key, <- for a new column, and the old
 * name of a renamed one. */
static void assert_table(struct world *w, const struct migration *m, const char *table,
                         const char *expected)
{
    struct schema new;
    const uint32_t *lineage;
    struct buf text;
    migration_schema(&w->arena, m, STR("new"), &new, &lineage);
    text = (struct buf){0};
    uint32_t t = schema_find_table(&new, str_from(table));
    assert_int_not_equal(t, SCHEMA_NONE);
    for (uint32_t i = 0; i < new.tables[t].n_columns; i++) {
        uint32_t c = new.tables[t].columns[i], old = lineage[c];
        buf_printf(&text, "%s%.*s%s", i ? " " : "", STR_ARG(new.columns[c].name),
                   new.columns[c].primary ? "!" : "");
        if (old == SCHEMA_NONE) {
            buf_put(&text, STR("<-"));
            continue;
        }
        const struct schema_column *from = &w->schema.columns[old];
        struct str home = w->schema.tables[from->table].name;
        if (!str_eq(home, new.tables[t].name) || !str_eq(from->name, new.columns[c].name))
            buf_printf(&text, "<%.*s.%.*s", STR_ARG(home), STR_ARG(from->name));
    }
    buf_putc(&text, '\0');
    assert_string_equal(text.ptr, expected);
    buf_release(&text);
}

static bool has_key(const struct schema *s, const char *from, const char *to)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == column_named(s, from) &&
            s->foreign_keys[i].to == column_named(s, to))
            return true;
    return false;
}

static void test_schemas(void **state)
{
    struct world *w = *state;
    struct schema s;
    assert_table(w, without_weight(w), "letter", "number! tag reply_to");
    assert_table(w, insert_climate(w), "city",
                 "city_id! city_name climate<- country_code population mayor");
    migration_schema(&w->arena, split_mood(w), STR("n"), &s, NULL);
    assert_int_equal(s.n_tables, w->schema.n_tables + 1);
    assert_table(w, split_mood(w), "visit", "city_id! day! guests mood_id<-");
    assert_table(w, split_mood(w), "visit_mood", "mood_id!<- mood<visit.mood");
    assert_true(has_key(&s, "visit.mood_id", "visit_mood.mood_id"));
    migration_schema(&w->arena, fold_country(w), STR("n"), &s, NULL);
    assert_int_equal(schema_find_table(&s, STR("country")), SCHEMA_NONE);
    assert_table(w, fold_country(w), "city",
                 "city_id! city_name country_code population mayor "
                 "countryName<country.countryName area<country.area");
    assert_table(w, renamed_code(w), "country", "short \"name\"!<country.code countryName area");
    assert_int_equal(s.n_foreign_keys, w->schema.n_foreign_keys - 1);
    assert_table(w, mapped_flags(w), "visit", "city_id! day! guests mood_0<- mood_1<-");
    assert_table(w, mapped_guests(w), "visit", "city_id! day! guests_0<- mood");
    migration_schema(&w->arena, reversed_tables(w), STR("n"), &s, NULL);
    assert_true(str_eq(s.tables[0].name, STR("letter")));
    assert_true(has_key(&s, "visit.city_id", "city.city_id"));
    migration_schema(&w->arena, without_reference(w), STR("n"), &s, NULL);
    assert_int_equal(s.n_foreign_keys, w->schema.n_foreign_keys - 1);
    migration_schema(&w->arena, keyless_city(w), STR("n"), &s, NULL);
    assert_false(s.columns[column_named(&s, "city.city_id")].primary);
    assert_true(has_key(&s, "visit.city_id", "city.city_id"));
}

static void test_ids(void **state)
{
    struct world *w = *state;
    struct str ids[N_EDITS];
    for (size_t i = 0; i < N_EDITS; i++) {
        ids[i] = migration_db_id(&w->arena, EDITS[i](w), STR("X"));
        assert_true(str_eq(ids[i], migration_db_id(&w->arena, EDITS[i](w), STR("X"))));
        assert_true(str_starts(ids[i], STR("towns.X.")));
        for (size_t k = 0; k < i; k++)
            assert_false(str_eq(ids[i], ids[k]));
    }
}

static void assert_same_schema(const struct schema *x, const struct schema *y)
{
    assert_int_equal(x->n_columns, y->n_columns);
    assert_int_equal(x->n_tables, y->n_tables);
    assert_int_equal(x->n_foreign_keys, y->n_foreign_keys);
    for (uint32_t c = 0; c < x->n_columns; c++) {
        assert_true(str_eq(x->columns[c].name, y->columns[c].name));
        assert_true(str_eq(x->columns[c].natural, y->columns[c].natural));
        assert_int_equal(x->columns[c].table, y->columns[c].table);
        assert_int_equal(x->columns[c].type, y->columns[c].type);
        assert_int_equal(x->columns[c].primary, y->columns[c].primary);
    }
    for (uint32_t i = 0; i < x->n_foreign_keys; i++)
        assert_memory_equal(&x->foreign_keys[i], &y->foreign_keys[i], sizeof *x->foreign_keys);
}

static void test_json(void **state)
{
    struct world *w = *state;
    for (size_t i = 0; i < N_EDITS; i++) {
        const struct migration *m = EDITS[i](w);
        struct buf text;
        struct schema new;
        struct schema_set set;
        struct err e;
        text = (struct buf){0};
        struct json_writer json = json_writer_to(&text);
        json_array_open(&json);
        migration_json(&json, m, STR("new"));
        json_array_close(&json);
        migration_schema(&w->arena, m, STR("new"), &new, NULL);
        assert_int_equal(schema_set_parse(&w->arena, buf_str(&text), &set, &e), OK);
        assert_same_schema(&set.schemas[0], &new);
        struct json_value entry = json_item(parse_json(buf_str(&text)), 0);
        struct json_value lineage = json_member(&w->arena, entry, STR("lineage"));
        assert_int_equal(json_item_count(lineage), new.n_columns);
        buf_release(&text);
    }
}

/* The entry of tables.json that `m` makes, its schema, and its member "migration". */
struct entry {
    struct str text, migration;
    struct schema new;
};

static struct entry entry_of(struct world *w, const struct migration *m)
{
    struct entry entry = {0};
    struct buf text;
    struct err e;
    text = (struct buf){0};
    struct json_writer json = json_writer_to(&text);
    migration_json(&json, m, STR("new"));
    entry.text = arena_str(&w->arena, buf_str(&text));
    buf_release(&text);
    assert_int_equal(schema_parse(&w->arena, entry.text, &entry.new, &e), OK);
    entry.migration = json_member(&w->arena, parse_json(entry.text), STR("migration")).raw;
    assert_non_null(entry.migration.ptr);
    return entry;
}

static void test_json_and_back(void **state)
{
    struct world *w = *state;
    for (size_t i = 0; i < N_EDITS; i++) {
        const struct migration *m = EDITS[i](w), *back;
        struct entry entry = entry_of(w, m);
        struct err e;
        assert_int_equal(
            migration_from_json(&w->arena, entry.migration, &w->schema, &entry.new, &back, &e), OK);
        assert_true(migration_hash(back) == migration_hash(m));
        struct migration_views a = migration_views(&w->arena, m),
                               b = migration_views(&w->arena, back);
        assert_int_equal(a.count, b.count);
        for (uint32_t v = 0; v < a.count; v++)
            assert_true(str_eq(a.items[v].definition, b.items[v].definition));
    }
}

/* In short */

/* The migration and the schema of a short entry. */
static enum status read_short(struct world *w, struct str text, const struct migration **m,
                              struct schema *new, struct err *e)
{
    struct schema shown;
    enum status status = schema_parse(&w->arena, text, &shown, e);
    struct str changes = STR("");
    if (status == OK)
        changes = json_member(&w->arena, parse_json(text), STR("migration")).raw;
    if (status == OK)
        status = migration_from_json_short(&w->arena, changes, &w->schema, &shown, m, e);
    if (status == OK)
        migration_schema(&w->arena, *m, shown.db_id, new, NULL);
    return status;
}

static struct str short_entry(struct world *w, const struct migration *m)
{
    struct buf text = {0};
    struct json_writer json = json_writer_to(&text);
    migration_json_short(&json, m, STR("new"));
    struct str copy = arena_str(&w->arena, buf_str(&text));
    buf_release(&text);
    return copy;
}

static void assert_short_says_all(struct world *w, const struct migration *m)
{
    const struct migration *back;
    struct schema new, again;
    struct err e;
    struct str text = short_entry(w, m);
    migration_schema(&w->arena, m, STR("new"), &new, NULL);
    assert_int_equal(read_short(w, text, &back, &again, &e), OK);
    assert_true(migration_hash(back) == migration_hash(m));
    assert_same_schema(&new, &again);
    assert_true(str_eq(short_entry(w, back), text));
    struct str of = json_text(&w->arena, json_member(&w->arena, parse_json(text), STR("of")));
    assert_true(str_eq(of, w->schema.db_id));
}

static void test_short(void **state)
{
    struct world *w = *state;
    for (size_t i = 0; i < N_EDITS; i++) {
        const struct migration *first = EDITS[i](w);
        struct schema between;
        assert_short_says_all(w, first);
        migration_schema(&w->arena, first, STR("between"), &between, NULL);
        uint32_t *order = ARENA_ARRAY(&w->arena, uint32_t, between.n_tables);
        for (uint32_t t = 0; t < between.n_tables; t++)
            order[t] = between.n_tables - 1 - t;
        const struct migration *both = migration_compose(
            &w->arena, first, migration_reorder_tables(&w->arena, &between, order));
        assert_non_null(both);
        assert_short_says_all(w, both);
    }
}

/* Only what changed stands there. */
static void test_short_is_short(void **state)
{
    struct world *w = *state;
    struct str inserted = short_entry(w, insert_climate(w));
    assert_true(str_find(inserted, STR("climate"), 0) < inserted.len);
    assert_true(str_find(inserted, STR("visit"), 0) == inserted.len);
    assert_true(str_find(inserted, STR("\"keys\""), 0) == inserted.len);
    struct str split = short_entry(w, split_mood(w)); /* a key that the old schema does not have */
    assert_true(str_find(split, STR("\"keys\""), 0) < split.len);
}

static void test_broken_short(void **state)
{
    struct world *w = *state;
    static const char BYTES[] = "0123456789,[]{}\"ke:-";
    for (size_t i = 0; i < N_EDITS; i++) {
        struct str text = short_entry(w, EDITS[i](w));
        char *bytes = (char *)text.ptr;
        for (size_t at = 0; at < text.len; at++) {
            struct arena_mark mark = arena_mark(&w->arena);
            char good = bytes[at];
            for (const char *b = BYTES; *b; b++) {
                const struct migration *m;
                struct schema new;
                struct err e;
                bytes[at] = *b;
                if (read_short(w, text, &m, &new, &e) == OK)
                    migration_views(&w->arena, m);
            }
            bytes[at] = good;
            arena_rewind(&w->arena, mark);
        }
    }
}

/* Short entries that are refused, and the reason. */
static void test_refused_short(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *tables, *problem;
    } WRONG[] = {
        {"[1,1,{\"base\":0}]", "stays twice"},
        {"[99,{\"base\":0}]", "out of place"},
        {"[1,2]", "too few tables"},
        {"[{\"base\":0},{\"base\":0}]", "too many tables"},
        {"[{\"base\":0}],\"keys\":[[0,0,1,0,0]]", "out of place"},
        {"[{\"base\":0},1],\"keys\":[[0,0,1,0,1]]", "out of place"},
        {"[{\"base\":0},1],\"keys\":[[0,0,1]]", "out of place"},
    };
    struct schema shown;
    const struct migration *m;
    struct err e;
    struct str text = short_entry(w, without_reference(w)); /* spells out the first table */
    assert_int_equal(schema_parse(&w->arena, text, &shown, &e), OK);
    for (size_t i = 0; i < COUNT_OF(WRONG); i++) {
        struct str json = arena_printf(&w->arena, "{\"of\":\"%.*s\",\"tables\":%s}",
                                       STR_ARG(w->schema.db_id), WRONG[i].tables);
        assert_int_equal(migration_from_json_short(&w->arena, json, &w->schema, &shown, &m, &e),
                         E_SCHEMA);
        if (!strstr(e.msg, WRONG[i].problem))
            fail_msg("%zu: %s", i, e.msg);
    }
}

/* A copy says the same when the original is gone. */
static void test_copy(void **state)
{
    struct world *w = *state;
    for (size_t i = 0; i < N_EDITS; i++) {
        struct arena kept = w->arena;
        w->arena = (struct arena){0};
        const struct migration *m = EDITS[i](w);
        uint64_t hash = migration_hash(m);
        const struct migration *copy = migration_keep(&kept, m, &w->schema);
        arena_release(&w->arena);
        w->arena = kept;
        assert_true(migration_hash(copy) == hash);
        (void)entry_of(w, copy);
    }
}

/* Any byte may change: an accepted migration can still be made into views. */
static void test_broken_json(void **state)
{
    struct world *w = *state;
    static const char BYTES[] = "0123456789,[]{}\"ke:-";
    for (size_t i = 0; i < N_EDITS; i++) {
        struct entry entry = entry_of(w, EDITS[i](w));
        char *text = (char *)entry.migration.ptr;
        for (size_t at = 0; at < entry.migration.len; at++) {
            struct arena_mark mark = arena_mark(&w->arena);
            char good = text[at];
            for (const char *b = BYTES; *b; b++) {
                const struct migration *m;
                struct err e;
                text[at] = *b;
                if (migration_from_json(&w->arena, entry.migration, &w->schema, &entry.new, &m,
                                        &e) == OK)
                    migration_views(&w->arena, m);
            }
            text[at] = good;
            arena_rewind(&w->arena, mark);
        }
    }
}

/* No view stands for a table that did not change, so it must be the old one; and none can have a
 * name that SQLite keeps for itself. */
static void test_json_of_other_names(void **state)
{
    struct world *w = *state;
    static const struct {
        const char *before, *after, *problem;
    } NAMES[] = {
        {"\"visit\"", "\"visiu\"", "that is not its base"},
        {"\"guests\"", "\"guesss\"", "that is not its base"},
        {"\"visit_mood\"", "\"SQLite_ood\"", "that SQLite keeps for itself"},
    };
    for (size_t i = 0; i < COUNT_OF(NAMES); i++) {
        struct entry entry = entry_of(w, i < 2 ? insert_climate(w) : split_mood(w));
        struct str before = str_from(NAMES[i].before);
        char *text = (char *)entry.text.ptr;
        for (size_t at = 0; (at = str_find(entry.text, before, at)) < entry.text.len; at++)
            memcpy(text + at, NAMES[i].after, before.len);
        const struct migration *m;
        struct schema new;
        struct err e;
        assert_int_equal(schema_parse(&w->arena, entry.text, &new, &e), OK);
        assert_int_equal(migration_from_json(&w->arena, entry.migration, &w->schema, &new, &m, &e),
                         E_SCHEMA);
        assert_non_null(strstr(e.msg, NAMES[i].problem));
    }
}

/* A suite's tables.json is as hostile as anything: a forged migration must not be read past its
 * end. A table that was split off is recognised by its columns, not by its place. */
static void test_split_anywhere(void **state)
{
    struct world *w = *state;
    static const char OLD[] =
        "{\"db_id\":\"db\",\"table_names\":[\"t\"],\"table_names_original\":[\"t\"],"
        "\"column_names\":[[-1,\"*\"],[0,\"a\"],[0,\"b\"]],"
        "\"column_names_original\":[[-1,\"*\"],[0,\"a\"],[0,\"b\"]],"
        "\"column_types\":[\"text\",\"text\",\"text\"],\"primary_keys\":[],\"foreign_keys\":[]}";
    static const char NEW[] =
        "{\"db_id\":\"dbx\",\"table_names\":[\"t\",\"s\",\"e\"],"
        "\"table_names_original\":[\"t\",\"s\",\"e\"],"
        "\"column_names\":[[-1,\"*\"],[0,\"a\"],[0,\"b\"],[1,\"k\"],[1,\"b\"]%s],"
        "\"column_names_original\":[[-1,\"*\"],[0,\"a\"],[0,\"b\"],[1,\"k\"],[1,\"b\"]%s],"
        "\"column_types\":[\"text\",\"text\",\"text\",\"text\",\"text\"%s],"
        "\"primary_keys\":[],\"foreign_keys\":[]}";
    static const char MIGRATION[] =
        "{\"of\":\"db\",\"tables\":[{\"base\":0,\"columns\":[1,{\"lookup\":2}]},"
        "{\"base\":0,\"split\":true,\"columns\":[\"key\",2]},{\"base\":0,\"columns\":[%s]}]}";
    for (int columns = 0; columns <= 1; columns++) {
        const char *name = columns ? ",[2,\"a\"]" : "", *type = columns ? ",\"text\"" : "";
        struct schema old, new;
        const struct migration *m;
        struct err e;
        assert_int_equal(schema_parse(&w->arena, str_from(OLD), &old, &e), OK);
        assert_int_equal(
            schema_parse(&w->arena, arena_printf(&w->arena, NEW, name, name, type), &new, &e), OK);
        struct str json = arena_printf(&w->arena, MIGRATION, columns ? "1" : "");
        enum status status = migration_from_json(&w->arena, json, &old, &new, &m, &e);
        assert_int_equal(status, columns ? OK : E_SCHEMA);
        if (status)
            continue;
        struct declaration d = {.tables = arena_zalloc(&w->arena, old.n_tables * sizeof *d.tables),
                                .columns =
                                    arena_zalloc(&w->arena, old.n_columns * sizeof *d.columns)};
        struct migration_statements made = migration_copy_statements(&w->arena, m, &d);
        assert_non_null(strstr(made.items[0].sql.ptr, "REFERENCES \"s\""));
    }
}

static void test_copies(void **state)
{
    struct world *w = *state;
    for (size_t i = 0; i < N_EDITS; i++) {
        const char *problem =
            fixture_compare(&w->arena, w->path, EDITS[i](w), STR("SELECT day FROM visit"));
        if (problem)
            fail_msg("edit %zu: %s", i, problem);
    }
}

static const char *text_of(struct world *w, const char *path, const char *sql)
{
    struct rows rows = fixture_query(&w->arena, path, sql);
    assert_true(rows.n_rows > 0);
    const struct value *v = rows_at(&rows, 0, 0);
    return v->type == VALUE_NULL ? "NULL" : arena_str(&w->arena, value_bytes(v)).ptr;
}

/* What a copy holds and declares, seen with SQL. */
static void test_copied_declarations(void **state)
{
    struct world *w = *state;
    static const struct {
        const struct migration *(*edit)(struct world *w);
        const char *sql, *expected;
    } cases[] = {
        {split_mood, "SELECT group_concat(mood_id || mood) FROM visit_mood", "1Good,2good"},
        {split_mood,
         "SELECT group_concat(coalesce(mood_id, '-')) FROM (SELECT * FROM visit ORDER BY city_id, "
         "day)",
         "1,2,2,-"},
        {fold_country,
         "SELECT group_concat(city_name || coalesce(countryName, '-')) FROM (SELECT * FROM city "
         "ORDER BY city_id)",
         "ParisFrance,lyonFrance,PortoPortugal,LyonFrance,Nowhere-"},
        {reversed_columns, "SELECT group_concat(city_id) FROM city WHERE city_name = 'LYON'",
         "3,7"},
        {reversed_tables,
         "SELECT group_concat(name) FROM (SELECT name FROM sqlite_master WHERE "
         "type = 'table' ORDER BY rowid)",
         "letter,kind,visit,city,country"},
        {insert_climate, "SELECT typeof(climate) FROM city", "text"},
        {insert_height,
         "SELECT CAST(min(height) >= -5 AND max(height) <= 100 AS TEXT) FROM country", "1"},
        {keyless_visit,
         "SELECT CAST(sum(sql LIKE '%PRIMARY KEY%') AS TEXT) FROM sqlite_master WHERE name = "
         "'visit'",
         "0"},
        {without_reference,
         "SELECT CAST(sum(sql LIKE '%REFERENCES%') AS TEXT) FROM sqlite_master WHERE name = 'city'",
         "0"},
    };
    const char *path = fixture_copy_path(&w->arena);
    struct err e;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(database_copy(w->path, cases[i].edit(w), path, NULL, &e), OK);
        assert_string_equal(text_of(w, path, cases[i].sql), cases[i].expected);
    }
    fixture_copy_remove(path);
}

/* A table with all that a table can declare. */
static const char DECLARED[] =
    "CREATE TABLE club (name TEXT PRIMARY KEY) WITHOUT ROWID;"
    "CREATE TABLE member (no INTEGER PRIMARY KEY AUTOINCREMENT, age INT DEFAULT (18 + 1)"
    "  CHECK (age >= 0), nick TEXT DEFAULT 'it''s', club TEXT REFERENCES club ON DELETE SET NULL,"
    "  paid INT, due INT, CHECK (paid <= due AND length(nick) > 0), CONSTRAINT c CHECK (due > 0));"
    "CREATE INDEX by_age ON member (age DESC, nick COLLATE NOCASE);"
    "CREATE UNIQUE INDEX by_nick ON member (\"nick\") WHERE paid > 0;"
    "CREATE INDEX by_length ON member (length(nick));"
    "INSERT INTO club VALUES ('Chess');"
    "INSERT INTO member VALUES (4, 20, 'al', 'Chess', 1, 2), (9, NULL, 'bo', NULL, 0, 5);";

static const struct migration *rename_nick(struct arena *a, const struct schema *s)
{
    return migration_rename_column(a, s, column_named(s, "member.nick"), STR("by name"),
                                   STR("by name"));
}

static const struct migration *drop_paid(struct arena *a, const struct schema *s)
{
    return migration_drop_column(a, s, column_named(s, "member.paid"));
}

static const struct migration *split_age(struct arena *a, const struct schema *s)
{
    struct migration_split split = {.column = column_named(s, "member.age"),
                                    .table = STR("member_age"),
                                    .key = STR("age_id"),
                                    .reference = STR("age_id")};
    return migration_split_column(a, s, &split);
}

static const struct migration *forget_key(struct arena *a, const struct schema *s)
{
    return migration_forget_primary_key(a, s, schema_find_table(s, STR("member")));
}

/* A changed table still declares everything that its columns allow. */
static void test_copied_constraints(void **state)
{
    struct world *w = *state;
    static const struct {
        const struct migration *(*edit)(struct arena *a, const struct schema *s);
        const char *table, *expected;
    } cases[] = {
        {rename_nick, "member",
         "CREATE TABLE \"member\" (\"no\" INTEGER PRIMARY KEY AUTOINCREMENT, \"age\" INT DEFAULT "
         "(18 + 1), \"by name\" TEXT DEFAULT ('it''s'), \"club\" TEXT, \"paid\" INT, \"due\" INT, "
         "FOREIGN KEY (\"club\") REFERENCES \"club\"(\"name\") ON DELETE SET NULL, CHECK "
         "(\"age\" >= 0), CHECK (\"paid\" <= \"due\" AND length(\"by name\") > 0), CHECK "
         "(\"due\" > 0))"},
        {rename_nick, "by_age",
         "CREATE INDEX by_age ON \"member\" (\"age\" DESC, \"by name\" COLLATE NOCASE)"},
        {rename_nick, "by_nick",
         "CREATE UNIQUE INDEX by_nick ON \"member\" (\"by name\") WHERE \"paid\" > 0"},
        {rename_nick, "by_length", "CREATE INDEX by_length ON \"member\" (length(\"by name\"))"},
        {rename_nick, "club", "CREATE TABLE club (name TEXT PRIMARY KEY) WITHOUT ROWID"},
        {drop_paid, "member",
         "CREATE TABLE \"member\" (\"no\" INTEGER PRIMARY KEY AUTOINCREMENT, \"age\" INT DEFAULT "
         "(18 + 1), \"nick\" TEXT DEFAULT ('it''s'), \"club\" TEXT, \"due\" INT, FOREIGN KEY "
         "(\"club\") REFERENCES \"club\"(\"name\") ON DELETE SET NULL, CHECK (\"age\" >= 0), CHECK "
         "(\"due\" > 0))"},
        {drop_paid, "by_nick", NULL},
        {split_age, "member_age",
         "CREATE TABLE \"member_age\" (\"age_id\" INTEGER PRIMARY KEY, \"age\" INT, UNIQUE "
         "(\"age\" "
         "COLLATE BINARY), CHECK (\"age\" >= 0))"},
        {forget_key, "by_age",
         "CREATE INDEX by_age ON \"member\" (\"age\" DESC, \"nick\" COLLATE NOCASE)"},
    };
    const char *original = fixture_create(&w->arena, DECLARED);
    const char *path = fixture_copy_path(&w->arena);
    struct schema schema;
    struct err e;
    assert_int_equal(schema_from_database(&w->arena, original, STR("club"), &schema, &e), OK);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const struct migration *m = cases[i].edit(&w->arena, &schema);
        assert_int_equal(database_copy(original, m, path, NULL, &e), OK);
        struct str sql = arena_printf(
            &w->arena, "SELECT max(sql) FROM sqlite_master WHERE name = '%s'", cases[i].table);
        assert_string_equal(text_of(w, path, sql.ptr),
                            cases[i].expected ? cases[i].expected : "NULL");
    }
    fixture_copy_remove(path);
    fixture_remove(original);
}

/* A composite foreign key goes or stays as a whole, in the schema and in the copy. */
static void test_composite_keys(void **state)
{
    struct world *w = *state;
    const char *original = fixture_create(
        &w->arena, "CREATE TABLE flight (line TEXT, no INT, gate TEXT, PRIMARY KEY (line, no));"
                   "CREATE TABLE leg (id INT PRIMARY KEY, a TEXT, b INT, c TEXT, d INT,"
                   " FOREIGN KEY (a, b) REFERENCES flight, FOREIGN KEY (c, d) REFERENCES flight);");
    const char *path = fixture_copy_path(&w->arena);
    struct schema s, new, copied;
    struct err e;
    assert_int_equal(schema_from_database(&w->arena, original, STR("air"), &s, &e), OK);
    assert_int_equal(s.n_foreign_keys, 4);
    assert_int_equal(s.columns[s.foreign_keys[1].to].name.len, 2);
    assert_int_equal(key_span_of(&s, 3).first, 2);
    assert_int_equal(key_span_of(&s, 3).count, 2);
    const struct migration *edits[] = {
        migration_forget_foreign_key(&w->arena, &s, 0),
        migration_drop_column(&w->arena, &s, column_named(&s, "leg.d")),
        migration_rename_column(&w->arena, &s, column_named(&s, "leg.d"), STR("e"), STR("e")),
    };
    static const uint32_t expected[] = {2, 2, 4};
    for (size_t i = 0; i < COUNT_OF(edits); i++) {
        migration_schema(&w->arena, edits[i], STR("new"), &new, NULL);
        assert_int_equal(new.n_foreign_keys, expected[i]);
        assert_int_equal(database_copy(original, edits[i], path, NULL, &e), OK);
        assert_int_equal(schema_from_database(&w->arena, path, STR("air"), &copied, &e), OK);
        assert_int_equal(copied.n_foreign_keys, expected[i]);
        assert_int_equal(key_span_of(&copied, 1).count, 2);
    }
    fixture_copy_remove(path);
    fixture_remove(original);
}

/* A copy that cannot be made leaves nothing. */
static void test_failed_copy(void **state)
{
    struct world *w = *state;
    const char *path = fixture_copy_path(&w->arena);
    struct err e;
    assert_int_equal(database_copy("/nonexistent", split_mood(w), path, NULL, &e), E_DB);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_equal(database_copy(w->path, split_mood(w), "/nonexistent/copy", NULL, &e), E_IO);
    fixture_copy_remove(path);
}

static void test_permutations(void **state)
{
    struct world *w = *state;
    assert_int_equal(permutation_count(1), 0);
    assert_int_equal(permutation_count(4), 23);
    assert_true(permutation_count(21) == UINT64_MAX);
    bool seen[256] = {false};
    for (uint64_t i = 0; i <= permutation_count(4); i++) {
        const uint32_t *p = permutation_make(&w->arena, 4, i);
        uint32_t code = p[0] << 6 | p[1] << 4 | p[2] << 2 | p[3];
        assert_int_equal((1u << p[0]) + (1u << p[1]) + (1u << p[2]) + (1u << p[3]), 15);
        assert_false(seen[code]);
        seen[code] = true;
    }
    const uint32_t *large = permutation_make(&w->arena, 30, UINT64_MAX - 1);
    uint32_t all = 0;
    for (uint32_t i = 0; i < 30; i++)
        all |= 1u << large[i];
    assert_int_equal(all, (1u << 30) - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_schemas),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_json_and_back),
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_broken_json),
        cmocka_unit_test(test_json_of_other_names),
        cmocka_unit_test(test_split_anywhere),
        cmocka_unit_test(test_short),
        cmocka_unit_test(test_short_is_short),
        cmocka_unit_test(test_broken_short),
        cmocka_unit_test(test_refused_short),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_copied_declarations),
        cmocka_unit_test(test_copied_constraints),
        cmocka_unit_test(test_composite_keys),
        cmocka_unit_test(test_failed_copy),
        cmocka_unit_test(test_permutations),
    };
    return cmocka_run_group_tests(tests, world_set_up, world_tear_down);
}
