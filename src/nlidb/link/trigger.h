/* trigger.h: phrases of a question that ask for a part of a query. */
#ifndef TEQL_NLIDB_LINK_TRIGGER_H
#define TEQL_NLIDB_LINK_TRIGGER_H

#include "nlidb/link/lemmas.h"
#include "nlidb/link/phrase_book.h"

enum trigger {
#define TRIGGER(id, name) TRIGGER_##id,
#include "nlidb/link/trigger.def"
#undef TRIGGER
    N_TRIGGERS
};

/* Add the phrases of data/question_triggers.tsv; a line of an unknown trigger is not used. */
void triggers_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z);

#endif
