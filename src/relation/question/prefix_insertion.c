/* prefix_insertion.c: put a common declarative prefix before a question (PI, MT-TEQL §3.1).
 *
 * "What is the age of all singers?" → "Tell me what the age of all singers is." The prefix says
 * that the speaker wants to know, which the question said already.
 *
 * Applies to what begins with a question word. A question that has its verb before its subject
 * would sound wrong behind "tell me". Where the small words show how to, the order is restored
 * ("how many singers do we have" → "tell me how many singers we have", "are there" → "there are");
 * else the question stays as it is behind a colon: "My question is: when was the last transcript
 * released?" */
#include "relation/question/noun_phrase.h"
#include "relation/question/prefix.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

enum {
    LONGEST_SUBJECT = 9, /* words, behind which a verb is still expected */
    BREAKS_SUBJECT = WORD_RELATIVE | WORD_AUXILIARY | WORD_MODAL | WORD_INTERROGATIVE |
                     WORD_COMMAND | WORD_CONJUNCTION | WORD_ARRANGED
};

/* A question as it stands behind "tell me": up to three spans of it, and words in their place. */
struct question_clause {
    struct str pieces[3];
    uint32_t n_pieces;
};

static bool is_be(const struct question_text *q, uint32_t i)
{
    return token_is(q, i, "is") || token_is(q, i, "are") || token_is(q, i, "was") ||
           token_is(q, i, "were");
}

/* "do" with its subject behind it, not "do not". */
static bool is_do(const struct question_text *q, uint32_t i)
{
    return (token_is(q, i, "do") || token_is(q, i, "does") || token_is(q, i, "did")) &&
           !token_is(q, i + 1, "not");
}

/* "how many times was the budget …", "…, and in which zip codes were those measurements taken" */
static bool is_late_be(const struct question_text *q, uint32_t i)
{
    return is_be(q, i) && token_in(q, i + 1, WORD_DETERMINER) &&
           !token_in(q, i - 1, WORD_INTERROGATIVE | WORD_RELATIVE) &&
           (has_second_question(q, 0) || token_is(q, 2, "times"));
}

/* First token from `start` on that shows a verb before its subject; n_first where none does. */
static uint32_t find_inversion(const struct question_text *q, uint32_t start)
{
    for (uint32_t i = start; i < q->n_first; i++) {
        bool subject = token_in(q, i + 1, WORD_PRONOUN | WORD_DETERMINER);
        if (is_do(q, i) || (is_be(q, i) && token_is(q, i + 1, "there")))
            return i;
        if ((token_in(q, i, WORD_MODAL) && subject) || is_late_be(q, i))
            return i;
        if (token_in(q, i, WORD_AUXILIARY) && token_in(q, i + 1, WORD_PRONOUN))
            return i;
    }
    return q->n_first;
}

/* "what is the age", "who are the oldest singers": nothing but to be and its subject. "Who is
 * older" has its subject first. */
static bool asks_what_is(const struct question_text *q)
{
    return (token_is(q, 0, "what") || token_is(q, 0, "who") || token_is(q, 0, "which")) &&
           is_be(q, 1) && !token_is(q, 2, "there") &&
           (token_is(q, 0, "what") || token_in(q, 2, WORD_DETERMINER));
}

/* May the verb wait for the end of the subject: "tell me what the age of all singers is"? Not
 * behind a clause or a list, or where the subject is long: the reader would have lost it. */
static bool verb_can_wait(const struct question_text *q)
{
    struct noun_phrase noun;
    if (q->n_first > LONGEST_SUBJECT + 2 || !noun_phrase_read(q, 2, &noun) || !noun.determined)
        return false;
    for (uint32_t i = 2; i < q->n_first; i++)
        if (q->tokens[i].kind == TOKEN_MARK || token_in(q, i, BREAKS_SUBJECT))
            return false;
    return !token_in(q, q->n_first - 1, WORD_PREPOSITION);
}

/* "where is …", "how is …", "how long is …", "which region is Kabul in": the verb to be stands
 * before its subject. */
static bool is_inverted_be(const struct question_text *q)
{
    if (token_in(q, 0, WORD_PREPOSITION))
        return true; /* "in which year was …" */
    bool adverb = token_is(q, 0, "where") || token_is(q, 0, "when") || token_is(q, 0, "how") ||
                  token_is(q, 0, "why");
    if (adverb && !token_is(q, 1, "many") && (is_be(q, 1) || is_be(q, 2)))
        return true;
    if (q->n_first == 0 || !token_in(q, q->n_first - 1, WORD_PREPOSITION))
        return false;
    for (uint32_t i = 1; i < q->n_first; i++) /* in a relative clause it may stand at the end */
        if (token_in(q, i, WORD_RELATIVE))
            return false;
    return true;
}

/* "how many flights does JetBlue have": only this verb's other form is known here. */
static bool restore_does(struct arena *a, const struct question_text *q, uint32_t at,
                         struct question_clause *out)
{
    uint32_t last = q->n_first - 1;
    if (!token_is(q, last, "have") || last <= at + 1)
        return false;
    struct str subject = text_between(q, at + 1, last);
    out->pieces[1] = arena_printf(a, "%.*s has", STR_ARG(subject));
    out->n_pieces = 2;
    return true;
}

/* The question in the order of a statement; false where it is not known how. */
static bool restore_order(struct arena *a, const struct question_text *q,
                          struct question_clause *out)
{
    uint32_t at = find_inversion(q, 1), end = q->n_first;
    *out = (struct question_clause){{text_between(q, 0, end)}, 1};
    if (is_inverted_be(q))
        return false;
    if (asks_what_is(q)) {
        *out = (struct question_clause){
            {q->tokens[0].text, text_between(q, 2, end), arena_str_lower(a, q->tokens[1].text)}, 3};
        return verb_can_wait(q);
    }
    if (token_is(q, 0, "what's"))
        return false;
    if (at == end)
        return true;
    if (find_inversion(q, at + 1) != end || has_second_question(q, 0))
        return false;
    out->pieces[0] = text_between(q, 0, at);
    if (token_is(q, at, "does"))
        return restore_does(a, q, at, out);
    if (is_be(q, at) && token_is(q, at + 1, "there")) {
        out->pieces[1] = arena_printf(a, "there %.*s", STR_ARG(q->tokens[at].text));
        out->pieces[2] = text_between(q, at + 2, end);
        out->n_pieces = 3;
        return true;
    }
    out->pieces[1] = text_between(q, at + 1, end);
    out->n_pieces = 2;
    return token_is(q, at, "do");
}

static void add(struct arena *a, struct rewordings *r, const struct prefix *p,
                const struct question_clause *clause)
{
    struct str pieces[4] = {p->text};
    memcpy(pieces + 1, clause->pieces, sizeof clause->pieces);
    rewordings_add(a, r, sentence_write(a, r->text, pieces, clause->n_pieces + 1, p->mark),
                   (struct change_entry){"inserted", p->text}, (struct change_entry){0});
}

/* Does it begin with a question word, common or special? "Can you list" is a polite command. */
static bool is_question(const struct question_text *q, const struct lexicon *l)
{
    static const enum prefix_class classes[] = {PREFIX_COMMON, PREFIX_COUNTING, PREFIX_CHOOSING,
                                                PREFIX_SPECIAL};
    struct prefix p;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        uint32_t n = prefix_match(q, l, classes[i], &p);
        if (n > 0 && n < q->n_first && p.mark == '?' && p.follows != FOLLOWS_NOUN &&
            p.follows != FOLLOWS_SEVERAL)
            return true;
    }
    return false;
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct question_text *q = ARENA_NEW(a, struct question_text);
    struct rewordings *r = ARENA_NEW(a, struct rewordings);
    *q = question_text_read(a, s->seed->question, s->lexicon);
    r->text = q;
    *plan = r;
    struct question_clause clause;
    if (!refuse_unless(s, is_question(q, s->lexicon), REFUSED_NO_QUESTION_WORD))
        return 0;
    enum prefix_class wanted = restore_order(a, q, &clause) ? PREFIX_INDIRECT : PREFIX_DIRECT;
    if (wanted == PREFIX_DIRECT)
        clause = (struct question_clause){{text_between(q, 0, q->n_first)}, 1};
    uint32_t n = prefix_count(s->lexicon);
    for (uint32_t i = 0; i < n; i++) {
        struct prefix p = prefix_get(s->lexicon, i);
        if (p.class == wanted && p.write)
            add(a, r, &p, &clause);
    }
    return r->count;
}

const struct relation relation_PI = {
    "PI",
    "prefix insertion",
    "mt-teql",
    {.summary = "a prefix goes before the question",
     .what = "A question gets a prefix such as \"tell me\" or \"I want to know\".",
     .before = "How many customers are there?",
     .after = "Tell me how many customers there are.",
     .answer = "The answer stays: the prefix only says that the speaker wants to know.",
     .page = "docs/questions.md"},
    count,
    rewordings_make,
};
