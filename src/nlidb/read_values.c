/* read_values.c: conditions with texts: values of the rows, and quotations.
 *
 * A value may stand in several columns. The one meant is that which is named next to it, else one
 * of a table that the question speaks of, else the nearest. */
#include "link/role.h"
#include "nlidb/reading.h"

enum { LOOK_BACK = 4, MAX_VALUE = 1000 };

static const double NAMED_BEFORE = 6, NAMED_AFTER = 5, SPOKEN_OF = 3, MAIN = 2, EXACT = 0.5,
                    STEP_AWAY = 0.5, NAMES_ROW = 0.4, IS_KEY = -0.3;

/* The column named right before or after a value; NO_MENTION where none is. */
struct neighbours {
    uint32_t before, after;
};

static bool ends_search(const struct reading *r, uint32_t i)
{
    return said_sentence_end(r, i) || said_trigger(r, i, TRIGGER_CLAUSE);
}

static struct neighbours neighbours_of(const struct reading *r, uint32_t i)
{
    struct neighbours n = {NO_MENTION, NO_MENTION};
    uint32_t j = i;
    for (int steps = 0; steps < LOOK_BACK && (j = said_before(r, j)) != NO_MENTION; steps++) {
        if (said_column(r, j)) {
            n.before = j;
            break;
        }
        if (ends_search(r, j) || said_table(r, j))
            break;
    }
    j = said_after(r, i);
    if (said_column(r, j))
        n.after = j;
    return n;
}

static bool speaks_of(const struct reading *r, uint32_t table)
{
    for (uint32_t i = 0; i < r->count; i++)
        if ((said_table(r, i) || said_column(r, i)) && said_owner(r, i) == table)
            return true;
    return false;
}

static double candidate_score(struct reading *r, uint32_t i, const struct neighbours *n,
                              const struct row_value *v)
{
    uint32_t table = r->schema->columns[v->column].table;
    double score = 0;
    if (n->before != NO_MENTION && r->items[n->before].column == v->column)
        score += NAMED_BEFORE;
    if (n->after != NO_MENTION && r->items[n->after].column == v->column)
        score += NAMED_AFTER;
    if (speaks_of(r, table))
        score += SPOKEN_OF;
    if (table == r->main)
        score += MAIN;
    if (role_name(r->schema, table) == v->column)
        score += NAMES_ROW;
    if (role_is_key(r->schema, v->column))
        score += IS_KEY;
    if (str_eq(said_text(r, i), v->text))
        score += EXACT;
    if (r->main < r->schema->n_tables) {
        uint32_t distance = join_distance(r->graph, r->arena, r->main, table);
        score -= STEP_AWAY * (distance < 6 ? distance : 6);
    }
    return score;
}

static const struct row_value *choose(struct reading *r, uint32_t i, const struct neighbours *n)
{
    const struct row_values *values = &r->link->values;
    const struct row_value *best = NULL;
    double best_score = 0;
    for (uint32_t k = r->items[i].mention.value; k != NAME_NONE; k = values->items[k].next) {
        double score = candidate_score(r, i, n, &values->items[k]);
        bool earlier = best && score == best_score && values->items[k].column < best->column;
        if (!best || score > best_score || earlier) {
            best = &values->items[k];
            best_score = score;
        }
    }
    return best;
}

/* Dates and times can be compared, though they are texts. */
static bool begins_with_digit(const struct reading *r, uint32_t i)
{
    struct str text = said_text(r, i);
    return text.len > 0 && ascii_digit(text.ptr[0]);
}

/* The trigger that stands before a value and changes how it is compared; NO_MENTION. */
static uint32_t modifier_of(const struct reading *r, uint32_t i, uint32_t column_at)
{
    static const enum trigger triggers[] = {TRIGGER_NOT, TRIGGER_OTHER, TRIGGER_CONTAINS,
                                            TRIGGER_STARTS, TRIGGER_ENDS};
    enum comparison op;
    uint32_t j = i;
    for (int steps = 0; steps < LOOK_BACK && (j = said_before(r, j)) != NO_MENTION; steps++) {
        for (size_t k = 0; k < COUNT_OF(triggers); k++)
            if (said_trigger(r, j, triggers[k]) && !r->items[j].claimed)
                return j;
        if (steps < 2 && begins_with_digit(r, i) && said_comparison(r, j, &op))
            return j;
        bool over = j == column_at || said_trigger(r, j, TRIGGER_OF) ||
                    said_trigger(r, j, TRIGGER_CLAUSE) || said_table(r, j) ||
                    r->items[j].mention.kind == MENTION_WORD;
        if (!over)
            break;
    }
    return NO_MENTION;
}

static enum comparison modified_op(const struct reading *r, uint32_t at)
{
    enum comparison op = COMPARE_EQ;
    if (at == NO_MENTION)
        return COMPARE_EQ;
    if (!said_trigger(r, at, TRIGGER_NOT) && said_comparison(r, at, &op))
        return op;
    bool negated = said_trigger(r, at, TRIGGER_NOT) || said_trigger(r, at, TRIGGER_OTHER);
    return negated ? COMPARE_NE : COMPARE_LIKE;
}

static struct str pattern(const struct reading *r, uint32_t modifier, struct str text)
{
    bool starts = said_trigger(r, modifier, TRIGGER_STARTS);
    bool ends = said_trigger(r, modifier, TRIGGER_ENDS);
    return arena_printf(r->arena, "%s%.*s%s", starts ? "" : "%", STR_ARG(text), ends ? "" : "%");
}

static void add_text_condition(struct reading *r, uint32_t i, uint32_t column, struct str text,
                               uint32_t column_at)
{
    if (text.len > MAX_VALUE)
        return;
    uint32_t modifier = modifier_of(r, i, column_at);
    struct condition c = {.left = operand_column(column), .place = i};
    c.op = modified_op(r, modifier);
    c.value = sql_text(r->arena, c.op == COMPARE_LIKE ? pattern(r, modifier, text) : text);
    plan_where(r->plan, c);
    r->items[i].claimed = true;
    if (modifier != NO_MENTION)
        r->items[modifier].claimed = true;
    if (column_at != NO_MENTION)
        r->items[column_at].claimed = true;
}

static void read_value(struct reading *r, uint32_t i)
{
    struct neighbours n = neighbours_of(r, i);
    const struct row_value *v = choose(r, i, &n);
    uint32_t at = NO_MENTION;
    if (n.before != NO_MENTION && r->items[n.before].column == v->column)
        at = n.before;
    else if (n.after != NO_MENTION && r->items[n.after].column == v->column)
        at = n.after;
    add_text_condition(r, i, v->column, v->text, at);
}

/* "Ada Brooks" where first and last names stand apart: the values of both words in one table. */
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
            if (cx == cy || r->schema->columns[cx].table != r->schema->columns[cy].table)
                continue;
            add_text_condition(r, i, cx, values->items[x].text, NO_MENTION);
            add_text_condition(r, i, cy, values->items[y].text, NO_MENTION);
            return true;
        }
    return false;
}

static bool is_pattern_word(const struct reading *r, uint32_t i)
{
    return said_trigger(r, i, TRIGGER_STARTS) || said_trigger(r, i, TRIGGER_ENDS) ||
           said_trigger(r, i, TRIGGER_CONTAINS);
}

/* '"love" in its title': the column that a text is a part of; NO_MENTION. */
static uint32_t holder_of(const struct reading *r, uint32_t i)
{
    uint32_t in = said_after(r, i);
    if (in == NO_MENTION || !said_trigger(r, in, TRIGGER_OF) ||
        !str_eq(r->words.items[r->items[in].mention.start].lower, STR("in")))
        return NO_MENTION;
    uint32_t holder = said_after(r, in);
    bool text = said_column(r, holder) && !role_is_measure(r->schema, r->items[holder].column);
    return text ? holder : NO_MENTION;
}

static void read_part(struct reading *r, uint32_t i, uint32_t holder)
{
    if (said_text(r, i).len > MAX_VALUE)
        return;
    struct str text = arena_printf(r->arena, "%%%.*s%%", STR_ARG(said_text(r, i)));
    uint32_t before = said_before(r, i);
    if (is_pattern_word(r, before))
        before = said_before(r, before);
    bool not = said_trigger(r, before, TRIGGER_NOT);
    if (not )
        r->items[before].claimed = true;
    plan_where(r->plan, (struct condition){.left = operand_column(r->items[holder].column),
                                           .op = not ? COMPARE_NOT_LIKE : COMPARE_LIKE,
                                           .value = sql_text(r->arena, text),
                                           .place = i});
    r->items[i].claimed = r->items[holder].claimed = true;
}

/* A quotation that is no known value: in the column named before it, else in the name of what the
 * question speaks of. */
static void read_quotation(struct reading *r, uint32_t i)
{
    if (read_two_names(r, i))
        return;
    struct neighbours n = neighbours_of(r, i);
    uint32_t at = n.before != NO_MENTION ? n.before : n.after;
    uint32_t table = nearby_table(r, i);
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

/* "starts with the letter G": a text without quotes, where it is a name or a letter. */
static bool is_bare_text(const struct reading *r, uint32_t i)
{
    if (i >= r->count || r->items[i].claimed ||
        r->items[i].mention.end != r->items[i].mention.start + 1)
        return false;
    const struct word *w = &r->words.items[r->items[i].mention.start];
    return r->items[i].mention.kind != MENTION_QUOTED && w->kind != TOKEN_MARK &&
           (w->capital || w->text.len == 1);
}

static void read_bare_text(struct reading *r, uint32_t modifier, uint32_t i)
{
    if (holder_of(r, i) != NO_MENTION) {
        read_part(r, i, holder_of(r, i));
        return;
    }
    struct neighbours n = neighbours_of(r, modifier);
    uint32_t table = nearby_table(r, modifier);
    if (n.before == NO_MENTION && table >= r->schema->n_tables)
        return;
    uint32_t column =
        n.before != NO_MENTION ? r->items[n.before].column : role_name(r->schema, table);
    struct condition c = {.left = operand_column(column), .op = COMPARE_LIKE, .place = i};
    c.value = sql_text(r->arena, pattern(r, modifier, said_text(r, i)));
    plan_where(r->plan, c);
    r->items[i].claimed = r->items[modifier].claimed = true;
    if (n.before != NO_MENTION && !r->items[n.before].head)
        r->items[n.before].claimed = true;
    uint32_t or = said_after(r, i);
    if (said_trigger(r, or, TRIGGER_OR) && is_bare_text(r, said_after(r, or))) {
        c.place = said_after(r, or);
        c.value = sql_text(r->arena, pattern(r, modifier, said_text(r, c.place)));
        plan_where(r->plan, c);
        r->items[c.place].claimed = true;
    }
}

/* A column for where somebody or something is; SCHEMA_STAR. */
static uint32_t place_column(const struct reading *r, uint32_t table)
{
    static const struct str words[] = {
        STR_INIT("country"),  STR_INIT("nationality"), STR_INIT("city"),     STR_INIT("state"),
        STR_INIT("location"), STR_INIT("region"),      STR_INIT("hometown"), STR_INIT("town")};
    const struct schema_table *t = &r->schema->tables[table];
    for (size_t k = 0; k < COUNT_OF(words); k++)
        for (uint32_t i = 0; i < t->n_columns; i++)
            if (role_has_word(r->schema, t->columns[i], words[k]))
                return t->columns[i];
    return SCHEMA_STAR;
}

/* "first name Len", "from Peru": a name that no row read has. It is of the column before it or,
 * after "from" and "in", of one for places. */
static void read_unknown_name(struct reading *r, uint32_t i)
{
    uint32_t before = said_before(r, i), table = nearby_table(r, i);
    bool place = is_word(r, before, STR("from")) || is_word(r, before, STR("in"));
    if (said_trigger(r, before, TRIGGER_OF))
        before = said_before(r, before);
    if (said_column(r, before) && !r->items[before].claimed &&
        r->schema->columns[r->items[before].column].type == SCHEMA_TEXT) {
        add_text_condition(r, i, r->items[before].column, said_text(r, i), before);
    } else if (place && table < r->schema->n_tables && place_column(r, table) != SCHEMA_STAR) {
        add_text_condition(r, i, place_column(r, table), said_text(r, i), NO_MENTION);
    }
}

static bool is_quoted(const struct reading *r, uint32_t i)
{
    return r->words.items[r->items[i].mention.start].kind == TOKEN_QUOTED;
}

void read_values(struct reading *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (is_pattern_word(r, i) && !r->items[i].claimed && is_bare_text(r, said_after(r, i)))
            read_bare_text(r, i, said_after(r, i));
    for (uint32_t i = 0; i < r->count; i++)
        if (r->items[i].mention.kind == MENTION_WORD && is_bare_text(r, i))
            read_unknown_name(r, i);
    for (uint32_t i = 0; i < r->count; i++) {
        if (r->items[i].claimed)
            continue;
        if (is_quoted(r, i) && holder_of(r, i) != NO_MENTION)
            read_part(r, i, holder_of(r, i));
        else if (r->items[i].mention.kind == MENTION_VALUE)
            read_value(r, i);
        else if (r->items[i].mention.kind == MENTION_QUOTED)
            read_quotation(r, i);
    }
}
