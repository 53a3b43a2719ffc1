/* differ.h: finding the differences of two trees of terms. Private to the differ*.c files and
 * diagnosis.c.
 *
 * differ.c       what was found; matching lists of terms; texts
 * differ_query.c queries, their clauses, set operations
 * differ_from.c  FROM and the conditions of joins
 * differ_expr.c  expressions: in what two of them differ
 *
 * Variables have been coloured by the table they stand for (differ_colour()), so that equal terms
 * have equal hashes; a hash is all that is looked at to tell whether two terms are the same. */
#ifndef TEQL_COMPARE_DIFFER_H
#define TEQL_COMPARE_DIFFER_H

#include "compare/diagnosis.h"
#include "compare/term.h"

/* Colours: of what the query itself defines, and what those of tables are made with. */
enum { DIFFER_COLOUR_NAMED = 1, DIFFER_COLOUR_TABLE = 2 };

enum side { BEFORE, AFTER, N_SIDES };

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
struct str differ_text(struct differ *d, enum side side, const struct term *t);
struct str differ_tidy(struct arena *a, struct str text);

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

/* The first column of the schema in `t`; SCHEMA_NONE where there is none. */
uint32_t differ_first_column(const struct term *t);

/* In what two expressions differ. Differences within queries that both contain at the same place
 * are reported on the way. */
difference_set differ_expr(struct differ *d, const struct term *x, const struct term *y);

/* What an expression is that only `side` has, in a list of columns. */
difference_set differ_lone_column(const struct differ *d, enum side side, const struct term *t);

/* Does `t` give a bound to what `between` gives two? */
bool differ_is_bound_of(const struct term *t, const struct term *between);

/* What a condition is that only `side` has. */
difference_set differ_lone_condition(const struct differ *d, enum side side, const struct term *t);

void differ_query(struct differ *d, const struct term *x, const struct term *y);

/* The same for queries within the clause at work. */
void differ_nested(struct differ *d, const struct term *x, const struct term *y);

struct flat_from *differ_flatten(struct arena *a, const struct term *from);

/* Report how the two FROMs of `d` differ, and leave out of `where` what is a condition of a join on
 * the other side. `where` holds operands of AND, or is NULL. */
void differ_from(struct differ *d, struct leftovers *where);

/* Parts of terms */
bool differ_is_connective(const struct term *t); /* AND, OR */
bool term_is_operator(const struct term *t, struct str text);
struct term_list term_kids(const struct term *t);

#endif
