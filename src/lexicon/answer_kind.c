/* answer_kind.c: the kinds of answers of words.tsv, and looking words up. */
#include "lexicon/answer_kind.h"

#include "base/number.h"
#include "lexicon/word_fact.h"

enum {
    LONGEST_PHRASE = 3,
    MAX_KINDS = 64, /* bits of a set; further kinds of the user's share the last */
    FIRST_YEAR = 1000,
    LAST_YEAR = 2099
};

/* What a word or phrase says, as sets of kinds. */
struct answer_word {
    uint64_t column, single, sorting, question;
};

static struct answer_word *word_entry(struct knowledge *k, struct str word)
{
    uint32_t i = name_map_get(&k->answer_words, word);
    if (i == NAME_NONE) {
        i = k->answer_words.count;
        ARENA_PUSH(&k->arena, k->answer_entries, i);
        k->answer_entries[i] = (struct answer_word){0};
        name_map_put(&k->answer_words, &k->arena, word, i);
    }
    return &k->answer_entries[i];
}

/* The bit of a kind; a new one if it is not among `kinds`. */
static uint64_t kind_bit(struct arena *a, struct name_map *kinds, struct str name)
{
    uint32_t kind = name_map_get(kinds, name);
    if (kind == NAME_NONE) {
        kind = kinds->count < MAX_KINDS ? kinds->count : MAX_KINDS - 1;
        name_map_put(kinds, a, name, kind);
    }
    return (uint64_t)1 << kind;
}

static void add_kinds(struct answer_word *entry, enum fact_id id, uint64_t kind)
{
    if (id == FACT_ASKS)
        entry->question |= kind;
    else
        entry->column |= kind;
    entry->single |= id == FACT_HOLDS_ONE ? kind : 0;
    entry->sorting |= id == FACT_SORTS ? kind : 0;
}

void answer_kinds_index(struct knowledge *k)
{
    static const enum fact_id FACTS[] = {FACT_HOLDS, FACT_HOLDS_ONE, FACT_SORTS, FACT_ASKS};
    struct name_map kinds;
    name_map_init(&kinds, &k->arena, MAX_KINDS);
    name_map_init(&k->answer_words, &k->arena, 1024);
    for (size_t n = 0; n < COUNT_OF(FACTS); n++) {
        struct fact_list all = facts_all(k->lexicon, FACTS[n]);
        for (uint32_t i = 0; i < all.count; i++)
            for (uint32_t j = 0; j < all.items[i]->n_values; j++)
                add_kinds(word_entry(k, all.items[i]->line->word), FACTS[n],
                          kind_bit(&k->arena, &kinds, all.items[i]->values[j]));
    }
}

static const struct answer_word *find_answer_word(const struct knowledge *k, struct str phrase)
{
    uint32_t i = name_map_get(&k->answer_words, phrase);
    return i == NAME_NONE ? NULL : &k->answer_entries[i];
}

/* The "number" of "number of singers" is not a code of theirs. */
static bool is_number_of(const struct name_words *w, uint32_t i)
{
    return str_starts(w->items[i].text, STR("number")) && i + 1 < w->count &&
           str_eq(w->items[i + 1].text, STR("of"));
}

static void add_kinds_of(struct arena *a, const struct knowledge *k, struct str phrase,
                         struct answer_kinds *out)
{
    const struct inflection rules = {.lexicon = k->lexicon};
    const struct answer_word *found = find_answer_word(k, phrase);
    if (!found || !found->column)
        found = find_answer_word(k, noun_singular(a, &rules, phrase));
    if (found) {
        out->all |= found->column;
        out->single |= found->single;
        out->sorting |= found->sorting;
    }
}

struct answer_kinds answer_kinds_of_name(struct arena *a, const struct knowledge *k,
                                         struct str words)
{
    struct name_words w = name_split(a, words);
    struct answer_kinds out = {0};
    for (uint32_t i = 0; i < w.count; i++)
        for (uint32_t end = i + 1; end <= w.count && end <= i + LONGEST_PHRASE; end++)
            if (end > i + 1 || !is_number_of(&w, i))
                add_kinds_of(a, k, name_phrase(a, &w, i, end), &out);
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
        for (uint32_t end = i + 1; end <= w->count && end <= i + LONGEST_PHRASE; end++) {
            const struct answer_word *found = find_answer_word(k, name_phrase(a, w, i, end));
            kinds |= found && !is_number_of(w, i) ? found->question : 0;
        }
        const struct answer_word *year =
            is_year(w->items[i].text) ? find_answer_word(k, STR("<year>")) : NULL;
        kinds |= year ? year->question : 0;
    }
    return kinds;
}
