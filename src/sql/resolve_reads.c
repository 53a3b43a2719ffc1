/* resolve_reads.c: the set of columns that a query reads. */
#include "sql/resolver.h"

static uint64_t *new_bits(struct resolver *r, uint32_t n)
{
    return arena_zalloc(r->arena, (n / 64 + 1) * sizeof(uint64_t));
}

static void set_bit(uint64_t *bits, uint32_t i)
{
    bits[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool has_bit(const uint64_t *bits, uint32_t i)
{
    return bits[i / 64] >> (i % 64) & 1;
}

void read_set_init(struct resolver *r)
{
    r->reads = (struct read_set){
        .named = new_bits(r, r->schema->n_columns),
        .joined = new_bits(r, r->schema->n_columns),
        .rowid = new_bits(r, r->schema->n_tables),
        .used = new_bits(r, r->schema->n_tables),
    };
}

void read_column(struct resolver *r, uint32_t column)
{
    set_bit(r->reads.named, column);
}

void read_joined(struct resolver *r, uint32_t column)
{
    set_bit(r->reads.joined, column);
}

void read_rowid(struct resolver *r, uint32_t table)
{
    if (r->schema->tables[table].rowid == SCHEMA_STAR)
        set_bit(r->reads.rowid, table);
    else
        set_bit(r->reads.named, r->schema->tables[table].rowid);
}

void read_table(struct resolver *r, uint32_t table)
{
    set_bit(r->reads.used, table);
}

/* What is read of one table, into `out` or only counted where that is NULL. */
static uint32_t list_table(const struct resolver *r, uint32_t t, struct sql_read *out)
{
    const struct schema_table *table = &r->schema->tables[t];
    uint32_t n = 0;
    if (has_bit(r->reads.rowid, t)) {
        if (out)
            out[n] = (struct sql_read){t, SCHEMA_STAR, false};
        n++;
    }
    for (uint32_t i = 0; i < table->n_columns; i++) {
        uint32_t c = table->columns[i];
        bool named = has_bit(r->reads.named, c);
        if (!named && !has_bit(r->reads.joined, c))
            continue;
        if (out)
            out[n] = (struct sql_read){t, c, !named};
        n++;
    }
    if (n == 0 && out)
        *out = (struct sql_read){t, SCHEMA_NONE, false};
    return n ? n : 1;
}

void read_set_list(struct resolver *r, struct sql_resolution *out)
{
    uint32_t n = 0;
    for (uint32_t t = 0; t < r->schema->n_tables; t++)
        if (has_bit(r->reads.used, t))
            n += list_table(r, t, NULL);
    out->reads = ARENA_ARRAY(r->arena, struct sql_read, n);
    out->n_reads = 0;
    for (uint32_t t = 0; t < r->schema->n_tables; t++)
        if (has_bit(r->reads.used, t))
            out->n_reads += list_table(r, t, out->reads + out->n_reads);
}
