/* paraphrase_print.h: what became of asking a language model for paraphrases and synonyms. */
#ifndef TEQL_CLI_PARAPHRASE_PRINT_H
#define TEQL_CLI_PARAPHRASE_PRINT_H

#include "model/paraphraser.h"
#include "model/synonym_asker.h"

/* Tell it on standard output. */
void paraphrase_print(const struct paraphrase_outcome *o);
void synonym_print(const struct synonym_outcome *o);

#endif
