/* trigger.h: phrases of a question that ask for a part of a query. */
#ifndef TEQL_NLIDB_TRIGGER_H
#define TEQL_NLIDB_TRIGGER_H

#include "link/phrase_book.h"

enum trigger {
#define TRIGGER(id, name) TRIGGER_##id,
#include "nlidb/trigger.def"
#undef TRIGGER
    N_TRIGGERS
};

/* Add the phrases of data/keyword/question_triggers.tsv; lines of unknown triggers are ignored. */
void triggers_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z);

#endif
