/* prefix_removal.c: leave out a common prefix (PR, MT-TEQL §3.1).
 *
 * "What is the age of all singers?" → "The age of all singers?", "Find the names of all singers." →
 * "The names of all singers." A common prefix says only that something is asked, which a bare noun
 * phrase says as well. The sentence keeps its final mark.
 *
 * Does not apply to special prefixes (when, where, how many, count), which carry intent; to "which
 * airlines have …", of which only a clause would remain; if the rest asks or commands a second
 * thing; and if more sentences follow, which would refer to nothing. */
#include "link/noun_phrase.h"
#include "relation/question/prefix.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

static uint64_t count_removals(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct rewordings *r = rewordings_begin(a, s, plan);
    const struct words *q = r->text;
    struct prefix p;
    struct noun_phrase noun;
    uint32_t n = prefix_match(q, s->lexicon, PREFIX_COMMON, &p);
    if (!refuse_unless(s, n > 0, REFUSED_NO_PREFIX) ||
        !refuse_unless(s, !doubles_word(q), REFUSED_DOUBLED_WORD) ||
        !refuse_unless(s, text_after_first(q).len == 0, REFUSED_MORE_SENTENCES) ||
        !refuse_unless(
            s, noun_phrase_read(q, n, &noun) && !(p.mark == '?' && has_stranded_preposition(q, n)),
            REFUSED_NO_NOUN_PHRASE) ||
        !refuse_unless(s, !has_second_command(q, n), REFUSED_SECOND_REQUEST))
        return 0;
    struct str body = text_between(q, n, q->n_first);
    rewordings_add(a, r, sentence_write(a, q, &body, 1, p.mark),
                   (struct change_entry){"removed", arena_str_lower(a, text_between(q, 0, n))},
                   (struct change_entry){0});
    return r->count;
}

const struct relation relation_PR = {
    .id = "PR",
    .name = "prefix removal",
    .family = "mt-teql",
    .text = {.summary = "a prefix of the question goes away",
             .what = "A prefix such as \"what is\" or \"show me\" is removed.",
             .before = "What is the average price of the products?",
             .after = "The average price of the products?",
             .answer = "The answer stays: the prefix only says that something is asked.",
             .page = "docs/reference/questions.md"},
    .count = count_removals,
    .make = rewordings_make,
};
