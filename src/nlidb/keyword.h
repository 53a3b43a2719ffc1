/* keyword.h: the built-in reference system `builtin:keyword`.
 *
 * A rule-based text-to-SQL system in the spirit of NaLIR: the words of a question are linked to
 * names of the schema, values of the rows and key phrases; rules turn them into the parts of a
 * query; foreign keys say how its tables are joined. Nothing is learned and nothing but the
 * question, the schema, the rows and the lexicon is read. */
#ifndef TEQL_NLIDB_KEYWORD_H
#define TEQL_NLIDB_KEYWORD_H

#include "engine/database.h"
#include "lexicon/lexicon.h"
#include "schema/schema.h"

/* What one database offers to a question: words of the schema and values of the rows, indexed once
 * and asked often. Read-only once built, by any number of threads. */
struct keyword_index;

/* `db` may be NULL: then only the schema is known. Reading rows is bounded in rows, bytes and time:
 * what is beyond is not indexed. `lexicon` and `schema` must outlive the index; `db` is not kept.
 * E_HOST where the machine failed to read them; *out is then NULL. */
MUST_USE enum status keyword_index_new(const struct lexicon *lexicon, const struct schema *schema,
                                       struct database *db, struct keyword_index **out,
                                       struct err *e);

/* NULL is allowed. */
void keyword_index_free(struct keyword_index *i);

/* The SQL for `question`, in `a`. Some SELECT statement that is valid for the schema, wherever the
 * schema has a table with a column; ptr NULL where nothing could be said. */
struct str keyword_answer(const struct keyword_index *i, struct str question, struct arena *a);

#endif
