/* suite.h: a suite in memory: read from its folder, or put together.
 *
 * What people decided about its cases is followed when it is read (reviews.h). A suite that is read
 * has its files mapped, and seeds and cases are views into their text. It may also be a batch of a
 * larger one (suite_reader.h). Its schemas are made when they are first asked for, since a suite
 * has thousands and a reader may need few. A suite belongs to one thread while schemas are asked
 * for; what was given out may be shared. */
#ifndef TEQL_SUITE_SUITE_H
#define TEQL_SUITE_SUITE_H

#include "migration/migration.h"
#include "record/review.h"
#include "record/shard.h"

struct suite_schema {
    struct str db_id;
    struct str text;    /* its entry of tables.json; ptr NULL if it was put together */
    struct str of;      /* the origin, if the entry is a short one; else ptr NULL */
    uint64_t digest;    /* of that entry */
    struct str changes; /* its member "migration", as JSON, or ptr NULL */
    struct str plain;   /* suite_schema_plain; ptr NULL until asked for */
    const struct schema *schema;
    const struct suite_schema *origin; /* the schema that it was made of, or NULL */
    const struct migration *migration; /* from the origin; NULL without one */
    bool complete;                     /* `origin` and `migration` were looked for */
};

struct suite {
    struct arena arena;
    const char *dir;            /* as given */
    const char *databases;      /* the original databases, as the manifest has it, or NULL */
    const char *more_databases; /* databases that are not in that folder, or NULL */
    struct str key;             /* of all that the whole suite depends on; empty if unknown */
    struct part part;           /* which part of it this is; empty if it is the whole */
    struct seed *seeds;
    struct test_case *cases;      /* in the order of their seeds */
    struct suite_schema *schemas; /* by db_id */
    uint32_t n_seeds, n_cases, n_schemas;
    uint64_t whole_columns;              /* of schemas that short entries became */
    uint32_t seeds_before, cases_before; /* in the batches before it */
    uint64_t seeds_made, cases_made;     /* as the manifest counts them */
    bool has_counts;                     /* older manifests have no counts */
    struct reviewed reviewed;            /* what was dropped and edited */
    struct suite_reader *files; /* it is read from these, and they close with it; or NULL */
};

/* Read the folder, and apply its reviews. Errors name file, line and column. */
MUST_USE enum status suite_open(struct suite *s, const char *dir, struct err *e);

/* Read it as it was made, without its reviews. */
MUST_USE enum status suite_open_unreviewed(struct suite *s, const char *dir, struct err *e);
void suite_close(struct suite *s);

/* Close it, but hand its texts and schemas over to `a`. */
void suite_close_into(struct suite *s, struct arena *a);

/* Are all seeds and cases there that were made, except those that were dropped? A user may have
 * removed lines. */
bool suite_is_whole(const struct suite *s);

/* A suite that is put together in memory. `dir` is where it would be, and must outlive it;
 * `databases` and `more` are the folders of the originals, or NULL. Everything added is copied,
 * except the names in the schemas of seeds, which must outlive it too. Add seeds in their order,
 * each before its cases, and end with suite_settle. */
void suite_begin(struct suite *s, const char *dir, const char *databases, const char *more);
void suite_add_seed(struct suite *s, const struct seed *seed);
void suite_add_case(struct suite *s, const struct test_case *c);

/* A schema that is new: `original`, or what the migration makes of it. `text` is its entry of
 * tables.json. */
void suite_add_schema(struct suite *s, const struct schema *original, struct str db_id,
                      const struct migration *m, struct str text);
void suite_settle(struct suite *s);

/* Which part of the suite the shard is. A suite that is a part itself stays as it is: E_USAGE if
 * another shard of it is wanted. Seeds and cases need not be there; work[i] is that of its seed i
 * (work.h), and may be NULL for the whole. Texts live as long as the suite. */
MUST_USE enum status suite_cut(struct suite *s, struct shard shard, const uint64_t *work,
                               struct part *out, struct err *e);

/* The first case of the seed at that place, or of the next seed that has one; or n_cases. */
uint32_t suite_first_case(const struct suite *s, uint32_t seed);

/* Place of the seed of that number, or n_seeds. */
uint32_t suite_find_seed(const struct suite *s, uint32_t number);

/* The schema of that db_id, which must be one that a seed or case of the suite has. */
MUST_USE enum status suite_schema(struct suite *s, struct str db_id,
                                  const struct suite_schema **out, struct err *e);

/* Its entry as Spider's tables.json would have it, on one line: without lineage and migration,
 * which say what was changed. Lives as long as the suite. */
struct str suite_schema_plain(struct suite *s, const struct suite_schema *schema);

#endif
