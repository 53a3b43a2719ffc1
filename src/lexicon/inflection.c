/* inflection.c: endings of words, and first letters. */
#include "lexicon/inflection.h"

#include "lexicon/word_fact.h"

/* An ending, and what another form of the word has instead. */
struct ending {
    struct str ending, instead;
};

/* The rest of a word that has the ending; ptr NULL for other words. */
static struct str before_ending(struct str word, struct str ending)
{
    return str_ends(word, ending) ? str_slice(word, 0, word.len - ending.len) : STR_NONE;
}

/* Nouns */

/* The irregular plural of a noun; ptr NULL if there is none. */
static struct str irregular_plural(const struct inflection *in, struct str noun)
{
    return in->lexicon ? fact_value(in->lexicon, FACT_PLURAL, noun) : STR_NONE;
}

/* The noun that has this irregular plural; ptr NULL if there is none. */
static struct str irregular_singular(const struct inflection *in, struct str plural)
{
    const struct word_fact *f = in->lexicon ? fact_with(in->lexicon, FACT_PLURAL, plural) : NULL;
    return f ? f->line->word : STR_NONE;
}

bool looks_singular(struct str noun)
{
    return str_ends(noun, STR("ss")) || str_ends(noun, STR("us")) || str_ends(noun, STR("is"));
}

static struct str singular_by_ending(struct arena *a, const struct inflection *in, struct str noun)
{
    enum { SHORTEST = 3 }; /* "gas" and "bus" are not the plurals of "ga" and "bu" */
    /* The more special come first. */
    static const struct ending PLURALS[] = {
        {STR_INIT("sses"), STR_INIT("ss")}, {STR_INIT("ches"), STR_INIT("ch")},
        {STR_INIT("shes"), STR_INIT("sh")}, {STR_INIT("xes"), STR_INIT("x")},
        {STR_INIT("zzes"), STR_INIT("zz")}, {STR_INIT("uses"), STR_INIT("us")},
        {STR_INIT("ies"), STR_INIT("y")},   {STR_INIT("men"), STR_INIT("man")},
        {STR_INIT("s"), STR_INIT("")},      {STR_INIT("es"), STR_INIT("")},
    };
    bool checked = in->wordnet && wordnet_present(in->wordnet);
    for (size_t i = 0; i < COUNT_OF(PLURALS); i++) {
        const struct ending *e = &PLURALS[i];
        struct str stem = before_ending(noun, e->ending);
        if (!stem.ptr || stem.len + e->instead.len < SHORTEST)
            continue;
        struct str single = ARENA_CONCAT(a, stem, e->instead);
        if (checked ? wordnet_has(in->wordnet, WORDNET_NOUN, single)
                    : !str_eq(e->ending, STR("uses")))
            return single;
    }
    return noun;
}

static struct str find_singular(struct arena *a, const struct inflection *in, struct str noun)
{
    struct str listed = irregular_singular(in, noun);
    if (listed.ptr)
        return listed;
    struct str known = in->wordnet ? wordnet_exception(in->wordnet, WORDNET_NOUN, noun) : STR_NONE;
    if (known.ptr)
        return known;
    return looks_singular(noun) || irregular_plural(in, noun).ptr ? noun
                                                                  : singular_by_ending(a, in, noun);
}

struct str noun_singular(struct arena *a, const struct inflection *in, struct str noun)
{
    uint32_t i = in->known ? name_map_get(&in->known->words, noun) : NAME_NONE;
    return i == NAME_NONE ? find_singular(a, in, noun) : in->known->singulars[i];
}

void known_singulars_add(struct known_singulars *k, struct arena *a, const struct inflection *in,
                         struct str noun)
{
    if (k->words.n_slots == 0)
        name_map_init_exact(&k->words, a, 0);
    if (name_map_get(&k->words, noun) != NAME_NONE)
        return;
    struct str own = arena_str(a, noun);
    uint32_t n = k->words.count;
    ARENA_PUSH(a, k->singulars, n);
    k->singulars[n] = find_singular(a, in, own);
    name_map_put(&k->words, a, own, n);
}

struct str noun_plural(struct arena *a, const struct inflection *in, struct str noun)
{
    struct str listed = irregular_plural(in, noun);
    if (listed.ptr)
        return listed;
    struct str known = in->wordnet ? wordnet_irregular(in->wordnet, WORDNET_NOUN, noun) : STR_NONE;
    if (known.ptr)
        return known;
    if (noun.len < 2)
        return ARENA_CONCAT(a, noun, STR("s"));
    char last = noun.ptr[noun.len - 1], before = noun.ptr[noun.len - 2];
    if (last == 'y' && !memchr("aeiou", before, 5))
        return ARENA_CONCAT(a, str_slice(noun, 0, noun.len - 1), STR("ies"));
    bool hiss = memchr("sxz", last, 3) || str_ends(noun, STR("ch")) || str_ends(noun, STR("sh"));
    return ARENA_CONCAT(a, noun, hiss ? STR("es") : STR("s"));
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
    size_t at = str_after_last(str_slice(phrase, 0, end), ' ');
    return ARENA_CONCAT(a, str_slice(phrase, 0, at), noun_plural(a, in, str_slice(phrase, at, end)),
                        str_slice(phrase, end, phrase.len));
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

/* Adjectives */

struct str adjective_compared(struct arena *a, const struct wordnet *w, struct str word)
{
    static const struct ending COMPARED[] = {
        {STR_INIT("iest"), STR_INIT("y")}, {STR_INIT("ier"), STR_INIT("y")},
        {STR_INIT("est"), STR_INIT("")},   {STR_INIT("er"), STR_INIT("")},
        {STR_INIT("est"), STR_INIT("e")},  {STR_INIT("er"), STR_INIT("e")}};
    struct str irregular = wordnet_exception(w, WORDNET_ADJECTIVE, word);
    if (irregular.ptr && !str_eq(irregular, word))
        return irregular;
    for (size_t i = 0; i < COUNT_OF(COMPARED); i++) {
        struct str stem = before_ending(word, COMPARED[i].ending);
        struct str plain = stem.ptr ? ARENA_CONCAT(a, stem, COMPARED[i].instead) : STR_NONE;
        if (plain.ptr && wordnet_has(w, WORDNET_ADJECTIVE, plain))
            return plain;
    }
    return STR_NONE;
}

/* Stems */

enum { SHORTEST_STEM = 4 }; /* "order" does not come from "ord", nor "user" from "us" */

static struct str without_ending(struct str word)
{
    /* Longer ones come before those that they end with. */
    struct str rest =
        STR("ations ators ation ating ator ated ates ments ment ings ions ing ion ate "
            "ers ors est ed er or es ly s e");
    while (rest.ptr) {
        struct str stem = before_ending(word, str_split(&rest, ' '));
        if (stem.len >= SHORTEST_STEM)
            return stem;
    }
    return word;
}

struct str word_stem(struct arena *a, const struct wordnet *w, struct str word)
{
    struct str verb = w ? wordnet_exception(w, WORDNET_VERB, word) : STR_NONE;
    if (verb.ptr)
        word = arena_str(a, verb);
    struct str stem = without_ending(word);
    for (struct str longer = word; stem.len < longer.len; stem = without_ending(stem))
        longer = stem; /* sponsor(s)(ed) */
    size_t n = stem.len;
    if (n > SHORTEST_STEM && stem.ptr[n - 1] == stem.ptr[n - 2])
        n--; /* travell(ing) */
    if (n > SHORTEST_STEM && (stem.ptr[n - 1] == 'i' || stem.ptr[n - 1] == 'y'))
        n--; /* carri(er), carry */
    return str_slice(stem, 0, n);
}

/* Articles */

static enum article article_of_number(struct str word)
{
    size_t digits = 0;
    while (digits < word.len && ascii_digit(word.ptr[digits]))
        digits++;
    bool teen = (str_starts(word, STR("11")) || str_starts(word, STR("18"))) && digits % 3 == 2;
    return word.ptr[0] == '8' || teen ? ARTICLE_AN : ARTICLE_A;
}

/* Does the word begin with one of these, in whatever case? */
static bool begins_with(struct str word, struct str beginnings)
{
    while (beginnings.ptr) {
        struct str b = str_split(&beginnings, ' ');
        if (word.len >= b.len && str_eq_nocase(str_slice(word, 0, b.len), b))
            return true;
    }
    return false;
}

enum article article_of(struct str word)
{
    char c = word.len > 0 ? ascii_lower(word.ptr[0]) : '?';
    if (ascii_digit(c))
        return article_of_number(word);
    bool capitals = word.len > 1 && ascii_capital(word.ptr[1]);
    if (!ascii_small(c) || c == 'u' || word.len == 1 || capitals)
        return ARTICLE_UNSURE; /* a user, an uncle; an FBI agent */
    if (c == 'h')              /* silent in some words */
        return begins_with(word, STR("hour honest honor honour heir")) ? ARTICLE_AN : ARTICLE_A;
    if (c == 'o') /* spoken like a "w" in some */
        return begins_with(word, STR("one once")) ? ARTICLE_A : ARTICLE_AN;
    return memchr("aei", c, 3) ? ARTICLE_AN : ARTICLE_A;
}
