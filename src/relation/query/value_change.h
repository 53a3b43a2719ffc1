/* value_change.h: variants in which a value of the query, and the question's mention of it, become
 * another value. What SQL-nondb-number, SQL-db-text and SQL-db-number share. */
#ifndef TEQL_RELATION_QUERY_VALUE_CHANGE_H
#define TEQL_RELATION_QUERY_VALUE_CHANGE_H

#include "migration/edit_places.h"
#include "relation/query/value_mention.h"
#include "relation/relation.h"

struct value_change {
    const struct edit_place *place;
    struct str question;
    struct str from, to; /* as the question says them */
    struct str literal;  /* the new one, as SQL has it */
    struct str written;  /* the same, in the quotes that the query has there */
    uint64_t rows;       /* that have it, where that was looked for */
    bool part;           /* of a text: LIKE '%East%' */
};

/* More are not looked for: rows and queries may be anybody's. */
enum { VALUE_CHANGES_MAX = 5000 };

/* The plan of such a relation. */
struct value_changes {
    struct value_change *items;
    uint32_t count;
};

/* What they are looked for in. */
struct value_search {
    struct arena *arena;
    const struct relation_seed *seed;
    struct question_text text;
    struct edit_places places;
    struct str *literals; /* all of the query, as written */
    uint32_t n_literals;
    struct value_changes *found;
};

/* Read question and query. False, and a refusal, where there is no query to go by. `*plan` is what
 * will be found. */
bool value_search_begin(struct arena *a, const struct relation_seed *s, struct value_search *out,
                        const void **plan);

/* Can this place change, as far as the query goes: is there no other with the same edit? Counts a
 * refusal where not. */
bool value_place_may_change(const struct value_search *v, const struct edit_place *place);

/* Can the mention change, that stands in the question `n` times: once, and not also in what one
 * must know to answer it? Counts a refusal where not. */
bool value_mention_may_change(const struct value_search *v, const struct value_mention *m,
                              uint32_t n);

/* Add a variant: place, `to`, literal and `written` are given, the rest follows from the mention.
 * Not where "a" or "an" before it would not fit. */
void value_search_add(struct value_search *v, const struct value_mention *m,
                      struct value_change change);

/* The comparison that the value of `place` stands in; NULL where there is none, as for LIMIT. */
const struct sql_expr *value_comparison(const struct value_search *v,
                                        const struct edit_place *place);

/* The make() of relations whose plan is a struct value_changes. */
bool value_changes_make(struct arena *a, const struct relation_seed *s, const void *plan,
                        uint64_t i, struct test_case *out);

#endif
