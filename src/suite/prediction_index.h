/* prediction_index.h: a file of predictions whose answers are found by id, without being in memory.
 *
 * For suites that are read batch by batch (suite_reader.h). The answers may be in any order. Of
 * each, 24 bytes are held: a hash of its id, and its place in the file. */
#ifndef TEQL_SUITE_PREDICTION_INDEX_H
#define TEQL_SUITE_PREDICTION_INDEX_H

#include "base/mapped_file.h"
#include "suite/predictions.h"

struct prediction_place {
    uint64_t key; /* of the id */
    uint64_t at;  /* where the line begins, or NO_LINE */
    uint32_t repeat;
    bool known; /* the suite has the id */
};

struct prediction_index {
    const char *path;
    struct mapped_file file;
    struct buf held; /* the same text, if the file can be read only once */
    bool plain;
    struct prediction_place *places; /* heap; by key, then as they come; plain ones as they come */
    size_t n_places, room;
    uint64_t count;   /* of answers */
    uint64_t unknown; /* of ids that the suite does not have: once it was checked */
    uint64_t again;   /* with id and repeat of an earlier one: they count as repeats of that */
    uint64_t n_known;
    uint32_t first_seed; /* of the suite */
    char first_case[40], stranger[40];
    bool noted;
};

/* Read and check all lines. `path` must stay. On failure there is nothing to close. */
MUST_USE enum status prediction_index_open(struct prediction_index *x, const char *path,
                                           struct err *e);
void prediction_index_close(struct prediction_index *x);

/* Note which answers are to the batch: once for each batch, in their order. */
void prediction_index_note(struct prediction_index *x, const struct suite *batch);

/* After that: can they be predictions to the suite, of which `whole` has the counts? E_INPUT if
 * none of the ids is of the suite, or there are not as many plain lines as seeds and cases. */
MUST_USE enum status prediction_index_check(struct prediction_index *x, const struct suite *whole,
                                            struct err *e);

/* Add the answers to the suite of `out`, which may have any of the seeds. They must have ids. */
MUST_USE enum status prediction_index_add(const struct prediction_index *x, struct predictions *out,
                                          struct err *e);

/* The same for answers without ids, which are in the order of the whole suite: those to the seeds
 * of the batch that the suite of `out` has too. `n_seeds` is that of the whole suite. */
void prediction_index_add_plain(const struct prediction_index *x, const struct suite *batch,
                                uint32_t n_seeds, struct predictions *out);

/* The answers to the batch, for the caller to release; `n_seeds` is that of the whole suite. */
MUST_USE enum status prediction_index_read(const struct prediction_index *x,
                                           const struct suite *batch, uint32_t n_seeds,
                                           struct predictions *out, struct err *e);

/* All of it for a suite that is in memory as a whole: the answers in the file at `path`
 * (predictions.h). Errors name file, line and column. */
MUST_USE enum status predictions_load(struct predictions *p, const struct suite *s,
                                      const char *path, struct err *e);

#endif
