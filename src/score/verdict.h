/* verdict.h: what a system's answer to a case comes to, and to a seed. Lines of scores.json.
 *
 * A verdict holds values: the measures, the diagnosis, the first rows of both answers. Reports read
 * them as they are. */
#ifndef TEQL_SCORE_VERDICT_H
#define TEQL_SCORE_VERDICT_H

#include "base/record.h"
#include "diagnosis/diagnosis.h"
#include "engine/database.h"
#include "record/answer.h"
#include "score/cause.h"
#include "sql/elements.h"

/* The first rows of an answer, as people are shown them: long text is cut, and what JSON has no
 * word for is text, such as "(bytes)". */
struct excerpt {
    bool known;      /* false where nothing ran, or the query failed */
    uint64_t n_rows; /* of the whole answer */
    struct rows rows;
};

struct verdict {
    struct str id;        /* the case's */
    uint32_t seed_number; /* of the dataset */
    uint32_t seed;        /* place in the scores' seeds; not in the file */
    uint64_t digest; /* of what was asked: tells cases of one id in two suites apart; 0: unknown */
    double naturalness;      /* as the suite has it, 0 to 1; negative where unknown … */
    double seed_naturalness; /* … and that of the seed */
    struct str family, relation;
    enum cause cause; /* by the measure that was asked for */
    bool flaky;       /* asked again, it was answered differently */
    bool on_empty;    /* its proof rests on answers without rows */
    struct truths consistent, right;
    bool gold_late;     /* the gold took longer than the deadline: nobody knows what is right */
    struct str message; /* why the answer is no rows; may be empty */
    double ms;          /* as the answer has it, and so its tokens */
    struct answer_tokens tokens;

    /* Of errors only: */
    struct diagnosis diagnosis; /* ERROR_NONE: there is none */
    struct str expected; /* what should have been said, where the answer should change; else NULL */
    struct excerpt rows_before, rows_after; /* of the answer to the seed, or of the expected one */
};

struct seed_verdict {
    uint32_t number; /* in the dataset */
    struct str db_id;
    struct str hardness; /* ptr NULL where there is no gold, or Spider's grammar does not have it */
    struct str element, category; /* what a canonical question tests; ptr NULL for others … */
    uint32_t columns;             /* … and how many columns it asks for; 0: unknown */
    sql_element_set elements;     /* SQL elements of its query; 0: unknown */
    bool answered, flaky;         /* with SQL; asked again, differently */
    enum cause fault; /* of the answer by itself; CAUSE_CONSISTENT where there is none */
    struct truths right;
    bool gold_late;     /* as of a case */
    struct str message; /* why the answer is no rows; may be empty */
    double ms;          /* as the answer has it, and so its tokens */
    struct answer_tokens tokens;

    /* Of those that are wrong by execution only: */
    struct excerpt rows_expected, rows_given; /* of the gold, and of the answer */
};

extern const struct record VERDICT_RECORD, SEED_VERDICT_RECORD;

/* A verdict of which nothing is known. To begin with this, since not every unknown is zero. */
extern const struct verdict VERDICT_EMPTY;

/* The first rows of an answer. Lives in `a`. */
struct excerpt excerpt_of(struct arena *a, const struct query_result *answer);

/* The diagnosis copied to `a`, with all its text. */
struct diagnosis diagnosis_copy(struct arena *a, const struct diagnosis *d);

/* Parts of a verdict by themselves, as the file has them. */
void differences_json(struct json_writer *w, const struct diagnosis *d);
void excerpt_json(struct json_writer *w, const struct excerpt *x);
void excerpt_value_json(struct json_writer *w, const struct value *v);

#endif
