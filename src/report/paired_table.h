/* paired_table.h: two systems compared, as a table and as JSON. */
#ifndef TEQL_REPORT_PAIRED_TABLE_H
#define TEQL_REPORT_PAIRED_TABLE_H

#include "base/json_writer.h"
#include "report/paired.h"
#include "report/table.h"
#include "report/tally.h"

/* A row for each relation, in the order of `relations`, and one for all together; without rows
 * where no case is the same. */
struct table paired_table(struct arena *a, struct str first, struct str second,
                          const struct paired_list *list, const struct tally_list *relations);

/* The same for systems of several runs, and for experiments: the rates with the spread between
 * runs, and by how much the second changed the first's, instead of counts. */
struct table paired_runs_table(struct arena *a, struct str first, struct str second,
                               const struct paired_list *list, const struct tally_list *relations);

/* An object: counts, rates and the interval of the difference, by relation and of all. With `runs`
 * also what varies from run to run, and the relative change. */
void paired_json(struct json_writer *w, const struct paired_list *list, bool runs);

#endif
