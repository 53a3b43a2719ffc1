/* differ.c: reporting differences, and their texts. */
#include "diagnosis/differ.h"

#include "base/hash.h"

/* Terms */

bool term_is_operator(const struct term *t, struct str text)
{
    return t->tag == TERM_OPERATOR && str_eq(t->text, text);
}

bool differ_is_connective(const struct term *t)
{
    return term_is_operator(t, STR("AND")) || term_is_operator(t, STR("OR"));
}

struct term_list term_kids(const struct term *t)
{
    return (struct term_list){t->kids, t->n_kids};
}

static void colour_items(const struct term *t)
{
    if (t->tag == TERM_ITEM && t->kids[0]->tag == TERM_TABLE)
        t->variable->colour = hash_combine(DIFFER_COLOUR_TABLE, hash_bytes(t->kids[0]->text));
    for (uint32_t i = 0; i < t->n_kids; i++)
        colour_items(t->kids[i]);
}

void differ_colour(struct term_tree *tree)
{
    for (uint32_t i = 0; i < tree->n_variables; i++)
        tree->variables[i]->colour = DIFFER_COLOUR_NAMED;
    colour_items(tree->root);
    term_rehash(tree->root);
}

/* Texts */

/* At most `most` bytes, but only whole characters. */
static size_t cut_at(struct str text, size_t most)
{
    while (most > 0 && ((unsigned char)text.ptr[most] & 0xc0) == 0x80)
        most--;
    return most;
}

struct str differ_tidy(struct arena *a, struct str text)
{
    static const struct str MORE = STR_INIT("…");
    text = str_trim(text);
    bool cut = text.len > DIAGNOSIS_MAX_TEXT;
    text.len = cut ? cut_at(text, DIAGNOSIS_MAX_TEXT) : text.len;
    char *out = arena_alloc(a, text.len + MORE.len);
    size_t n = 0;
    char quote = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (quote)
            quote = c == quote ? 0 : quote;
        else if (c == '\'' || c == '"' || c == '`')
            quote = c;
        bool space = !quote && ascii_space(c);
        if (!space || (n > 0 && out[n - 1] != ' '))
            out[n++] = space ? ' ' : c;
    }
    if (cut) {
        memcpy(out + n, MORE.ptr, MORE.len);
        n += MORE.len;
    }
    return (struct str){out, n};
}

/* " DESC" and the like, which follow the expression. */
static const char *order_suffix(const struct term *t)
{
    static const struct {
        struct str way;
        const char *suffix;
    } SUFFIXES[] = {
        {STR_INIT("asc nulls first"), " NULLS FIRST"},
        {STR_INIT("asc nulls last"), " NULLS LAST"},
        {STR_INIT("desc"), " DESC"},
        {STR_INIT("desc nulls first"), " DESC NULLS FIRST"},
        {STR_INIT("desc nulls last"), " DESC NULLS LAST"},
    };
    for (size_t i = 0; t->tag == TERM_ORDER && i < COUNT_OF(SUFFIXES); i++)
        if (str_eq(t->text, SUFFIXES[i].way))
            return SUFFIXES[i].suffix;
    return "";
}

struct str differ_text(struct differ *d, enum differ_side side, const struct term *t)
{
    if (!t)
        return STR("");
    if (t->end == 0)
        return STR("…");
    struct str text = differ_tidy(d->arena, str_slice(d->sql[side], t->start, t->end));
    return arena_printf(d->arena, "%.*s%s", STR_ARG(text), order_suffix(t));
}

/* Reports */

static bool has_room(struct differ *d, difference_set kinds)
{
    d->kinds |= kinds;
    if (kinds && d->out->n_items == DIAGNOSIS_MAX_ITEMS)
        d->out->n_more++;
    return kinds && d->out->n_items < DIAGNOSIS_MAX_ITEMS;
}

static void add_difference(struct differ *d, difference_set kinds, struct str before,
                           struct str after)
{
    struct diagnosis *out = d->out;
    ARENA_ADD(d->arena, out->items, out->n_items,
              (struct difference){.clause = d->clause,
                                  .depth = d->depth,
                                  .path = d->path,
                                  .kinds = kinds,
                                  .before = before,
                                  .after = after});
}

struct str differ_column_name(const struct differ *d, uint32_t column)
{
    const struct schema_column *c = &d->schema->columns[column];
    struct str table = c->table == SCHEMA_NONE ? STR("") : d->schema->tables[c->table].name;
    return arena_printf(d->arena, "%.*s.%.*s", STR_ARG(table), STR_ARG(c->name));
}

/* "name (singer.name)" */
static struct str name_column(const struct differ *d, struct str text, uint32_t column)
{
    struct str name = differ_column_name(d, column);
    return arena_printf(d->arena, "%.*s (%.*s)", STR_ARG(text), STR_ARG(name));
}

/* Two texts may be equal though they name columns of two tables: add the names of the tables. */
static void distinguish_columns(const struct differ *d, const struct term *x, const struct term *y,
                                struct str *before, struct str *after)
{
    if (!x || !y || !str_eq_nocase(*before, *after))
        return;
    uint32_t p = differ_first_column(x), q = differ_first_column(y);
    if (p == q || p >= d->schema->n_columns || q >= d->schema->n_columns)
        return;
    *before = name_column(d, *before, p);
    *after = name_column(d, *after, q);
}

void differ_report(struct differ *d, difference_set kinds, const struct term *before,
                   const struct term *after)
{
    if (!has_room(d, kinds))
        return;
    struct str x = differ_text(d, BEFORE, before), y = differ_text(d, AFTER, after);
    distinguish_columns(d, before, after, &x, &y);
    add_difference(d, kinds, x, y);
}

void differ_report_text(struct differ *d, difference_set kinds, struct str before, struct str after)
{
    if (has_room(d, kinds))
        add_difference(d, kinds, before, after);
}

void differ_report_pair(struct differ *d, const struct term *before, const struct term *after)
{
    struct diagnosis *out = d->out;
    uint32_t first = out->n_items;
    difference_set kinds = differ_expr(d, before, after);
    uint32_t last = out->n_items;
    differ_report(d, kinds, before, after);
    if (last == first || out->n_items == last)
        return;
    struct difference own = out->items[last];
    memmove(&out->items[first + 1], &out->items[first], (last - first) * sizeof own);
    out->items[first] = own;
}
