/* test_paraphrase_task.c: the requests to a model for one question and kind, and the replies that
 * are kept. */
#include "unit.h"

#include "base/memory.h"
#include "meanings.h"
#include "model/paraphrase_task.h"

#include <stdlib.h>

static const char tables_json[] =
    "[{\"db_id\":\"t\",\"table_names_original\":[\"teacher\"],\"table_names\":[\"teacher\"],"
    "\"column_names_original\":[[-1,\"*\"],[0,\"Name\"],[0,\"Age\"],[0,\"Country\"]],"
    "\"column_names\":[[-1,\"*\"],[0,\"name\"],[0,\"age\"],[0,\"country\"]],"
    "\"column_types\":[\"text\",\"text\",\"number\",\"text\"]}]";

struct paraphrase_world {
    struct arena arena;
    struct lexicon lexicon;
    struct schema_set schemas;
    struct indicator_book book;
    struct paraphrase_texts texts;
    struct paraphrase_sampling how;
};

static int open_world(void **state)
{
    struct paraphrase_world *w = mem_alloc(sizeof *w);
    struct err e;
    *w = (struct paraphrase_world){0};
    assert_int_equal(lexicon_load(&w->lexicon, &LEXICON, NULL, &e), OK);
    assert_int_equal(schema_set_parse(&w->arena, STR(tables_json), &w->schemas, &e), OK);
    assert_int_equal(
        indicator_book_build(&w->book, &w->arena, &w->lexicon, &w->schemas.schemas[0], NULL, &e),
        OK);
    assert_int_equal(paraphrase_texts_load(&w->texts, NULL, &e), OK);
    w->how = (struct paraphrase_sampling){.texts = &w->texts, .max_tokens = 100, .seed = 1};
    *state = w;
    return 0;
}

static int close_world(void **state)
{
    struct paraphrase_world *w = *state;
    paraphrase_texts_release(&w->texts);
    lexicon_release(&w->lexicon);
    arena_release(&w->arena);
    free(w);
    return 0;
}

static const char COUNT[] = "SELECT count(*) FROM teacher",
                  COUNT_ASKED[] = "What is the number of teachers?";

/* The task of `kind` on the question; false if there is none. */
static bool begin(struct paraphrase_world *w, const char *sql, const char *question,
                  enum reword_kind kind, struct paraphrase_task *out)
{
    struct question_reading *r = ARENA_NEW(&w->arena, struct question_reading);
    struct words words = words_read(&w->arena, &w->book.link.lemmatizer, str_from(question));
    *r = question_read(&w->arena, &w->book, NULL, read_meaning(&w->arena, w->book.schema, sql),
                       &words);
    return paraphrase_task_begin(&w->arena, r, 7, kind, out);
}

static void expect_tokens(struct paraphrase_world *w, const char *sql, const char *question,
                          enum reword_kind kind, const char *tokens)
{
    struct paraphrase_task t;
    assert_int_equal(begin(w, sql, question, kind, &t), tokens != NULL);
    if (tokens)
        assert_string_equal(t.tokens.ptr, tokens);
}

static void test_tokens(void **state)
{
    static const char SQL[] = "SELECT Name FROM teacher WHERE Age > 40 AND Country = 'France'",
                      ASKED[] = "Names of teachers from the country France whose age is over 40";
    expect_tokens(*state, COUNT, COUNT_ASKED, REWORD_KEYWORD_CARRIER,
                  "COUNT, said as \"number of\"");
    expect_tokens(*state, COUNT, COUNT_ASKED, REWORD_COLUMN_SYNONYM, NULL);
    expect_tokens(*state, COUNT, COUNT_ASKED, REWORD_VALUE_SYNONYM, NULL);
    expect_tokens(*state, COUNT, COUNT_ASKED, REWORD_MULTITYPE, NULL);
    expect_tokens(*state, COUNT, "Teachers", REWORD_KEYWORD_SYNONYM, NULL);
    expect_tokens(*state, COUNT, "Teachers", REWORD_OTHERS, "none");
    expect_tokens(*state, SQL, ASKED, REWORD_COLUMN_SYNONYM,
                  "name of teacher, said as \"Names\"; age of teacher, said as \"age\"; "
                  "country of teacher, said as \"country\"");
    expect_tokens(*state, SQL, ASKED, REWORD_VALUE_SYNONYM,
                  "value 40 of age, said as \"40\"; value France of country, said as \"France\"");
    expect_tokens(*state, SQL, ASKED, REWORD_COLUMN_VALUE,
                  "age of teacher, said as \"age\"; value 40 of age, said as \"40\"; "
                  "country of teacher, said as \"country\"; "
                  "value France of country, said as \"France\"");
}

/* Every request has its prompt: the kind's, with the question. */
static void test_requests(void **state)
{
    struct paraphrase_world *w = *state;
    struct paraphrase_task t;
    struct paraphrase_want wants[PARAPHRASE_MAX_WANTS];
    struct chat_request r;
    struct buf text = {0};
    static const double settings[][2] = {{0.9, 0.7}, {0.9, 1.0}, {1.0, 0.7}, {1.0, 1.0}};
    assert_true(begin(w, COUNT, COUNT_ASKED, REWORD_KEYWORD_CARRIER, &t));
    assert_int_equal(paraphrase_task_wants(&t, &w->arena, wants), 4);
    for (int i = 0; i < 4; i++) {
        paraphrase_task_request(&t, &wants[i], &w->how, &text, &r);
        assert_true(r.top_p == settings[i][0] && r.temperature == settings[i][1]);
        assert_int_equal(r.n, 5);
        assert_int_equal(r.max_tokens, 100);
        assert_int_equal(r.sampling_seed, 1 + 5 * i);
        assert_int_equal(r.for_seed, 7);
        assert_true(str_find(r.prompt,
                             STR("Sentence: What is the number of teachers?\n"
                                 "Mentioned keywords: COUNT, said as \"number of\"\n"),
                             0) < r.prompt.len);
    }
    w->how.plain = true;
    paraphrase_task_request(&t, &wants[0], &w->how, &text, &r);
    assert_true(r.top_p < 0 && r.temperature < 0);
    w->how.plain = false;
    buf_release(&text);
}

/* Each of the nine texts has five examples, and each example its four parts. */
static void test_texts(void **state)
{
    struct paraphrase_world *w = *state;
    static const struct str parts[] = {STR_INIT("\nSentence: "), STR_INIT("\nMentioned "),
                                       STR_INIT("\nParaphrase: "), STR_INIT("\nExplanation: ")};
    static const int expected[] = {6, 6, 5, 5}; /* the question to reword has the first two */
    for (int k = 0; k < N_REWORD_KINDS; k++)
        for (int p = 0; p < 4; p++) {
            int n = -1;
            size_t at = 0, from;
            do {
                from = at + 1;
                at = str_find(w->texts.kinds[k], parts[p], from);
                n++;
            } while (at < w->texts.kinds[k].len);
            assert_int_equal(n, expected[p]);
        }
    assert_true(w->texts.entailment.len > 0);
}

/* A model that gives these paraphrases, five at a time, and says yes to every question. */
struct toy_model {
    const char *const *replies; /* NULL for always the same */
    uint32_t at, per_request;
    uint32_t asked, judged; /* requests */
    const char *no_forward, *no_back;
};

static void reply(struct toy_model *m, const struct paraphrase_task *t,
                  const struct paraphrase_want *want, struct str *out, uint32_t *n)
{
    struct str said = want->judgement ? t->candidates[want->index].said.question : STR("");
    const char *no = want->back ? m->no_back : m->no_forward;
    m->asked++;
    m->judged += want->judgement;
    if (want->judgement) {
        out[0] = no && str_find(said, str_from(no), 0) < said.len ? STR("no") : STR("yes");
        *n = 1;
        return;
    }
    uint32_t most = want->attempt > 0 && m->per_request > 1 ? 1 : m->per_request;
    for (*n = 0; *n < most && (!m->replies || m->replies[m->at]);)
        out[(*n)++] = str_from(m->replies ? m->replies[m->at++] : "x y");
}

static void run_task(struct paraphrase_world *w, struct paraphrase_task *t, struct toy_model *m)
{
    struct paraphrase_want wants[PARAPHRASE_MAX_WANTS];
    struct chat_request r;
    struct buf text = {0};
    uint32_t n;
    while ((n = paraphrase_task_wants(t, &w->arena, wants)) > 0)
        for (uint32_t i = 0; i < n; i++) {
            struct str replies[CHAT_MAX_CHOICES];
            uint32_t count = 0;
            paraphrase_task_request(t, &wants[i], &w->how, &text, &r);
            reply(m, t, &wants[i], replies, &count);
            paraphrase_task_answer(t, &wants[i], replies, count, &w->arena);
        }
    buf_release(&text);
}

/* "candidates: kept | dropped, by reason" */
static void expect_tally(const struct paraphrase_task *t, const char *expected)
{
    struct arena a = {0};
    struct str out = arena_printf(&a, "%llu: %llu |", (unsigned long long)t->tally.candidates,
                                  (unsigned long long)t->tally.kept);
    for (int i = 0; i < N_PARAPHRASE_DROPS; i++)
        out = arena_printf(&a, "%.*s %llu", STR_ARG(out), (unsigned long long)t->tally.dropped[i]);
    assert_string_equal(out.ptr, expected);
    uint64_t sum = t->tally.kept;
    for (int i = 0; i < N_PARAPHRASE_DROPS; i++)
        sum += t->tally.dropped[i];
    assert_int_equal(sum, t->tally.candidates);
    arena_release(&a);
}

static const char *kept(const struct paraphrase_task *t, uint32_t n)
{
    for (uint32_t i = 0; i < t->n_candidates; i++)
        if (t->candidates[i].state == CANDIDATE_KEPT && n-- == 0)
            return t->candidates[i].said.question.ptr;
    return "none";
}

static const char *const CARRIED[] = {"Paraphrase: How many teachers are there?",
                                      "Paraphrase: how many  teachers are there",
                                      "Paraphrase: What is the number of teachers",
                                      "Explanation: none",
                                      "How many teachers do we have?",
                                      "How many teachers of that age are there?",
                                      "How many of the 12 teachers are there?",
                                      "What is the total count of teachers?",
                                      "How many teachers?",
                                      "Tell me how many teachers there are.",
                                      "So how many teachers are there?",
                                      "How many teachers exist?",
                                      "How many teachers are listed?",
                                      NULL};

static void test_filters(void **state)
{
    struct paraphrase_world *w = *state;
    struct paraphrase_task t;
    struct toy_model m = {.replies = CARRIED, .per_request = 5, .no_forward = "exist"};
    assert_true(begin(w, COUNT, COUNT_ASKED, REWORD_KEYWORD_CARRIER, &t));
    run_task(w, &t, &m);
    expect_tally(&t, "13: 5 | 1 2 2 1 0 2");
    assert_string_equal(kept(&t, 0), "How many teachers are there?");
    assert_string_equal(kept(&t, 4), "So how many teachers are there?");
    /* Two draws gave all there is, the others ask five times each; then five times both ways. */
    assert_int_equal(m.judged, 10);
}

/* What is not entailed makes room for what comes after. */
static void test_entailment(void **state)
{
    struct paraphrase_world *w = *state;
    struct paraphrase_task t;
    struct toy_model m = {
        .replies = CARRIED, .per_request = 5, .no_forward = "do we have", .no_back = "Tell"};
    assert_true(begin(w, COUNT, COUNT_ASKED, REWORD_KEYWORD_CARRIER, &t));
    run_task(w, &t, &m);
    expect_tally(&t, "13: 5 | 1 2 2 1 2 0");
    assert_string_equal(kept(&t, 1), "How many teachers?");
    assert_string_equal(kept(&t, 4), "How many teachers are listed?");
    assert_int_equal(m.judged, 5 * 2 + 1 + 2);
}

/* Servers that count in their own way. */
static void test_wrong_n(void **state)
{
    struct paraphrase_world *w = *state;
    struct paraphrase_task t;
    static const struct {
        uint32_t per_request, requests, candidates;
    } cases[] = {{5, 4, 20}, {9, 4, 20}, {1, 20, 20}, {3, 12, 20}, {0, 20, 0}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct toy_model m = {.per_request = cases[i].per_request};
        assert_true(begin(w, COUNT, COUNT_ASKED, REWORD_KEYWORD_CARRIER, &t));
        run_task(w, &t, &m);
        assert_int_equal(t.tally.candidates, cases[i].candidates);
        assert_int_equal(m.asked - m.judged, cases[i].requests);
        assert_int_equal(t.tally.refused, cases[i].per_request == 0 ? 20 : 0);
    }
}

/* No two requests of a task are the same: a server with a cache of its own would say the same. */
static void test_again(void **state)
{
    struct paraphrase_world *w = *state;
    struct paraphrase_task t;
    struct paraphrase_want wants[PARAPHRASE_MAX_WANTS];
    struct chat_request r;
    struct buf text = {0};
    bool seen[21] = {false};
    assert_true(begin(w, COUNT, COUNT_ASKED, REWORD_KEYWORD_CARRIER, &t));
    for (uint32_t n, round = 0; (n = paraphrase_task_wants(&t, &w->arena, wants)) > 0; round++)
        for (uint32_t i = 0; i < n; i++) {
            paraphrase_task_request(&t, &wants[i], &w->how, &text, &r);
            assert_int_equal(r.n, round == 0 ? 5 : 0);
            assert_in_range(r.sampling_seed, 1, 20);
            assert_false(seen[r.sampling_seed]);
            seen[r.sampling_seed] = true;
            paraphrase_task_answer(&t, &wants[i], NULL, 0, &w->arena);
        }
    buf_release(&text);
}

/* Replies are cut before they are kept. */
static void test_huge(void **state)
{
    struct paraphrase_world *w = *state;
    struct paraphrase_task t;
    struct paraphrase_want wants[PARAPHRASE_MAX_WANTS];
    char *bytes = mem_alloc(1 << 20);
    memset(bytes, 'x', 1 << 20);
    struct str huge = {bytes, 1 << 20};
    assert_true(begin(w, COUNT, COUNT_ASKED, REWORD_KEYWORD_CARRIER, &t));
    assert_int_equal(paraphrase_task_wants(&t, &w->arena, wants), 4);
    paraphrase_task_answer(&t, &wants[0], &huge, 1, &w->arena);
    assert_int_equal(t.draws[0].replies[0].len, PARAPHRASE_MAX_REPLY);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),     cmocka_unit_test(test_requests),
        cmocka_unit_test(test_texts),      cmocka_unit_test(test_filters),
        cmocka_unit_test(test_entailment), cmocka_unit_test(test_wrong_n),
        cmocka_unit_test(test_again),      cmocka_unit_test(test_huge),
    };
    return cmocka_run_group_tests(tests, open_world, close_world);
}
