/* prediction_form.h: is a file of predictions, which should have lines, one JSON value?
 *
 * BIRD's predict_*.json is an object, {"0": "SELECT …\t----- bird -----\tdb_id", …}, on one line or
 * on many. Each of its lines, read as SQL, would be a wrong prediction. */
#ifndef TEQL_RECORD_PREDICTION_FORM_H
#define TEQL_RECORD_PREDICTION_FORM_H

#include "base/err.h"

/* Zeroed at the beginning. */
struct prediction_form {
    uint32_t n_lines; /* that are not blank */
    bool may_be_one;  /* the first is a brace or bracket alone */
};

/* Look at the next line of the file. The first two that are not blank suffice; others are ignored.
 * E_INPUT, with the line and what to do, if the file is one JSON value. */
MUST_USE enum status prediction_form_look(struct prediction_form *f, struct str line,
                                          uint32_t number, struct err *e);

#endif
