/* suite_options.h: how a suite is made, as the user says it. */
#ifndef TEQL_MAKING_SUITE_OPTIONS_H
#define TEQL_MAKING_SUITE_OPTIONS_H

#include "canonical/canonical.h"
#include "record/shard.h"
#include "relation/relation.h"

enum suite_databases_wanted { DATABASES_NONE, DATABASES_COPY };
enum suite_export { EXPORT_NONE, EXPORT_SPIDER };

/* The relations that a list names, each once, in the order of the list. */
struct relation_choice {
    const struct relation *items[RELATION_COUNT];
    uint32_t count;
    bool canonical; /* the list also names canonical questions */
};

/* To be filled over suite_options_default, and then checked. */
struct suite_options {
    const char *relations; /* ids and families with commas between them; "all" is every family;
                              "canonical" is not a relation, but asks for canonical questions as
                              seeds; NULL for the first family, mt-teql */
    struct relation_choice chosen; /* those relations; filled by suite_options_check */
    struct shard shard;            /* which part of the seeds; zeroed for all of them */
    uint32_t workers;              /* at least 1 */
#define OPTION OPTION_FIELD
#include "making/suite_option.def"
    struct relation_options relation;
    struct canonical_options canonical;
};

extern const struct suite_options suite_options_default;

/* Do the options make sense? E_USAGE if not. Call it before anything that takes time: it reads the
 * list of relations, and everything else needs `chosen`. If none of them has strengths, the
 * strength becomes mild: it is then in no key or manifest. */
MUST_USE enum status suite_options_check(struct suite_options *o, struct err *e);

/* Are questions rated? */
bool suite_options_rate(const struct suite_options *o);

/* Which kinds of rewording the relations make. False if none does. */
bool suite_options_kinds(const struct suite_options *o, bool kinds[N_REWORD_KINDS]);

/* E_USAGE if no relation rewords questions: then a paraphraser would have nothing to do. */
MUST_USE enum status suite_options_reword(const struct suite_options *o, struct err *e);

/* E_USAGE if no relation uses synonyms: then there is no need to ask for them. */
MUST_USE enum status suite_options_substitute(const struct suite_options *o, struct err *e);

/* The ids of the relations that make nothing without a database: "DB-content, SQL-db-text"; in `a`.
 */
struct str suite_options_needy(struct arena *a, const struct suite_options *o);

#endif
