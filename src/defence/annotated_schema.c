/* annotated_schema.c: lists of names, read, carried over and written. */
#include "defence/annotated_schema.h"

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "schema/schema_json.h"

#define SEPARATOR " | "

bool annotation_add(struct arena *a, struct annotation *n, struct str name)
{
    if (name.len == 0 || name.len > ANNOTATION_MAX_BYTES || n->count >= ANNOTATION_MAX_NAMES)
        return false;
    for (uint32_t i = 0; i < n->count; i++)
        if (str_eq_nocase(n->names[i], name))
            return false;
    ARENA_PUSH(a, n->names, n->count);
    n->names[n->count++] = name;
    return true;
}

/* A default is there whatever it looks like. */
static struct annotation only_name(struct arena *a, struct str name)
{
    struct annotation n = {0};
    ARENA_PUSH(a, n.names, n.count);
    n.names[n.count++] = name;
    return n;
}

static struct annotation split_names(struct arena *a, struct str list)
{
    struct annotation n = only_name(a, str_trim(str_split(&list, '|')));
    while (list.ptr)
        annotation_add(a, &n, str_trim(str_split(&list, '|')));
    return n;
}

static struct annotated_schema annotate(struct arena *a, const struct schema *s,
                                        struct annotation (*read)(struct arena *a, struct str text))
{
    struct annotated_schema out = {s, ARENA_ARRAY(a, struct annotation, s->n_tables),
                                   ARENA_ARRAY(a, struct annotation, s->n_columns)};
    for (uint32_t t = 0; t < s->n_tables; t++)
        out.tables[t] = read(a, s->tables[t].natural);
    for (uint32_t c = 0; c < s->n_columns; c++)
        out.columns[c] = read(a, s->columns[c].natural);
    return out;
}

struct annotated_schema annotated_plain(struct arena *a, const struct schema *s)
{
    return annotate(a, s, only_name);
}

static void take_schemas(struct arena *a, const struct schema_set *schemas,
                         struct annotation_set *out)
{
    out->items = ARENA_ARRAY(a, struct annotated_schema, schemas->count);
    out->count = schemas->count;
    for (uint32_t i = 0; i < schemas->count; i++)
        out->items[i] = annotate(a, &schemas->schemas[i], split_names);
}

enum status annotation_set_parse(struct arena *a, struct str text, struct annotation_set *out,
                                 struct err *e)
{
    struct schema_set schemas;
    enum status status = schema_set_parse(a, text, &schemas, e);
    if (status == OK)
        take_schemas(a, &schemas, out);
    return status;
}

enum status annotation_set_load(struct arena *a, const char *path, struct annotation_set *out,
                                struct err *e)
{
    struct schema_set schemas;
    enum status status = schema_set_load(a, path, &schemas, e);
    if (status == OK)
        take_schemas(a, &schemas, out);
    return status;
}

const struct annotated_schema *annotation_set_find(const struct annotation_set *set,
                                                   struct str db_id)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (str_eq(set->items[i].schema->db_id, db_id))
            return &set->items[i];
    return NULL;
}

static bool have_names(const struct annotation *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (items[i].count > 1)
            return true;
    return false;
}

bool annotated_has_names(const struct annotated_schema *s)
{
    return have_names(s->tables, s->schema->n_tables) ||
           have_names(s->columns, s->schema->n_columns);
}

/* Carrying over */

/* The word of `own` that `word` is a form of; `word` itself where none is. */
static struct str form_in(struct arena *a, const struct name_words *own, struct str word)
{
    for (uint32_t i = 0; i < own->count; i++)
        if (str_eq(word_stem(a, NULL, own->items[i].text), word_stem(a, NULL, word)))
            return own->items[i].text;
    return word;
}

/* The released lists have words in their base form, "rank time" beside "ranking date": as far as
 * the default has the same words, they stand as there. */
static struct str in_forms_of(struct arena *a, struct str name, struct str own_name)
{
    struct name_words own = name_split(a, own_name), w = name_split(a, name);
    struct str out = STR("");
    bool differs = false;
    for (uint32_t i = 0; i < w.count; i++) {
        struct str form = form_in(a, &own, w.items[i].text);
        differs |= !str_eq(form, w.items[i].text);
        out = arena_printf(a, "%.*s%s%.*s", STR_ARG(out), i ? " " : "", STR_ARG(form));
    }
    return differs ? out : name;
}

/* Names that the item lacks, behind its own. */
static void add_names(struct arena *a, struct annotation *to, const struct annotation *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        annotation_add(a, to, in_forms_of(a, from->names[i], to->names[0]));
}

static uint32_t origin_of(const uint32_t *origins, uint32_t id)
{
    return origins ? origins[id] : id;
}

struct annotated_schema annotated_over(struct arena *a, const struct annotated_schema *from,
                                       const struct schema *s, const struct item_origins *origins)
{
    struct annotated_schema out = annotated_plain(a, s);
    const struct schema *old = origins ? origins->old : s, *named = from->schema;
    for (uint32_t t = 0; t < s->n_tables; t++) {
        uint32_t was = origin_of(origins ? origins->tables : NULL, t);
        uint32_t as =
            was == SCHEMA_NONE ? SCHEMA_NONE : schema_find_table(named, old->tables[was].name);
        if (as != SCHEMA_NONE)
            add_names(a, &out.tables[t], &from->tables[as]);
    }
    for (uint32_t c = 1; c < s->n_columns; c++) {
        uint32_t was = origin_of(origins ? origins->columns : NULL, c);
        if (was == SCHEMA_NONE)
            continue;
        const struct schema_column *column = &old->columns[was];
        uint32_t table = schema_find_table(named, old->tables[column->table].name);
        uint32_t as =
            table == SCHEMA_NONE ? SCHEMA_NONE : schema_find_column(named, table, column->name);
        if (as != SCHEMA_NONE)
            add_names(a, &out.columns[c], &from->columns[as]);
    }
    return out;
}

/* Writing */

/* The names in the place of the one in words. */
static struct str joined(struct arena *a, const struct annotation *n)
{
    struct str out = n->names[0];
    for (uint32_t i = 1; i < n->count; i++)
        out = arena_printf(a, "%.*s" SEPARATOR "%.*s", STR_ARG(out), STR_ARG(n->names[i]));
    return out;
}

void annotated_schema_json(struct json_writer *w, const struct annotated_schema *s)
{
    struct arena a = {0};
    struct schema listed = *s->schema;
    listed.declared = NULL; /* the released files do not say what databases declare */
    listed.tables = arena_grow_array(&a, listed.tables, listed.n_tables,
                                     (size_t)listed.n_tables + 1, sizeof *listed.tables);
    listed.columns = arena_grow_array(&a, listed.columns, listed.n_columns,
                                      (size_t)listed.n_columns + 1, sizeof *listed.columns);
    for (uint32_t t = 0; t < listed.n_tables; t++)
        listed.tables[t].natural = joined(&a, &s->tables[t]);
    for (uint32_t c = 0; c < listed.n_columns; c++)
        listed.columns[c].natural = joined(&a, &s->columns[c]);
    schema_json(w, &listed);
    arena_release(&a);
}
