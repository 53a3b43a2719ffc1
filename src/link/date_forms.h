/* date_forms.h: dates as people write them: 2018-03-17 is "March 17, 2018". */
#ifndef TEQL_LINK_DATE_FORMS_H
#define TEQL_LINK_DATE_FORMS_H

#include "lexicon/lexicon.h"

enum { DATE_FORMS = 3 };

/* The forms of a date like 2018-03-17, in `a`. False where `text` is none. */
bool date_forms_of(struct arena *a, const struct lexicon *l, struct str text,
                   struct str out[DATE_FORMS]);

#endif
