/* synonym_substitution.c: another word for an aggregate or superlative (SS, MT-TEQL §3.1, Table 3).
 *
 * "What is the maximum capacity?" → "What is the highest capacity?" The groups of words are in
 * data/aggregate_words.tsv.
 *
 * Holds if the word denotes the aggregate and not something else. So the query must have the
 * aggregate, and the word must stand where its group allows: "largest" can be "highest" before a
 * numeric column that the query aggregates or orders by, never before "city". The new word must fit
 * its noun (fits in words.tsv). Proper names, names of the schema and fixed phrases ("at
 * most", "on average") stay. Without a query nothing is replaced.
 *
 * A word that the question has several times is replaced everywhere, and "minimum" together with
 * "maximum"; if one of them has to stay, all do. */
#include "link/named_words.h"
#include "link/noun_phrase.h"
#include "relation/question/aggregate_place.h"
#include "relation/question/rewordings.h"
#include "relation/refusal.h"

/* How far a word got on its way to being replaced, in one group or another. */
enum stage {
    STAGE_NO_WORD,
    STAGE_WORD,
    STAGE_DENOTED,
    STAGE_FREE,
    STAGE_FORMED,   /* it could be replaced */
    STAGE_TOGETHER, /* and so could the words that change with it */
    STAGE_REPLACED
};

/* One group, or two whose words correspond. */
struct group_set {
    const struct lexicon_row *groups[2];
    uint32_t n_groups;
};

/* The words that change together. */
struct together {
    struct aggregate_place *places;
    uint32_t count;
};

struct aggregate_words {
    struct arena *arena;
    struct rewordings *out;
    struct aggregate_place place; /* what all places share */
    enum stage *stages;           /* by first token of a word */
};

/* The word in column `i` of a group, as a question has it; or "". */
static struct str word_read(const struct lexicon_row *group, uint32_t i)
{
    struct str word = i < group->n_fields ? group->fields[i] : STR("-");
    if (str_eq(word, STR("-")))
        return STR("");
    return word.ptr[0] == '(' ? str_slice(word, 1, word.len - 1) : word;
}

/* The same if it may be written; or "". */
static struct str word_written(const struct lexicon_row *group, uint32_t i)
{
    struct str word = word_read(group, i);
    return word.len > 0 && word.ptr == group->fields[i].ptr ? word : STR("");
}

/* Does a longer word of the group end with this one, as "total number of" ends with "number of"?
 */
static bool is_end_of_longer(const struct words *q, const struct lexicon_row *group, uint32_t i)
{
    for (uint32_t j = 2; i > 0 && j < group->n_fields; j++)
        if (phrase_at(q, i - 1, word_read(group, j)) > 1)
            return true;
    return false;
}

static void note_stage(struct aggregate_words *s, const struct aggregate_place *p, enum stage stage)
{
    if (s->stages[p->start] < stage)
        s->stages[p->start] = stage;
}

static enum stage stage_of(const struct aggregate_place *p)
{
    if (!place_denoted(p))
        return STAGE_WORD;
    if (!place_free(p))
        return STAGE_DENOTED;
    return place_formed(p) ? STAGE_FORMED : STAGE_FREE;
}

/* "the most books, most productive first": before an adjective "most" is a different word, which
 * need not change with the first. */
static bool is_adverb(const struct aggregate_place *p)
{
    return str_eq(p->group->fields[1], STR("plural")) && p->end < p->text->n_first;
}

/* Add the places of one group's word. False if one of them cannot be replaced. */
static bool find_places(struct aggregate_words *s, const struct lexicon_row *group, uint32_t column,
                        struct together *out)
{
    /* in later sentences, too: the same word there cannot stay while this one changes */
    struct words whole = *s->place.text;
    whole.n_first = whole.count;
    bool all = true;
    for (uint32_t i = 0; i < whole.count; i++) {
        uint32_t n = phrase_at(&whole, i, word_read(group, column));
        if (n == 0 || is_end_of_longer(&whole, group, i))
            continue;
        struct aggregate_place p = s->place;
        p.group = group;
        p.start = i;
        p.end = i + n;
        enum stage stage = stage_of(&p);
        note_stage(s, &p, stage);
        if (stage == STAGE_FREE && is_adverb(&p))
            continue;
        all &= stage == STAGE_FORMED;
        ARENA_PUSH(s->arena, out->places, out->count);
        out->places[out->count++] = p;
    }
    return all;
}

/* Sort few places in the order of the question. */
static void sort_places(struct together *t)
{
    for (uint32_t i = 1; i < t->count; i++)
        for (uint32_t j = i; j > 0 && t->places[j].start < t->places[j - 1].start; j--) {
            struct aggregate_place swap = t->places[j];
            t->places[j] = t->places[j - 1];
            t->places[j - 1] = swap;
        }
}

static bool is_place(const struct together *t, uint32_t start)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->places[i].start == start)
            return true;
    return false;
}

/* The word of column `i` that replaces the one at `p`; "" if it does not fit. A superlative gets
 * the article that it needs, unless a word of its list that stays would need it too. */
static struct str replacing_word(struct aggregate_words *s, const struct together *t,
                                 const struct aggregate_place *p, uint32_t i)
{
    uint32_t first;
    struct str to = word_written(p->group, i);
    if (to.len == 0 || !place_fits(p, to))
        return STR("");
    enum place_article article = place_article(p, &first);
    if (!place_wants_article(p) || article == ARTICLE_THERE)
        return to;
    if (article == ARTICLE_SHARED)
        return is_place(t, first) ? to : STR("");
    return ARENA_CONCAT(s->arena, STR("the "), to);
}

/* Append to `written` the question from `from` up to `p`, and `to` for the word there. */
static struct str append_place(struct arena *a, struct str written, size_t from,
                               const struct aggregate_place *p, struct str to)
{
    const struct words *q = p->text;
    size_t at = (size_t)(q->items[p->start].token.ptr - q->text.ptr);
    return ARENA_CONCAT(a, written, str_slice(q->text, from, at), to);
}

/* Write column `i` in all places, if it fits all of them. */
static bool replace_all(struct aggregate_words *s, const struct together *t, uint32_t i)
{
    const struct words *q = s->place.text;
    struct str question = STR(""), change = STR("");
    size_t from = 0;
    for (uint32_t k = 0; k < t->count; k++) {
        const struct aggregate_place *p = &t->places[k];
        struct str to = replacing_word(s, t, p, i), last = q->items[p->end - 1].token;
        if (to.len == 0)
            return false;
        question = append_place(s->arena, question, from, p, to);
        change = k == 0 ? to : append_place(s->arena, change, from, p, to);
        from = (size_t)(last.ptr + last.len - q->text.ptr);
    }
    question = ARENA_CONCAT(s->arena, question, str_slice(q->text, from, q->text.len));
    struct str old = text_between(q, t->places[0].start, t->places[t->count - 1].end);
    rewordings_add(s->arena, s->out, arena_str_capital(s->arena, question),
                   (struct change_entry){"from", old}, (struct change_entry){"to", change});
    return true;
}

/* Does the question have the other group's word from another column, as in "the shortest and the
 * greatest height"? */
static bool has_odd_partner(struct aggregate_words *s, const struct group_set *set, uint32_t column,
                            const struct together *t)
{
    for (uint32_t g = 0; set->n_groups == 2 && g < 2; g++)
        for (uint32_t i = 2; i < set->groups[g]->n_fields; i++) {
            struct together other = {0};
            if (i != column && t->places[0].group != set->groups[g] &&
                find_places(s, set->groups[g], i, &other) && other.count > 0)
                return true;
        }
    return false;
}

/* Replace the words in column `column` by those in each other one. */
static void replace_column(struct aggregate_words *s, const struct group_set *set, uint32_t column)
{
    struct together t = {0};
    bool all = true, replaced = false;
    for (uint32_t g = 0; g < set->n_groups; g++)
        all &= find_places(s, set->groups[g], column, &t);
    if (t.count == 0 || !all || has_odd_partner(s, set, column, &t))
        return;
    sort_places(&t);
    for (uint32_t i = 2; i < set->groups[0]->n_fields; i++)
        replaced |= i != column && replace_all(s, &t, i);
    for (uint32_t k = 0; k < t.count; k++)
        note_stage(s, &t.places[k], replaced ? STAGE_REPLACED : STAGE_TOGETHER);
}

/* The group of smallest values, which corresponds to that of largest values. */
static const struct lexicon_row *smallest_group(const struct lexicon_table *groups)
{
    for (uint32_t i = 0; i < groups->n_rows; i++)
        if (str_eq(groups->rows[i].fields[0], STR("min")) &&
            str_eq(groups->rows[i].fields[1], STR("value")))
            return &groups->rows[i];
    return NULL;
}

static void replace_groups(struct aggregate_words *s)
{
    const struct lexicon_table *groups =
        lexicon_table(s->place.seed->lexicon, STR("aggregate_words"));
    const struct lexicon_row *smallest = smallest_group(groups);
    for (uint32_t g = 0; g < groups->n_rows; g++) {
        const struct lexicon_row *group = &groups->rows[g];
        bool largest =
            str_eq(group->fields[0], STR("max")) && str_eq(group->fields[1], STR("value"));
        struct group_set set = {{group, smallest}, largest && smallest ? 2 : 1};
        for (uint32_t i = 2; group != smallest && i < group->n_fields; i++)
            replace_column(s, &set, i);
    }
}

/* Count one refusal for each word that was not replaced. False if there was no word. */
static bool count_refusals(const struct aggregate_words *s)
{
    static const enum refusal reasons[STAGE_REPLACED] = {
        [STAGE_WORD] = REFUSED_OTHER_AGGREGATE, [STAGE_DENOTED] = REFUSED_WORD_IS_NAME,
        [STAGE_FREE] = REFUSED_WORD_MISPLACED,  [STAGE_FORMED] = REFUSED_WORD_TOGETHER,
        [STAGE_TOGETHER] = REFUSED_WORD_UNFIT,
    };
    bool found = false;
    for (uint32_t i = 0; i < s->place.text->count; i++) {
        enum stage stage = s->stages[i];
        found |= stage != STAGE_NO_WORD;
        if (stage != STAGE_NO_WORD && stage != STAGE_REPLACED)
            refuse(s->place.seed, reasons[stage]);
    }
    return found;
}

static uint64_t count_synonyms(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct rewordings *r = rewordings_begin(a, s, plan);
    const struct words *q = r->text;
    if (!refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY) ||
        !refuse_unless(s, !doubles_word(q), REFUSED_DOUBLED_WORD))
        return 0;
    struct query_aggregates query = query_aggregates_of(a, s);
    struct aggregate_words search = {
        .arena = a,
        .out = r,
        .place = {.seed = s,
                  .text = q,
                  .query = &query,
                  .names = named_words(a, q, s->schema, s->column_read)},
        .stages = arena_zalloc(a, (q->count + 1) * sizeof(enum stage)),
    };
    replace_groups(&search);
    refuse_unless(s, count_refusals(&search), REFUSED_NO_WORD);
    return r->count;
}

const struct relation relation_SS = {
    .id = "SS",
    .name = "synonym substitution",
    .family = "mt-teql",
    .text = {.summary = "a word for an aggregate is replaced",
             .what = "A word for an aggregate or a superlative is replaced by another one.",
             .before = "What is the average price of the products?",
             .after = "What is the mean price of the products?",
             .answer = "The answer stays: both words mean what the query computes.",
             .page = "docs/reference/questions.md"},
    .count = count_synonyms,
    .make = rewordings_make,
};
