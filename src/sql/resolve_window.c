/* resolve_window.c: the windows that functions range over.
 *
 * A window may be made from an earlier one of the WINDOW clause, to which it adds an order or a
 * frame. Names in the WINDOW clause are bound when a function uses the window, in the scope of that
 * function; a window that none uses may name anything. */
#include "sql/resolver.h"

/* SQLite compares names of windows as they are written, quotes and all. */
static struct str as_written(const struct resolver *r, const struct sql_name *name)
{
    return str_slice(r->stmt->text, name->span.start, name->span.end);
}

/* The last of the first `n` windows that has that name, or NULL. */
static const struct sql_window *find_window(const struct resolver *r,
                                            const struct sql_window *windows, uint32_t n,
                                            const struct sql_name *name)
{
    while (n-- > 0)
        if (str_eq_nocase(as_written(r, &windows[n].name), as_written(r, name)))
            return &windows[n];
    return NULL;
}

static enum status no_such_window(struct resolver *r, const struct sql_window *w)
{
    return resolver_fail(r, w->span, "no such window: %.*s", STR_ARG(as_written(r, &w->base)));
}

/* The window that a window of the WINDOW clause is made from, or NULL. */
static const struct sql_window *base_of(const struct resolver *r, const struct sql_window *w,
                                        const struct sql_window *windows)
{
    return w->base.text.ptr ? find_window(r, windows, (uint32_t)(w - windows), &w->base) : NULL;
}

static bool is_ordered(const struct resolver *r, const struct sql_window *w,
                       const struct sql_window *windows)
{
    while (w && w->order.count == 0)
        w = base_of(r, w, windows);
    return w;
}

enum status window_check_frame(struct resolver *r, const struct sql_window *w)
{
    if (!w->start)
        return OK;
    enum sql_bound_kind start = w->start->kind, end = w->end ? w->end->kind : SQL_CURRENT_ROW;
    bool backwards = (start == SQL_CURRENT_ROW && end == SQL_PRECEDING) ||
                     (start == SQL_FOLLOWING && (end == SQL_PRECEDING || end == SQL_CURRENT_ROW));
    if (backwards)
        return resolver_fail(r, w->span, "unsupported frame specification");
    return OK;
}

enum status window_check_base(struct resolver *r, const struct sql_window *w,
                              const struct sql_window *windows, uint32_t n)
{
    const char *clause = NULL;
    if (!w->base.text.ptr)
        return OK;
    const struct sql_window *base = find_window(r, windows, n, &w->base);
    if (!base)
        return no_such_window(r, w);
    if (w->partition.count > 0)
        clause = "PARTITION clause";
    else if (w->order.count > 0 && is_ordered(r, base, windows))
        clause = "ORDER BY clause";
    else if (base->unit != SQL_FRAME_NONE)
        clause = "frame specification";
    if (clause)
        return resolver_fail(r, w->span, "cannot override %s of window: %.*s", clause,
                             STR_ARG(as_written(r, &w->base)));
    return OK;
}

/* RANGE with offsets measures along the one value that the window is ordered by. */
static bool measures_range(const struct sql_window *w)
{
    return w->unit == SQL_FRAME_RANGE && (w->start->offset || (w->end && w->end->offset));
}

static enum status resolve_terms(struct resolver *r, struct scope *s, const struct sql_window *w)
{
    TRY(resolve_values(r, s, &w->partition));
    for (uint32_t i = 0; i < w->order.count; i++)
        TRY(resolve_value(r, s, w->order.items[i].expr));
    return OK;
}

enum status resolve_over(struct resolver *r, struct scope *s, const struct sql_expr *x)
{
    const struct sql_core *core = s->core->ast;
    const struct sql_window *w = x->as.call.over, *windows = core ? core->windows : NULL;
    const struct sql_window *base = NULL;
    uint32_t n_windows = core ? core->n_windows : 0, n_order = 0;
    s->has_window = true;
    if (!w->only_base)
        TRY(window_check_base(r, w, windows, n_windows));
    if (w->base.text.ptr) {
        base = find_window(r, windows, n_windows, &w->base);
        if (!base)
            return no_such_window(r, w);
    }
    for (const struct sql_window *part = w; part;) {
        TRY(resolve_terms(r, s, part));
        n_order += part->order.count;
        part = part == w ? base : base_of(r, part, windows);
    }
    if (measures_range(w->only_base && base ? base : w) && n_order != 1)
        return resolver_fail(
            r, x->span, "RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression");
    return resolve_value(r, s, x->as.call.filter);
}
