/* evidence.c: names replaced in running text. */
#include "migration/evidence.h"

#include "base/buf.h"

/* A name of the old schema that the new one changes. */
struct evidence_name {
    struct str from, to;
    uint32_t bearers; /* tables and columns with both names */
};

struct evidence_names {
    struct arena *arena;
    struct evidence_name *items;
    uint32_t count;
};

static void add_renaming(struct evidence_names *l, struct str from, struct str to)
{
    if (from.len == 0 || str_eq(from, to))
        return;
    for (uint32_t i = 0; i < l->count; i++)
        if (str_eq_nocase(l->items[i].from, from) && str_eq(l->items[i].to, to)) {
            l->items[i].bearers++;
            return;
        }
    ARENA_ADD(l->arena, l->items, l->count, (struct evidence_name){from, to, 1});
}

static uint32_t bearers_of(const struct schema *s, struct str name)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < s->n_tables; t++)
        n += str_eq_nocase(s->tables[t].name, name);
    for (uint32_t c = 1; c < s->n_columns; c++)
        n += str_eq_nocase(s->columns[c].name, name);
    return n;
}

static void add_table(struct evidence_names *l, const struct migration *m,
                      const struct migration_table *t)
{
    const struct schema *old = m->old;
    if (!t->split)
        add_renaming(l, old->tables[t->base].name, t->name);
    for (uint32_t c = 0; c < t->n_columns; c++) {
        struct migration_column column = migration_column_of(m, t, c);
        bool is_old = column.source == MIGRATION_COPY || column.source == MIGRATION_JOINED;
        if (is_old && column.old != SCHEMA_NONE)
            add_renaming(l, old->columns[column.old].name, column.name);
    }
}

/* The names for which the new one is in no doubt. */
static struct evidence_names renamings_of(struct arena *a, const struct migration *m)
{
    struct evidence_names l = {.arena = a};
    uint32_t kept = 0;
    for (uint32_t t = 0; t < m->n_tables; t++)
        add_table(&l, m, &m->tables[t]);
    for (uint32_t i = 0; i < l.count; i++)
        if (l.items[i].bearers == bearers_of(m->old, l.items[i].from))
            l.items[kept++] = l.items[i];
    l.count = kept;
    return l;
}

static bool in_word(struct str s, size_t at)
{
    return at < s.len && ascii_word(s.ptr[at]);
}

/* The longest old name that is at `at` as whole words; or NULL. */
static const struct evidence_name *name_at(const struct evidence_names *l, struct str text,
                                           size_t at)
{
    const struct evidence_name *found = NULL;
    if (at > 0 && (text.ptr[at - 1] == '\'' || (in_word(text, at - 1) && in_word(text, at))))
        return NULL;
    for (uint32_t i = 0; i < l->count; i++) {
        const struct evidence_name *r = &l->items[i];
        size_t end = at + r->from.len;
        if (end <= text.len && str_eq_nocase(str_slice(text, at, end), r->from) &&
            !(in_word(text, end - 1) && in_word(text, end)) &&
            (!found || r->from.len > found->from.len))
            found = r;
    }
    return found;
}

static struct str rename_in(struct arena *a, const struct evidence_names *l, struct str text)
{
    struct buf out = {0};
    for (size_t at = 0; at < text.len;) {
        const struct evidence_name *r = name_at(l, text, at);
        if (r)
            buf_put(&out, r->to);
        else
            buf_putc(&out, text.ptr[at]);
        at += r ? r->from.len : 1;
    }
    return buf_keep(&out, a);
}

struct str evidence_over(struct arena *a, struct str evidence, const struct migration *m)
{
    if (!m || evidence.len == 0)
        return evidence;
    struct evidence_names l = renamings_of(a, m);
    return l.count ? rename_in(a, &l, evidence) : evidence;
}
