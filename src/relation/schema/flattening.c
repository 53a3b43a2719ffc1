/* flattening.c: fold a table into the only one that refers to it (FL, MT-TEQL §3.2).
 *
 * The columns of the folded table, but for its key, become columns of the table that refers to it.
 * Holds where the key is unique, exactly one foreign key ends at the table, and the query does not
 * read it: then a left join neither drops nor repeats rows. So not applied to a table that refers
 * to itself, to a target that several keys share, and where the key is not the whole primary key.
 * The referring table gets more columns, so not where `*` stands for them.
 *
 * The question must stay clear, too. Each folded column is named after its table. Not applied where
 * the question names that table, or asks in the words of a folded column for something else. */
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/fresh_name.h"
#include "relation/refusal.h"
#include "relation/schema/folded_table.h"
#include "relation/table_use.h"
#include "schema/key_use.h"

struct fold {
    uint32_t key;                            /* foreign key, by number */
    const struct migration_fold_name *names; /* by place in the folded table */
};

static uint32_t table_of(const struct schema *s, uint32_t column)
{
    return s->columns[column].table;
}

static uint32_t primary_columns(const struct schema *s, const struct schema_table *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_columns; i++)
        n += s->columns[t->columns[i]].primary;
    return n;
}

/* Does another key end at the table this one ends at? */
static bool is_shared(const struct schema *s, uint32_t key)
{
    const struct schema_foreign_key *k = &s->foreign_keys[key];
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        const struct schema_foreign_key *other = &s->foreign_keys[i];
        bool same = other->from == k->from && other->to == k->to;
        if (!same && table_of(s, other->to) == table_of(s, k->to))
            return true;
    }
    return false;
}

/* May the schema be folded along this key, whatever is asked? */
static bool key_allows(const struct relation_seed *s, uint32_t key)
{
    const struct schema *schema = s->schema;
    struct schema_foreign_key k = schema->foreign_keys[key];
    const struct schema_table *to = &schema->tables[table_of(schema, k.to)];
    bool primary = schema->columns[k.to].primary;
    return refuse_unless(s, !key_listed_before(schema, key), REFUSED_KEY_TWICE) &&
           refuse_unless(s, table_of(schema, k.from) != table_of(schema, k.to),
                         REFUSED_KEY_TO_SELF) &&
           refuse_unless(s, primary, REFUSED_KEY_NOT_UNIQUE) &&
           refuse_unless(s, primary_columns(schema, to) == 1, REFUSED_KEY_COMPOSITE) &&
           refuse_unless(s, !is_shared(schema, key), REFUSED_KEY_SHARED) &&
           refuse_unless(s, to->n_columns > 1, REFUSED_KEY_ALONE);
}

/* What is looked at for each key of a seed. */
struct folding {
    const struct relation_seed *seed;
    struct table_use use;
    struct taken_names taken;
    struct name_map names; /* names_taken */
};

/* A name that stays, whichever table is folded. */
enum { NAME_STAYS = INT32_MAX };

static void take_columns(struct arena *a, const struct schema *s, uint32_t table,
                         struct name_map *names)
{
    const struct schema_table *t = &s->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        name_map_put(names, a, name_squeezed(a, s->columns[t->columns[i]].name), NAME_STAYS);
}

/* Names that a folded column may not have, besides those of the columns beside it: those of tables,
 * each with the only table that has it. Also those of the columns of tables that the query reads,
 * since an unqualified name must stay unambiguous, and a natural join must stay what it is. Made
 * once for all keys: there may be a thousand. */
static struct name_map names_taken(struct arena *a, const struct relation_seed *s)
{
    const struct schema *schema = s->schema;
    struct name_map names;
    name_map_init(&names, a, schema->n_tables);
    for (uint32_t t = 0; t < schema->n_tables; t++) {
        struct str name = name_squeezed(a, schema->tables[t].name);
        bool known = name_map_get(&names, name) != NAME_NONE;
        name_map_put(&names, a, name, known ? NAME_STAYS : t);
    }
    for (uint32_t t = 0; t < schema->n_tables; t++)
        if (s->table_read[t])
            take_columns(a, schema, t, &names);
    return names;
}

/* Has a table or column that stays the name? `beside` has the columns of the one folded into. */
static bool is_taken(const struct folding *w, const struct name_map *beside, uint32_t folded,
                     struct str squeezed)
{
    uint32_t whose = name_map_get(&w->names, squeezed);
    return (whose != NAME_NONE && whose != folded) || name_map_get(beside, squeezed) != NAME_NONE;
}

/* Names for the columns of the folded table. A no is counted: one says something else, or collides.
 */
static bool name_columns(struct arena *a, const struct folding *w, const struct folded_table *table,
                         struct fold *f)
{
    const struct schema *s = w->seed->schema;
    const struct schema_foreign_key *k = &s->foreign_keys[f->key];
    const struct schema_table *folded = &s->tables[table->table];
    struct name_map beside;
    name_map_init(&beside, a, 0);
    take_columns(a, s, table_of(s, k->from), &beside);
    struct migration_fold_name *names =
        ARENA_ARRAY(a, struct migration_fold_name, folded->n_columns);
    f->names = names;
    for (uint32_t i = 0; i < folded->n_columns; i++) {
        if (folded->columns[i] == k->to)
            continue;
        if (!refuse_unless(w->seed, folded_name(a, table, folded->columns[i], &names[i]),
                           REFUSED_NAME_MISLEADS))
            return false;
        struct str squeezed = name_squeezed(a, names[i].name);
        if (!refuse_unless(w->seed, !is_taken(w, &beside, table->table, squeezed),
                           REFUSED_NAME_TAKEN))
            return false;
        name_map_put(&beside, a, squeezed, i);
    }
    return true;
}

/* Are all of `part` among the words of `text`? */
static bool has_words(struct arena *a, const struct folding *w, struct str text,
                      const struct name_words *part)
{
    struct name_words words = name_split(a, text);
    for (uint32_t i = 0; i < part->count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < words.count && !found; k++)
            found = noun_same(a, &w->taken.inflection, words.items[k].text, part->items[i].text);
        if (!found)
            return false;
    }
    return true;
}

/* Does the query read a table or a column that the question may mean by these words? */
static bool query_explains(struct arena *a, const struct folding *w, const struct name_words *words)
{
    const struct schema *s = w->seed->schema;
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (w->seed->table_read[t] && has_words(a, w, s->tables[t].natural, words))
            return true;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++)
        if (w->seed->column_read[c] && has_words(a, w, s->columns[c].natural, words))
            return true;
    return false;
}

/* Could the question mean a folded column where it now stands? It asks for the names of orchestras,
 * of which the query reads the column "Orchestra"; now there is a "Conductor_Name" beside it. */
static bool question_means_column(struct arena *a, const struct folding *w,
                                  const struct folded_table *table, uint32_t key)
{
    const struct schema_table *t = &w->seed->schema->tables[table->table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        if (t->columns[i] == key)
            continue;
        struct name_words words = folded_attribute(a, table, t->columns[i]);
        if (question_has_words(a, &w->taken, &words) && !query_explains(a, w, &words))
            return true;
    }
    return false;
}

/* Is the question about the folded thing, though the query does without its table? Rows that
 * nothing refers to are lost, and it may mean one of them. */
static bool question_names_table(struct arena *a, const struct folding *w,
                                 const struct folded_table *table)
{
    return question_has_words(a, &w->taken, &table->noun) ||
           question_has_words(a, &w->taken, &table->natural);
}

static const struct migration_fold_name *keep_names(struct arena *a,
                                                    const struct migration_fold_name *names,
                                                    const struct schema_table *folded, uint32_t key)
{
    struct migration_fold_name *kept =
        ARENA_ARRAY(a, struct migration_fold_name, folded->n_columns);
    for (uint32_t i = 0; i < folded->n_columns; i++)
        if (folded->columns[i] != key)
            kept[i] = (struct migration_fold_name){arena_str(a, names[i].name),
                                                   arena_str(a, names[i].natural)};
    return kept;
}

/* Everything lives in `a`, the names of the columns too. */
static bool plan_fold(struct arena *a, const struct folding *w, struct fold *f)
{
    const struct relation_seed *s = w->seed;
    const struct schema *schema = s->schema;
    struct schema_foreign_key k = schema->foreign_keys[f->key];
    uint32_t to = table_of(schema, k.to), from = table_of(schema, k.from);
    if (!key_allows(s, f->key) || !refuse_unless(s, !s->table_read[to], REFUSED_TABLE_READ) ||
        !table_is_free(s, &w->use, from))
        return false;
    struct folded_table table = folded_table_of(a, s, w->taken.inflection, to, from);
    return refuse_unless(s, !question_names_table(a, w, &table), REFUSED_TABLE_NAMED) &&
           refuse_unless(s, !question_means_column(a, w, &table, k.to), REFUSED_FACT_ASKED) &&
           name_columns(a, w, &table, f);
}

static uint64_t count(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct schema *schema = s->schema;
    const struct folding work = {s, table_use_of(a, s), taken_names_of(a, s), names_taken(a, s)};
    struct fold *folds = ARENA_ARRAY(a, struct fold, schema->n_foreign_keys);
    struct arena scratch = {0}; /* of one key at a time: all but the names is soon forgotten */
    uint32_t n = 0;
    for (uint32_t i = 0; i < schema->n_foreign_keys; i++) {
        uint32_t to = schema->foreign_keys[i].to;
        folds[n].key = i;
        if (plan_fold(&scratch, &work, &folds[n])) {
            folds[n].names =
                keep_names(a, folds[n].names, &schema->tables[table_of(schema, to)], to);
            n++;
        }
        arena_clear(&scratch);
    }
    arena_release(&scratch);
    *plan = folds;
    return n;
}

static struct str describe(struct arena *a, const struct schema *s, uint32_t key,
                           const struct migration_fold_name *names)
{
    struct schema_foreign_key k = s->foreign_keys[key];
    const struct schema_table *folded = &s->tables[table_of(s, k.to)];
    struct change change;
    change_begin(&change);
    change_put(&change, "folded", folded->name);
    change_put(&change, "into", s->tables[table_of(s, k.from)].name);
    change_put_column(&change, "by", s, k.from);
    json_key(&change.json, STR("columns"));
    json_array_open(&change.json);
    for (uint32_t i = 0; i < folded->n_columns; i++)
        if (folded->columns[i] != k.to)
            json_put_str(&change.json, names[i].name);
    json_array_close(&change.json);
    return change_end(&change, a);
}

static bool make(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                 struct test_case *out)
{
    const struct fold *f = (const struct fold *)plan + i;
    out->migration = migration_fold_table(a, s->schema, f->key, f->names);
    out->change = describe(a, s->schema, f->key, f->names);
    return true;
}

const struct relation relation_FL = {
    .id = "FL",
    .name = "flattening",
    .family = "mt-teql",
    .text =
        {.summary = "a table is folded into another one",
         .what =
             "A table disappears, and its columns become columns of the table that refers to it.",
         .before = "product (id, title, price)\npurchase (id, customer_id → customer, product_id → "
                   "product, quantity, bought_on)",
         .after = "purchase (id, customer_id → customer, product_id, quantity, bought_on, "
                  "product_title, product_price)",
         .answer = "The answer stays: the query does not read the table, and the other one keeps "
                   "its rows.",
         .page = "docs/reference/schema-relations.md"},
    .count = count,
    .make = make,
    .spares_reads = true,
};
