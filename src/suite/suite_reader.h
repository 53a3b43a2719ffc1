/* suite_reader.h: the files of a suite folder, read batch by batch.
 *
 * A batch is a `struct suite` of some seeds, one after another, with all their cases and the
 * schemas that these need. So a suite may be larger than memory. Only the names of all its schemas
 * are held. */
#ifndef TEQL_SUITE_SUITE_READER_H
#define TEQL_SUITE_SUITE_READER_H

#include "base/mapped_file.h"
#include "suite/schema_entries.h"
#include "suite/suite.h"

/* A file of lines while it is read. */
struct suite_lines {
    struct mapped_file file;
    const char *path;
    size_t at;     /* where the next line begins */
    uint32_t line; /* the number of the last one */
    struct mapped_passage passage;
};

/* A place in the files, in front of a seed. */
struct suite_place {
    size_t seeds_at, cases_at;
    uint32_t seeds_line, cases_line;
    uint32_t seeds_read, cases_read, last_seed; /* as the reader has them there */
    bool begun;
};

struct suite_reader {
    struct suite head; /* what the manifest says; after a survey, how many seeds and cases, too */
    struct schema_entries schemas;
    struct suite_lines seeds, cases;
    struct str reviews; /* the text of their file, or ptr NULL */
    bool *review_found; /* of each line of that text: has the suite its case? */
    uint32_t n_reviews; /* lines */
    uint32_t last_seed; /* number of the seed read last */
    bool begun;         /* there is one */
    uint32_t seeds_read, cases_read;
    bool lags; /* cases were passed over: the next ones do not belong to the next seed */
    struct suite_place *places; /* in front of each batch of the survey */
    uint32_t n_places;
    const uint32_t *only; /* numbers, rising, of the seeds that are wanted; NULL for all … */
    uint32_t n_only;
};

/* Where a batch ends. */
struct suite_bounds {
    uint32_t cases;       /* end after the seed that reaches this many */
    uint32_t seeds;       /* at most this many */
    uint32_t last_number; /* seeds up to that number */
    uint64_t schemas; /* end after the seed whose cases' schemas reach this many bytes; 0: no end */
    bool seeds_only;  /* without their cases */
};

/* Batches of a size that is good to work on. */
extern const struct suite_bounds SUITE_BATCH;

/* Read the manifest and find the schemas. Errors name file, line and column. */
MUST_USE enum status suite_reader_open(struct suite_reader *r, const char *dir, struct err *e);
void suite_reader_close(struct suite_reader *r);

/* The next batch, without schemas; without seeds at the end. The caller closes it before the
 * reader. Its reviews are applied, if the suite was surveyed. */
MUST_USE enum status suite_reader_next(struct suite_reader *r, const struct suite_bounds *bounds,
                                       struct suite *batch, struct err *e);

/* All of it in one batch, with schemas. For suite_open. */
MUST_USE enum status suite_reader_whole(struct suite_reader *r, bool reviewed, struct suite *out,
                                        struct err *e);

/* Called with each batch. */
typedef enum status suite_visit(void *ctx, struct suite *batch, struct err *e);

/* Go through the suite once: check all of it, read the reviews, and count seeds and cases in
 * `head`; then go back to the beginning. `visit` may be NULL. */
MUST_USE enum status suite_reader_survey(struct suite_reader *r, suite_visit *visit, void *ctx,
                                         struct err *e);

/* Visit the batches that the seeds of the range make, with their schemas, after a survey. */
MUST_USE enum status suite_reader_visit(struct suite_reader *r, struct place_range seeds,
                                        suite_visit *visit, void *ctx, struct err *e);

/* Visit all batches, with their schemas, after a survey. */
MUST_USE enum status suite_reader_visit_all(struct suite_reader *r, suite_visit *visit, void *ctx,
                                            struct err *e);

/* Survey the suite in the folder, and visit all of it. */
MUST_USE enum status suite_visit_all(const char *dir, suite_visit *visit, void *ctx, struct err *e);

/* The batch that the seeds of the range make, wherever they are, after a survey: with their
 * schemas and, unless `seeds_only`, their cases. The caller's to close before the reader. Reading
 * batches one after another is as fast as a visit. */
MUST_USE enum status suite_reader_batch(struct suite_reader *r, struct place_range seeds,
                                        bool seeds_only, struct suite *batch, struct err *e);

/* Read only the seeds of these numbers, which rise; the others are still checked. Places of seeds
 * and cases then count only these, so use it with suite_reader_next alone. */
void suite_reader_select(struct suite_reader *r, const uint32_t *numbers, uint32_t n);

/* Go back to the beginning. */
void suite_reader_rewind(struct suite_reader *r);

#endif
