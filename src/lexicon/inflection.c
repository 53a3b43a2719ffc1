/* inflection.c: endings of nouns. */
#include "lexicon/inflection.h"

#include "lexicon/lexicon.h"

/* Endings and what stands for them in the singular, the more special first. */
struct ending {
    struct str plural, singular;
};

static const struct ending ENDINGS[] = {
    {STR_INIT("sses"), STR_INIT("ss")}, {STR_INIT("ches"), STR_INIT("ch")},
    {STR_INIT("shes"), STR_INIT("sh")}, {STR_INIT("xes"), STR_INIT("x")},
    {STR_INIT("zzes"), STR_INIT("zz")}, {STR_INIT("uses"), STR_INIT("us")},
    {STR_INIT("ies"), STR_INIT("y")},   {STR_INIT("men"), STR_INIT("man")},
    {STR_INIT("s"), STR_INIT("")},      {STR_INIT("es"), STR_INIT("")},
};

/* Endings of singulars that only look like plurals: address, status, analysis. */
static const struct str NOT_PLURAL[] = {STR_INIT("ss"), STR_INIT("us"), STR_INIT("is")};

enum { SHORTEST_STEM = 3 }; /* "gas" and "bus" are not the plurals of "ga" and "bu" */

static bool is_noun(const struct inflection *in, struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES];
    return wordnet_senses(in->wordnet, WORDNET_NOUN, word, places) > 0;
}

static bool checked(const struct inflection *in)
{
    return in->wordnet && wordnet_present(in->wordnet);
}

/* Backwards, so that the first row of a form is the one that is found. */
void irregular_nouns_index(struct irregular_nouns *n, struct arena *a,
                           const struct lexicon_table *table)
{
    *n = (struct irregular_nouns){.table = table};
    name_map_init(&n->singulars, a, table->n_rows);
    name_map_init(&n->plurals, a, table->n_rows);
    for (uint32_t i = table->n_rows; i-- > 0;) {
        const struct lexicon_row *row = &table->rows[i];
        if (row->n_fields < 2)
            continue;
        name_map_put(&n->singulars, a, row->fields[0], i);
        name_map_put(&n->plurals, a, row->fields[1], i);
    }
}

/* The row that has `word` in its field `from`, 0 for singulars; NULL where there is none. */
static const struct lexicon_row *irregular(const struct inflection *in, struct str word,
                                           uint32_t from)
{
    const struct irregular_nouns *n = in->irregular;
    uint32_t row = n ? name_map_get(from ? &n->plurals : &n->singulars, word) : NAME_NONE;
    return row == NAME_NONE ? NULL : &n->table->rows[row];
}

static bool looks_singular(struct str noun)
{
    for (size_t i = 0; i < COUNT_OF(NOT_PLURAL); i++)
        if (str_ends(noun, NOT_PLURAL[i]))
            return true;
    return false;
}

static struct str with_ending(struct arena *a, struct str stem, struct str ending)
{
    return ARENA_CONCAT(a, stem, ending);
}

static struct str by_ending(struct arena *a, const struct inflection *in, struct str noun)
{
    for (size_t i = 0; i < COUNT_OF(ENDINGS); i++) {
        const struct ending *e = &ENDINGS[i];
        if (!str_ends(noun, e->plural) ||
            noun.len - e->plural.len + e->singular.len < SHORTEST_STEM)
            continue;
        struct str stem = str_slice(noun, 0, noun.len - e->plural.len);
        struct str single = with_ending(a, stem, e->singular);
        if (!checked(in) ? !str_eq(e->plural, STR("uses")) : is_noun(in, single))
            return single;
    }
    return noun;
}

static struct str work_out(struct arena *a, const struct inflection *in, struct str noun)
{
    const struct lexicon_row *row = irregular(in, noun, 1);
    if (row)
        return row->fields[0];
    struct str known = in->wordnet ? wordnet_exception(in->wordnet, WORDNET_NOUN, noun) : STR_NONE;
    if (known.ptr)
        return known;
    if (looks_singular(noun) || irregular(in, noun, 0))
        return noun;
    return by_ending(a, in, noun);
}

struct str noun_singular(struct arena *a, const struct inflection *in, struct str noun)
{
    uint32_t i = in->known ? name_map_get(&in->known->words, noun) : NAME_NONE;
    return i == NAME_NONE ? work_out(a, in, noun) : in->known->singulars[i];
}

void known_singulars_add(struct known_singulars *k, struct arena *a, const struct inflection *in,
                         struct str noun)
{
    if (k->words.n_slots == 0)
        name_map_init_exact(&k->words, a, 0);
    if (name_map_get(&k->words, noun) != NAME_NONE)
        return;
    struct str own = arena_str(a, noun);
    ARENA_PUSH(a, k->singulars, k->count);
    k->singulars[k->count] = work_out(a, in, own);
    name_map_put(&k->words, a, own, k->count++);
}

static bool vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
}

struct str noun_plural(struct arena *a, const struct inflection *in, struct str noun)
{
    const struct lexicon_row *row = irregular(in, noun, 0);
    if (row)
        return row->fields[1];
    struct str known = in->wordnet ? wordnet_irregular(in->wordnet, WORDNET_NOUN, noun) : STR_NONE;
    if (known.ptr)
        return known;
    if (noun.len < 2)
        return with_ending(a, noun, STR("s"));
    char last = noun.ptr[noun.len - 1], before = noun.ptr[noun.len - 2];
    if (last == 'y' && !vowel(before))
        return with_ending(a, str_slice(noun, 0, noun.len - 1), STR("ies"));
    bool hiss = last == 's' || last == 'x' || last == 'z' || str_ends(noun, STR("ch")) ||
                str_ends(noun, STR("sh"));
    return with_ending(a, noun, hiss ? STR("es") : STR("s"));
}

struct str noun_phrase_plural(struct arena *a, const struct inflection *in, struct str phrase)
{
    static const struct str JOINING[] = {STR_INIT(" of "), STR_INIT(" in "), STR_INIT(" per "),
                                         STR_INIT(" at "), STR_INIT(" by ")};
    size_t end = phrase.len;
    for (size_t i = 0; i < COUNT_OF(JOINING); i++) {
        size_t at = str_find(phrase, JOINING[i], 0);
        end = at < end ? at : end;
    }
    struct str head = str_slice(phrase, 0, end);
    size_t at = str_after_last(head, ' ');
    const struct str parts[] = {str_slice(head, 0, at),
                                noun_plural(a, in, str_slice(head, at, head.len)),
                                str_slice(phrase, end, phrase.len)};
    return arena_concat(a, parts, 3);
}

bool noun_same(struct arena *a, const struct inflection *in, struct str x, struct str y)
{
    if (str_eq_nocase(x, y))
        return true;
    /* No noun changes its first letter: most pairs need no more than this. */
    if (x.len == 0 || y.len == 0 || ascii_lower(x.ptr[0]) != ascii_lower(y.ptr[0]))
        return false;
    return str_eq_nocase(noun_singular(a, in, x), noun_singular(a, in, y));
}
