/* find_links.c: foreign keys, declared or found by names and values. */
#include "grammar/learn.h"

#include "lexicon/name_style.h"
#include "schema/keys.h"

struct links {
    struct arena *arena;
    const struct grammar_world *world;
    struct known_link *items;
    uint32_t count;
};

/* The column that identifies the rows of a table: the only one of its primary key; without a
 * primary key, its "id". SCHEMA_NONE if there is none, or several. */
static uint32_t key_of(const struct grammar_world *w, uint32_t table)
{
    const struct schema_table *t = &w->schema->tables[table];
    uint32_t primary = SCHEMA_NONE, id = SCHEMA_NONE;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        if (w->schema->columns[c].primary && primary != SCHEMA_NONE)
            return SCHEMA_NONE;
        if (w->schema->columns[c].primary)
            primary = c;
        if (str_eq(w->columns[c].one, STR("id")))
            id = c;
    }
    return primary != SCHEMA_NONE ? primary : id;
}

static void add_link(struct links *l, struct known_link link)
{
    const struct schema *s = l->world->schema;
    link.from_table = s->columns[link.from].table;
    link.to_table = s->columns[link.to].table;
    if (link.from_table == link.to_table)
        return; /* no rule can say which of two rows of one table is meant */
    link.many = key_of(l->world, link.from_table) != link.from;
    ARENA_ADD(l->arena, l->items, l->count, link);
}

static void add_declared(struct links *l, bool *declared)
{
    const struct schema *s = l->world->schema;
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        declared[s->foreign_keys[i].from] = true;
        if (key_span_of(s, i).first == i)
            add_link(l, (struct known_link){.key = i,
                                            .from = s->foreign_keys[i].from,
                                            .to = s->foreign_keys[i].to});
    }
}

/* Found links */

static bool same_value(const struct content_value *x, const struct content_value *y)
{
    return x->number == y->number && str_eq(x->text, y->text);
}

/* Contents list numbers by size, then texts by their bytes. Numbers are compared by their text
 * alone: that is enough to go through both lists at once if all are whole. */
static bool is_contained(const struct column_content *part, const struct column_content *whole)
{
    uint32_t k = 0;
    if (!part || !whole || part->n_values == 0 || !part->complete || !whole->complete)
        return false;
    for (uint32_t i = 0; i < part->n_values; i++) {
        while (k < whole->n_values && !same_value(&part->values[i], &whole->values[k]))
            k++;
        if (k == whole->n_values)
            return false;
    }
    return true;
}

/* Does each row have a value of its own? */
static bool is_unique(const struct column_content *c)
{
    return c && c->complete && c->n_nulls == 0 && c->n_blobs == 0 && c->n_values == c->n_rows;
}

/* The name without its last word if that says that it is a key: "singer" of "singer_id"; else
 * empty. */
static struct str key_stem(struct arena *a, struct str name)
{
    struct str words = name_in_words(a, name);
    size_t last = str_after_last(words, ' ');
    bool key = last > 0 && str_among(str_slice(words, last, words.len), "id key code number no");
    return key ? str_slice(words, 0, last - 1) : STR("");
}

/* Keys by their names, and by those of their tables. */
struct key_names {
    struct name_map by_table, by_column; /* the key; AMBIGUOUS if several have the name */
    bool *is_key;                        /* by column */
};

enum { AMBIGUOUS = SCHEMA_STAR };

static void put_key(struct arena *a, struct name_map *m, struct str name, uint32_t key)
{
    uint32_t known = name_map_get(m, name);
    if (name.len > 0)
        name_map_put(m, a, name, known == NAME_NONE || known == key ? key : AMBIGUOUS);
}

static struct key_names keys_by_name(struct arena *a, const struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct key_names out = {.is_key = arena_zalloc(a, s->n_columns + 1)};
    name_map_init(&out.by_table, a, 2 * s->n_tables);
    name_map_init(&out.by_column, a, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        uint32_t key = key_of(w, t);
        if (key == SCHEMA_NONE)
            continue;
        struct str words = name_in_words(a, s->columns[key].name);
        out.is_key[key] = true;
        put_key(a, &out.by_table, w->tables[t].one, key);
        put_key(a, &out.by_table, w->tables[t].many, key);
        if (!str_eq(words, STR("id")))
            put_key(a, &out.by_column, words, key);
    }
    return out;
}

/* Find the key that the column is named after: "singer_id" after that of the singers, or after a
 * key of the same name. There must be exactly one, and it must have all values of the column. */
static void find_link(struct links *l, const struct key_names *names, uint32_t column)
{
    const struct grammar_world *w = l->world;
    struct str stem = key_stem(l->arena, w->schema->columns[column].name);
    if (stem.len == 0 || names->is_key[column])
        return;
    uint32_t key = name_map_get(&names->by_table, stem);
    if (key == NAME_NONE)
        key = name_map_get(&names->by_column,
                           name_in_words(l->arena, w->schema->columns[column].name));
    if (key != NAME_NONE && key != AMBIGUOUS && is_unique(world_content(w, key)) &&
        is_contained(world_content(w, column), world_content(w, key)))
        add_link(
            l, (struct known_link){.key = GRAMMAR_NONE, .from = column, .to = key, .found = true});
}

/* Names of tables do not say which of two keys between the same tables is meant: home team or guest
 * team? */
static void mark_clear(struct links *l)
{
    struct name_map seen; /* the pair of tables → its first link */
    name_map_init_exact(&seen, l->arena, l->count);
    for (uint32_t i = 0; i < l->count; i++) {
        struct str pair =
            arena_printf(l->arena, "%u %u", l->items[i].from_table, l->items[i].to_table);
        uint32_t first = name_map_get(&seen, pair);
        l->items[i].clear = first == NAME_NONE;
        if (first == NAME_NONE)
            name_map_put(&seen, l->arena, pair, i);
        else
            l->items[first].clear = false;
    }
}

void learn_links(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    struct links l = {.arena = a, .world = w};
    bool *declared = arena_zalloc(a, w->schema->n_columns + 1);
    struct key_names names = keys_by_name(a, w);
    add_declared(&l, declared);
    for (uint32_t c = SCHEMA_STAR + 1; c < w->schema->n_columns; c++)
        if (!declared[c])
            find_link(&l, &names, c);
    mark_clear(&l);
    for (uint32_t i = 0; i < l.count; i++)
        l.items[i].owned = owned_name(a, k, w, l.items[i].from_table, l.items[i].to_table);
    w->links = l.items;
    w->n_links = l.count;
}
