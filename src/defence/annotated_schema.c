/* annotated_schema.c: lists of names, read, carried over and written. */
#include "defence/annotated_schema.h"

#include "lexicon/inflection.h"
#include "lexicon/name_style.h"
#include "lexicon/small_words.h"
#include "schema/schema_json.h"

bool annotation_add(struct arena *a, struct annotation *n, struct str name)
{
    if (name.len == 0 || name.len > ANNOTATION_MAX_BYTES || n->count >= ANNOTATION_MAX_NAMES)
        return false;
    for (uint32_t i = 0; i < n->count; i++)
        if (str_eq_nocase(n->names[i], name))
            return false;
    ARENA_ADD(a, n->names, n->count, name);
    return true;
}

/* A default is always there, even if it is empty or long. */
static struct annotation only_name(struct arena *a, struct str name)
{
    struct annotation n = {0};
    ARENA_ADD(a, n.names, n.count, name);
    return n;
}

static struct annotation split_names(struct arena *a, struct str list)
{
    struct annotation n = only_name(a, str_trim(str_split(&list, '|')));
    while (list.ptr)
        annotation_add(a, &n, str_trim(str_split(&list, '|')));
    return n;
}

static struct annotated_schema annotate_schema(struct arena *a, const struct schema *s,
                                               struct annotation (*read)(struct arena *a,
                                                                         struct str text))
{
    struct annotation *items = ARENA_ARRAY(a, struct annotation, count_items(s));
    struct annotated_schema out = {s, items, items, items + s->n_tables};
    for (uint32_t t = 0; t < s->n_tables; t++)
        out.tables[t] = read(a, s->tables[t].natural);
    for (uint32_t c = 0; c < s->n_columns; c++)
        out.columns[c] = read(a, s->columns[c].natural);
    return out;
}

struct annotated_schema annotated_plain(struct arena *a, const struct schema *s)
{
    return annotate_schema(a, s, only_name);
}

enum status annotation_set_parse(struct arena *a, struct str text, struct annotation_set *out,
                                 struct err *e)
{
    struct schema_set schemas;
    TRY(schema_set_parse(a, text, &schemas, e));
    *out = (struct annotation_set){ARENA_ARRAY(a, struct annotated_schema, schemas.count),
                                   schemas.count};
    for (uint32_t i = 0; i < out->count; i++)
        out->items[i] = annotate_schema(a, &schemas.schemas[i], split_names);
    return OK;
}

const struct annotated_schema *annotation_set_find(const struct annotation_set *set,
                                                   struct str db_id)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (str_eq(set->items[i].schema->db_id, db_id))
            return &set->items[i];
    return NULL;
}

bool annotated_has_names(const struct annotated_schema *s)
{
    for (uint32_t i = 0; i < count_items(s->schema); i++)
        if (s->items[i].count > 1)
            return true;
    return false;
}

/* Carrying over */

/* The word of `own` that has the same stem as `word`; or `word`. */
static struct str spelling_in(struct arena *a, const struct name_words *own, struct str word)
{
    for (uint32_t i = 0; i < own->count; i++)
        if (str_eq(word_stem(a, NULL, own->items[i].text), word_stem(a, NULL, word)))
            return own->items[i].text;
    return word;
}

/* The released lists have words in their base form, "rank time" beside "ranking date". Words that
 * the default has too are spelled as there. */
static struct str spelled_as_in(struct arena *a, struct str name, struct str own_name)
{
    struct name_words own = name_split(a, own_name), w = name_split(a, name);
    struct str out = STR("");
    bool differs = false;
    for (uint32_t i = 0; i < w.count; i++) {
        struct str word = spelling_in(a, &own, w.items[i].text);
        differs |= !str_eq(word, w.items[i].text);
        out = ARENA_CONCAT(a, out, i ? STR(" ") : STR(""), word);
    }
    return differs ? out : name;
}

/* Add the names that the item lacks, after its own. */
static void add_missing_names(struct arena *a, struct annotation *to, const struct annotation *from)
{
    for (uint32_t i = 0; i < from->count; i++)
        annotation_add(a, to, spelled_as_in(a, from->names[i], to->names[0]));
}

/* The table of `named` with the identifier of table `id` of `old`; or SCHEMA_NONE. */
static uint32_t find_table(const struct schema *named, const struct schema *old, uint32_t id)
{
    return id == SCHEMA_NONE ? id : schema_find_table(named, old->tables[id].name);
}

static uint32_t find_column(const struct schema *named, const struct schema *old, uint32_t id)
{
    uint32_t table =
        id == SCHEMA_NONE ? SCHEMA_NONE : find_table(named, old, old->columns[id].table);
    return table == SCHEMA_NONE ? table : schema_find_column(named, table, old->columns[id].name);
}

struct annotated_schema annotated_over(struct arena *a, const struct annotated_schema *from,
                                       const struct schema *s, const struct item_origins *origins)
{
    struct annotated_schema out = annotated_plain(a, s);
    const struct schema *old = origins ? origins->old : s;
    for (uint32_t t = 0; t < s->n_tables; t++) {
        uint32_t as = find_table(from->schema, old, origins ? origins->tables[t] : t);
        if (as != SCHEMA_NONE)
            add_missing_names(a, &out.tables[t], &from->tables[as]);
    }
    for (uint32_t c = 1; c < s->n_columns; c++) {
        uint32_t as = find_column(from->schema, old, origins ? origins->columns[c] : c);
        if (as != SCHEMA_NONE)
            add_missing_names(a, &out.columns[c], &from->columns[as]);
    }
    return out;
}

bool is_grammar_word(const struct lexicon *l, struct str word)
{
    enum {
        CLASSES = WORD_DETERMINER | WORD_DISTRIBUTIVE | WORD_QUANTIFIER | WORD_PREPOSITION |
                  WORD_RELATIVE | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN | WORD_INTERROGATIVE |
                  WORD_CONJUNCTION
    };
    return word_classes(l, word) & CLASSES;
}

/* Writing */

/* The names as one text. */
static struct str join_names(struct arena *a, const struct annotation *n)
{
    struct str out = n->names[0];
    for (uint32_t i = 1; i < n->count; i++)
        out = ARENA_CONCAT(a, out, STR(" | "), n->names[i]);
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
        listed.tables[t].natural = join_names(&a, &s->tables[t]);
    for (uint32_t c = 0; c < listed.n_columns; c++)
        listed.columns[c].natural = join_names(&a, &s->columns[c]);
    schema_json(w, &listed);
    arena_release(&a);
}
