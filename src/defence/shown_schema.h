/* shown_schema.h: a schema under the names that a question uses, and the way back from them.
 *
 * The system sees only these names, in words and as identifiers, so it answers with them. An
 * identifier is made of the words of the selected name, written as the old identifier is. If the
 * names in words are the identifiers, they stay so. */
#ifndef TEQL_DEFENCE_SHOWN_SCHEMA_H
#define TEQL_DEFENCE_SHOWN_SCHEMA_H

#include "defence/selection.h"
#include "migration/migration.h"

struct shown_schema {
    const struct schema *schema;  /* what the system sees */
    const struct migration *from; /* makes it from the original */
    const struct migration *back; /* from it to the schema that it hides */
    const struct schema *hidden;
};

/* The schema that `x` annotates, under the selected names. `made_by` is the migration that made
 * that schema from an original, NULL if it is one itself. False if no name differs.
 *
 * A name that another table, or another column of the table, has is not used. If the new identifier
 * would need quotes and the old one does not, the old one stays. Identifiers of a database with
 * views stay, since the views need them. Lives in `a`; refers to the schema and to `made_by`. */
bool shown_schema_make(struct arena *a, const struct annotated_schema *x,
                       const struct selection *selected, const struct migration *made_by,
                       struct shown_schema *out);

/* An answer under the hidden names. */
struct answer_back {
    struct str sql;     /* ptr NULL if there is none */
    struct str problem; /* why there is none; ptr NULL if there is SQL, or nothing was said */
};

/* `sql`, a system's answer over the shown schema, over the hidden one: the same answer from the
 * same rows. There is none if the SQL fails on the shown schema, for example by a name that was not
 * shown, or if the hidden names cannot say it. In text that cannot be parsed, names that leave no
 * doubt are replaced one by one. In `a`, or `sql` itself. */
struct answer_back shown_answer(struct arena *a, const struct shown_schema *s, struct str sql);

#endif
