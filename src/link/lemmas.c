/* lemmas.c: splitting names into comparable words. */
#include "link/lemmas.h"

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"

enum { LONGEST_SINGULAR = 4 }; /* "gas", "news" */
enum { LONGEST_OE = 6 };       /* "shoe", "canoe" */

/* The letters of U+00C0 to U+00FF without their accents; a blank for those that have none. */
static const char PLAIN_LETTERS[] =
    "aaaaaa ceeeeiiii nooooo ouuuuy  aaaaaa ceeeeiiii nooooo ouuuuy y";

struct str without_accents(struct arena *a, struct str word)
{
    enum { FIRST_BYTE = 0xc3, CONTINUATION = 0x80 };
    if (word.len == 0 || !memchr(word.ptr, FIRST_BYTE, word.len))
        return word;
    char *out = arena_alloc(a, word.len);
    size_t n = 0;
    for (size_t i = 0; i < word.len; i++) {
        unsigned char c = (unsigned char)word.ptr[i];
        unsigned char next = i + 1 < word.len ? (unsigned char)word.ptr[i + 1] : 0;
        bool accented = c == FIRST_BYTE && (next & 0xc0) == CONTINUATION &&
                        PLAIN_LETTERS[next - CONTINUATION] != ' ';
        out[n++] = accented ? PLAIN_LETTERS[next - CONTINUATION] : (char)c;
        i += accented;
    }
    return (struct str){out, n};
}

static struct str singular_of(struct arena *a, const struct lemmatizer *z, struct str word)
{
    const struct inflection in = {.lexicon = z->lexicon};
    return noun_singular(a, &in, word);
}

struct str lemma_of(struct arena *a, const struct lemmatizer *z, struct str word)
{
    word = without_accents(a, word);
    struct str lemma = singular_of(a, z, word);
    bool plural = str_eq(lemma, word) && str_ends(word, STR("s")) && !str_ends(word, STR("ss")) &&
                  !str_ends(word, STR("us")) && !str_ends(word, STR("is"));
    if (str_ends(lemma, STR("oe")) && lemma.len > LONGEST_OE) /* superheroes */
        return str_slice(lemma, 0, lemma.len - 1);
    return plural && word.len > LONGEST_SINGULAR ? str_slice(word, 0, word.len - 1) : lemma;
}

struct lemmas lemmas_of(struct arena *a, const struct lemmatizer *z, struct str words)
{
    struct lemmas out = {0};
    struct str lower = arena_str_lower(a, words);
    for (size_t at = 0; at < lower.len;) {
        size_t end = str_find(lower, STR(" "), at);
        if (end > at)
            ARENA_ADD(a, out.items, out.count, lemma_of(a, z, str_slice(lower, at, end)));
        at = end + 1;
    }
    return out;
}

struct lemmas lemmas_of_name(struct arena *a, const struct lemmatizer *z, struct str name)
{
    struct lemmas out = {0};
    struct name_words split = name_split(a, name);
    for (uint32_t i = 0; i < split.count; i++)
        ARENA_ADD(a, out.items, out.count, lemma_of(a, z, split.items[i].text));
    return out;
}

bool lemmas_equal(struct lemmas x, struct lemmas y)
{
    if (x.count != y.count)
        return false;
    for (uint32_t i = 0; i < x.count; i++)
        if (!str_eq(x.items[i], y.items[i]))
            return false;
    return true;
}

struct str lemmas_join(struct arena *a, struct lemmas w)
{
    struct str out = w.count > 0 ? w.items[0] : STR_NONE;
    for (uint32_t i = 1; i < w.count; i++)
        out = ARENA_CONCAT(a, out, STR(" "), w.items[i]);
    return out;
}
