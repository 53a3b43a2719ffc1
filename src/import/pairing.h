/* pairing.h: which seed a published pair comes from.
 *
 * Seeds are the dataset's questions, under their numbers there. A question before a change that the
 * dataset does not have becomes a seed too, with a number after those of the dataset. */
#ifndef TEQL_IMPORT_PAIRING_H
#define TEQL_IMPORT_PAIRING_H

#include "dataset/dataset.h"
#include "import/pairs.h"

#define PAIRING_NONE UINT32_MAX

struct seed_pairing {
    struct arena arena;
    const struct dataset *dataset;
    struct name_map whole;               /* db_id, question and query to the number of a seed */
    struct name_map asked;               /* db_id and question to the last seed of the dataset */
    struct name_map here, anywhere;      /* db_id and query, or query alone, to the first seed */
    uint32_t *next_here, *next_anywhere; /* by number in the dataset: the next seed with that key */
    struct seed *more;                   /* that the dataset does not have */
    uint32_t n_more;
};

/* The dataset must outlive it. */
void pairing_begin(struct seed_pairing *p, const struct dataset *d);
void pairing_release(struct seed_pairing *p);

/* The number of the seed of `pair`. If the pair does not say what was before, it is the dataset's
 * question with the same query that has most words in common with the case's: over the same
 * database, or else over any; PAIRING_NONE if there is none. E_INPUT, with the line, if the pair
 * makes no sense. */
MUST_USE enum status pairing_find(struct seed_pairing *p, const struct question_pair *pair,
                                  uint32_t *out, struct err *e);

/* The seed with a number that pairing_find gave; good until its next call. */
const struct seed *pairing_seed(const struct seed_pairing *p, uint32_t number);

/* A query as it is compared: without a semicolon at its end, white space as one blank. In `a`. */
struct str pairing_query(struct arena *a, struct str query);

/* Are two queries over `s` the same as they are compared, or do they mean the same
 * (strict_match.h)? `a` is for scratch. */
bool pairing_same_query(struct arena *a, const struct schema *s, struct str x, struct str y);

#endif
