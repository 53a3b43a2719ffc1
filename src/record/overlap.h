/* overlap.h: what a changed case still shares, word for word, with what it was made of.
 *
 * It says how hard a case is without asking a system: which of the things that its query reads the
 * question names, before and after; which words new names keep of the old ones; how many words of
 * the question changed. docs/reference/hardness.md defines each. Overlaps of cases add up to those
 * of a relation, and those of shards to those of the whole. */
#ifndef TEQL_RECORD_OVERLAP_H
#define TEQL_RECORD_OVERLAP_H

#include "base/record.h"

/* What a query reads, and a question can name. */
enum thing_kind { THING_TABLE, THING_COLUMN, THING_VALUE, N_THING_KINDS };

/* How many words of the old name are in the new one. */
enum name_keeping { NAME_KEEPS_ALL, NAME_KEEPS_SOME, NAME_KEEPS_NONE, N_NAME_KEEPINGS };

/* Things that a query reads, and those of them that its question names. */
struct named_things {
    uint64_t read, named;
};

struct thing_overlap {
    struct named_things before, after; /* of the seed, of the case */
};

struct overlap {
    uint64_t words; /* of the seed's question; 0: nothing was measured */
    uint64_t edits; /* words put in, left out or replaced */
    struct thing_overlap things[N_THING_KINDS]; /* zero if a query is unknown or unreadable */
    uint64_t names[N_NAME_KEEPINGS]; /* changed names of tables and columns that are read */
};

extern const struct record OVERLAP_RECORD; /* set if there are words */

void overlap_add(struct overlap *to, const struct overlap *from);

/* Figures */

enum overlap_figure {
#define OVERLAP_FIGURE(id, name, title, yes, of) OVERLAP_##id,
#include "record/overlap_figure.def"
#undef OVERLAP_FIGURE
    N_OVERLAP_FIGURES
};

const char *overlap_figure_name(enum overlap_figure f);  /* "named_before" */
const char *overlap_figure_title(enum overlap_figure f); /* of a column: "named" */

/* All kinds together. */
struct thing_overlap overlap_things(const struct overlap *o);

/* From 0 to 1; the share of edits may be greater. -1 if it is unknown: there is nothing of
 * which it could be a share. */
double overlap_rate(const struct overlap *o, enum overlap_figure f);

#endif
