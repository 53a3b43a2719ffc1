/* case_row.c: rows by the table of their fields. */
#include "report/html/case_row.h"

#define NOTHING_number TEXT_NONE
#define NOTHING_name                                                                               \
    {                                                                                              \
        NULL, 0                                                                                    \
    }
#define NOTHING_list                                                                               \
    {                                                                                              \
        NULL, 0                                                                                    \
    }

const struct seed_row SEED_ROW_EMPTY = {
#define SEED_FIELD(name, kind) .name = NOTHING_##kind,
#include "report/html/case_field.def"
};

const struct case_row CASE_ROW_EMPTY = {
#define CASE_FIELD(name, kind)  .name = NOTHING_##kind,
#define CASE_DETAIL(name, kind) .name = NOTHING_##kind,
#include "report/html/case_field.def"
};

const struct outcome_row OUTCOME_ROW_EMPTY = {
#define OUTCOME_FIELD(name, kind) .name = NOTHING_##kind,
#include "report/html/case_field.def"
};

static void put_number(struct json_writer *w, row_number number)
{
    text_number_json(w, number);
}

static void put_name(struct json_writer *w, row_name name)
{
    json_put_str(w, name);
}

static void put_list(struct json_writer *w, row_list list)
{
    json_array_open(w);
    for (uint32_t i = 0; i < list.count; i++)
        put_number(w, list.items[i]);
    json_array_close(w);
}

void seed_row_json(struct json_writer *w, const struct seed_row *row)
{
#define SEED_FIELD(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
}

void case_row_json(struct json_writer *w, const struct case_row *row, bool details)
{
#define CASE_FIELD(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
    if (!details)
        return;
#define CASE_DETAIL(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
}

void outcome_row_json(struct json_writer *w, const struct outcome_row *row)
{
#define OUTCOME_FIELD(name, kind) put_##kind(w, row->name);
#include "report/html/case_field.def"
}
