/* normalization.c: move a column to a table of its own (NO, MT-TEQL §3.2).
 *
 * The new table has a row for each different value of the column, with a number as its key; the old
 * table keeps that number, NULL where the value was NULL, as a foreign key in the column's place.
 * Holds where the query does not read the column, `*` included. Columns of keys stay where they
 * are. */
#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "relation/change.h"
#include "relation/fresh_name.h"
#include "relation/key_use.h"
#include "relation/migration.h"
#include "relation/refusal.h"
#include "relation/schema/built_name.h"
#include "relation/table_use.h"

/* What names are made with. */
struct split_naming {
    struct taken_names taken;
    struct name_habits habits;
};

/* Does the column's name begin with its table's or the end of that, in singular or plural:
 * Pets.pet_age, Department_Stores.store_name? By the rules of spelling alone, so that names do not
 * depend on which dictionaries are installed. */
static bool repeats_table(struct arena *a, struct str column, struct str table)
{
    static const struct inflection rules = {NULL, NULL};
    struct name_words all = name_split(a, column), of = name_split(a, table);
    bool repeats = false;
    for (uint32_t n = of.count; !repeats && n > 0; n--) {
        repeats = n <= all.count;
        for (uint32_t i = 0; repeats && i < n; i++)
            repeats = noun_same(a, &rules, all.items[i].text, of.items[of.count - n + i].text);
    }
    return repeats;
}

static bool ends_in_id(const struct name_words *w)
{
    return w->count > 0 && str_eq(w->items[w->count - 1].text, STR("id"));
}

/* "singer" and "Song_Name" make singer_song_name; where that is taken, or says a word twice, a word
 * for a list of values is added. */
static bool name_table(struct arena *a, const struct schema *s, const struct split_naming *n,
                       struct migration_split *split)
{
    static const struct str LISTS[] = {STR_INIT("list"), STR_INIT("lookup"), STR_INIT("reference")};
    const struct schema_column *c = &s->columns[split->column];
    const struct schema_table *t = &s->tables[c->table];
    bool twice = repeats_table(a, c->name, t->name);
    struct str name = c->name, natural = c->natural;
    if (!twice) {
        name = arena_printf(a, "%.*s %.*s", STR_ARG(t->name), STR_ARG(c->name));
        natural = arena_printf(a, "%.*s %.*s", STR_ARG(t->natural), STR_ARG(c->natural));
    }
    split->table = name_written_like(a, t->name, name);
    split->table_natural = natural;
    if (!twice && name_is_fresh(a, &n->taken, split->table))
        return true;
    for (size_t i = 0; i < sizeof LISTS / sizeof *LISTS; i++) {
        split->table =
            name_written_like(a, t->name, arena_printf(a, "%.*s %s", STR_ARG(name), LISTS[i].ptr));
        split->table_natural = arena_printf(a, "%.*s %s", STR_ARG(natural), LISTS[i].ptr);
        if (name_is_fresh(a, &n->taken, split->table))
            return true;
    }
    return false;
}

/* `word` as the last one of the column's name: Location_ID; in the place of an "id" that is there,
 * Team_Key, unless that is all there is. */
static void name_reference(struct arena *a, const struct split_naming *n,
                           const struct schema_column *c, struct str word,
                           struct migration_split *split)
{
    struct name_words w = name_split(a, c->name), natural = name_split(a, c->natural);
    bool replaced = ends_in_id(&w) && w.count > 1 && ends_in_id(&natural);
    if (replaced) {
        split->key = name_replace(a, &w, w.count - 1, w.count, word);
        split->key_natural = name_replace(a, &natural, natural.count - 1, natural.count, word);
    } else {
        split->key = name_with_word(a, &n->habits, c->name, word);
        split->key_natural = arena_printf(a, "%.*s %.*s", STR_ARG(c->natural), STR_ARG(word));
    }
    split->reference = split->key;
    split->reference_natural = split->key_natural;
}

/* The key and the column that refers to it have one name, as Spider's databases like it. */
static bool name_key(struct arena *a, const struct schema *s, const struct split_naming *n,
                     struct migration_split *split)
{
    static const struct str KEYS[] = {STR_INIT("id"), STR_INIT("key"), STR_INIT("no")};
    const struct schema_column *c = &s->columns[split->column];
    struct name_words w = name_split(a, c->name);
    for (size_t i = ends_in_id(&w) ? 1 : 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        name_reference(a, n, c, KEYS[i], split);
        if (name_is_fresh(a, &n->taken, split->key) && !str_eq_nocase(split->key, split->table))
            return true;
    }
    return false;
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct table_use use = table_use_of(a, s);
    struct split_naming naming = {taken_names_of(a, s), name_habits_of(a, s->schema)};
    struct migration_split *splits = ARENA_ARRAY(a, struct migration_split, s->schema->n_columns);
    uint32_t n = 0;
    for (uint32_t c = 1; c < s->schema->n_columns; c++) {
        splits[n] = (struct migration_split){.column = c};
        if (column_is_free(s, &use, c) && table_is_free(s, &use, s->schema->columns[c].table) &&
            refuse_unless(s, key_use_of(s->schema, c) == 0, REFUSED_COLUMN_OF_KEY) &&
            refuse_unless(s,
                          name_table(a, s->schema, &naming, &splits[n]) &&
                              name_key(a, s->schema, &naming, &splits[n]),
                          REFUSED_NAME_TAKEN))
            n++;
    }
    *plan = splits;
    return n;
}

static bool make(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                 struct test_case *out)
{
    const struct migration_split *split = (const struct migration_split *)plan + i;
    struct change change;
    change_begin(&change);
    change_put_column(&change, "moved", s->schema, split->column);
    change_put(&change, "to_table", split->table);
    change_put(&change, "key", split->key);
    out->migration = migration_split_column(a, s->schema, split);
    out->change = change_end(&change, a);
    return true;
}

const struct relation relation_NO = {
    "NO",
    "normalization",
    "mt-teql",
    {.summary = "a column moves to a table of its own",
     .what =
         "A column moves to a new table. In its place, the old table has the key of the new one.",
     .before = "customer (id, name, city, age)",
     .after = "customer (id, name, city_id → customer_city, age)\ncustomer_city (city_id, city)",
     .answer = "The answer stays: the query does not read the column.",
     .page = "docs/schema-relations.md"},
    count,
    make,
};
