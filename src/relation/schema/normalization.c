/* normalization.c: move a column to a table of its own (NO, MT-TEQL §3.2).
 *
 * The new table has a row for each different value of the column, with a number as its key; the old
 * table keeps that number, NULL where the value was NULL, as a foreign key in the column's place.
 * Holds if the query does not read the column, not even by `*`. Columns of keys stay.
 *
 * The new schema must be one that a designer could have made. So flags, numbered columns, ids and
 * codes, counts and measures stay. */
#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "lexicon/word_fact.h"
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/fresh_name.h"
#include "relation/refusal.h"
#include "relation/schema/built_name.h"
#include "relation/schema/owner_noun.h"
#include "relation/schema_memory.h"
#include "relation/table_use.h"
#include "schema/keys.h"

/* Kinds of values, by the name and type of the column */

enum value_kind {
    VALUES_PLAIN,    /* names, categories, texts: a table of them makes sense */
    VALUES_FLAG,     /* yes or no: is_male */
    VALUES_NUMBERED, /* one of a series: line_1 */
    VALUES_CODE,     /* an id or a code, which stands for something else already */
    VALUES_MEASURE   /* a count or a measure: any number but years, grades and the like */
};

/* What words of words.tsv show of values, as a set: a name may have words of several. */
enum { TELLS_FLAG = 1, TELLS_CODE = 2, TELLS_MEASURE = 4, TELLS_CLASS = 8, TELLS_TEXT = 16 };

static unsigned kind_named(struct str name)
{
    static const struct {
        struct str name;
        unsigned kind;
    } KINDS[] = {{STR_INIT("flag"), TELLS_FLAG},
                 {STR_INIT("code"), TELLS_CODE},
                 {STR_INIT("measure"), TELLS_MEASURE},
                 {STR_INIT("class"), TELLS_CLASS},
                 {STR_INIT("text"), TELLS_TEXT}};
    for (size_t i = 0; i < COUNT_OF(KINDS); i++)
        if (str_eq(KINDS[i].name, name))
            return KINDS[i].kind;
    return 0;
}

static unsigned kinds_shown(const struct lexicon *l, enum fact_id fact, struct str word)
{
    unsigned kinds = 0;
    for (const struct word_fact *f = fact_of(l, fact, word); f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            kinds |= kind_named(f->values[i]);
    return kinds;
}

/* The kinds that the name has a word of. */
static unsigned kinds_of_words(const struct lexicon *l, const struct name_words *w)
{
    unsigned kinds = 0;
    for (uint32_t i = 0; l && i < w->count; i++)
        kinds |= kinds_shown(l, FACT_WITHIN, w->items[i].text);
    if (l && w->count > 0)
        kinds |= kinds_shown(l, FACT_BEGINS, w->items[0].text) |
                 kinds_shown(l, FACT_ENDS, w->items[w->count - 1].text);
    return kinds;
}

/* A number after a word shows that there are others: line_1, apt_feature_2. */
static bool is_numbered(const struct name_words *w)
{
    for (uint32_t i = 1; i < w->count; i++)
        if (ascii_digit(w->items[i].text.ptr[0]))
            return true;
    return false;
}

static bool is_boolean(const struct schema *s, uint32_t column)
{
    struct str type = s->declared ? s->declared[column].type : STR("");
    return s->columns[column].type == SCHEMA_BOOLEAN ||
           (type.len >= 4 && str_eq_nocase(str_slice(type, 0, 4), STR("bool")));
}

/* By data/words.tsv; without a lexicon only flags and numbered columns are known. */
static enum value_kind value_kind_of(struct arena *a, const struct relation_seed *s,
                                     uint32_t column)
{
    const struct schema_column *c = &s->schema->columns[column];
    struct name_words w = name_split(a, c->name);
    unsigned kinds = kinds_of_words(s->lexicon, &w);
    if (is_boolean(s->schema, column) || kinds & TELLS_FLAG)
        return VALUES_FLAG;
    if (is_numbered(&w))
        return VALUES_NUMBERED;
    if (kinds & TELLS_CODE)
        return VALUES_CODE;
    bool number = c->type == SCHEMA_NUMBER && s->lexicon;
    return !(kinds & TELLS_CLASS) && (number || kinds & TELLS_MEASURE) ? VALUES_MEASURE
                                                                       : VALUES_PLAIN;
}

/* Do the values name things, as the Airline of an airline does, rather than be an address or a
 * time? */
static bool values_have_names(struct arena *a, const struct relation_seed *s, uint32_t column)
{
    const struct schema_column *c = &s->schema->columns[column];
    struct name_words w = name_split(a, c->name);
    return c->type == SCHEMA_TEXT && !(kinds_of_words(s->lexicon, &w) & TELLS_TEXT);
}

/* Names of the new table and its key */

enum { TABLE_NAMES = 4, KEY_NAMES = 2 };

/* A name that the new table or its key could have. */
struct split_name {
    struct str name, natural;
    struct proposed_name proposed;
};

/* What is known of a column, whatever the question. */
struct split_note {
    bool judged, named; /* the kind is known; the names are known */
    enum value_kind kind;
    struct split_name tables[TABLE_NAMES];
    struct split_name keys[KEY_NAMES];
    uint32_t n_keys;
};

/* What names are made from. */
struct split_naming {
    const struct relation_seed *seed;
    struct taken_names taken;
    struct name_habits habits;
    struct schema_memory *memory;
    struct split_note *columns; /* the notes, by column */
};

/* A column that moves, and its owner. */
struct moved_column {
    const struct schema_column *column;
    const struct schema_table *table;
    struct name_words name, natural;  /* its words */
    struct owner_noun owner, spoken;  /* what a row of its table is; that in words */
    struct owner_place place, saying; /* where they go in the names */
    bool is_owner;                    /* it is called like the owner: airlines.Airline */
    bool has_names;                   /* its values are names */
};

/* A relationship means nothing without one of its words, and a noun without its last ones may mean
 * something else. Then the name stays. */
static struct owner_place owner_place_or_none(struct arena *a, const struct inflection *in,
                                              const struct owner_noun *noun,
                                              const struct name_words *name,
                                              const struct name_words *known)
{
    struct owner_place p = owner_place_in(a, in, noun, name, known, false);
    if (p.torn || (noun->joined && p.before.count < noun->words.count))
        p = (struct owner_place){.before = {.name = noun->words.name}, .torn = p.torn};
    return p;
}

/* Words are compared by the rules of spelling, so that the names do not depend on installed
 * dictionaries. */
static struct moved_column moved_column_of(struct arena *a, const struct split_naming *n,
                                           uint32_t column)
{
    const struct relation_seed *s = n->seed;
    const struct inflection *in = &n->taken.inflection;
    const struct inflection *best = s->knowledge ? &s->knowledge->inflection : in;
    const struct schema_column *c = &s->schema->columns[column];
    const struct schema_table *t = &s->schema->tables[c->table];
    struct moved_column m = {.column = c, .table = t};
    struct name_words known =
        name_split(a, arena_printf(a, "%.*s %.*s", STR_ARG(c->name), STR_ARG(c->natural)));
    m.name = name_split(a, c->name);
    m.natural = name_split(a, c->natural);
    m.owner = owner_noun_of(a, s, best, c->table, t->name);
    m.spoken = owner_noun_of(a, s, best, c->table, t->natural);
    m.place = owner_place_or_none(a, in, &m.owner, &m.name, &known);
    m.saying = owner_place_or_none(a, in, &m.spoken, &m.natural, &known);
    m.is_owner = !m.place.torn &&
                 m.name.count == (m.place.before.count ? m.place.shared : m.owner.words.count);
    m.has_names = values_have_names(a, s, column);
    return m;
}

static struct split_name split_name_of(struct arena *a, const struct split_naming *n,
                                       struct str name, struct str natural)
{
    return (struct split_name){name, natural, proposed_name_of(a, &n->taken, name)};
}

/* "singers" and "Song_Name" make singer_song_name; a column called like its table is a name. If the
 * name is taken, or the column has the noun itself, a word for a list of values is added. */
static void name_tables(struct arena *a, const struct split_naming *n, const struct moved_column *m,
                        struct split_note *out)
{
    static const char *const ENDS[TABLE_NAMES] = {"", " list", " lookup", " reference"};
    struct str name = owner_phrase(a, &m->place, &m->name);
    struct str natural = name_in_words(a, owner_phrase(a, &m->saying, &m->natural));
    const char *what = m->is_owner ? " name" : "";
    for (size_t i = 0; i < TABLE_NAMES; i++)
        out->tables[i] = split_name_of(
            a, n,
            name_written_like(a, m->table->name,
                              arena_printf(a, "%.*s%s%s", STR_ARG(name), what, ENDS[i])),
            arena_printf(a, "%.*s%s%s", STR_ARG(natural), what, ENDS[i]));
}

/* The key and the column that refers to it have one name, as usual in Spider's databases:
 * Location_ID. A bare name would say too little: Singer_Name_ID. */
static struct split_name name_reference(struct arena *a, const struct split_naming *n,
                                        const struct moved_column *m, const char *what)
{
    bool bare = str_eq_nocase(m->column->name, STR("name")) && !m->owner.joined;
    struct str name = m->column->name, natural = m->column->natural;
    if (bare) {
        name = name_with_prefix(a, &n->habits, name, name_in_words(a, m->owner.words.name));
        natural = name_in_words(a, owner_phrase(a, &m->saying, &m->natural));
    }
    if (*what)
        name = name_with_word(a, &n->habits, name, str_from(what));
    return split_name_of(a, n, name_with_word(a, &n->habits, name, STR("id")),
                         arena_printf(a, "%.*s%s%s id", STR_ARG(natural), *what ? " " : "", what));
}

/* Beside a MakeId, the key for the texts of Make is MakeNameId. */
static void name_keys(struct arena *a, const struct split_naming *n, const struct moved_column *m,
                      struct split_note *out)
{
    static const char *const ENDS[KEY_NAMES] = {"", "name"};
    for (size_t i = m->is_owner; i < (m->has_names ? KEY_NAMES : 1); i++)
        out->keys[out->n_keys++] = name_reference(a, n, m, ENDS[i]);
}

/* The first name that is free, or NULL. */
static const struct split_name *first_fresh(const struct split_naming *n,
                                            const struct split_name *names, uint32_t count,
                                            struct str other)
{
    for (uint32_t i = 0; i < count; i++)
        if (proposed_is_fresh(&n->taken, &names[i].proposed) &&
            !str_eq_nocase(names[i].name, other))
            return &names[i];
    return NULL;
}

static void name_column(const struct split_naming *n, uint32_t column, struct split_note *note)
{
    struct arena *a = n->memory->arena;
    struct moved_column m = moved_column_of(a, n, column);
    name_tables(a, n, &m, note);
    name_keys(a, n, &m, note);
    note->named = true;
}

static bool name_split_column(const struct split_naming *n, struct migration_split *split)
{
    struct split_note *note = &n->columns[split->column];
    if (!note->named)
        name_column(n, split->column, note);
    const struct split_name *table = first_fresh(n, note->tables, TABLE_NAMES, STR(""));
    const struct split_name *key =
        table ? first_fresh(n, note->keys, note->n_keys, table->name) : NULL;
    if (!key)
        return false;
    split->table = table->name;
    split->table_natural = table->natural;
    split->key = split->reference = key->name;
    split->key_natural = split->reference_natural = key->natural;
    return true;
}

static enum value_kind kind_of_values(const struct split_naming *n, uint32_t column)
{
    struct split_note *note = &n->columns[column];
    if (!note->judged)
        note->kind = value_kind_of(n->memory->arena, n->seed, column);
    note->judged = true;
    return note->kind;
}

/* Would a designer make a table of the values? A no is counted as a refusal. */
static bool values_fit(const struct split_naming *n, uint32_t column)
{
    static const enum refusal REASONS[] = {[VALUES_FLAG] = REFUSED_COLUMN_FLAG,
                                           [VALUES_NUMBERED] = REFUSED_COLUMN_NUMBERED,
                                           [VALUES_CODE] = REFUSED_COLUMN_CODE,
                                           [VALUES_MEASURE] = REFUSED_COLUMN_MEASURE};
    enum value_kind kind = kind_of_values(n, column);
    return refuse_unless(n->seed, kind == VALUES_PLAIN, REASONS[kind]);
}

static uint64_t count_splits(struct arena *a, const struct relation_seed *s, const void **plan)
{
    struct table_use use = table_use_of(a, s);
    struct split_naming naming = {s, taken_names_of(a, s), name_habits_of(a, s),
                                  schema_memory_of(a, s), NULL};
    naming.columns =
        schema_note(naming.memory, NOTE_SPLITS, s->schema->n_columns * sizeof *naming.columns);
    struct migration_split *splits = ARENA_ARRAY(a, struct migration_split, s->schema->n_columns);
    uint32_t n = 0;
    for (uint32_t c = 1; c < s->schema->n_columns; c++) {
        splits[n] = (struct migration_split){.column = c};
        if (column_is_free(s, &use, c) && table_is_free(s, &use, s->schema->columns[c].table) &&
            refuse_unless(s, key_use_of(s->schema, c) == 0, REFUSED_COLUMN_OF_KEY) &&
            values_fit(&naming, c) &&
            refuse_unless(s, name_split_column(&naming, &splits[n]), REFUSED_NAME_TAKEN))
            n++;
    }
    *plan = splits;
    return n;
}

static bool make_split(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
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
    .id = "NO",
    .name = "normalization",
    .family = "mt-teql",
    .text = {.summary = "a column moves to a table of its own",
             .what = "A column moves to a new table. In its place, the old table has the key of "
                     "the new one.",
             .before = "customer (id, name, city, age)",
             .after =
                 "customer (id, name, city_id → customer_city, age)\ncustomer_city (city_id, city)",
             .answer = "The answer stays: the query does not read the column.",
             .page = "docs/reference/schema-relations.md"},
    .count = count_splits,
    .make = make_split,
    .spares_reads = true,
};
