/* flattening.c: fold a table into the only one that refers to it (FL, MT-TEQL §3.2).
 *
 * The columns of the folded table, but for its key, become columns of the table that refers to it.
 * Holds if the key is unique, exactly one foreign key refers to the table, and the query does not
 * read it: then a left join neither drops nor repeats rows. So not applied to a table that refers
 * to itself, to one that several keys refer to, nor if the key is not the whole primary key. The
 * referring table gets more columns, so not if `*` stands for them.
 *
 * The question must stay clear, too. Each folded column is named after its table. Not applied if
 * the question names that table, or uses the words of a folded column for something else. */
#include "lexicon/kinds.h"
#include "lexicon/small_words.h"
#include "migration/change.h"
#include "migration/migration.h"
#include "relation/fresh_name.h"
#include "relation/refusal.h"
#include "relation/schema/built_name.h"
#include "relation/schema/owner_noun.h"
#include "relation/table_use.h"
#include "schema/keys.h"

/* Names for folded columns */

struct folded_table {
    const struct schema *schema;
    uint32_t table;
    struct name_words noun;       /* what a row of it is, in the singular: car maker … */
    struct name_words natural;    /* … and in words */
    struct owner_noun owner;      /* the noun for the names of its columns … */
    struct owner_noun spoken;     /* … and for those in words */
    struct name_style style;      /* the case of the noun before its columns */
    struct name_habits habits;    /* of the schema */
    struct inflection inflection; /* that words are compared by */
};

static struct name_words noun_of(struct arena *a, const struct inflection *in, struct str name)
{
    return name_split(a, table_noun(a, in, name_in_words(a, name)));
}

/* The first column of the table that begins with `word`; or SCHEMA_STAR. */
static uint32_t column_with_word(struct arena *a, const struct schema *s, uint32_t table,
                                 const struct inflection *in, struct str word)
{
    const struct schema_table *t = &s->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct name_words w = name_split(a, s->columns[t->columns[i]].name);
        if (w.count > 0 && noun_same(a, in, w.items[0].text, word))
            return t->columns[i];
    }
    return SCHEMA_STAR;
}

/* The case in which one of the tables writes the noun's first word, or else that of the folded
 * table's columns. So a word is not written in two cases. */
static struct name_style case_of_noun(struct arena *a, const struct folded_table *f, uint32_t into)
{
    const uint32_t tables[] = {f->table, into};
    struct str first = f->owner.words.count ? f->owner.words.items[0].text : STR("");
    for (size_t i = 0; i < 2; i++) {
        uint32_t c = column_with_word(a, f->schema, tables[i], &f->inflection, first);
        if (c != SCHEMA_STAR)
            return name_style_of(a, f->schema->columns[c].name);
    }
    return name_style_of_table(a, &f->habits, f->schema, f->table);
}

/* Table `table`, to be folded into table `into`. In `a`. Words are compared by `inflection`, which
 * may lack WordNet. */
static struct folded_table folded_table_of(struct arena *a, const struct relation_seed *s,
                                           struct inflection inflection, uint32_t table,
                                           uint32_t into)
{
    const struct inflection *best = s->knowledge ? &s->knowledge->inflection : &inflection;
    const struct schema_table *t = &s->schema->tables[table];
    struct folded_table f = {.schema = s->schema,
                             .table = table,
                             .noun = noun_of(a, best, t->name),
                             .natural = noun_of(a, best, t->natural),
                             .owner = owner_noun_of(a, s, best, table, t->name),
                             .spoken = owner_noun_of(a, s, best, table, t->natural),
                             .habits = name_habits_of(a, s),
                             .inflection = inflection};
    f.style = case_of_noun(a, &f, into);
    return f;
}

/* Does `name` have the words of the noun, from `from` to its end, at word `i`? */
static bool noun_at(struct arena *a, const struct inflection *in, const struct name_words *noun,
                    uint32_t from, const struct name_words *name, uint32_t i)
{
    if (i + noun->count - from > name->count)
        return false;
    for (uint32_t k = from; k < noun->count; k++)
        if (!noun_same(a, in, noun->items[k].text, name->items[i + k - from].text))
            return false;
    return true;
}

/* Words of a name that belong to the noun. */
struct shared_words {
    uint32_t at, count;
};

/* The whole noun, anywhere in the name; else its last words, at the front of the name. */
static struct shared_words shared_with(struct arena *a, const struct inflection *in,
                                       const struct name_words *noun, const struct name_words *name)
{
    for (uint32_t i = 0; i < name->count; i++)
        if (noun_at(a, in, noun, 0, name, i))
            return (struct shared_words){i, noun->count};
    for (uint32_t from = 1; from < noun->count; from++)
        if (noun_at(a, in, noun, from, name, 0))
            return (struct shared_words){0, noun->count - from};
    return (struct shared_words){0, 0};
}

static bool refers_elsewhere(const struct folded_table *f, uint32_t column)
{
    for (uint32_t i = 0; i < f->schema->n_foreign_keys; i++)
        if (f->schema->foreign_keys[i].from == column)
            return true;
    return false;
}

/* Do all words from `at` on just mean a key? */
static bool only_key_words(const struct name_words *w, uint32_t at)
{
    static const char KEYS[] = "id code key no number num";
    for (; at < w->count; at++)
        if (!str_among(w->items[at].text, KEYS))
            return false;
    return true;
}

/* Would the words of the noun turn the key of another thing into that of the folded one? */
static bool becomes_own_key(const struct owner_place *p, const struct name_words *name, bool other)
{
    return p->shared > 0 && only_key_words(name, p->at + p->shared) &&
           (other || str_eq(name->items[name->count - 1].text, STR("id")));
}

/* The noun, then the column's name, which gets a capital if only case separates words. */
static struct str name_with_owner(struct arena *a, const struct folded_table *f,
                                  const struct name_words *name, const struct owner_place *p)
{
    struct name_style style = f->style, own = name_style_of(a, name->name);
    uint32_t next = p->at + p->instead;
    size_t at = p->at ? name->items[p->at].start : 0, end = next ? name->items[next].start : 0;
    struct str rest = str_slice(name->name, end, name->name.len);
    style.separator = name->count > 1 && own.separator ? own.separator : f->habits.style.separator;
    if (p->at > 0)
        style = (struct name_style){own.separator, own.rest, own.rest};
    if (!style.separator) {
        style.rest = NAME_TITLE;
        rest = arena_str_capital(a, rest);
    }
    char separator[2] = {style.separator, '\0'};
    return arena_printf(a, "%.*s%.*s%s%.*s", STR_ARG(str_slice(name->name, 0, at)),
                        STR_ARG(owner_written(a, &p->before, style)), separator, STR_ARG(rest));
}

/* A noun within the name goes to the front, as in the other names. */
static void put_owner_first(struct arena *a, const struct folded_table *f,
                            struct migration_fold_name *out)
{
    struct name_words words = name_split(a, out->name);
    struct str first = owner_first(a, &f->inflection, &f->owner, &words);
    if (first.len == 0)
        return;
    out->name = name_join(a, name_style_of(a, out->name), first);
    out->natural = name_in_words(a, out->name);
}

/* The column's name with the noun before it, as the schema writes names: Stadium_Location. No word
 * is doubled: words that the name has are not put before it (Car_Maker for Maker), and a name that
 * has them all gets them to the front (ship_disposition for disposition_of_ship). "StuID" does not
 * show that it is the student's, but "student id" does: so a word of either name counts. The case
 * of the noun is that of either table. False if the name would say something else: the course_id of
 * an enrolment course is not an enrolment_course_id. */
static bool folded_name(struct arena *a, const struct folded_table *f, uint32_t column,
                        struct migration_fold_name *out)
{
    const struct schema_column *c = &f->schema->columns[column];
    const struct inflection *in = &f->inflection;
    struct name_words name = name_split(a, c->name), natural = name_split(a, c->natural);
    struct name_words known =
        name_split(a, arena_printf(a, "%.*s %.*s", STR_ARG(c->name), STR_ARG(c->natural)));
    bool other = refers_elsewhere(f, column);
    struct owner_place place = owner_place_in(a, in, &f->owner, &name, &known, other);
    struct owner_place spoken = owner_place_in(a, in, &f->spoken, &natural, &known, other);
    *out = (struct migration_fold_name){c->name, c->natural};
    if (place.before.count == 0 || spoken.before.count == 0) {
        put_owner_first(a, f, out);
        return true;
    }
    if (becomes_own_key(&place, &name, other) || name.count == 0 || place.torn ||
        (f->owner.joined && place.before.count < f->owner.words.count))
        return false;
    out->name = out->natural = name_with_owner(a, f, &name, &place);
    if (!str_eq(c->natural, c->name)) /* the dataset has better words */
        out->natural = name_in_words(a, owner_phrase(a, &spoken, &natural));
    put_owner_first(a, f, out);
    return true;
}

/* What the column says of the thing, in words and without the noun: "location" of a stadium, "age"
 * for "pet age". The noun itself if there is nothing else. */
static struct name_words folded_attribute(struct arena *a, const struct folded_table *f,
                                          uint32_t column)
{
    struct name_words words = name_split(a, f->schema->columns[column].natural);
    struct shared_words shared = shared_with(a, &f->inflection, &f->natural, &words);
    if (shared.count == words.count)
        return words;
    uint32_t rest = shared.at + shared.count;
    memmove(&words.items[shared.at], &words.items[rest],
            (words.count - rest) * sizeof *words.items);
    words.count -= shared.count;
    return words;
}

/* Folds */

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

/* Does another key refer to the same table? */
static bool target_is_shared(const struct schema *s, uint32_t key)
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

/* May the schema be folded along this key, whatever the question? */
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
           refuse_unless(s, !target_is_shared(schema, key), REFUSED_KEY_SHARED) &&
           refuse_unless(s, to->n_columns > 1, REFUSED_KEY_ALONE);
}

/* What each key of a seed is checked with. */
struct folding {
    const struct relation_seed *seed;
    struct table_use use;
    struct taken_names taken;
    struct name_map names; /* names_taken */
};

/* The name stays, whichever table is folded. */
enum { NAME_STAYS = INT32_MAX };

static void take_columns(struct arena *a, const struct schema *s, uint32_t table,
                         struct name_map *names)
{
    const struct schema_table *t = &s->tables[table];
    for (uint32_t i = 0; i < t->n_columns; i++)
        name_map_put(names, a, name_squeezed(a, s->columns[t->columns[i]].name), NAME_STAYS);
}

/* Names that a folded column may not have, besides those of the columns beside it: those of tables,
 * each with its table. Also those of columns of tables that the query reads, since unqualified
 * names must stay unambiguous and natural joins the same. Made once for all keys: there may be a
 * thousand. */
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

/* Does a table or column that stays have the name? `beside`: the columns of the referring table. */
static bool name_is_taken(const struct folding *w, const struct name_map *beside, uint32_t folded,
                          struct str squeezed)
{
    uint32_t whose = name_map_get(&w->names, squeezed);
    return (whose != NAME_NONE && whose != folded) || name_map_get(beside, squeezed) != NAME_NONE;
}

/* Name the columns of the folded table. If a name misleads or collides, false, and a refusal
 * counted. */
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
        if (!refuse_unless(w->seed, !name_is_taken(w, &beside, table->table, squeezed),
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

/* Does the query read a table or column that the question may mean by these words? */
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

/* Could the question mean a folded column in its new place? It asks for the names of orchestras,
 * for which the query reads the column "Orchestra"; now there is a "Conductor_Name" beside it. */
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

/* Does the question name the folded thing, though the query does not read its table? Rows that
 * nothing refers to are lost, and the question may mean one of them. */
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

/* Everything lives in `a`, also the names of columns. */
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

static uint64_t count_folds(struct arena *a, const struct relation_seed *s, const void **plan)
{
    const struct schema *schema = s->schema;
    const struct folding work = {s, table_use_of(a, s), taken_names_of(a, s), names_taken(a, s)};
    struct fold *folds = ARENA_ARRAY(a, struct fold, schema->n_foreign_keys);
    struct arena scratch = {0}; /* of one key at a time: only the names are kept */
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

static struct str describe_fold(struct arena *a, const struct schema *s, uint32_t key,
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

static bool make_fold(struct arena *a, const struct relation_seed *s, const void *plan, uint64_t i,
                      struct test_case *out)
{
    const struct fold *f = (const struct fold *)plan + i;
    out->migration = migration_fold_table(a, s->schema, f->key, f->names);
    out->change = describe_fold(a, s->schema, f->key, f->names);
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
    .count = count_folds,
    .make = make_fold,
    .spares_reads = true,
};
