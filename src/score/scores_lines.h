/* scores_lines.h: the pieces that scores.json is made of, in their order. */
#ifndef TEQL_SCORE_SCORES_LINES_H
#define TEQL_SCORE_SCORES_LINES_H

#include "score/scores.h"

/* All before the lists; `summary` as scores_writer_finish has it. The object stays open. */
void scores_head_text(struct buf *out, const struct scores *head, struct str summary);

/* Before the seeds, between seeds and cases, and behind these. */
#define SCORES_SEEDS STR(",\n\"seeds\":[")
#define SCORES_CASES STR("\n],\n\"cases\":[")
#define SCORES_END   STR("\n]}\n")

/* An entry of a list, with what stands before it. */
void seed_verdict_line(struct buf *out, const struct seed_verdict *v, bool first);
void verdict_line(struct buf *out, const struct verdict *v, bool first);

#endif
