/* prefix_substitution.c: begin the question in another way of the same kind (PS, MT-TEQL §3.1).
 *
 * Common prefixes take each other's place ("What are the names …?" → "List the names …."), and so
 * do counting ones ("How many cars have 4 cylinders?" → "Count the cars that have 4 cylinders.")
 * and "which" and "what" before a noun. None of a kind says more than the others.
 *
 * The number of the noun decides between "what is" and "what are"; where it is unsure neither is
 * written. A second command ("…, and sort by age") must stay one, so only commands can stand before
 * it. Does not apply if the words after the prefix are not a noun phrase ("which singers are older
 * than 20" must not become "find singers are older than 20"), nor, to counting prefixes, if the
 * query does not count. */
#include "link/noun_phrase.h"
#include "relation/question/prefix.h"
#include "relation/question/query_aggregates.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

/* Questions for a number, taken apart. "How many cars have 4 cylinders?" and "Count the cars that
 * have 4 cylinders." name the same things: cars, that have 4 cylinders. */

struct counted {
    struct prefix prefix; /* what the question begins with */
    uint32_t n_prefix;    /* its tokens */
    struct str noun;      /* "cars", "different types of pet" */
    struct str rest;      /* "that have 4 cylinders", "in each city"; may be empty */
    bool participle; /* the rest begins with one: "roles listed"; "are there" cannot precede it */
};

/* First token after the noun that is counted: the core of the phrase, and what "of" adds to it. */
static uint32_t noun_end(const struct words *q, uint32_t start)
{
    uint32_t end = core_end(q, start);
    while (token_is(q, end, "of") && end + 1 < q->n_first) {
        uint32_t next = end + 1 + (token_in(q, end + 1, WORD_DETERMINER) ? 1 : 0);
        uint32_t more = core_end(q, next);
        if (more == next)
            break;
        end = more;
    }
    return end;
}

/* Is the noun surely a plural and nothing more, such as a verb that core_end() does not know?
 */
static bool is_plain_noun(const struct words *q, uint32_t start, uint32_t end)
{
    uint32_t head = core_end(q, start);
    if (head > end)
        head = end;
    if (head == start || token_in(q, start, WORD_DETERMINER))
        return false;
    return noun_number(q, head - 1) == NUMBER_PLURAL;
}

/* The verb of "how many cars VERB …": an auxiliary or one of the known verbs. Words that could
 * begin another clause before it make the place unsure: then n_first. */
static uint32_t find_verb(const struct words *q, uint32_t start)
{
    for (uint32_t i = start; i < q->n_first; i++) {
        if (token_in(q, i, WORD_AUXILIARY | WORD_VERB) && i > start)
            return i;
        if (token_in(q, i, WORD_RELATIVE | WORD_CONJUNCTION | WORD_MODAL) ||
            token_is(q, i, "than") || q->items[i].kind == TOKEN_MARK)
            return q->n_first;
    }
    return q->n_first;
}

/* Does another verb follow in the same clause, as in "how many churches opened in 1850 are there"?
 * Then the first one was a participle. */
static bool has_later_verb(const struct words *q, uint32_t verb)
{
    for (uint32_t i = verb + 1; i < q->n_first; i++) {
        if (token_in(q, i, WORD_RELATIVE | WORD_CONJUNCTION) || q->items[i].kind == TOKEN_MARK)
            return false;
        if (token_in(q, i, WORD_AUXILIARY | WORD_MODAL))
            return true;
    }
    return false;
}

/* "that have 4 cylinders" from "have 4 cylinders". */
static bool relative_clause(struct arena *a, const struct words *q, uint32_t verb, struct str *out)
{
    bool negated = token_is(q, verb, "do did") && token_is(q, verb + 1, "not");
    bool plural = token_is(q, verb, "are were have") || token_in(q, verb, WORD_VERB);
    if ((token_in(q, verb, WORD_VERB) && has_later_verb(q, verb)) ||
        has_stranded_preposition(q, verb))
        return false; /* the last: "how many industries are the companies in" */
    if ((!negated && !plural) || token_in(q, verb + 1, WORD_PRONOUN) ||
        token_is(q, verb - 1, "total"))
        return false; /* nobody says "the courses in total that are listed" */
    if (token_is(q, verb, "are") && token_in(q, verb + 1, WORD_PREPOSITION) &&
        !token_is(q, verb + 1, "not"))
        *out = text_between(q, verb + 1, q->n_first); /* the singers from each country */
    else
        *out = arena_printf(a, "that %.*s", STR_ARG(text_between(q, verb, q->n_first)));
    return true;
}

/* Take "NOUN VERB …" apart. */
static bool read_existing(struct arena *a, const struct words *q, uint32_t start,
                          struct counted *out)
{
    uint32_t verb = find_verb(q, start);
    if (verb == q->n_first || !is_plain_noun(q, start, verb))
        return false;
    bool there = token_is(q, verb + 1, "there");
    bool we_have = token_is(q, verb, "do") && token_in(q, verb + 1, WORD_PRONOUN) &&
                   token_is(q, verb + 2, "have");
    uint32_t end = noun_end(q, start);
    if (end > verb)
        end = verb;
    out->noun = text_between(q, start, end);
    struct str between = text_between(q, end, verb), rest;
    if (there || we_have)
        rest = text_between(q, verb + (there ? 2 : 3), q->n_first);
    else if (!relative_clause(a, q, verb, &rest))
        return false;
    out->rest = arena_printf(a, "%.*s%s%.*s", STR_ARG(between),
                             between.len > 0 && rest.len > 0 ? " " : "", STR_ARG(rest));
    return true;
}

/* Take "NOUN in each city", "NOUN that have …" apart. */
static bool read_items(const struct words *q, uint32_t start, struct counted *out)
{
    uint32_t end = noun_end(q, start);
    if (!is_plain_noun(q, start, end))
        return false;
    for (uint32_t i = start; i < end; i++)
        if (token_in(q, i, WORD_VERB | WORD_AUXILIARY))
            return false; /* the number of friends Kyle has */
    if (token_in(q, end, WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN | WORD_CONJUNCTION) ||
        (end < q->n_first && q->items[end].kind == TOKEN_MARK))
        return false;
    out->participle =
        end < q->n_first && (token_in(q, end, WORD_PARTICIPLE) || is_past(q->items[end].token));
    bool of = core_end(q, start) != end;
    if (of && end < q->n_first && !token_in(q, end, WORD_RELATIVE))
        return false; /* does "in each city" belong to the first noun or the second? */
    out->noun = text_between(q, start, end);
    out->rest = text_between(q, end, q->n_first);
    return true;
}

/* Is only the number asked for? Otherwise "and" may join it to something else. */
static bool asks_one_thing(const struct words *q, const struct relation_seed *s, uint32_t start)
{
    if (s->stmt && s->stmt->query->cores[0].n_results == 1)
        return true;
    for (uint32_t i = start; i < q->n_first; i++)
        if (token_is(q, i, "and") || q->items[i].token.ptr[0] == ',')
            return false;
    return true;
}

/* False if the question does not begin with a counting prefix, if the query does not count, or if
 * it is not clear what is counted. */
static bool counted_read(struct arena *a, const struct words *q, const struct relation_seed *s,
                         struct counted *out)
{
    *out = (struct counted){0};
    uint32_t n = prefix_match(q, s->lexicon, PREFIX_COUNTING, &out->prefix);
    out->n_prefix = n;
    if (n == 0 || (s->stmt && !query_aggregates_of(a, s).called[QUERY_COUNT]))
        return false;
    if (has_second_question(q, n) || has_second_command(q, n) || !asks_one_thing(q, s, n))
        return false;
    bool read = out->prefix.follows == FOLLOWS_EXISTING ? read_existing(a, q, n, out)
                                                        : read_items(q, n, out);
    if (read && str_eq(out->rest, STR("in total")))
        out->rest.len = 0; /* the number of things is always their total */
    return read;
}

/* Substituting */

struct substitution {
    struct arena *arena;
    const struct relation_seed *seed;
    struct rewordings *out;
    const struct words *text;
    struct str from; /* the prefix that goes */
};

static void add_question(struct substitution *s, const struct prefix *p, const struct str *pieces,
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
static bool has_several(const struct words *q, uint32_t start, const struct noun_phrase *noun)
{
    if (noun->number != NUMBER_SINGULAR && !noun->measured)
        return true;
    for (uint32_t i = start; i < q->n_first; i++)
        if (token_is(q, i, "each every") || (token_in(q, i, WORD_QUANTIFIER) && !noun->measured))
            return true;
    return false;
}

/* May `p` stand before the noun phrase from `start` on? */
static bool prefix_fits(const struct prefix *p, const struct words *q, uint32_t start,
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

/* "Tell me names of singers", "what are names" lack an article. But not before a number, which may
 * pick some of many: "show 3 singers". */
static bool wants_article(const struct prefix *p, const struct words *q, uint32_t start,
                          const struct noun_phrase *noun)
{
    bool counted = q->items[start].kind == TOKEN_NUMBER || token_in(q, start, WORD_QUANTIFIER);
    counted &= !token_is(q, start, "different distinct unique various"); /* these mean all */
    return !noun->determined && (p->mark == '?' || (!noun->distributive && !counted));
}

static void substitute_common(struct substitution *s)
{
    struct prefix p;
    struct noun_phrase noun;
    const struct words *q = s->text;
    uint32_t n = prefix_match(q, s->seed->lexicon, PREFIX_COMMON, &p);
    if (n == 0 || !noun_phrase_read(q, n, &noun) ||
        (p.mark == '?' && has_stranded_preposition(q, n)))
        return;
    s->from = text_between(q, 0, n);
    struct prefix_walk walk = prefix_walk_of(s->seed->lexicon, PREFIX_COMMON);
    while (prefix_next(&walk, &p)) {
        if (!prefix_fits(&p, q, n, &noun))
            continue;
        bool article = wants_article(&p, q, n, &noun);
        struct str pieces[] = {p.text, article ? STR("the") : STR(""),
                               text_between(q, n, q->n_first)};
        add_question(s, &p, pieces, 3);
    }
}

static void substitute_counting(struct substitution *s)
{
    struct counted c;
    const struct words *q = s->text;
    if (!counted_read(s->arena, q, s->seed, &c))
        return;
    s->from = text_between(q, 0, c.n_prefix);
    struct prefix_walk walk = prefix_walk_of(s->seed->lexicon, PREFIX_COUNTING);
    for (struct prefix p; prefix_next(&walk, &p);) {
        bool existing = p.follows == FOLLOWS_EXISTING;
        struct str pieces[] = {p.text, c.noun, existing ? STR("are there") : STR(""), c.rest};
        if (!existing || (c.prefix.follows != FOLLOWS_EXISTING && !c.participle))
            add_question(s, &p, pieces, 4);
    }
}

static void substitute_choosing(struct substitution *s)
{
    struct prefix p;
    const struct words *q = s->text;
    uint32_t n = prefix_match(q, s->seed->lexicon, PREFIX_CHOOSING, &p);
    if (n == 0 || n >= q->n_first || q->items[n].kind != TOKEN_WORD ||
        token_in(q, n,
                 WORD_AUXILIARY | WORD_MODAL | WORD_PREPOSITION | WORD_DETERMINER | WORD_PRONOUN |
                     WORD_MEASURE))
        return; /* the last: nobody says "which percentage" */
    s->from = text_between(q, 0, n);
    struct prefix_walk walk = prefix_walk_of(s->seed->lexicon, PREFIX_CHOOSING);
    while (prefix_next(&walk, &p)) {
        struct str pieces[] = {p.text, text_between(q, n, q->n_first)};
        add_question(s, &p, pieces, 2);
    }
}

static uint64_t count_substitutions(struct arena *a, const struct relation_seed *s,
                                    const void **plan)
{
    struct rewordings *r = rewordings_begin(a, s, plan);
    const struct words *q = r->text;
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
    .count = count_substitutions,
    .make = rewordings_make,
};
