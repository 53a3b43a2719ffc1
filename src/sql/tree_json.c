/* tree_json.c: a syntax tree as JSON.
 *
 * Members follow from the tables of parts. What a part does not have is left out. */
#include "sql/tree_json.h"

#include "sql/node.h"
#include "sql/operator.h"

static void json_node(struct json_writer *w, const struct sql_node *node, const void *n);
static void json_expr(struct json_writer *w, const struct sql_expr *x);
static void json_from(struct json_writer *w, const struct sql_from *f, bool first);

/* Each writes a key and its value, or nothing where the value is absent. */

static void member_text(struct json_writer *w, const char *key, struct str text)
{
    json_key(w, str_from(key));
    json_put_str(w, text);
}

static void member_word(struct json_writer *w, const char *key, const char *word)
{
    if (word)
        member_text(w, key, str_from(word));
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

/* An array, except of a node that stands alone. */
static void member_items(struct json_writer *w, const struct sql_part *part, const void *n)
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

static void member_expr(struct json_writer *w, const char *key, const struct sql_expr *x)
{
    if (x) {
        json_key(w, str_from(key));
        json_expr(w, x);
    }
}

static void member_query(struct json_writer *w, const char *key, const struct sql_query *q)
{
    if (q) {
        json_key(w, str_from(key));
        sql_tree_json(w, q);
    }
}

static void member_list(struct json_writer *w, const char *key, const struct sql_expr_list *list)
{
    if (list->count) {
        json_key(w, str_from(key));
        json_list(w, list);
    }
}

static void member_name(struct json_writer *w, const char *key, const struct sql_name *name)
{
    if (name->text.ptr)
        member_text(w, key, name->text);
}

static void member_flag(struct json_writer *w, const char *key, bool flag)
{
    if (flag) {
        json_key(w, str_from(key));
        json_put_bool(w, true);
    }
}

static void member_part(struct json_writer *w, const struct sql_part *part, const void *n)
{
    const void *at = (const char *)n + part->at;
    switch (part->form) {
    case SQL_PART_EXPR:
    case SQL_PART_LIMIT:
        member_expr(w, part->key, *(struct sql_expr *const *)at);
        break;
    case SQL_PART_EXPRS:
        member_list(w, part->key, at);
        break;
    case SQL_PART_QUERY:
        member_query(w, part->key, *(struct sql_query *const *)at);
        break;
    case SQL_PART_NAME:
        member_name(w, part->key, at);
        break;
    case SQL_PART_TEXT:
        member_text(w, part->key, *(const struct str *)at);
        break;
    case SQL_PART_OPERATOR:
        member_text(w, part->key, sql_operator(*(const enum sql_op *)at)->text);
        break;
    case SQL_PART_WORD:
        member_word(w, part->key, part->words[*(const unsigned *)at]);
        break;
    case SQL_PART_FLAG:
        member_flag(w, part->key, *(const bool *)at);
        break;
    case SQL_PART_ROWS:
    case SQL_PART_CORES:
    case SQL_PART_FROMS:
    case SQL_PART_NODES:
    case SQL_PART_NAMES:
        member_items(w, part, n);
        break;
    }
}

static void member_parts(struct json_writer *w, const struct sql_node *node, const void *n)
{
    member_word(w, "kind", node->kind);
    for (uint32_t i = 0; i < node->n_parts; i++) {
        if (node->parts[i].key)
            member_part(w, &node->parts[i], n);
    }
}

static void json_node(struct json_writer *w, const struct sql_node *node, const void *n)
{
    json_object_open(w);
    member_parts(w, node, n);
    json_object_close(w);
}

static bool is_empty_list(const struct sql_expr *x)
{
    return x->kind == SQL_EXPR_IN && !x->as.in.query && !x->as.in.table && !x->as.in.list.count;
}

static void json_expr(struct json_writer *w, const struct sql_expr *x)
{
    json_object_open(w);
    member_parts(w, sql_expr_node(x), x);
    if (x->kind == SQL_EXPR_COLUMN && x->as.column.name.quote)
        member_text(w, "quote", (struct str){&x->as.column.name.quote, 1});
    if (is_empty_list(x)) {
        json_key(w, STR("list"));
        json_list(w, &x->as.in.list);
    }
    json_object_close(w);
}

static void member_join(struct json_writer *w, unsigned join)
{
    static const struct {
        unsigned flag;
        const char *key;
    } flags[] = {
        {SQL_JOIN_NATURAL, "natural"}, {SQL_JOIN_LEFT, "left"},   {SQL_JOIN_RIGHT, "right"},
        {SQL_JOIN_FULL, "full"},       {SQL_JOIN_OUTER, "outer"}, {SQL_JOIN_INNER, "inner"},
        {SQL_JOIN_CROSS, "cross"},
    };
    json_key(w, STR("join"));
    json_array_open(w);
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
    member_word(w, "kind", kinds[f->kind]);
    if (!first)
        member_join(w, f->join);
    member_parts(w, &SQL_FROM_NODE, f);
    json_object_close(w);
}

void sql_tree_json(struct json_writer *w, const struct sql_query *q)
{
    json_node(w, &SQL_QUERY_NODE, q);
}
