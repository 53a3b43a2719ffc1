/* form_json.c: the form as Spider's data files write it. */
#include "spider/form.h"

static void put_col_unit(struct json_writer *w, const struct spider_col_unit *u)
{
    if (u->column == SCHEMA_NONE) {
        json_put_null(w);
        return;
    }
    json_array_open(w);
    json_put_int(w, u->agg);
    json_put_int(w, u->column);
    json_put_bool(w, u->distinct);
    json_array_close(w);
}

static void put_val_unit(struct json_writer *w, const struct spider_val_unit *u)
{
    json_array_open(w);
    json_put_int(w, u->op);
    put_col_unit(w, &u->a);
    put_col_unit(w, &u->b);
    json_array_close(w);
}

/* In the data files text has its quotes, and the official tokenizer made them double quotes. */
static void put_text(struct json_writer *w, struct str text)
{
    struct buf quoted = {0};
    buf_putc(&quoted, '"');
    buf_put(&quoted, text);
    buf_putc(&quoted, '"');
    json_put_str(w, buf_str(&quoted));
    buf_release(&quoted);
}

static void put_value(struct json_writer *w, const struct spider_value *v)
{
    switch (v->kind) {
    case SPIDER_VALUE_NONE:
        json_put_null(w);
        break;
    case SPIDER_VALUE_NUMBER:
        json_put_double(w, v->as.number);
        break;
    case SPIDER_VALUE_TEXT:
        put_text(w, v->as.text);
        break;
    case SPIDER_VALUE_COLUMN:
        put_col_unit(w, &v->as.column);
        break;
    case SPIDER_VALUE_QUERY:
        spider_form_json(w, v->as.query);
        break;
    }
}

static void put_term(struct json_writer *w, const struct spider_term *t)
{
    if (t->kind != SPIDER_TERM_COMPARISON) {
        json_put_str(w, t->kind == SPIDER_TERM_OR ? STR("or") : STR("and"));
        return;
    }
    json_array_open(w);
    json_put_bool(w, t->negated);
    json_put_int(w, t->op);
    put_val_unit(w, &t->unit);
    put_value(w, &t->low);
    put_value(w, &t->high);
    json_array_close(w);
}

static void put_condition(struct json_writer *w, const char *key, const struct spider_condition *c)
{
    json_key_array(w, key);
    for (uint32_t i = 0; i < c->count; i++)
        put_term(w, &c->terms[i]);
    json_array_close(w);
}

static void put_from(struct json_writer *w, const struct spider_form *f)
{
    json_key_object(w, "from");
    json_key_array(w, "table_units");
    for (uint32_t i = 0; i < f->n_tables; i++) {
        json_array_open(w);
        json_put_str(w, f->tables[i].query ? STR("sql") : STR("table_unit"));
        if (f->tables[i].query)
            spider_form_json(w, f->tables[i].query);
        else
            json_put_int(w, f->tables[i].table);
        json_array_close(w);
    }
    json_array_close(w);
    put_condition(w, "conds", &f->on);
    json_object_close(w);
}

static void put_select(struct json_writer *w, const struct spider_form *f)
{
    json_key_array(w, "select");
    json_put_bool(w, f->distinct);
    json_array_open(w);
    for (uint32_t i = 0; i < f->n_select; i++) {
        json_array_open(w);
        json_put_int(w, f->select[i].agg);
        put_val_unit(w, &f->select[i].unit);
        json_array_close(w);
    }
    json_array_close(w);
    json_array_close(w);
}

static void put_group_by(struct json_writer *w, const struct spider_form *f)
{
    json_key_array(w, "groupBy");
    for (uint32_t i = 0; i < f->n_group_by; i++)
        put_col_unit(w, &f->group_by[i]);
    json_array_close(w);
}

static void put_order_by(struct json_writer *w, const struct spider_form *f)
{
    json_key_array(w, "orderBy");
    if (f->ordered) {
        json_put_str(w, f->descending ? STR("desc") : STR("asc"));
        json_array_open(w);
        for (uint32_t i = 0; i < f->n_order_by; i++)
            put_val_unit(w, &f->order_by[i]);
        json_array_close(w);
    }
    json_array_close(w);
}

static void put_limit(struct json_writer *w, const struct spider_form *f)
{
    json_key(w, STR("limit"));
    if (f->limited)
        json_put_int(w, f->limit);
    else
        json_put_null(w);
}

static void put_branch(struct json_writer *w, struct str key, const struct spider_form *branch)
{
    json_key(w, key);
    if (branch)
        spider_form_json(w, branch);
    else
        json_put_null(w);
}

void spider_form_json(struct json_writer *w, const struct spider_form *f)
{
    json_object_open(w);
    put_from(w, f);
    put_select(w, f);
    put_condition(w, "where", &f->where);
    put_group_by(w, f);
    put_condition(w, "having", &f->having);
    put_order_by(w, f);
    put_limit(w, f);
    put_branch(w, STR("intersect"), f->intersect);
    put_branch(w, STR("union"), f->union_);
    put_branch(w, STR("except"), f->except);
    json_object_close(w);
}
