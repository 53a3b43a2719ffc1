/* pairs.h: published robustness sets: questions before and after a change.
 *
 * What a set is shows in its content, not in the name of its file:
 *
 * - a folder with questions_pre_perturbation.json and questions_post_perturbation.json, as
 *   Dr.Spider is released. If gold files are beside them (gold_pre_perturbation.sql and _post_),
 *   the queries are theirs.
 * - JSON, an array or one object a line. Members `db_id`, `question` and `query` are what was
 *   before. What is after is in `case_db_id`, `case_question` and `case_query`, in the same names
 *   with `_post` at their end, or in Spider-Syn's `SpiderSynQuestion`. What an entry leaves out
 *   stays as before.
 * - such objects with nothing of what is after, as those of Spider-Realistic and Spider-DK: they
 *   are what is after, and what was before must be looked for. */
#ifndef TEQL_IMPORT_PAIRS_H
#define TEQL_IMPORT_PAIRS_H

#include "schema/schema.h"

/* A question with its gold; ptr NULL for what the set does not say. */
struct pair_side {
    struct str db_id, question, query;
};

struct question_pair {
    uint32_t line;   /* in the file with what is after, from 1 */
    uint32_t number; /* place in the published set, from 0: its member `n`, or its place here */
    struct str set;
    struct str relation;     /* that made it, or ptr NULL; only of pairs_read_questions */
    struct pair_side before; /* db_id.ptr NULL if it must be looked for */
    struct pair_side after;  /* complete */
    const uint32_t *seeds;   /* numbers of the dataset's questions that it may come from */
    uint32_t n_seeds;
};

/* The pairs of one file or folder. */
struct pair_list {
    struct arena arena;
    const char *path; /* of the file with what is after */
    struct str set, family;
    struct question_pair *pairs;
    uint32_t count;
    bool questions_only;       /* it was read by pairs_read_questions */
    struct schema_set schemas; /* those that came with it */
    const char *databases;     /* folder of the databases that came with it; or NULL */
};

/* Can it be the name of a set? It becomes part of ids. */
bool pairs_is_set_name(struct str name);

/* Read the pairs at `path`. `set` is what to call them; NULL for the set's own name. Errors name
 * file and line. On failure there is nothing to release. */
MUST_USE enum status pairs_read(struct pair_list *out, const char *path, const char *set,
                                struct err *e);

/* The same for callers that need nothing but questions: db_ids, queries and schemas may be missing,
 * and are not read. An entry may also be a text, which is a question, or have its sides in
 * `original` and `case`, as `teql augment --format pairs` writes them. A pair with only one
 * question has it in `after`. */
MUST_USE enum status pairs_read_questions(struct pair_list *out, const char *path, struct err *e);

void pairs_release(struct pair_list *p);

#endif
