/* ask_sequence.h: the order in which the questions of a suite are asked.
 *
 * Questions have places: all seeds, then all cases. They are asked in that order, but for cases in
 * turn: a system may fail on all cases of a seed. So that this does not look as if it had failed
 * altogether, the cases of several seeds are asked in turn: the first case of each seed, then the
 * second of each. They are few seeds, because their cases share databases. */
#ifndef TEQL_ASKING_ASK_SEQUENCE_H
#define TEQL_ASKING_ASK_SEQUENCE_H

#include "suite/suite_outline.h"

/* The places in that order, on the heap; without turns unless `in_turn`. */
uint32_t *ask_sequence(const struct suite_outline *o, bool in_turn);

/* The end of the seeds from `first` on whose cases are asked in turn: fewer where their schemas are
 * large, which are in memory together. A suite may be cut there, and all that is before is asked
 * before all that is behind, seeds and cases apart. */
uint32_t ask_turn_end(const struct suite_outline *o, uint32_t first);

#endif
