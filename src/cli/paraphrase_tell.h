/* paraphrase_tell.h: what became of asking a language model for paraphrases and synonyms. */
#ifndef TEQL_CLI_PARAPHRASE_TELL_H
#define TEQL_CLI_PARAPHRASE_TELL_H

#include "model/paraphraser.h"
#include "model/synonym_asker.h"

/* Tell it on standard output. */
void paraphrase_tell(const struct paraphrase_outcome *o);
void synonym_tell(const struct synonym_outcome *o);

#endif
