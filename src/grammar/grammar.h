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

enum {
    RULE_LETS_MAX = 12,
    LET_OTHERS_MAX = 4,
    RULE_COLUMNS_MAX = 8,
    TEXT_PIECES_MAX = 100,
    COUNT_MAX = 10 /* that a rule can say */
};
#define GRAMMAR_NONE UINT32_MAX

enum let_type {
#define LET_TYPE(id) LET_##id,
#include "grammar/let_type.def"
#undef LET_TYPE
};

enum column_class {
    CLASS_ANY,
    CLASS_NUMBER, /* to calculate with: no key */
    CLASS_TEXT,
    CLASS_DATE, /* 2024-12-31 in all rows */
    CLASS_KEY,
    CLASS_PLAIN,   /* no key */
    CLASS_AMOUNT,  /* a number that can be added up: no year */
    CLASS_YEAR,    /* a number that says when … */
    CLASS_ORDINAL, /* … or which in a row: a rank, a floor */
    CLASS_NAME,    /* by it people know which row is meant */
    N_COLUMN_CLASSES
};

/* Where a piece is in a value of its column. */
enum piece_place {
    PIECE_BEGIN,
    PIECE_END,
    PIECE_MIDDLE,
    PIECE_YEAR, /* of dates */
    PIECE_MONTH,
    N_PIECE_PLACES
};

enum value_side { SIDE_ANY, SIDE_ABOVE, SIDE_BELOW };

/* A let names others by their place in the rule. */
struct grammar_let {
    struct str name;
    uint32_t line, col; /* of what it stands for */
    enum let_type type;
    uint32_t of;                     /* the table of a column, the column of a value, … */
    uint32_t others[LET_OTHERS_MAX]; /* it differs from these */
    uint32_t n_others;
    enum column_class class;
    uint32_t min_values;  /* different ones that a column has */
    bool nulls;           /* a column has NULL in some rows … */
    bool no_nulls;        /* … or in none */
    bool repeats;         /* some rows of a column have the same value */
    bool rows;            /* a table has rows */
    uint32_t like;        /* a column with the name of this one; or GRAMMAR_NONE */
    uint32_t measured;    /* a column of the same measure as this one; or GRAMMAR_NONE */
    uint32_t least, most; /* of several columns, or of a count */
    bool reversed;        /* a link to `of`, not from it */
    bool many;            /* a link that several rows may have to the same one */
    enum piece_place place;
    enum value_side side; /* of a value, as seen from `bound` */
    uint32_t bound;
    struct str phrase;                  /* its name … */
    uint32_t arguments[LET_OTHERS_MAX]; /* … and what it is of */
    uint32_t n_arguments;
    bool is_free;   /* no later let is about it */
    bool is_closed; /* all later lets are about it or about later ones */
};

enum slot_form {
    FORM_PLAIN,
    FORM_PLURAL, /* {t+} */
    FORM_IS,     /* {c.is}: "is", or "are" if the name is in the plural already */
    FORM_S,      /* {c.s}, {c.es}: the ending of a verb, which the plural does not have … */
    FORM_ES,
    FORM_EACH,   /* {c.each}: the name after "each"; "value of" it if it is in the plural */
    FORM_VALUES, /* {c.values}: "values of" it */
    FORM_ON,     /* {l.on}: the condition of the join */
    FORM_NEAR,   /* {l.near}: its column on the side it comes from … */
    FORM_FAR     /* … and {l.far}: on the side it leads to */
};

/* Does it only say whether there is one or several? */
bool form_is_verb(enum slot_form form);

/* Does a let of this type stand for an id: of a table, a column or a link? */
static inline bool let_has_id(enum let_type type)
{
    return type == LET_TABLE || type == LET_COLUMN || type == LET_LINK;
}

/* A text of a rule: literals and slots in turn. */
struct grammar_piece {
    struct str literal; /* before the slot */
    uint32_t let;       /* GRAMMAR_NONE if no slot follows */
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
    bool some_rows, not_all_rows, no_ties; /* must be true of the answer */
    uint32_t line;
};

struct grammar {
    struct grammar_rule *rules;
    uint32_t count;
    bool alone; /* a line says that only the rules of its file count */
};

/* Read a grammar, adding to the rules that are there. In `a`, with the text. Errors have line and
 * column, from 1; columns are counted in bytes. What was read before an error stays. */
MUST_USE enum status grammar_read(struct arena *a, struct str text, struct grammar *g,
                                  struct err *e);

/* Are the phrases that the rules from `from` to `to` use there, with the right parameters? To be
 * asked once all rules are together, before they are used. */
MUST_USE enum status grammar_check(const struct grammar *g, uint32_t from, uint32_t to,
                                   struct err *e);

/* The line of `text` that the error is about, and a caret below the place; "" if the error has no
 * place. Two lines, safe to show on a terminal. In `a`.
 *
 *     12 | let c is a colour of t
 *        |            ^
 */
struct str grammar_caret(struct arena *a, struct str text, const struct err *e);

/* The first phrase of that name from `from` on; g->count if there is none. */
uint32_t grammar_find_phrase(const struct grammar *g, struct str name, uint32_t from);

#endif
