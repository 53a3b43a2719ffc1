/* synonym_pair.h: the pairs of words of synonyms.tsv.
 *
 * A line has a word, another that may stand for it, in which direction, how well (a grade), and
 * where. Lines of a word are in the order of preference. A grade implies the weaker ones: what a
 * designer could write people also say. Read-only once loaded; all texts are the lexicon's. */
#ifndef TEQL_LEXICON_SYNONYM_PAIR_H
#define TEQL_LEXICON_SYNONYM_PAIR_H

#include "lexicon/lexicon.h"

enum synonym_grade {
#define SYNONYM_GRADE(id, ...) GRADE_##id,
#include "lexicon/synonym_grade.def"
#undef SYNONYM_GRADE
    N_SYNONYM_GRADES
};

#define GRADE_BIT(grade) (1u << (grade))

/* Sets of grades. */
enum {
    GRADES_NAMED = GRADE_BIT(GRADE_RENAME) | GRADE_BIT(GRADE_NAME),
    GRADES_SAID = GRADE_BIT(GRADE_RENAME) | GRADE_BIT(GRADE_SAY),
    GRADES_SUBSTITUTED = GRADES_SAID | GRADE_BIT(GRADE_SUBSTITUTE),
    GRADES_MEANT = GRADES_NAMED | GRADES_SUBSTITUTED | GRADE_BIT(GRADE_MEAN),
    GRADES_BOLD = GRADES_NAMED | GRADES_SUBSTITUTED | GRADE_BIT(GRADE_BOLD),
    GRADES_LOOSE = GRADES_MEANT | GRADE_BIT(GRADE_LOOSE) | GRADE_BIT(GRADE_NEAR)
};

struct str synonym_grade_name(enum synonym_grade grade);
const char *synonym_grade_text(enum synonym_grade grade);

struct synonym_pair {
    struct str word, other;
    enum synonym_grade grade;
    bool both;         /* the other way round as well */
    bool reversed;     /* it is the other way round of a line */
    struct str owner;  /* kind of table it is for, "!" before it for all others; "any" */
    bool alone;        /* only if the word is a whole name; "{noun}" stands for the table's noun */
    bool at_end;       /* only at the end of a name */
    bool mild;         /* not with --strength bold */
    bool numbers;      /* only for columns of numbers */
    bool texts;        /* only for columns of texts */
    bool no_singular;  /* goods */
    bool no_plural;    /* merchandise */
    bool value;        /* for values of columns, not for names */
    struct str column; /* words of the columns, with "|" between; "any"; ptr NULL if it is known */
    const char *path;
    uint32_t line;
    const struct synonym_pair *next;      /* of the same word, or NULL */
    const struct synonym_pair *next_back; /* with the same other word, or NULL */
};

/* The first pair of a word for names, or NULL; the others follow by `next`. */
const struct synonym_pair *pairs_of(const struct lexicon *l, struct str word);

/* The first pair of it with one of these grades (of GRADE_BIT), or NULL. */
const struct synonym_pair *pair_graded(const struct lexicon *l, struct str word, unsigned grades);

/* What the word is short for: the first long form, or NULL; and the next. */
const struct synonym_pair *long_forms_of(const struct lexicon *l, struct str word);
const struct synonym_pair *next_long_form(const struct synonym_pair *p);

/* The first pair for names with this other word; the others follow by `next_back`. */
const struct synonym_pair *pairs_back(const struct lexicon *l, struct str other);

/* Is it one of the grades? */
static inline bool pair_is(const struct synonym_pair *p, unsigned grades)
{
    return p->grade != GRADE_NONE && (grades >> p->grade & 1);
}

struct value_pairs {
    const struct synonym_pair *const *items;
    uint32_t count;
};

/* The lines for values, in the order of the file; none is the other way round of another. */
struct value_pairs value_pairs_of(const struct lexicon *l);

enum { VALUE_GROUP_MAX = 24 };

/* Values that can replace each other: lines of one word that go both ways. */
struct value_group {
    struct str words[VALUE_GROUP_MAX];
    uint32_t count;
    const struct synonym_pair *line; /* the first of them: its grade and columns are those of all */
    uint32_t next;                   /* the line after the group */
};

/* The next group; false at the end. Begin with {.next = 0}. */
bool value_group_next(const struct lexicon *l, struct value_group *g);

/* Words that have no plural: merchandise. */
bool is_mass_word(const struct lexicon *l, struct str word);

/* Make l->pairs of the rows of synonyms.tsv; lexicon_load does. */
MUST_USE enum status synonym_pairs_index(struct lexicon *l, struct err *e);

#endif
