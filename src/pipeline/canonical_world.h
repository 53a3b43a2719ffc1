/* canonical_world.h: a database as canonical questions see it.
 *
 * Of a large one only some tables are asked about. But what a question could also mean is looked
 * for in all of it. Where a database declares no key between two tables, and names and values tell
 * of one, tables are joined by that. */
#ifndef TEQL_PIPELINE_CANONICAL_WORLD_H
#define TEQL_PIPELINE_CANONICAL_WORLD_H

#include "dataset/dataset.h"
#include "grammar/world.h"
#include "lexicon/knowledge.h"
#include "store/content.h"

/* The rows of some tables of a schema, under the ids that these have by themselves. */
struct part_content {
    struct content_source whole;
    const uint32_t *column_was;
};

struct canonical_world {
    struct grammar_world whole; /* all tables */
    struct grammar_world asked; /* those that are asked about */
    uint32_t declared;          /* foreign keys of `asked` that are; those behind them were found */

    /* What the worlds point to. */
    struct schema schema, part;
    struct content_source content, content_of_part;
    struct part_content part_content;
};

/* Fill `w`, which must stay where it is. With more tables than `max_tables`, unless that is 0, some
 * are drawn, with such as they refer to. In `a`; contents are good as long as those of the reader.
 */
void canonical_world_of(struct canonical_world *w, struct arena *a, const struct knowledge *k,
                        struct content_reader *contents, const struct dataset_subject *subject,
                        uint32_t max_tables, uint64_t random_seed);

#endif
