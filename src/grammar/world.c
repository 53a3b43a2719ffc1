/* world.c: what rules ask about a database, found once. */
#include "grammar/world.h"

#include "base/utf8.h"
#include "grammar/column_number.h"
#include "grammar/learn.h"
#include "link/role.h"
#include "link/row_values.h"

enum {
    VALUE_MAX_BYTES = 40,
    NUMBER_MAX_BYTES = 15, /* 670.4699999999999 is a rounding error */
    PIECE_MAX_BYTES = 3,
    PIECE_MIN_LETTERS = 4, /* in a text that has pieces */
    YEAR_DIGITS = 4
};

/* Values */

/* Is there a character of another script, and not a dash or quote? */
static bool is_high_letter(struct str text, size_t at)
{
    size_t length;
    uint32_t c = utf8_code_point(text, at, &length);
    return c >= 0xc0 && c != 0xfffd && (c < 0x2000 || c > 0x2bff);
}

/* Can the value be said, and found in a query again? */
static bool is_sayable(const struct content_value *v)
{
    struct str text = v->text;
    if (text.len == 0 || text.len > VALUE_MAX_BYTES || !utf8_valid(text) ||
        str_trim(text).len < text.len || (v->number && text.len > NUMBER_MAX_BYTES))
        return false;
    bool word = false;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        if (c < ' ' || c == 0x7f || strchr("\"`\\{}", c))
            return false;
        word |= ascii_letter((char)c) || ascii_digit((char)c) || is_high_letter(text, i);
    }
    return word;
}

static bool is_numeral(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_digit(text.ptr[i]) && !strchr(".-+", text.ptr[i]))
            return false;
    return true;
}

/* Is the text a word of sentences? "Whose status is unknown" would not be read as a value. */
static bool is_sentence_word(struct str text)
{
    char lower[16];
    if (text.len > sizeof lower)
        return false;
    for (size_t i = 0; i < text.len; i++)
        lower[i] = ascii_lower(text.ptr[i]);
    return str_among((struct str){lower, text.len},
                     "unknown known missing null none nothing not and or all any no either neither "
                     "between above below average one different empty the is are in at of less "
                     "greater na a an");
}

/* One word, or words with capitals like names, are clear; other texts are quoted. */
bool world_quotes(const struct content_value *v)
{
    bool begins = true, many = false, names = true;
    if (v->number || looks_like_date(v->text) || is_numeral(v->text))
        return false;
    if (is_sentence_word(v->text))
        return true;
    for (size_t i = 0; i < v->text.len; i++) {
        char c = v->text.ptr[i];
        if (c == ' ') {
            begins = many = true;
            continue;
        }
        if (!ascii_letter(c) && !ascii_digit(c) && c != '-' && c != '_' && (unsigned char)c < 0x80)
            return true;
        if (begins && ascii_small(c))
            names = false;
        begins = false;
    }
    return many && !names;
}

/* Whole numbers are said as such, even if the rows have them as 1938.0. */
static const struct content_value *as_whole(struct arena *a, const struct content_value *v)
{
    if (!v->number || !str_ends(v->text, STR(".0")))
        return v;
    struct content_value *out = ARENA_NEW(a, struct content_value);
    *out = *v;
    out->text.len -= 2;
    return out;
}

/* At most WORLD_VALUES_MAX of the values that can be said, taken evenly. */
static void learn_values(struct arena *a, const struct column_content *c, struct known_column *out)
{
    uint32_t sayable = 0, seen = 0;
    for (uint32_t i = 0; i < c->n_values; i++)
        sayable += is_sayable(&c->values[i]);
    uint32_t n = sayable < WORLD_VALUES_MAX ? sayable : WORLD_VALUES_MAX;
    out->values = ARENA_ARRAY(a, const struct content_value *, n + 1);
    struct said_text *said = ARENA_ARRAY(a, struct said_text, n + 1);
    for (uint32_t i = 0; i < c->n_values && out->n_said < n; i++) {
        if (!is_sayable(&c->values[i]) || seen++ < (uint64_t)out->n_said * sayable / n)
            continue;
        out->values[out->n_said] = out->recast ? &c->values[i] : as_whole(a, &c->values[i]);
        said[out->n_said] = (struct said_text){out->values[out->n_said]->text, out->n_said};
        out->n_said++;
    }
    out->by_text = said_index_of(said, out->n_said);
}

/* Pieces */

/* Add a piece unless it is there: `by` has those that are. */
static void add_piece(struct arena *a, struct known_pieces *p, struct known_piece *items,
                      struct name_map *by, struct known_piece piece)
{
    if (piece.said.len == 0 || name_map_get(by, piece.sql) != NAME_NONE)
        return;
    name_map_put(by, a, piece.sql, p->count);
    items[p->count++] = piece;
}

static bool has_pieces(const struct content_value *v)
{
    for (size_t i = 0; i < v->text.len; i++)
        if (!ascii_letter(v->text.ptr[i]))
            return false;
    return !v->number && v->text.len >= PIECE_MIN_LETTERS;
}

static struct known_piece text_piece(struct str text, enum piece_place place, size_t n)
{
    size_t at = 0;
    if (place == PIECE_END)
        at = text.len - n;
    else if (place == PIECE_MIDDLE)
        at = (text.len - n) / 2;
    struct str piece = str_slice(text, at, at + n);
    return (struct known_piece){piece, piece};
}

static const struct str MONTHS[] = {
    STR_INIT("January"),   STR_INIT("February"), STR_INIT("March"),    STR_INIT("April"),
    STR_INIT("May"),       STR_INIT("June"),     STR_INIT("July"),     STR_INIT("August"),
    STR_INIT("September"), STR_INIT("October"),  STR_INIT("November"), STR_INIT("December")};

/* Of a date like 2024-12-31; empty if there is no such month. */
static struct known_piece date_piece(struct str text, enum piece_place place)
{
    struct str year = str_slice(text, 0, YEAR_DIGITS);
    struct str month = str_slice(text, YEAR_DIGITS + 1, YEAR_DIGITS + 3);
    unsigned number = (unsigned)(month.ptr[0] - '0') * 10 + (unsigned)(month.ptr[1] - '0');
    if (place == PIECE_YEAR)
        return (struct known_piece){year, year};
    return (struct known_piece){number >= 1 && number <= 12 ? MONTHS[number - 1] : STR(""), month};
}

static void learn_pieces(struct arena *a, struct known_column *k, enum piece_place place)
{
    bool date = place == PIECE_YEAR || place == PIECE_MONTH;
    struct known_pieces *p = &k->pieces[place];
    struct known_piece *items =
        ARENA_ARRAY(a, struct known_piece, k->n_said * (date ? 1 : PIECE_MAX_BYTES) + 1);
    struct name_map by;
    name_map_init(&by, a, k->n_said);
    for (uint32_t i = 0; i < k->n_said; i++) {
        if (date)
            add_piece(a, p, items, &by, date_piece(k->values[i]->text, place));
        for (size_t n = 1; !date && n <= PIECE_MAX_BYTES && has_pieces(k->values[i]); n++)
            add_piece(a, p, items, &by, text_piece(k->values[i]->text, place, n));
    }
    struct said_text *said = ARENA_ARRAY(a, struct said_text, p->count + 1);
    for (uint32_t i = 0; i < p->count; i++)
        said[i] = (struct said_text){items[i].said, i};
    p->items = items;
    p->by_text = said_index_of(said, p->count);
}

/* Columns */

static const struct content_value *empty_text(const struct column_content *c)
{
    for (uint32_t i = 0; i < c->n_values; i++)
        if (!c->values[i].number && c->values[i].text.len == 0)
            return &c->values[i];
    return NULL;
}

bool content_has_dates(const struct column_content *c)
{
    for (uint32_t i = 0; i < c->n_values; i++)
        if (c->values[i].number || !looks_like_date(c->values[i].text))
            return false;
    return c->n_values > 0;
}

/* Numbers that mean yes and no: they are not added up. */
static bool all_flags(const struct column_content *c)
{
    for (uint32_t i = 0; i < c->n_values; i++)
        if (!str_eq(c->values[i].text, STR("0")) && !str_eq(c->values[i].text, STR("1")))
            return false;
    return c->n_values == 2;
}

/* Found once for all columns: a schema may have many of them, and many keys. */
struct column_roles {
    const struct knowledge *knowledge;
    bool *key, *name; /* by column */
};

static void learn_classes(struct arena *a, const struct grammar_world *w, uint32_t column,
                          const struct column_roles *roles, const struct column_content *c,
                          bool recast, bool classes[N_COLUMN_CLASSES])
{
    enum schema_type type = w->schema->columns[column].type;
    enum number_kind kind = number_kind_of(a, roles->knowledge, w->columns[column].one);
    bool date = c && content_has_dates(c), key = roles->key[column];
    classes[CLASS_ANY] = true;
    classes[CLASS_KEY] = key;
    classes[CLASS_PLAIN] = !key;
    classes[CLASS_DATE] = date;
    classes[CLASS_NUMBER] =
        !key && (type == SCHEMA_NUMBER || recast) && kind != NUMBER_NONE &&
        (!c || c->n_rows == 0 ||
         (c->n_values > 0 && c->values[c->n_values - 1].number && !all_flags(c)));
    classes[CLASS_AMOUNT] = classes[CLASS_NUMBER] && kind == NUMBER_AMOUNT;
    classes[CLASS_YEAR] = classes[CLASS_NUMBER] && kind == NUMBER_YEAR;
    classes[CLASS_ORDINAL] = classes[CLASS_NUMBER] && kind == NUMBER_ORDINAL;
    classes[CLASS_TEXT] =
        !key && !date && type == SCHEMA_TEXT && (!c || (c->n_values > 0 && !c->values[0].number));
    classes[CLASS_NAME] = roles->name[column];
}

/* Does the column have numbers to be compared that are not stored as such? If that is not sure it
 * is left as it is: a word would become 0. */
static bool is_recast(struct arena *a, const struct grammar_world *w, uint32_t column,
                      const struct column_roles *roles, const struct column_content *c,
                      struct stored_number *out)
{
    return !roles->key[column] && stored_number_is(c, out) &&
           number_kind_of(a, roles->knowledge, w->columns[column].one) != NUMBER_NONE;
}

static void learn_content(const struct column_content *c, struct known_column *out)
{
    const struct content_value *empty = empty_text(c);
    uint64_t empties = empty ? empty->rows : 0;
    uint32_t n_values = c->n_values - (empty != NULL);
    uint64_t missing = c->n_nulls + empties;
    out->n_values = n_values;
    out->gaps = missing > 0 && missing < c->n_rows;
    out->nulls = out->gaps && empties == 0;
    out->repeats = empties == 0 && n_values < c->n_rows - missing - c->n_blobs;
}

static void learn_column(struct arena *a, const struct grammar_world *w, uint32_t column,
                         const struct column_roles *roles, struct known_column *out)
{
    const struct column_content *c = world_content(w, column);
    struct column_content by_size;
    if (w->columns[column].one.len == 0)
        return; /* of no class */
    if (c)
        learn_content(c, out);
    bool recast = c && is_recast(a, w, column, roles, c, &out->stored);
    out->recast = recast && !out->stored.unsure;
    if (out->recast) {
        by_size = stored_number_values(a, c);
        c = &by_size;
    }
    learn_classes(a, w, column, roles, c, out->recast, out->classes);
    out->measure = number_measure(w->columns[column].one);
    if (!recast)
        out->stored = (struct stored_number){0};
    if (!c)
        return;
    learn_values(a, c, out);
    for (int place = 0; place < N_PIECE_PLACES; place++) {
        bool date = place == PIECE_YEAR || place == PIECE_MONTH;
        if (out->classes[date ? CLASS_DATE : CLASS_TEXT])
            learn_pieces(a, out, (enum piece_place)place);
    }
}

static struct column_roles roles_of(struct arena *a, const struct knowledge *k,
                                    const struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct column_roles out = {.knowledge = k,
                               .key = arena_zalloc(a, s->n_columns + 1),
                               .name = arena_zalloc(a, s->n_columns + 1)};
    struct schema bare = *s;
    bare.n_foreign_keys = 0;
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++)
        out.key[c] = role_is_key(&bare, c);
    for (uint32_t i = 0; i < s->n_foreign_keys; i++)
        out.key[s->foreign_keys[i].from] = true;
    for (uint32_t t = 0; t < s->n_tables; t++)
        out.name[role_name(s, t)] = true;
    return out;
}

static struct known_column *learn_known(struct arena *a, const struct knowledge *k,
                                        struct grammar_world *w)
{
    const struct schema *s = w->schema;
    const struct column_roles roles = roles_of(a, k, w);
    struct known_column *known = arena_zalloc(a, (s->n_columns + 1) * sizeof *known);
    bool *rows = arena_zalloc(a, s->n_tables + 1);
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++)
        learn_column(a, w, c, &roles, &known[c]);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        const struct column_content *c =
            s->tables[t].n_columns > 0 ? world_content(w, s->tables[t].columns[0]) : NULL;
        rows[t] = c && c->n_rows > 0;
    }
    w->known = known;
    w->has_rows = rows;
    return known;
}

/* Columns of one name follow one another. Their index is sorted by name and id, and ids rise with
 * the tables. */
static void learn_alike(struct arena *a, struct grammar_world *w, struct known_column *known)
{
    const struct said_index *names = &w->column_names[NAME_ONE];
    uint32_t *by_name = ARENA_ARRAY(a, uint32_t, names->count + 1);
    for (uint32_t i = 0, first = 0; i < names->count; i++) {
        if (!str_eq(names->items[i].text, names->items[first].text))
            first = i;
        by_name[i] = names->items[i].id;
        known[by_name[i]].alike = first;
        known[by_name[first]].n_alike = i + 1 - first;
    }
    for (uint32_t i = 0; i < names->count; i++)
        known[by_name[i]].n_alike = known[by_name[known[by_name[i]].alike]].n_alike;
    w->by_name = by_name;
}

static void index_names(struct arena *a, const struct spoken_name *names, uint32_t first,
                        uint32_t end, struct said_index out[N_NAME_FORMS])
{
    for (int form = 0; form < N_NAME_FORMS; form++) {
        struct said_text *items = ARENA_ARRAY(a, struct said_text, end + 1);
        uint32_t n = 0;
        for (uint32_t i = first; i < end; i++) {
            const struct str forms[] = {names[i].one, names[i].many, names[i].each,
                                        names[i].values};
            items[n++] = (struct said_text){forms[form], i};
        }
        out[form] = said_index_of(items, n);
    }
}

void world_learn(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    const struct schema *s = w->schema;
    learn_tables(a, k, w);
    learn_columns(a, k, w);
    struct known_column *known = learn_known(a, k, w);
    learn_links(a, k, w);
    index_names(a, w->tables, 0, s->n_tables, w->table_names);
    index_names(a, w->columns, SCHEMA_STAR + 1, s->n_columns, w->column_names);
    learn_alike(a, w, known);
}
