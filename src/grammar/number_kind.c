/* number_kind.c: words that distinguish amounts from other numbers. */
#include "grammar/number_kind.h"

#include "grammar/phrase.h"

static bool is_cited(struct str said)
{
    return str_starts(said, STR("\""));
}

/* The row of data/no_amounts.tsv for the word, or NULL. */
static const struct lexicon_row *no_amount(const struct knowledge *k, struct str word)
{
    const struct lexicon_table *t = lexicon_table(k->lexicon, STR("no_amounts"));
    for (uint32_t i = 0; i < t->n_rows; i++)
        if (str_eq_nocase(t->rows[i].fields[0], word))
            return &t->rows[i];
    return NULL;
}

/* The row of any word of a cited name. */
static const struct lexicon_row *no_amount_in(const struct knowledge *k,
                                              const struct spoken_phrase *p)
{
    const struct lexicon_row *row = NULL;
    for (uint32_t i = 0; i < p->count && !row; i++)
        row = str_eq(p->words[i], STR("number")) ? NULL : no_amount(k, p->words[i]);
    return row;
}

/* The row of the last two words, "phone number", or of the noun: "rank" of "rank in series". A
 * number of things is an amount. */
static const struct lexicon_row *no_amount_of(struct arena *a, const struct knowledge *k,
                                              const struct spoken_phrase *p, struct str said)
{
    if (str_find(said, STR("number of "), 0) < said.len)
        return NULL;
    const struct lexicon_row *row =
        p->count > 1 ? no_amount(k, phrase_text(a, p, p->count - 2)) : NULL;
    return row ? row : no_amount(k, p->words[phrase_head(p)]);
}

/* Questions do not ask for the lowest highest position, nor add up averages. */
static bool is_extreme(const struct spoken_phrase *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (str_among(p->words[i],
                      "highest lowest maximum minimum best worst max min average avg first last"))
            return true;
    return false;
}

static bool is_known(struct arena *a, const struct knowledge *k, const struct spoken_phrase *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (!word_is_known(a, k, p->words[i]))
            return false;
    return true;
}

static enum number_kind kind_of(struct arena *a, const struct knowledge *k, struct str said)
{
    const struct spoken_phrase p = /* of a cited name, the words in the quotes */
        phrase_of(is_cited(said) ? str_slice(said, 1, str_find(said, STR("\""), 1)) : said);
    const struct lexicon_row *row =
        is_cited(said) ? no_amount_in(k, &p) : no_amount_of(a, k, &p, said);
    if (row && str_eq(row->fields[1], STR("no")))
        return NUMBER_NONE;
    if (str_ends(said, STR("year")) || str_starts(said, STR("year ")))
        return NUMBER_YEAR;
    if (row || is_extreme(&p))
        return NUMBER_ORDINAL;
    /* it is unclear what the numbers of "omim" are */
    return is_cited(said) && !is_known(a, k, &p) ? NUMBER_ORDINAL : NUMBER_AMOUNT;
}

enum number_kind number_kind_of(struct arena *a, const struct knowledge *k, struct str said)
{
    struct arena_mark mark = arena_mark(a);
    enum number_kind kind = kind_of(a, k, said);
    arena_rewind(a, mark);
    return kind;
}

struct str number_measure(struct str said)
{
    struct spoken_phrase p = phrase_of(said);
    struct str noun = p.words[phrase_head(&p)];
    return is_cited(said) ? STR("") : str_slice(said, (size_t)(noun.ptr - said.ptr), said.len);
}
