/* suite.h: a suite folder, read.
 *
 * Seeds and cases are in memory as they stand in the files, with views into their text; schemas are
 * made when they are first asked for, since a suite has thousands and a reader may need few. A
 * suite belongs to one thread while schemas are asked for; what was given out may be shared. */
#ifndef TEQL_SUITE_SUITE_H
#define TEQL_SUITE_SUITE_H

#include "relation/migration.h"

struct suite_seed {
    uint32_t number; /* in the dataset, not in the suite: a shard has a part of them */
    struct str db_id, question;
    struct str query, hardness; /* ptr NULL where there is none */
};

struct suite_case {
    struct str id; /* "0-PI-3" */
    uint32_t seed; /* place in the suite's seeds */
    struct str family, relation, db_id, question;
    struct str query;   /* ptr NULL where there is none */
    struct str change;  /* what changed, as JSON */
    double naturalness; /* of the question, 0 to 1, where somebody measured it; else negative */
    bool same;          /* the answer should stay as it was; false for "changed" */
};

struct suite_schema {
    struct str db_id, text; /* its entry of tables.json */
    uint64_t digest;        /* of `text` */
    struct str changes;     /* its member "migration", as JSON; ptr NULL where there is none */
    struct str entry;       /* the same without lineage and migration; ptr NULL until asked for */
    const struct schema *schema;
    const struct suite_schema *origin; /* the schema that this is a variant of; NULL for none */
    const struct migration *migration; /* from the origin's; NULL where `origin` is */
    bool complete;                     /* `origin` and `migration` were looked for */
};

struct suite {
    struct arena arena;
    const char *dir;       /* as given */
    const char *databases; /* folder of the original databases, as the manifest has it, or NULL */
    struct suite_seed *seeds;
    struct suite_case *cases;
    struct suite_schema *schemas; /* by db_id */
    uint32_t n_seeds, n_cases, n_schemas;
};

/* Read the folder. Errors name file, line and column. */
MUST_USE enum status suite_open(struct suite *s, const char *dir, struct err *e);
void suite_close(struct suite *s);

/* Place of the seed of that number; n_seeds where there is none. */
uint32_t suite_find_seed(const struct suite *s, uint32_t number);

/* The schema of that db_id, which must be one that a seed or case of the suite has. */
MUST_USE enum status suite_schema(struct suite *s, struct str db_id,
                                  const struct suite_schema **out, struct err *e);

/* Its entry as Spider's tables.json would have it, on one line: without lineage and migration,
 * which tell what was changed. */
struct str suite_schema_entry(struct suite *s, const struct suite_schema *schema);

#endif
