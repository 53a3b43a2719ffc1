/* merge.h: the parts that shards made, joined to what one run would have made.
 *
 * A part says which part of what it is (record/shard.h). So parts are named in any order, and a
 * part that is missing, repeated or of something else is reported before anything is written. */
#ifndef TEQL_MERGE_MERGE_H
#define TEQL_MERGE_MERGE_H

#include "base/listener.h"
#include "record/shard.h"

struct merge_job {
    const char *out;
    char *const *parts; /* paths */
    uint32_t n_parts;
    const char *suite, *predictions; /* what merged scores are of; NULL: what those of the parts are
                                        of, if that is one */
    const struct listener *listener;
};

/* What was made. */
struct merged {
    const char *kind; /* "suite", "predictions" */
    bool is_test; /* a folder of `teql test` or `teql attack`, whose reports are still to be made */
};

/* Join them. E_INPUT, with the file, if a part is missing, repeated, not whole, or of something
 * else. */
MUST_USE enum status merge_parts(const struct merge_job *o, struct merged *out, struct err *e);

/* The shards whose parts are missing or not whole, as an array job takes them: "3,7-9"; empty if
 * none is missing. In `a`. The listener gets a notice for each part that cannot be read. E_INPUT if
 * none can be, or if they do not belong together. */
MUST_USE enum status merge_missing(const struct merge_job *o, struct arena *a, struct str *out,
                                   struct err *e);

#endif
