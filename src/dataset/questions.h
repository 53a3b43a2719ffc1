/* questions.h: files of questions, whatever their form.
 *
 * - JSON: an array, or one value a line. A value is an object, with members as Spider, BIRD and
 *   Spider-Syn name them, or a string, which is a question. An object of text2sql-data is many
 *   questions (variables.h).
 * - CSV, where the name of the file ends so: the first line has the names of the columns, and tells
 *   whether commas, semicolons or tabs stand between them. */
#ifndef TEQL_DATASET_QUESTIONS_H
#define TEQL_DATASET_QUESTIONS_H

#include "base/arena.h"
#include "base/err.h"

/* What a question without a gold query is. */
enum no_gold {
    NO_GOLD_TOLD,    /* nothing is said */
    NO_GOLD_NULL,    /* the query is JSON's null: it cannot be answered, or nobody wrote a query */
    NO_GOLD_POSSIBLE /* the query is the text "null", or `is_impossible` is true: the database does
                        not have the answer, as EHRSQL and TrustSQL say it */
};

/* What a file says of one question; ptr NULL for what it does not say. Good during the call. */
struct read_question {
    uint32_t line; /* on which it begins, from 1 */
    struct str question, db_id, evidence;
    struct str query;     /* of several the first that can be parsed; where none can, the first */
    uint32_t other_golds; /* the others */
    enum no_gold no_gold;
};

/* Called with one question after another. A failure ends the reading. */
typedef enum status question_take(void *ctx, const struct read_question *q, struct err *e);

/* Read the file. Errors name file and line; one of `take` that names no file gets its name. */
MUST_USE enum status questions_read(const char *path, question_take *take, void *ctx,
                                    struct err *e);

/* Does a file of that name, which begins with that text, look like one of questions? */
bool questions_look(const char *path, struct str beginning);

#endif
