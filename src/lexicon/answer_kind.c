/* answer_kind.c: numbers for the kinds of answers of words.tsv, and looking words up. */
#include "lexicon/answer_kind.h"

#include "base/number.h"
#include "lexicon/word_fact.h"

enum {
    LONGEST_PHRASE = 3,
    MAX_KINDS = 64, /* bits of a set; further kinds of the user's share the last */
    FIRST_YEAR = 1000,
    LAST_YEAR = 2099
};

/* Number the kinds, in the order of the facts. */
void answer_kinds_index(struct knowledge *k)
{
    static const enum fact_id FACTS[] = {FACT_HOLDS, FACT_HOLDS_ONE, FACT_SORTS, FACT_ASKS};
    struct name_map *kinds = &k->answer_kinds;
    name_map_init(kinds, &k->arena, MAX_KINDS);
    for (size_t n = 0; n < COUNT_OF(FACTS); n++) {
        struct fact_list all = facts_all(k->lexicon, FACTS[n]);
        for (uint32_t i = 0; i < all.count; i++)
            for (uint32_t j = 0; j < all.items[i]->n_values; j++)
                if (name_map_get(kinds, all.items[i]->values[j]) == NAME_NONE)
                    name_map_put(kinds, &k->arena, all.items[i]->values[j],
                                 kinds->count < MAX_KINDS ? kinds->count : MAX_KINDS - 1);
    }
}

/* The kinds that a fact of a word or phrase names, as bits. */
static uint64_t kinds_in(const struct knowledge *k, enum fact_id id, struct str phrase)
{
    uint64_t kinds = 0;
    for (const struct word_fact *f = fact_of(k->lexicon, id, phrase); f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            kinds |= (uint64_t)1 << name_map_get(&k->answer_kinds, f->values[i]);
    return kinds;
}

/* The "number" of "number of singers" is not a code of theirs. */
static bool is_number_of(const struct name_words *w, uint32_t i)
{
    return str_starts(w->items[i].text, STR("number")) && i + 1 < w->count &&
           str_eq(w->items[i + 1].text, STR("of"));
}

/* False if the phrase says nothing of a column. */
static bool add_kinds_of(const struct knowledge *k, struct str phrase, struct answer_kinds *out)
{
    uint64_t single = kinds_in(k, FACT_HOLDS_ONE, phrase),
             sorting = kinds_in(k, FACT_SORTS, phrase);
    uint64_t all = kinds_in(k, FACT_HOLDS, phrase) | single | sorting;
    out->all |= all;
    out->single |= single;
    out->sorting |= sorting;
    return all != 0;
}

struct answer_kinds answer_kinds_of_name(struct arena *a, const struct knowledge *k,
                                         struct str words)
{
    const struct inflection rules = {.lexicon = k->lexicon};
    struct name_words w = name_split(a, words);
    struct answer_kinds out = {0};
    for (uint32_t i = 0; i < w.count; i++)
        for (uint32_t end = i + 1; end <= w.count && end <= i + LONGEST_PHRASE; end++) {
            struct str phrase = name_phrase(a, &w, i, end);
            if ((end > i + 1 || !is_number_of(&w, i)) && !add_kinds_of(k, phrase, &out))
                add_kinds_of(k, noun_singular(a, &rules, phrase), &out);
        }
    return out;
}

static bool is_year(struct str word)
{
    uint64_t year;
    return word.len == 4 && count_read(word, LAST_YEAR, &year) && year >= FIRST_YEAR;
}

uint64_t answer_kinds_asked(struct arena *a, const struct knowledge *k, const struct name_words *w)
{
    uint64_t kinds = 0;
    for (uint32_t i = 0; i < w->count; i++) {
        for (uint32_t end = i + 1; end <= w->count && end <= i + LONGEST_PHRASE; end++)
            if (!is_number_of(w, i))
                kinds |= kinds_in(k, FACT_ASKS, name_phrase(a, w, i, end));
        if (is_year(w->items[i].text))
            kinds |= kinds_in(k, FACT_ASKS, STR("<year>"));
    }
    return kinds;
}
