/* annotated_schema.h: a schema whose tables and columns have several names each.
 *
 * The format is that of Spider-Syn's authors: a tables.json in which a name in words is a list,
 * "singer | vocalist | musician". The first name is the default. Read-only once made; lives in the
 * arena it was made in. */
#ifndef TEQL_DEFENCE_ANNOTATED_SCHEMA_H
#define TEQL_DEFENCE_ANNOTATED_SCHEMA_H

#include "base/json_writer.h"
#include "schema/schema.h"

struct lexicon;

/* More names of an item, and longer ones, are left out. */
enum { ANNOTATION_MAX_NAMES = 128, ANNOTATION_MAX_BYTES = 200 };

/* The names of an item in words. The first is the default, and there is always one. */
struct annotation {
    struct str *names;
    uint32_t count;
};

/* Tables, then columns, are numbered as its items. */
struct annotated_schema {
    const struct schema *schema;
    struct annotation *items;
    struct annotation *tables, *columns; /* the same, by id */
};

static inline uint32_t count_items(const struct schema *s)
{
    return s->n_tables + s->n_columns;
}

static inline uint32_t item_number(const struct schema *s, bool is_table, uint32_t id)
{
    return is_table ? id : s->n_tables + id;
}

struct annotation_set {
    struct annotated_schema *items;
    uint32_t count;
};

/* `s` with its own names only. */
struct annotated_schema annotated_plain(struct arena *a, const struct schema *s);

/* Add a name. False if the item has it already, in whatever case, or can have no more. The bytes
 * are not copied. */
bool annotation_add(struct arena *a, struct annotation *n, struct str name);

/* Read the text as schema_set_parse does. */
MUST_USE enum status annotation_set_parse(struct arena *a, struct str text,
                                          struct annotation_set *out, struct err *e);

/* The schema of that db_id, or NULL. */
const struct annotated_schema *annotation_set_find(const struct annotation_set *set,
                                                   struct str db_id);

/* Does a table or column have more names than its default? */
bool annotated_has_names(const struct annotated_schema *s);

/* Which table and column of another schema each one of a schema was. */
struct item_origins {
    const struct schema *old;
    const uint32_t *tables, *columns; /* by id; SCHEMA_NONE if it is new */
};

/* The names that `from` has for the items of `s`. Items are found by their identifiers: by those
 * of their origins if `origins` is not NULL, else by their own. The defaults are the names of `s`,
 * in words. */
struct annotated_schema annotated_over(struct arena *a, const struct annotated_schema *from,
                                       const struct schema *s, const struct item_origins *origins);

/* Is the word, in small letters, one of grammar? "Rank" and "show", which also say how a question
 * is built, are not. */
bool is_grammar_word(const struct lexicon *l, struct str word);

/* The entry as an object of tables.json. */
void annotated_schema_json(struct json_writer *w, const struct annotated_schema *s);

#endif
