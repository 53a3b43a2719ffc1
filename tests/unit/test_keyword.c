/* test_keyword.c: builtin:keyword on databases of our own: every rule, hostile input, and a proof
 * that nothing but schema, rows, lexicon and question decides. */
#include "sure.h"

#include "fixture.h"
#include "nlidb/keyword.h"
#include "own_list.h"

#include <stdio.h>

static const char bands_sql[] =
    "CREATE TABLE band(band_id INTEGER PRIMARY KEY, name TEXT, country TEXT, genre TEXT,"
    " formed_year INTEGER, is_active INTEGER);"
    "CREATE TABLE album(album_id INTEGER PRIMARY KEY, band_id INTEGER REFERENCES band(band_id),"
    " title TEXT, released_on TEXT, sales INTEGER, price REAL);"
    "CREATE TABLE festival(festival_id INTEGER PRIMARY KEY, name TEXT, city TEXT, country TEXT,"
    " capacity INTEGER);"
    "CREATE TABLE appearance(band_id INTEGER REFERENCES band(band_id),"
    " festival_id INTEGER REFERENCES festival(festival_id), fee REAL);"
    "INSERT INTO band VALUES(1,'The Wrens','Ireland','Folk',1998,1),(2,'Salt Line','Norway','Rock',"
    "2005,0),(3,'Ilex','Ireland','Rock',2011,1);"
    "INSERT INTO album VALUES(1,1,'Low Tide','2001-05-02',5000,9.5),(2,1,'High Tide','2004-03-01',"
    "7000,12.0),(3,2,'Granite','2010-10-10',900,8.0);"
    "INSERT INTO festival VALUES(1,'Harbour Days','Cork','Ireland',8000),(2,'Fjord Fest','Bergen',"
    "'Norway',12000);"
    "INSERT INTO appearance VALUES(1,1,500),(2,1,700),(2,2,900);";

struct asked {
    struct arena arena;
    struct lexicon lexicon;
    struct schema schema;
    struct database *db;
    struct keyword_index *index;
    const char *path;
};

static void open_index(struct asked *t, const char *sql)
{
    struct err e;
    *t = (struct asked){0};
    assert_int_equal(lexicon_load(&t->lexicon, &KEYWORD_LEXICON, NULL, &e), OK);
    t->path = fixture_create(&t->arena, sql);
    assert_int_equal(schema_from_database(&t->arena, t->path, STR("db"), &t->schema, &e), OK);
    assert_int_equal(database_open(t->path, &t->db, &e), OK);
    t->index = sure_index(&t->lexicon, &t->schema, t->db);
}

static void close_index(struct asked *t)
{
    keyword_index_free(t->index);
    database_close(t->db);
    fixture_remove(t->path);
    lexicon_release(&t->lexicon);
    arena_release(&t->arena);
}

/* Answer, and see that SQLite accepts the answer. */
static struct str answer(struct asked *t, struct str question)
{
    struct str sql = keyword_answer(t->index, question, &t->arena).sql;
    struct query_limits limits = {
        .deadline = deadline_after_ms(5000), .max_rows = 100000, .max_bytes = 1 << 24};
    struct query_result result;
    assert_non_null(sql.ptr);
    sure_query(t->db, sql, &limits, &t->arena, &result);
    if (result.outcome != QUERY_ROWS)
        fail_msg("%.*s: %.*s", STR_ARG(sql), STR_ARG(result.message));
    return sql;
}

struct example {
    const char *question, *sql;
};

static void check_examples(struct asked *t, const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct str sql = answer(t, str_from(examples[i].question));
        if (!str_eq(sql, str_from(examples[i].sql)))
            print_error("%s\n  wanted %s\n  got    %.*s\n", examples[i].question, examples[i].sql,
                        STR_ARG(sql));
        assert_true(str_eq(sql, str_from(examples[i].sql)));
    }
}

#define CHECK(t, examples) check_examples(t, examples, COUNT_OF(examples))

static void test_selection(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"What are the names and genres of all bands?", "SELECT name, genre FROM band"},
        {"Show the title and price of each album.", "SELECT title, price FROM album"},
        {"List the different countries of the bands.", "SELECT DISTINCT country FROM band"},
        {"List every distinct country found among the bands.", "SELECT DISTINCT country FROM band"},
        {"How many bands are there?", "SELECT count(*) FROM band"},
        {"How many different genres do the bands have?", "SELECT count(DISTINCT genre) FROM band"},
        {"What is the average price of the albums?", "SELECT avg(price) FROM album"},
        {"Give the lowest, the average and the highest price of the albums.",
         "SELECT min(price), avg(price), max(price) FROM album"},
        {"What is the total number of sales of all albums?", "SELECT sum(sales) FROM album"},
        {"List all bands.", "SELECT name FROM band"},
        {"Show all information about the festivals.", "SELECT * FROM festival"},
        {"Which bands come from Norway? Show their genre.",
         "SELECT genre FROM band WHERE country = 'Norway'"},
    };
    struct asked t;
    open_index(&t, bands_sql);
    CHECK(&t, examples);
    close_index(&t);
}

static void test_conditions(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"Show the names of bands from Ireland.",
         "SELECT name FROM band WHERE country = 'Ireland'"},
        {"Names of Irish bands?", "SELECT name FROM band WHERE country = 'Ireland'"},
        {"Which bands are not from Ireland?", "SELECT name FROM band WHERE country != 'Ireland'"},
        {"Names of the rock bands formed after 2004.",
         "SELECT name FROM band WHERE genre = 'Rock' AND formed_year > 2004"},
        {"Show the titles of albums with a price of at least 9.",
         "SELECT title FROM album WHERE price >= 9"},
        {"Titles of albums with sales between 500 and 6,000",
         "SELECT title FROM album WHERE sales BETWEEN 500 AND 6000"},
        {"List the title of every album whose sales are in the range from 500 to 6,000.",
         "SELECT title FROM album WHERE sales BETWEEN 500 AND 6000"},
        {"Show the names of bands whose genre is Rock or Folk.",
         "SELECT name FROM band WHERE genre = 'Rock' OR genre = 'Folk'"},
        {"Which albums have a title that starts with \"Low\"?",
         "SELECT title FROM album WHERE title LIKE 'Low%'"},
        {"Show the names of all festivals whose name contains the word Fest.",
         "SELECT name FROM festival WHERE name LIKE '%Fest%'"},
        {"How many active bands are there?", "SELECT count(*) FROM band WHERE is_active = 1"},
        {"Which albums were released in March 2004?",
         "SELECT title FROM album WHERE released_on LIKE '2004-03-%'"},
        {"Titles of albums released before 2005",
         "SELECT title FROM album WHERE released_on < '2005-01-01'"},
    };
    struct asked t;
    open_index(&t, bands_sql);
    CHECK(&t, examples);
    close_index(&t);
}

static void test_order(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"Show the names of bands in alphabetical order.",
         "SELECT name FROM band ORDER BY name ASC"},
        {"List the titles of albums sorted by price in descending order.",
         "SELECT title FROM album ORDER BY price DESC"},
        {"What is the title of the most expensive album?",
         "SELECT title FROM album ORDER BY price DESC LIMIT 1"},
        {"Show the name of the festival with the largest capacity.",
         "SELECT name FROM festival ORDER BY capacity DESC LIMIT 1"},
        {"What are the titles of the 2 cheapest albums?",
         "SELECT title FROM album ORDER BY price ASC LIMIT 2"},
        {"Show title and sales of the albums, highest sales first.",
         "SELECT title, sales FROM album ORDER BY sales DESC"},
    };
    struct asked t;
    open_index(&t, bands_sql);
    CHECK(&t, examples);
    close_index(&t);
}

static void test_groups(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"How many bands are there for each country?",
         "SELECT count(*), country FROM band GROUP BY country"},
        {"Show the genre and the number of bands of each genre.",
         "SELECT genre, count(*) FROM band GROUP BY genre"},
        {"What is the average price of the albums of each band?",
         "SELECT avg(T1.price), T2.name FROM album AS T1 JOIN band AS T2 ON T1.band_id = T2.band_id"
         " GROUP BY T2.band_id"},
        {"Which genre is the most common?",
         "SELECT genre FROM band GROUP BY genre ORDER BY count(*) DESC LIMIT 1"},
        {"Which band has the most albums?",
         "SELECT T1.name FROM band AS T1 JOIN album AS T2 ON T1.band_id = T2.band_id"
         " GROUP BY T1.band_id ORDER BY count(*) DESC LIMIT 1"},
        {"Show the names of bands with at least two albums.",
         "SELECT T1.name FROM band AS T1 JOIN album AS T2 ON T1.band_id = T2.band_id"
         " GROUP BY T1.band_id HAVING count(*) >= 2"},
        {"Which countries have more than one band?",
         "SELECT country FROM band GROUP BY country HAVING count(*) > 1"},
    };
    struct asked t;
    open_index(&t, bands_sql);
    CHECK(&t, examples);
    close_index(&t);
}

static void test_joins(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"Show the titles of the albums of the band The Wrens.",
         "SELECT T1.title FROM album AS T1 JOIN band AS T2 ON T1.band_id = T2.band_id"
         " WHERE T2.name = 'The Wrens'"},
        /* over the link table */
        {"Show the names of the bands that appeared at the festival Fjord Fest.",
         "SELECT T1.name FROM band AS T1 JOIN appearance AS T2 ON T1.band_id = T2.band_id"
         " JOIN festival AS T3 ON T2.festival_id = T3.festival_id WHERE T3.name = 'Fjord Fest'"},
        /* the end that only repeats a foreign key is left out */
        {"How many festivals are there for each band?",
         "SELECT count(*), T1.name FROM band AS T1 JOIN appearance AS T2 ON T1.band_id = T2.band_id"
         " GROUP BY T1.band_id"},
    };
    struct asked t;
    open_index(&t, bands_sql);
    CHECK(&t, examples);
    close_index(&t);
}

static void test_nesting(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"Which albums are more expensive than the average?",
         "SELECT title FROM album WHERE price > (SELECT avg(price) FROM album)"},
        {"Show the names of bands that do not have any album.",
         "SELECT name FROM band WHERE band_id NOT IN (SELECT band_id FROM album)"},
        {"Show the countries that have both Rock bands and Folk bands.",
         "SELECT country FROM band WHERE genre = 'Rock' INTERSECT"
         " SELECT country FROM band WHERE genre = 'Folk'"},
        {"Which countries have festivals but no bands?",
         "SELECT country FROM festival EXCEPT SELECT country FROM band"},
        {"How many bands have more than one album?",
         "SELECT count(*) FROM band WHERE band_id IN"
         " (SELECT band_id FROM album GROUP BY band_id HAVING count(*) > 1)"},
    };
    struct asked t;
    open_index(&t, bands_sql);
    CHECK(&t, examples);
    close_index(&t);
}

/* Names that need quotes, and tables that nothing connects. */
static void test_odd_schema(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"What is the average unit price of each group?",
         "SELECT avg(\"unit price\"), \"group\" FROM \"order line\" GROUP BY \"group\""},
        {"How many 1st things are there?", "SELECT count(*) FROM \"1st thing\""},
    };
    struct asked t;
    open_index(&t,
               "CREATE TABLE \"order line\"(\"group\" TEXT, \"unit price\" REAL, \"a\"\"b\" TEXT);"
               "CREATE TABLE \"1st thing\"(\"select\" TEXT);"
               "INSERT INTO \"order line\" VALUES('x', 1.5, 'O''Brien');");
    CHECK(&t, examples);
    answer(&t, STR("Show the a b of the order line where it is O'Brien and the select of the 1st"
                   " thing"));
    close_index(&t);
}

/* Without foreign keys tables are joined by the columns that are called alike. */
static void test_no_foreign_keys(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"Show the titles of the books by the author Ann Lee.",
         "SELECT T1.title FROM book AS T1 JOIN author AS T2 ON T1.author_id = T2.author_id"
         " WHERE T2.name = 'Ann Lee'"},
    };
    struct asked t;
    open_index(&t, "CREATE TABLE author(author_id INTEGER PRIMARY KEY, name TEXT);"
                   "CREATE TABLE book(book_id INTEGER PRIMARY KEY, author_id INTEGER, title TEXT);"
                   "INSERT INTO author VALUES(1,'Ann Lee'); INSERT INTO book VALUES(1,1,'Rain');");
    CHECK(&t, examples);
    close_index(&t);
}

static void test_schema_only(void **state)
{
    (void)state;
    struct asked t;
    open_index(&t, bands_sql);
    keyword_index_free(t.index);
    t.index = sure_index(&t.lexicon, &t.schema, NULL);
    static const struct example examples[] = {
        {"Show the names of bands whose country is \"Peru\".",
         "SELECT name FROM band WHERE country = 'Peru'"},
        {"How many albums have a price above 10?", "SELECT count(*) FROM album WHERE price > 10"},
    };
    CHECK(&t, examples);
    close_index(&t);
}

static void test_no_tables(void **state)
{
    (void)state;
    struct err e;
    struct lexicon lexicon;
    struct schema empty = {0};
    struct arena a = {0};
    assert_int_equal(lexicon_load(&lexicon, &KEYWORD_LEXICON, NULL, &e), OK);
    struct keyword_index *index = sure_index(&lexicon, &empty, NULL);
    assert_null(keyword_answer(index, STR("How many are there?"), &a).sql.ptr);
    keyword_index_free(index);
    keyword_index_free(NULL);
    lexicon_release(&lexicon);
    arena_release(&a);
}

static struct keyword_reply reply(struct asked *t, const char *question)
{
    return keyword_answer(t->index, str_from(question), &t->arena);
}

/* Words that nothing explains, values that no condition has, and joins make an answer less sure. */
static void test_confidence(void **state)
{
    (void)state;
    struct asked t;
    open_index(&t, bands_sql);
    struct keyword_reply known = reply(&t, "Show the name and country of all bands.");
    struct keyword_reply unknown = reply(&t, "Show the mood and country of all bands.");
    struct keyword_reply lost = reply(&t, "Why do zebras sleep?");
    struct keyword_reply joined = reply(&t, "Show the title of albums of bands from Ireland.");
    struct keyword_reply nothing = reply(&t, "");
    assert_true(known.explained > 0.99 && known.explained <= 1);
    assert_true(unknown.explained > 0.5 && unknown.explained < 0.8);
    assert_true(lost.explained < 0.01);
    assert_true(nothing.explained > 0.99);
    assert_true(known.confidence > unknown.confidence && unknown.confidence > lost.confidence);
    assert_true(known.confidence < 1 && lost.confidence > 0);
    assert_true(joined.explained > 0.99 && joined.confidence < known.confidence);
    close_index(&t);
}

/* The makers of cases have lists of their own in data/. Those of data/keyword/ say so. */
static void test_own_lists(void **state)
{
    (void)state;
    assert_true(*KEYWORD_LEXICON.n_files > 0);
    for (uint32_t i = 0; i < *KEYWORD_LEXICON.n_files; i++) {
        struct str text = embedded_text(&KEYWORD_LEXICON.files[i]);
        if (str_find(text, STR("copy of builtin:keyword"), 0) == text.len)
            fail_msg("%.*s", STR_ARG(KEYWORD_LEXICON.files[i].name));
    }
}

/* The answer with these rules and no others. */
static struct str answer_by_rules(struct arena *a, const char *lines, const char *question)
{
    struct asked t = {0};
    struct err e;
    assert_int_equal(own_list_load(&t.lexicon, &KEYWORD_LEXICON, "rules", lines, &e), OK);
    t.path = fixture_create(&t.arena, bands_sql);
    assert_int_equal(schema_from_database(&t.arena, t.path, STR("db"), &t.schema, &e), OK);
    assert_int_equal(database_open(t.path, &t.db, &e), OK);
    t.index = sure_index(&t.lexicon, &t.schema, t.db);
    struct str sql = arena_str(a, answer(&t, str_from(question)));
    close_index(&t);
    return sql;
}

/* What rules can say: words, slots that may be absent, traits, gaps, what is claimed. */
static void test_rules(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *question, *sql;
    } examples[] = {
        {"numbers\t{number} {column}\twhere {column}", "Which albums have 5 sales?",
         "SELECT title FROM album WHERE sales = 5"},
        {"numbers\t{number} {column=text}\twhere {column}", "Which albums have 5 sales?",
         "SELECT title FROM album"},
        {"numbers\t{number} {column=!text}\twhere {column}", "Which albums have 5 sales?",
         "SELECT title FROM album WHERE sales = 5"},
        {"numbers\t{number} (net) {column}\twhere {column}", "Which albums have 5 net sales?",
         "SELECT title FROM album WHERE sales = 5"},
        {"numbers\t{number} {gap} {column}\twhere {column}", "Which albums have 5 net sales?",
         "SELECT title FROM album WHERE sales = 5"},
        {"numbers\t{column} {gap} {number}\twhere {column}",
         "Which albums, with sales and the price of 5?", "SELECT title FROM album WHERE price = 5"},
        {"numbers\t{number} {column}\tcount {column}\nnumbers\t{number} {column}\twhere {column}",
         "Which albums have 5 sales?",
         "SELECT title FROM album GROUP BY title HAVING count(*) = 5"},
    };
    struct arena a = {0};
    for (size_t i = 0; i < COUNT_OF(examples); i++) {
        struct str sql = answer_by_rules(&a, examples[i].rules, examples[i].question);
        if (!str_eq(sql, str_from(examples[i].sql)))
            print_error("%s: %.*s\n", examples[i].rules, STR_ARG(sql));
        assert_true(str_eq(sql, str_from(examples[i].sql)));
    }
    arena_release(&a);
}

static void expect_rule_error(const char *line, uint32_t column, const char *message)
{
    struct lexicon lexicon;
    struct schema schema = {0};
    struct keyword_index *index;
    struct err e;
    assert_int_equal(own_list_load(&lexicon, &KEYWORD_LEXICON, "rules", line, &e), OK);
    assert_int_equal(keyword_index_new(&lexicon, &schema, NULL, &index, &e), E_INPUT);
    assert_null(index);
    assert_string_equal(e.msg, message);
    assert_int_equal(e.line, 1);
    assert_int_equal(e.col, column);
    assert_non_null(strstr(e.file, "rules.tsv"));
    lexicon_release(&lexicon);
}

static void test_rule_errors(void **state)
{
    (void)state;
    expect_rule_error("numbers\t{number=red} {name}\tcount", 17, "no such trait: 'red'");
    expect_rule_error("numbers\t{number} {gap=7} {name}\tcount", 23,
                      "not a number of mentions: '7'");
    expect_rule_error("numbers\t{number} {keyword=gt|red}\tcount", 30, "no such trait: 'red'");
    expect_rule_error("numbers\t{number} {thing}\tcount", 9,
                      "a slot that stands for no mention: '{number} {thing}'");
    expect_rule_error("numbers\t^ {number}\tcount", 9,
                      "a slot that stands for no mention: '^ {number}'");
    expect_rule_error("numbers\t{number}\tcount {name}", 25, "a slot that is not found: 'name'");
}

static struct str repeated(struct arena *a, struct str piece, size_t times)
{
    char *out = arena_alloc(a, piece.len * times + 1);
    for (size_t i = 0; i < times; i++)
        memcpy(out + i * piece.len, piece.ptr, piece.len);
    return (struct str){out, piece.len * times};
}

static void test_hostile_questions(void **state)
{
    (void)state;
    static const char nul[] = "names\0of\0bands 'a\0b' from \0Ireland";
    struct asked t;
    open_index(&t, bands_sql);
    const struct str questions[] = {
        STR(""),
        STR(" ?!.,;"),
        {nul, sizeof nul - 1},
        STR("names of \xff\xfe bands \"\xc3\x28\" \xe2\x80\x9c"),
        STR("'; DROP TABLE band; --"),
        STR("names of bands whose name is \"x' OR 1=1 --\""),
        STR("between 1 and and between or more than"),
        STR("most most most of of each each each band band"),
        repeated(&t.arena, STR("name of band and "), 6000),
        repeated(&t.arena, STR("band more than 3 albums with price above the average or "), 2000),
        repeated(&t.arena, STR("\"x"), 50000),
        repeated(&t.arena, STR("9"), 100000),
        repeated(&t.arena, STR("("), 100000),
    };
    for (size_t i = 0; i < COUNT_OF(questions); i++)
        answer(&t, questions[i]);
    close_index(&t);
}

/* Invented words for every name and value of the bands. */
static const struct example renamings[] = {
    {"band_id", "zorp_id"},     {"album_id", "quib_id"},
    {"is_active", "is_frell"},  {"formed_year", "drobed_year"},
    {"countries", "vlims"},     {"country", "vlim"},
    {"genre", "tarn"},          {"bands", "zorps"},
    {"band", "zorp"},           {"albums", "quibs"},
    {"album", "quib"},          {"title", "murch"},
    {"sales", "plomf"},         {"price", "grend"},
    {"festival", "snarv"},      {"capacity", "blith"},
    {"Ireland", "Oxqua"},       {"Norway", "Uplor"},
    {"Rock", "Werm"},           {"Folk", "Tazz"},
    {"The Wrens", "Gil Oppen"}, {"Salt Line", "Drin Mool"},
};

static bool word_char(char c)
{
    return ascii_digit(c) || ascii_letter(c) || c == '_';
}

static const struct example *renaming_at(const char *text, const char *at)
{
    if (at > text && word_char(at[-1]))
        return NULL;
    for (size_t i = 0; i < COUNT_OF(renamings); i++) {
        size_t len = strlen(renamings[i].question);
        if (strncmp(at, renamings[i].question, len) == 0 && !word_char(at[len]))
            return &renamings[i];
    }
    return NULL;
}

static const char *renamed(struct arena *a, const char *text)
{
    char *out = arena_alloc(a, 4 * strlen(text) + 1);
    size_t n = 0;
    for (const char *at = text; *at;) {
        const struct example *r = renaming_at(text, at);
        if (!r) {
            out[n++] = *at++;
            continue;
        }
        memcpy(out + n, r->sql, strlen(r->sql));
        n += strlen(r->sql);
        at += strlen(r->question);
    }
    out[n] = '\0';
    return out;
}

/* Questions that need no more of the lexicon than its key phrases mean the same in any words. */
static void test_renamed(void **state)
{
    (void)state;
    static const char *const questions[] = {
        "What are the title and price of all albums?",
        "How many bands are there for each country?",
        "Which band has the most albums?",
        "Show the country of the bands with at least two albums.",
        "Show the title of albums with a price of at least 9, sorted by sales in descending order.",
        "Show the country of bands whose genre is Rock or Folk.",
        "Show the countries that have both Rock bands and Folk bands.",
        "What is the average price of albums of the band The Wrens?",
        "Show the genre of bands that do not have any album.",
        "What is the title of the album with the highest price?",
        "Which albums have a price above the average price?",
        "Show the genre of the bands from Norway.",
    };
    struct asked plain, other;
    open_index(&plain, bands_sql);
    open_index(&other, renamed(&plain.arena, bands_sql));
    for (size_t i = 0; i < COUNT_OF(questions); i++) {
        struct str sql = answer(&plain, str_from(questions[i]));
        struct str wanted = str_from(renamed(&plain.arena, sql.ptr));
        struct str got = answer(&other, str_from(renamed(&plain.arena, questions[i])));
        if (!str_eq(wanted, got))
            print_error("%s\n  wanted %s\n  got    %s\n", questions[i], wanted.ptr, got.ptr);
        assert_true(str_eq(wanted, got));
    }
    close_index(&plain);
    close_index(&other);
}

/* The same question twice, and by an index built anew, has the same answer. */
static void test_deterministic(void **state)
{
    (void)state;
    struct asked t;
    open_index(&t, bands_sql);
    struct str question = STR("names of bands from Ireland with more than one album by country");
    struct str first = answer(&t, question);
    assert_true(str_eq(first, answer(&t, question)));
    keyword_index_free(t.index);
    t.index = sure_index(&t.lexicon, &t.schema, t.db);
    assert_true(str_eq(first, answer(&t, question)));
    close_index(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_selection),
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_joins),
        cmocka_unit_test(test_nesting),
        cmocka_unit_test(test_odd_schema),
        cmocka_unit_test(test_no_foreign_keys),
        cmocka_unit_test(test_schema_only),
        cmocka_unit_test(test_no_tables),
        cmocka_unit_test(test_confidence),
        cmocka_unit_test(test_own_lists),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_rule_errors),
        cmocka_unit_test(test_hostile_questions),
        cmocka_unit_test(test_renamed),
        cmocka_unit_test(test_deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
