/* relation_label.h: relations as people read them: code and name. */
#ifndef TEQL_REPORT_RELATION_LABEL_H
#define TEQL_REPORT_RELATION_LABEL_H

#include "base/arena.h"

/* Characters of the longest label of a relation of ours. */
enum { RELATION_LABEL_WIDTH = 25 };

/* "PI   prefix insertion"; the id alone if the relation is not ours. In `a`. */
struct str relation_label(struct arena *a, struct str id);

#endif
