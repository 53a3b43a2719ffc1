/* manifest_text.h: manifest.json as values: written, read, and those of parts added up. */
#ifndef TEQL_MAKING_MANIFEST_TEXT_H
#define TEQL_MAKING_MANIFEST_TEXT_H

#include "making/generate.h"
#include "model/paraphrase_task.h"
#include "record/part.h"
#include "rewording/classifier.h"
#include "suite/suite_sources.h"

/* The largest count of a part: so sums of them fit, however many parts there are. */
#define MANIFEST_COUNT_MAX UINT32_MAX

/* The first members of the object. */
struct manifest_head {
    uint32_t version;
    uint64_t input; /* digest of the dataset */
    struct str key; /* of all that the whole suite depends on: its parts have the same */
    struct suite_sources sources; /* what that is, one by one */
    uint32_t random_seed, max_per_seed, max_changes, limit;
    uint32_t sample_rows; /* of each table of the databases; 0: all */
    struct shard shard;
    struct part part;
    bool proof, proved_on_rows;
    struct str databases, more_databases; /* the originals; ptr NULL where there are none */
    double min_fluency_ratio;
    struct str language_model; /* that questions were rated by; ptr NULL where they were not */
    uint64_t seeds, gold_faults;
};

/* The counts of whoever was asked for synonyms. */
struct manifest_synonyms {
    struct str settings; /* JSON; ptr NULL where nobody was asked */
    uint64_t words, candidates, unreadable;
};

/* A relation, and what came of it. */
struct manifest_relation {
    struct str id, name;
    struct relation_tally tally;
};

struct manifest {
    struct manifest_head head;
    bool exports;                /* there is spider/dev.json … */
    uint64_t exported, left_out; /* … with so many cases, and without so many */
    struct str paraphraser;      /* its settings, as JSON; ptr NULL for none */
    struct paraphrase_tally kinds[N_REWORD_KINDS];
    struct manifest_synonyms synonyms;
    struct str canonical; /* what came of making the seeds, as JSON; ptr NULL: they are questions */
    struct manifest_relation *relations;
    uint32_t n_relations;
};

/* Write it as a line. */
void manifest_write(struct json_writer *w, const struct manifest *m);

/* Read it. E_SYNTAX or E_INPUT where it is none that teql generate wrote. What is read lives in `a`
 * or is a view of `text`. */
MUST_USE enum status manifest_read(struct arena *a, struct str text, struct manifest *out,
                                   struct err *e);

/* Add the counts of another part of the same suite. False where it counts other things. */
bool manifest_add(struct manifest *to, const struct manifest *from);

/* Cases that the suite has. */
uint64_t manifest_cases(const struct manifest *m);

#endif
