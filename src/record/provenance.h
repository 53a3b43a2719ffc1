/* provenance.h: where answers come from: who was asked, when, and how. It stands beside
 * predictions.jsonl, in predictions.jsonl.about, and goes into scores.json and reports. */
#ifndef TEQL_RECORD_PROVENANCE_H
#define TEQL_RECORD_PROVENANCE_H

#include "record/part.h"
#include "record/review.h"

struct provenance {
    struct str teql;     /* the version that asked; empty where nothing is known */
    struct str date;     /* of asking, in UTC: "2026-11-15" */
    struct str system;   /* the spec */
    struct str settings; /* what tells the system from others: a JSON object; ptr NULL for none */
    struct reviewed reviewed; /* the suite, when it was asked */
    struct part part;         /* which part of the answers they are; of nothing: all of them */
    uint64_t unanswered;      /* questions that were not asked, since the system failed before */
    struct str answers;       /* digest of the file of answers */
};

extern const struct record PROVENANCE_RECORD;

/* One of the settings as text, in `a`: "model", "temperature". ptr NULL where it is not there. */
struct str provenance_setting(struct arena *a, const struct provenance *p, struct str name);

#endif
