/* test_lexicon.c: lists that are embedded, added to, replaced, and malformed. */
#include "unit.h"

#include "base/file.h"
#include "lexicon/small_words.h"
#include "lexicon/synonym_pair.h"
#include "lexicon/word_fact.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void write_list(const char *dir, const char *list, struct str text)
{
    char path[200];
    struct err e;
    struct out_file f;
    snprintf(path, sizeof path, "%s/%s", dir, list);
    assert_int_equal(out_file_open(&f, path, &e), OK);
    assert_int_equal(out_file_write(&f, text, &e), OK);
    assert_int_equal(out_file_commit(&f, &e), OK);
}

/* Load the lexicon with `text` in the user's file `list`. */
static enum status load_with(const char *list, struct str text, struct lexicon *l, struct err *e)
{
    char dir[] = "/tmp/teql-lexicon-XXXXXX", path[200];
    assert_non_null(mkdtemp(dir));
    write_list(dir, list, text);
    enum status status = lexicon_load(l, &LEXICON, dir, e);
    snprintf(path, sizeof path, "%s/%s", dir, list);
    unlink(path);
    rmdir(dir);
    return status;
}

static void test_embedded(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    const struct lexicon_table *t = lexicon_table(&l, STR("prefixes"));
    assert_true(t->n_rows > 0);
    assert_true(t->rows[0].n_fields >= 2);
    lexicon_release(&l);
}

/* The user's lines come first, then ours, but those that the user has only once. */
static void test_added(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    uint32_t n;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    n = lexicon_table(&l, STR("prefixes"))->n_rows;
    lexicon_release(&l);
    assert_int_equal(load_with("prefixes.tsv",
                               STR("common\tquestion\tsingular\twhat is\n"
                                   "common\tcommand\tnoun\tlet us have\n"),
                               &l, &e),
                     OK);
    const struct lexicon_table *t = lexicon_table(&l, STR("prefixes"));
    assert_int_equal(t->n_rows, n + 1);
    assert_true(str_eq(t->rows[1].fields[3], STR("let us have")));
    assert_int_equal(t->rows[1].line, 2);
    assert_string_equal(t->rows[2].path, "data/prefixes.tsv");
    lexicon_release(&l);
}

static void test_replaced(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(load_with("prefixes.tsv",
                               STR("# mine\r\n#replace\r\ncommon\tcommand\tnoun\tshow me \r\n"
                                   "common\tquestion\tplural\twhat were\tread"),
                               &l, &e),
                     OK);
    const struct lexicon_table *t = lexicon_table(&l, STR("prefixes"));
    assert_int_equal(t->n_rows, 2);
    assert_int_equal(t->rows[0].n_fields, 4);
    assert_int_equal(t->rows[1].n_fields, 5);
    assert_true(str_eq(t->rows[0].fields[3], STR("show me")));
    assert_true(lexicon_table(&l, STR("months"))->n_rows > 0);
    lexicon_release(&l);
}

static void check_malformed(const char *list, struct str text, const char *message)
{
    struct lexicon l;
    struct err e = {0};
    char got[500];
    assert_int_equal(load_with(list, text, &l, &e), E_INPUT);
    err_format(&e, got, sizeof got);
    const char *tail = strstr(got, list);
    assert_non_null(tail);
    assert_string_equal(tail + strlen(list), message);
}

#define MALFORMED(text, message) check_malformed("prefixes.tsv", STR(text), ":" message)

static void test_malformed(void **state)
{
    (void)state;
    MALFORMED("common\n", "1: 1 fields where at least 4 are expected");
    MALFORMED("# x\ncommon\tcommand\tnoun\tfind\tread\tmore\n",
              "2: 6 fields where at most 5 are expected");
    MALFORMED("common\tcommand\tnoun\t\tread\n", "1: field 4 is empty");
    MALFORMED("common\torder\tnoun\tfind\n",
              "1: field 2 is 'order' where 'mood=question|command|statement' is expected");
    MALFORMED("common\tcommand\tnoun\tfind\talways\n",
              "1: field 5 is 'always' where 'use=read|write?' is expected");
    MALFORMED("\n\ncommon\tcommand\tnoun\tf\xff\n", "3: not UTF-8 text");
    MALFORMED("common\tcommand\tnoun\tf\0\n", "1: not UTF-8 text");
}

/* Facts of words */

#define MALFORMED_WORDS(text, message) check_malformed("words.tsv", STR(text), ":" message)

static void test_malformed_words(void **state)
{
    (void)state;
    MALFORMED_WORDS("gnu\t-\n", "1: 2 fields where at least 3 are expected");
    MALFORMED_WORDS("gnu\t-\tkin animal\n", "1: unknown fact 'kin'; did you mean 'kind'?");
    MALFORMED_WORDS("\ngnu\t-\tkind animal|thing\n", "2: 'kind' has one value only");
    MALFORMED_WORDS("gnu\t-\tkind\n", "1: 'kind' needs a value");
    MALFORMED_WORDS("gnu\t-\tkind \n", "1: 'kind' needs a value");
    MALFORMED_WORDS("gnu\t-\tfits highest|\n", "1: 'fits' cannot be ''");
    MALFORMED_WORDS("gnu\t-\tgendered yes\n", "1: 'gendered' has no value");
    MALFORMED_WORDS("gnu\t-\tclass noun\n", "1: 'class' cannot be 'noun'");
    MALFORMED_WORDS("gnu\t-\tnumber ten\n", "1: 'number' cannot be 'ten'");
    MALFORMED_WORDS("gnu\t-\tnumber 1234567890123456\n",
                    "1: 'number' cannot be '1234567890123456'");
    MALFORMED_WORDS("gnu\t-\tkind animal\tplural gnus\tkind thing\n",
                    "1: the fact 'kind' stands twice");
    MALFORMED_WORDS("gnu\t-\tkind animal\nGNU\t-\tplural gnus\n",
                    "2: 'GNU' with the sense '-' is on line 1 already");
}

static void check_value(const struct lexicon *l, enum fact_id id, struct str word, struct str value)
{
    struct str got = fact_value(l, id, word);
    assert_non_null(got.ptr);
    assert_true(str_eq(got, value));
}

static void test_facts(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    check_value(&l, FACT_KIND, STR("Singer"), STR("person"));
    check_value(&l, FACT_PLURAL, STR("child"), STR("children"));
    assert_true(str_eq(fact_with(&l, FACT_PLURAL, STR("children"))->line->word, STR("child")));
    assert_null(fact_of(&l, FACT_PLURAL, STR("singer")));
    assert_null(fact_value(&l, FACT_PLURAL, STR("no such word")).ptr);
    assert_true(fact_is(&l, FACT_ASKS, STR("oldest"), STR("age")));
    assert_false(fact_is(&l, FACT_ASKS, STR("oldest"), STR("place")));
    assert_non_null(fact_of(&l, FACT_GENDERED, STR("he")));

    /* Several lines of a word, in the order of the file. */
    const struct word_fact *f = fact_of(&l, FACT_HIGHEST, STR("height"));
    assert_true(str_eq(f->line->sense, STR("person")));
    assert_true(fact_says(f, STR("tallest")));
    assert_true(str_eq(fact_beside(f, FACT_HOW)->values[0], STR("tall")));
    assert_null(fact_beside(f, FACT_KIND));
    assert_non_null(f->next);
    assert_true(str_eq(word_line_of(&l, STR("height"))->sense, STR("-")));
    assert_int_equal(word_classes(&l, STR("The")), WORD_DETERMINER | WORD_JOINING);
    lexicon_release(&l);
}

/* A line of the user's replaces ours of the same word and sense, and no other. */
static void test_own_facts(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    const struct str text = STR("child\t-\tkind person\nheight\tperson\thighest loftiest\n"
                                "zorkmid\t-\tplural zorkmids\tclass unit\n");
    assert_int_equal(load_with("words.tsv", text, &l, &e), OK);
    assert_null(fact_of(&l, FACT_PLURAL, STR("child")));
    check_value(&l, FACT_KIND, STR("child"), STR("person"));
    assert_int_equal(word_line_of(&l, STR("child"))->number, 1);
    const struct word_fact *f = fact_of(&l, FACT_HIGHEST, STR("height"));
    assert_true(fact_says(f, STR("loftiest")));
    assert_false(fact_says(f, STR("tallest")));
    assert_true(str_eq(f->next->line->sense, STR("building")));
    assert_int_equal(word_classes(&l, STR("zorkmid")), WORD_UNIT);
    lexicon_release(&l);
}

/* Every fact of the table is used, and the lines are sorted. */
static void test_our_words(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    for (int id = 0; id < N_WORD_FACTS; id++)
        assert_true(facts_all(&l, (enum fact_id)id).count > 0);
    const struct lexicon_table *t = lexicon_table(&l, STR("words"));
    for (uint32_t i = 1; i < t->n_rows; i++)
        if (str_cmp_nocase(t->rows[i - 1].fields[0], t->rows[i].fields[0]) > 0)
            fail_msg("line %u of words.tsv is not in its place", t->rows[i].line);
    lexicon_release(&l);
}

/* Pairs of words */

#define MALFORMED_PAIRS(text, message) check_malformed("synonyms.tsv", STR(text), ":" message)

static void test_malformed_pairs(void **state)
{
    (void)state;
    MALFORMED_PAIRS("gnu\twildebeest\t<-\tsay\n",
                    "1: field 3 is '<-' where 'direction=->|<->' is expected");
    MALFORMED_PAIRS("gnu\twildebeest\t->\tsays\n",
                    "1: field 4 is 'says' where "
                    "'grade=rename|name|bold|say|substitute|mean|loose|near|none|long|short' is "
                    "expected");
    MALFORMED_PAIRS("gnu\twildebeest\t->\tsay\tat the end\n", "1: unknown condition 'at the end'");
    MALFORMED_PAIRS("gnu\twildebeest\t->\tsay\ngnu\twildebeest\t->\tloose\n",
                    "2: 'gnu' and 'wildebeest' are on line 1 already");
    MALFORMED_PAIRS("gnu\twildebeest\t<->\tsay\nwildebeest\tgnu\t->\tloose\n",
                    "2: 'wildebeest' and 'gnu' are on line 1 already");
}

/* Lines of the user's come first, and replace ours of the same place. */
static void test_own_pairs(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    const struct str text = STR("customer\tpatron\t<->\tsay\tof organization\talone\n"
                                "customer\tclient\t->\tloose\n");
    assert_int_equal(load_with("synonyms.tsv", text, &l, &e), OK);
    const struct synonym_pair *p = pairs_of(&l, STR("customer"));
    assert_true(str_eq(p->other, STR("patron")));
    assert_true(p->alone && str_eq(p->owner, STR("organization")));
    p = p->next;
    assert_true(str_eq(p->other, STR("client")));
    assert_int_equal(p->grade, GRADE_LOOSE);
    for (p = p->next; p; p = p->next)
        assert_false(str_eq(p->other, STR("client")));
    assert_non_null(pair_graded(&l, STR("patron"), GRADES_SAID));
    assert_non_null(pairs_back(&l, STR("client")));
    lexicon_release(&l);
}

/* A list of an earlier version: its lines are facts of words, and the other facts stay. */
static void test_old_lists(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(load_with("irregular_nouns.tsv", STR("singer\tsingeren\n"), &l, &e), OK);
    check_value(&l, FACT_PLURAL, STR("singer"), STR("singeren"));
    check_value(&l, FACT_KIND, STR("singer"), STR("person"));
    assert_true(str_eq(l.old_lists, STR("irregular_nouns.tsv")));
    lexicon_release(&l);
    assert_int_equal(
        load_with("dimension_words.tsv", STR("girth\twaist\tage\nyouth\tage\n"), &l, &e), OK);
    assert_true(fact_is(&l, FACT_MEASURES, STR("waist"), STR("girth")));
    assert_true(fact_is(&l, FACT_MEASURES, STR("age"), STR("girth")));
    assert_true(fact_is(&l, FACT_MEASURES, STR("age"), STR("youth")));
    assert_false(fact_is(&l, FACT_MEASURES, STR("age"), STR("level")));
    assert_true(fact_is(&l, FACT_ASKS, STR("age"), STR("age")));
    lexicon_release(&l);
    assert_int_equal(
        load_with("synonyms.tsv", STR("gnu\t!person\t=@ beast\twildebeest$\n"), &l, &e), OK);
    const struct synonym_pair *p = pairs_of(&l, STR("gnu"));
    assert_true(str_eq(p->other, STR("{noun} beast")) && p->alone &&
                str_eq(p->owner, STR("!person")));
    assert_true(str_eq(p->next->other, STR("wildebeest")) && p->next->at_end);
    assert_int_equal(p->grade, GRADE_MEAN);
    lexicon_release(&l);
    assert_int_equal(load_with("aggregate_words.tsv",
                               STR("max\tvalue\tutmost of\t-\t(topmost)\nfew\tplural\tfew of\n"),
                               &l, &e),
                     OK);
    const struct lexicon_row *row = lexicon_table(&l, STR("phrases"))->rows;
    assert_true(row[0].n_fields == 3 && row[1].n_fields == 2);
    assert_true(str_eq(row[0].fields[0], STR("form=value !before=a|an fits=utmost")) &&
                str_eq(row[0].fields[1], STR("max|most= utmost of")) &&
                str_eq(row[0].fields[2], STR("max|most=? topmost")));
    assert_true(str_eq(row[1].fields[0], STR("form=counted dimension=count")) &&
                str_eq(row[1].fields[1], STR("least= few of")));
    lexicon_release(&l);
    check_malformed("function_words.tsv", STR("noun\tgnu\n"), ":1: 'class' cannot be 'noun'");
}

/* Is the place of `x` that of `y`, or a part of it? */
static bool is_within(const struct synonym_pair *x, const struct synonym_pair *y)
{
    return (str_eq(y->owner, STR("any")) || str_eq(x->owner, y->owner)) &&
           (x->alone || !y->alone) && (x->at_end || !y->at_end);
}

/* Grades that imply each other, the strongest first. */
static int strength_of(const struct synonym_pair *p)
{
    static const enum synonym_grade ORDER[] = {GRADE_RENAME, GRADE_SAY, GRADE_SUBSTITUTE,
                                               GRADE_MEAN, GRADE_LOOSE};
    for (size_t i = 0; i < COUNT_OF(ORDER); i++)
        if (p->grade == ORDER[i])
            return (int)i;
    return -1;
}

/* No word has contrary facts, and no pair a line that another says already, or contradicts. */
static void test_contradictions(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    const struct lexicon_table *t = lexicon_table(&l, STR("synonyms"));
    for (uint32_t i = 0; i < t->n_rows; i++)
        for (const struct synonym_pair *x = pairs_of(&l, t->rows[i].fields[0]); x; x = x->next)
            for (const struct synonym_pair *y = pairs_of(&l, x->word); y; y = y->next) {
                bool same = x != y && str_eq(x->other, y->other) && strength_of(x) >= 0 &&
                            strength_of(y) >= 0;
                if (same && is_within(x, y) && strength_of(y) <= strength_of(x))
                    fail_msg("lines %u and %u of synonyms.tsv", x->line, y->line);
            }
    t = lexicon_table(&l, STR("words"));
    for (uint32_t i = 0; i < t->n_rows; i++)
        for (const struct word_line *x = word_line_of(&l, t->rows[i].fields[0]); x; x = x->next) {
            bool order = fact_is(&l, FACT_NUMBERS, x->word, STR("order"));
            bool measure = fact_is(&l, FACT_ENDS, x->word, STR("measure")) &&
                           fact_is(&l, FACT_NUMBERS, x->word, STR("name"));
            bool two_numbers =
                fact_of(&l, FACT_NUMBER, x->word) && fact_of(&l, FACT_AMOUNTS_TO, x->word);
            bool plain = !str_eq(x->sense, STR("-")) || x == word_line_of(&l, x->word);
            if ((measure && !order) || two_numbers || !plain)
                fail_msg("line %u of words.tsv contradicts itself", x->number);
        }
    lexicon_release(&l);
}

/* Phrases */

/* What a cell of phrases.tsv asks for, without the signs after it; the phrase is the rest. */
static struct str asked_of(struct str cell, struct str *phrase)
{
    struct str asked = str_split(&cell, ' ');
    while (asked.len > 0 && strchr("?!~=", asked.ptr[asked.len - 1]))
        asked.len--;
    *phrase = cell;
    return asked;
}

/* Words that ask for a part of the query, and stand around comparisons too. */
static const char *const TWO_SENSES[] = {"min", "max", "every", "each",      "last",
                                         "not", "no",  "never", "in common", "up to"};

static bool has_two_senses(struct str phrase)
{
    for (size_t i = 0; i < COUNT_OF(TWO_SENSES); i++)
        if (str_eq(phrase, str_from(TWO_SENSES[i])))
            return true;
    return false;
}

/* Under the same conditions a phrase asks for one thing. */
static void test_phrases(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    struct name_map known;
    assert_int_equal(lexicon_load(&l, &LEXICON, NULL, &e), OK);
    const struct lexicon_table *t = lexicon_table(&l, STR("phrases"));
    name_map_init_exact(&known, &l.arena, 2048);
    for (uint32_t i = 0; i < t->n_rows; i++)
        for (uint32_t k = 1; k < t->rows[i].n_fields; k++) {
            struct str phrase, asked = asked_of(t->rows[i].fields[k], &phrase), before;
            struct str key = ARENA_CONCAT(&l.arena, t->rows[i].fields[0], STR("\t"), phrase);
            uint32_t place = name_map_get(&known, key);
            if (place == NAME_NONE) {
                name_map_put(&known, &l.arena, key, i << 8 | k);
                continue;
            }
            const struct lexicon_row *row = &t->rows[place >> 8];
            if (!str_eq(asked_of(row->fields[place & 255], &before), asked) &&
                !has_two_senses(phrase))
                fail_msg("lines %u and %u of phrases.tsv", row->line, t->rows[i].line);
        }
    lexicon_release(&l);
}

static void test_folder(void **state)
{
    (void)state;
    struct lexicon l;
    struct err e;
    assert_int_equal(lexicon_load(&l, &LEXICON, "/nonexistent", &e), E_IO);
    assert_int_equal(lexicon_load(&l, &LEXICON, "/dev/null", &e), E_IO);
    assert_int_equal(lexicon_load(&l, &LEXICON, "/var", &e),
                     OK); /* a folder without lists: all ours */
    lexicon_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_embedded),        cmocka_unit_test(test_added),
        cmocka_unit_test(test_replaced),        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_malformed_words), cmocka_unit_test(test_facts),
        cmocka_unit_test(test_own_facts),       cmocka_unit_test(test_our_words),
        cmocka_unit_test(test_malformed_pairs), cmocka_unit_test(test_own_pairs),
        cmocka_unit_test(test_old_lists),       cmocka_unit_test(test_contradictions),
        cmocka_unit_test(test_phrases),         cmocka_unit_test(test_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
