/* value_forms.c: comparing words with values. */
#include "link/value_forms.h"

#include "link/amount.h"
#include "link/date_forms.h"

#include <math.h>
#include <stdlib.h>

enum { NUMBER_TEXT_MAX = 40, SHORTEST_BEGINNING = 4, LONGEST_WORDS = 400 };

static bool number_of(struct str text, double *out)
{
    char digits[NUMBER_TEXT_MAX];
    char *end;
    if (text.len == 0 || text.len >= sizeof digits)
        return false;
    memcpy(digits, text.ptr, text.len);
    digits[text.len] = '\0';
    *out = strtod(digits, &end);
    return *end == '\0' && isfinite(*out);
}

static void add_way(struct arena *a, struct value_forms *v, struct str **ways, struct str plain)
{
    for (uint32_t i = 0; i < v->n_ways; i++)
        if (str_eq((*ways)[i], plain))
            return;
    ARENA_PUSH(a, *ways, v->n_ways);
    (*ways)[v->n_ways++] = plain;
}

/* The words of the groups that the value is in. */
static void add_synonyms(struct arena *a, struct value_forms *v, struct str **ways)
{
    const struct lexicon_table *list =
        lexicon_table(v->index->lemmatizer.lexicon, STR("value_synonyms"));
    struct str own = (*ways)[0];
    for (uint32_t i = 0; i < list->n_rows; i++) {
        const struct lexicon_row *row = &list->rows[i];
        bool has = false;
        for (uint32_t k = 0; k < row->n_fields && !has; k++)
            has = str_eq(plain_text(a, row->fields[k]), own);
        for (uint32_t k = 0; has && k < row->n_fields; k++)
            add_way(a, v, ways, plain_text(a, row->fields[k]));
    }
}

static bool is_way(const struct value_forms *v, struct str plain)
{
    for (uint32_t i = 0; i < v->n_ways; i++)
        if (str_eq(v->ways[i], plain))
            return true;
    return false;
}

/* One that only adds words to the value is none: "New York state". */
static void add_other(struct arena *a, struct value_forms *v, struct str **ways, struct str plain)
{
    size_t own = (*ways)[0].len;
    if (!str_starts(plain, (*ways)[0]) || plain.len == own || plain.ptr[own] != ' ')
        add_way(a, v, ways, plain);
}

/* What WordNet has for the value: "California" for "CA". */
static void add_known(struct arena *a, struct value_forms *v, struct str **ways)
{
    const struct wordnet *w = v->index->wordnet;
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    bool is_word = v->text.len > 1 && !ascii_digit(v->text.ptr[0]);
    uint32_t n = w && is_word ? wordnet_senses(w, WORDNET_NOUN, v->text, places) : 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; wordnet_synset(a, w, WORDNET_NOUN, places[i], &s) && k < s.n_words;
             k++)
            add_other(a, v, ways, plain_text(a, s.words[k]));
}

/* Is it the adjective of the value: "Italian" of "Italy"? */
static bool is_adjective_of(struct arena *a, const struct value_forms *v, struct str word)
{
    const struct wordnet *w = v->index->wordnet;
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s, of;
    struct wordnet_pointer p;
    uint32_t n = w ? wordnet_senses(w, WORDNET_ADJECTIVE, word, places) : 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!wordnet_synset(a, w, WORDNET_ADJECTIVE, places[i], &s))
            continue;
        while (s.n_pointers-- > 0 && wordnet_next_pointer(&s.pointers, &p))
            if (str_eq(p.symbol, STR("\\")) && wordnet_synset(a, w, p.pos, p.place, &of))
                for (uint32_t k = 0; k < of.n_words; k++)
                    if (is_way(v, plain_text(a, of.words[k])))
                        return true;
    }
    return false;
}

static void add_dates(struct arena *a, struct value_forms *v, struct str **ways)
{
    struct str forms[DATE_FORMS];
    if (date_forms_of(a, v->index->lemmatizer.lexicon, v->text, forms))
        for (int i = 0; i < DATE_FORMS; i++)
            add_way(a, v, ways, plain_text(a, forms[i]));
}

/* "At least two" is "more than one", "more than one" is "two or more". */
static double number_beside(enum query_keyword k, double number)
{
    if (k == KEYWORD_GE || k == KEYWORD_LT)
        return number - 1;
    return k == KEYWORD_GT || k == KEYWORD_LE ? number + 1 : number;
}

struct value_forms value_forms_of(struct arena *a, const struct link_index *index,
                                  const struct query_part *p)
{
    struct value_forms v = {.index = index, .column = p->column, .text = p->value};
    struct str *ways = NULL;
    add_way(a, &v, &ways, plain_text(a, p->value));
    add_synonyms(a, &v, &ways);
    add_known(a, &v, &ways);
    add_dates(a, &v, &ways);
    v.ways = ways;
    v.has_number = number_of(p->value, &v.number);
    v.beside = number_beside(p->keyword, v.number);
    return v;
}

/* Do the rows call the value so? */
static bool is_row_value(const struct value_forms *v, struct str plain)
{
    const struct row_values *rows = &v->index->values;
    for (uint32_t i = row_values_find(rows, plain); i != NAME_NONE; i = rows->items[i].next)
        if (rows->items[i].column == v->column && str_eq_nocase(rows->items[i].text, v->text))
            return true;
    return false;
}

static struct str with_word(struct arena *a, struct str before, struct str word)
{
    return before.len == 0 ? word : arena_printf(a, "%.*s %.*s", STR_ARG(before), STR_ARG(word));
}

/* Is it one of the small words: no state, though "in" is short for Indiana? */
static bool is_small_word(const struct word *w)
{
    enum { SMALL = WORD_PREPOSITION | WORD_CONJUNCTION | WORD_PRONOUN };
    return (w->classes & SMALL) && ascii_small(w->token.ptr[0]);
}

/* Words of the question joined as values are; the last may also be a plural. What is longer than
 * any name of a value is none. */
static bool whole_at(struct arena *a, const struct value_forms *v, const struct words *w,
                     uint32_t at, uint32_t *end)
{
    struct str before = {0};
    bool found = false;
    for (uint32_t i = at; i < w->count && i < at + ROW_VALUE_MAX_WORDS; i++) {
        const struct word *last = &w->items[i];
        if (last->plain.len == 0 && i == at)
            return false;
        if (last->plain.len == 0)
            continue;
        if (before.len + last->plain.len > LONGEST_WORDS)
            return found;
        struct str lemma = with_word(a, before, last->lemma);
        before = with_word(a, before, last->plain);
        if (i == at && is_small_word(last) && !str_eq(before, v->ways[0]))
            continue;
        if (is_way(v, before) || is_way(v, lemma) || is_row_value(v, before) ||
            (i == at && is_adjective_of(a, v, before))) {
            found = true;
            *end = i + 1;
        }
    }
    return found;
}

static uint32_t plain_words(struct str plain)
{
    uint32_t n = plain.len > 0;
    for (size_t i = 0; i < plain.len; i++)
        n += plain.ptr[i] == ' ';
    return n;
}

/* Is `word` one of the blank-separated words of `plain`? */
static bool has_plain_word(struct str plain, struct str word)
{
    for (struct str rest = plain; rest.ptr;)
        if (str_eq(str_split(&rest, ' '), word))
            return true;
    return false;
}

/* Small words, marks and numbers are no part that would tell a value. */
static bool tells(const struct word *w)
{
    return w->kind == TOKEN_WORD && w->classes == 0 && w->plain.len >= SHORTEST_BEGINNING;
}

static bool same_beginning(struct str x, struct str y)
{
    size_t n = x.len < y.len ? x.len : y.len;
    return n >= SHORTEST_BEGINNING && memcmp(x.ptr, y.ptr, n) == 0;
}

static bool part_at(const struct value_forms *v, const struct words *w, uint32_t at, uint32_t *end)
{
    struct str own = v->ways[0];
    if (!tells(&w->items[at]) || v->has_number)
        return false;
    *end = at + 1;
    if (plain_words(own) == 1)
        return same_beginning(own, w->items[at].plain);
    if (!has_plain_word(own, w->items[at].plain))
        return false;
    while (*end < w->count && tells(&w->items[*end]) && has_plain_word(own, w->items[*end].plain))
        ++*end;
    return true;
}

enum said_form value_said(struct arena *a, const struct value_forms *v, const struct words *w,
                          uint32_t at, uint32_t *end)
{
    double amount;
    if (whole_at(a, v, w, at, end))
        return VALUE_WHOLE;
    if (v->has_number && amount_at(w, at, &amount, end))
        return amount == v->number   ? VALUE_WHOLE
               : amount == v->beside ? VALUE_BESIDE
                                     : VALUE_UNSAID;
    return part_at(v, w, at, end) ? VALUE_PART : VALUE_UNSAID;
}
