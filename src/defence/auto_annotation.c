/* auto_annotation.c: synonyms in the place of the words of names. */
#include "defence/auto_annotation.h"

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "lexicon/synonyms.h"
#include "link/own_schema.h"
#include "link/schema_words.h"
#include "link/word_domains.h"
#include "relation/fresh_name.h"

enum { PHRASE_WORDS = 3 }; /* that are replaced together, at most */

struct annotating {
    struct arena *arena;
    const struct knowledge *knowledge;
    const struct schema *schema;       /* its names in words */
    const struct word_context *domain; /* what they are about */
    struct name_map taken;             /* names of tables and columns, letters and digits only */
    enum strength strength;
    struct name_map tables; /* names of tables alone, in the singular */
};

/* Everybody uses these words for what they mean, and no others. */
static const char RESERVED[] = "id age name year";

static bool is_common_word(struct annotating *n, struct str word)
{
    struct arena_mark mark = arena_mark(n->arena);
    const struct str spellings[] = {word, noun_singular(n->arena, &n->knowledge->inflection, word)};
    bool common = is_grammar_word(n->knowledge->lexicon, word);
    for (int pos = 0; pos < WORDNET_N_POS && !common; pos++)
        for (size_t i = 0; i < 2 && !common; i++)
            common = word_commonness(n->arena, &n->knowledge->wordnet, (enum wordnet_pos)pos,
                                     spellings[i]) > 0;
    arena_rewind(n->arena, mark);
    return common;
}

/* Our lists have common words only. Words of other sources must also be met in texts. */
static bool is_common(struct annotating *n, const struct synonym *s)
{
    bool common = s->words.len > 0;
    for (struct str rest = s->words; s->source != SOURCE_LIST && rest.ptr && common;)
        common = is_common_word(n, str_split(&rest, ' '));
    return common;
}

/* The name with words `i` to `end` replaced. */
static struct str replace_words(struct annotating *n, const struct name_words *w, uint32_t i,
                                uint32_t end, struct str by)
{
    if (i > 0)
        by = ARENA_CONCAT(n->arena, name_phrase(n->arena, w, 0, i), STR(" "), by);
    if (end < w->count)
        by = ARENA_CONCAT(n->arena, by, STR(" "), name_phrase(n->arena, w, end, w->count));
    return by;
}

/* Would it name something else of the database? */
static bool is_taken(struct annotating *n, struct str name)
{
    const struct inflection *in = &n->knowledge->inflection;
    struct str one = name_squeezed(n->arena, noun_singular(n->arena, in, name));
    struct str many = name_squeezed(n->arena, noun_phrase_plural(n->arena, in, name));
    return name_map_get(&n->taken, name_squeezed(n->arena, name)) != NAME_NONE ||
           name_map_get(&n->taken, one) != NAME_NONE || name_map_get(&n->taken, many) != NAME_NONE;
}

/* A name that an item may get, and how good it is. */
struct name_candidate {
    struct str name;
    double score;
};

/* An item that gets names. */
struct named_item {
    struct noun_kinds kinds; /* of the table: what the words describe */
    bool is_table;
    struct name_words words; /* of its own name */
    bool *in_term;           /* by word: part of a term of several words */
    struct name_candidate *items;
    uint32_t count;
};

/* Would it be the name of a column, and not of a table: "city name"? */
static bool keeps_words(struct str by, struct str words)
{
    return by.len > words.len && ((str_starts(by, words) && by.ptr[words.len] == ' ') ||
                                  (str_ends(by, words) && by.ptr[by.len - words.len - 1] == ' '));
}

/* Is it the table that a key is called after, "customer" of "customer id"? */
static bool is_table_of_key(struct annotating *n, const struct name_words *w, uint32_t i,
                            uint32_t end)
{
    if (i > 0 || end + 1 != w->count || !str_eq(w->items[end].text, STR("id")))
        return false;
    struct str words = name_phrase(n->arena, w, 0, end);
    return name_map_get(&n->tables, noun_singular(n->arena, &n->knowledge->inflection, words)) !=
           NAME_NONE;
}

static bool has_grammar_word(struct annotating *n, struct str words)
{
    while (words.ptr)
        if (is_grammar_word(n->knowledge->lexicon, str_split(&words, ' ')))
            return true;
    return false;
}

/* Can it be only at the end of a name? Nobody says "field of study number" or "goods id". */
static bool ends_name(struct annotating *n, const struct synonym *s)
{
    return s->last || s->plural || has_grammar_word(n, s->words);
}

/* Is one of the words also among those of the name that stay? "Seat number of seats". */
static bool says_twice(struct annotating *n, const struct name_words *w, uint32_t i, uint32_t end,
                       struct str words)
{
    while (words.ptr) {
        struct str stem = word_stem(n->arena, NULL, str_split(&words, ' '));
        for (uint32_t k = 0; k < w->count; k++)
            if ((k < i || k >= end) && str_eq(word_stem(n->arena, NULL, w->items[k].text), stem))
                return true;
    }
    return false;
}

/* May the words stand for a part of a longer name? The sense of a part is not sure, so only words
 * of lists are used, and only those that fit everywhere: the plant of a "power plant" is not flora.
 * A key has the sense of its table. */
static bool fits_part(struct annotating *n, const struct name_words *w, uint32_t i, uint32_t end,
                      const struct synonym *s)
{
    return s->source == SOURCE_LIST && !s->whole && (!s->doubt || is_table_of_key(n, w, i, end)) &&
           (end == w->count || !ends_name(n, s)) && !says_twice(n, w, i, end, s->words);
}

/* May they stand for the whole name? WordNet's words only if the sense is sure, and if they are
 * common in that very sense: in WordNet, seats are bottoms first. */
static bool fits_whole(struct annotating *n, const struct synonym *s)
{
    return s->doubt != DOUBT_NOUN && !(s->source == SOURCE_WORDNET && s->doubt) && is_common(n, s);
}

static bool is_fitting(struct annotating *n, const struct named_item *x, uint32_t i, uint32_t end,
                       const struct synonym *s)
{
    bool part = i > 0 || end < x->words.count;
    return (n->strength == STRENGTH_BOLD || !s->doubt) && synonym_fits(s, &x->kinds) &&
           !memchr(s->words.ptr, '{', s->words.len) &&
           (part ? fits_part(n, &x->words, i, end, s) : fits_whole(n, s));
}

static void add_candidate(struct annotating *n, struct named_item *x, uint32_t i, uint32_t end,
                          const struct synonym *s)
{
    struct str name = replace_words(n, &x->words, i, end, s->words);
    if (str_among(name, RESERVED) || is_taken(n, name))
        return;
    ARENA_ADD(n->arena, x->items, x->count, (struct name_candidate){name, s->score});
}

/* Do the lists or WordNet have the phrase? Then it is one term. */
static bool is_term(struct annotating *n, struct str words)
{
    const struct knowledge *k = n->knowledge;
    return substitutes_have(n->arena, k, words) || wordnet_has(&k->wordnet, WORDNET_NOUN, words) ||
           wordnet_has(&k->wordnet, WORDNET_NOUN, noun_singular(n->arena, &k->inflection, words));
}

/* Add what may be said for some words of the name. */
static void annotate_words(struct annotating *n, struct named_item *x, uint32_t i, uint32_t end)
{
    struct str words = name_phrase(n->arena, &x->words, i, end);
    if (str_among(words, RESERVED) || is_grammar_word(n->knowledge->lexicon, words))
        return;
    struct synonym_list list =
        synonyms_find(n->arena, n->knowledge, SYNONYMS_SUBSTITUTED, n->domain, words);
    for (uint32_t k = 0; k < list.count; k++)
        if (is_fitting(n, x, i, end, &list.items[k]) &&
            !(x->is_table && keeps_words(list.items[k].words, words)))
            add_candidate(n, x, i, end, &list.items[k]);
    if (end - i > 1 && is_term(n, words))
        memset(x->in_term + i, true, end - i);
}

/* The best first; of equal ones the first that was found (insertion sort: they are few, and the
 * order must be stable). */
static void rank_candidates(struct named_item *x)
{
    for (uint32_t i = 1; i < x->count; i++) {
        struct name_candidate c = x->items[i];
        uint32_t k = i;
        for (; k > 0 && x->items[k - 1].score < c.score; k--)
            x->items[k] = x->items[k - 1];
        x->items[k] = c;
    }
}

/* Longer phrases first, and no word of a term: a "zip code" is not a kind of code. */
static void annotate_name(struct annotating *n, const struct noun_kinds *kinds, bool is_table,
                          struct str natural, struct annotation *out)
{
    struct named_item x = {
        .kinds = *kinds, .is_table = is_table, .words = name_split(n->arena, natural)};
    x.in_term = arena_zalloc(n->arena, x.words.count + 1);
    for (uint32_t length = x.words.count < PHRASE_WORDS ? x.words.count : PHRASE_WORDS; length > 0;
         length--)
        for (uint32_t i = 0; i + length <= x.words.count; i++)
            if (!memchr(x.in_term + i, true, length))
                annotate_words(n, &x, i, i + length);
    rank_candidates(&x);
    for (uint32_t i = 0; i < x.count && out->count < AUTO_MAX_NAMES; i++)
        annotation_add(n->arena, out, x.items[i].name);
}

/* A name is taken, and so is its end: if there is a "surface area", a region cannot be called
 * "area".
 */
static void note_taken_name(struct annotating *n, struct str natural, struct str identifier)
{
    struct name_words w = name_split(n->arena, natural);
    name_map_put(&n->taken, n->arena, name_squeezed(n->arena, identifier), 0);
    name_map_put(&n->taken, n->arena, name_squeezed(n->arena, natural), 0);
    for (uint32_t i = 1; i < w.count; i++)
        name_map_put(&n->taken, n->arena,
                     name_squeezed(n->arena, name_phrase(n->arena, &w, i, w.count)), 0);
}

static void note_taken_names(struct annotating *n)
{
    const struct schema *s = n->schema;
    name_map_init(&n->taken, n->arena, 2 * (s->n_tables + s->n_columns));
    name_map_init(&n->tables, n->arena, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct str single =
            noun_singular(n->arena, &n->knowledge->inflection, s->tables[t].natural);
        name_map_put(&n->tables, n->arena, single, t);
        note_taken_name(n, s->tables[t].natural, s->tables[t].name);
    }
    for (uint32_t c = 1; c < s->n_columns; c++)
        note_taken_name(n, s->columns[c].natural, s->columns[c].name);
}

static void annotate_table(struct annotating *n, uint32_t t, struct annotated_schema *out)
{
    const struct schema *s = n->schema;
    struct noun_kinds kinds =
        kinds_of(n->arena, n->knowledge, schema_table_noun(n->arena, n->knowledge, s, t));
    annotate_name(n, &kinds, true, s->tables[t].natural, &out->tables[t]);
    for (uint32_t i = 0; i < s->tables[t].n_columns; i++) {
        uint32_t c = s->tables[t].columns[i];
        annotate_name(n, &kinds, false, s->columns[c].natural, &out->columns[c]);
    }
}

struct annotated_schema auto_annotated(struct arena *a, const struct knowledge *k,
                                       const struct schema *s,
                                       const struct model_synonyms *synonyms,
                                       enum strength strength)
{
    struct annotating n = {
        .arena = a, .knowledge = k, .schema = own_schema(a, s), .strength = strength};
    struct annotated_schema out = annotated_plain(a, n.schema);
    struct word_domains domains;
    word_domains_init(&domains, k);
    word_domains_add(&domains, n.schema, STR(""));
    word_domains_set_synonyms(&domains, n.schema, synonyms);
    n.domain = word_domains_find(&domains, n.schema);
    note_taken_names(&n);
    for (uint32_t t = 0; t < s->n_tables; t++)
        annotate_table(&n, t, &out);
    word_domains_release(&domains);
    return out;
}

/* Mentions */

struct mention_search {
    struct arena *arena;
    const struct knowledge *knowledge;
    struct name_map seen;
    struct name_mentions *out;
};

static void mention_words(struct mention_search *m, struct str words, uint32_t column,
                          uint32_t table)
{
    const struct knowledge *k = m->knowledge;
    struct str key =
        is_grammar_word(k->lexicon, words) ? STR_NONE : substitutes_key(m->arena, k, words);
    if (!key.ptr || key.len < 3 || name_map_get(&m->seen, key) != NAME_NONE)
        return;
    name_map_put(&m->seen, m->arena, key, m->out->count);
    ARENA_ADD(m->arena, m->out->items, m->out->count, (struct name_mention){key, column, table});
}

static void mention_name(struct mention_search *m, struct str natural, uint32_t column,
                         uint32_t table)
{
    struct name_words w = name_split(m->arena, natural);
    if (w.count > 1 && w.count <= PHRASE_WORDS)
        mention_words(m, name_phrase(m->arena, &w, 0, w.count), column, table);
    for (uint32_t i = 0; i < w.count; i++)
        mention_words(m, name_phrase(m->arena, &w, i, i + 1), column, table);
}

struct name_mentions auto_mentions(struct arena *a, const struct knowledge *k,
                                   const struct schema *s)
{
    struct name_mentions out = {0};
    struct mention_search m = {.arena = a, .knowledge = k, .out = &out};
    const struct schema *own = own_schema(a, s);
    name_map_init_exact(&m.seen, a, s->n_columns);
    for (uint32_t t = 0; t < own->n_tables; t++)
        mention_name(&m, own->tables[t].natural, SCHEMA_STAR, t);
    for (uint32_t c = 1; c < own->n_columns; c++)
        mention_name(&m, own->columns[c].natural, c, own->columns[c].table);
    return out;
}
