/* ask_print.h: what asking would cost and what came of it, in lines on standard output. */
#ifndef TEQL_CLI_ASK_PRINT_H
#define TEQL_CLI_ASK_PRINT_H

#include "asking/plan.h"
#include "attacking/attack.h"
#include "model/paraphraser.h"
#include "model/synonym_asker.h"

/* What asking would cost (--dry-run). */
void plan_print(const struct ask_plan *p);

/* What came of asking a system; `path` is where the answers are. */
void ask_print(const char *path, const struct ask_outcome *o);

/* What came of asking a language model. */
void paraphrase_print(const struct paraphrase_outcome *o);
void synonym_print(const struct synonym_outcome *o);

/* How many questions were not attacked, and why; nothing if none was left out. */
void attack_print_left_out(const struct manifest_attack *a);

#endif
