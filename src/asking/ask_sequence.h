/* ask_sequence.h: the order in which the questions of a suite are asked.
 *
 * Questions have places: all seeds, then all cases. They are asked in that order, but the cases of
 * several seeds take turns: the first case of each seed, then the second of each. For a system may
 * fail on all cases of one seed, and that should not look as if it failed altogether. Few seeds
 * take turns, because their cases share databases. */
#ifndef TEQL_ASKING_ASK_SEQUENCE_H
#define TEQL_ASKING_ASK_SEQUENCE_H

#include "suite/suite_survey.h"

/* The places in that order, on the heap; without turns unless `in_turn`. */
uint32_t *ask_sequence(const struct suite_outline *o, bool in_turn);

/* The end of the seeds from `first` on whose cases take turns. Their schemas are in memory
 * together, so there are fewer seeds if these are large. A suite may be cut there: of the seeds,
 * and of the cases, all before that end are asked before all after it. */
uint32_t ask_turn_end(const struct suite_outline *o, uint32_t first);

#endif
