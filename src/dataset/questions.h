/* questions.h: files of questions, in any format.
 *
 * - JSON: an array, or one value a line. A value is an object, with members as Spider, BIRD and
 *   Spider-Syn name them, or a string, which is a question. An object of text2sql-data is many
 *   questions of one query.
 * - CSV, if the name of the file ends in .csv: the first line has the names of the columns, with
 *   commas, semicolons or tabs between them. */
#ifndef TEQL_DATASET_QUESTIONS_H
#define TEQL_DATASET_QUESTIONS_H

#include "base/arena.h"
#include "base/err.h"

/* What a question without a gold query is. */
enum no_gold {
    NO_GOLD_UNSAID,  /* the file says nothing */
    NO_GOLD_NULL,    /* the query is JSON's null: it cannot be answered, or no query was written */
    NO_GOLD_POSSIBLE /* the query is the text "null", or `is_impossible` is true: the database does
                        not have the answer, as in EHRSQL and TrustSQL */
};

/* One question of a file; ptr NULL for what it lacks. Good during the call. */
struct read_question {
    uint32_t line; /* on which it begins, from 1 */
    struct str question, db_id, evidence;
    struct str query;     /* of several the first that can be parsed; if none can, the first */
    uint32_t other_golds; /* the others */
    enum no_gold no_gold;
};

/* Called with one question after another. A failure ends the reading. */
typedef enum status question_take(void *ctx, const struct read_question *q, struct err *e);

/* Read the file. Errors name file and line; an error of `take` without a file gets its name. */
MUST_USE enum status questions_read(const char *path, question_take *take, void *ctx,
                                    struct err *e);

/* Does a file with that name and beginning look like a file of questions? */
bool questions_look(const char *path, struct str beginning);

#endif
