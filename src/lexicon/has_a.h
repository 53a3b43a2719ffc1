/* has_a.h: which columns a table about a thing may have: a person has a birth date.
 *
 * Sources, in this order: the dataset itself (columns that tables of the same noun have in its
 * schemas: the paper's cross-validation), the curated list, and ConceptNet where it is given. A
 * fact that several of them know counts for the first. Facts for which attributes.tsv has no values
 * are left out. The parts of things that WordNet knows make no columns: rooms would have a wall
 * type, and settlements a colonial. */
#ifndef TEQL_LEXICON_HAS_A_H
#define TEQL_LEXICON_HAS_A_H

#include "lexicon/attribute.h"
#include "lexicon/kinds.h"

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
    uint32_t count;  /* once settled: schemas that have it, on the first of its kind; else 0 */
};

/* Say that in schema number `schema` a table of `noun` has such a column. */
void has_a_observe(struct knowledge *k, struct str noun, struct str attribute,
                   enum attribute_type type, uint32_t schema);

/* Count what was observed and work out the facts of the nouns seen. Once, when all is observed. */
void has_a_settle(struct knowledge *k);

/* Of a noun in the singular. Prepared ones are found, others worked out in `a`. */
struct has_a_list has_a_facts(struct arena *a, const struct knowledge *k, struct str noun);

#endif
