/* parse_question.h: what teql makes of a question, for `teql parse --form meaning`. */
#ifndef TEQL_CLI_PARSE_QUESTION_H
#define TEQL_CLI_PARSE_QUESTION_H

#include "evaluate/databases.h"
#include "lexicon/wordnet.h"
#include "link/book_shelf.h"
#include "nlidb/keyword.h"

struct question_parser {
    struct lexicon lexicon, keyword_lexicon;
    struct wordnet wordnet;
    struct book_shelf books;
    struct keyword_index *keyword;            /* of the database that was asked about last … */
    const struct database_entry *asked_about; /* … or NULL */
};

/* On failure there is nothing to release. */
MUST_USE enum status question_parser_open(struct question_parser *p, struct err *e);
void question_parser_release(struct question_parser *p);

/* A question over the database, and the query that answers it. */
struct parsed_question {
    const struct database_entry *db;
    struct str text;
    struct str query; /* ptr NULL: that of builtin:keyword */
};

/* Write members of an object: the question, the query, and the meaning with the words for it; null
 * and why if the query cannot be read. E_DB, E_IO or E_HOST if the database cannot. `a` is for
 * scratch. */
MUST_USE enum status question_parse(struct question_parser *p, struct arena *a,
                                    const struct parsed_question *q, struct json_writer *json,
                                    struct err *e);

#endif
