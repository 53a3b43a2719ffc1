/* term.h: the form in which queries are compared: a tree without names.
 *
 * A term has a tag, a text (a literal's value, an operator, a function), children, and sometimes a
 * variable. Children are a sequence or, in a bag, have no order. A variable stands for something
 * that a query names itself, or could: an item of FROM, a CTE, a result column of a compound. Its
 * name is gone; its places are left.
 *
 * Terms may be shared: `size` counts one each time that it is used. Not thread-safe; everything
 * lives in the arena it was made in. */
#ifndef TEQL_DIAGNOSIS_TERM_H
#define TEQL_DIAGNOSIS_TERM_H

#include "base/arena.h"

#include <stdint.h>

enum term_tag {
    TERM_ABSENT, /* a part that is not there */
    /* values */
    TERM_NULL,
    TERM_INTEGER,
    TERM_FLOAT,
    TERM_STRING,
    TERM_BLOB,
    TERM_NOW,     /* CURRENT_DATE … */
    TERM_TRUTH,   /* TRUE, FALSE */
    TERM_UNBOUND, /* a name that means nothing, as before IN () */
    TERM_PARAMETER,
    TERM_COLUMN,   /* of the variable; the text says which */
    TERM_ROWID,    /* of the variable */
    TERM_POSITION, /* a result by its number */
    /* expressions */
    TERM_OPERATOR,
    TERM_BETWEEN,
    TERM_IN,
    TERM_SET, /* the list of IN */
    TERM_CASE,
    TERM_CAST,
    TERM_COLLATE,
    TERM_CALL,
    TERM_EXISTS,
    TERM_ROW,
    TERM_WINDOW,
    TERM_FRAME,
    TERM_BOUND,
    /* FROM */
    TERM_ITEM, /* declares its variable */
    TERM_TABLE,
    TERM_BUILTIN, /* a table that SQLite has by itself, or a function that gives one */
    TERM_CTE,     /* a use of the CTE of the variable */
    TERM_JOIN,
    TERM_USING,
    /* queries */
    TERM_LIST,   /* a sequence or a bag; its parent says of what */
    TERM_STAR,   /* `*`, or that of the variable */
    TERM_RESULT, /* declares or uses the result column of the variable */
    TERM_ORDER,
    TERM_SELECT,
    TERM_VALUES,
    TERM_COMPOUND,
    TERM_WITH, /* declares the CTE of the variable */
    TERM_QUERY
};

struct variable {
    uint64_t colour;  /* variables that may stand for each other have the same */
    uint64_t seen;    /* its places, while colours are refined */
    uint32_t columns; /* how many it has; 0 if they are not counted yet */
};

struct term {
    enum term_tag tag;
    bool bag; /* the order of the children does not matter */
    uint32_t n_kids;
    struct term **kids;
    struct str text;
    struct variable *variable; /* or NULL */
    uint64_t label;            /* hash of all but the variable and the children */
    uint64_t hash;             /* under the present colours; see term_rehash() */
    uint32_t size, height;     /* terms below it and itself; UINT32_MAX stands for more */
    uint32_t start,
        end; /* bytes of the source that it was read from; both 0 if it is not from there */
};

struct term_list {
    struct term **items;
    uint32_t count;
};

struct term_tree {
    struct term *root;
    struct variable **variables;
    uint32_t n_variables;
};

void term_list_add(struct arena *a, struct term_list *list, struct term *t);
void term_list_append(struct arena *a, struct term_list *list, struct term_list more);

/* Make a sequence, or a bag, which is sorted. The list then belongs to the term. */
struct term *term_make(struct arena *a, enum term_tag tag, struct str text, struct term_list kids);
struct term *term_make_bag(struct arena *a, enum term_tag tag, struct str text,
                           struct term_list kids);
struct term *term_make_of(struct arena *a, enum term_tag tag, struct variable *v, struct str text,
                          struct term_list kids);

/* The children of a bag, each once. */
struct term *term_make_set(struct arena *a, enum term_tag tag, struct term_list kids);

/* A list of the terms given. */
#define TERMS(a, ...)                                                                              \
    term_list_of((a), (struct term *[]){__VA_ARGS__},                                              \
                 sizeof((struct term *[]){__VA_ARGS__}) / sizeof(struct term *))
struct term_list term_list_of(struct arena *a, struct term *const *items, size_t count);

static inline struct term *term_leaf(struct arena *a, enum term_tag tag, struct str text)
{
    return term_make(a, tag, text, (struct term_list){0});
}

static inline struct term *term_leaf_of(struct arena *a, enum term_tag tag, struct variable *v,
                                        struct str text)
{
    return term_make_of(a, tag, v, text, (struct term_list){0});
}

/* A total order of the terms of two sorted trees, under the present colours. 0 if they are the same
 * except for variables of one colour. */
int term_cmp(const struct term *x, const struct term *y);

/* Give all variables one colour. */
void term_clear_colours(const struct term_tree *tree);

/* After colours changed: compute hashes again; put bags in the order of term_cmp(). */
void term_rehash(struct term *t);
void term_sort(struct term *t);

/* Can the variables of the two trees be paired so that the trees are the same? Changes colours and
 * the order of bags. A yes is exact; a no may also mean that it gave up after TERM_MATCH_EFFORT,
 * which only joins of many similar copies of one table reach. Trees whose variables come in the
 * same order match without any search. */
bool term_match(struct arena *a, struct term_tree *x, struct term_tree *y);

enum { TERM_MATCH_EFFORT = 1 << 22 /* terms looked at */ };

#endif
