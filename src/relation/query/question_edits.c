/* question_edits.c: what relations that change a question and its query have in common. */
#include "relation/query/question_edits.h"

#include "lexicon/inflection.h"
#include "migration/change.h"
#include "relation/query/uncounted.h"
#include "relation/refusal.h"

static bool words_overlap(const struct pattern_match *x, const struct pattern_match *y)
{
    return x->start < y->end && y->start < x->end;
}

/* With more words than this a place is in doubt anyway. */
enum { FOUND_MAX = 16 };

void found_place_add(struct arena *a, struct found_place *t, const struct found_words *found)
{
    if (t->n_found == FOUND_MAX) {
        t->doubtful = true;
        return;
    }
    for (uint32_t i = 0; i < t->n_found; i++) {
        struct found_words *other = &t->found[i];
        if (!words_overlap(&other->match, &found->match))
            continue;
        if (found->match.end - found->match.start > other->match.end - other->match.start)
            *other = *found;
        return;
    }
    ARENA_ADD(a, t->found, t->n_found, *found);
}

/* Are the words of place `i` also those of another one? */
static bool words_are_shared(const struct found_places *places, uint32_t i)
{
    for (uint32_t k = 0; k < places->count; k++)
        for (uint32_t n = 0; k != i && n < places->items[k].n_found; n++)
            if (words_overlap(&places->items[k].found[n].match, &places->items[i].found[0].match))
                return true;
    return false;
}

const struct found_words *found_place_words(const struct relation_seed *s,
                                            const struct found_places *places, uint32_t i)
{
    const struct found_place *t = &places->items[i];
    if (!refuse_unless(s, t->place->unique, REFUSED_PLACE_TWICE) ||
        !refuse_unless(s, !t->doubtful && t->n_found <= 1, REFUSED_PLACE_UNSURE) ||
        !refuse_unless(s, t->n_found > 0, REFUSED_PLACE_UNTOLD) ||
        !refuse_unless(s, !words_are_shared(places, i), REFUSED_PLACE_SHARED))
        return NULL;
    return &t->found[0];
}

/* Names, numbers and halves of words are not part of a phrase, but for its slots. */
static bool is_free(const struct words *w, const struct pattern_match *m)
{
    for (uint32_t i = 0; i < m->pattern->from.count; i++) {
        uint32_t at = m->pattern->from.items[i].type == ITEM_WORD ? m->found[i] : 0;
        if (at > 0 && (w->items[at - 1].fixed || is_word_part(w, at - 1)))
            return false;
    }
    return true;
}

void find_phrase(struct arena *a, struct found_place *t, const struct question_reading *r,
                 const struct pattern_subject *subject, const struct line_phrase *phrase,
                 bool (*fits)(const struct pattern_subject *s, const struct found_words *found))
{
    struct found_words found = {
        phrase, {.arena = a, .pattern = &phrase->pattern, .reading = r, .subject = subject}};
    for (uint32_t i = 0; i < r->said.words.count; i++)
        if (pattern_match(&found.match, i) && is_free(&r->said.words, &found.match) &&
            (!fits || fits(subject, &found)))
            found_place_add(a, t, &found);
}

/* The question with `to` in place of the words found. An "a" or "an" before them is made to agree.
 */
static struct str replace_words(struct arena *a, const struct pattern_match *m, struct str to)
{
    const struct words *w = &m->reading->said.words;
    enum article article = article_of(to);
    if (m->start == 0 || !token_is(w, m->start - 1, "a an") || article == ARTICLE_UNSURE)
        return words_replace(a, w, m->start, m->end, to);
    struct str old = w->items[m->start - 1].token,
               gap = text_between(w, m->start - 1, m->start + 1);
    gap = str_slice(gap, old.len, gap.len - w->items[m->start].token.len);
    to = ARENA_CONCAT(a, str_slice(old, 0, 1), article == ARTICLE_AN ? STR("n") : STR(""), gap, to);
    return words_replace(a, w, m->start - 1, m->end, to);
}

/* "The fewest" may be none. If there are rows of which there are none, which the query does not
 * find, a second question says that they are left out. */
void question_edits_add(struct arena *a, const struct relation_seed *s,
                        struct question_edits *edits, const struct edit_place *place,
                        const struct found_words *found, uint32_t k, struct str to)
{
    const struct pattern_match *m = &found->match;
    const struct words *w = &m->reading->said.words;
    struct question_edit e = {.edit = place->edit};
    struct str new_words = pattern_write(m, &m->pattern->to[k], 0);
    if (!new_words.ptr)
        return;
    if (ascii_capital(w->items[m->start].token.ptr[0]))
        new_words = arena_str_capital(a, new_words);
    e.edit.to = to;
    e.condition.query = uncounted_things(a, s, place, to);
    e.question = replace_words(a, m, new_words);
    struct change change;
    change_begin(&change);
    change_put(&change, "from", text_between(w, m->start, m->end));
    change_put(&change, "to", new_words);
    e.change = change_end(&change, a);
    ARENA_ADD(a, edits->items, edits->count, e);
    e.condition.finds = true;
    if (e.condition.query.ptr &&
        leave_out_uncounted(a, s, place, to, found, e.question, &e.question))
        ARENA_ADD(a, edits->items, edits->count, e);
}

bool question_edits_make(struct arena *a, const struct relation_seed *s, const void *plan,
                         uint64_t i, struct test_case *out)
{
    (void)a;
    (void)s;
    const struct question_edit *e = &((const struct question_edits *)plan)->items[i];
    out->question = e->question;
    out->change = e->change;
    out->edit = e->edit;
    out->condition = e->condition;
    out->claim = CLAIM_CHANGED;
    return true;
}
