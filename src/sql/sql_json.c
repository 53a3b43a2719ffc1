/* sql_json.c: the members of a node follow from the table of its parts. */
#include "sql/sql_json.h"

#include "sql/node.h"
#include "sql/operator.h"

static void json_node(struct json_writer *w, const struct sql_node *node, const void *n);
static void json_expr(struct json_writer *w, const struct sql_expr *x);
static void json_from(struct json_writer *w, const struct sql_from *f, bool first);

static void key_word(struct json_writer *w, const char *key, const char *word)
{
    if (word)
        json_key_str(w, key, str_from(word));
}

static void json_list(struct json_writer *w, const struct sql_expr_list *list)
{
    json_array_open(w);
    for (uint32_t i = 0; i < list->count; i++)
        json_expr(w, list->items[i]);
    json_array_close(w);
}

static void json_item(struct json_writer *w, const struct sql_part *part, const void *item,
                      bool first)
{
    if (part->form == SQL_PART_NAMES)
        json_put_str(w, ((const struct sql_name *)item)->text);
    else if (part->form == SQL_PART_ROWS)
        json_list(w, item);
    else if (part->form == SQL_PART_CORES)
        json_node(w, sql_core_node(item), item);
    else if (part->form == SQL_PART_FROMS)
        json_from(w, item, first);
    else
        json_node(w, part->node, item);
}

/* An array, except of a node that is alone. */
static void key_items(struct json_writer *w, const struct sql_part *part, const void *n)
{
    struct sql_items items = sql_part_items(part, n);
    bool alone = part->form == SQL_PART_NODES && !part->count_at;
    if (items.count == 0)
        return;
    json_key(w, str_from(part->key));
    if (!alone)
        json_array_open(w);
    for (uint32_t i = 0; i < items.count; i++)
        json_item(w, part, items.first + i * part->size, i == 0);
    if (!alone)
        json_array_close(w);
}

/* A key and its value, or nothing where the value is absent. */
static void key_part(struct json_writer *w, const struct sql_part *part, const void *n)
{
    const void *at = (const char *)n + part->at;
    const struct sql_expr *x;
    const struct sql_query *q;
    switch (part->form) {
    case SQL_PART_EXPR:
    case SQL_PART_LIMIT:
        x = *(struct sql_expr *const *)at;
        if (x) {
            json_key(w, str_from(part->key));
            json_expr(w, x);
        }
        break;
    case SQL_PART_EXPRS:
        if (((const struct sql_expr_list *)at)->count) {
            json_key(w, str_from(part->key));
            json_list(w, at);
        }
        break;
    case SQL_PART_QUERY:
        q = *(struct sql_query *const *)at;
        if (q) {
            json_key(w, str_from(part->key));
            sql_tree_json(w, q);
        }
        break;
    case SQL_PART_NAME:
        if (((const struct sql_name *)at)->text.ptr)
            json_key_str(w, part->key, ((const struct sql_name *)at)->text);
        break;
    case SQL_PART_TEXT:
        json_key_str(w, part->key, *(const struct str *)at);
        break;
    case SQL_PART_OPERATOR:
        json_key_str(w, part->key, sql_operator(*(const enum sql_op *)at)->text);
        break;
    case SQL_PART_WORD:
        key_word(w, part->key, part->words[*(const unsigned *)at]);
        break;
    case SQL_PART_FLAG:
        if (*(const bool *)at)
            json_key_bool(w, part->key, true);
        break;
    default:
        key_items(w, part, n);
        break;
    }
}

static void key_parts(struct json_writer *w, const struct sql_node *node, const void *n)
{
    key_word(w, "kind", node->kind);
    for (uint32_t i = 0; i < node->n_parts; i++) {
        if (node->parts[i].key)
            key_part(w, &node->parts[i], n);
    }
}

static void json_node(struct json_writer *w, const struct sql_node *node, const void *n)
{
    json_object_open(w);
    key_parts(w, node, n);
    json_object_close(w);
}

static bool is_empty_list(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_IN && !x->as.in.query && !x->as.in.table && !x->as.in.list.count;
}

static void json_expr(struct json_writer *w, const struct sql_expr *x)
{
    json_object_open(w);
    key_parts(w, sql_expr_node(x), x);
    if (x->kind == SQL_EXPR_COLUMN && x->as.column.name.quote)
        json_key_str(w, "quote", (struct str){&x->as.column.name.quote, 1});
    if (is_empty_list(x)) {
        json_key(w, STR("list"));
        json_list(w, &x->as.in.list);
    }
    json_object_close(w);
}

static void key_join(struct json_writer *w, unsigned join)
{
    static const struct {
        unsigned flag;
        const char *key;
    } flags[] = {
        {SQL_JOIN_NATURAL, "natural"}, {SQL_JOIN_LEFT, "left"},   {SQL_JOIN_RIGHT, "right"},
        {SQL_JOIN_FULL, "full"},       {SQL_JOIN_OUTER, "outer"}, {SQL_JOIN_INNER, "inner"},
        {SQL_JOIN_CROSS, "cross"},
    };
    json_key_array(w, "join");
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        if (join & flags[i].flag)
            json_put_str(w, str_from(flags[i].key));
    }
    json_put_str(w, join ? STR("join") : STR("comma"));
    json_array_close(w);
}

static void json_from(struct json_writer *w, const struct sql_from *f, bool first)
{
    static const char *const kinds[] = {"table", "function", "query", "group"};
    json_object_open(w);
    key_word(w, "kind", kinds[f->kind]);
    if (!first)
        key_join(w, f->join);
    key_parts(w, &SQL_FROM_NODE, f);
    json_object_close(w);
}

void sql_tree_json(struct json_writer *w, const struct sql_query *q)
{
    json_node(w, &SQL_QUERY_NODE, q);
}

static void write_tables(struct json_writer *w, const struct schema *s,
                         const struct sql_resolution *answer)
{
    json_key_array(w, "tables");
    for (uint32_t i = 0; i < answer->n_reads; i++)
        if (i == 0 || answer->reads[i].table != answer->reads[i - 1].table)
            json_put_str(w, s->tables[answer->reads[i].table].name);
    json_array_close(w);
}

static void write_columns(struct json_writer *w, const struct schema *s,
                          const struct sql_resolution *answer)
{
    json_key_array(w, "columns");
    for (uint32_t i = 0; i < answer->n_reads; i++) {
        const struct sql_read *read = &answer->reads[i];
        if (read->column == SCHEMA_NONE)
            continue;
        json_array_open(w);
        json_put_str(w, s->tables[read->table].name);
        json_put_str(w, read->column == SCHEMA_STAR ? STR("rowid") : s->columns[read->column].name);
        json_array_close(w);
    }
    json_array_close(w);
}

void sql_reads_json(struct json_writer *w, const struct schema *s,
                    const struct sql_resolution *answer)
{
    json_object_open(w);
    write_tables(w, s, answer);
    write_columns(w, s, answer);
    json_object_close(w);
}
