/* case_schema.h: the schemas that the cases of published sets are asked over.
 *
 * A case may be over the schema of its seed; over one that is the seed's under other names, or with
 * more columns, which a migration makes; or over one of its own. Only for the second can the seed's
 * database be shown. */
#ifndef TEQL_IMPORT_CASE_SCHEMA_H
#define TEQL_IMPORT_CASE_SCHEMA_H

#include "dataset/dataset.h"
#include "diagnosis/lineage.h"
#include "import/pairs.h"

struct case_schema {
    const struct pair_list *list; /* the set that it is of */
    struct str set;               /* its name */
    struct str published;         /* db_id there */
    const struct schema *before, *after;
    const struct migration *migration; /* between the two; NULL for none */
    struct lineage lineage;            /* of the migration */
    uint32_t carried, not_carried;     /* queries of the set; see case_schema_carries */
    struct str db_id;                  /* in the suite */
    struct str database;               /* its own; ptr NULL for none */
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

/* The schema of the case of `pair`, of which `seed` is the seed: *out is NULL where it is the
 * seed's. E_INPUT, with the line, where nobody knows it. */
MUST_USE enum status case_schemas_find(struct case_schemas *s, const struct pair_list *list,
                                       const struct question_pair *pair, const struct seed *seed,
                                       struct case_schema **out, struct err *e);

/* Do the names of the new schema turn `query`, the seed's, into the one that was published? They
 * are compared by what they mean (strict_match.h), and counted. */
bool case_schema_carries(struct case_schema *c, struct str query, struct str published);

/* To be called when all pairs were seen. Where the new names turn most queries of the set over a
 * schema into something else, more than names was changed, such as what a column holds: then there
 * is no migration. A few may be turned into something else by a mistake of the set. */
void case_schemas_settle(struct case_schemas *s);

#endif
