/* walk.h: visit every node of a tree once, in source order.
 *
 * Callbacks may be NULL. A callback that returns false keeps the walk out of that node's children;
 * the matching `leave` is then not called. The walk itself cannot fail. Where an expression is
 * optional in the tree, sql_walk_expr() takes NULL and does nothing. */
#ifndef TEQL_SQL_WALK_H
#define TEQL_SQL_WALK_H

#include "sql/ast.h"

struct sql_walker {
    void *ctx;
    bool (*query)(void *ctx, const struct sql_query *q);
    void (*leave_query)(void *ctx, const struct sql_query *q);
    bool (*core)(void *ctx, const struct sql_core *c);
    void (*leave_core)(void *ctx, const struct sql_core *c);
    bool (*from)(void *ctx, const struct sql_from *f);
    bool (*expr)(void *ctx, const struct sql_expr *x);
    void (*leave_expr)(void *ctx, const struct sql_expr *x);
};

void sql_walk_query(const struct sql_walker *w, const struct sql_query *q);
void sql_walk_core(const struct sql_walker *w, const struct sql_core *c);
void sql_walk_from(const struct sql_walker *w, const struct sql_from *f);
void sql_walk_expr(const struct sql_walker *w, const struct sql_expr *x);

#endif
