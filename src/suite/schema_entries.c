/* schema_entries.c: an index of tables.json, and the schemas that a batch of a suite needs. */
#include "suite/schema_entries.h"

#include "base/hash.h"
#include "base/json_reader.h"

#include <stdlib.h>

static int compare_entries(const void *a, const void *b)
{
    return str_cmp(((const struct schema_entry *)a)->db_id,
                   ((const struct schema_entry *)b)->db_id);
}

const struct schema_entry *schema_entries_find(const struct schema_entries *s, struct str db_id)
{
    const struct schema_entry key = {.db_id = db_id};
    return s->count ? bsearch(&key, s->items, s->count, sizeof *s->items, compare_entries) : NULL;
}

uint64_t schema_entries_size(const struct schema_entries *s, struct str seed_db_id,
                             const struct test_case *first, const struct test_case *end)
{
    uint64_t sum = 0;
    for (const struct test_case *c = first; c < end; c++) {
        const struct schema_entry *entry =
            str_eq(c->db_id, seed_db_id) ? NULL : schema_entries_find(s, c->db_id);
        if (entry && entry->of.ptr)
            entry = schema_entries_find(s, entry->of);
        sum += entry ? entry->text.len : 0;
    }
    return sum;
}

void schema_entries_close(struct schema_entries *s)
{
    mapped_file_close(&s->file);
    *s = (struct schema_entries){.count = 0};
}

/* Reading */

/* The schema that a short entry names first; ptr NULL of other entries. */
static struct str origin_of(struct arena *a, struct json_value entry)
{
    struct json_reader json = json_reader_of(a, entry.raw);
    struct json_value v;
    struct str key;
    if (json_next_key(&json, &key) && str_eq(key, STR("of")) && json_next_value(&json, &v))
        return json_text_copy(a, v);
    return STR_NONE;
}

static enum status add_entry(struct schema_entries *s, struct arena *a, struct json_value v,
                             uint32_t line, struct err *e)
{
    if (v.kind != JSON_KIND_OBJECT)
        return err_at(e, E_INPUT, line, 0, "a schema that is not an object");
    struct str db_id = json_text_copy(a, json_member(a, v, STR("db_id")));
    if (!db_id.ptr)
        return err_at(e, E_INPUT, line, 0, "a schema without 'db_id'");
    if (!schema_is_db_id(db_id))
        return err_at(e, E_INPUT, line, 0, "a schema whose db_id '%.*s' is not a name",
                      STR_ARG(db_id));
    ARENA_ADD(a, s->items, s->count, (struct schema_entry){db_id, origin_of(a, v), v.raw});
    return OK;
}

static enum status sort_entries(struct schema_entries *s, struct err *e)
{
    if (s->count > 0)
        qsort(s->items, s->count, sizeof *s->items, compare_entries);
    for (uint32_t i = 1; i < s->count; i++)
        if (str_eq(s->items[i - 1].db_id, s->items[i].db_id))
            return err_at(e, E_INPUT, 1, 0, "two schemas of one db_id");
    return OK;
}

enum status schema_entries_read(struct schema_entries *s, struct arena *a, struct err *e)
{
    struct json_reader json = json_reader_of(a, s->file.text);
    struct json_lines lines = json_lines_in(s->file.text);
    struct mapped_passage passage = mapped_passage_from(&s->file, s->file.text.ptr);
    for (struct json_value v; json_next_item(&json, &v);) {
        TRY(add_entry(s, a, v, json_line_of(&lines, v), e));
        mapped_passage_move(&passage, v.raw.ptr);
    }
    TRY(json_reader_end(&json, 1, e));
    return sort_entries(s, e);
}

/* Schemas of suites */

/* The member "migration" of its text, or ptr NULL. */
static struct str changes_of(struct arena *a, const struct schema_entry *entry)
{
    const struct json_value whole = {JSON_KIND_OBJECT, entry->text};
    struct json_value changes = json_member(a, whole, STR("migration"));
    return changes.kind == JSON_KIND_OBJECT ? changes.raw : STR_NONE;
}

static void add_schema(struct suite *s, const struct schema_entry *entry, struct str changes)
{
    ARENA_ADD(&s->arena, s->schemas, s->n_schemas,
              (struct suite_schema){.db_id = entry->db_id,
                                    .of = entry->of,
                                    .text = entry->text,
                                    .digest = hash_bytes(entry->text),
                                    .changes = changes});
}

struct needed_schema {
    const struct schema_entry *entry;
    struct str changes;
};

struct needed_schemas {
    const struct schema_entries *of;
    struct arena arena;
    struct name_map seen;
    struct needed_schema *items;
    uint32_t count;
};

static void need_schema(struct needed_schemas *n, struct str db_id)
{
    const struct schema_entry *entry =
        name_map_get(&n->seen, db_id) == NAME_NONE ? schema_entries_find(n->of, db_id) : NULL;
    if (!entry)
        return;
    name_map_put(&n->seen, &n->arena, entry->db_id, 0);
    ARENA_ADD(&n->arena, n->items, n->count,
              (struct needed_schema){entry, changes_of(&n->arena, entry)});
}

/* What a schema was made of is needed with it. */
static void need_origin_schemas(struct needed_schemas *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const struct json_value changes = {JSON_KIND_OBJECT, n->items[i].changes};
        if (changes.raw.ptr)
            need_schema(n, json_text(&n->arena, json_member(&n->arena, changes, STR("of"))));
    }
}

static int compare_needed(const void *a, const void *b)
{
    return compare_entries(((const struct needed_schema *)a)->entry,
                           ((const struct needed_schema *)b)->entry);
}

void schema_entries_add_needed(const struct schema_entries *s, struct suite *out)
{
    struct needed_schemas n = {.of = s};
    name_map_init_exact(&n.seen, &n.arena, 64);
    for (uint32_t i = 0; i < out->n_seeds; i++)
        need_schema(&n, out->seeds[i].db_id);
    for (uint32_t i = 0; i < out->n_cases; i++)
        need_schema(&n, out->cases[i].db_id);
    need_origin_schemas(&n);
    if (n.count)
        qsort(n.items, n.count, sizeof *n.items, compare_needed);
    for (uint32_t i = 0; i < n.count; i++)
        add_schema(out, n.items[i].entry, n.items[i].changes);
    arena_release(&n.arena);
}
