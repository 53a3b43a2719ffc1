/* row_values.c: sampling the rows of a database. */
#include "link/row_values.h"

#include "lexicon/synonym_pair.h"
#include "link/words.h"

#include "base/buf.h"
#include "engine/database.h"
#include "sql/quote.h"

enum {
    MAX_ROWS = 1000, /* of each table */
    MAX_BYTES = 4 << 20,
    MAX_TEXT = 80, /* no question quotes longer values */
    MAX_VALUES = 60000,
    MAX_SQL = 4096,
    TABLE_DEADLINE_MS = 1000,
    ALL_DEADLINE_MS = 3000
};

/* Is it in the index already? Of like values the latest come first, so those of other tables,
 * perhaps thousands, are not searched. */
static bool has_value(const struct row_values *v, uint32_t first, uint32_t column, struct str text)
{
    for (uint32_t i = first; i != NAME_NONE && i >= v->of_table; i = v->items[i].next)
        if (v->items[i].column == column && str_eq(v->items[i].text, text))
            return true;
    return false;
}

static void add_value(struct row_values *v, struct arena *a, uint32_t column, struct str text)
{
    struct arena_mark mark = arena_mark(a);
    struct str plain = plain_text(a, text);
    uint32_t first = name_map_get(&v->by_plain, plain);
    if (plain.len == 0 || v->count >= MAX_VALUES || has_value(v, first, column, text)) {
        arena_rewind(a, mark);
        return;
    }
    struct str copy = arena_str(a, text);
    ARENA_PUSH(a, v->items, v->count);
    v->items[v->count] = (struct row_value){column, copy, first};
    name_map_put(&v->by_plain, a, plain, v->count++);
}

bool looks_like_date(struct str s)
{
    static const char form[] = "0000-00-00";
    if (s.len < sizeof form - 1)
        return false;
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] == '0' ? !ascii_digit(s.ptr[i]) : s.ptr[i] != form[i])
            return false;
    return true;
}

/* A fact holds for a column if it has values, and all have it. */
static void learn_facts(struct column_facts *f, const struct rows *rows, uint32_t at)
{
    bool flag = true, date = true, number = true, any = false, word = false, text = false;
    for (size_t i = 0; i < rows->n_rows; i++) {
        const struct value *v = rows_at(rows, i, at);
        if (v->type == VALUE_NULL)
            continue;
        any = true;
        flag &= v->type == VALUE_INTEGER && (v->integer == 0 || v->integer == 1);
        word |= v->type == VALUE_TEXT && v->len > 0 && ascii_letter(v->bytes[0]);
        date &= v->type == VALUE_TEXT && looks_like_date(value_bytes(v));
        text |= v->type == VALUE_TEXT;
        number &= v->type == VALUE_INTEGER || v->type == VALUE_REAL;
    }
    *f = (struct column_facts){.flag = any && flag && rows->n_rows > 1,
                               .word = word,
                               .date = any && date,
                               .number = any && number,
                               .text = text};
}

static void add_row(struct row_values *v, struct arena *a, const struct schema_table *t,
                    const struct value *row)
{
    for (uint32_t i = 0; i < t->n_columns; i++)
        if (row[i].type == VALUE_TEXT && row[i].len > 0 && row[i].len <= MAX_TEXT)
            add_value(v, a, t->columns[i], value_bytes(&row[i]));
}

static void put_sample_query(struct buf *out, const struct schema *s, const struct schema_table *t)
{
    buf_clear(out);
    buf_put(out, STR("SELECT "));
    for (uint32_t i = 0; i < t->n_columns; i++) {
        if (i > 0)
            buf_put(out, STR(", "));
        sql_put_name(out, s->columns[t->columns[i]].name);
    }
    buf_put(out, STR(" FROM "));
    sql_put_name(out, t->name);
    buf_printf(out, " LIMIT %d", MAX_ROWS);
}

static struct deadline sooner(struct deadline x, struct deadline y)
{
    return x.at_ns < y.at_ns ? x : y;
}

static enum status read_table(struct row_values *v, struct arena *a, struct database *db,
                              struct str sql, const struct schema_table *t, struct deadline all,
                              struct err *e)
{
    struct arena scratch = {0};
    struct query_limits limits = {.deadline = sooner(all, deadline_after_ms(TABLE_DEADLINE_MS)),
                                  .max_rows = MAX_ROWS + 1,
                                  .max_bytes = MAX_BYTES,
                                  .enough_rows = MAX_ROWS};
    struct query_result result;
    enum status status = database_query(db, sql, &limits, &scratch, &result, e);
    v->of_table = v->count;
    if (status == OK && result.outcome == QUERY_ROWS && result.rows.n_columns == t->n_columns) {
        for (size_t i = 0; i < result.rows.n_rows; i++)
            add_row(v, a, t, rows_at(&result.rows, i, 0));
        for (uint32_t i = 0; i < t->n_columns; i++)
            learn_facts(&v->facts[t->columns[i]], &result.rows, i);
    }
    arena_release(&scratch);
    return status;
}

/* Has the column's name one of the words, which have "|" between? */
static bool column_fits(struct arena *a, const struct schema *s, uint32_t column, struct str words)
{
    struct str name = arena_str_lower(a, s->columns[column].natural);
    while (words.ptr) {
        struct str word = str_split(&words, '|');
        if (str_eq(word, STR("any")) || str_find(name, word, 0) < name.len)
            return true;
    }
    return false;
}

/* Also index value `i` under another word. */
static void add_alias(struct row_values *v, struct arena *a, struct str word, uint32_t i)
{
    uint32_t first = name_map_get(&v->by_plain, word);
    ARENA_PUSH(a, v->items, v->count);
    v->items[v->count] = (struct row_value){v->items[i].column, v->items[i].text, first};
    name_map_put(&v->by_plain, a, word, v->count++);
}

static void alias_value(struct row_values *v, struct arena *a, const struct schema *s,
                        const struct synonym_pair *p)
{
    for (uint32_t i = row_values_find(v, p->other); i != NAME_NONE; i = v->items[i].next)
        if (column_fits(a, s, v->items[i].column, p->column))
            add_alias(v, a, p->word, i);
}

static void add_aliases(struct row_values *v, struct arena *a, const struct lexicon *l,
                        const struct schema *s)
{
    struct value_pairs all = value_pairs_of(l);
    for (uint32_t i = 0; v->count > 0 && i < all.count; i++)
        if (!all.items[i]->both && row_values_find(v, all.items[i]->word) == NAME_NONE)
            alias_value(v, a, s, all.items[i]);
}

enum status row_values_read(struct row_values *v, struct arena *a, const struct lexicon *l,
                            const struct schema *s, struct database *db, struct err *e)
{
    enum status status = OK;
    struct deadline all = deadline_after_ms(ALL_DEADLINE_MS);
    struct buf sql = {0};
    name_map_init(&v->by_plain, a, 64);
    v->facts = arena_zalloc(a, (s->n_columns + 1) * sizeof *v->facts);
    buf_limit(&sql, MAX_SQL);
    for (uint32_t i = 0; db && i < s->n_tables && status == OK; i++) {
        put_sample_query(&sql, s, &s->tables[i]);
        if (buf_whole(&sql) && s->tables[i].n_columns > 0 && !deadline_passed(all))
            status = read_table(v, a, db, buf_str(&sql), &s->tables[i], all, e);
    }
    buf_release(&sql);
    add_aliases(v, a, l, s);
    return status;
}

uint32_t row_values_find(const struct row_values *v, struct str plain)
{
    return name_map_get(&v->by_plain, plain);
}
