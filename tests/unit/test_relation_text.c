/* test_relation_text.c: the texts about each relation are complete, and true.
 *
 * The examples are from examples/shop: its questions, and those of more.jsonl, which no figure
 * includes. Here all variants of all these seeds are made, and the example must be one of them. */
#include "base/file.h"
#include "dataset/dataset.h"
#include "fixture.h"
#include "link/book_shelf.h"
#include "relation/prepare.h"
#include "rewording/rules.h"
#include "seeds.h"
#include "store/content.h"
#include "unit.h"

#define SHOP TEQL_SOURCE_DIR "/examples/shop"

enum { MAX_PAGE = 1 << 20, MAX_VARIANTS = 1000, MAX_WIDTH = 100 };

static struct fixture {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct dataset shop, more;
    const char *database;
    struct content_reader *reader;
    struct book_shelf books;
    struct reword_rules rewording;
} f;

static int set_up(void **state)
{
    (void)state;
    struct knowledge_sources sources = {.wordnet = "/nonexistent"};
    struct err e;
    f = (struct fixture){0};
    struct str sql;
    struct dataset_source more = {.data = SHOP, .questions = SHOP "/more.jsonl"};
    if (lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK ||
        knowledge_load(&f.knowledge, &f.lexicon, &sources, &e) != OK ||
        dataset_load(&f.shop, &(struct dataset_source){.data = SHOP}, &e) != OK ||
        dataset_load(&f.more, &more, &e) != OK ||
        reword_rules_load(&f.rewording, &f.lexicon, &e) != OK ||
        file_read(&f.arena, SHOP "/shop.sql", MAX_PAGE, &sql, &e) != OK)
        return 1;
    f.books.lexicon = &f.lexicon;
    f.database = fixture_create(&f.arena, arena_str(&f.arena, sql).ptr);
    f.reader = content_reader_new(1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fixture_remove(f.database);
    content_reader_free(f.reader);
    book_shelf_release(&f.books);
    reword_rules_release(&f.rewording);
    dataset_release(&f.shop);
    dataset_release(&f.more);
    knowledge_release(&f.knowledge);
    lexicon_release(&f.lexicon);
    arena_release(&f.arena);
    return 0;
}

/* Schemas as text, as examples write them */

static void put_column(struct buf *out, const struct schema *s, uint32_t column)
{
    buf_put(out, s->columns[column].name);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        if (s->foreign_keys[i].from == column) {
            struct str to = s->tables[s->columns[s->foreign_keys[i].to].table].name;
            buf_printf(out, " → %.*s", STR_ARG(to));
        }
}

static void put_table(struct buf *out, const struct schema *s, const struct schema_table *t)
{
    buf_put(out, t->name);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        buf_put(out, i ? STR(", ") : STR(" ("));
        put_column(out, s, t->columns[i]);
    }
    buf_put(out, STR(")\n"));
}

static struct str schema_lines(const struct schema *s)
{
    struct buf text = {0};
    for (uint32_t t = 0; t < s->n_tables; t++)
        put_table(&text, s, &s->tables[t]);
    struct str copy = arena_str(&f.arena, buf_str(&text));
    buf_release(&text);
    return copy;
}

/* Are the lines of `some` among those of `all`, in this order? */
static bool has_lines(struct str all, struct str some)
{
    struct str wanted = str_split(&some, '\n');
    while (all.ptr) {
        if (!str_eq(str_split(&all, '\n'), wanted))
            continue;
        if (!some.ptr)
            return true;
        wanted = str_split(&some, '\n');
    }
    return false;
}

/* Variants */

/* Is this variant what the example shows? */
static bool is_example(const struct relation_text *t, const struct seed *seed,
                       const struct test_case *v)
{
    if (!v->migration)
        return str_eq(seed->question, str_from(t->before)) &&
               str_eq(v->question, str_from(t->after));
    struct schema new;
    migration_schema(&f.arena, v->migration, STR("new"), &new, NULL);
    return has_lines(schema_lines(seed->schema), str_from(t->before)) &&
           has_lines(schema_lines(&new), str_from(t->after));
}

static bool makes_example(const struct relation *r, const struct seed *seed)
{
    struct relation_seed s =
        make_seed(&f.arena, &f.lexicon, seed->schema, seed->question, seed->query);
    const void *plan = NULL;
    bool found = false;
    struct content_source content = content_reader_of(f.reader, f.database, seed->schema);
    s.knowledge = &f.knowledge;
    s.content = &content;
    s.options.strength = STRENGTH_BOLD;
    const struct indicator_book *book;
    struct err e;
    assert_int_equal(book_shelf_get(&f.books, f.database, seed->schema, &book, &e), OK);
    relation_prepare_reading(&f.arena, book, &f.rewording, &s);
    uint64_t n = r->count(&f.arena, &s, &plan);
    assert_true(n < MAX_VARIANTS);
    for (uint64_t i = 0; i < n && !found; i++) {
        struct test_case v = {.question = seed->question, .query = seed->query};
        found = r->make(&f.arena, &s, plan, i, &v) && is_example(&r->text, seed, &v);
    }
    return found;
}

static void examples_are_real(void **state)
{
    (void)state;
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        bool found = false;
        for (uint32_t i = 0; i < f.shop.n_seeds && !found; i++)
            found = makes_example(*r, &f.shop.seeds[i]);
        for (uint32_t i = 0; i < f.more.n_seeds && !found; i++)
            found = makes_example(*r, &f.more.seeds[i]);
        if (!found)
            fail_msg("%s makes no such variant:\n%s\n%s", (*r)->id, (*r)->text.before,
                     (*r)->text.after);
    }
}

/* Texts */

static size_t characters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

static void expect_text(const struct relation *r, const char *what, const char *text, size_t most)
{
    if (!text || !*text || characters(text) > most)
        fail_msg("%s: %s is missing or longer than %zu", r->id, what, most);
}

static void expect_sentence(const struct relation *r, const char *what, const char *text)
{
    expect_text(r, what, text, MAX_WIDTH);
    if (!str_ends(str_from(text), STR(".")))
        fail_msg("%s: %s is no sentence", r->id, what);
}

static void every_relation_is_described(void **state)
{
    (void)state;
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        const struct relation_text *t = &(*r)->text;
        expect_text(*r, "name", (*r)->name, RELATION_NAME_MAX);
        expect_text(*r, "summary", t->summary, RELATION_SUMMARY_MAX);
        expect_sentence(*r, "what", t->what);
        expect_text(*r, "before", t->before, 2 * MAX_WIDTH);
        expect_text(*r, "after", t->after, 2 * MAX_WIDTH);
        expect_sentence(*r, "answer", t->answer);
        expect_text(*r, "page", t->page, MAX_WIDTH);
    }
}

static struct str read_page(const char *path)
{
    struct str text;
    struct err e;
    const char *full = arena_printf(&f.arena, TEQL_SOURCE_DIR "/%s", path).ptr;
    if (file_read(&f.arena, full, MAX_PAGE, &text, &e) != OK)
        fail_msg("there is no %s", path);
    return text;
}

/* Where help sends people, they find the relation. */
static void pages_tell_of_the_relation(void **state)
{
    (void)state;
    struct str all = read_page("docs/reference/relations.md");
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        struct str head = arena_printf(&f.arena, "\n### %s: %s\n", (*r)->id, (*r)->name);
        struct str page = read_page((*r)->text.page), id = str_from((*r)->id);
        if (str_find(all, head, 0) == all.len || str_find(page, id, 0) == page.len)
            fail_msg("%s: neither docs/reference/relations.md nor %s may leave it out", (*r)->id,
                     (*r)->text.page);
    }
}

static void names_are_found_by_id(void **state)
{
    (void)state;
    assert_true(str_eq(str_from(relation_find(STR("PI"))->name), STR("prefix insertion")));
    assert_true(str_eq(str_from(relation_find(STR("crm"))->name), STR("column removal")));
    assert_null(relation_find(STR("elsewhere")));
}

static void each_way_of_rewording_has_its_relation(void **state)
{
    (void)state;
    uint32_t found[N_REWORD_KINDS] = {0};
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        struct str name = reword_kind_name((*r)->reword);
        if (!(*r)->rewords)
            continue;
        found[(*r)->reword]++;
        assert_string_equal(arena_printf(&f.arena, "NLQ-%.*s", STR_ARG(name)).ptr, (*r)->id);
    }
    for (int k = 0; k < N_REWORD_KINDS; k++)
        assert_int_equal(found[k], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_real),
        cmocka_unit_test(every_relation_is_described),
        cmocka_unit_test(pages_tell_of_the_relation),
        cmocka_unit_test(names_are_found_by_id),
        cmocka_unit_test(each_way_of_rewording_has_its_relation),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
