/* table_use.c: tables that must stay, or keep their columns. */
#include "relation/table_use.h"

#include "migration/starred_tables.h"
#include "relation/refusal.h"

static bool *whole_tables(struct arena *a, const struct relation_seed *s)
{
    bool *whole = arena_zalloc(a, s->schema->n_tables);
    for (uint32_t t = 0; t < s->schema->n_tables; t++) {
        const struct schema_table *table = &s->schema->tables[t];
        bool all = table->n_columns > 0;
        for (uint32_t i = 0; i < table->n_columns; i++)
            all = all && s->column_read[table->columns[i]];
        whole[t] = all;
    }
    return whole;
}

struct table_use table_use_of(struct arena *a, const struct relation_seed *s)
{
    bool *starred = s->stmt ? starred_tables(a, s->schema, s->stmt) : whole_tables(a, s);
    bool *fixed = arena_zalloc(a, s->schema->n_tables);
    for (uint32_t i = 0; s->resolution && i < s->resolution->n_reads; i++)
        if (s->resolution->reads[i].column == SCHEMA_STAR)
            fixed[s->resolution->reads[i].table] = true;
    return (struct table_use){starred, fixed};
}

bool table_has_no_view(const struct relation_seed *s, uint32_t table)
{
    const struct schema_table *t = &s->schema->tables[table];
    return refuse_unless(s, !t->view && !t->viewed, REFUSED_TABLE_VIEWED);
}

bool table_may_change(const struct relation_seed *s, const struct table_use *use, uint32_t table)
{
    return refuse_unless(s, !use->fixed[table], REFUSED_TABLE_FIXED) && table_has_no_view(s, table);
}

bool table_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t table)
{
    return refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY) &&
           refuse_unless(s, !use->starred[table], REFUSED_TABLE_STARRED) &&
           table_may_change(s, use, table);
}

bool column_is_free(const struct relation_seed *s, const struct table_use *use, uint32_t column)
{
    return refuse_unless(s, s->stmt != NULL, REFUSED_NO_QUERY) &&
           refuse_unless(s, !s->column_read[column], REFUSED_COLUMN_READ) &&
           table_may_change(s, use, s->schema->columns[column].table);
}
