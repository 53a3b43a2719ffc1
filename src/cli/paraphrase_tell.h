/* paraphrase_tell.h: what became of asking for paraphrases, for `teql generate` and `teql test`. */
#ifndef TEQL_CLI_PARAPHRASE_TELL_H
#define TEQL_CLI_PARAPHRASE_TELL_H

#include "pipeline/paraphraser.h"

/* Tell it on standard output. */
void paraphrase_tell(const struct paraphrase_outcome *o);

#endif
