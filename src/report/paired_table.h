/* paired_table.h: two systems compared, as a table and as JSON. */
#ifndef TEQL_REPORT_PAIRED_TABLE_H
#define TEQL_REPORT_PAIRED_TABLE_H

#include "base/json_writer.h"
#include "report/paired.h"
#include "report/table.h"
#include "report/tally.h"

/* A row for each relation, in the order of `relations`, and one for all cases; no rows if the
 * systems have no case in common. */
struct table paired_table(struct arena *a, struct str first, struct str second,
                          const struct paired_list *list, const struct tally_list *relations);

/* The same for systems of several runs, and for experiments: instead of counts, the rates with the
 * spread between runs, and the relative change from the first. */
struct table paired_runs_table(struct arena *a, struct str first, struct str second,
                               const struct paired_list *list, const struct tally_list *relations);

/* An object: counts, rates and the interval of the difference, by relation and of all cases. With
 * `runs` also the spread between runs and the relative change. */
void paired_json(struct json_writer *w, const struct paired_list *list, bool runs);

#endif
