/* has_a.h: which columns a table about a thing may have: a person has a birth date.
 *
 * Sources, in this order: the dataset itself (columns that tables of the same noun have in its
 * schemas: the paper's cross-validation), the curated list, and ConceptNet if it is given. A fact
 * that several of them know belongs to the first. Facts for which attributes.tsv has no values are
 * left out. The parts of things that WordNet knows make bad columns: rooms would have a wall type,
 * and settlements a colonial. */
#ifndef TEQL_LEXICON_HAS_A_H
#define TEQL_LEXICON_HAS_A_H

#include "lexicon/kinds.h"
#include "lexicon/knowledge.h"

/* One of the texts if there are some, else an integer. */
struct attribute_values {
    const struct str *texts;
    uint32_t n_texts;
    int64_t low, high; /* both included */
};

/* What a column may hold. */
struct attribute {
    enum attribute_type type;
    struct attribute_values values;
};

/* The attribute of these words for a thing of these kinds: the row of attributes.tsv for a kind and
 * all of the words ("person weight"), else for the words, else for their beginning ("number of
 * seats" → "number of"), else for the longest end of them ("issue date" → "date"). False if no row
 * fits, or if one says that such columns are not made up. In `a`. */
bool attribute_of(struct arena *a, const struct knowledge *k, const struct noun_kinds *kinds,
                  struct str words, struct attribute *out);

struct has_a_fact {
    struct str attribute; /* words, lower case */
    struct str owner;     /* the noun or kind the fact is about */
    enum word_source source;
    uint32_t count; /* SOURCE_DATASET: in how many schemas */
    double weight;  /* SOURCE_CONCEPTNET */
    struct attribute values;
};

struct has_a_list {
    const struct has_a_fact *items; /* the surest first */
    uint32_t count;
};

/* A column of the dataset. */
struct observation {
    struct str noun;      /* of its table */
    struct str attribute; /* in words, lower case */
    enum attribute_type type;
    uint32_t schema; /* number, to count schemas and not tables */
    uint32_t count; /* once settled: of schemas that have it; 0 but on the first of several alike */
};

/* Say that in schema number `schema` a table of `noun` has such a column. */
void has_a_observe(struct knowledge *k, struct str noun, struct str attribute,
                   enum attribute_type type, uint32_t schema);

/* Count what was observed, and find the facts about the nouns seen. Once, when all is observed. */
void has_a_settle(struct knowledge *k);

/* Of a noun in the singular. In `a`, unless the noun was seen. */
struct has_a_list has_a_facts(struct arena *a, const struct knowledge *k, struct str noun);

#endif
