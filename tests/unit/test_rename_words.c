/* test_rename_words.c: CRn's new names mean what the old ones mean, and are written like them. */
#include "seeds.h"
#include "unit.h"

#include "base/buf.h"
#include "lexicon/name_style.h"
#include "link/schema_words.h"
#include "relation/relation.h"

enum { MAX_COLUMNS = 6 };

struct world {
    struct arena arena;
    struct lexicon lexicon;
    struct knowledge knowledge;
};

static void load(struct world *w)
{
    struct err e;
    const struct knowledge_sources sources = {0};
    *w = (struct world){0};
    assert_int_equal(lexicon_load(&w->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&w->knowledge, &w->lexicon, &sources, &e), OK);
}

static void release(struct world *w)
{
    knowledge_release(&w->knowledge);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
}

/* A schema of the table `noun`, whose last column, of the given type, is the one that matters, and
 * a table of other things that queries read. */
static struct schema schema_of(struct world *w, const char *noun, const char *natural,
                               const char *const *columns, const char *type)
{
    struct buf names = {0}, words = {0}, types = {0};
    uint32_t n = 0;
    for (; n < MAX_COLUMNS && columns[n]; n++) {
        struct str in_words = name_in_words(&w->arena, str_from(columns[n]));
        buf_printf(&names, ",[0,\"%s\"]", columns[n]);
        buf_printf(&words, ",[0,\"%.*s\"]", STR_ARG(in_words));
        buf_printf(&types, ",\"%s\"", columns[n + 1] ? "text" : type);
    }
    struct str text = arena_printf(
        &w->arena,
        "{\"db_id\":\"d\",\"table_names_original\":[\"%s\",\"planet\"],"
        "\"table_names\":[\"%s\",\"planet\"],"
        "\"column_names_original\":[[-1,\"*\"]%.*s,[1,\"orbit\"]],"
        "\"column_names\":[[-1,\"*\"]%.*s,[1,\"orbit\"]],"
        "\"column_types\":[\"text\"%.*s,\"text\"],\"primary_keys\":[],\"foreign_keys\":[]}",
        noun, natural, STR_ARG(buf_str(&names)), STR_ARG(buf_str(&words)),
        STR_ARG(buf_str(&types)));
    buf_release(&names);
    buf_release(&words);
    buf_release(&types);
    struct schema s;
    struct err e;
    assert_int_equal(schema_parse(&w->arena, text, &s, &e), OK);
    return s;
}

/* The new names, each between blanks. */
static struct str new_names(struct world *w, const struct schema *schema)
{
    struct relation_seed s = make_seed(&w->arena, &w->lexicon, schema, STR("Which orbits?"),
                                       STR("SELECT orbit FROM planet"));
    struct str out = STR(" ");
    const void *plan;
    s.knowledge = &w->knowledge;
    uint64_t n = relation_CRn.count(&w->arena, &s, &plan);
    for (uint64_t i = 0; i < n; i++) {
        struct test_case c = CASE_EMPTY;
        assert_true(relation_CRn.make(&w->arena, &s, plan, i, &c));
        size_t at = str_find(c.change, STR("\"to\":\""), 0) + 6;
        struct str name = str_slice(c.change, at, str_find(c.change, STR("\""), at));
        out = arena_printf(&w->arena, "%.*s%.*s ", STR_ARG(out), STR_ARG(name));
    }
    return out;
}

struct expectation {
    const char *noun, *columns[MAX_COLUMNS + 1], *type; /* text, where NULL */
    const char *has, *lacks; /* names; NULL: nothing is expected; "" in `has`: no new name at all */
    const char *natural;     /* the table's noun in words, where it is another */
};

static bool has_name(struct world *w, struct str names, const char *name)
{
    struct str sought = arena_printf(&w->arena, " %s ", name);
    return str_find(names, sought, 0) < names.len;
}

static void check_all(const struct expectation *all, size_t n)
{
    struct world w;
    load(&w);
    for (size_t i = 0; i < n; i++) {
        const struct expectation *x = &all[i];
        struct schema s = schema_of(&w, x->noun, x->natural ? x->natural : x->noun, x->columns,
                                    x->type ? x->type : "text");
        struct str names = new_names(&w, &s);
        if (x->has ? (x->has[0] ? !has_name(&w, names, x->has) : names.len > 1) : false)
            fail_msg("%s: '%s' is not as in '%.*s'", x->noun, x->has, STR_ARG(names));
        if (x->lacks && has_name(&w, names, x->lacks))
            fail_msg("%s: '%s'", x->noun, x->lacks);
    }
    release(&w);
}

#define CHECK_ALL(list) check_all(list, COUNT_OF(list))

/* What a column holds must not change with its name. */
static void same_meaning(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "song", .columns = {"Sales"}, .has = "Sales_Figures", .lacks = "Revenue"},
        {.noun = "song", .columns = {"Sales"}, .lacks = "Turnover"},
        {.noun = "song",
         .columns = {"Highest_Position"},
         .has = "Peak_Position",
         .lacks = "Maximum_Position"},
        {.noun = "song", .columns = {"Song_ID"}, .has = "Song_Identifier", .lacks = "Song_Key"},
        {.noun = "show", .columns = {"Official_ratings"}, .lacks = "Official_scores"},
        {.noun = "show", .columns = {"Rating"}, .lacks = "Score"},
        {.noun = "student", .columns = {"middle_name"}, .has = ""},
        {.noun = "student", .columns = {"last_name"}, .has = "surname", .lacks = "second_name"},
        {.noun = "product", .columns = {"selling_price"}, .lacks = "selling_cost"},
        {.noun = "shop", .columns = {"Manager_name"}, .lacks = "Supervisor_name"},
        {.noun = "player", .columns = {"Position"}, .lacks = "Role"},
        {.noun = "faculty", .columns = {"Rank"}, .has = ""},
        {.noun = "flight", .columns = {"Altitude"}, .has = ""},
        {.noun = "employee", .columns = {"City"}, .has = "City_Name", .lacks = "Town"},
        {.noun = "player", .columns = {"country_code"}, .lacks = "nation_code"},
        {.noun = "constructor", .columns = {"nationality"}, .has = ""},
    };
    CHECK_ALL(all);
}

/* WordNet thinks of epochs and tenancies. */
static void not_from_wordnet(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "pitching", .columns = {"era"}, .has = ""},
        {.noun = "room", .columns = {"Occupancy"}, .has = ""},
        {.noun = "musical", .columns = {"Nominee"}, .has = ""},
    };
    CHECK_ALL(all);
}

static void same_number(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "car", .columns = {"Pictures"}, .has = "Images", .lacks = "Image"},
        {.noun = "car", .columns = {"Picture"}, .has = "Image", .lacks = "Images"},
        /* The plural of "date of payment" is not at its end. */
        {.noun = "car", .columns = {"payment_dates"}, .lacks = "date_of_payments"},
    };
    CHECK_ALL(all);
}

/* One of several columns that have the word would be set off against the others. */
static void words_of_several_columns(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "match", .columns = {"winner_picture"}, .has = "winner_image"},
        {.noun = "match", .columns = {"loser_picture", "winner_picture"}, .has = ""},
        {.noun = "house", .columns = {"apt_feature_1", "apt_feature_2"}, .has = ""},
    };
    CHECK_ALL(all);
}

/* Neither is one of a pair set off, by its own words or by those it shares. */
static void words_of_pairs(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "match", .columns = {"winner_id"}, .has = "winner_identifier"},
        {.noun = "match", .columns = {"loser_id", "winner_id"}, .has = ""},
        {.noun = "match", .columns = {"home_team_id", "park_id"}, .has = ""},
        {.noun = "permit", .columns = {"Date_Effective_To"}, .has = "Date_Valid_To"},
        {.noun = "permit", .columns = {"Date_Effective_From", "Date_Effective_To"}, .has = ""},
        {.noun = "student", .columns = {"first_name", "last_name"}, .has = ""},
        {.noun = "student", .columns = {"Fname", "LName"}, .has = ""},
        {.noun = "stadium", .columns = {"Highest"}, .has = "Maximum"},
        {.noun = "stadium", .columns = {"Lowest", "Average", "Highest"}, .has = ""},
        {.noun = "dog", .columns = {"date_arrived"}, .has = "date_of_arrival"},
        {.noun = "dog", .columns = {"date_fed", "date_arrived"}, .has = ""},
        /* A word that no other column has is free, beside a word that one has. */
        {.noun = "shop",
         .columns = {"shop_manager", "shop_phone"},
         .has = "shop_telephone",
         .lacks = "shop_tel"},
        /* One of several codes may stay one. */
        {.noun = "shop",
         .columns = {"chain_code", "zip_code"},
         .has = "postal_code",
         .lacks = "postcode"},
    };
    CHECK_ALL(all);
}

/* "Name" comes after one word where all others of its table have it too, or there are none. */
static void names_alone(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "shop", .columns = {"Venue"}, .has = "Venue_Name"},
        {.noun = "shop", .columns = {"Region", "Venue"}, .has = ""},
        {.noun = "shop", .columns = {"State", "City"}, .has = ""},
    };
    CHECK_ALL(all);
}

static void short_forms(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "shop", .columns = {"opening", "order_quantity_left"}, .lacks = "order_qty_left"},
        {.noun = "shop", .columns = {"opening", "left_quantity"}, .has = ""},
        {.noun = "shop", .columns = {"max_load", "left_quantity"}, .has = "left_qty"},
        {.noun = "shop", .columns = {"max_load", "Average"}, .lacks = "Avg"},
        {.noun = "shop", .columns = {"left_qty"}, .has = "left_quantity"},
        {.noun = "continents",
         .columns = {"ContId"},
         .has = "ContinentId",
         .lacks = "ContIdentifier"},
    };
    CHECK_ALL(all);
}

static void table_nouns(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "visitor",
         .natural = "customer",
         .columns = {"Name"},
         .has = "Visitor_Name",
         .lacks = "Customer_Name"},
        {.noun = "film_market_estimation",
         .natural = "film market estimation",
         .columns = {"Type"},
         .has = "Category",
         .lacks = "Film_Market_Estimation_Type"},
        {.noun = "people", .columns = {"People_ID"}, .lacks = "Persons_ID"},
        {.noun = "candidate", .columns = {"Date"}, .has = ""},
        {.noun = "debate", .columns = {"Date"}, .has = "Debate_Date"},
    };
    CHECK_ALL(all);
}

static void way_of_writing(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "country",
         .columns = {"LifeTable", "Name"},
         .has = "CountryName",
         .lacks = "Country_Name"},
        {.noun = "country", .columns = {"life_table", "Name"}, .has = "Country_Name"},
        {.noun = "city", .columns = {"Name", "Mayor", "ID"}, .has = "City_ID", .lacks = "CITY_ID"},
        {.noun = "city",
         .columns = {"name", "mayor", "ID"},
         .has = "identifier",
         .lacks = "IDENTIFIER"},
        {.noun = "CITY", .columns = {"NAME", "MAYOR", "ID"}, .has = "IDENTIFIER"},
    };
    CHECK_ALL(all);
}

static void numbers_are_no_names(void **state)
{
    (void)state;
    static const struct expectation all[] = {
        {.noun = "maker", .columns = {"Country"}, .type = "text", .has = "Country_Name"},
        {.noun = "maker",
         .columns = {"Country"},
         .type = "number",
         .has = "Nation",
         .lacks = "Country_Name"},
    };
    CHECK_ALL(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_meaning),   cmocka_unit_test(not_from_wordnet),
        cmocka_unit_test(same_number),    cmocka_unit_test(words_of_several_columns),
        cmocka_unit_test(words_of_pairs), cmocka_unit_test(names_alone),
        cmocka_unit_test(short_forms),    cmocka_unit_test(table_nouns),
        cmocka_unit_test(way_of_writing), cmocka_unit_test(numbers_are_no_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
