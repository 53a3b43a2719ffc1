/* value_change.h: variants in which a value of the query and the question's mention of it change
 * together. SQL-nondb-number, SQL-db-text and SQL-db-number share it. */
#ifndef TEQL_RELATION_QUERY_VALUE_CHANGE_H
#define TEQL_RELATION_QUERY_VALUE_CHANGE_H

#include "migration/edit_places.h"
#include "relation/query/value_mention.h"
#include "relation/relation.h"

struct value_change {
    const struct edit_place *place;
    struct str question;
    struct str from, to; /* in the words of the question */
    struct str literal;  /* the new value in SQL */
    struct str written;  /* the same in the quotes of the query */
    uint64_t rows;       /* that have it; of texts only */
    bool part;           /* it is a part of a text: LIKE '%East%' */
};

/* The search stops here: rows and queries come from outside. */
enum { VALUE_CHANGES_MAX = 5000 };

/* The plan of such a relation. */
struct value_changes {
    struct value_change *items;
    uint32_t count;
};

/* What is searched. */
struct value_search {
    struct arena *arena;
    const struct relation_seed *seed;
    const struct words *text;     /* of the question … */
    const struct words *opened;   /* … with the words of its quotations */
    const struct words *evidence; /* the same; none if there is no evidence */
    struct edit_places places;
    const struct words **literals; /* all of the query, without their quotes */
    uint32_t n_literals;
    struct value_changes *found;
};

/* A literal without its quotes. */
struct str literal_text(struct str literal);

/* The count() of such relations: call `change` for each place of the query that `fits`; it returns
 * false if it counted a refusal itself. With `content`, the search needs the rows of the database,
 * and finds nothing without. */
uint64_t value_changes_find(struct arena *a, const struct relation_seed *s, bool content,
                            bool (*fits)(const struct value_search *v,
                                         const struct edit_place *place),
                            bool (*change)(struct value_search *v, const struct edit_place *place),
                            const void **plan);

/* Is the place the only one with its edit? If not, it cannot change, and a refusal is counted. */
bool value_place_may_change(const struct value_search *v, const struct edit_place *place);

/* Can a mention change that stands in the question `n` times? Only if it stands there once, and not
 * in the evidence as well; else a refusal is counted. */
bool value_mention_may_change(const struct value_search *v, const struct value_mention *m,
                              uint32_t n);

/* Add a variant. `change` has place, `to`, `literal` and `written`; the rest follows from the
 * mention. Nothing is added if an "a" or "an" before it does not fit. */
void value_search_add(struct value_search *v, const struct value_mention *m,
                      struct value_change change);

/* The comparison that the value of `place` stands in; or NULL, as for LIMIT. */
const struct sql_expr *value_comparison(const struct value_search *v,
                                        const struct edit_place *place);

/* The make() of relations whose plan is a struct value_changes. */
bool value_changes_make(struct arena *a, const struct relation_seed *s, const void *plan,
                        uint64_t i, struct test_case *out);

#endif
