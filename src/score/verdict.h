/* verdict.h: the verdict on a system's answer to a case or a seed; a line of scores.json.
 *
 * A verdict holds values: the cause, the measures, the diagnosis, the first rows of both answers.
 */
#ifndef TEQL_SCORE_VERDICT_H
#define TEQL_SCORE_VERDICT_H

#include "base/record.h"
#include "diagnosis/diagnosis.h"
#include "engine/database.h"
#include "record/answer.h"
#include "record/overlap.h"
#include "sql/elements.h"

enum cause {
#define CAUSE(id, name, judged) CAUSE_##id,
#include "score/cause.def"
#undef CAUSE
    N_CAUSES
};

/* "consistent", "system error", … */
const char *cause_name(enum cause c);
extern const struct name_list CAUSE_NAMES;

/* Does a case with this cause count in the error rate? */
bool cause_is_judged(enum cause c);

/* Judged, and not consistent. */
bool cause_is_error(enum cause c);

enum truth { UNKNOWN, NO, YES };

/* By each measure. UNKNOWN without gold or database, or for SQL that Spider's grammar does not
 * have. Strict is only found if it was asked for, or decides. */
struct truths {
    enum truth exact, execution, strict;
};

/* The first rows of an answer, to be shown to people: long text is cut, and a value that JSON
 * cannot say is text, such as "(bytes)". */
struct excerpt {
    bool known;      /* false if nothing ran, or the query failed */
    uint64_t n_rows; /* of the whole answer */
    struct rows rows;
};

struct verdict {
    struct str id;        /* the case's */
    uint32_t seed_number; /* of the dataset */
    uint32_t seed;        /* place in the scores' seeds; not in the file */
    uint64_t digest;      /* of what was asked: cases of two suites may have one id; 0: unknown */
    double naturalness;   /* as the suite has it, 0 to 1; negative if unknown … */
    double seed_naturalness; /* … and that of the seed */
    struct overlap overlap;  /* of the case with its seed, as the suite has it */
    struct str family, relation;
    enum cause cause; /* by the measure that was asked for */
    bool flaky;       /* asked again, it was answered differently */
    bool on_empty;    /* its proof rests on answers without rows */
    struct truths consistent, right;
    bool gold_late;     /* the gold took longer than the deadline: nobody knows what is right */
    struct str message; /* why the answer gave no rows; may be empty */
    double ms;          /* of the answer, as the tokens are */
    struct answer_tokens tokens;

    /* Of errors only: */
    struct diagnosis diagnosis;
    struct str expected; /* the answer that was expected, if it differs from the seed's; or NULL */
    struct excerpt rows_before; /* of the answer to the seed, or of the expected one */
    struct excerpt rows_after;
};

struct seed_verdict {
    uint32_t number; /* in the dataset */
    struct str db_id;
    struct str hardness; /* ptr NULL without gold, or if Spider's grammar does not have it */
    struct str element, category; /* what a canonical question tests; ptr NULL for others … */
    uint32_t columns;             /* … and how many columns it asks for; 0: unknown */
    sql_element_set elements;     /* of its query; 0: unknown */
    bool answered, flaky;         /* with SQL; asked again, differently */
    enum cause fault;             /* of the answer by itself; CAUSE_CONSISTENT for none */
    struct truths right;
    bool gold_late; /* these four as in struct verdict */
    struct str message;
    double ms;
    struct answer_tokens tokens;

    /* If it is wrong by execution: */
    struct excerpt rows_expected, rows_given; /* of the gold, and of the answer */
};

extern const struct record VERDICT_RECORD, SEED_VERDICT_RECORD;

/* To begin with: nothing is known, which not every field says by zero. */
extern const struct verdict VERDICT_EMPTY;

/* The first rows of an answer. Lives in `a`. */
struct excerpt excerpt_of(struct arena *a, const struct query_result *answer);

/* A copy in `a`, with all its text. */
struct diagnosis diagnosis_copy(struct arena *a, const struct diagnosis *d);

/* Parts of a verdict by themselves, as the file has them. */
void differences_json(struct json_writer *w, const struct diagnosis *d);
void excerpt_json(struct json_writer *w, const struct excerpt *x);
void excerpt_value_json(struct json_writer *w, const struct value *v);

#endif
