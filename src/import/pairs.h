/* pairs.h: published robustness sets: questions before and after a change.
 *
 * What a set is shows in it, not in the name of its file:
 *
 * - a folder with questions_pre_perturbation.json and questions_post_perturbation.json, as
 *   Dr.Spider is released. Gold files beside them (gold_pre_perturbation.sql and _post_) decide on
 *   the queries.
 * - JSON, an array or one object a line. Members `db_id`, `question` and `query` tell what was
 *   before. What is after stands in `case_db_id`, `case_question` and `case_query`, in the same
 *   with `_post` behind the name, or in Spider-Syn's `SpiderSynQuestion`. What is not said stays.
 * - objects of that kind of which none tells of an after, as those of Spider-Realistic and
 *   Spider-DK: they are the after, and what was before must be looked for. */
#ifndef TEQL_IMPORT_PAIRS_H
#define TEQL_IMPORT_PAIRS_H

#include "schema/schema.h"

/* A question with its gold; ptr NULL for what is not told. */
struct pair_side {
    struct str db_id, question, query;
};

struct question_pair {
    uint32_t line;   /* of the file that tells what is after, from 1 */
    uint32_t number; /* place in the published set, from 0: its member `n`, or where it stands */
    struct str set;
    struct str relation;     /* that made it, where it is told; only of pairs_read_questions */
    struct pair_side before; /* db_id.ptr NULL where it must be looked for */
    struct pair_side after;  /* whole */
    const uint32_t *seeds;   /* of the dataset's questions, those that it may come from */
    uint32_t n_seeds;
};

/* The pairs of one file or folder. */
struct pair_list {
    struct arena arena;
    const char *path; /* of the file that lines are of */
    struct str set, family;
    struct question_pair *pairs;
    uint32_t count;
    bool questions_only;       /* nothing else was asked for */
    struct schema_set schemas; /* those that came with it */
    const char *databases;     /* folder of the databases that came with it; NULL for none */
};

/* Can it be the name of a set? It becomes part of ids. */
bool pairs_is_set_name(struct str name);

/* Read the pairs at `path`. `set` is what to call them; NULL for the set's own name. Errors name
 * file and line. On failure there is nothing to release. */
MUST_USE enum status pairs_read(struct pair_list *out, const char *path, const char *set,
                                struct err *e);

/* The same for those who need nothing but questions: db_ids, queries and schemas may be missing,
 * and are not read. An entry may also be a text, which is a question, or have its sides in
 * `original` and `case`, as `teql augment --format pairs` writes them. A pair of which only one
 * side is told has its question in `after`, and none in `before`. */
MUST_USE enum status pairs_read_questions(struct pair_list *out, const char *path, struct err *e);

void pairs_release(struct pair_list *p);

#endif
