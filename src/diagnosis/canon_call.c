/* canon_call.c: function calls and their windows. A named window is replaced by its definition. */
#include "diagnosis/canon.h"

/* A window with the parts of the window that it refers to. */
struct whole_window {
    const struct sql_expr_list *partition;
    const struct sql_order *order;
    const struct sql_window *frame; /* the window that gives the frame */
};

/* The last window of that name before number `before` of the WINDOW clause, or NULL. A later
 * definition may refer to an earlier one. */
static const struct sql_window *find_window(const struct sql_core *core, struct str name,
                                            uint32_t before)
{
    while (before-- > 0)
        if (str_eq_nocase(core->windows[before].name.text, name))
            return &core->windows[before];
    return NULL;
}

static struct whole_window whole_window(const struct sql_core *core, const struct sql_window *w)
{
    struct whole_window whole = {&w->partition, &w->order, w};
    const struct sql_window *base = w;
    for (uint32_t before = core->n_windows; base->base.text.ptr;
         before = (uint32_t)(base - core->windows)) {
        bool only_base = base->only_base;
        base = find_window(core, base->base.text, before);
        if (!base)
            break;
        if (whole.partition->count == 0)
            whole.partition = &base->partition;
        if (whole.order->count == 0)
            whole.order = &base->order;
        if (only_base)
            whole.frame = base;
    }
    return whole;
}

static struct term *canon_bound(struct canon *c, struct canon_scope *s,
                                const struct sql_frame_bound *b)
{
    static const struct str KINDS[] = {
        [SQL_UNBOUNDED_PRECEDING] = STR_INIT("unbounded preceding"),
        [SQL_PRECEDING] = STR_INIT("preceding"),
        [SQL_CURRENT_ROW] = STR_INIT("current row"),
        [SQL_FOLLOWING] = STR_INIT("following"),
        [SQL_UNBOUNDED_FOLLOWING] = STR_INIT("unbounded following"),
    };
    struct term *offset = canon_expr(c, s, b->offset);
    return term_make(c->arena, TERM_BOUND, KINDS[b->kind], TERMS(c->arena, offset));
}

static struct str frame_name(struct canon *c, const struct sql_window *w)
{
    static const char *const UNITS[] = {
        [SQL_FRAME_NONE] = "",
        [SQL_FRAME_ROWS] = "rows",
        [SQL_FRAME_RANGE] = "range",
        [SQL_FRAME_GROUPS] = "groups",
    };
    static const char *const EXCLUDES[] = {
        [SQL_EXCLUDE_NONE] = "",
        [SQL_EXCLUDE_NO_OTHERS] = "no others",
        [SQL_EXCLUDE_CURRENT_ROW] = "current row",
        [SQL_EXCLUDE_GROUP] = "group",
        [SQL_EXCLUDE_TIES] = "ties",
    };
    return arena_printf(c->arena, "%s exclude %s", UNITS[w->unit], EXCLUDES[w->exclude]);
}

/* A frame that gives only its start ends at the current row. */
static struct term *canon_frame(struct canon *c, struct canon_scope *s, const struct sql_window *w)
{
    static const struct sql_frame_bound CURRENT = {SQL_CURRENT_ROW, NULL};
    if (w->unit == SQL_FRAME_NONE)
        return canon_absent(c);
    struct term *start = canon_bound(c, s, w->start);
    struct term *end = canon_bound(c, s, w->end ? w->end : &CURRENT);
    return term_make(c->arena, TERM_FRAME, frame_name(c, w), TERMS(c->arena, start, end));
}

static struct term *canon_window(struct canon *c, struct canon_scope *s, const struct sql_window *w)
{
    const struct canon_scope *own = s;
    while (own && !own->core)
        own = own->outer;
    if (!w || !own)
        return canon_absent(c);
    struct whole_window whole = whole_window(own->core, w);
    struct term *partition =
        term_make_bag(c->arena, TERM_LIST, STR(""), canon_exprs(c, s, whole.partition));
    struct term *order = canon_order(c, s, whole.order, canon_expr);
    struct term *frame = canon_frame(c, s, whole.frame);
    return term_make(c->arena, TERM_WINDOW, STR(""), TERMS(c->arena, partition, order, frame));
}

struct term *canon_call(struct canon *c, struct canon_scope *s, const struct sql_expr *x)
{
    struct str name = arena_str_lower(c->arena, x->as.call.name.text);
    const char *how = x->as.call.distinct ? " distinct" : x->as.call.star ? " *" : "";
    struct str text = arena_printf(c->arena, "%.*s%s", STR_ARG(name), how);
    struct term_list list = canon_exprs(c, s, &x->as.call.args);
    struct term *args = term_make(c->arena, TERM_LIST, STR(""), list);
    struct term *filter = canon_expr(c, s, x->as.call.filter);
    struct term *over = canon_window(c, s, x->as.call.over);
    return term_make(c->arena, TERM_CALL, text, TERMS(c->arena, args, filter, over));
}
