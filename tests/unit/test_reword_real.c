/* test_reword_real.c: the patterns on real questions. Every line of the lists applies to some, and
 * the result is a sentence, if a program can judge that. */
#include "shared.h"
#include "unit.h"

#include "dataset/dataset.h"
#include "link/book_shelf.h"
#include "link/schema_words.h"
#include "relation/prepare.h"
#include "rewording/reword.h"

enum { LEAST_PATTERNS = 8 };

struct reword_run {
    struct arena arena, scratch;
    struct lexicon lexicon;
    struct knowledge knowledge;
    struct reword_rules rules;
    bool *fired[N_REWORD_KINDS]; /* by pattern */
    uint32_t wordings[N_REWORD_KINDS], agreed[N_REWORD_KINDS], faults;
};

static void begin(struct reword_run *r)
{
    const struct knowledge_sources sources = {.wordnet = NULL};
    struct err e;
    *r = (struct reword_run){0};
    assert_int_equal(lexicon_load(&r->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(knowledge_load(&r->knowledge, &r->lexicon, &sources, &e), OK);
    assert_int_equal(reword_rules_load(&r->rules, &r->lexicon, &e), OK);
    for (int k = 0; k < N_REWORD_KINDS; k++)
        r->fired[k] = arena_zalloc(&r->arena, r->rules.kinds[k].count + 1);
}

static void end(struct reword_run *r)
{
    reword_rules_release(&r->rules);
    knowledge_release(&r->knowledge);
    lexicon_release(&r->lexicon);
    arena_release(&r->scratch);
    arena_release(&r->arena);
}

/* Which patterns say something of the question? */
static void mark_fired(struct reword_run *r, const struct question_reading *reading, int kind)
{
    struct reword_rules one = {0};
    for (uint32_t p = 0; p < r->rules.kinds[kind].count; p++) {
        if (r->fired[kind][p])
            continue;
        one.kinds[kind].patterns = &r->rules.kinds[kind].patterns[p];
        one.kinds[kind].count = 1;
        struct reword_steps steps = {0};
        pattern_steps(&r->scratch, &one, (enum reword_kind)kind, reading, &steps);
        r->fired[kind][p] = steps.count > 0;
    }
}

static bool has(struct str text, const char *what)
{
    return str_find(text, str_from(what), 0) < text.len;
}

/* Faults that no sentence may have, unless the original had them already. */
static const char *fault_of(struct arena *a, struct str before, struct str after)
{
    static const char *const BAD[] = {"  ",
                                      " ?",
                                      " .",
                                      " ,",
                                      "??",
                                      ".?",
                                      "?.",
                                      " the the ",
                                      " of of ",
                                      " a the ",
                                      " the a ",
                                      " an the ",
                                      " is are ",
                                      " are is ",
                                      " are are ",
                                      " is is ",
                                      "{",
                                      "}",
                                      "s are into ",
                                      "s are out of ",
                                      " a number of residents",
                                      " a number of inhabitants"};
    struct str x = arena_str_lower(a, before), y = arena_str_lower(a, after);
    for (size_t i = 0; i < COUNT_OF(BAD); i++)
        if (has(y, BAD[i]) && !has(x, BAD[i]))
            return BAD[i];
    if (ascii_small(after.ptr[0]) && !ascii_small(before.ptr[0]))
        return "no capital";
    return NULL;
}

static void check_wordings(struct reword_run *r, const struct question_reading *reading, int kind)
{
    struct reworded_list list = reword(&r->scratch, &r->rules, reading, (enum reword_kind)kind);
    for (uint32_t i = 0; i < list.count; i++) {
        struct str question = list.items[i].question;
        const char *fault = fault_of(&r->scratch, reading->question, question);
        assert_false(str_eq(question, reading->question));
        if (fault) {
            r->faults++;
            print_message("%s: '%s': %.*s\n", reword_kind_name((enum reword_kind)kind).ptr, fault,
                          STR_ARG(question));
        }
        struct reword_verdict v = reword_classify(&r->scratch, reading->book, reading->parts,
                                                  reading->question, question);
        r->wordings[kind]++;
        r->agreed[kind] += v.kinds[kind];
    }
}

static void check_questions(struct reword_run *r, const char *file, bool all)
{
    struct arena a = {0};
    struct dataset d;
    struct err e;
    struct book_shelf books = {.lexicon = &r->lexicon, .room = 1};
    const struct dataset_source source = {.data = shared_path(&a, "spider"),
                                          .questions = shared_path(&a, file)};
    assert_int_equal(dataset_load(&d, &source, &e), OK);
    for (uint32_t i = 0; i < d.n_seeds; i++) {
        struct relation_seed s;
        const struct indicator_book *book;
        relation_prepare(&r->scratch, &d.seeds[i], &r->lexicon, &r->knowledge, NULL, &s, &e);
        assert_int_equal(
            book_shelf_get(&books, d.seeds[i].database.ptr, d.seeds[i].schema, &book, &e), OK);
        relation_prepare_reading(&r->scratch, book, &r->rules, &s);
        for (int k = 0; s.reading && k < N_REWORD_KINDS; k++) {
            mark_fired(r, s.reading, k);
            if (all && k != REWORD_MULTITYPE)
                check_wordings(r, s.reading, k);
        }
        arena_clear(&r->scratch);
    }
    book_shelf_release(&books);
    dataset_release(&d);
    arena_release(&a);
}

/* Names of lists and their lines that no question fits. */
static uint32_t tell_idle(const struct reword_run *r, int kind)
{
    char name[40];
    uint32_t idle = 0;
    struct str text = reword_kind_name((enum reword_kind)kind);
    size_t n = 0;
    for (; n < text.len; n++)
        name[n] = text.ptr[n] == '-' ? '_' : text.ptr[n];
    struct str list = arena_printf((struct arena *)&r->arena, "reword_%.*s", (int)n, name);
    const struct lexicon_table *table = lexicon_table(&r->lexicon, list);
    for (uint32_t p = 0; p < r->rules.kinds[kind].count; p++)
        if (!r->fired[kind][p]) {
            idle++;
            print_message("%s.tsv:%u fits no question: %.*s\n", list.ptr, table->rows[p].line,
                          STR_ARG(table->rows[p].fields[1]));
        }
    return idle;
}

static void test_spider(void **state)
{
    (void)state;
    struct reword_run r;
    uint32_t idle = 0;
    if (!shared_present())
        skip();
    begin(&r);
    check_questions(&r, "spider/dev.json", true);
    check_questions(&r, "spider/train.json", false);
    for (int k = 0; k < N_REWORD_KINDS; k++) {
        if (k == REWORD_MULTITYPE)
            continue;
        idle += tell_idle(&r, k);
        assert_true(r.rules.kinds[k].count >= LEAST_PATTERNS);
        print_message("%s: %u wordings, %u of them of that kind for the classifier\n",
                      reword_kind_name((enum reword_kind)k).ptr, r.wordings[k], r.agreed[k]);
    }
    assert_int_equal(idle, 0);
    assert_int_equal(r.faults, 0);
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_spider)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
