/* read_values.c: conditions with texts: values of the rows, and quotations.
 *
 * Several columns may have the value. The one meant is named next to it, else it is in a table that
 * the question names, else in the nearest table. */
#include "link/role.h"
#include "nlidb/reading.h"

enum { LOOK_BACK = 4, MAX_VALUE = 1000 };

static const double NAMED_BEFORE = 6, NAMED_AFTER = 5, SPOKEN_OF = 3, MAIN = 2, EXACT = 0.5,
                    STEP_AWAY = 0.5, NAMES_ROW = 0.4, IS_KEY = -0.3;

/* The column named shortly before `i`, or NO_MENTION. */
static uint32_t column_before(const struct reading *r, uint32_t i)
{
    return find_near(r, i, -LOOK_BACK, SAID_COLUMN, SAID_TABLE);
}

/* The column named right after `i`, or NO_MENTION. */
static uint32_t column_after(const struct reading *r, uint32_t i)
{
    return find_near(r, i, 1, SAID_COLUMN, 0);
}

static bool is_column(const struct reading *r, uint32_t i, uint32_t column)
{
    return i != NO_MENTION && r->items[i].column == column;
}

static bool speaks_of(const struct reading *r, uint32_t table)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (said_is(r, i, SAID_NAME) && said_owner(r, i) == table)
            return true;
    return false;
}

static double candidate_score(struct reading *r, uint32_t i, const struct row_value *v)
{
    uint32_t table = table_of(r, v->column);
    double score = 0;
    score += is_column(r, column_before(r, i), v->column) ? NAMED_BEFORE : 0;
    score += is_column(r, column_after(r, i), v->column) ? NAMED_AFTER : 0;
    score += speaks_of(r, table) ? SPOKEN_OF : 0;
    score += table == r->main ? MAIN : 0;
    score += role_name(r->schema, table) == v->column ? NAMES_ROW : 0;
    score += role_is_key(r->schema, v->column) ? IS_KEY : 0;
    score += str_eq(said_text(r, i), v->text) ? EXACT : 0;
    if (r->main < r->schema->n_tables) {
        uint32_t distance = join_distance(r->graph, r->arena, r->main, table);
        score -= STEP_AWAY * (distance < 6 ? distance : 6);
    }
    return score;
}

static const struct row_value *choose_value(struct reading *r, uint32_t i)
{
    const struct row_values *values = &r->link->values;
    const struct row_value *best = NULL;
    double best_score = 0;
    for (uint32_t k = r->items[i].mention.value; k != NAME_NONE; k = values->items[k].next) {
        double score = candidate_score(r, i, &values->items[k]);
        bool earlier = best && score == best_score && values->items[k].column < best->column;
        if (!best || score > best_score || earlier) {
            best = &values->items[k];
            best_score = score;
        }
    }
    return best;
}

#define LIKES (SAID_CONTAINS | SAID_STARTS | SAID_ENDS)

/* The trigger before a value that changes how it is compared, or NO_MENTION. Dates and times can be
 * compared, though they are texts. */
static uint32_t modifier_of(const struct reading *r, uint32_t i, uint32_t column_at)
{
    enum comparison op;
    struct str text = said_text(r, i);
    bool digits = text.len > 0 && ascii_digit(text.ptr[0]);
    uint32_t j = i;
    for (int steps = 0; steps < LOOK_BACK && (j = said_before(r, j)) != NO_MENTION; steps++) {
        bool compares = steps < 2 && digits && said_comparison(r, j, &op);
        if (compares || (!r->items[j].claimed && said_is(r, j, SAID_NOT | SAID_OTHER | LIKES)))
            return j;
        if (j != column_at && !said_is(r, j, SAID_OF | SAID_CLAUSE | SAID_TABLE | SAID_WORD))
            return NO_MENTION;
    }
    return NO_MENTION;
}

static enum comparison modified_op(const struct reading *r, uint32_t at)
{
    enum comparison op = COMPARE_EQ;
    if (at == NO_MENTION || (!said_is(r, at, SAID_NOT) && said_comparison(r, at, &op)))
        return op;
    return said_is(r, at, SAID_NOT | SAID_OTHER) ? COMPARE_NE : COMPARE_LIKE;
}

static struct str like_pattern(const struct reading *r, uint32_t modifier, struct str text)
{
    bool starts = said_is(r, modifier, SAID_STARTS);
    bool ends = said_is(r, modifier, SAID_ENDS);
    return arena_printf(r->arena, "%s%.*s%s", starts ? "" : "%", STR_ARG(text), ends ? "" : "%");
}

static void add_text_condition(struct reading *r, uint32_t i, uint32_t column, struct str text,
                               uint32_t column_at)
{
    if (text.len > MAX_VALUE)
        return;
    uint32_t modifier = modifier_of(r, i, column_at);
    enum comparison op = modified_op(r, modifier);
    add_where(r, i, column, op,
              sql_text(r->arena, op == COMPARE_LIKE ? like_pattern(r, modifier, text) : text));
    claim(r, modifier);
    claim(r, column_at);
}

static void read_value(struct reading *r, uint32_t i)
{
    const struct row_value *v = choose_value(r, i);
    uint32_t before = column_before(r, i), after = column_after(r, i);
    uint32_t at = is_column(r, before, v->column) ? before : after;
    add_text_condition(r, i, v->column, v->text, is_column(r, at, v->column) ? at : NO_MENTION);
}

/* "Ada Brooks", if first and last names are two columns: the values of both words in one table. */
static bool read_two_names(struct reading *r, uint32_t i)
{
    const struct row_values *values = &r->link->values;
    struct str plain = r->words.items[r->items[i].mention.start].plain;
    size_t blank = str_find(plain, STR(" "), 0);
    if (blank == plain.len)
        return false;
    uint32_t first = row_values_find(values, str_slice(plain, 0, blank));
    uint32_t rest = row_values_find(values, str_slice(plain, blank + 1, plain.len));
    for (uint32_t x = first; x != NAME_NONE; x = values->items[x].next)
        for (uint32_t y = rest; y != NAME_NONE; y = values->items[y].next) {
            uint32_t cx = values->items[x].column, cy = values->items[y].column;
            if (cx == cy || table_of(r, cx) != table_of(r, cy))
                continue;
            add_text_condition(r, i, cx, values->items[x].text, NO_MENTION);
            add_text_condition(r, i, cy, values->items[y].text, NO_MENTION);
            return true;
        }
    return false;
}

/* A quotation that is not a known value: of the column named beside it, else of the name of what
 * the question speaks of. */
static void read_quotation(struct reading *r, uint32_t i)
{
    if (read_two_names(r, i))
        return;
    uint32_t before = column_before(r, i), table = nearby_table(r, i);
    uint32_t at = before != NO_MENTION ? before : column_after(r, i);
    if (at == NO_MENTION && table < r->schema->n_tables && looks_like_date(said_text(r, i)) &&
        table_time(r, table) != SCHEMA_STAR) {
        add_text_condition(r, i, table_time(r, table), said_text(r, i), NO_MENTION);
        return;
    }
    uint32_t column = at != NO_MENTION              ? r->items[at].column
                      : table < r->schema->n_tables ? role_name(r->schema, table)
                                                    : SCHEMA_STAR;
    if (column != SCHEMA_STAR)
        add_text_condition(r, i, column, said_text(r, i), at);
}

/* "starts with the letter G or H": of the column before it, else of a name. */
static void add_like(struct reading *r, uint32_t modifier, uint32_t i, uint32_t other)
{
    uint32_t before = column_before(r, modifier), table = nearby_table(r, modifier);
    if (before == NO_MENTION && table >= r->schema->n_tables)
        return;
    uint32_t column = before != NO_MENTION ? r->items[before].column : role_name(r->schema, table);
    uint32_t texts[] = {i, other};
    for (int k = 0; k < 2; k++)
        if (texts[k] != NO_MENTION)
            add_where(r, texts[k], column, COMPARE_LIKE,
                      sql_text(r->arena, like_pattern(r, modifier, said_text(r, texts[k]))));
    claim(r, modifier);
    if (!said_is(r, before, SAID_HEAD))
        claim(r, before);
}

/* Read a text as a rule says. */
static bool read_text(struct reading *r, const struct rule_match *m)
{
    uint32_t i = rule_slot(m, 1), named = rule_slot(m, 2), table = nearby_table(r, i);
    uint32_t column = named != NO_MENTION ? r->items[named].column : rule_column(m, 2, table);
    if (said_text(r, i).len > MAX_VALUE)
        return false;
    if (rule_says(m, 0, "like")) {
        add_like(r, named, i, rule_slot(m, 3));
    } else if (rule_says(m, 0, "part")) {
        bool not = rule_slot(m, 3) != NO_MENTION;
        struct str text = arena_printf(r->arena, "%%%.*s%%", STR_ARG(said_text(r, i)));
        add_where(r, i, column, not ? COMPARE_NOT_LIKE : COMPARE_LIKE, sql_text(r->arena, text));
    } else {
        if (column == SCHEMA_STAR ||
            (named != NO_MENTION && r->schema->columns[column].type != SCHEMA_TEXT))
            return false;
        add_text_condition(r, i, column, said_text(r, i), named);
    }
    return true;
}

void read_values(struct reading *r)
{
    read_by_rules(r, "texts", SAID_PROPER | SAID_QUOTED, LOOK_BACK, read_text);
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->items[i].claimed)
            continue;
        if (said_is(r, i, SAID_VALUE))
            read_value(r, i);
        else if (said_is(r, i, SAID_QUOTED))
            read_quotation(r, i);
    }
}
