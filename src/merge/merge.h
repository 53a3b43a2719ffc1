/* merge.h: the parts that shards made, joined to what one run would have made.
 *
 * A part says which part of what it is (record/part.h). So it does not matter in which order parts
 * are named, and what is missing, there twice or a part of something else is found out before
 * anything is written. */
#ifndef TEQL_MERGE_MERGE_H
#define TEQL_MERGE_MERGE_H

#include "base/listener.h"
#include "record/part.h"

struct merge_job {
    const char *out;
    char *const *parts; /* paths */
    uint32_t n_parts;
    const char *suite, *predictions; /* that merged scores are of; NULL: what those of the parts are
                                        of, which must then be one */
};

/* What was made. */
struct merged {
    const char *kind; /* "suite", "predictions" */
    bool is_test;     /* a folder of `teql test` or `teql attack`, whose reports are still to be
                         written */
};

/* Join them. E_INPUT, with the file, where a part is missing, there twice, not whole, or of
 * something else. */
MUST_USE enum status merge_parts(const struct merge_job *o, const struct listener *l,
                                 struct merged *out, struct err *e);

/* The shards whose parts are not there, or not whole, as an array job takes them: "3,7-9"; empty
 * where none is missing. In `a`. Parts that cannot be read are told to the listener. E_INPUT where
 * none can be, or where they do not belong together. */
MUST_USE enum status merge_missing(const struct merge_job *o, const struct listener *l,
                                   struct arena *a, struct str *out, struct err *e);

#endif
