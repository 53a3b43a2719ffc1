/* reads_json.c: writing what a query reads. */
#include "sql/reads_json.h"

static void write_tables(struct json_writer *w, const struct schema *s,
                         const struct sql_resolution *answer)
{
    json_key(w, STR("tables"));
    json_array_open(w);
    for (uint32_t i = 0; i < answer->n_reads; i++)
        if (i == 0 || answer->reads[i].table != answer->reads[i - 1].table)
            json_put_str(w, s->tables[answer->reads[i].table].name);
    json_array_close(w);
}

static void write_columns(struct json_writer *w, const struct schema *s,
                          const struct sql_resolution *answer)
{
    json_key(w, STR("columns"));
    json_array_open(w);
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
