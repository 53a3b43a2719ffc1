/* question_edits.c: what relations that change a question and its query have in common. */
#include "relation/query/question_edits.h"

#include "link/noun_phrase.h"
#include "migration/change.h"
#include "relation/query/uncounted.h"
#include "relation/question/named_words.h"
#include "relation/refusal.h"

static bool spans_overlap(struct token_span x, struct token_span y)
{
    return x.start < y.end && y.start < x.end;
}

static uint32_t span_length(struct token_span s)
{
    return s.end - s.start;
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
        if (!spans_overlap(other->words, found->words))
            continue;
        if (span_length(found->words) > span_length(other->words))
            *other = *found;
        return;
    }
    ARENA_PUSH(a, t->found, t->n_found);
    t->found[t->n_found++] = *found;
}

/* Are the words of place `i` also those of another one? */
static bool words_are_shared(const struct found_places *places, uint32_t i)
{
    for (uint32_t k = 0; k < places->count; k++)
        for (uint32_t n = 0; k != i && n < places->items[k].n_found; n++)
            if (spans_overlap(places->items[k].found[n].words, places->items[i].found[0].words))
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

static void add_edit(struct arena *a, struct question_edits *edits, struct question_edit e)
{
    ARENA_PUSH(a, edits->items, edits->count);
    edits->items[edits->count++] = e;
}

/* "The fewest" may be none. If there are rows of which there are none, which the query does not
 * find, a second question says that they are left out. */
void question_edits_add(struct arena *a, const struct relation_seed *s,
                        struct question_edits *edits, const struct words *q,
                        const struct edit_place *place, const struct found_words *found,
                        struct str words, struct str to)
{
    struct str new_words;
    struct question_edit e = {.edit = place->edit};
    e.edit.to = to;
    e.condition.query = uncounted_things(a, s, place, to);
    e.question = indicator_replace(a, q, found, words, &new_words);
    struct change change;
    change_begin(&change);
    change_put(&change, "from", text_between(q, found->words.start, found->words.end));
    change_put(&change, "to", new_words);
    e.change = change_end(&change, a);
    add_edit(a, edits, e);
    e.condition.finds = true;
    if (e.condition.query.ptr &&
        leave_out_uncounted(a, s, place, to, q, found, e.question, &e.question))
        add_edit(a, edits, e);
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

bool column_has_word(const struct schema *s, uint32_t column, struct str word)
{
    return column != SCHEMA_NONE && (name_has_word(s->columns[column].name, word) ||
                                     name_has_word(s->columns[column].natural, word));
}

bool word_is_gradable(struct str word)
{
    static const char *const endings[] = {"ly",  "ed",  "ous", "ive",  "ful", "able", "ible",
                                          "ent", "ant", "ic",  "ular", "ial", "ing"};
    for (size_t i = 0; i < COUNT_OF(endings); i++)
        if (word.len > 4 && str_ends(word, str_from(endings[i])))
            return true;
    return str_eq_nocase(word, STR("often"));
}

bool token_is_plural(const struct words *q, uint32_t i)
{
    const struct word *t = &q->items[i];
    enum grammatical_number number = noun_number(q, i);
    bool name = t->kind == TOKEN_WORD && t->fixed && !memchr(t->token.ptr, '\'', t->token.len);
    return number == NUMBER_PLURAL ||
           (number == NUMBER_UNSURE && name && str_ends(t->token, STR("s")) &&
            !str_ends(t->token, STR("ss")));
}
