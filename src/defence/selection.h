/* selection.h: which of its names a question uses for each table and column (Spider-Syn, §3.1).
 *
 * The question is divided into mentions by link/, with all names of the schema as phrases. So each
 * word is used once, for what it most likely means: a longer name before a shorter one, the
 * default of one item before another name of a second item. Words within a key phrase ("average",
 * "the most") are not a name, but a name may have a key phrase in it: "number of seats". A name
 * counts as used in singular and plural, as "category of pets" for "pet category", without the name
 * of its table, and with other endings of verbs: people say "given name", and the released lists
 * have "give name". */
#ifndef TEQL_DEFENCE_SELECTION_H
#define TEQL_DEFENCE_SELECTION_H

#include "defence/annotated_schema.h"
#include "link/link_index.h"

struct wordnet;

/* A name other than a default, which a phrase says. */
struct name_use {
    bool is_table;
    uint32_t item; /* id */
    struct str name;
};

/* All names of a schema, as phrases. The target of a default's phrase is an id. That of another
 * name is its number among `uses`, counted from count_items(). Read-only once built. */
struct annotation_index {
    const struct annotated_schema *annotated;
    const struct wordnet *wordnet; /* or NULL */
    struct link_index link;
    struct phrase_book key_phrases; /* "number of", "older than" */
    struct lemmas **names;          /* by item: the words of each of its names */
    struct name_use *uses;          /* the names other than defaults, by number */
    uint32_t n_uses;
    struct name_map by_stem; /* stem → a word of a name of several words, by number */
    struct name_map words;   /* words of names → number */
    struct str *texts;       /* of these */
    uint32_t n_texts;
};

/* Everything lives in `a`; lexicon, WordNet and names must outlive it. WordNet may be NULL: then
 * irregular verbs are not known. */
void annotation_index_build(struct annotation_index *x, struct arena *a, const struct lexicon *l,
                            const struct wordnet *wordnet, const struct annotated_schema *s);

/* The name in words that the question uses for each item; ptr NULL for the default. */
struct selection {
    struct str *tables, *columns; /* by id */
    bool any;                     /* something is not the default */
};

/* In `a`. No two tables, and no two columns of a table, have a name by the same words of the
 * question. Thread-safe. */
struct selection selection_of(struct arena *a, const struct annotation_index *x,
                              struct str question);

#endif
