/* canonical.h: seeds from nothing but databases.
 *
 * A grammar (grammar/grammar.h) writes questions and their queries over the tables of a database.
 * Each is about one element of SQL, in plain words. Those that are sound (canonical_check.h) become
 * the seeds of a dataset, in the place of its questions. */
#ifndef TEQL_CANONICAL_CANONICAL_H
#define TEQL_CANONICAL_CANONICAL_H

#include "base/json_writer.h"
#include "base/listener.h"
#include "base/option_kind.h"
#include "canonical/canonical_check.h"
#include "dataset/dataset.h"
#include "lexicon/knowledge.h"

struct canonical_options {
#define OPTION OPTION_FIELD
#include "canonical/canonical_option.def"
};

/* How the seeds are made. */
struct canonical_job {
    const struct canonical_options *options;
    const struct knowledge *words;
    uint64_t random_seed;
    uint32_t workers;
    bool no_proof; /* nothing is run */
};

/* The seeds and rejections of one element. */
struct element_tally {
    struct str element, category;
    uint64_t seeds;
    uint64_t rejected[CANONICAL_SOUND]; /* by reason */
};

/* Columns, written as "city.population". */
struct named_columns {
    struct str *items;
    uint32_t count;
};

/* To be released by canonical_release. */
struct canonical {
    struct arena arena;
    struct element_tally *elements; /* in the order of the grammar */
    uint32_t n_elements;
    uint64_t rejected[CANONICAL_SOUND]; /* of all elements */
    uint32_t databases, empty;          /* asked about; those of which nothing could be asked */
    uint32_t late;                      /* columns that could not be read within a minute */
    struct str failure; /* the first failure of a query, with its db_id; or ptr NULL */
    struct named_columns
        recast; /* columns of numbers that are not stored so: queries cast them … */
    struct named_columns unsure; /* … and those that may be, but have too many values to be sure */
    uint64_t found;              /* seeds that join by a key that is not declared */
};

/* Make seeds for `d`, in the place of those that it has. They are the same for any number of
 * workers. E_INPUT if the grammar cannot be read, with line and column, or if no question can be
 * made. On failure there is nothing to release. */
MUST_USE enum status canonical_seeds(struct dataset *d, const struct canonical_job *job,
                                     const struct listener *listener, struct canonical *out,
                                     struct err *e);
void canonical_release(struct canonical *c);

/* An object for the manifest: elements with their seeds, and the reasons of rejections. */
void canonical_json(struct json_writer *w, const struct canonical *c);

#endif
