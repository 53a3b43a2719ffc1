/* shown_schema.c: selected names made identifiers. */
#include "defence/shown_schema.h"

#include "migration/migration.h"
#include "relation/schema/built_name.h"
#include "sql/quote.h"

/* The schema with names being replaced: of its own are the lists of tables and columns only. */
static struct schema renamed_copy(struct arena *a, const struct schema *s)
{
    struct schema copy = *s;
    copy.tables =
        arena_grow_array(a, s->tables, s->n_tables, (size_t)s->n_tables + 1, sizeof *s->tables);
    copy.columns =
        arena_grow_array(a, s->columns, s->n_columns, (size_t)s->n_columns + 1, sizeof *s->columns);
    return copy;
}

/* Can it stand in SQL without quotes? */
static bool is_plain_name(struct str name)
{
    struct buf text = {0};
    sql_put_plain_name(&text, name);
    bool plain = str_eq(buf_str(&text), name);
    buf_release(&text);
    return plain;
}

/* Names that mean something to SQLite. */
static bool is_kept_name(struct arena *a, struct str name)
{
    static const struct str ROWIDS[] = {STR_INIT("rowid"), STR_INIT("oid"), STR_INIT("_rowid_")};
    struct str lower = arena_str_lower(a, name);
    return STR_IN(lower, ROWIDS) || str_starts(lower, STR("sqlite_"));
}

/* A last word that both have is spelled as before: ID stays ID. */
static struct str with_last_word_of(struct arena *a, struct str name, struct str old)
{
    struct name_words now = name_split(a, name), before = name_split(a, old);
    if (now.count == 0 || before.count == 0)
        return name;
    const struct name_word *x = &now.items[now.count - 1], *y = &before.items[before.count - 1];
    if (!str_eq(x->text, y->text) ||
        (now.count > 1 && x->start == now.items[now.count - 2].end && y->start == 0))
        return name; /* without a separator its capital is needed */
    const struct str parts[] = {str_slice(name, 0, x->start), str_slice(old, y->start, y->end)};
    return arena_concat(a, parts, 2);
}

/* `words` written as the identifier `old` is. */
static struct str written_like(struct arena *a, struct str words, struct str old)
{
    return with_last_word_of(a, name_written_like(a, old, words), old);
}

/* The identifier for `words` in the place of `old`; `old` where there is none. */
static struct str identifier_of(struct arena *a, struct str words, struct str old)
{
    struct str name = written_like(a, words, old);
    bool good =
        name.len > 0 && !is_kept_name(a, name) && (is_plain_name(name) || !is_plain_name(old));
    return good ? name : old;
}

static bool table_taken(const struct schema *now, const struct schema *old, uint32_t table,
                        struct str name)
{
    for (uint32_t t = 0; t < now->n_tables; t++)
        if (t != table &&
            (str_eq_nocase(now->tables[t].name, name) || str_eq_nocase(old->tables[t].name, name)))
            return true;
    return false;
}

static bool column_taken(const struct schema *now, const struct schema *old, uint32_t column,
                         struct str name)
{
    const struct schema_table *t = &old->tables[old->columns[column].table];
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        if (c != column && (str_eq_nocase(now->columns[c].name, name) ||
                            str_eq_nocase(old->columns[c].name, name)))
            return true;
    }
    return false;
}

static bool has_views(const struct schema *s)
{
    bool views = false;
    for (uint32_t t = 0; t < s->n_tables; t++)
        views = views || s->tables[t].view || s->tables[t].viewed;
    return views;
}

/* Are the names in words the identifiers, as in a schema that was read from a database? */
static bool is_unworded(const struct schema *s)
{
    bool same = true;
    for (uint32_t t = 0; t < s->n_tables; t++)
        same = same && str_eq(s->tables[t].natural, s->tables[t].name);
    for (uint32_t c = 1; c < s->n_columns; c++)
        same = same && str_eq(s->columns[c].natural, s->columns[c].name);
    return same;
}

/* The forms that new names may have. */
struct name_forms {
    bool words_only; /* identifiers stay */
    bool unworded;   /* names in words are written as identifiers are */
};

/* The name in words of an item whose identifier is `old`. */
static struct str natural_of(struct arena *a, struct name_forms forms, struct str words,
                             struct str old)
{
    return forms.unworded ? written_like(a, words, old) : arena_str(a, words);
}

static void rename_tables(struct arena *a, const struct annotated_schema *x,
                          const struct selection *selected, struct name_forms forms,
                          struct schema *now)
{
    const struct schema *old = x->schema;
    for (uint32_t t = 0; t < now->n_tables; t++) {
        struct str words = selected->tables[t], name = old->tables[t].name;
        if (!words.ptr)
            continue;
        if (!forms.words_only)
            name = identifier_of(a, words, name);
        if (table_taken(now, old, t, name))
            continue;
        now->tables[t].name = name;
        now->tables[t].natural = natural_of(a, forms, words, old->tables[t].name);
    }
}

static void rename_columns(struct arena *a, const struct annotated_schema *x,
                           const struct selection *selected, struct name_forms forms,
                           struct schema *now)
{
    const struct schema *old = x->schema;
    for (uint32_t c = 1; c < now->n_columns; c++) {
        struct str words = selected->columns[c], name = old->columns[c].name;
        if (!words.ptr)
            continue;
        if (!forms.words_only)
            name = identifier_of(a, words, name);
        if (column_taken(now, old, c, name))
            continue;
        now->columns[c].name = name;
        now->columns[c].natural = natural_of(a, forms, words, old->columns[c].name);
    }
}

/* Two schemas may be the same under the names of a question. The way back from them is not, so the
 * id has the hidden schema's in it. */
static struct str shown_db_id(struct arena *a, const struct schema *hidden,
                              const struct migration *from)
{
    enum { KEPT_BITS = 48 };
    return arena_printf(a, "%.*s.names.%012llx", STR_ARG(hidden->db_id),
                        (unsigned long long)(migration_hash(from) >> (64 - KEPT_BITS)));
}

bool shown_schema_make(struct arena *a, const struct annotated_schema *x,
                       const struct selection *selected, const struct migration *made_by,
                       struct shown_schema *out)
{
    if (!selected->any)
        return false;
    struct schema names = renamed_copy(a, x->schema);
    struct name_forms forms = {has_views(x->schema), is_unworded(x->schema)};
    rename_tables(a, x, selected, forms, &names);
    rename_columns(a, x, selected, forms, &names);
    const struct migration *from = made_by ? migration_then_rename(a, made_by, &names)
                                           : migration_rename_all(a, x->schema, &names);
    if (!from)
        return false;
    struct schema *shown = ARENA_NEW(a, struct schema);
    migration_schema(a, from, shown_db_id(a, x->schema, from), shown, NULL);
    *out = (struct shown_schema){.schema = shown,
                                 .from = from,
                                 .back = migration_rename_all(a, shown, x->schema),
                                 .hidden = x->schema};
    return out->back != NULL;
}
