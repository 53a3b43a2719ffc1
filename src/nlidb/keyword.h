/* keyword.h: the built-in reference system `builtin:keyword`.
 *
 * A rule-based text-to-SQL system in the spirit of NaLIR: the words of a question are linked to
 * names of the schema, values of the rows and key phrases; rules turn them into the parts of a
 * query; foreign keys say how its tables are joined. Nothing is learned, and only the question, the
 * schema, the rows and the lexicon are read. */
#ifndef TEQL_NLIDB_KEYWORD_H
#define TEQL_NLIDB_KEYWORD_H

#include "engine/database.h"
#include "lexicon/lexicon.h"
#include "schema/schema.h"

/* The words of one schema and the values of its rows, indexed once for many questions. Read-only
 * once built, any thread. */
struct keyword_index;

/* data/keyword/: lists of its own, since those of data/ make the cases that test it. */
extern const struct lexicon_set KEYWORD_LEXICON;

/* `db` may be NULL: then only the schema is known. Reading rows is bounded in rows, bytes and time;
 * the rest is not indexed. `lexicon`, of KEYWORD_LEXICON, and `schema` must outlive the index; `db`
 * is not kept. E_HOST if the machine failed to read the rows; *out is then NULL. */
MUST_USE enum status keyword_index_new(const struct lexicon *lexicon, const struct schema *schema,
                                       struct database *db, struct keyword_index **out,
                                       struct err *e);

/* NULL is allowed. */
void keyword_index_free(struct keyword_index *i);

struct keyword_reply {
    struct str sql;    /* a SELECT that is valid for the schema */
    double explained;  /* the share of the question's content words that it explains, up to 1 */
    double confidence; /* how likely it is right, between 0 and 1 (docs/reference/keyword.md) */
};

/* The answer to `question`, in `a`. All of it is 0, and sql.ptr NULL, if the schema has no table
 * with a column. */
struct keyword_reply keyword_answer(const struct keyword_index *i, struct str question,
                                    struct arena *a);

#endif
