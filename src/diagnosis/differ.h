/* differ.h: finding the differences of two trees of terms. Private to the differ*.c files and
 * diagnosis.c.
 *
 * differ.c           what was found, and how it is shown
 * differ_match.c     matching lists of terms
 * differ_query.c     queries and their clauses
 * differ_compound.c  set operations
 * differ_condition.c WHERE and HAVING
 * differ_from.c      FROM and the conditions of joins
 * differ_expr.c      expressions: in what two of them differ
 * differ_column.c    columns and aggregate functions
 * differ_star.c      the columns that `*` stands for
 *
 * Variables have been coloured by the table they stand for (differ_colour()), so that equal terms
 * have equal hashes; a hash is all that is looked at to tell whether two terms are the same. */
#ifndef TEQL_DIAGNOSIS_DIFFER_H
#define TEQL_DIAGNOSIS_DIFFER_H

#include "diagnosis/diagnosis.h"
#include "diagnosis/side_terms.h"

/* The colour of variables that the query itself defines; and what the colour of a table is made
 * with. */
enum { DIFFER_COLOUR_NAMED = 1, DIFFER_COLOUR_TABLE = 2 };

enum differ_side { BEFORE, AFTER, N_SIDES };

/* The items of a FROM clause laid out, whatever joins them. */
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
    bool moved;           /* a condition stands in ON here and in WHERE there */
    /* Of the place at work: */
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

/* Colour the variables of a tree by what they stand for, and hash it anew. */
void differ_colour(struct term_tree *tree);

/* Report a difference of the clause at work. Either term may be NULL. Nothing is reported where
 * `kinds` is empty. */
void differ_report(struct differ *d, difference_set kinds, const struct term *before,
                   const struct term *after);
void differ_report_text(struct differ *d, difference_set kinds, struct str before,
                        struct str after);

/* Report in what two expressions differ, and behind it what queries within them differ in. */
void differ_report_pair(struct differ *d, const struct term *before, const struct term *after);

/* The source of a term of `side`, white space put in order, cut where it is long. */
struct str differ_text(struct differ *d, enum differ_side side, const struct term *t);
struct str differ_tidy(struct arena *a, struct str text);

/* "singer.name" */
struct str differ_column_name(const struct differ *d, uint32_t column);

/* Two lists without what they have in common, each in the order of the source. */
struct leftovers {
    struct term_list rest[N_SIDES];
};
struct leftovers differ_match(struct differ *d, struct term_list before, struct term_list after);

/* Pair the leftovers that are most alike. `forced` pairs any with any while both sides last. Pairs
 * go to the same place of both lists, the rest stands behind them; the number of pairs is
 * returned. */
uint32_t differ_pair(struct differ *d, struct leftovers *l, bool forced);

/* How much two terms have in common; 0 is nothing. */
uint32_t differ_likeness(const struct term *x, const struct term *y);

/* In what two expressions differ. Differences within queries that both contain at the same place
 * are reported on the way. */
difference_set differ_expr(struct differ *d, const struct term *x, const struct term *y);

/* In what two columns differ. */
difference_set differ_columns(const struct differ *d, const struct term *x, const struct term *y);

/* What an expression is that only `side` has, in a list of columns; and what a condition is. */
difference_set differ_lone_column(const struct differ *d, enum differ_side side,
                                  const struct term *t);
difference_set differ_lone_condition(const struct differ *d, enum differ_side side,
                                     const struct term *t);

/* The first column of the schema in `t`; SCHEMA_NONE where there is none. */
uint32_t differ_first_column(const struct term *t);

/* Two conditions, each as operands of AND, and what is left of them when those they share are taken
 * away. They are operands of OR where both conditions are an OR. Where only one is, and the two
 * share an operand, that the connectives differ is a difference in itself. */
struct differ_condition {
    struct leftovers operands;
    bool any; /* not all of them are operands of AND */
    bool connectives_differ;
    struct str before, after; /* the connectives */
};

/* Either may be TERM_ABSENT. */
struct differ_condition differ_read_conditions(struct differ *d, struct term *x, struct term *y);

/* Report how the operands differ. */
void differ_conditions(struct differ *d, struct differ_condition *c);

struct flat_from *differ_flatten(struct arena *a, const struct term *from);

/* Report how the two FROMs of `d` differ, and leave out of `where` what is a condition of a join on
 * the other side. `where` holds operands of AND, or is NULL. */
void differ_from(struct differ *d, struct leftovers *where);

/* Queries; those that are nested stand within the clause at work. */
void differ_query(struct differ *d, const struct term *x, const struct term *y);
void differ_nested(struct differ *d, const struct term *x, const struct term *y);

/* A SELECT, VALUES or set operation. */
void differ_body(struct differ *d, const struct term *x, const struct term *y);

/* Two set operations. */
void differ_compounds(struct differ *d, const struct term *x, const struct term *y);

/* One query on side `alone`, several on the other: the one most like it is held against it, the
 * rest was added or removed. */
void differ_compound_alone(struct differ *d, enum differ_side alone, const struct term *t,
                           const struct term *compound);

/* Report which columns only one of two trees gives by `*`. The trees are the same. */
void differ_star(struct differ *d, const struct side_terms *x, const struct side_terms *y);

/* Does `t` give a bound to what `between` gives two? */
bool differ_is_bound_of(const struct term *t, const struct term *between);

/* Parts of terms */
bool differ_is_connective(const struct term *t); /* AND, OR */
bool differ_is_column(const struct term *t);
bool differ_is_aggregate(const struct term *t); /* a call of one, over no window */
bool term_is_operator(const struct term *t, struct str text);
struct term_list term_kids(const struct term *t);

#endif
