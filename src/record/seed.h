/* seed.h: a question over a schema, from which cases are made. A line of seeds.jsonl. */
#ifndef TEQL_RECORD_SEED_H
#define TEQL_RECORD_SEED_H

#include "base/record.h"
#include "schema/schema.h"

struct seed {
    uint32_t number; /* position in the dataset, from 0; a shard's suite has a part of them */
    struct str db_id, question;
    struct str query;    /* gold; ptr NULL where there is none */
    struct str evidence; /* what one must know to answer, as BIRD tells it; ptr NULL for nothing */
    struct str hardness; /* of the gold; ptr NULL where Spider's grammar does not have it */
    struct str element;  /* what a canonical question tests, "BETWEEN"; ptr NULL for others … */
    struct str category; /* … and what it is one of, "Condition operators" */
    uint32_t columns;    /* that such a question asks for; 0 for all of a table, or unknown */
    bool found_link;     /* it joins tables by a key that the database does not declare */

    /* Known where the dataset is at hand; not in the file. */
    uint32_t line;    /* where it stands in the questions file, from 1; 0 where unknown */
    uint32_t asked;   /* its place among the questions of that file, those set aside too, from 0 */
    struct str reads; /* a query that stands in for the gold, to tell what the question is about */
    bool ran; /* the gold, on the database, or on empty tables where there is none: it is good */
    const struct schema *schema; /* of db_id */
    struct str database; /* path of its database, NUL-terminated; ptr NULL where there is none */
};

extern const struct record SEED_RECORD;

/* The query that tells what a seed is about: the gold, or what stands in for it; ptr NULL for
 * neither. */
static inline struct str seed_query(const struct seed *s)
{
    return s->query.ptr ? s->query : s->reads;
}

/* The place of the seed of that number among `n`, in the order of their numbers; `n` where it is
 * not there. */
uint32_t seed_find(const struct seed *seeds, uint32_t n, uint32_t number);

#endif
