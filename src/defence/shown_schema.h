/* shown_schema.h: a schema under the names that a question uses, and the way back from them.
 *
 * The system sees these names only, in words and as identifiers, so it answers with them. An
 * identifier is made of the words of the selected name, written as the old identifier is. Where the
 * names in words are the identifiers, they stay so. */
#ifndef TEQL_DEFENCE_SHOWN_SCHEMA_H
#define TEQL_DEFENCE_SHOWN_SCHEMA_H

#include "defence/selection.h"
#include "migration/migration.h"

struct shown_schema {
    const struct schema *schema;  /* what the system sees */
    const struct migration *from; /* makes it of the original */
    const struct migration *back; /* from it to the schema that it hides */
    const struct schema *hidden;
};

/* The schema that `x` annotates, under the selected names. `made_by` is the migration that made
 * that schema of an original, NULL where it is one itself. False where no name differs.
 *
 * A name that another table, or another column of the table, has stays unused. Where the new
 * identifier would need quotes and the old one does not, the old one stays. Identifiers of a
 * database with views stay: the views would look for them. Lives in `a`; refers to the schema and
 * to `made_by`. */
bool shown_schema_make(struct arena *a, const struct annotated_schema *x,
                       const struct selection *selected, const struct migration *made_by,
                       struct shown_schema *out);

/* An answer under the hidden names. */
struct answer_back {
    struct str sql;     /* ptr NULL where there is none */
    struct str problem; /* why there is none; ptr NULL where there is one, or nothing was said */
};

/* `sql`, which a system said of the shown schema, over the hidden one: the same answer from the
 * same rows. There is none where SQL fails on the shown schema, such as for a name that was not
 * shown, and where the hidden names cannot say it. Text that is no SQL stays such: names in it that
 * leave no doubt are replaced one by one. In `a`, or `sql` itself. */
struct answer_back shown_answer(struct arena *a, const struct shown_schema *s, struct str sql);

#endif
