/* comparison.c: what stays of each part, and which words are new. */
#include "rewording/comparison.h"

#include "lexicon/word_sense.h"
#include "link/mention.h"
#include "link/role.h"

/* New words */

static bool is_said_before(const struct reword_comparison *c, const struct word *w)
{
    for (uint32_t i = 0; i < c->before.words.count; i++)
        if (words_same_family(c->arena, w, &c->before.words.items[i]))
            return true;
    return false;
}

/* Phrases that say nothing of what is asked, or name a table. */
static bool is_plain_phrase(const struct phrase *p)
{
    return p->kind == PHRASE_TABLE || (p->kind == PHRASE_KEY && p->target == NO_KEYWORD);
}

/* "Please enter", "I would like to see": the verb says nothing of what is asked. */
bool begins_request(const struct words *w, uint32_t i)
{
    return i == 0 || w->items[i - 1].ends || word_is(w, i - 1, "please to me");
}

/* Could the word stand for a column or keyword that was said before in another way? */
static bool is_fresh(const struct reword_comparison *c, uint32_t i)
{
    static const char ANYBODY[] = "person people individual one";
    const struct word *w = &c->after.words.items[i];
    return w->kind == TOKEN_WORD && (w->classes & ~(unsigned)WORD_PARTICIPLE) == 0 &&
           !str_among(w->lemma, ANYBODY) && !begins_request(&c->after.words, i) && !w->capital &&
           !is_said_before(c, w);
}

static void find_fresh(struct reword_comparison *c)
{
    const struct words *w = &c->after.words;
    const struct phrase_book *b = &c->book->link.phrases;
    c->fresh = ARENA_ARRAY(c->arena, bool, w->count + 1);
    c->plain = arena_zalloc(c->arena, (size_t)w->count + 1);
    for (uint32_t i = 0; i < w->count; i++)
        c->fresh[i] = is_fresh(c, i);
    for (uint32_t at = 0; at < w->count; at++)
        for (uint32_t i = phrase_book_first(b, w->items[at].lemma); i != NAME_NONE;
             i = b->items[i].next)
            if (is_plain_phrase(&b->items[i]) && phrase_stands(w, at, &b->items[i]))
                for (uint32_t k = at; k < at + b->items[i].n_words; k++)
                    c->fresh[k] = !(c->plain[k] = true);
    for (uint32_t p = 0; p < c->parts->count; p++)
        for (uint32_t k = c->after.items[p].start; k < c->after.items[p].end; k++)
            c->fresh[k] = false;
}

void questions_compare(struct reword_comparison *c, struct str before, struct str after)
{
    const struct lemmatizer *z = &c->book->link.lemmatizer;
    struct words x = words_read(c->arena, z, before), y = words_read(c->arena, z, after);
    c->before = indicators_find(c->arena, c->book, c->parts, &x);
    c->after = indicators_find(c->arena, c->book, c->parts, &y);
    c->aligned = words_align(c->arena, &c->before.words, &c->after.words);
    find_fresh(c);
}

struct str fresh_between(const struct reword_comparison *c, uint32_t from, uint32_t end)
{
    while (from < end && !c->fresh[from])
        from++;
    uint32_t last = from;
    while (last < end && c->fresh[last])
        last++;
    return indicator_text(&c->after.words, from, last);
}

struct str fresh_words(const struct reword_comparison *c)
{
    return fresh_between(c, 0, c->after.words.count);
}

/* A verb says how things relate to a value: they are "cast in" a state, or "happen in" a year. Only
 * for an amount, and not for a year, a verb can say what it measures: someone "making" 300,000 has
 * earnings. */
bool may_mean(const struct reword_comparison *c, uint32_t column, const struct word *w)
{
    const struct link_index *x = &c->book->link;
    const struct schema *s = c->book->schema;
    bool amount = role_is_measure(s, column) && column != role_time(s, s->columns[column].table);
    bool may = !x->wordnet || amount || is_mostly_noun(c->arena, x->wordnet, w->lemma) ||
               is_mostly_noun(c->arena, x->wordnet, w->lower) ||
               column_related(c->arena, x, s, column, w->lemma);
    for (uint32_t i = 0; i < w->n_stems && !may; i++)
        may = column_related(c->arena, x, s, column, w->stems[i]);
    return may;
}

/* Parts */

uint32_t part_about(const struct reword_comparison *c, uint32_t from, enum query_part_kind kind,
                    uint32_t column)
{
    while (from < c->parts->count &&
           (c->parts->items[from].kind != kind || c->parts->items[from].column != column))
        from++;
    return from;
}

bool is_used_with(const struct reword_comparison *c, uint32_t column, enum query_keyword first,
                  enum query_keyword last)
{
    uint32_t i = part_about(c, 0, PART_KEYWORD, column);
    while (i < c->parts->count &&
           (c->parts->items[i].keyword < first || c->parts->items[i].keyword > last))
        i = part_about(c, i + 1, PART_KEYWORD, column);
    return i < c->parts->count;
}

void sign_add(struct reword_comparison *c, enum sign_type type, uint32_t part, struct str to)
{
    ARENA_PUSH(c->arena, c->out.signs, c->out.n_signs);
    c->out.signs[c->out.n_signs++] =
        (struct reword_sign){type, &c->parts->items[part], part_text(&c->before, part), to};
}

struct str part_text(const struct indicators *x, uint32_t part)
{
    return indicator_text(&x->words, x->items[part].start, x->items[part].end);
}

/* Words that change no meaning within an indicator. */
static bool is_small(const struct word *w)
{
    return str_among(w->lower, "the a of in is are");
}

uint32_t words_beyond(struct arena *a, const struct indicators *x, const struct indicators *y,
                      uint32_t part)
{
    uint32_t n = 0;
    for (uint32_t i = x->items[part].start; i < x->items[part].end; i++) {
        bool found = is_small(&x->words.items[i]);
        for (uint32_t k = y->items[part].start; k < y->items[part].end && !found; k++)
            found = words_same_family(a, &x->words.items[i], &y->words.items[k]);
        n += !found;
    }
    return n;
}

bool part_stays(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *x = &c->before.items[part];
    for (uint32_t i = x->start; i < x->end; i++)
        if (c->aligned.partner[i] == UINT32_MAX && !is_small(&c->before.words.items[i]))
            return false;
    return x->end > x->start;
}

bool part_stood(const struct reword_comparison *c, uint32_t part)
{
    const struct indicator *y = &c->after.items[part];
    for (uint32_t i = y->start; i < y->end; i++)
        if (!c->aligned.stays[i] && !is_small(&c->after.words.items[i]))
            return false;
    return y->end > y->start;
}

bool says_word(const struct words *w, const struct indicator *x, const char *list)
{
    for (uint32_t i = x->start; i < x->end; i++)
        if (str_among(w->items[i].lemma, list))
            return true;
    return false;
}

bool says_lemma(const struct words *w, struct str lemma)
{
    uint32_t i = 0;
    while (i < w->count && !str_eq(w->items[i].lemma, lemma))
        i++;
    return i < w->count;
}
