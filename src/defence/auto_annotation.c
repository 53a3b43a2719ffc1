/* auto_annotation.c: synonyms in the place of the words of names. */
#include "defence/auto_annotation.h"

#include "defence/grammar_word.h"
#include "lexicon/name_style.h"
#include "lexicon/synonyms.h"
#include "link/own_schema.h"
#include "relation/fresh_name.h"
#include "relation/schema_words.h"

enum { PHRASE_WORDS = 3 }; /* that are replaced together, at most */

struct annotating {
    struct arena *arena;
    const struct knowledge *knowledge;
    const struct schema *schema; /* its names in words */
    struct name_map taken;       /* names of tables and columns, letters and digits only */
};

enum { MAX_LISTS = 2 };

/* What may be said for `words` of a name, in the order of trust. The one place that asks. What
 * people say for a column (wordings) is no name of a table: "city name". */
static uint32_t candidates_of(struct annotating *n, bool is_table, struct str words,
                              struct synonym_list lists[MAX_LISTS])
{
    uint32_t count = 0;
    if (!is_table)
        lists[count++] = wordings_of(n->arena, n->knowledge, words);
    lists[count++] = synonyms_of(n->arena, n->knowledge, words);
    return count;
}

/* What everybody calls so, and nothing else. */
static bool is_reserved(struct str word)
{
    static const struct str RESERVED[] = {STR_INIT("id"), STR_INIT("age"), STR_INIT("name"),
                                          STR_INIT("year")};
    return STR_IN(word, RESERVED);
}

/* How often WordNet's corpus has `word` in one of its senses as this part of speech. */
static uint32_t times_met(struct arena *a, const struct wordnet *w, enum wordnet_pos pos,
                          struct str word)
{
    uint32_t places[WORDNET_MAX_SENSES], met = 0;
    uint32_t senses = wordnet_senses(w, pos, word, places);
    struct wordnet_synset s;
    for (uint32_t i = 0; i < senses; i++) {
        bool read = wordnet_synset(a, w, pos, places[i], &s);
        for (uint32_t k = 0; read && k < s.n_words; k++)
            met += str_eq_nocase(s.words[k], word) ? wordnet_frequency(w, &s, k) : 0;
    }
    return met;
}

static bool is_common_word(struct annotating *n, struct str word)
{
    struct arena_mark mark = arena_mark(n->arena);
    const struct str forms[] = {word, noun_singular(n->arena, &n->knowledge->inflection, word)};
    bool common = is_grammar_word(n->knowledge->lexicon, word);
    for (int pos = 0; pos < WORDNET_N_POS && !common; pos++)
        for (size_t i = 0; i < 2 && !common; i++)
            common = times_met(n->arena, &n->knowledge->wordnet, (enum wordnet_pos)pos, forms[i]);
    arena_rewind(n->arena, mark);
    return common;
}

/* Our lists have common words only; what dictionaries have must also be met in texts. */
static bool is_common(struct annotating *n, const struct synonym *s)
{
    bool common = s->words.len > 0;
    for (struct str rest = s->words; s->source != SOURCE_LIST && rest.ptr && common;)
        common = is_common_word(n, str_split(&rest, ' '));
    return common;
}

/* The name with words `i` to `end` replaced. */
static struct str replaced(struct annotating *n, const struct name_words *w, uint32_t i,
                           uint32_t end, struct str by)
{
    const struct str parts[] = {i > 0 ? name_phrase(n->arena, w, 0, i) : STR(""),
                                i > 0 ? STR(" ") : STR(""), by, end < w->count ? STR(" ") : STR(""),
                                end < w->count ? name_phrase(n->arena, w, end, w->count) : STR("")};
    return arena_concat(n->arena, parts, sizeof parts / sizeof *parts);
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

/* What the thing is that the words are said of: the table, or for a table's own name itself. */
struct naming_context {
    struct annotation *names;
    struct noun_kinds kinds;
    bool is_table;
};

static void add_candidate(struct annotating *n, struct naming_context *c,
                          const struct name_words *w, uint32_t i, uint32_t end,
                          const struct synonym *s)
{
    bool part = i > 0 || end < w->count;
    if (c->names->count >= AUTO_MAX_NAMES || s->source == SOURCE_ABBREVIATION ||
        (s->whole && part) || (s->last && end < w->count) || !synonym_fits(s, &c->kinds) ||
        memchr(s->words.ptr, '@', s->words.len) || !is_common(n, s))
        return;
    struct str name = replaced(n, w, i, end, s->words);
    if (!is_reserved(name) && !is_taken(n, name))
        annotation_add(n->arena, c->names, name);
}

static void annotate_words(struct annotating *n, struct naming_context *c,
                           const struct name_words *w, uint32_t i, uint32_t end)
{
    struct synonym_list lists[MAX_LISTS];
    struct str words = name_phrase(n->arena, w, i, end);
    if (is_reserved(words) || is_grammar_word(n->knowledge->lexicon, words))
        return;
    uint32_t n_lists = candidates_of(n, c->is_table, words, lists);
    for (uint32_t k = 0; k < n_lists; k++)
        for (uint32_t j = 0; j < lists[k].count; j++)
            add_candidate(n, c, w, i, end, &lists[k].items[j]);
}

/* Longer phrases first: "zip code" is no kind of code. */
static void annotate_name(struct annotating *n, struct naming_context *c, struct str natural)
{
    struct name_words w = name_split(n->arena, natural);
    for (uint32_t length = w.count < PHRASE_WORDS ? w.count : PHRASE_WORDS; length > 0; length--)
        for (uint32_t i = 0; i + length <= w.count; i++)
            annotate_words(n, c, &w, i, i + length);
}

static void take_names(struct annotating *n)
{
    const struct schema *s = n->schema;
    name_map_init(&n->taken, n->arena, 2 * (s->n_tables + s->n_columns));
    for (uint32_t t = 0; t < s->n_tables; t++) {
        name_map_put(&n->taken, n->arena, name_squeezed(n->arena, s->tables[t].natural), t);
        name_map_put(&n->taken, n->arena, name_squeezed(n->arena, s->tables[t].name), t);
    }
    for (uint32_t c = 1; c < s->n_columns; c++) {
        name_map_put(&n->taken, n->arena, name_squeezed(n->arena, s->columns[c].natural), c);
        name_map_put(&n->taken, n->arena, name_squeezed(n->arena, s->columns[c].name), c);
    }
}

struct annotated_schema auto_annotated(struct arena *a, const struct knowledge *k,
                                       const struct schema *s)
{
    struct annotating n = {.arena = a, .knowledge = k, .schema = own_schema(a, s)};
    struct annotated_schema out = annotated_plain(a, n.schema);
    take_names(&n);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        struct noun_kinds kinds = kinds_of(a, k, schema_table_noun(a, k, n.schema, t));
        struct naming_context own = {&out.tables[t], kinds, true};
        annotate_name(&n, &own, n.schema->tables[t].natural);
        for (uint32_t i = 0; i < s->tables[t].n_columns; i++) {
            uint32_t c = s->tables[t].columns[i];
            struct naming_context column = {&out.columns[c], kinds, false};
            annotate_name(&n, &column, n.schema->columns[c].natural);
        }
    }
    return out;
}
