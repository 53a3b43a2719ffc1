/* case_schema.h: the schemas that the cases of published sets are asked over.
 *
 * A case may be over the schema of its seed; over one that a migration makes of it, with other
 * names or more columns; or over one of its own. */
#ifndef TEQL_IMPORT_CASE_SCHEMA_H
#define TEQL_IMPORT_CASE_SCHEMA_H

#include "dataset/dataset.h"
#include "diagnosis/lineage.h"
#include "import/pairs.h"

struct case_schema {
    const struct pair_list *list; /* that has the set */
    struct str set;               /* its name */
    struct str published;         /* db_id in the set */
    const struct schema *before, *after;
    const struct migration *migration; /* between the two; or NULL */
    struct lineage lineage;            /* of the migration */
    uint32_t carried, not_carried;     /* queries of the set; see case_schema_carries */
    struct str db_id;                  /* in the suite */
    struct str database;               /* its own; or ptr NULL */
};

struct case_schemas {
    struct arena arena;
    const struct dataset *dataset;
    struct case_schema **items; /* they stay where they are */
    uint32_t count;
    struct name_map places; /* of the items, by set and db_ids */
};

void case_schemas_begin(struct case_schemas *s, const struct dataset *d);
void case_schemas_release(struct case_schemas *s);

/* The schema of the case of `pair`, which comes from `seed`; NULL if it is the seed's. E_INPUT,
 * with the line, if it is unknown. */
MUST_USE enum status case_schemas_find(struct case_schemas *s, const struct pair_list *list,
                                       const struct question_pair *pair, const struct seed *seed,
                                       struct case_schema **out, struct err *e);

/* Do the names of the new schema turn `query`, the seed's, into the published one? They are
 * compared by what they mean (strict_match.h). Counts the answers. */
bool case_schema_carries(struct case_schema *c, struct str query, struct str published);

/* To be called after the last pair. If the new names turn most queries over a schema into something
 * else than was published, more than names changed, such as what a column holds: then it has no
 * migration. If that happens to a few, these are mistakes of the set. E_INPUT if two sets have
 * different schemas of one name. */
MUST_USE enum status case_schemas_settle(struct case_schemas *s, struct err *e);

/* The second folder of databases that the suite needs, besides the dataset's: that of a set, or the
 * dataset's second one, or NULL. E_INPUT if there are two. */
MUST_USE enum status case_schemas_databases(const struct case_schemas *s, const char **out,
                                            struct err *e);

#endif
