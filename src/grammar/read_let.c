/* read_let.c: what a name of a rule stands for. One function per kind of thing. */
#include "grammar/reader.h"

/* A let before this one, of one of two types. */
static enum status read_name(struct reader *r, enum let_type type, enum let_type or_type,
                             uint32_t *out)
{
    struct str name = reader_word(r);
    *out = rule_let(r->rule, name);
    if (*out == GRAMMAR_NONE)
        return reader_fail(r, name.ptr, "nothing is called '%.*s' yet", STR_ARG(name));
    enum let_type found = r->rule->lets[*out].type;
    if (found != type && found != or_type)
        return reader_fail(r, name.ptr, "'%.*s' is not of that kind", STR_ARG(name));
    return OK;
}

/* "of t" */
static enum status read_of(struct reader *r, enum let_type type, enum let_type or_type,
                           uint32_t *out)
{
    TRY(reader_expect(r, "of"));
    return read_name(r, type, or_type, out);
}

/* A let of the same type, and a value of the same column: others differ anyway. */
static enum status read_like(struct reader *r, const struct grammar_let *let, uint32_t *out)
{
    reader_skip_blanks(r);
    const char *at = r->rest.ptr;
    TRY(read_name(r, let->type, let->type, out));
    return let->type != LET_VALUE || r->rule->lets[*out].of == let->of
               ? OK
               : reader_fail(r, at, "a value of another column");
}

/* "than c, d" */
static enum status read_others(struct reader *r, struct grammar_let *let)
{
    TRY(reader_expect(r, "than"));
    do {
        reader_skip_blanks(r);
        if (let->n_others == LET_OTHERS_MAX)
            return reader_fail(r, r->rest.ptr, "more than %d others", LET_OTHERS_MAX);
        TRY(read_like(r, let, &let->others[let->n_others++]));
    } while (reader_take(r, ","));
    return OK;
}

/* "with 2 values", "with nulls", "with repeats", "with rows" */
static enum status read_with(struct reader *r, struct grammar_let *let)
{
    if (let->type == LET_TABLE) {
        let->rows = true;
        return reader_expect(r, "rows");
    }
    bool *flag = reader_take(r, "nulls")     ? &let->nulls
                 : reader_take(r, "repeats") ? &let->repeats
                                             : NULL;
    if (flag) {
        *flag = true;
        return OK;
    }
    struct str word = reader_word(r);
    if (!reader_number(word, &let->min_values))
        return reader_fail(r, word.ptr, "'nulls', 'repeats' or a number is expected here");
    return reader_expect(r, "values");
}

static enum status read_constraints(struct reader *r, struct grammar_let *let)
{
    for (;;) {
        if (reader_take(r, "other")) {
            TRY(read_others(r, let));
        } else if (let->type != LET_VALUE && reader_take(r, "with")) {
            TRY(read_with(r, let));
        } else if (let->type == LET_COLUMN && reader_take(r, "without")) {
            let->no_nulls = true;
            TRY(reader_expect(r, "nulls"));
        } else if (let->type == LET_COLUMN && reader_take(r, "like")) {
            TRY(read_name(r, LET_COLUMN, LET_COLUMN, &let->like));
        } else if (let->type == LET_COLUMN && reader_take(r, "measured")) {
            TRY(reader_expect(r, "as"));
            TRY(read_name(r, LET_COLUMN, LET_COLUMN, &let->measured));
        } else
            return OK;
    }
}

static enum status read_column(struct reader *r, struct grammar_let *let)
{
    let->type = LET_COLUMN;
    TRY(read_of(r, LET_TABLE, LET_LINK, &let->of));
    return read_constraints(r, let);
}

/* "value of c above v" */
static enum status read_value(struct reader *r, struct grammar_let *let)
{
    let->type = LET_VALUE;
    TRY(read_of(r, LET_COLUMN, LET_COLUMN, &let->of));
    let->side = reader_take(r, "above")   ? SIDE_ABOVE
                : reader_take(r, "below") ? SIDE_BELOW
                                          : SIDE_ANY;
    if (let->side != SIDE_ANY)
        TRY(read_like(r, let, &let->bound));
    return read_constraints(r, let);
}

static enum status read_piece(struct reader *r, enum piece_place place, struct grammar_let *let)
{
    let->type = LET_PIECE;
    let->place = place;
    return read_of(r, LET_COLUMN, LET_COLUMN, &let->of);
}

/* "link from t" to another table, "link to t" from another one, "link to t with many" rows for one.
 * A link may begin where another ends. */
static enum status read_link(struct reader *r, struct grammar_let *let)
{
    let->type = LET_LINK;
    let->reversed = reader_take(r, "to");
    if (!let->reversed)
        TRY(reader_expect(r, "from"));
    TRY(read_name(r, LET_TABLE, LET_LINK, &let->of));
    let->many = reader_take(r, "with");
    return let->many ? reader_expect(r, "many") : OK;
}

/* "1..6 columns of t", or "2..5" alone */
static enum status read_range(struct reader *r, struct str range, struct grammar_let *let)
{
    size_t dots = str_find(range, STR(".."), 0);
    bool numbers = reader_number(str_slice(range, 0, dots), &let->least);
    let->most = let->least;
    if (dots < range.len)
        numbers &= reader_number(str_slice(range, dots + 2, range.len), &let->most);
    if (!numbers)
        return reader_fail(r, range.ptr, "no kind of thing: '%.*s'", STR_ARG(range));
    let->type = reader_take(r, "columns") ? LET_COLUMNS : LET_COUNT;
    uint32_t highest = let->type == LET_COLUMNS ? RULE_COLUMNS_MAX : COUNT_MAX;
    if (let->least < 1 || let->most < let->least || let->most > highest)
        return reader_fail(r, range.ptr, "not a range from 1 to %u: '%.*s'", highest,
                           STR_ARG(range));
    return let->type == LET_COLUMNS ? read_of(r, LET_TABLE, LET_LINK, &let->of) : OK;
}

/* "COMPARISON of c" */
static enum status read_phrase_use(struct reader *r, struct str name, struct grammar_let *let)
{
    let->type = LET_PHRASE;
    let->phrase = name;
    if (name.len == 0 || !ascii_capital(name.ptr[0]))
        return reader_fail(r, name.ptr, "no kind of thing: '%.*s'", STR_ARG(name));
    if (!reader_take(r, "of"))
        return OK;
    do {
        struct str argument = reader_word(r);
        uint32_t found = rule_let(r->rule, argument);
        if (found == GRAMMAR_NONE)
            return reader_fail(r, argument.ptr, "nothing is called '%.*s' yet", STR_ARG(argument));
        if (let->n_arguments == LET_OTHERS_MAX)
            return reader_fail(r, argument.ptr, "more than %d arguments", LET_OTHERS_MAX);
        let->arguments[let->n_arguments++] = found;
    } while (reader_take(r, ","));
    return OK;
}

/* "number column of t", "column of t" */
static bool take_class(struct reader *r, enum column_class *out)
{
    static const char *const CLASSES[] = {
        [CLASS_NUMBER] = "number", [CLASS_TEXT] = "text",   [CLASS_DATE] = "date",
        [CLASS_KEY] = "key",       [CLASS_PLAIN] = "plain", [CLASS_NAME] = "name",
        [CLASS_AMOUNT] = "amount", [CLASS_YEAR] = "year",   [CLASS_ORDINAL] = "ordinal"};
    for (int i = CLASS_NUMBER; i < N_COLUMN_CLASSES; i++)
        if (reader_take(r, CLASSES[i])) {
            *out = (enum column_class)i;
            return true;
        }
    return false;
}

/* "year of d", but not "year column". */
static bool take_place(struct reader *r, enum piece_place *out)
{
    static const char *const PLACES[] = {"beginning", "end", "middle", "year", "month"};
    const struct str before = r->rest;
    for (int i = 0; i < N_PIECE_PLACES; i++)
        if (reader_take(r, PLACES[i])) {
            const struct str after = r->rest;
            bool column = reader_take(r, "column");
            r->rest = column ? before : after;
            *out = (enum piece_place)i;
            return !column;
        }
    return false;
}

static enum status read_domain(struct reader *r, struct grammar_let *let)
{
    enum piece_place place;
    if (!reader_take(r, "a") && !reader_take(r, "an"))
        (void)reader_take(r, "the");
    reader_skip_blanks(r);
    let->col = (uint32_t)(r->rest.ptr - r->line.ptr) + 1;
    if (reader_take(r, "table")) {
        let->type = LET_TABLE;
        return read_constraints(r, let);
    }
    if (take_place(r, &place))
        return read_piece(r, place, let);
    if (take_class(r, &let->class)) {
        TRY(reader_expect(r, "column"));
        return read_column(r, let);
    }
    if (reader_take(r, "column"))
        return read_column(r, let);
    if (reader_take(r, "value"))
        return read_value(r, let);
    if (reader_take(r, "link"))
        return read_link(r, let);
    struct str word = reader_word(r);
    return word.len > 0 && ascii_digit(word.ptr[0]) ? read_range(r, word, let)
                                                    : read_phrase_use(r, word, let);
}

enum status read_let(struct reader *r)
{
    struct grammar_rule *rule = r->rule;
    struct str name = reader_word(r);
    if (name.len == 0 || !str_all(name, ascii_letter))
        return reader_fail(r, name.ptr, "a name of letters is expected, not '%.*s'", STR_ARG(name));
    if (rule_let(rule, name) != GRAMMAR_NONE)
        return reader_fail(r, name.ptr, "'%.*s' is taken", STR_ARG(name));
    if (rule->n_lets == RULE_LETS_MAX)
        return reader_fail(r, name.ptr, "more than %d names", RULE_LETS_MAX);
    if (rule->n_asks > 0 || rule->sql.count > 0)
        return reader_fail(r, name.ptr, "'let' comes before 'ask' and 'sql'");
    struct grammar_let let = {
        .name = name, .line = r->number, .like = GRAMMAR_NONE, .measured = GRAMMAR_NONE};
    TRY(reader_expect(r, "is"));
    TRY(read_domain(r, &let));
    TRY(reader_end(r));
    rule->lets[rule->n_lets++] = let;
    return OK;
}
