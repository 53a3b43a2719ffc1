/* grammar.h: rules that write a question and its query at the same time.
 *
 * A synchronous grammar: each rule has a question side and an SQL side with the same names in both.
 * What a name stands for is declared by `let`, and may depend on names before it: a column on its
 * table, a value on its column. The rules are text (data/canonical.grammar):
 *
 *     element DISTINCT
 *     let t is a table
 *     let c is a column of t with 2 values
 *     ask Show the different {c+} of the {t+}.
 *     sql SELECT DISTINCT {c} FROM {t}
 *
 * An `element` is what a pair tests. A `phrase` is a part that rules share: "let x is COMPARISON of
 * c". Several phrases of one name are alternatives, and a phrase may use itself. */
#ifndef TEQL_GRAMMAR_GRAMMAR_H
#define TEQL_GRAMMAR_GRAMMAR_H

#include "base/arena.h"
#include "base/err.h"

enum { RULE_LETS_MAX = 12, LET_OTHERS_MAX = 4, RULE_COLUMNS_MAX = 8 };

enum let_type {
#define LET_TYPE(id) LET_##id,
#include "grammar/let_type.def"
#undef LET_TYPE
};

enum column_class { CLASS_ANY, CLASS_NUMBER, CLASS_TEXT, CLASS_DATE, CLASS_KEY, CLASS_PLAIN };
enum piece_place { PIECE_BEGIN, PIECE_END, PIECE_MIDDLE };
enum value_side { SIDE_ANY, SIDE_ABOVE, SIDE_BELOW };

/* The lets that another one is about are told by their place in the rule. */
struct grammar_let {
    struct str name;
    enum let_type type;
    uint32_t of;                     /* the table of a column, the column of a value, … */
    uint32_t others[LET_OTHERS_MAX]; /* it differs from these */
    uint32_t n_others;
    enum column_class class;
    uint32_t min_values;  /* different ones that a column has */
    bool nulls;           /* a column has NULL in some rows */
    bool rows;            /* a table has rows */
    uint32_t least, most; /* of several columns */
    enum piece_place place;
    enum value_side side; /* of a value, as seen from `bound` */
    uint32_t bound;
    struct str phrase;                  /* its name … */
    uint32_t arguments[LET_OTHERS_MAX]; /* … and what it is of */
    uint32_t n_arguments;
    bool is_free; /* no later let is about it */
};

enum slot_form {
    FORM_PLAIN,
    FORM_PLURAL, /* {t+} */
    FORM_TO,     /* {l.to}: the table that a link leads to */
    FORM_TO_PLURAL,
    FORM_ON /* {l.on}: the condition of the join */
};

/* A text of a rule: literals and slots by turns. */
struct grammar_piece {
    struct str literal; /* before the slot */
    uint32_t let;       /* UINT32_MAX for no slot behind it */
    enum slot_form form;
};

struct grammar_text {
    struct grammar_piece *pieces;
    uint32_t count;
    bool paper; /* the wording of the paper */
};

struct grammar_rule {
    struct str name, category; /* category is empty for a phrase */
    bool is_phrase;
    uint32_t n_parameters; /* of a phrase: its first lets */
    struct grammar_let lets[RULE_LETS_MAX];
    uint32_t n_lets;
    struct grammar_text *asks;
    uint32_t n_asks;
    struct grammar_text sql;
    bool some_rows, not_all_rows, no_ties; /* what must be true of the answer */
    uint32_t line;
};

struct grammar {
    struct grammar_rule *rules;
    uint32_t count;
};

/* Read a grammar, adding to the rules that are there. In `a`, with the text. Errors have line and
 * column. */
MUST_USE enum status grammar_read(struct arena *a, struct str text, struct grammar *g,
                                  struct err *e);

/* The first rule of that name at or behind `from`; g->count where there is none. */
uint32_t grammar_find(const struct grammar *g, struct str name, uint32_t from);

#endif
