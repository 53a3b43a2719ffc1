/* differ.h: finding the differences of two trees of terms. Inside diagnosis/.
 *
 * differ.c           reports and texts
 * differ_match.c     matching lists of terms
 * differ_query.c     queries and their clauses
 * differ_compound.c  set operations
 * differ_condition.c WHERE and HAVING
 * differ_from.c      FROM and the conditions of joins
 * differ_expr.c      expressions: in what two of them differ
 * differ_column.c    columns, those of `*`, and aggregate functions
 *
 * Variables are coloured by their tables (differ_colour()), so that equal terms have equal hashes.
 * Two terms are the same if their hashes are. */
#ifndef TEQL_DIAGNOSIS_DIFFER_H
#define TEQL_DIAGNOSIS_DIFFER_H

#include "diagnosis/canon.h"
#include "diagnosis/diagnosis.h"

/* The colour of variables that the query itself defines; and the seed of the colours of tables. */
enum { DIFFER_COLOUR_NAMED = 1, DIFFER_COLOUR_TABLE = 2 };

enum differ_side { BEFORE, AFTER, N_SIDES };

/* The items of a FROM clause, without the structure of its joins. */
struct flat_from {
    struct term_list items;      /* TERM_ITEM */
    struct term_list conditions; /* of all joins, and USING */
    struct term_list joins;      /* TERM_JOIN that are not inner */
};

struct differ {
    struct arena *arena;
    const struct schema *schema; /* the original, for its keys */
    struct str sql[N_SIDES];
    struct diagnosis *out;
    difference_set kinds; /* of all differences so far */
    bool moved;           /* a condition is in ON on one side and in WHERE on the other */
    /* The place at work: */
    struct str path;
    uint32_t depth, level;
    enum sql_clause clause;
    const struct flat_from *from[N_SIDES]; /* of the cores compared; NULL outside of a core */
};

static inline bool term_same(const struct term *x, const struct term *y)
{
    return x->hash == y->hash;
}

static inline bool differ_is_value(const struct term *t)
{
    return t->tag >= TERM_NULL && t->tag <= TERM_TRUTH;
}

/* Colour the variables of a tree by their tables, and compute its hashes again. */
void differ_colour(struct term_tree *tree);

/* Report a difference of the clause at work, unless `kinds` is empty. Either term may be NULL. */
void differ_report(struct differ *d, difference_set kinds, const struct term *before,
                   const struct term *after);
void differ_report_text(struct differ *d, difference_set kinds, struct str before,
                        struct str after);

/* Report how two expressions differ, and after it how queries within them differ. */
void differ_report_pair(struct differ *d, const struct term *before, const struct term *after);

/* The source of a term of `side`, with single blanks, and cut if it is long. */
struct str differ_text(struct differ *d, enum differ_side side, const struct term *t);
struct str differ_tidy(struct arena *a, struct str text);

/* "singer.name" */
struct str differ_column_name(const struct differ *d, uint32_t column);

/* Two lists without their common terms, each in the order of the source. */
struct leftovers {
    struct term_list rest[N_SIDES];
};
struct leftovers differ_match(struct differ *d, struct term_list before, struct term_list after);

/* Pair the leftovers that are most alike; `forced` pairs any while both sides have some. Both lists
 * then begin with the pairs, and the rest follows. Returns the number of pairs. */
uint32_t differ_pair(struct differ *d, struct leftovers *l, bool forced);

/* Report the leftovers of either side from number `from` on. If `kinds` is empty, those of
 * differ_lone_column(). */
void differ_report_rest(struct differ *d, const struct leftovers *l, uint32_t from,
                        difference_set kinds);

/* How much two terms have in common; 0 is nothing. */
uint32_t differ_likeness(const struct term *x, const struct term *y);

/* How do two expressions differ? Differences within queries that both have at the same place are
 * reported. */
difference_set differ_expr(struct differ *d, const struct term *x, const struct term *y);

/* How do two columns differ? */
difference_set differ_columns(const struct differ *d, const struct term *x, const struct term *y);

/* The kind of an expression in a list of columns, or of a condition, that only `side` has. */
difference_set differ_lone_column(const struct differ *d, enum differ_side side,
                                  const struct term *t);
difference_set differ_lone_condition(const struct differ *d, enum differ_side side,
                                     const struct term *t);

/* The first column of the schema in `t`, or SCHEMA_NONE. */
uint32_t differ_first_column(const struct term *t);

/* The operands of two conditions, without the common ones. They are operands of AND, or of OR if
 * both conditions are an OR. If only one is, and the two share an operand, the connectives differ.
 */
struct differ_condition {
    struct leftovers operands;
    bool any; /* some are operands of OR */
    bool connectives_differ;
    struct str before, after; /* the connectives */
};

/* Either may be TERM_ABSENT. */
struct differ_condition differ_read_conditions(struct differ *d, struct term *x, struct term *y);

/* Report how the operands differ. */
void differ_conditions(struct differ *d, struct differ_condition *c);

struct flat_from *differ_flatten(struct arena *a, const struct term *from);

/* Report how the two FROMs of `d` differ. Takes conditions of a join on the other side out of
 * `where`, which has operands of AND, or is NULL. */
void differ_from(struct differ *d, struct leftovers *where);

/* Queries; nested ones are within the clause at work. */
void differ_query(struct differ *d, const struct term *x, const struct term *y);
void differ_nested(struct differ *d, const struct term *x, const struct term *y);

/* A SELECT, VALUES or set operation. */
void differ_body(struct differ *d, const struct term *x, const struct term *y);

/* Two set operations. */
void differ_compounds(struct differ *d, const struct term *x, const struct term *y);

/* One query on side `alone`, several on the other: it is compared with the one most like it; the
 * others were added or removed. */
void differ_compound_alone(struct differ *d, enum differ_side alone, const struct term *t,
                           const struct term *compound);

/* Report the columns that only one of two equal trees gives by `*`. */
void differ_star(struct differ *d, const struct side_terms *x, const struct side_terms *y);

/* Does `t` give one bound to what `between` gives two? */
bool differ_is_bound_of(const struct term *t, const struct term *between);

/* Parts of terms */
bool differ_is_connective(const struct term *t); /* AND, OR */
bool differ_is_column(const struct term *t);
bool differ_is_aggregate(const struct term *t); /* a call of one, without a window */
bool term_is_operator(const struct term *t, struct str text);
struct term_list term_kids(const struct term *t);

#endif
