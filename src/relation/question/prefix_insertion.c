/* prefix_insertion.c: put a common declarative prefix before a question (PI, MT-TEQL §3.1).
 *
 * "What is the age of all singers?" → "Tell me what the age of all singers is." The prefix says
 * that the speaker wants to know, which the question said already.
 *
 * Applies to questions that begin with a question word. A verb before its subject would sound wrong
 * after "tell me". If the small words show how, the order of a statement is restored ("how many
 * singers do we have" → "tell me how many singers we have", "are there" → "there are"). A question
 * for its own subject has that order already ("which singers are older than 20"). All others follow
 * a colon unchanged: "My question is: when was the last transcript released?" So do two questions
 * in one sentence. The colon is never wrong, so all doubtful cases get it.
 *
 * Does not apply if a command follows in the same sentence: it is not part of the question. */
#include "link/noun_phrase.h"
#include "relation/question/prefix.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

enum {
    LONGEST_SUBJECT = 6, /* words, after which a reader still expects a verb */
    BREAKS_SUBJECT = WORD_RELATIVE | WORD_AUXILIARY | WORD_MODAL | WORD_INTERROGATIVE |
                     WORD_COMMAND | WORD_CONJUNCTION | WORD_ARRANGED
};

/* A question as it stands after "tell me": up to three spans of it, or words that replace them. */
struct question_clause {
    struct str pieces[3];
    uint32_t n_pieces;
};

static bool is_be(const struct words *q, uint32_t i)
{
    return token_is(q, i, "is are was were");
}

/* "do" with its subject after it, not "do not". */
static bool is_do(const struct words *q, uint32_t i)
{
    return token_is(q, i, "do does did") && !token_is(q, i + 1, "not");
}

/* First token from `start` on that shows a verb before its subject; or n_first. */
static uint32_t find_inversion(const struct words *q, uint32_t start)
{
    for (uint32_t i = start; i < q->n_first; i++) {
        bool subject = token_in(q, i + 1, WORD_PRONOUN | WORD_DETERMINER);
        if (is_do(q, i) || (is_be(q, i) && token_is(q, i + 1, "there")))
            return i;
        if ((token_in(q, i, WORD_MODAL) && subject) ||
            (token_in(q, i, WORD_AUXILIARY) && token_in(q, i + 1, WORD_PRONOUN)))
            return i;
    }
    return q->n_first;
}

/* "what is the age", "who are the oldest singers": only to be and its subject. "Who is older" has
 * its subject first. */
static bool asks_what_is(const struct words *q)
{
    return token_is(q, 0, "what who which") && is_be(q, 1) && !token_is(q, 2, "there") &&
           (token_is(q, 0, "what") || token_in(q, 2, WORD_DETERMINER));
}

/* Does the verb to be surely agree with its subject? If not, the reader should not have to look for
 * it at the end. */
static bool be_agrees(const struct words *q, enum grammatical_number number)
{
    bool singular = token_is(q, 1, "is was");
    return number == (singular ? NUMBER_SINGULAR : NUMBER_PLURAL);
}

/* May the verb come after the subject: "tell me what the age of all singers is"? Not after a clause
 * or a list, or a long subject: it would come too late. */
static bool verb_can_wait(const struct words *q)
{
    struct noun_phrase noun;
    uint32_t n_joined = 0;
    if (token_is(q, 0, "which") || !noun_phrase_read(q, 2, &noun) || !noun.determined ||
        noun.distributive || token_is(q, 2, "all") || !be_agrees(q, noun.number))
        return false;
    for (uint32_t i = 2; i < q->n_first; i++) {
        if (q->items[i].kind == TOKEN_MARK || token_in(q, i, BREAKS_SUBJECT))
            return false;
        n_joined += q->items[i].joined;
    }
    return q->n_first - n_joined <= LONGEST_SUBJECT + 2 &&
           !token_in(q, q->n_first - 1, WORD_PREPOSITION) &&
           !is_past(q->items[q->n_first - 1].token); /* "what the cities listed are" */
}

/* Are the words after a form of "to be" surely not its subject: "are from", "is older", "was
 * built"?
 */
static bool is_predicate(const struct words *q, uint32_t i)
{
    while (i + 1 < q->n_first && q->items[i + 1].joined)
        i++; /* are right-handed */
    const struct word *t = &q->items[i];
    if (i >= q->n_first || t->kind != TOKEN_WORD || t->fixed)
        return false;
    if (token_in(q, i, WORD_PREPOSITION | WORD_PARTICIPLE) || token_is(q, i, "more less"))
        return true;
    return t->token.len > 4 && t->classes == 0 &&
           (is_past(t->token) || str_ends(t->token, STR("er")) || str_ends(t->token, STR("ing")));
}

/* The verb of a question for its own subject: "how many singers HAVE …", "who IS older"; n_first if
 * it is not clear which that is. */
static uint32_t find_verb(const struct words *q)
{
    for (uint32_t i = 1; i < q->n_first; i++) {
        if (token_in(q, i, WORD_AUXILIARY | WORD_MODAL | WORD_VERB))
            return i;
        if (token_in(q, i, WORD_RELATIVE | WORD_CONJUNCTION) || q->items[i].kind == TOKEN_MARK)
            return q->n_first;
    }
    return q->n_first;
}

/* Does the question ask for its own subject, so that its order stays: "which singers have a song"?
 * Not "which year was the song released", nor "what region is Kabul in". */
static bool asks_for_subject(const struct words *q)
{
    uint32_t verb = find_verb(q);
    if (verb == q->n_first || token_in(q, 0, WORD_PREPOSITION) || has_stranded_preposition(q, 1) ||
        token_is(q, 0, "what's when where why") ||
        (token_is(q, 0, "how") && !token_is(q, 1, "many")))
        return false;
    if (is_be(q, verb))
        return is_predicate(q, verb + 1);
    if (token_in(q, verb, WORD_AUXILIARY | WORD_MODAL) && verb + 1 < q->n_first &&
        q->items[verb + 1].fixed)
        return token_is(q, verb, "have has"); /* not "can Kyle" */
    if (token_is(q, 2, "times") && token_in(q, verb, WORD_AUXILIARY))
        return false; /* "how many times has the budget been …" */
    return true;
}

/* "how many flights does JetBlue have": of other verbs the form after "does" is not known here. */
static bool restore_does(struct arena *a, const struct words *q, uint32_t at,
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

/* Is there a second question, so that the order of two would have to be restored? */
static bool asks_twice(const struct words *q)
{
    for (uint32_t i = 2; i < q->n_first; i++)
        if (token_in(q, i, WORD_INTERROGATIVE) &&
            (token_in(q, i - 1, WORD_CONJUNCTION) ||
             (token_in(q, i - 1, WORD_PREPOSITION) && token_in(q, i - 2, WORD_CONJUNCTION))))
            return true;
    return has_second_question(q, 0);
}

/* Is the subject from `i` on surely a plural, so that "do" can be dropped: "we have", "the students
 * like"? */
static bool has_plural_subject(const struct words *q, uint32_t i)
{
    if (token_in(q, i, WORD_PRONOUN))
        return !token_is(q, i, "one");
    uint32_t first = i + (token_in(q, i, WORD_DETERMINER) ? 1 : 0), end = core_end(q, first);
    while (first < end)
        if (noun_number(q, first++) == NUMBER_PLURAL)
            return true;
    return false;
}

/* "do we have", "are there" and "does Kyle have" in the order of a statement; `at` is the verb. */
static bool restore_inversion(struct arena *a, const struct words *q, uint32_t at,
                              struct question_clause *out)
{
    uint32_t end = q->n_first;
    out->pieces[0] = text_between(q, 0, at);
    if (token_is(q, at, "does"))
        return restore_does(a, q, at, out);
    if (is_be(q, at) && token_is(q, at + 1, "there")) {
        out->pieces[1] = arena_printf(a, "there %.*s", STR_ARG(q->items[at].token));
        out->pieces[2] = text_between(q, at + 2, end);
        out->n_pieces = 3;
        return true;
    }
    out->pieces[1] = text_between(q, at + 1, end);
    out->n_pieces = 2;
    return token_is(q, at, "do") && has_plural_subject(q, at + 1);
}

/* Put the question in the order of a statement; false if it is not known how. */
static bool restore_order(struct arena *a, const struct words *q, struct question_clause *out)
{
    uint32_t at = find_inversion(q, 1), end = q->n_first;
    *out = (struct question_clause){{text_between(q, 0, end)}, 1};
    if (asks_twice(q))
        return false;
    if (asks_what_is(q)) {
        *out = (struct question_clause){
            {q->items[0].token, text_between(q, 2, end), arena_str_lower(a, q->items[1].token)}, 3};
        return verb_can_wait(q);
    }
    if (at == end)
        return asks_for_subject(q);
    return find_inversion(q, at + 1) == end && restore_inversion(a, q, at, out);
}

static void add_question(struct arena *a, struct rewordings *r, const struct prefix *p,
                         const struct question_clause *clause)
{
    struct str pieces[4] = {p->text};
    memcpy(pieces + 1, clause->pieces, sizeof clause->pieces);
    rewordings_add(a, r, sentence_write(a, r->text, pieces, clause->n_pieces + 1, p->mark),
                   (struct change_entry){"inserted", p->text}, (struct change_entry){0});
}

/* Does it begin with a question word, common or special? "Can you list" is a polite command. */
static bool is_question(const struct words *q, const struct lexicon *l)
{
    static const enum prefix_class classes[] = {PREFIX_COMMON, PREFIX_COUNTING, PREFIX_CHOOSING,
                                                PREFIX_SPECIAL};
    struct prefix p;
    for (size_t i = 0; i < COUNT_OF(classes); i++) {
        uint32_t n = prefix_match(q, l, classes[i], &p);
        if (n > 0 && n < q->n_first && p.mark == '?' && p.follows != FOLLOWS_NOUN &&
            p.follows != FOLLOWS_SEVERAL)
            return true;
    }
    return false;
}

static uint64_t count_insertions(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct rewordings *r = rewordings_begin(a, s, plan);
    const struct words *q = r->text;
    struct question_clause clause;
    if (!refuse_unless(s, is_question(q, s->lexicon), REFUSED_NO_QUESTION_WORD) ||
        !refuse_unless(s, !doubles_word(q), REFUSED_DOUBLED_WORD) ||
        !refuse_unless(s, !has_second_command(q, 0), REFUSED_SECOND_REQUEST))
        return 0;
    enum prefix_class wanted = restore_order(a, q, &clause) ? PREFIX_INDIRECT : PREFIX_DIRECT;
    if (wanted == PREFIX_DIRECT)
        clause = (struct question_clause){{text_between(q, 0, q->n_first)}, 1};
    struct prefix_walk walk = prefix_walk_of(s->lexicon, wanted);
    for (struct prefix p; prefix_next(&walk, &p);)
        add_question(a, r, &p, &clause);
    return r->count;
}

const struct relation relation_PI = {
    .id = "PI",
    .name = "prefix insertion",
    .family = "mt-teql",
    .text = {.summary = "a prefix goes before the question",
             .what = "A question gets a prefix such as \"tell me\" or \"I want to know\".",
             .before = "How many customers are there?",
             .after = "Tell me how many customers there are.",
             .answer = "The answer stays: the prefix only says that the speaker wants to know.",
             .page = "docs/reference/questions.md"},
    .count = count_insertions,
    .make = rewordings_make,
};
