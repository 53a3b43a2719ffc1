/* prefix_substitution.c: begin the question in another way of the same kind (PS, MT-TEQL §3.1).
 *
 * Common prefixes take each other's place ("What are the names …?" → "List the names …."), and so
 * do counting ones ("How many cars have 4 cylinders?" → "Count the cars that have 4 cylinders.")
 * and "which" and "what" before a noun. None of a kind says more than the others.
 *
 * The number of the noun decides between "what is" and "what are"; where it is unsure neither is
 * written. A second command ("…, and sort by age") must stay one, so only commands can stand before
 * it. Does not apply where the words behind the prefix are no noun phrase ("which singers are
 * older than 20" must not become "find singers are older than 20"), nor where counting is not what
 * the query does. */
#include "lexicon/noun_phrase.h"
#include "relation/question/counting.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

struct substitution {
    struct arena *arena;
    const struct relation_seed *seed;
    struct rewordings *out;
    const struct question_text *text;
    struct str from; /* the prefix that goes */
};

static void add(struct substitution *s, const struct prefix *p, const struct str *pieces,
                uint32_t n_pieces)
{
    if (wording_equal(s->from, p->text))
        return;
    struct str question = sentence_write(s->arena, s->text, pieces, n_pieces, p->mark);
    rewordings_add(s->arena, s->out, question,
                   (struct change_entry){"from", arena_str_lower(s->arena, s->from)},
                   (struct change_entry){"to", p->text});
}

/* Can the phrase have several answers: names, the name of all singers, the average age of each? */
static bool has_several(const struct question_text *q, uint32_t start,
                        const struct noun_phrase *noun)
{
    if (noun->number != NUMBER_SINGULAR && !noun->measured)
        return true;
    for (uint32_t i = start; i < q->n_first; i++)
        if (token_is(q, i, "each") || token_is(q, i, "every") ||
            (token_in(q, i, WORD_QUANTIFIER) && !noun->measured))
            return true;
    return false;
}

/* May `p` stand before the noun phrase from `start` on? */
static bool fits(const struct prefix *p, const struct question_text *q, uint32_t start,
                 const struct noun_phrase *noun)
{
    if (p->mood != MOOD_COMMAND && has_second_command(q, start))
        return false; /* "what are the names, and sort by age?" */
    if (p->follows == FOLLOWS_SINGULAR)
        return noun->number == NUMBER_SINGULAR && !noun->distributive && !noun->of_many;
    if (p->follows == FOLLOWS_PLURAL)
        return noun->number == NUMBER_PLURAL && !noun->distributive;
    if (p->follows == FOLLOWS_SEVERAL)
        return has_several(q, start, noun);
    return p->follows == FOLLOWS_NOUN;
}

/* "Tell me names of singers", "what are names": an article is missing. Not before a number, which
 * may pick some of many: "show 3 singers". */
static bool wants_article(const struct prefix *p, const struct question_text *q, uint32_t start,
                          const struct noun_phrase *noun)
{
    static const char *const all_of_them[] = {"different", "distinct", "unique", "various"};
    bool counted = q->tokens[start].kind == TOKEN_NUMBER || token_in(q, start, WORD_QUANTIFIER);
    for (size_t i = 0; i < COUNT_OF(all_of_them); i++)
        counted &= !token_is(q, start, all_of_them[i]);
    return !noun->determined && (p->mark == '?' || (!noun->distributive && !counted));
}

static void substitute_common(struct substitution *s)
{
    struct prefix p;
    struct noun_phrase noun;
    const struct question_text *q = s->text;
    uint32_t n = prefix_match(q, s->seed->lexicon, PREFIX_COMMON, &p);
    if (n == 0 || !noun_phrase_read(q, n, &noun) ||
        (p.mark == '?' && has_stranded_preposition(q, n)))
        return;
    s->from = text_between(q, 0, n);
    struct prefix_walk walk = prefix_walk_of(s->seed->lexicon, PREFIX_COMMON);
    while (prefix_next(&walk, &p)) {
        if (!fits(&p, q, n, &noun))
            continue;
        bool article = wants_article(&p, q, n, &noun);
        struct str pieces[] = {p.text, article ? STR("the") : STR(""),
                               text_between(q, n, q->n_first)};
        add(s, &p, pieces, 3);
    }
}

static void substitute_counting(struct substitution *s)
{
    struct counted c;
    const struct question_text *q = s->text;
    if (!counted_read(s->arena, q, s->seed, &c))
        return;
    s->from = text_between(q, 0, c.n_prefix);
    struct prefix_walk walk = prefix_walk_of(s->seed->lexicon, PREFIX_COUNTING);
    for (struct prefix p; prefix_next(&walk, &p);) {
        bool existing = p.follows == FOLLOWS_EXISTING;
        struct str pieces[] = {p.text, c.noun, existing ? STR("are there") : STR(""), c.rest};
        if (!existing || (c.prefix.follows != FOLLOWS_EXISTING && !c.participle))
            add(s, &p, pieces, 4);
    }
}

static void substitute_choosing(struct substitution *s)
{
    struct prefix p;
    const struct question_text *q = s->text;
    uint32_t n = prefix_match(q, s->seed->lexicon, PREFIX_CHOOSING, &p);
    if (n == 0 || n >= q->n_first || q->tokens[n].kind != TOKEN_WORD ||
        token_in(q, n,
                 WORD_AUXILIARY | WORD_MODAL | WORD_PREPOSITION | WORD_DETERMINER | WORD_PRONOUN |
                     WORD_MEASURE))
        return; /* the last: "which percentage" is said by nobody */
    s->from = text_between(q, 0, n);
    struct prefix_walk walk = prefix_walk_of(s->seed->lexicon, PREFIX_CHOOSING);
    while (prefix_next(&walk, &p)) {
        struct str pieces[] = {p.text, text_between(q, n, q->n_first)};
        add(s, &p, pieces, 2);
    }
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct question_text *q = ARENA_NEW(a, struct question_text);
    struct rewordings *r = ARENA_NEW(a, struct rewordings);
    *q = question_text_read(a, s->seed->question, s->lexicon);
    r->text = q;
    *plan = r;
    if (!refuse_unless(s, !doubles_word(q), REFUSED_DOUBLED_WORD))
        return 0;
    struct substitution sub = {.arena = a, .seed = s, .out = r, .text = q};
    substitute_common(&sub);
    substitute_counting(&sub);
    substitute_choosing(&sub);
    refuse_unless(s, r->count > 0, REFUSED_NO_PREFIX);
    return r->count;
}

const struct relation relation_PS = {
    .id = "PS",
    .name = "prefix substitution",
    .family = "mt-teql",
    .text = {.summary = "a prefix of the question is replaced",
             .what =
                 "A prefix is replaced by another one of its class: common, counting or choosing.",
             .before = "How many customers are there?",
             .after = "Count the customers.",
             .answer = "The answer stays: all prefixes of a class say the same.",
             .page = "docs/reference/questions.md"},
    .count = count,
    .make = rewordings_make,
};
