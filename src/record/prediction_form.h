/* prediction_form.h: is a file of predictions one JSON value for all, where lines are wanted?
 *
 * BIRD's predict_*.json is an object, {"0": "SELECT …\t----- bird -----\tdb_id", …}, on one line or
 * on many. Taken for lines of SQL, each of them would be a wrong prediction. */
#ifndef TEQL_RECORD_PREDICTION_FORM_H
#define TEQL_RECORD_PREDICTION_FORM_H

#include "base/err.h"

/* Begins zeroed. */
struct prediction_form {
    uint32_t n_lines; /* that are not blank */
    bool may_be_one;  /* the first is a brace or bracket alone */
};

/* Show the next line of the file, as long as these are asked for: the first two that are not blank
 * tell. E_INPUT, with the line and what to do, where the file is one JSON value. */
MUST_USE enum status prediction_form_look(struct prediction_form *f, struct str line,
                                          uint32_t number, struct err *e);

#endif
