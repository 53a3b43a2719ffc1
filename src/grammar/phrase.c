/* phrase.c: splitting names, writing short forms out, and putting words in order. */
#include "grammar/phrase.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "lexicon/name_style.h"
#include "lexicon/synonym_pair.h"
#include "lexicon/word_fact.h"

bool word_joins(struct str word)
{
    return str_among(word, "of in for with to from per by on at has and or as");
}

bool word_is_participle(struct str word)
{
    return word.len > 4 && ((str_ends(word, STR("ed")) && !str_ends(word, STR("eed"))) ||
                            str_ends(word, STR("ing")));
}

bool word_is_of_kind(const struct knowledge *k, struct str word, struct str kind)
{
    return fact_is(k->lexicon, FACT_QUANTITY, word, kind);
}

bool noun_is_plural(struct arena *a, const struct knowledge *k, struct str noun)
{
    /* Plurals without a singular, or with another meaning in it. */
    if (str_among(noun, "sales earnings savings goods premises arrears"))
        return true;
    return noun.len > 3 && str_ends(noun, STR("s")) &&
           !str_eq(noun_singular(a, &k->inflection, noun), noun);
}

struct spoken_phrase phrase_of(struct str text)
{
    struct spoken_phrase p = {.count = 0};
    for (struct str rest = text; rest.ptr && p.count < PHRASE_WORDS_MAX;)
        p.words[p.count++] = str_split(&rest, ' ');
    return p;
}

struct str phrase_text(struct arena *a, const struct spoken_phrase *p, uint32_t from)
{
    struct buf b = {0};
    for (uint32_t i = from; i < p->count; i++) {
        buf_put(&b, i > from ? STR(" ") : STR(""));
        buf_put(&b, p->words[i]);
    }
    return buf_keep(&b, a);
}

uint32_t phrase_head(const struct spoken_phrase *p)
{
    uint32_t end = 1;
    while (end < p->count && !word_joins(p->words[end]))
        end++;
    while (end > 1 && ascii_digit(p->words[end - 1].ptr[0]))
        end--;
    return end - 1;
}

struct str phrase_with_head(struct arena *a, struct spoken_phrase p, struct str noun)
{
    p.words[phrase_head(&p)] = noun;
    return phrase_text(a, &p, 0);
}

/* Words */

static void push_word(struct spoken_phrase *p, struct str word)
{
    if (p->count < PHRASE_WORDS_MAX)
        p->words[p->count++] = word;
}

/* The word in full if it is a short form with one meaning; else itself. */
static struct str in_full(const struct knowledge *k, struct str word)
{
    struct str said = fact_value(k->lexicon, FACT_SAID, word);
    if (said.ptr)
        return said;
    const struct synonym_pair *form = long_forms_of(k->lexicon, word);
    return form && form->both && !next_long_form(form) ? form->other : word;
}

/* The two nouns of a word like "countrycode". Empty if it is not plainly two. */
static struct str part_word(struct arena *a, const struct knowledge *k, struct str word)
{
    enum { SHORTEST = 3 };
    if (!wordnet_present(&k->wordnet) || word_is_known(a, k, word))
        return STR("");
    for (size_t at = SHORTEST; at + 2 <= word.len; at++) {
        struct str first = str_slice(word, 0, at), rest = str_slice(word, at, word.len);
        if (noun_is_usual(a, k, first) &&
            (str_among(rest, "id no") || (rest.len >= SHORTEST && noun_is_usual(a, k, rest))))
            return arena_printf(a, "%.*s %.*s", STR_ARG(first), STR_ARG(rest));
    }
    return STR("");
}

static void push_in_full(struct arena *a, const struct knowledge *k, struct spoken_phrase *p,
                         struct str word)
{
    struct str full = in_full(k, word);
    struct str parts = str_eq(full, word) ? part_word(a, k, word) : STR("");
    for (struct str rest = parts.len ? parts : full; rest.ptr;) {
        struct str next = str_split(&rest, ' ');
        push_word(p, parts.len ? in_full(k, next) : next);
    }
}

static struct spoken_phrase split_name(struct arena *a, const struct knowledge *k,
                                       struct str natural, struct str name)
{
    struct spoken_phrase p = {.count = 0};
    struct name_words by_name = name_split(a, utf8_cut(name, 4 * PHRASE_MAX_BYTES));
    struct name_words words = name_split(a, utf8_cut(natural, 4 * PHRASE_MAX_BYTES));
    if (words.count == 1 && by_name.count > 1 && str_eq_nocase(natural, name))
        words = by_name; /* its capitals part them */
    for (uint32_t i = 0; i < words.count; i++) {
        /* "flight no" and "no of seats" are numbers, "no show" is not */
        bool no = str_eq(words.items[i].text, STR("no")) && i + 1 < words.count &&
                  !str_eq(words.items[i + 1].text, STR("of"));
        if (no)
            push_word(&p, words.items[i].text);
        else
            push_in_full(a, k, &p, words.items[i].text);
    }
    return p;
}

/* Order */

/* "pixel aspect ratio par": the last word is the first letters of those before it. */
static void drop_acronym(struct spoken_phrase *p)
{
    uint32_t n = p->count - 1;
    if (n < 2 || p->words[n].len != n)
        return;
    for (uint32_t i = 0; i < n; i++)
        if (p->words[i].ptr[0] != p->words[n].ptr[i])
            return;
    p->count--;
}

/* A unit that ends a name, or that "per" follows. */
struct spoken_unit {
    uint32_t n_words;       /* of the name; 0 if there is no unit */
    struct str power, unit; /* "square", or ""; in the singular if a power is said */
};

/* The unit in full, in the singular; or ptr NULL. */
static struct str unit_in_full(struct arena *a, const struct knowledge *k, struct str word)
{
    static const struct str UNITS[][2] = {{STR_INIT("km"), STR_INIT("kilometer")},
                                          {STR_INIT("m"), STR_INIT("meter")},
                                          {STR_INIT("cm"), STR_INIT("centimeter")},
                                          {STR_INIT("ft"), STR_INIT("foot")},
                                          {STR_INIT("mi"), STR_INIT("mile")}};
    struct str one = noun_singular(a, &k->inflection, word);
    for (size_t i = 0; i < COUNT_OF(UNITS); i++)
        if (str_eq(word, UNITS[i][0]) || str_eq(one, UNITS[i][1]))
            return UNITS[i][1];
    return STR_NONE;
}

/* "square" for "sq km", "area km 2" and the like; or "". */
static struct str power_of(const struct spoken_phrase *p, uint32_t i, bool *before)
{
    bool after = i + 1 < p->count && str_among(p->words[i + 1], "2 3");
    *before = str_among(p->words[i], "sq square cu cubic");
    if (*before)
        return str_among(p->words[i], "sq square") ? STR("square") : STR("cubic");
    return !after ? STR("") : str_eq(p->words[i + 1], STR("2")) ? STR("square") : STR("cubic");
}

/* The unit at word `i`. Digits of a name are words of their own. */
static struct spoken_unit unit_at(struct arena *a, const struct knowledge *k,
                                  const struct spoken_phrase *p, uint32_t i)
{
    bool before;
    struct spoken_unit u = {.n_words = 1, .unit = p->words[i], .power = power_of(p, i, &before)};
    if (u.power.len > 0 && i + 1 < p->count) {
        u.n_words = 2;
        u.unit = unit_in_full(a, k, p->words[i + before]);
    } else if (!word_is_of_kind(k, u.unit, STR("unit")) || str_eq(u.unit, STR("percent"))) {
        u.unit = STR_NONE;
    }
    uint32_t end = i + u.n_words;
    if (!u.unit.ptr || (end < p->count && !str_eq(p->words[end], STR("per"))))
        u.n_words = 0;
    return u;
}

/* "area in square kilometers", "speed in knots", "people per square kilometer" */
static void push_unit(struct arena *a, const struct knowledge *k, struct spoken_phrase *out,
                      const struct spoken_unit *u)
{
    struct str before = out->count > 0 ? out->words[out->count - 1] : STR_NONE;
    if (before.ptr && !word_joins(before))
        push_word(out, STR("in"));
    if (u->power.len > 0)
        push_word(out, u->power);
    if (before.ptr && str_eq(before, STR("per")))
        push_word(out, noun_singular(a, &k->inflection, u->unit));
    else
        push_word(out, u->power.len > 0 ? noun_plural(a, &k->inflection, u->unit) : u->unit);
}

/* With the words that people say between those of a name: "number of employees". */
static struct spoken_phrase with_joints(struct arena *a, const struct knowledge *k,
                                        const struct spoken_phrase *p)
{
    struct spoken_phrase out = {.count = 0};
    for (uint32_t i = 0; i < p->count;) {
        struct spoken_unit u = unit_at(a, k, p, i);
        bool number =
            i > 0 && str_eq(p->words[i - 1], STR("number")) && noun_is_plural(a, k, p->words[i]);
        if (number)
            push_word(&out, STR("of"));
        if (!number && u.n_words > 0)
            push_unit(a, k, &out, &u);
        else
            push_word(&out, p->words[i]);
        i += !number && u.n_words > 0 ? u.n_words : 1;
    }
    return out;
}

/* "number of component" gets a plural, "number of water" becomes an amount, and "number of team" a
 * size. */
static void agree_number(struct arena *a, const struct knowledge *k, struct spoken_phrase *p)
{
    if (p->count < 3 || !str_eq(p->words[0], STR("number")) || !str_eq(p->words[1], STR("of")))
        return;
    struct str *last = &p->words[p->count - 1];
    if (p->count == 3 && word_is_of_kind(k, *last, STR("group")))
        *p = (struct spoken_phrase){{*last, STR("size")}, 2};
    else if (word_is_of_kind(k, *last, STR("mass")))
        p->words[0] = STR("amount");
    else if (!noun_is_plural(a, k, *last) && !word_is_participle(*last) &&
             !word_is_of_kind(k, *last, STR("unit")))
        *last = noun_plural(a, &k->inflection, noun_singular(a, &k->inflection, *last));
}

/* "people id" is a person's. */
static void agree_id(struct arena *a, const struct knowledge *k, struct spoken_phrase *p)
{
    if (p->count > 1 && str_eq(p->words[p->count - 1], STR("id"))) {
        struct str *owner = &p->words[p->count - 2];
        *owner = noun_singular(a, &k->inflection, *owner);
    }
}

/* "date incident start" is the incident start date, "amount payment" the payment amount. */
static void move_noun(struct arena *a, const struct knowledge *k, struct spoken_phrase *p)
{
    struct str last = p->words[p->count - 1];
    struct str noun = p->words[0];
    if (p->count < 2 || str_among(last, "time id number code stamp day") ||
        !str_among(noun, "date amount"))
        return;
    for (uint32_t i = 1; i < p->count; i++)
        if (word_joins(p->words[i]) || word_is_participle(p->words[i]) ||
            wordnet_exception(&k->wordnet, WORDNET_VERB, p->words[i]).ptr ||
            !word_is_noun(a, k, p->words[i]))
            return;
    memmove(&p->words[0], &p->words[1], (p->count - 1) * sizeof p->words[0]);
    p->words[p->count - 1] = noun;
}

/* Valid, and without characters that turn a line around or end it on a screen. */
static bool is_readable(struct str text)
{
    for (size_t i = 0, length; i < text.len; i += length) {
        uint32_t c = utf8_code_point(text, i, &length);
        if (length == 0)
            return false;
        if ((c >= 0x7f && c < 0xa0) || (c >= 0x200b && c <= 0x200f) ||
            (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff)
            return false;
    }
    return utf8_valid(text);
}

static bool has_letters(const struct spoken_phrase *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (!ascii_digit(p->words[i].ptr[0]))
            return true;
    return false;
}

/* The name in words, or the identifier if they are of different things. */
static struct str own_words(struct str natural, struct str name)
{
    bool alike =
        natural.len > 0 && name.len > 0 && ascii_lower(natural.ptr[0]) == ascii_lower(name.ptr[0]);
    return alike ? natural : name;
}

struct spoken_phrase phrase_of_name(struct arena *a, const struct knowledge *k, struct str natural,
                                    struct str name)
{
    natural = own_words(natural, name);
    struct spoken_phrase p = split_name(a, k, natural, name);
    if (!has_letters(&p) || !is_readable(natural))
        return (struct spoken_phrase){.count = 0};
    drop_acronym(&p);
    p = with_joints(a, k, &p);
    agree_number(a, k, &p);
    agree_id(a, k, &p);
    move_noun(a, k, &p);
    if (phrase_text(a, &p, 0).len > PHRASE_MAX_BYTES)
        p.count = 0;
    return p;
}

struct str name_as_written(struct arena *a, struct str natural, struct str name)
{
    natural = own_words(natural, name);
    struct str words = name_in_words(a, utf8_cut(natural, 4 * PHRASE_MAX_BYTES));
    return is_readable(natural) && words.len <= PHRASE_MAX_BYTES ? words : STR("");
}
