/* rewrite_joins.c: joins by name, and stars.
 *
 * USING and NATURAL join by names, so new names may join other columns. Then the join is spelled
 * out: NATURAL as USING if both columns still have one name, and as ON if they do not. A star shows
 * a column that USING joined once; after ON it would show it twice, so its columns are spelled out
 * as well. */
#include "migration/rewriting.h"

#include "sql/lex.h"
#include "sql/quote.h"

/* The items of one FROM, or within brackets, with their columns. */
struct joined_items {
    const struct sql_from *items;
    struct name_pairs *columns; /* by item */
    uint32_t count;
    bool spelled; /* a USING or NATURAL, also within brackets, became ON */
};

/* A column of the items before another one. */
struct left_column {
    uint32_t item, column; /* SCHEMA_NONE if there is none */
};

static bool same_column(struct left_column x, struct left_column y)
{
    return x.item == y.item && x.column == y.column;
}

/* The first of that name, as columns are called now or as they were. */
static struct left_column find_left(const struct name_pairs *lists, uint32_t n, struct str name,
                                    bool now)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < lists[i].count; k++) {
            struct str called = now ? lists[i].items[k].new : lists[i].items[k].old;
            if (called.ptr && name.ptr && str_eq_nocase(called, name))
                return (struct left_column){i, k};
        }
    return (struct left_column){SCHEMA_NONE, SCHEMA_NONE};
}

/* Joins */

/* Does a USING with the new name of the right column join the same two? */
static bool is_named_alike(const struct joined_items *j, uint32_t right, struct left_column left,
                           struct left_column own)
{
    struct str now = j->columns[right].items[own.column].new;
    return str_eq_nocase(j->columns[left.item].items[left.column].new, now) &&
           same_column(find_left(j->columns, right, now, true), left);
}

/* The columns that USING or NATURAL joins, as a list of names of the right item. */
struct joined_names {
    struct str *names; /* old ones */
    uint32_t count;
    bool alike; /* USING can say them all */
};

static void add_joined(struct rewriting *w, const struct joined_items *j, uint32_t right,
                       struct str name, struct joined_names *out)
{
    struct left_column left = find_left(j->columns, right, name, false);
    struct left_column own = find_left(&j->columns[right], 1, name, false);
    if (left.item == SCHEMA_NONE || own.item == SCHEMA_NONE)
        return; /* of a table function of SQLite: its names stay */
    ARENA_ADD(w->arena, out->names, out->count, name);
    out->alike = out->alike && is_named_alike(j, right, left, own);
}

static struct joined_names joined_names(struct rewriting *w, const struct joined_items *j,
                                        uint32_t right)
{
    const struct sql_from *f = &j->items[right];
    struct joined_names out = {.alike = true};
    for (uint32_t k = 0; k < f->n_using; k++)
        add_joined(w, j, right, f->using[k].text, &out);
    for (uint32_t k = 0; f->join & SQL_JOIN_NATURAL && k < j->columns[right].count; k++)
        add_joined(w, j, right, j->columns[right].items[k].old, &out);
    return out;
}

/* Would NATURAL join by the same columns? */
static bool stays_natural(const struct joined_items *j, uint32_t right)
{
    for (uint32_t k = 0; k < j->columns[right].count; k++) {
        const struct name_pair *pair = &j->columns[right].items[k];
        struct left_column before = find_left(j->columns, right, pair->old, false);
        if (!same_column(before, find_left(j->columns, right, pair->new, true)))
            return false;
    }
    return true;
}

/* The last token of a type between two places, as a span that ends where the next one begins; an
 * empty span if there is none. */
static struct sql_span find_token(struct str sql, uint32_t start, uint32_t end,
                                  enum sql_token_type type)
{
    struct sql_lexer lex = {.text = sql, .at = start};
    struct sql_span found = {start, start};
    struct sql_token token = sql_lexer_next(&lex);
    while (token.type != TOKEN_EOF && token.span.start < end) {
        struct sql_token next = sql_lexer_next(&lex);
        if (token.type == type)
            found = (struct sql_span){token.span.start, next.span.start};
        token = next;
    }
    return found;
}

/* left.x = right.y AND … */
static void put_condition(struct rewriting *w, const struct joined_items *j, uint32_t right,
                          const struct joined_names *names, struct buf *out)
{
    struct str own = item_qualifier(w, &j->items[right]);
    for (uint32_t k = 0; k < names->count; k++) {
        struct left_column x = find_left(j->columns, right, names->names[k], false);
        struct left_column y = find_left(&j->columns[right], 1, names->names[k], false);
        struct str left = item_qualifier(w, &j->items[x.item]);
        if (!left.ptr || !own.ptr)
            refuse_query(w, "columns within brackets around a join cannot be named");
        if (w->why)
            return; /* a name may be missing */
        buf_put(out, k == 0 ? STR("ON ") : STR(" AND "));
        put_column(out, left, j->columns[x.item].items[x.column].new);
        buf_put(out, STR(" = "));
        put_column(out, own, j->columns[right].items[y.column].new);
    }
}

static void put_using(const struct joined_items *j, uint32_t right,
                      const struct joined_names *names, struct buf *out)
{
    for (uint32_t k = 0; k < names->count; k++) {
        struct left_column own = find_left(&j->columns[right], 1, names->names[k], false);
        buf_put(out, k == 0 ? STR("USING (") : STR(", "));
        sql_put_plain_name(out, j->columns[right].items[own.column].new);
    }
    if (names->count > 0)
        buf_putc(out, ')');
}

/* Each reference of the query looks through all of them, so there is a limit. */
static void note_implied(struct rewriting *w, uint32_t at, uint32_t count)
{
    enum { MAX_IMPLIED = 500 };
    if (w->n_implied == MAX_IMPLIED) {
        refuse_query(w, "too many joins would join by other columns");
        return;
    }
    ARENA_ADD(w->arena, w->implied, w->n_implied, (struct implied_columns){at, count});
}

/* RIGHT and FULL make one column of two: its name means the one that is not NULL. */
static bool takes_either(const struct joined_items *j)
{
    for (uint32_t i = 0; i < j->count; i++)
        if (j->items[i].join & (SQL_JOIN_RIGHT | SQL_JOIN_FULL))
            return true;
    return false;
}

/* The join by its columns, where the one by names was. */
static void spell_join(struct rewriting *w, struct joined_items *j, uint32_t right,
                       const struct joined_names *names)
{
    const struct sql_from *f = &j->items[right];
    struct str sql = w->stmt->text;
    struct sql_span place = {f->span.end, f->span.end};
    struct buf text = {0};
    if (takes_either(j))
        refuse_query(w, "a RIGHT or FULL join by names would join by other columns");
    if (f->join & SQL_JOIN_NATURAL) {
        struct sql_span word =
            find_token(sql, j->items[right - 1].span.end, f->span.start, KW_NATURAL);
        sql_splice_add(&w->splices, word, STR(""));
        buf_put(&text, names->count > 0 ? STR(" ") : STR(""));
    } else {
        place.start = find_token(sql, f->span.start, f->using[0].span.start, KW_USING).start;
    }
    if (names->alike) {
        put_using(j, right, names, &text);
    } else {
        put_condition(w, j, right, names, &text);
        note_implied(w, place.start, 2 * names->count);
        j->spelled = true;
    }
    put_text(w, place, &text);
}

static void rewrite_join(struct rewriting *w, struct joined_items *j, uint32_t right)
{
    const struct sql_from *f = &j->items[right];
    bool natural = f->join & SQL_JOIN_NATURAL;
    struct joined_names names = joined_names(w, j, right);
    if (natural ? stays_natural(j, right) : names.alike) {
        const struct name_pairs *own = &j->columns[right];
        for (uint32_t k = 0; k < f->n_using; k++) {
            struct left_column found = find_left(own, 1, f->using[k].text, false);
            if (found.item != SCHEMA_NONE)
                put_name(w, &f->using[k], own -> items[found.column].new);
        }
    } else if (w->care >= CARE_SPELL && right > 0) {
        spell_join(w, j, right, &names);
    } else {
        refuse_query(w, natural ? "a NATURAL join would join by other columns"
                                : "the two columns of a USING are called differently");
    }
}

static struct joined_items join_items(struct rewriting *w, const struct sql_from *items, uint32_t n)
{
    struct joined_items j = {.items = items,
                             .columns = ARENA_ARRAY(w->arena, struct name_pairs, (size_t)n + 1),
                             .count = n};
    for (uint32_t i = 0; i < n; i++) {
        j.columns[i] = item_columns(w, &items[i]);
        j.spelled |= join_items(w, items[i].group, items[i].n_group).spelled;
        rewrite_join(w, &j, i);
    }
    return j;
}

/* Stars */

/* Does the table have the same columns in the same order? */
static bool shows_same(const struct rewriting *w, uint32_t table)
{
    uint32_t now = w->table_now[table];
    if (now == SCHEMA_NONE || w->new.tables[now].n_columns != w->old->tables[table].n_columns)
        return false;
    for (uint32_t i = 0; i < w->old->tables[table].n_columns; i++)
        if (w->lineage[w->new.tables[now].columns[i]] != w->old->tables[table].columns[i])
            return false;
    return true;
}

static void check_shown(struct rewriting *w, const struct sql_from *items, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        uint32_t table = item_table(w, &items[i]);
        check_shown(w, items[i].group, items[i].n_group);
        if (table != SCHEMA_NONE && !shows_same(w, table))
            refuse_query(w, "* would show other columns");
    }
}

/* What is written for a star. */
struct star_text {
    struct buf text;
    uint32_t n_columns; /* written one by one */
    bool labels;
};

static void put_separator(struct star_text *s)
{
    buf_put(&s->text, s->text.len > 0 ? STR(", ") : STR(""));
}

static bool is_joined(const struct joined_names *names, struct str name)
{
    for (uint32_t k = 0; k < names->count; k++)
        if (str_eq_nocase(names->names[k], name))
            return true;
    return false;
}

/* Does each name of an item mean one column? */
static bool has_clear_names(struct rewriting *w, const struct name_pairs *columns)
{
    struct name_map old, new;
    name_map_init(&old, w->arena, columns->count);
    name_map_init(&new, w->arena, columns->count);
    for (uint32_t i = 0; i < columns->count; i++) {
        const struct name_pair *pair = &columns->items[i];
        if (!pair->old.ptr || name_map_get(&old, pair->old) != NAME_NONE ||
            name_map_get(&new, pair->new) != NAME_NONE)
            return false;
        name_map_put(&old, w->arena, pair->old, i);
        name_map_put(&new, w->arena, pair->new, i);
    }
    return columns->count > 0;
}

/* The columns of one item but those that a join shows of another one. */
static void spell_item(struct rewriting *w, const struct joined_items *j, uint32_t i, bool whole,
                       struct star_text *s)
{
    const struct sql_from *f = &j->items[i];
    struct joined_names joined = whole ? (struct joined_names){0} : joined_names(w, j, i);
    struct str qualifier = item_qualifier(w, f);
    bool table = item_table(w, f) != SCHEMA_NONE;
    if (!qualifier.ptr || (joined.count > 0 && !has_clear_names(w, &j->columns[i]))) {
        refuse_query(w, "the columns of * cannot be listed");
        return;
    }
    if (joined.count == 0 && !(table && s->labels)) {
        put_separator(s);
        sql_put_plain_name(&s->text, qualifier);
        buf_put(&s->text, STR(".*"));
        return;
    }
    for (uint32_t k = 0; k < j->columns[i].count; k++) {
        const struct name_pair *pair = &j->columns[i].items[k];
        if (is_joined(&joined, pair->old))
            continue;
        put_separator(s);
        put_column(&s->text, qualifier, pair->new);
        s->n_columns++;
        if (s->labels && !str_eq_nocase(pair->old, pair->new)) {
            buf_put(&s->text, STR(" AS "));
            sql_put_plain_name(&s->text, own_name(w, pair->old));
        }
    }
}

static void spell_star(struct rewriting *w, const struct joined_items *j,
                       const struct sql_result *r, bool labels)
{
    const struct sql_from *only =
        r->kind == SQL_RESULT_TABLE_STAR ? item_named(j->items, j->count, r->table.text) : NULL;
    struct star_text s = {.labels = labels};
    for (uint32_t i = 0; i < j->count; i++)
        if (!only || only == &j->items[i])
            spell_item(w, j, i, only != NULL, &s);
    note_implied(w, r->span.start, s.n_columns);
    put_text(w, r->span, &s.text);
}

/* table.* keeps its star, under the table's new name. */
static void rename_star(struct rewriting *w, const struct sql_core *c, const struct sql_result *r)
{
    const struct sql_from *f =
        r->kind == SQL_RESULT_TABLE_STAR ? item_named(c->from, c->n_from, r->table.text) : NULL;
    if (!f)
        return;
    uint32_t table = item_table(w, f);
    if (f->alias.text.ptr || item_cte(w, f) || item_is_given(w, f))
        put_name(w, &r->table, item_qualifier(w, f));
    else if (table != SCHEMA_NONE)
        put_table(w, &r->table, table);
}

static void put_label(struct rewriting *w, const struct sql_result *r)
{
    struct buf text = {0};
    buf_put(&text, STR(" AS "));
    sql_put_plain_name(&text, own_name(w, r->expr->as.column.name.text));
    put_text(w, (struct sql_span){r->span.end, r->span.end}, &text);
}

void rewrite_joins(struct rewriting *w, const struct sql_core *c)
{
    struct joined_items j = join_items(w, c->from, c->n_from);
    bool labels = core_needs_labels(w, c);
    for (uint32_t i = 0; i < c->n_results; i++) {
        const struct sql_result *r = &c->results[i];
        if (r->kind == SQL_RESULT_EXPR) {
            if (labels && !r->alias.text.ptr && r->expr->kind == SQL_EXPR_COLUMN)
                put_label(w, r);
            continue;
        }
        check_shown(w, c->from, c->n_from);
        if (labels || (j.spelled && r->kind == SQL_RESULT_STAR))
            spell_star(w, &j, r, labels);
        else
            rename_star(w, c, r);
    }
}
