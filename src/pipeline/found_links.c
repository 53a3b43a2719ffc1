/* found_links.c: names first, since they cost nothing; then values. */
#include "pipeline/found_links.h"

enum { LINKS_MAX = 1000, LEAST_VALUES = 2 };

struct link_search {
    const struct schema *schema;
    const struct content_source *content;
};

static const struct column_content *content_of(const struct link_search *s, uint32_t column)
{
    return s->content->column(s->content->ctx, column);
}

/* Is there a key between the two tables already, or does the column refer to something? */
static bool is_known(const struct schema *s, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        const struct schema_foreign_key *k = &s->foreign_keys[i];
        if (k->from == from ||
            (s->columns[k->from].table == s->columns[from].table &&
             s->columns[k->to].table == s->columns[to].table) ||
            (s->columns[k->from].table == s->columns[to].table &&
             s->columns[k->to].table == s->columns[from].table))
            return true;
    }
    return false;
}

/* "customers" and "customer" are the same table here. */
static bool starts_with_table(struct str name, struct str table, size_t *end)
{
    *end = table.len;
    if (name.len >= table.len && str_eq_nocase(str_slice(name, 0, table.len), table))
        return true;
    if (table.len < 2 || ascii_lower(table.ptr[table.len - 1]) != 's')
        return false;
    *end = table.len - 1;
    return name.len >= *end && str_eq_nocase(str_slice(name, 0, *end), str_slice(table, 0, *end));
}

/* "customerid" and "customer_id" for `id` of customers, "cust_no" for `cust_no`; but two columns
 * `id` are two keys. */
static bool names_fit(const struct schema *s, uint32_t from, uint32_t to)
{
    struct str name = s->columns[from].name, key = s->columns[to].name;
    struct str table = s->tables[s->columns[to].table].name;
    size_t end;
    if (str_eq_nocase(name, key))
        return !s->columns[from].primary && !str_eq_nocase(key, STR("id"));
    if (!starts_with_table(name, table, &end))
        return false;
    if (end < name.len && name.ptr[end] == '_')
        end++;
    return str_eq_nocase(str_slice(name, end, name.len), key);
}

/* Is the column what its table is known by: its primary key, or without one its first column? */
static bool is_key(const struct schema *s, uint32_t column)
{
    const struct schema_table *t = &s->tables[s->columns[column].table];
    bool declared = false;
    for (uint32_t i = 0; i < t->n_columns; i++)
        declared = declared || s->columns[t->columns[i]].primary;
    return declared ? s->columns[column].primary : t->columns[0] == column;
}

/* Has the column each of its values once, and no other rows? */
static bool identifies(const struct column_content *c)
{
    return c && c->complete && c->n_values >= LEAST_VALUES && c->n_values == c->n_rows;
}

static bool same_value(const struct content_value *x, const struct content_value *y)
{
    return x->number == y->number && str_eq(x->text, y->text);
}

/* Both lists are in the same order, so one walk will do. */
static bool values_fit(const struct column_content *from, const struct column_content *to)
{
    uint32_t k = 0;
    if (!from || !from->complete || from->n_values == 0 || from->n_blobs > 0)
        return false;
    for (uint32_t i = 0; i < from->n_values; i++, k++) {
        while (k < to->n_values && !same_value(&from->values[i], &to->values[k]))
            k++;
        if (k == to->n_values)
            return false;
    }
    return true;
}

static bool is_link(const struct link_search *l, uint32_t from, uint32_t to)
{
    const struct schema *s = l->schema;
    const struct schema_table *target = &s->tables[s->columns[to].table];
    if (s->columns[from].table == s->columns[to].table || target->view ||
        s->tables[s->columns[from].table].view || !names_fit(s, from, to) || !is_key(s, to) ||
        is_known(s, from, to))
        return false;
    const struct column_content *key = content_of(l, to);
    return identifies(key) && values_fit(content_of(l, from), key);
}

void found_links_add(struct arena *a, struct schema *s, const struct content_source *content)
{
    const struct link_search search = {s, content};
    uint32_t declared = s->n_foreign_keys, n = declared;
    struct schema_foreign_key *keys =
        ARENA_ARRAY(a, struct schema_foreign_key, (size_t)declared + LINKS_MAX);
    if (declared > 0)
        memcpy(keys, s->foreign_keys, declared * sizeof *keys);
    for (uint32_t from = SCHEMA_STAR + 1; from < s->n_columns; from++)
        for (uint32_t to = SCHEMA_STAR + 1; to < s->n_columns && n < declared + LINKS_MAX; to++)
            if (is_link(&search, from, to)) {
                keys[n++] = (struct schema_foreign_key){from, to};
                break;
            }
    uint32_t *first = ARENA_ARRAY(a, uint32_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        first[i] = s->key_first && i < declared ? s->key_first[i] : i;
    if (s->key_first)
        s->key_first = first;
    s->foreign_keys = keys;
    s->n_foreign_keys = n;
}
