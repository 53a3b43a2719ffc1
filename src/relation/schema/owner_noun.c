/* owner_noun.c: names of tables without the words for kinds of tables. */
#include "relation/schema/owner_noun.h"

#include "lexicon/kinds.h"
#include "lexicon/word_fact.h"

static struct str word_written(const struct name_words *w, uint32_t i)
{
    return str_slice(w->name, w->items[i].start, w->items[i].end);
}

/* "sports" and "premises" count as singulars, but mean the same as "sport" and "premise". */
static bool differ_by_s(struct str x, struct str y)
{
    return x.len == y.len + 1 && x.ptr[y.len] == 's' && str_eq(str_slice(x, 0, y.len), y);
}

static bool same_word(struct arena *a, const struct inflection *in, struct str x, struct str y)
{
    return differ_by_s(x, y) || differ_by_s(y, x) || noun_same(a, in, x, y);
}

static bool same_words(struct arena *a, const struct inflection *in, const struct name_words *x,
                       const struct name_words *y)
{
    bool same = x->count == y->count;
    for (uint32_t i = 0; same && i < x->count; i++)
        same = same_word(a, in, x->items[i].text, y->items[i].text);
    return same;
}

static bool names_other_table(struct arena *a, const struct schema *s, const struct inflection *in,
                              uint32_t table, const struct name_words *words)
{
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct name_words other = name_split(a, s->tables[t].name);
        if (t != table && same_words(a, in, &other, words))
            return true;
    }
    return false;
}

static struct name_words without_kinds(struct arena *a, const struct relation_seed *s,
                                       const struct inflection *in, uint32_t table, struct str name)
{
    const struct lexicon *l = s->lexicon;
    struct name_words all = name_split(a, name), w = all;
    while (l && w.count > 1 && fact_is(l, FACT_TABLE, w.items[0].text, STR("first"))) {
        w.items++;
        w.count--;
    }
    while (l && w.count > 1 && fact_is(l, FACT_TABLE, w.items[w.count - 1].text, STR("last")))
        w.count--;
    return w.count < all.count && names_other_table(a, s->schema, in, table, &w) ? all : w;
}

static bool is_table(const struct schema *s, struct str name)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (str_eq_nocase(s->tables[t].name, name))
            return true;
    return false;
}

/* Does a single row have one of word `i`? Yes for the head, for a word that "and" joins to it, and
 * for the name of another table: Customers_Cards has cards of customers. Other words may need their
 * plural: sports.
 */
static bool is_counted(const struct schema *s, const struct name_words *w, uint32_t i)
{
    return i + 1 == w->count || str_eq(w->items[i + 1].text, STR("and")) ||
           is_table(s, w->items[i].text);
}

/* In the singular, in the same case. */
static struct name_words in_singular(struct arena *a, const struct schema *s,
                                     const struct inflection *in, const struct name_words *w)
{
    struct name_words cut = *w;
    if (w->count)
        cut = name_split(a, str_slice(w->name, w->items[0].start, w->items[w->count - 1].end));
    for (uint32_t i = 0; i < cut.count; i++) {
        struct str one = noun_singular(a, in, cut.items[i].text);
        if (is_counted(s, &cut, i) && !str_eq(one, cut.items[i].text))
            cut = name_split(a, name_replace(a, &cut, i, i + 1, one));
    }
    return cut;
}

struct owner_noun owner_noun_of(struct arena *a, const struct relation_seed *s,
                                const struct inflection *in, uint32_t table, struct str name)
{
    struct name_words plural = without_kinds(a, s, in, table, name);
    struct name_words words = in_singular(a, s->schema, in, &plural);
    bool joined = words.count > 1 && noun_head(name_in_words(a, words.name)).len == 0;
    return (struct owner_noun){words, joined};
}

static bool has_same_word(struct arena *a, const struct inflection *in,
                          const struct name_words *words, struct str word)
{
    for (uint32_t i = 0; i < words->count; i++)
        if (same_word(a, in, words->items[i].text, word))
            return true;
    return false;
}

static struct name_words missing_words(struct arena *a, const struct inflection *in,
                                       const struct name_words *of, const struct name_words *known)
{
    struct name_words missing = {.name = of->name,
                                 .items = ARENA_ARRAY(a, struct name_word, of->count + 1)};
    for (uint32_t i = 0; i < of->count; i++)
        if (!has_same_word(a, in, known, of->items[i].text))
            missing.items[missing.count++] = of->items[i];
    return missing;
}

/* Does `name` have the words `from` to `end` of the noun at word `at`? */
static bool noun_at(struct arena *a, const struct inflection *in, const struct name_words *of,
                    uint32_t from, uint32_t end, const struct name_words *name, uint32_t at)
{
    if (at + end - from > name->count)
        return false;
    for (uint32_t i = from; i < end; i++)
        if (!same_word(a, in, of->items[i].text, name->items[at + i - from].text))
            return false;
    return end > from;
}

/* Is the noun a sort of something? The description of a document in a table of document types is
 * the type's. */
static bool is_sort(const struct name_words *of)
{
    static const char SORTS[] = "type category status kind class";
    return of->count && str_among(of->items[of->count - 1].text, SORTS);
}

struct owner_place owner_place_in(struct arena *a, const struct inflection *in,
                                  const struct owner_noun *noun, const struct name_words *name,
                                  const struct name_words *known, bool other)
{
    const struct name_words *of = &noun->words;
    struct owner_place p = {.before = missing_words(a, in, of, known)};
    uint32_t n = p.before.count, rest = of->count - n;
    if (n == 0 || rest == 0)
        return p;
    for (uint32_t at = 0; at < name->count; at++) {
        if (noun_at(a, in, of, n, of->count, name, at)) {
            p.at = at;
            p.shared = rest;
            return p;
        }
    }
    if (!other && is_sort(of) && name->count > rest && noun_at(a, in, of, 0, rest, name, 0)) {
        p.before = *of;
        p.instead = rest;
    }
    p.torn = !p.instead && has_same_word(a, in, known, of->items[0].text);
    return p;
}

struct str owner_first(struct arena *a, const struct inflection *in, const struct owner_noun *noun,
                       const struct name_words *name)
{
    uint32_t n = noun->words.count, at = 0;
    while (at < name->count && !noun_at(a, in, &noun->words, 0, n, name, at))
        at++;
    if (at == 0 || at == name->count)
        return STR("");
    bool of = at + n == name->count && str_eq(name->items[at - 1].text, STR("of"));
    struct str out = STR("");
    for (uint32_t i = at; i < at + n; i++)
        out = ARENA_CONCAT(a, out, name->items[i].text, STR(" "));
    for (uint32_t i = 0; i < name->count; i++)
        if ((i < at && !(of && i + 1 == at)) || i >= at + n)
            out = ARENA_CONCAT(a, out, name->items[i].text, STR(" "));
    return str_trim(out);
}

struct str owner_phrase(struct arena *a, const struct owner_place *p, const struct name_words *name)
{
    struct str out = STR("");
    for (uint32_t i = 0; i < p->at; i++)
        out = ARENA_CONCAT(a, out, word_written(name, i), STR(" "));
    for (uint32_t i = 0; i < p->before.count; i++)
        out = ARENA_CONCAT(a, out, word_written(&p->before, i),
                           i + 1 < p->before.count ? STR("_") : STR(" "));
    uint32_t rest = p->at + p->instead;
    size_t start = rest ? name->items[rest].start : 0; /* "% change" is more than its words */
    return ARENA_CONCAT(a, out, str_slice(name->name, start, name->name.len));
}

static bool in_capitals(struct str text)
{
    return text.len > 1 && !str_any(text, ascii_small);
}

struct str owner_written(struct arena *a, const struct name_words *words, struct name_style style)
{
    struct str separator = {&style.separator, style.separator != '\0'};
    bool capitals = in_capitals(words->name);
    struct str out = STR("");
    for (uint32_t i = 0; i < words->count; i++) {
        struct str word = word_written(words, i);
        if (style.first == NAME_LOWER || capitals || !in_capitals(word))
            word = name_join(a, style, words->items[i].text);
        out = ARENA_CONCAT(a, out, i ? separator : STR(""), word);
        style.first = style.rest;
    }
    return out;
}
