/* manifest.h: manifest.json, which says of a suite what it was made of, how, and what came of it.
 *
 * `teql generate`, `teql attack` and `teql import` write it. One table says which members each of
 * them writes, and writing, reading and adding up follow from it. The manifests of shards add up to
 * that of the whole. */
#ifndef TEQL_RECORD_MANIFEST_H
#define TEQL_RECORD_MANIFEST_H

#include "record/review.h"
#include "record/shard.h"
#include "record/strength.h"
#include "record/tally.h"

enum manifest_maker { MADE_BY_GENERATE, MADE_BY_ATTACK, MADE_BY_IMPORT, N_MANIFEST_MAKERS };

/* What a suite was made of, one by one: its key says that something differs, and these say what.
 * Digests, and the version of teql; ptr NULL in older suites. */
struct suite_sources {
    struct str questions, databases, words, options, version;
};

/* A relation, or a set of published pairs, and what came of it. */
struct manifest_relation {
    struct str id, name;
    struct relation_tally tally;

    /* Of a published set: pairs; those whose query no seed has; and those whose claim was not
     * proved, by what came of the proof. */
    uint64_t pairs, unpaired, unproved[PROOF_OUTCOMES];
};

/* Spider's files: the cases in them, and those left out. */
struct manifest_export {
    uint64_t cases, left_out;
};

/* A language model that reworded questions. */
struct manifest_paraphraser {
    struct str settings; /* JSON */
    struct paraphrase_tally kinds[N_REWORD_KINDS];
};

/* One that was asked for synonyms. */
struct manifest_synonyms {
    struct str settings; /* JSON */
    struct synonym_counts counts;
};

/* A relation, and how many questions broke the system only with its help. */
struct breaking_relation {
    struct str id;
    uint64_t broken;
};

/* How an attack searched, and what came of it. Each uint64_t is a count, and adds up; all else is
 * the same in all parts. */
struct manifest_attack {
    struct str system;
    uint64_t budget, questions;
    uint32_t steps, candidates, beam;
    uint32_t block; /* 0 if there is one block */
    bool random, ranked, right_only;
    uint64_t broken, held, unfinished, blocks_given_up, untried, unanswered, wrong, faulty_gold,
        unchangeable;
    uint64_t *by_changes; /* of the broken ones, by the number of changes, from 1 */
    uint32_t n_changes;
    struct breaking_relation *relations;
    uint32_t n_relations;
};

struct manifest {
    enum manifest_maker maker;
    uint32_t version;
    uint64_t input; /* digest of the dataset */
    struct str key; /* of all that the whole suite depends on: its parts have the same */
    bool imported;
    struct suite_sources sources;
    uint32_t random_seed, max_per_seed, max_changes;
    enum strength strength; /* mild if no relation has strengths */
    uint64_t limit; /* seeds, if they are not all of the data; else 0, and in parts of attacks */
    uint32_t sample_rows; /* of each table of the databases; 0: all */
    struct shard shard;
    struct part part;
    uint64_t drawn_of; /* questions of the data; only parts of attacks say so: they have no limit */
    bool proof, proved_on_rows;
    struct str databases, more_databases; /* folders of the originals; ptr NULL for none */
    double min_fluency_ratio;
    struct str language_model; /* that questions were rated by; ptr NULL for none */
    uint64_t seeds;            /* MANIFEST_NOT_COUNTED if the manifest does not say */
    uint64_t gold_faults;
    struct manifest_export *spider;           /* or NULL */
    struct manifest_paraphraser *paraphraser; /* or NULL */
    struct manifest_synonyms *synonyms;       /* or NULL */
    struct str canonical; /* what came of making the seeds, as JSON; ptr NULL: they are questions */
    struct manifest_attack *attack; /* of MADE_BY_ATTACK */
    struct manifest_relation *relations;
    uint32_t n_relations;
    struct str attack_json; /* set by readers of an outline: the attack's section, as it is */
};

/* The longest file that is read. */
enum { MANIFEST_MAX = 1 << 20 };

/* More seeds than any file has. */
#define MANIFEST_NOT_COUNTED UINT64_MAX

/* To begin with. */
extern const struct manifest MANIFEST_EMPTY;

/* What readers of a suite need to know: reasons for which nothing was made, and settings, may be
 * those of another version of teql. */
extern const struct record MANIFEST_OUTLINE;

/* Write it as a line. */
void manifest_put(struct json_writer *w, const struct manifest *m);

/* Read all that teql generate or teql attack writes. E_SYNTAX or E_INPUT if they did not write
 * this. What is read lives in `a` or is a view of `text`. */
MUST_USE enum status manifest_read(struct arena *a, struct str text, struct manifest *out,
                                   struct err *e);

/* What is at a path: no manifest; one with a member that makes no sense; or a good one. */
enum manifest_state { MANIFEST_ABSENT, MANIFEST_DOUBTFUL, MANIFEST_GOOD };

/* Read what can be read of the outline of the suite at `path`, in `a`. */
enum manifest_state manifest_find(struct arena *a, const char *path, struct manifest *out);

/* Is there a suite at `path` that an attack made? */
bool manifest_is_attack(const char *path);

/* Add the counts of another part of the same suite. False if it counts other things. */
MUST_USE bool manifest_add(struct manifest *to, const struct manifest *from);

/* All parts were added: it is the whole. */
void manifest_settle(struct manifest *m);

/* Cases that the suite has. */
uint64_t manifest_cases(const struct manifest *m);

/* How the suite at `path` was made and reviewed, as a JSON object for reports; ptr NULL if its
 * manifest makes no sense. In `a`. */
MUST_USE enum status manifest_options(struct arena *a, const char *path,
                                      const struct reviewed *reviewed, struct str *out,
                                      struct err *e);

#endif
