/* migration_read.c: a migration from its JSON, believing none of it. */
#include "base/json_reader.h"
#include "migration/migration_json.h"

/* One migration while it is being read. The first problem stays. */
struct migration_reader {
    struct arena *arena;
    const struct schema *old, *new; /* of a short entry, `new` has the tables that it spells out */
    struct migration *m;
    uint32_t n_shown;       /* tables of `new` that have their place */
    bool *kept;             /* of a short entry: old tables that stay; else NULL */
    struct json_value keys; /* of a short entry that lists them */
    const char *problem;
};

static bool fail(struct migration_reader *r, const char *problem)
{
    if (!r->problem)
        r->problem = problem;
    return false;
}

/* A number below `end`. */
static bool read_id(struct migration_reader *r, struct json_value v, uint32_t end, uint32_t *out)
{
    uint64_t n;
    if (end == 0 || !json_count(v, end - 1, &n))
        return fail(r, "a number that is out of place");
    *out = (uint32_t)n;
    return true;
}

static bool read_column_id(struct migration_reader *r, struct json_value v, uint32_t *out)
{
    return read_id(r, v, r->old->n_columns, out) &&
           (*out != SCHEMA_STAR || fail(r, "'*' as a column"));
}

/* Values */

static bool read_texts(struct migration_reader *r, struct json_value v,
                       struct migration_values *out)
{
    struct json_reader list = json_reader_of(r->arena, v.raw);
    struct str *texts = NULL;
    uint32_t n = 0;
    for (struct json_value item; json_next_item(&list, &item);) {
        ARENA_PUSH(r->arena, texts, n);
        texts[n] = json_text(r->arena, item);
        if (!texts[n++].ptr)
            return fail(r, "an invalid text");
    }
    *out = (struct migration_values){.texts = texts, .n_texts = n};
    return out->n_texts > 0 || fail(r, "no texts");
}

/* Whole numbers that a double holds exactly, which is more than any column needs. */
static bool read_bound(struct json_reader *list, int64_t *out)
{
    const double most = 9007199254740992;
    struct json_value v;
    double x;
    if (!json_next_item(list, &v) || !json_number(v, &x) || !(x >= -most && x <= most))
        return false;
    *out = (int64_t)x;
    return true;
}

static bool read_range(struct migration_reader *r, struct json_value v,
                       struct migration_values *out)
{
    struct json_reader list = json_reader_of(r->arena, v.raw);
    return (read_bound(&list, &out->low) && read_bound(&list, &out->high)) ||
           fail(r, "an invalid range");
}

/* Mappings */

static bool read_literal_pair(struct arena *a, struct json_value v, struct mapping_entry *out)
{
    *out = (struct mapping_entry){json_text(a, json_item(v, 0)), json_text(a, json_item(v, 1))};
    return json_item_count(v) == 2 && out->old.ptr && out->new.ptr;
}

static bool read_dictionary(struct migration_reader *r, struct json_value v,
                            struct column_mapping *m)
{
    struct json_reader list = json_reader_of(r->arena, v.raw);
    struct mapping_entry *entries = NULL;
    uint32_t n = 0;
    for (struct json_value item; json_next_item(&list, &item); n++) {
        if (n == MAPPING_MAX_ENTRIES)
            return fail(r, "a dictionary with too many entries");
        ARENA_PUSH(r->arena, entries, n);
        if (!read_literal_pair(r->arena, item, &entries[n]))
            return fail(r, "an entry of a dictionary that is not a pair of literals");
    }
    m->entries = entries;
    m->n_entries = n;
    return true;
}

/* Some members also say the kind. Those of other kinds are ignored. */
static bool read_mapping_member(struct migration_reader *r, struct str key, struct json_value v,
                                struct column_mapping *m)
{
    if (str_eq(key, STR("part"))) {
        m->kind = MAPPING_PART;
        return read_id(r, v, MAPPING_MAX_PARTS, &m->part);
    }
    if (str_eq(key, STR("parts")))
        return read_id(r, v, MAPPING_MAX_PARTS + 1, &m->n_parts);
    if (str_eq(key, STR("separator")))
        m->separator = json_text(r->arena, v);
    if (str_eq(key, STR("last")))
        m->last = json_text(r->arena, v);
    if (str_eq(key, STR("digits"))) {
        m->kind = MAPPING_DIGITS; /* it comes after "part" */
        return read_id(r, v, MAPPING_MAX_DIGITS + 1, &m->digits);
    }
    if (str_eq(key, STR("after")))
        return read_id(r, v, MAPPING_MAX_DIGITS + 1, &m->after);
    if (str_eq(key, STR("whole")))
        m->whole = v.kind == JSON_KIND_TRUE;
    if (str_eq(key, STR("dictionary"))) {
        m->kind = MAPPING_DICTIONARY;
        return read_dictionary(r, v, m);
    }
    if (str_eq(key, STR("flag"))) {
        m->kind = MAPPING_FLAG;
        m->value = json_text(r->arena, v);
    }
    if (str_eq(key, STR("offset")))
        return json_number(v, &m->offset) || fail(r, "an invalid offset");
    if (str_eq(key, STR("factor"))) {
        m->kind = MAPPING_LINEAR;
        return json_number(v, &m->factor) || fail(r, "an invalid factor");
    }
    return true;
}

/* The members after "mapped". */
static bool read_mapping(struct migration_reader *r, struct json_reader *object,
                         struct migration_column *c)
{
    struct column_mapping *m = ARENA_NEW(r->arena, struct column_mapping);
    struct json_value value;
    for (struct str key; json_next(object, &key, &value);)
        if (!read_mapping_member(r, key, value, m))
            return false;
    const char *problem = column_mapping_problem(m);
    c->source = MIGRATION_MAPPED;
    c->mapping = m;
    return !problem || fail(r, problem);
}

/* Columns */

static bool read_named_source(struct migration_reader *r, struct json_value v,
                              struct migration_column *c)
{
    struct json_reader object = json_reader_of(r->arena, v.raw);
    struct migration_values *values = ARENA_NEW(r->arena, struct migration_values);
    struct json_value value;
    struct str key;
    if (!json_next(&object, &key, &value))
        return fail(r, "a source without a kind");
    if (str_eq(key, STR("joined")) || str_eq(key, STR("lookup"))) {
        c->source = str_eq(key, STR("joined")) ? MIGRATION_JOINED : MIGRATION_LOOKUP;
        return read_column_id(r, value, &c->old);
    }
    if (str_eq(key, STR("mapped")))
        return read_column_id(r, value, &c->old) && read_mapping(r, &object, c);
    c->source = MIGRATION_INVENTED;
    c->values = values;
    if (str_eq(key, STR("texts")))
        return read_texts(r, value, values);
    return str_eq(key, STR("range")) ? read_range(r, value, values)
                                     : fail(r, "an unknown source of a column");
}

static bool read_source(struct migration_reader *r, struct json_value v, struct migration_column *c)
{
    c->old = SCHEMA_NONE;
    if (v.kind == JSON_KIND_NUMBER) {
        c->source = MIGRATION_COPY;
        return read_column_id(r, v, &c->old);
    }
    if (v.kind == JSON_KIND_OBJECT)
        return read_named_source(r, v, c);
    c->source = MIGRATION_KEY;
    return str_eq(json_text(r->arena, v), STR("key")) || fail(r, "an unknown source of a column");
}

static bool read_sources(struct migration_reader *r, struct json_value v, struct migration_table *t,
                         struct migration_column *columns)
{
    struct json_reader list = json_reader_of(r->arena, v.raw);
    uint32_t n = 0;
    for (struct json_value item; json_next_item(&list, &item); n++)
        if (n == t->n_columns || !read_source(r, item, &columns[n]))
            return fail(r, "too many columns");
    t->changed = true;
    return n == t->n_columns || fail(r, "too few columns");
}

/* Tables */

static bool read_fold(struct migration_reader *r, struct json_value v,
                      struct schema_foreign_key *out)
{
    struct json_reader list = json_reader_of(r->arena, v.raw);
    struct json_value from, to;
    if (!json_next_item(&list, &from) || !json_next_item(&list, &to))
        return fail(r, "a fold that is not a pair");
    return read_column_id(r, from, &out->from) && read_column_id(r, to, &out->to);
}

static bool read_table_member(struct migration_reader *r, struct str key, struct json_value v,
                              struct migration_table *t, struct migration_column *columns)
{
    if (str_eq(key, STR("base")))
        return read_id(r, v, r->old->n_tables, &t->base);
    if (str_eq(key, STR("columns")))
        return read_sources(r, v, t, columns);
    if (str_eq(key, STR("fold")))
        return read_fold(r, v, &t->fold);
    if (str_eq(key, STR("split")))
        t->split = v.kind == JSON_KIND_TRUE;
    if (str_eq(key, STR("keyless")))
        t->keyless = v.kind == JSON_KIND_TRUE;
    return true;
}

/* A table that did not change must equal its base by name and column for column: it has no view. */
static bool copy_base(struct migration_reader *r, const struct migration_table *t,
                      struct migration_column *columns)
{
    const struct schema_table *base = &r->old->tables[t->base];
    bool same = base->n_columns == t->n_columns && str_eq_nocase(base->name, t->name);
    for (uint32_t i = 0; i < t->n_columns && same; i++) {
        columns[i].old = base->columns[i];
        same = str_eq_nocase(columns[i].name, r->old->columns[base->columns[i]].name);
    }
    return same || fail(r, "a table without 'columns' that is not its base");
}

/* Does the file say of an unchanged table what the old schema says? Then its columns are those. */
static bool is_as_it_was(const struct migration_reader *r, const struct migration_table *t)
{
    bool same = !t->changed;
    for (uint32_t i = 0; i < t->n_columns && same; i++) {
        const struct migration_column *c = &t->columns[i];
        const struct schema_column *old = &r->old->columns[c->old];
        same = str_eq(c->name, old->name) && str_eq(c->natural, old->natural) &&
               c->type == old->type && c->primary == old->primary;
    }
    return same;
}

static bool read_table(struct migration_reader *r, struct json_value v, uint32_t number,
                       uint32_t table)
{
    struct arena_mark mark = arena_mark(r->arena);
    const struct schema_table *new = &r->new->tables[table];
    struct migration_table *t = &r->m->tables[number];
    struct migration_column *columns =
        ARENA_ARRAY(r->arena, struct migration_column, new->n_columns);
    for (uint32_t i = 0; i < new->n_columns; i++) {
        columns[i] = migration_column_as_is(r->new, new->columns[i]);
        columns[i].old = SCHEMA_NONE;
    }
    *t = migration_table_as_is(r->new, table);
    t->base = SCHEMA_NONE;
    t->columns = columns;
    struct json_reader object = json_reader_of(r->arena, v.raw);
    struct json_value value;
    for (struct str key; json_next(&object, &key, &value);)
        if (!read_table_member(r, key, value, t, columns))
            return false;
    if (t->base == SCHEMA_NONE)
        return fail(r, "a table without 'base'");
    if (t->changed && schema_is_internal(t->name))
        return fail(r, "a table with a name that SQLite keeps for itself");
    if (!t->changed && !copy_base(r, t, columns))
        return false;
    if (is_as_it_was(r, t)) {
        t->columns = NULL;
        arena_rewind(r->arena, mark);
    }
    return true;
}

/* A table that is as it was, as the number of the old one. Each stays once, or a short text would
 * become a large schema. */
static bool read_kept_table(struct migration_reader *r, struct json_value v, uint32_t number)
{
    uint32_t base;
    if (!r->kept)
        return fail(r, "a number for a table");
    if (!read_id(r, v, r->old->n_tables, &base))
        return false;
    if (r->kept[base])
        return fail(r, "a table that stays twice");
    r->kept[base] = true;
    r->m->tables[number] = migration_table_as_is(r->old, base);
    return true;
}

static bool read_any_table(struct migration_reader *r, struct json_value v, uint32_t number)
{
    if (v.kind == JSON_KIND_NUMBER)
        return read_kept_table(r, v, number);
    if (r->n_shown == r->new->n_tables)
        return fail(r, "too many tables");
    return read_table(r, v, number, r->n_shown++);
}

static bool read_tables(struct migration_reader *r, struct json_value v)
{
    struct json_reader list = json_reader_of(r->arena, v.raw);
    size_t count = json_item_count(v);
    if (r->m->tables || count >= SCHEMA_NONE)
        return fail(r, "too many tables");
    r->m->tables = ARENA_ARRAY(r->arena, struct migration_table, count);
    for (struct json_value item; json_next_item(&list, &item); r->m->n_tables++)
        if (!read_any_table(r, item, r->m->n_tables))
            return false;
    return r->n_shown == r->new->n_tables || fail(r, "too few tables");
}

/* Sense */

/* A split-off table has a key and the column. */
static bool split_makes_sense(const struct migration_table *t)
{
    return t->n_columns == 2 && t->columns && t->columns[0].source == MIGRATION_KEY &&
           t->columns[1].source == MIGRATION_COPY && t->fold.from == SCHEMA_NONE;
}

static bool column_makes_sense(const struct migration_reader *r, const struct migration_table *t,
                               const struct migration_column *c)
{
    const struct schema *old = r->old;
    switch (c->source) {
    case MIGRATION_COPY:
        return old->columns[c->old].table == t->base;
    case MIGRATION_MAPPED:
        return old->columns[c->old].table == t->base && !c->primary && !t->split;
    case MIGRATION_JOINED:
        return t->fold.to != SCHEMA_NONE &&
               old->columns[c->old].table == old->columns[t->fold.to].table;
    case MIGRATION_LOOKUP:
        return old->columns[c->old].table == t->base && migration_split_of(r->m, c->old) != NULL;
    case MIGRATION_KEY:
        return t->split;
    case MIGRATION_INVENTED:
        return true;
    }
    return false;
}

static bool makes_sense(struct migration_reader *r)
{
    for (uint32_t i = 0; i < r->m->n_tables; i++)
        if (r->m->tables[i].split && !split_makes_sense(&r->m->tables[i]))
            return fail(r, "a split-off table that is not a key and a column");
    for (uint32_t i = 0; i < r->m->n_tables; i++) {
        const struct migration_table *t = &r->m->tables[i];
        if (t->n_columns == 0)
            return fail(r, "a table without columns");
        if (t->fold.from != SCHEMA_NONE && r->old->columns[t->fold.from].table != t->base)
            return fail(r, "a fold from another table");
        for (uint32_t c = 0; c < t->n_columns; c++)
            if (t->columns && !column_makes_sense(r, t, &t->columns[c]))
                return fail(r, "a column from another table");
    }
    return true;
}

static uint32_t position_in(const struct schema *s, uint32_t column)
{
    const struct schema_table *t = &s->tables[s->columns[column].table];
    uint32_t i = 0;
    while (t->columns[i] != column)
        i++;
    return i;
}

static void take_keys(struct migration_reader *r)
{
    const struct schema *s = r->new;
    r->m->n_foreign_keys = s->n_foreign_keys;
    if (s->key_first)
        r->m->key_first = arena_grow_array(r->arena, s->key_first, s->n_foreign_keys,
                                           (size_t)s->n_foreign_keys + 1, sizeof *r->m->key_first);
    r->m->foreign_keys = ARENA_ARRAY(r->arena, struct migration_key, s->n_foreign_keys);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        struct schema_foreign_key k = s->foreign_keys[i];
        r->m->foreign_keys[i] =
            (struct migration_key){s->columns[k.from].table, position_in(s, k.from),
                                   s->columns[k.to].table, position_in(s, k.to)};
    }
}

/* A pair that a short entry lists: table, position, table, position, and the first pair of its key.
 */
static bool read_key(struct migration_reader *r, struct json_value v, uint32_t number)
{
    enum { FROM_TABLE, FROM, TO_TABLE, TO, FIRST, N_PARTS };
    const struct migration *m = r->m;
    struct json_reader list = json_reader_of(r->arena, v.raw);
    uint32_t n[N_PARTS] = {0};
    for (int i = 0; i < N_PARTS; i++) {
        struct json_value part = {0};
        uint32_t end = i == FIRST   ? number + 1
                       : i % 2 == 0 ? m->n_tables
                                    : m->tables[n[i - 1]].n_columns;
        json_next_item(&list, &part);
        if (!read_id(r, part, end, &n[i]))
            return false;
    }
    const struct migration_key key = {n[FROM_TABLE], n[FROM], n[TO_TABLE], n[TO]};
    const struct migration_key *before = number > 0 ? &m->foreign_keys[number - 1] : NULL;
    m->foreign_keys[number] = key;
    if (!m->key_first)
        return true;
    m->key_first[number] = n[FIRST];
    return n[FIRST] == number ||
           (n[FIRST] == m->key_first[number - 1] && before->from_table == key.from_table &&
            before->to_table == key.to_table) ||
           fail(r, "a key whose pairs do not belong together");
}

static bool read_keys(struct migration_reader *r)
{
    size_t count = json_item_count(r->keys);
    struct json_reader list = json_reader_of(r->arena, r->keys.raw);
    if (count >= SCHEMA_NONE)
        return fail(r, "too many keys");
    r->m->foreign_keys = ARENA_ARRAY(r->arena, struct migration_key, count);
    r->m->key_first = r->old->key_first ? ARENA_ARRAY(r->arena, uint32_t, count) : NULL;
    for (struct json_value v; json_next_item(&list, &v); r->m->n_foreign_keys++)
        if (!read_key(r, v, r->m->n_foreign_keys))
            return false;
    return true;
}

static bool read_member(struct migration_reader *r, struct str key, struct json_value v)
{
    if (str_eq(key, STR("keys")))
        r->keys = v;
    if (str_eq(key, STR("of")))
        return str_eq(json_text(r->arena, v), r->old->db_id) || fail(r, "it is of another schema");
    if (str_eq(key, STR("forgotten")))
        return read_id(r, v, r->old->n_foreign_keys, &r->m->forgotten);
    return str_eq(key, STR("tables")) ? read_tables(r, v) : true;
}

static bool read_migration(struct migration_reader *r, struct str json)
{
    struct json_reader object = json_reader_of(r->arena, json);
    struct json_value value;
    for (struct str key; json_next(&object, &key, &value);)
        if (!read_member(r, key, value))
            break;
    if (!r->problem && object.problem)
        fail(r, object.problem);
    if (!r->problem && r->m->n_tables == 0)
        fail(r, "no tables");
    return !r->problem && makes_sense(r);
}

static enum status read_entry(struct migration_reader *r, struct str json,
                              const struct migration **out, struct err *e)
{
    r->m = ARENA_NEW(r->arena, struct migration);
    *r->m = (struct migration){.old = r->old, .forgotten = SCHEMA_NONE};
    bool read = read_migration(r, json);
    if (read && !r->kept)
        take_keys(r);
    else if (read && !r->keys.raw.ptr)
        migration_carry_keys(r->arena, r->m);
    else
        read = read && read_keys(r);
    if (!read)
        return err_set(e, E_SCHEMA, "schema '%.*s': migration: %s", STR_ARG(r->new->db_id),
                       r->problem);
    *out = r->m;
    return OK;
}

enum status migration_from_json(struct arena *a, struct str json, const struct schema *old,
                                const struct schema *new, const struct migration **out,
                                struct err *e)
{
    struct migration_reader r = {.arena = a, .old = old, .new = new};
    return read_entry(&r, json, out, e);
}

enum status migration_from_json_short(struct arena *a, struct str json, const struct schema *old,
                                      const struct schema *shown, const struct migration **out,
                                      struct err *e)
{
    struct migration_reader r = {.arena = a, .old = old, .new = shown};
    r.kept = arena_zalloc(a, old->n_tables * sizeof *r.kept);
    return read_entry(&r, json, out, e);
}
