/* canonical_draw.h: the pairs of one element over one database.
 *
 * The rules of the element take turns, and so do the tables: a table with many columns has many
 * more pairs than one with few, but is asked about as often. Views have a turn after each table, so
 * that many views leave half of the turns to the tables. Within a table a pair is drawn by its
 * number. One that is not sound is rejected, and another is drawn in its place. When all have had
 * their turn and more are wanted, they have it again with another wording. The pairs depend on the
 * database, the element and the random seed alone. */
#ifndef TEQL_CANONICAL_CANONICAL_DRAW_H
#define TEQL_CANONICAL_CANONICAL_DRAW_H

#include "canonical/canonical_check.h"
#include "grammar/grammar.h"
#include "grammar/world.h"
#include "record/seed.h"

#include <stdatomic.h>

enum canonical_wording { WORDING_NATURAL, WORDING_PAPER };

/* What is drawn, and how. */
struct canonical_draw {
    const struct grammar *grammar;
    struct str element;
    const struct dataset_subject *subject;
    const struct grammar_world *world;
    bool *asked; /* by table: there are questions about it; NULL for all. It becomes false if a
                    query over the table alone takes too long. */
    struct canonical_checker *checker; /* NULL: nothing is run */
    uint32_t most;
    enum canonical_wording wording;
    uint64_t random_seed;
    const atomic_int *stop; /* drawing ends when it becomes true; NULL for never */
};

struct canonical_pairs {
    struct seed *seeds; /* without numbers and counts of columns */
    uint32_t count;
    uint64_t rejected[CANONICAL_SOUND];
    struct str failure; /* of the first query that failed; or ptr NULL */
};

/* Draw pairs. They live in `a`; `scratch` is left as it was. E_HOST if the machine failed. */
MUST_USE enum status canonical_draw(const struct canonical_draw *d, struct arena *a,
                                    struct arena *scratch, struct canonical_pairs *out,
                                    struct err *e);

#endif
