/* mapped.c: bringing back the answers to cases whose values are mapped. */
#include "score/mapped.h"

#include "sql/parse.h"
#include "sql/resolve.h"
#include "store/rows_back.h"

struct query_result mapped_standard(struct arena *a, const struct query_result *r)
{
    struct query_result even = *r;
    if (r->outcome == QUERY_ROWS)
        even.rows = rows_evened(a, &r->rows);
    return even;
}

static struct query_result back(struct arena *a, const struct query_result *r,
                                const struct answer_mapping *m)
{
    struct query_result returned = *r;
    if (m && r->outcome == QUERY_ROWS)
        returned.rows = rows_back(a, &r->rows, m);
    return mapped_standard(a, &returned);
}

/* What the official script would run has the same columns as what was said. */
struct read_answer mapped_back(struct arena *a, const struct read_answer *r)
{
    struct read_answer returned = *r;
    struct answer_mapping m;
    if (!r->ran)
        return returned;
    bool known = r->schema->migration &&
                 answer_mapping_of(a, r->schema->migration, r->schema->schema, r->said->sql, &m);
    returned.answer = back(a, &r->answer, known ? &m : NULL);
    returned.prepared = back(a, &r->prepared, known ? &m : NULL);
    return returned;
}

/* Is the column called as it was, in a table called as it was? */
static bool stays(const struct migration *m, uint32_t column)
{
    const struct schema_column *old = &m->old->columns[column];
    for (uint32_t t = 0; t < m->n_tables; t++) {
        const struct migration_table *table = &m->tables[t];
        if (table->split || table->base != old->table ||
            !str_eq(table->name, m->old->tables[old->table].name))
            continue;
        for (uint32_t i = 0; i < table->n_columns; i++)
            if (table->columns[i].source == MIGRATION_COPY && table->columns[i].old == column)
                return str_eq(table->columns[i].name, old->name);
    }
    return false;
}

/* `sql`, a query over the old schema, as one over the new. One that reads what stays is the same in
 * both; what else it could become is not known. */
static bool told_over(struct arena *a, const struct migration *m, struct str sql, struct str *out)
{
    struct sql_stmt stmt;
    struct sql_resolution names;
    struct err e;
    if (sql_parse(a, sql, &stmt, &e) != OK || sql_resolve(a, m->old, &stmt, &names, &e) != OK)
        return false;
    for (uint32_t i = 0; i < names.n_reads; i++) {
        uint32_t column = names.reads[i].column;
        if (column != SCHEMA_NONE && column != SCHEMA_STAR && !stays(m, column))
            return false;
    }
    *out = sql;
    return true;
}

bool expected_by_mapping(struct runner *r, const struct read_answer *seed,
                         const struct suite_schema *schema, struct arena *a,
                         struct expected_answer *out)
{
    struct str sql;
    if (!schema->migration || !told_over(a, schema->migration, seed->said->sql, &sql))
        return false;
    *out = (struct expected_answer){.said = {.sql = sql}};
    reading_of(r, &out->said, schema, a, &out->read);
    return true;
}
