/* test_bold_names.c: the names of DB-synonym and CRn with --strength bold, on small schemas and on
 * Spider's. */
#include "schema_seeds.h"
#include "seeds.h"
#include "shared.h"
#include "unit.h"

#include "lexicon/name_style.h"
#include "link/schema_words.h"
#include "migration/migration.h"
#include "relation/draw.h"

#include <stdio.h>

struct bold_world {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
};

static int set_up(void **state)
{
    static struct bold_world w;
    struct knowledge_sources sources = {.wordnet = NULL};
    struct err e;
    w = (struct bold_world){0};
    assert_int_equal(lexicon_load(&w.lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&w.knowledge, &w.lexicon, &sources, &e), OK);
    *state = &w;
    return 0;
}

static int tear_down(void **state)
{
    struct bold_world *w = *state;
    knowledge_release(&w->knowledge);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
    return 0;
}

/* A schema of one table with these columns, between blanks; those of numbers end with '#'. */
static const struct schema *table_of(struct bold_world *w, const char *table, const char *columns)
{
    struct buf original = {0}, natural = {0}, types = {0};
    for (struct str rest = str_from(columns); rest.ptr;) {
        struct str column = str_split(&rest, ' ');
        bool number = str_ends(column, STR("#"));
        column.len -= number;
        buf_printf(&original, ",[0,\"%.*s\"]", STR_ARG(column));
        buf_printf(&natural, ",[0,\"%.*s\"]", STR_ARG(name_in_words(&w->arena, column)));
        buf_printf(&types, ",\"%s\"", number ? "number" : "text");
    }
    struct str text = arena_printf(
        &w->arena,
        "[{\"db_id\":\"one\",\"table_names_original\":[\"%s\"],\"table_names\":[\"%s\"],"
        "\"column_names_original\":[[-1,\"*\"]%.*s],\"column_names\":[[-1,\"*\"]%.*s],"
        "\"column_types\":[\"text\"%.*s],\"primary_keys\":[],\"foreign_keys\":[]}]",
        table, table, STR_ARG(buf_str(&original)), STR_ARG(buf_str(&natural)),
        STR_ARG(buf_str(&types)));
    struct schema_set *set = ARENA_NEW(&w->arena, struct schema_set);
    struct err e;
    assert_int_equal(schema_set_parse(&w->arena, text, set, &e), OK);
    buf_release(&original);
    buf_release(&natural);
    buf_release(&types);
    return &set->schemas[0];
}

/* The names that variants give to the column; each with a blank before and after. */
static struct str names_given(struct bold_world *w, const struct relation *r,
                              enum strength strength, const struct schema *s, const char *query,
                              const char *column)
{
    struct relation_seed seed =
        make_seed(&w->arena, &w->lexicon, s, STR("Which is it?"), str_from(query));
    struct buf names = {0};
    const void *plan;
    seed.knowledge = &w->knowledge;
    seed.options.strength = (int)strength;
    uint64_t n = r->count(&w->arena, &seed, &plan);
    buf_putc(&names, ' ');
    for (uint64_t i = 0; i < n; i++) {
        struct test_case c = CASE_EMPTY;
        uint32_t at = column_named(s, column);
        if (!r->make(&w->arena, &seed, plan, i, &c))
            continue;
        /* The schema has "*" before the columns. */
        struct str name = migration_column_of(c.migration, c.migration->tables, at - 1).name;
        if (!str_eq_nocase(name, s->columns[at].name))
            buf_printf(&names, "%.*s ", STR_ARG(name));
    }
    return buf_keep(&names, &w->arena);
}

/* Names in DB-synonym, with a query that reads the column. */
static struct str bold_names(struct bold_world *w, const char *table, const char *columns,
                             const char *column)
{
    const struct schema *s = table_of(w, table, columns);
    return names_given(w, &relation_DB_synonym, STRENGTH_BOLD, s,
                       arena_printf(&w->arena, "SELECT %s FROM %s", column, table).ptr,
                       arena_printf(&w->arena, "%s.%s", table, column).ptr);
}

static void expect(struct str names, const char *name, bool given)
{
    struct str word = {name, strlen(name)};
    size_t at = 0;
    bool found = false;
    for (; (at = str_find(names, word, at)) < names.len; at++)
        found |= names.ptr[at - 1] == ' ' && names.ptr[at + word.len] == ' ';
    if (found != given)
        fail_msg("%s is %s:%.*s", name, given ? "not given" : "given", STR_ARG(names));
}

/* The examples of the paper. */
static void test_paper(void **state)
{
    struct bold_world *w = *state;
    struct str names = bold_names(
        w, "matches", "match_num# winner_name winner_age# loser_name loser_age#", "winner_name");
    expect(names, "champ_name", true);
    names = bold_names(w, "airline", "airline_id# name country", "country");
    expect(names, "location", true);
    expect(names, "nation", true);
}

/* Other columns are compared with the new name, and with the old one. */
static void test_rivals(void **state)
{
    struct bold_world *w = *state;
    struct str names = bold_names(w, "airline", "airline_id# country city", "country");
    expect(names, "location", false);
    expect(names, "nation", true);
    names = bold_names(w, "shop", "shop_id# description details", "description");
    expect(names, "details", false);
    expect(names, "explanation", false); /* "description" could be the details then */
}

/* No bold name adds a unit, an owner or another word for id to the old name. */
static void test_never_all(void **state)
{
    struct bold_world *w = *state;
    struct str names = bold_names(w, "singer", "singer_id# name age#", "age");
    expect(names, "age_in_years", false);
    assert_int_equal(names.len, 1);
    names = bold_names(w, "singer", "singer_id# name age#", "singer_id");
    assert_int_equal(names.len, 1);
    names = bold_names(w, "airline", "uid# airline country", "airline");
    expect(names, "airline_name", false);
    names = bold_names(w, "film", "film_id# languages", "languages");
    expect(names, "language_names", false);
}

/* A name becomes the noun of its table, which may be the table's own name. But the photo is not the
 * name of a photo, and a parent company is a company, too. */
static void test_nouns(void **state)
{
    struct bold_world *w = *state;
    expect(bold_names(w, "stadium", "stadium_id# name seats#", "name"), "stadium", true);
    expect(bold_names(w, "photo", "photo_id# name size#", "name"), "photo", false);
    expect(bold_names(w, "company", "company_id# name parent_company", "name"), "company", false);
    expect(bold_names(w, "stadium", "stadium_id# name# seats#", "name"), "stadium", false);
    expect(bold_names(w, "orders", "order_id# customer_name", "customer_name"), "client", true);
}

/* The type of a column shows the sense of its name: the PG-13 of a film is not a score. */
static void test_types(void **state)
{
    struct bold_world *w = *state;
    expect(bold_names(w, "film", "film_id# rating#", "rating"), "score", true);
    expect(bold_names(w, "film", "film_id# rating", "rating"), "score", false);
}

/* All words that can be are replaced, none of them twice, and a word between others stays if they
 * belong together. */
static void test_words(void **state)
{
    struct bold_world *w = *state;
    expect(bold_names(w, "orders", "order_id# supplier_company", "supplier_company"), "vendor_firm",
           true);
    expect(bold_names(w, "address", "address_id# town_city", "town_city"),
           "municipality_municipality", false);
    expect(bold_names(w, "area", "area_id# theme_park_details", "theme_park_details"),
           "motif_park_details", false);
    const struct schema *s = table_of(w, "orders", "order_id# supplier_company");
    struct str names = names_given(w, &relation_CRn, STRENGTH_BOLD, s,
                                   "SELECT order_id FROM orders", "orders.supplier_company");
    expect(names, "vendor_firm", true);
    expect(names, "supplier_firm", false);
}

/* Mild cases have none of these. */
static void test_mild(void **state)
{
    struct bold_world *w = *state;
    const struct schema *s = table_of(w, "airline", "airline_id# name country");
    const char *query = "SELECT name, country FROM airline";
    struct str names =
        names_given(w, &relation_DB_synonym, STRENGTH_MILD, s, query, "airline.country");
    expect(names, "location", false);
    expect(names, "country_name", true);
    names = names_given(w, &relation_DB_synonym, STRENGTH_MILD, s, query, "airline.name");
    expect(names, "airline", false);
}

/* Words of old names in new ones. */
struct kept_words {
    uint32_t all, some, none, seeds;
};

static void count_name(struct arena *a, struct kept_words *k, struct str old, struct str now)
{
    struct name_words x = name_split(a, old), y = name_split(a, now);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < x.count; i++)
        kept += name_words_have(&y, x.items[i].text);
    if (!str_eq_nocase(old, now))
        ++*(kept == 0 ? &k->none : kept < x.count ? &k->some : &k->all);
}

/* The columns that the query reads. */
static void count_case(struct arena *a, struct kept_words *k, const struct relation_seed *s,
                       const struct migration *m)
{
    for (uint32_t t = 0; t < m->n_tables; t++)
        for (uint32_t i = 0; i < m->tables[t].n_columns; i++) {
            struct migration_column c = migration_column_of(m, &m->tables[t], i);
            if (s->column_read[c.old])
                count_name(a, k, s->schema->columns[c.old].name, c.name);
        }
}

static void count_seed(struct arena *a, struct kept_words *k, const struct relation_seed *s)
{
    struct rng rng = rng_stream(1, STR("DB-synonym"), s->seed->number);
    struct case_list l = relation_draw(a, &relation_DB_synonym, s, 5, rng);
    k->seeds += l.count > 0;
    for (uint32_t i = 0; i < l.count; i++)
        count_case(a, k, s, l.items[i].migration);
}

/* People's names keep no word in two thirds of the cases, and all words in 3%. */
static void test_spider(void **state)
{
    struct bold_world *w = *state;
    struct kept_words kept = {0};
    struct spider_dev dev;
    struct arena scratch = {0};
    if (!shared_present())
        skip();
    spider_dev_load(&w->arena, &dev);
    knowledge_learn(&w->knowledge, &dev.schemas);
    for (size_t i = 0; i < dev.count; i++) {
        struct relation_seed s;
        arena_clear(&scratch);
        if (!spider_dev_seed(&scratch, &dev, i, &s))
            continue;
        s.knowledge = &w->knowledge;
        s.lexicon = &w->lexicon;
        s.options.strength = STRENGTH_BOLD;
        count_seed(&scratch, &kept, &s);
    }
    uint32_t all = kept.all + kept.some + kept.none;
    printf("%u seeds, %u names: %.1f%% keep all words, %.1f%% none\n", kept.seeds, all,
           100.0 * kept.all / all, 100.0 * kept.none / all);
    assert_true(kept.seeds >= 700);
    assert_true(kept.none * 100 >= all * 60);
    assert_true(kept.all * 100 <= all * 5);
    arena_release(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),     cmocka_unit_test(test_rivals),
        cmocka_unit_test(test_never_all), cmocka_unit_test(test_nouns),
        cmocka_unit_test(test_types),     cmocka_unit_test(test_words),
        cmocka_unit_test(test_mild),      cmocka_unit_test(test_spider),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
