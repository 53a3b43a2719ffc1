/* training_set.h: a folder of training data in the making, whole or not there (out_folder.h).
 *
 * It has the examples, in one of three formats, tables.json with the schemas that they ask about,
 * and manifest.json:
 *
 * - spider: train.json, as Spider's own, with tokens and parsed `sql`
 * - chat: train.jsonl, a conversation on each line: the prompt that `teql ask` would write, and the
 *   gold query as the reply
 * - pairs: pairs.jsonl, on each line a case beside its seed, and for each table and column of the
 *   case the one of the seed */
#ifndef TEQL_TRAINING_TRAINING_SET_H
#define TEQL_TRAINING_TRAINING_SET_H

#include "kin/seed_keys.h"
#include "suite/schema_writer.h"
#include "system/prompt.h"

enum training_format { TRAINING_SPIDER, TRAINING_CHAT, TRAINING_PAIRS };

struct training_style {
    enum training_format format;
    bool databases;            /* copy the databases, too */
    const char *template_path; /* of prompts; NULL for the embedded one */
};

/* An example: a seed, or a case of it. */
struct training_example {
    const struct seed *seed;
    const struct test_case *made; /* NULL: the seed itself */
};

struct training_set {
    struct training_style style;
    struct out_folder folder;
    struct out_file examples;
    struct schema_writer schemas;
    struct buf text; /* of examples, not yet written */
    struct arena scratch;
    uint64_t count; /* examples so far */

    /* Prompts */
    struct arena arena;
    struct prompt_template prompt;
    struct prompt_tables tables;
    struct buf message, schema_json;
    size_t system_len;     /* of the message: the part of the role "system" */
    const char *open_path; /* of the database that is open; or NULL */
    struct database *open;
};

/* `path` must not exist, or be an empty folder. On failure there is nothing to discard. */
MUST_USE enum status training_set_open(struct training_set *t, const char *path,
                                       const struct training_style *style, struct err *e);

/* Can this format hold the example? Spider's cannot hold a query outside its grammar. */
bool training_set_can_hold(struct training_set *t, const struct training_example *x);

/* The keys by which a tested question is known (kin/seed_keys.h). */
struct seed_keys training_set_keys(struct training_set *t, const struct training_example *x);

/* Add an example that the format can hold. Paths and schemas of seeds must outlive the set. */
MUST_USE enum status training_set_add(struct training_set *t, const struct training_example *x,
                                      struct err *e);

/* Write manifest.json and put the folder in place. */
MUST_USE enum status training_set_commit(struct training_set *t, struct str manifest,
                                         struct err *e);

/* Remove what was written. Does nothing after a commit, whether or not that failed. */
void training_set_discard(struct training_set *t);

/* The name of the file of examples: "train.json". */
const char *training_file(enum training_format format);

#endif
