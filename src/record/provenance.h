/* provenance.h: where answers come from: which system was asked, when, and how. It is written
 * beside predictions.jsonl, to predictions.jsonl.about, and into scores.json and reports. */
#ifndef TEQL_RECORD_PROVENANCE_H
#define TEQL_RECORD_PROVENANCE_H

#include "record/review.h"
#include "record/shard.h"

struct provenance {
    struct str teql;          /* the version that asked; empty if nothing is known */
    struct str date;          /* of asking, in UTC: "2026-11-15" */
    struct str system;        /* the spec */
    struct str settings;      /* by which systems differ: a JSON object; or ptr NULL */
    struct reviewed reviewed; /* the suite, when it was asked */
    struct part part;         /* which part of the answers they are, or the whole */
    uint64_t unanswered;      /* questions that were not asked, since the system failed before */
    struct str answers;       /* digest of the file of answers */
};

extern const struct record PROVENANCE_RECORD;

/* One of the settings as text, in `a`: "model", "temperature". Or ptr NULL. */
struct str provenance_setting(struct arena *a, const struct provenance *p, struct str name);

#endif
