/* equivalent_parts.c: one text into several, by data/equivalent_parts.tsv.
 *
 * All values must have the form of a rule: then each has as many parts as there are new columns.
 * But where all else fits, a few persons may have a single name, or three: that stays whole. */
#include "relation/schema/equivalent_search.h"

/* A place in a value, or in the form that it is compared with. */
struct form_cursor {
    struct str text;
    size_t at;
};

static bool at_word(const struct form_cursor *r, const char *word)
{
    size_t len = strlen(word);
    return r->text.len - r->at >= len && memcmp(r->text.ptr + r->at, word, len) == 0;
}

static bool is_letter(char c)
{
    return ascii_letter(c) || (unsigned char)c >= 0x80;
}

static bool is_capital(char c)
{
    return ascii_capital(c) || (unsigned char)c >= 0x80;
}

static bool read_digits(struct form_cursor *v, size_t least, size_t most)
{
    size_t start = v->at;
    while (v->at < v->text.len && v->at - start < most && ascii_digit(v->text.ptr[v->at]))
        v->at++;
    return v->at - start >= least;
}

/* A word that begins with a capital, or with a letter beyond ASCII: O'Neal, Jean-Luc, J. */
static bool read_capital_word(struct form_cursor *v)
{
    size_t start = v->at;
    while (v->at < v->text.len && (is_letter(v->text.ptr[v->at]) ||
                                   (v->at > start && memchr("'.-", v->text.ptr[v->at], 3))))
        v->at++;
    return v->at > start && is_capital(v->text.ptr[start]);
}

/* One or more such words, with blanks between: Port Huron. */
static bool read_capital_words(struct form_cursor *v)
{
    if (!read_capital_word(v))
        return false;
    while (v->at + 1 < v->text.len && v->text.ptr[v->at] == ' ' &&
           is_capital(v->text.ptr[v->at + 1])) {
        v->at++;
        (void)read_capital_word(v); /* begins with a capital, so it is one */
    }
    return true;
}

static bool starts_nocase(struct str s, struct str prefix)
{
    return s.len >= prefix.len && str_eq_nocase(str_slice(s, 0, prefix.len), prefix);
}

/* The longest word of the list, from field `from` on, case ignored. */
static bool read_listed(struct form_cursor *v, const struct lexicon *l, const char *list,
                        uint32_t from)
{
    const struct lexicon_table *t = lexicon_table(l, str_from(list));
    struct str rest = str_slice(v->text, v->at, v->text.len);
    size_t longest = 0;
    for (uint32_t i = 0; i < t->n_rows; i++)
        for (uint32_t k = from; k < t->rows[i].n_fields; k++)
            if (t->rows[i].fields[k].len > longest && starts_nocase(rest, t->rows[i].fields[k]))
                longest = t->rows[i].fields[k].len;
    v->at += longest;
    return longest > 0;
}

/* What a form may require by name, longer names first: digits, a word of a list, or capitals. */
static const struct form_mark {
    const char *name;
    size_t least, most; /* digits */
    const char *list;
    uint32_t from; /* field of the list */
} MARKS[] = {
    {.name = "Words"},
    {.name = "Word"},
    {.name = "Month", .list = "months", .from = 1},
    {.name = "Season", .list = "seasons"},
    {.name = "State", .list = "us_states"},
    {.name = "YYYY", .least = 4, .most = 4},
    {.name = "MM", .least = 2, .most = 2},
    {.name = "DD", .least = 2, .most = 2},
    {.name = "hh", .least = 2, .most = 2},
    {.name = "mm", .least = 2, .most = 2},
    {.name = "ss", .least = 2, .most = 2},
    {.name = "D", .least = 1, .most = 2},
};

static bool read_mark(struct form_cursor *v, const struct form_mark *m, const struct lexicon *l)
{
    if (m->most > 0)
        return read_digits(v, m->least, m->most);
    if (m->list)
        return read_listed(v, l, m->list, m->from);
    return m == &MARKS[0] ? read_capital_words(v) : read_capital_word(v);
}

/* Read what the form requires next. */
static bool read_next(struct form_cursor *form, struct form_cursor *v, const struct lexicon *l)
{
    for (size_t i = 0; i < COUNT_OF(MARKS); i++)
        if (at_word(form, MARKS[i].name)) {
            form->at += strlen(MARKS[i].name);
            return read_mark(v, &MARKS[i], l);
        }
    return v->at < v->text.len && form->text.ptr[form->at++] == v->text.ptr[v->at++];
}

static bool has_form(struct str value, struct str form, const struct lexicon *l)
{
    struct form_cursor f = {form, 0}, v = {value, 0};
    while (f.at < form.len)
        if (form.ptr[f.at] == '{' || form.ptr[f.at] == '}')
            f.at++;
        else if (!read_next(&f, &v, l))
            return false;
    return v.at == value.len;
}

/* The text between parts `n` and `n + 1` of the form; "" if it has fewer. */
static struct str form_separator(struct str form, uint32_t n)
{
    size_t end = str_find(form, STR("}"), 0), next = str_find(form, STR("{"), end);
    for (uint32_t i = 0; i < n && next < form.len; i++) {
        end = str_find(form, STR("}"), next);
        next = str_find(form, STR("{"), end);
    }
    return next < form.len ? str_slice(form, end + 1, next) : STR("");
}

/* Of this many values, one may have more or fewer parts than the others. */
enum { VALUES_TO_ONE_ODD = 5 };

/* How a rule divides the values of a column. */
struct division {
    struct column_mapping mapping; /* of the first part */
    uint32_t n_odd;                /* values of more or fewer parts, which stay whole */
};

static struct division division_of(const struct rule_walk *w)
{
    struct str form = w->row[PARTS_FORM];
    struct division d = {.mapping = {.kind = MAPPING_PART,
                                     .n_parts = w->list->rows[w->next - 1].n_fields - PARTS_NEW,
                                     .separator = form_separator(form, 0)}};
    struct str last = d.mapping.n_parts < 3 ? STR("") : form_separator(form, d.mapping.n_parts - 2);
    if (last.len > 0 && !str_eq(last, d.mapping.separator))
        d.mapping.last = last;
    return d;
}

/* Part `n` of a value; the last one runs to the end. */
static struct str part_of(struct str value, const struct column_mapping *m, uint32_t n)
{
    size_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct str separator = column_mapping_separator(m, i);
        at = str_find(value, separator, at) + separator.len;
    }
    size_t end =
        n + 1 < m->n_parts ? str_find(value, column_mapping_separator(m, n), at) : value.len;
    return at <= end && end <= value.len ? str_slice(value, at, end) : STR("");
}

static uint32_t parts_in(struct str value, const struct column_mapping *m)
{
    uint32_t n = 0;
    for (size_t at = 0; at <= value.len; n++)
        at = str_find(value, column_mapping_separator(m, n), at) +
             column_mapping_separator(m, n).len;
    return n;
}

/* Does the time of day differ, if there is one? Nobody stores it apart if it is always midnight. */
static bool time_differs(const struct column_content *c, struct str form, const struct division *d)
{
    bool timed = str_find(form, STR("hh"), 0) < form.len;
    uint32_t last = d->mapping.n_parts - 1;
    struct str first = part_of(c->values[0].text, &d->mapping, last);
    for (uint32_t i = 1; timed && i < c->n_values; i++)
        if (!str_eq(part_of(c->values[i].text, &d->mapping, last), first))
            return true;
    return !timed;
}

/* Has each value the form, and as many parts as there are new columns? The forms of a user's own
 * list may not ensure it. Counts names of more or fewer parts. */
static bool divides(const struct equivalent_search *s, struct str form, struct division *d)
{
    for (uint32_t i = 0; i < s->content->n_values; i++) {
        const struct content_value *v = &s->content->values[i];
        bool even = parts_in(v->text, &d->mapping) == d->mapping.n_parts;
        if (v->number || !has_form(v->text, even ? form : STR("{Words}"), s->scope->seed->lexicon))
            return false;
        d->n_odd += !even;
    }
    d->mapping.whole = d->n_odd > 0;
    return true;
}

/* May the odd values stay whole? Only a few names of persons: a date without a day is a fault. */
static bool odd_may_stay(const struct equivalent_search *s, const struct str *row,
                         const struct division *d)
{
    bool names = str_find(row[PARTS_FORM], STR("Word"), 0) < row[PARTS_FORM].len &&
                 str_find(row[PARTS_NEW], STR("name"), 0) < row[PARTS_NEW].len;
    return d->n_odd == 0 || (names && d->n_odd * VALUES_TO_ONE_ODD <= s->content->n_values);
}

static int compare_parts(struct str x, struct str y, const struct division *d)
{
    int order = 0;
    for (uint32_t i = 0; order == 0 && i < d->mapping.n_parts; i++)
        order = str_cmp(part_of(x, &d->mapping, i), part_of(y, &d->mapping, i));
    return order;
}

/* The values come in the order of their bytes. Is it also that of their parts? */
static enum value_order parts_order(const struct column_content *c, const struct division *d)
{
    for (uint32_t i = 1; i < c->n_values; i++)
        if (d->n_odd > 0 || compare_parts(c->values[i - 1].text, c->values[i].text, d) >= 0)
            return ORDER_LOST;
    return ORDER_KEPT;
}

static void split_by(struct rule_walk *w, const struct division *d)
{
    struct equivalent_search *s = w->search;
    uint32_t n = d->mapping.n_parts;
    struct migration_column *columns = ARENA_ARRAY(s->arena, struct migration_column, n);
    for (uint32_t i = 0; i < n; i++) {
        struct column_mapping part = d->mapping;
        part.part = i;
        columns[i] =
            new_column(s, search_name(s, w->at, w->row[PARTS_NEW + i]), SCHEMA_TEXT, &part);
    }
    bool sorts = str_eq(w->row[PARTS_SORTS], STR("yes"));
    search_found(w, &(struct replacement){.columns = columns,
                                          .n_columns = n,
                                          .order = sorts ? parts_order(s->content, d) : ORDER_LOST,
                                          .hidden = str_eq(w->row[PARTS_SHOWN], STR("no"))});
}

void find_parts(struct equivalent_search *s)
{
    for (struct rule_walk w = rules_begin(s, "equivalent_parts", true); rules_next(&w);) {
        struct division d = division_of(&w);
        if (d.mapping.separator.len == 0 || !owner_is(s, w.at, w.row[PARTS_OWNER]))
            continue;
        if (divides(s, w.row[PARTS_FORM], &d) && odd_may_stay(s, w.row, &d) &&
            time_differs(s->content, w.row[PARTS_FORM], &d))
            split_by(&w, &d);
        else if (s->found.count == 0)
            s->found.why = REFUSED_ROWS_UNFIT;
    }
}
