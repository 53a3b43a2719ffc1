/* value_forms.c: comparing words with values. */
#include "link/value_forms.h"

#include "lexicon/said_number.h"
#include "lexicon/synonym_pair.h"

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

static bool is_way(const struct value_forms *v, struct str plain)
{
    return str_in(plain, v->ways, v->n_ways);
}

static void add_way(struct arena *a, struct value_forms *v, struct str plain)
{
    if (!is_way(v, plain))
        ARENA_ADD(a, v->ways, v->n_ways, plain);
}

/* All of the words, if the value is one of them. */
static void add_group(struct arena *a, struct value_forms *v, const struct str *words, uint32_t n)
{
    bool has = false;
    for (uint32_t i = 0; i < n && !has; i++)
        has = str_eq(plain_text(a, words[i]), v->ways[0]);
    for (uint32_t i = 0; has && i < n; i++)
        add_way(a, v, plain_text(a, words[i]));
}

/* The words of the groups that the value is in. */
static void add_synonyms(struct arena *a, struct value_forms *v)
{
    const struct lexicon *l = v->index->lemmatizer.lexicon;
    const struct lexicon_table *states = lexicon_table(l, STR("us_states"));
    for (struct value_group g = {.next = 0}; value_group_next(l, &g);)
        if (!g.line->column.ptr)
            add_group(a, v, g.words, g.count);
    for (uint32_t i = 0; i < states->n_rows; i++)
        add_group(a, v, states->rows[i].fields, states->rows[i].n_fields);
}

/* Add it, unless it only adds words to the value: "New York state". */
static void add_other_way(struct arena *a, struct value_forms *v, struct str plain)
{
    size_t own = v->ways[0].len;
    if (!str_starts(plain, v->ways[0]) || plain.len == own || plain.ptr[own] != ' ')
        add_way(a, v, plain);
}

/* Add the synonyms of WordNet: "California" for "CA". */
static void add_wordnet_synonyms(struct arena *a, struct value_forms *v)
{
    const struct wordnet *w = v->index->wordnet;
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    bool is_word = v->text.len > 1 && !ascii_digit(v->text.ptr[0]);
    uint32_t n = w && is_word ? wordnet_senses(w, WORDNET_NOUN, v->text, places) : 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; wordnet_synset(a, w, WORDNET_NOUN, places[i], &s) && k < s.n_words;
             k++)
            add_other_way(a, v, plain_text(a, s.words[k]));
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

enum { ISO_LENGTH = sizeof "2018-03-17" - 1 };

/* "January" for the digits "01"; or "". */
static struct str month_name(struct arena *a, const struct lexicon *l, struct str digits)
{
    const struct lexicon_table *months = lexicon_table(l, STR("months"));
    for (uint32_t i = 0; i < months->n_rows; i++)
        if (str_eq(months->rows[i].fields[0], digits))
            return arena_str_capital(a, months->rows[i].fields[1]);
    return STR("");
}

bool date_forms_of(struct arena *a, const struct lexicon *l, struct str text,
                   struct str out[DATE_FORMS])
{
    if (text.len != ISO_LENGTH || !looks_like_date(text))
        return false;
    struct str year = str_slice(text, 0, 4), month = month_name(a, l, str_slice(text, 5, 7));
    int day = (text.ptr[8] - '0') * 10 + (text.ptr[9] - '0');
    if (month.len == 0 || day < 1 || day > 31)
        return false;
    out[0] = arena_printf(a, "%.*s %d, %.*s", STR_ARG(month), day, STR_ARG(year));
    out[1] = arena_printf(a, "%d %.*s %.*s", day, STR_ARG(month), STR_ARG(year));
    out[2] = arena_printf(a, "%.*s %d%.*s, %.*s", STR_ARG(month), day, STR_ARG(ordinal_ending(day)),
                          STR_ARG(year));
    return true;
}

static void add_dates(struct arena *a, struct value_forms *v)
{
    struct str forms[DATE_FORMS];
    if (date_forms_of(a, v->index->lemmatizer.lexicon, v->text, forms))
        for (int i = 0; i < DATE_FORMS; i++)
            add_way(a, v, plain_text(a, forms[i]));
}

/* "March 2025" for "2025-03". */
static void add_month(struct arena *a, struct value_forms *v)
{
    enum { YEAR = 4, MONTH_LENGTH = sizeof "2018-03" - 1 };
    if (v->text.len != MONTH_LENGTH || v->text.ptr[YEAR] != '-')
        return;
    struct str year = str_slice(v->text, 0, YEAR);
    struct str month =
        month_name(a, v->index->lemmatizer.lexicon, str_slice(v->text, YEAR + 1, MONTH_LENGTH));
    if (month.len == 0)
        return;
    add_way(a, v, plain_text(a, ARENA_CONCAT(a, month, STR(" "), year)));
    add_way(a, v, plain_text(a, ARENA_CONCAT(a, month, STR(" of "), year)));
}

/* "Before 2005" is before its first day, "until 2005" until its last. */
static void add_year(struct arena *a, struct value_forms *v, enum query_keyword k)
{
    static const bool COMPARES[N_QUERY_KEYWORDS] = {[KEYWORD_GT] = true,
                                                    [KEYWORD_LT] = true,
                                                    [KEYWORD_GE] = true,
                                                    [KEYWORD_LE] = true,
                                                    [KEYWORD_BETWEEN] = true};
    bool edge = str_ends(v->text, STR("-01-01")) || str_ends(v->text, STR("-12-31"));
    if (v->text.len == ISO_LENGTH && edge && k < N_QUERY_KEYWORDS && COMPARES[k])
        add_way(a, v, str_slice(v->text, 0, 4));
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
    ARENA_ADD(a, v.ways, v.n_ways, plain_text(a, p->value));
    add_synonyms(a, &v);
    add_wordnet_synonyms(a, &v);
    add_dates(a, &v);
    add_month(a, &v);
    add_year(a, &v, p->keyword);
    v.has_number = number_of(p->value, &v.number);
    v.beside = number_beside(p->keyword, v.number);
    return v;
}

/* Do the rows have the value in this form? */
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

/* Is it a small word, though "in" is short for Indiana? */
static bool is_small_word(const struct word *w)
{
    enum { SMALL = WORD_PREPOSITION | WORD_CONJUNCTION | WORD_PRONOUN };
    return (w->classes & SMALL) && ascii_small(w->token.ptr[0]);
}

/* Compare words of the question, joined as values are, with the value; the last may be a plural.
 * Nothing longer than LONGEST_WORDS is a value. */
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

enum { DATE_NUMBERS = 3 };

/* The numbers of "2012/8/24"; false if the word is not three numbers. */
static bool read_date_numbers(struct str word, unsigned out[DATE_NUMBERS])
{
    uint32_t n = 0;
    bool digit = false;
    for (size_t i = 0; i < word.len; i++) {
        if (!digit && (n == DATE_NUMBERS || !ascii_digit(word.ptr[i])))
            return false;
        if (!digit)
            out[n++] = 0;
        digit = ascii_digit(word.ptr[i]);
        if (digit && out[n - 1] < 1000)
            out[n - 1] = out[n - 1] * 10 + (unsigned)(word.ptr[i] - '0');
        else if (!strchr("/-.", word.ptr[i]))
            return false;
    }
    return digit && n == DATE_NUMBERS;
}

/* Is the text the date in numbers: "2012/8/24", "8/24/2012", "24.8.2012"? */
static bool is_date_in_numbers(const struct value_forms *v, struct str text)
{
    unsigned own[DATE_NUMBERS], said[DATE_NUMBERS];
    if (!read_date_numbers(str_slice(v->text, 0, ISO_LENGTH), own) ||
        !read_date_numbers(text, said))
        return false;
    bool year_first = said[0] == own[0] && said[1] == own[1] && said[2] == own[2];
    bool month_first = said[0] == own[1] && said[1] == own[2];
    bool day_first = said[0] == own[2] && said[1] == own[1];
    return year_first || (said[2] == own[0] && (month_first || day_first));
}

/* Such a date is one word, or five if its marks are words. */
static bool date_at(const struct value_forms *v, const struct words *w, uint32_t at, uint32_t *end)
{
    enum { MOST_WORDS = 5 };
    const char *start = w->items[at].token.ptr;
    if (w->items[at].kind != TOKEN_NUMBER || v->text.len < ISO_LENGTH || !looks_like_date(v->text))
        return false;
    for (uint32_t i = at; i < w->count && i < at + MOST_WORDS; i++) {
        struct str token = w->items[i].token;
        if (is_date_in_numbers(v, (struct str){start, (size_t)(token.ptr + token.len - start)})) {
            *end = i + 1;
            return true;
        }
    }
    return false;
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

/* Can the word identify a value by itself? Small words, marks and numbers cannot. */
static bool is_telling(const struct word *w)
{
    return w->kind == TOKEN_WORD && w->classes == 0 &&
           (w->plain.len >= SHORTEST_BEGINNING ||
            (w->text.len > 1 && str_all(w->text, ascii_capital)));
}

static bool same_beginning(struct str x, struct str y)
{
    size_t n = x.len < y.len ? x.len : y.len;
    return n >= SHORTEST_BEGINNING && memcmp(x.ptr, y.ptr, n) == 0;
}

static bool part_at(const struct value_forms *v, const struct words *w, uint32_t at, uint32_t *end)
{
    struct str own = v->ways[0];
    if (!is_telling(&w->items[at]) || v->has_number)
        return false;
    *end = at + 1;
    if (plain_words(own) == 1)
        return same_beginning(own, w->items[at].plain);
    if (!has_plain_word(own, w->items[at].plain))
        return false;
    while (*end < w->count && is_telling(&w->items[*end]) &&
           has_plain_word(own, w->items[*end].plain))
        ++*end;
    return true;
}

enum said_form value_said(struct arena *a, const struct value_forms *v, const struct words *w,
                          uint32_t at, uint32_t *end)
{
    double amount;
    if (whole_at(a, v, w, at, end))
        return VALUE_WHOLE;
    if (date_at(v, w, at, end))
        return VALUE_WHOLE;
    if (v->has_number && amount_at(w, at, &amount, end))
        return amount == v->number   ? VALUE_WHOLE
               : amount == v->beside ? VALUE_BESIDE
                                     : VALUE_UNSAID;
    return part_at(v, w, at, end) ? VALUE_PART : VALUE_UNSAID;
}
