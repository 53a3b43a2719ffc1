/* reviews.h: the decisions of people about the cases of a suite: reviews.jsonl in its folder.
 *
 * suite_open follows them: cases that were dropped are not there, and questions that were edited
 * are asked as they were edited. A reviewer needs the suite as it was made, and the decisions
 * beside it: suite_open_unreviewed and reviews_read. */
#ifndef TEQL_SUITE_REVIEWS_H
#define TEQL_SUITE_REVIEWS_H

#include "base/hash.h"
#include "base/recipe.h"
#include "record/review.h"
#include "suite/suite.h"

#define REVIEWS_FILE "reviews.jsonl"

/* A decision, and the one that it took the place of. */
struct review_step {
    uint32_t place;       /* of the case */
    struct review before; /* REVIEW_NONE for the first */
};

struct reviews {
    struct arena arena;
    const struct suite *suite;
    struct name_map places; /* of cases, by id */
    struct review *now;     /* by place of the case: what counts */
    struct review_step *steps;
    uint32_t n_steps;                  /* that can be taken back, the last first */
    uint32_t counts[REVIEW_DECISIONS]; /* cases, by what counts */
    size_t whole; /* bytes of the file that hold whole lines; what follows was cut short */
    bool open;    /* the last whole line has no newline */
    bool *found;  /* of each line: has a batch its case? NULL unless they are of a batch */
};

/* No decisions yet. The suite, which must be as it was made, must outlive them. */
void reviews_begin(struct reviews *r, const struct suite *s);
void reviews_release(struct reviews *r);

/* Read the file of the suite's folder. Without a file there are no decisions. A last line that was
 * cut short is ignored. Errors name the line: it is not a review, the suite does not have the case,
 * or the case has changed since it was reviewed. */
MUST_USE enum status reviews_read(struct reviews *r, const struct suite *s, struct err *e);

/* The same for decisions that are in memory: a text of lines. `path` is for errors. */
MUST_USE enum status reviews_parse(struct reviews *r, const struct suite *s, struct str text,
                                   const char *path, struct err *e);

/* A decision about the case at that place. Its texts must outlive the reviews. */
void reviews_take(struct reviews *r, uint32_t place, const struct review *it);

/* Place of the case of that id, or NAME_NONE. */
uint32_t reviews_find(const struct reviews *r, struct str id);

/* Remove the dropped cases from the suite, and put the edited questions in place. The texts of the
 * reviews must outlive the suite. */
void reviews_apply(const struct reviews *r, struct suite *s);

/* The same for a suite that is read batch by batch (suite_reader.h): decisions about cases of other
 * batches are passed over; found[line] becomes true for those of this batch. */
MUST_USE enum status reviews_parse_batch(struct reviews *r, const struct suite *batch,
                                         struct str text, bool *found, const char *path,
                                         struct err *e);

/* After all batches: E_INPUT with the first line whose case was in no batch. */
MUST_USE enum status reviews_check_found(struct str text, const bool *found, const char *path,
                                         struct err *e);

/* The decisions of all batches added up. */
struct reviews_sum {
    struct digester edits;
    struct recipe decisions;
    struct reviewed so_far;
};

struct reviews_sum reviews_sum_begin(void);
void reviews_apply_batch(const struct reviews *r, struct suite *batch, struct reviews_sum *sum);

/* Its text lives in `a`. */
struct reviewed reviews_sum_end(struct reviews_sum *sum, struct arena *a);

/* The text of the file in the folder, in `a`; ptr NULL if there is no file. */
MUST_USE enum status reviews_text(struct arena *a, const char *dir, struct str *out, struct err *e);

/* Is there a file of decisions that is not empty? */
MUST_USE enum status reviews_there(const char *dir, bool *out, struct err *e);

#endif
