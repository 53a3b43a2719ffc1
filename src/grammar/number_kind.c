/* number_kind.c: words that tell amounts from other numbers. */
#include "grammar/number_kind.h"

#include "grammar/noun_test.h"

static bool is_cited(struct str said)
{
    return str_starts(said, STR("\""));
}

/* The row of data/no_amounts.tsv that a word has; NULL. */
static const struct lexicon_row *no_amount(const struct knowledge *k, struct str word)
{
    const struct lexicon_table *t = lexicon_table(k->lexicon, STR("no_amounts"));
    for (uint32_t i = 0; i < t->n_rows; i++)
        if (str_eq_nocase(t->rows[i].fields[0], word))
            return &t->rows[i];
    return NULL;
}

static struct spoken_phrase cited_words(struct str cited)
{
    return phrase_of(str_slice(cited, 1, str_find(cited, STR("\""), 1)));
}

/* The row of any word of a name that is cited. */
static const struct lexicon_row *no_amount_in(const struct knowledge *k, struct str cited)
{
    const struct lexicon_row *row = NULL;
    struct spoken_phrase p = cited_words(cited);
    for (uint32_t i = 0; i < p.count && !row; i++)
        row = str_eq(p.words[i], STR("number")) ? NULL : no_amount(k, p.words[i]);
    return row;
}

/* The row of the noun: "rank" of "rank in series". A number of things is an amount. */
static const struct lexicon_row *no_amount_of(const struct knowledge *k, struct str said)
{
    struct spoken_phrase p = phrase_of(said);
    bool counts = str_find(said, STR("number of "), 0) < said.len;
    return counts ? NULL : no_amount(k, p.words[phrase_head(&p)]);
}

/* "phone number": a number that only tells whose it is. */
static bool tells_whose(const struct spoken_phrase *p)
{
    static const struct str OWNERS[] = {
        STR_INIT("phone"),   STR_INIT("mobile"),  STR_INIT("telephone"), STR_INIT("fax"),
        STR_INIT("card"),    STR_INIT("account"), STR_INIT("licence"),   STR_INIT("license"),
        STR_INIT("contact"), STR_INIT("cell"),    STR_INIT("tracking"),  STR_INIT("serial"),
        STR_INIT("invoice"), STR_INIT("receipt"), STR_INIT("stock")};
    return p->count > 1 && str_eq(p->words[p->count - 1], STR("number")) &&
           STR_IN(p->words[p->count - 2], OWNERS);
}

/* Nobody asks for the lowest highest position, or adds up averages. */
static bool is_extreme(const struct spoken_phrase *p)
{
    static const struct str WORDS[] = {STR_INIT("highest"), STR_INIT("lowest"), STR_INIT("maximum"),
                                       STR_INIT("minimum"), STR_INIT("best"),   STR_INIT("worst"),
                                       STR_INIT("max"),     STR_INIT("min"),    STR_INIT("average"),
                                       STR_INIT("avg"),     STR_INIT("first"),  STR_INIT("last")};
    for (uint32_t i = 0; i < p->count; i++)
        if (STR_IN(p->words[i], WORDS))
            return true;
    return false;
}

/* Nobody knows what the numbers of "omim" are. */
static bool is_unknown(struct arena *a, const struct knowledge *k, struct str said)
{
    struct arena_mark mark = arena_mark(a);
    struct spoken_phrase p =
        is_cited(said) ? cited_words(said) : (struct spoken_phrase){.count = 0};
    bool unknown = false;
    for (uint32_t i = 0; i < p.count; i++)
        unknown |= !word_is_known(a, k, p.words[i]);
    arena_rewind(a, mark);
    return unknown;
}

enum number_kind number_kind_of(struct arena *a, const struct knowledge *k, struct str said)
{
    const struct spoken_phrase p = phrase_of(said);
    const struct lexicon_row *row = is_cited(said) ? no_amount_in(k, said) : no_amount_of(k, said);
    if (tells_whose(&p) || (row && str_eq(row->fields[1], STR("no"))))
        return NUMBER_NONE;
    if (str_ends(said, STR("year")) || str_starts(said, STR("year ")))
        return NUMBER_YEAR;
    return row || is_extreme(&p) || is_unknown(a, k, said) ? NUMBER_ORDINAL : NUMBER_AMOUNT;
}

struct str number_measure(struct str said)
{
    struct spoken_phrase p = phrase_of(said);
    struct str noun = p.words[phrase_head(&p)];
    return is_cited(said) ? STR("") : str_slice(said, (size_t)(noun.ptr - said.ptr), said.len);
}
