/* indicators.c: looking for the indicators of each part, values and columns before keywords.
 *
 * Values and names are surer than key phrases: the "number" in the column name "number of pages" is
 * not a COUNT, and "more than" belongs to the number that follows it. */
#include "link/indicator_search.h"

#include "lexicon/word_fact.h"
#include "link/mention.h"
#include "link/own_schema.h"

static const double VERB_WEIGHT = 0.6;

/* A name wins over a key phrase of as many words: "the first" and last names. A single word is more
 * often part of a name. */
static const double KEY_PHRASE = 0.84, KEY_WORD = 0.45, SMALL_WORD = 0.9;

/* Phrases */

static const uint32_t KEYWORDS = (1U << N_QUERY_KEYWORDS) - 1;

/* Is there a phrase of the same words that asks for the same, of any column? */
static bool is_known_phrase(const struct indicator_book *b, const struct phrase_book *book,
                            struct lemmas words, const struct line_phrase *p)
{
    if (words.count == 0)
        return true;
    for (uint32_t i = phrase_book_first(book, words.items[0]); i != NAME_NONE;
         i = book->items[i].next) {
        const struct phrase *x = &book->items[i];
        const struct line_phrase *y = &b->phrases.items[x->target];
        if (y->asks == p->asks && y->carries == p->carries &&
            lemmas_equal((struct lemmas){(struct str *)x->words, x->n_words}, words) &&
            y->line->pattern.n_conditions == 0)
            return true;
    }
    return false;
}

/* Small words are not a name, and no name begins with one, as "of customers" would in "number of
 * customers". Only "order" and "rank" are things as well as commands. */
static void add_small_words(struct phrase_book *b, struct arena *a, const struct lemmatizer *z)
{
    static const unsigned SMALL = WORD_DETERMINER | WORD_QUANTIFIER | WORD_PREPOSITION |
                                  WORD_RELATIVE | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                                  WORD_INTERROGATIVE | WORD_CONJUNCTION | WORD_COMMAND;
    struct fact_list all = facts_all(z->lexicon, FACT_CLASS);
    for (uint32_t i = 0; i < all.count; i++) {
        struct str word = all.items[i]->line->word;
        unsigned classes = word_classes(z->lexicon, word);
        if ((classes & SMALL) && !(classes & WORD_ORDERING))
            phrase_book_add_key(b, a, lemmas_of(a, z, word), NO_KEYWORD, SMALL_WORD);
    }
}

/* What phrases with these asks say of the query; NO_KEYWORD for nothing. */
static void add_keywords(struct phrase_book *b, struct arena *a, struct lemmas words, uint32_t asks)
{
    double weight = words.count > 1 ? KEY_PHRASE : KEY_WORD;
    for (uint32_t k = 0; k < N_QUERY_KEYWORDS; k++)
        if (asks >> k & 1)
            phrase_book_add_key(b, a, words, k, weight);
    if (asks >> ASK_NOTHING & 1)
        phrase_book_add_key(b, a, words, NO_KEYWORD, weight);
}

/* Phrases that do not give a direction, those with words of the question in them, and those that
 * are only for rewording indicate nothing by themselves. */
static struct lemmas indicating_words(struct arena *a, const struct lemmatizer *z,
                                      const struct line_phrase *p)
{
    bool indicates = p->found && !p->rewords && !phrase_has_form(p, "order implied");
    return lemmas_of(a, z, indicates ? phrase_key(a, p) : STR(""));
}

void keyword_phrases_add(struct phrase_book *b, struct arena *a, const struct phrase_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].asks & (KEYWORDS | 1U << ASK_NOTHING))
            add_keywords(b, a, indicating_words(a, &list->lemmatizer, &list->items[i]),
                         list->items[i].asks);
    add_small_words(b, a, &list->lemmatizer);
}

static void add_phrases(struct indicator_book *b, struct arena *a)
{
    for (uint32_t i = 0; i < b->phrases.count; i++) {
        const struct line_phrase *p = &b->phrases.items[i];
        struct phrase_book *book = p->asks & KEYWORDS ? &b->keywords : &b->carriers;
        if (!(p->asks & (KEYWORDS | 1U << ASK_COLUMN)))
            continue;
        struct lemmas words = indicating_words(a, &b->link.lemmatizer, p);
        if (!is_known_phrase(b, book, words, p))
            phrase_book_add_key(book, a, words, i, 1);
    }
}

/* The book */

enum status indicator_book_build(struct indicator_book *b, struct arena *a, const struct lexicon *l,
                                 const struct schema *s, struct database *db, struct err *e)
{
    *b = (struct indicator_book){.schema = own_schema(a, s)};
    TRY(phrase_list_load(&b->phrases, a, l, e));
    link_index_init(&b->link, l);
    keyword_phrases_add(&b->link.phrases, a, &b->phrases);
    TRY(link_index_add(&b->link, a, b->schema, db, e));
    add_phrases(b, a);
    return OK;
}

/* Occurrences */

static void add_occurrence(struct indicator_search *s, struct occurrences *list,
                           const struct phrase *p, uint32_t at, double weight)
{
    ARENA_ADD(s->arena, list->items, list->count,
              (struct occurrence){p, at, at + p->n_words, weight});
}

static void find_occurrences(struct indicator_search *s, const struct phrase_book *b,
                             struct occurrences *out)
{
    const struct words *w = &s->out.words;
    for (uint32_t at = 0; at < w->count; at++)
        for (uint32_t i = phrase_book_first(b, w->items[at].lemma); i != NAME_NONE;
             i = b->items[i].next)
            if (phrase_stands(w, at, &b->items[i]))
                add_occurrence(s, out, &b->items[i], at, b->items[i].weight);
}

static void add_verb(struct indicator_search *s, uint32_t at, struct str noun)
{
    const struct phrase_book *b = &s->book->link.phrases;
    for (uint32_t i = phrase_book_first(b, noun); i != NAME_NONE; i = b->items[i].next)
        if (b->items[i].kind == PHRASE_COLUMN && b->items[i].n_words == 1 &&
            b->items[i].weight > VERB_WEIGHT)
            add_occurrence(s, &s->names, &b->items[i], at, VERB_WEIGHT);
}

/* "aged" says the column "age", "insured" the insurer. */
static void find_verbs(struct indicator_search *s)
{
    const struct words *w = &s->out.words;
    for (uint32_t at = 0; at < w->count; at++) {
        for (uint32_t k = 0; k < w->items[at].n_stems; k++)
            add_verb(s, at, w->items[at].stems[k]);
        for (uint32_t k = 0; k < w->items[at].n_agents; k++)
            add_verb(s, at, w->items[at].agents[k]);
    }
}

/* Values */

/* Does another value have some of the words? */
static bool value_shared(const struct indicator_search *s, uint32_t part, uint32_t start,
                         uint32_t end)
{
    for (uint32_t i = 0; i < s->out.count; i++)
        if (i != part && s->parts->items[i].kind == PART_VALUE &&
            indicator_shares(&s->out.items[i], start, end))
            return true;
    return false;
}

/* Surer and longer words are better, and then words that no other value has: "2 or more … less than
 * 2". */
static bool is_better_value(const struct indicator_search *s, uint32_t part,
                            const struct indicator *x)
{
    const struct indicator *out = &s->out.items[part];
    uint32_t length = x->end - x->start, now = out->end - out->start;
    if (x->form != out->form || length != now)
        return x->form < out->form || (x->form == out->form && length > now);
    return value_shared(s, part, out->start, out->end) && !value_shared(s, part, x->start, x->end);
}

/* The words of the value; a part of them only if no other value has them. */
static void find_value(struct indicator_search *s, uint32_t part, bool whole)
{
    struct value_forms v = value_forms_of(s->arena, &s->book->link, &s->parts->items[part]);
    struct indicator *out = &s->out.items[part];
    if (whole)
        out->form = VALUE_UNSAID;
    for (uint32_t at = 0; at < s->out.words.count; at++) {
        struct indicator x = {.manner = MANNER_WORD, .start = at, .end = at, .weight = 1};
        x.form = value_said(s->arena, &v, &s->out.words, at, &x.end);
        bool said = x.form == VALUE_PART ? !whole && !value_shared(s, part, x.start, x.end)
                                         : x.form != VALUE_UNSAID;
        if (said && is_better_value(s, part, &x))
            *out = x;
    }
}

static void find_values(struct indicator_search *s)
{
    for (uint32_t i = 0; i < s->parts->count; i++)
        if (s->parts->items[i].kind == PART_VALUE)
            find_value(s, i, true);
    for (uint32_t i = 0; i < s->parts->count; i++)
        if (s->parts->items[i].kind == PART_VALUE && s->out.items[i].form > VALUE_WHOLE)
            find_value(s, i, false);
}

/* Words */

bool indicator_shares(const struct indicator *x, uint32_t start, uint32_t end)
{
    return x->manner == MANNER_WORD && x->start < end && start < x->end;
}

bool words_taken(const struct indicator_search *s, enum query_part_kind kind, uint32_t start,
                 uint32_t end)
{
    for (uint32_t i = 0; i < s->out.count; i++)
        if (s->parts->items[i].kind == kind && indicator_shares(&s->out.items[i], start, end))
            return true;
    return false;
}

/* Where the column of a value stands; or NULL. */
static const struct indicator *column_of_value(const struct indicator_search *s,
                                               const struct query_part *value)
{
    for (uint32_t i = 0; i < s->out.count; i++) {
        const struct query_part *p = &s->parts->items[i];
        if (p->kind == PART_COLUMN && p->column == value->column && p->clause == value->clause &&
            s->out.items[i].manner == MANNER_WORD)
            return &s->out.items[i];
    }
    return NULL;
}

/* A 0 that no number says: "unpaid", "non-chartered", "without an excuse". */
static void find_denial(struct indicator_search *s, uint32_t part)
{
    const struct words *w = &s->out.words;
    const struct indicator *column = column_of_value(s, &s->parts->items[part]);
    uint32_t at = column ? column->start : 0;
    if (!column)
        return;
    if (at > 0 && word_is(w, at - 1, "a an any the"))
        at--;
    if (at > 0 && word_is(w, at - 1, "non not no never without"))
        at--;
    else if (!str_starts(w->items[at = column->start].lower, STR("un")) ||
             column->end > column->start + 1 ||
             phrase_book_first(&s->book->link.phrases, w->items[at].lemma) != NAME_NONE)
        return;
    s->out.items[part] = (struct indicator){MANNER_WORD, at, at + 1, 1, VALUE_WHOLE};
}

static void find_denials(struct indicator_search *s)
{
    for (uint32_t i = 0; i < s->parts->count; i++)
        if (s->parts->items[i].kind == PART_VALUE && s->out.items[i].manner == MANNER_NONE &&
            s->parts->items[i].keyword == N_QUERY_KEYWORDS &&
            str_eq(s->parts->items[i].value, STR("0")))
            find_denial(s, i);
}

struct indicators indicators_find(struct arena *a, const struct indicator_book *b,
                                  const struct query_parts *parts, const struct words *words)
{
    struct indicator_search s = {.arena = a, .book = b, .parts = parts};
    s.out.words = *words;
    s.out.count = parts->count;
    s.out.items = arena_zalloc(a, (parts->count + 1) * sizeof *s.out.items);
    find_occurrences(&s, &b->link.phrases, &s.names);
    find_verbs(&s);
    find_occurrences(&s, &b->keywords, &s.keywords);
    find_occurrences(&s, &b->carriers, &s.carriers);
    find_values(&s);
    indicate_columns(&s);
    find_denials(&s);
    for (uint32_t i = 0; i < parts->count; i++)
        if (parts->items[i].kind == PART_KEYWORD)
            indicate_keyword(&s, i);
    return s.out;
}

bool keyword_is_said(const struct indicator_book *b, const struct words *w, uint32_t start,
                     uint32_t end, uint32_t keywords)
{
    const struct phrase_book *k = &b->keywords;
    for (uint32_t at = start; at < end; at++)
        for (uint32_t i = phrase_book_first(k, w->items[at].lemma); i != NAME_NONE;
             i = k->items[i].next)
            if ((b->phrases.items[k->items[i].target].asks & KEYWORDS & keywords) &&
                phrase_stands(w, at, &k->items[i]))
                return true;
    return false;
}

struct str indicator_text(const struct words *w, uint32_t start, uint32_t end)
{
    if (start >= end)
        return STR_NONE;
    struct str first = w->items[start].text, last = w->items[end - 1].text;
    return (struct str){first.ptr, (size_t)(last.ptr + last.len - first.ptr)};
}
