/* test_relation_real.c: PI, PR, PS and SS on the questions of Spider and BIRD: how many variants
 * there are (as docs/ says), and what must hold for every one of them. */
#include "page.h"
#include "seeds.h"
#include "shared.h"
#include "unit.h"

#include "link/named_words.h"
#include "relation/draw.h"
#include "relation/question/rewordings.h"

enum { MAX_PER_SEED = 10, N_RELATIONS = 4 };

static const char *const ids[N_RELATIONS] = {"PI", "PR", "PS", "SS"};

struct fixture {
    struct arena dataset, scratch;
    struct lexicon lexicon;
    struct schema_set schemas;
    uint32_t counts[N_RELATIONS];
};

/* What nobody says, unless the question said it already. */
static const char *const forbidden[] = {
    "what is the names",
    "what is names",
    "what are name ",
    "what is all ",
    "what is each ",
    "what are each ",
    " the all ",
    "the how many",
    "the what is",
    "the what are",
    "find how many",
    "find what ",
    "count how many",
    "count do ",
    "do we have.",
    "are there.",
    "tell me how many do ",
    "number of the number",
    "count the number of the number",
    "count the count ",
    "number of number of",
    "total total",
    " an mean",
    " an total",
    " a average",
    " at largest",
    " at smallest",
    " at highest",
    " at lowest",
    " on mean",
    " than mean ",
    " in combined",
    "many combined",
    "most number of of",
    "the the ",
    "what is what",
    "please please",
    "me me ",
    "that that ",
    "that are there",
    "singers are older than 20.",
};

static bool contains(struct str text, struct str words)
{
    return str_find(text, words, 0) < text.len;
}

static void check_forbidden(struct arena *a, struct str seed, struct str variant)
{
    struct str before = arena_str_lower(a, seed), after = arena_str_lower(a, variant);
    for (size_t i = 0; i < COUNT_OF(forbidden); i++) {
        struct str words = str_from(forbidden[i]);
        if (contains(after, words) && !contains(before, words))
            fail_msg("'%s' in '%.*s'", forbidden[i], STR_ARG(variant));
    }
}

/* Quotations and numbers come in the same order, proper names are all there. */
static void check_values(const struct words *q, const struct words *v)
{
    uint32_t j = 0;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct word *t = &q->items[i];
        if (!t->fixed)
            continue;
        while (t->kind != TOKEN_WORD && j < v->count && !str_eq(v->items[j].token, t->token))
            j++;
        if (j == v->count || !contains(v->text, t->token))
            fail_msg("'%.*s' is not in '%.*s'", STR_ARG(t->token), STR_ARG(v->text));
    }
}

/* Names of the schema are all there, except for the case of the first letter. */
static void check_names(struct arena *a, const struct words *q, const struct relation_seed *s,
                        struct str variant)
{
    const bool *names = named_words(a, q, s->schema, NULL);
    struct str lower = arena_str_lower(a, variant);
    for (uint32_t i = 1; i < q->count; i++) {
        struct str word = q->items[i].token;
        if (names[i] && q->items[i].classes == 0 && !contains(variant, word) &&
            !contains(lower, word))
            fail_msg("'%.*s' is not in '%.*s'", STR_ARG(word), STR_ARG(variant));
    }
}

/* A capital, and the mark that the first words ask for. */
static void check_shape(const struct words *q, const char *id, struct str variant)
{
    char first = variant.ptr[0], last = variant.ptr[variant.len - 1];
    if (ascii_small(first))
        fail_msg("no capital: '%.*s'", STR_ARG(variant));
    if (strcmp(id, "SS") == 0 || strcmp(id, "PR") == 0 || q->n_first + q->n_mark < q->count)
        return;
    bool question = str_starts(variant, STR("What ")) || str_starts(variant, STR("Which ")) ||
                    str_starts(variant, STR("How ")) || contains(variant, STR(": w")) ||
                    contains(variant, STR(": how")) || contains(variant, STR(": in "));
    if (last != (question ? '?' : '.'))
        fail_msg("wrong mark: '%.*s'", STR_ARG(variant));
}

static void check_distinct(const struct case_list *l, struct str seed)
{
    for (uint32_t i = 0; i < l->count; i++) {
        assert_false(wording_equal(l->items[i].question, seed));
        for (uint32_t j = 0; j < i; j++)
            assert_false(wording_equal(l->items[i].question, l->items[j].question));
    }
}

static void check_seed(struct fixture *f, const struct relation_seed *s, uint64_t number)
{
    struct arena *a = &f->scratch;
    struct str seed = s->seed->question;
    struct words q = words_scan(a, s->lexicon, seed);
    for (uint32_t r = 0; r < N_RELATIONS; r++) {
        struct case_list l = relation_draw(a, relation_find(str_from(ids[r])), s, MAX_PER_SEED,
                                           rng_stream(0, str_from(ids[r]), number));
        f->counts[r] += l.count;
        check_distinct(&l, seed);
        for (uint32_t i = 0; i < l.count; i++) {
            struct str v = l.items[i].question;
            struct words after = words_scan(a, s->lexicon, v);
            check_forbidden(a, seed, v);
            check_values(&q, &after);
            check_names(a, &q, s, v);
            check_shape(&q, ids[r], v);
            (void)parse_json(l.items[i].change);
        }
    }
}

static struct str query_of(struct arena *a, struct json_value question)
{
    struct str query = text_member(a, question, "query");
    return query.ptr ? query : text_member(a, question, "sql");
}

/* Every question of a file. Without its schema (BIRD) the query cannot be read, and some other
 * schema's names are protected: the rest must hold all the same. */
static void check_file(struct fixture *f, const char *below)
{
    struct arena *a = &f->scratch;
    struct json_value questions = read_json(&f->dataset, shared_path(&f->dataset, below)), o;
    struct json_reader list = json_reader_of(&f->dataset, questions.raw);
    memset(f->counts, 0, sizeof f->counts);
    for (size_t i = 0; json_next_item(&list, &o); i++) {
        struct arena_mark m = arena_mark(a);
        const struct schema *schema = schema_set_find(&f->schemas, text_member(a, o, "db_id"));
        struct relation_seed s = make_seed(a, &f->lexicon, schema ? schema : &f->schemas.schemas[0],
                                           text_member(a, o, "question"), query_of(a, o));
        check_seed(f, &s, i);
        arena_rewind(&f->scratch, m);
    }
    print_message("%s: PI %u, PR %u, PS %u, SS %u\n", below, f->counts[0], f->counts[1],
                  f->counts[2], f->counts[3]);
}

static void test_spider_dev(void **state)
{
    struct fixture *f = *state;
    check_file(f, "spider/dev.json");
    for (uint32_t r = 0; r < N_RELATIONS; r++) {
        struct str cases = page_number(&f->dataset, f->counts[r]);
        page_has_row(&f->dataset, "reference/questions.md", ids[r], cases);
        page_has_row(&f->dataset, "reference/relations.md", ids[r], cases);
    }
}

static void test_spider_train(void **state)
{
    check_file(*state, "spider/train.json");
}

static void test_bird(void **state)
{
    check_file(*state, "bird/bird_dev_1534.json");
}

static int set_up(void **state)
{
    static struct fixture f;
    struct err e;
    *state = &f;
    return lexicon_load(&f.lexicon, &LEXICON, NULL, &e) != OK ||
           schema_set_load(&f.dataset, shared_path(&f.dataset, "spider/tables.json"), &f.schemas,
                           &e) != OK;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    lexicon_release(&f->lexicon);
    arena_release(&f->dataset);
    arena_release(&f->scratch);
    return 0;
}

int main(void)
{
    if (!shared_present())
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spider_dev),
        cmocka_unit_test(test_spider_train),
        cmocka_unit_test(test_bird),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
