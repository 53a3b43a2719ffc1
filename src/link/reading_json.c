/* reading_json.c: a meaning with its words as JSON. */
#include "link/reading.h"

static void put_names(struct json_writer *w, const struct schema *s, const struct meaning_node *n)
{
    if (n->column != SCHEMA_STAR) {
        uint32_t table = s->columns[n->column].table;
        if (table != SCHEMA_NONE)
            json_key_str(w, "table", s->tables[table].name);
        json_key_str(w, "column", s->columns[n->column].name);
    } else if (n->table != SCHEMA_NONE) {
        json_key_str(w, "table", s->tables[n->table].name);
    }
    if (n->text.ptr)
        json_key_str(w, "text", n->text);
}

/* What says it: null if it is not said, and nothing at all if nobody would say it. */
static void put_words(struct json_writer *w, const struct question_reading *r, uint32_t i)
{
    static const char *const HOW[] = {NULL, "word", "carrier", "attribute"};
    const struct meaning_node *n = &r->meaning->nodes[i];
    struct indicator x = reading_node(r, i);
    if (n->part == MEANING_NONE && n->kind != MEANING_OF)
        return;
    json_key(w, STR("words"));
    if (x.manner == MANNER_NONE) {
        json_put_null(w);
        return;
    }
    json_put_str(w, indicator_text(&r->said.words, x.start, x.end));
    json_key_str(w, "how", str_from(HOW[x.manner]));
    json_key_double(w, "sure", x.weight);
}

static void put_node(struct json_writer *w, const struct question_reading *r, uint32_t i)
{
    const struct meaning *m = r->meaning;
    const struct meaning_node *n = &m->nodes[i];
    json_object_open(w);
    json_key_str(w, "kind", meaning_kind_name(n->kind));
    put_names(w, r->book->schema, n);
    if (n->part != MEANING_NONE && m->parts.items[n->part].kind == PART_KEYWORD)
        json_key_str(w, "asks", query_keyword_name(m->parts.items[n->part].keyword));
    put_words(w, r, i);
    if (meaning_first(m, i) != MEANING_NONE) {
        json_key_array(w, "has");
        for (uint32_t k = meaning_first(m, i); k != MEANING_NONE; k = meaning_next(m, k))
            put_node(w, r, k);
        json_array_close(w);
    }
    json_object_close(w);
}

void reading_json(struct json_writer *w, const struct question_reading *r)
{
    put_node(w, r, 0);
}
