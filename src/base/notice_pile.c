/* notice_pile.c: things with the same reason. */
#include "base/notice_pile.h"

#include "base/printable.h"

/* As many names as a message has room for, and more, so that it says that there are others. */
enum { NAMES_KEPT = 8 };

struct notice_heap {
    struct str kind, reason; /* of the first thing */
    bool differ;             /* others have the reason with another name */
    uint32_t count;
    uint32_t line;                /* of the first thing; 0 if unknown */
    struct str names[NAMES_KEPT]; /* of the first things */
};

/* What is left of a reason without the name that it ends with, or has in quotes. */
static struct str kind_of_reason(struct str reason)
{
    size_t end = reason.len;
    for (size_t i = 1; i < reason.len; i++) {
        if (strchr("'\"`", reason.ptr[i]))
            return str_slice(reason, 0, i);
        if (reason.ptr[i - 1] == ':' && reason.ptr[i] == ' ')
            end = i;
    }
    return str_slice(reason, 0, end);
}

static struct notice_heap *find_heap(struct notice_pile *p, struct str reason)
{
    struct str kind = kind_of_reason(reason);
    for (uint32_t i = 0; i < p->count; i++)
        if (str_eq(p->heaps[i].kind, kind))
            return &p->heaps[i];
    ARENA_PUSH(&p->arena, p->heaps, p->count);
    p->heaps[p->count] = (struct notice_heap){.reason = arena_str(&p->arena, reason)};
    p->heaps[p->count].kind = kind_of_reason(p->heaps[p->count].reason);
    return &p->heaps[p->count++];
}

void notice_pile_add(struct notice_pile *p, struct str name, uint32_t line, struct str reason)
{
    struct notice_heap *h = find_heap(p, reason);
    h->differ = h->differ || !str_eq(h->reason, reason);
    if (h->count == 0)
        h->line = line;
    if (h->count < NAMES_KEPT)
        h->names[h->count] = arena_str(&p->arena, name);
    h->count++;
}

/* The file and line of the first thing, between `before` and `after`; empty if they are unknown. */
static struct str place_of_first(struct arena *a, const struct notice_heap *h, const char *file,
                                 const char *before, const char *after)
{
    return file && h->line ? arena_printf(a, "%s%s:%u%s", before, file, h->line, after) : STR("");
}

static void tell_heap(struct notice_pile *p, const struct notice_heap *h,
                      const struct notice_wording *w, const struct listener *l)
{
    struct arena *a = &p->arena;
    if (h->count == 1)
        listener_notice(l, "%s %.*s %s: %.*s%.*s", w->thing, STR_ARG(h->names[0]), w->says,
                        STR_ARG(h->reason), STR_ARG(place_of_first(a, h, w->file, " (", ")")));
    else
        listener_notice(l, "%u %s %s: %.*s%s (%s%.*s)", h->count, w->things, w->say,
                        STR_ARG(h->reason), h->differ ? " and the like" : "",
                        some_names(a, h->names, h->count).ptr,
                        STR_ARG(place_of_first(a, h, w->file, "; the first is ", "")));
}

void notice_pile_tell(struct notice_pile *p, const struct notice_wording *w,
                      const struct listener *l)
{
    for (uint32_t i = 0; i < p->count; i++)
        tell_heap(p, &p->heaps[i], w, l);
    notice_pile_release(p);
}

void notice_pile_release(struct notice_pile *p)
{
    arena_release(&p->arena);
    *p = (struct notice_pile){.count = 0};
}
