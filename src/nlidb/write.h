/* write.h: plan → SQL.
 *
 * The plan's columns say which tables are read, the join graph how they are joined. Names are
 * quoted where SQLite needs it. */
#ifndef TEQL_NLIDB_WRITE_H
#define TEQL_NLIDB_WRITE_H

#include "nlidb/join_graph.h"
#include "nlidb/plan.h"

/* In `a`; ptr NULL where the plan reads no table. */
struct str plan_write(const struct plan *p, const struct join_graph *g, struct arena *a);

#endif
