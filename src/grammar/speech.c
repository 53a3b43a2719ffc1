/* speech.c: from names to nouns. */
#include "grammar/speech.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "lexicon/kinds.h"
#include "lexicon/name_style.h"

/* A name that goes on longer than this is no name that people say. */
enum { SAID_MAX = 60 };

static const struct str JOINING[] = {
    STR_INIT("of"),   STR_INIT("in"),  STR_INIT("for"), STR_INIT("with"), STR_INIT("to"),
    STR_INIT("from"), STR_INIT("per"), STR_INIT("by"),  STR_INIT("on"),   STR_INIT("at"),
    STR_INIT("has"),  STR_INIT("and"), STR_INIT("or"),  STR_INIT("as")};

/* Columns of yes and no are said with a verb, which names do not have. */
static const struct str FLAGS[] = {STR_INIT("is"), STR_INIT("has"), STR_INIT("if"), STR_INIT("was"),
                                   STR_INIT("can")};

static bool among(const struct str *list, size_t n, struct str word)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(list[i], word))
            return true;
    return false;
}

static bool is_joining(struct str word)
{
    return among(JOINING, sizeof JOINING / sizeof *JOINING, word);
}

/* Words of a phrase */

enum { PHRASE_WORDS_MAX = 16 };

struct phrase_words {
    struct str items[PHRASE_WORDS_MAX];
    uint32_t count;
};

static struct phrase_words words_of(struct str phrase)
{
    struct phrase_words out = {.count = 0};
    for (struct str rest = phrase; rest.ptr && out.count < PHRASE_WORDS_MAX;)
        out.items[out.count++] = str_split(&rest, ' ');
    return out;
}

static struct str joined(struct arena *a, const struct phrase_words *w, uint32_t from)
{
    struct buf b = {0};
    for (uint32_t i = from; i < w->count; i++) {
        buf_put(&b, i > from ? STR(" ") : STR(""));
        buf_put(&b, w->items[i]);
    }
    struct str out = arena_str(a, buf_str(&b));
    buf_release(&b);
    return out;
}

static bool is_participle(struct str word)
{
    return word.len > 4 && (str_ends(word, STR("ed")) || str_ends(word, STR("ing")));
}

/* The place of the noun: "date" of "date of birth", "skills" of "skills required to fix". */
static uint32_t head_of(const struct phrase_words *w)
{
    uint32_t end = w->count;
    for (uint32_t i = 1; i < w->count; i++)
        if (is_joining(w->items[i])) {
            end = i;
            break;
        }
    if (end < w->count && end > 1 && is_participle(w->items[end - 1]))
        end--;
    return end - 1;
}

/* Plurals that have no singular, or another meaning in it. */
static const struct str ONLY_PLURAL[] = {STR_INIT("sales"), STR_INIT("earnings"),
                                         STR_INIT("savings"), STR_INIT("goods"),
                                         STR_INIT("premises")};

static bool is_plural(struct arena *a, const struct knowledge *k, struct str noun)
{
    if (among(ONLY_PLURAL, sizeof ONLY_PLURAL / sizeof *ONLY_PLURAL, noun))
        return true;
    return noun.len > 3 && !str_eq(noun_singular(a, &k->inflection, noun), noun) &&
           str_ends(noun, STR("s"));
}

/* The word in full where it is a short form that everybody reads alike; else itself. */
static struct str in_full(const struct knowledge *k, struct str word)
{
    uint32_t row = word_index_find(&k->abbreviations, word);
    if (row == NAME_NONE || k->abbreviations.next[row] != NAME_NONE ||
        !str_eq(word_index_field(&k->abbreviations, row, 2), STR("yes")))
        return word;
    return word_index_field(&k->abbreviations, row, 1);
}

/* Words that tell in what a number counts. */
static const struct str UNITS[] = {STR_INIT("meters"),  STR_INIT("metres"),   STR_INIT("feet"),
                                   STR_INIT("knots"),   STR_INIT("miles"),    STR_INIT("km"),
                                   STR_INIT("mph"),     STR_INIT("kg"),       STR_INIT("cm"),
                                   STR_INIT("mm"),      STR_INIT("dollars"),  STR_INIT("million"),
                                   STR_INIT("billion"), STR_INIT("millions"), STR_INIT("billions")};

static bool is_unit(struct str word)
{
    return among(UNITS, sizeof UNITS / sizeof *UNITS, word);
}

/* What people say between the words that a name has side by side: "number of employees", "speed in
 * knots". */
static struct str between(struct arena *a, const struct knowledge *k, struct str before,
                          struct str word, bool last)
{
    if (str_eq(before, STR("number")) && is_plural(a, k, word))
        return STR("of");
    return last && is_unit(word) && !is_joining(before) ? STR("in") : STR("");
}

/* All words of a name in full, small letters, blanks between; empty where there are none that can
 * be said. */
static struct str say_name(struct arena *a, const struct knowledge *k, struct str natural)
{
    struct name_words words = name_split(a, utf8_cut(natural, 4 * SAID_MAX));
    struct phrase_words full = {.count = 0};
    bool letters = false;
    for (uint32_t i = 0; i < words.count && full.count + 1 < PHRASE_WORDS_MAX; i++) {
        struct str word = in_full(k, words.items[i].text);
        struct str link =
            i > 0 ? between(a, k, full.items[full.count - 1], word, i + 1 == words.count) : STR("");
        if (link.len > 0)
            full.items[full.count++] = link;
        full.items[full.count++] = word;
        letters |= !ascii_digit(word.ptr[0]);
    }
    struct str out = joined(a, &full, 0);
    return letters && utf8_valid(natural) && out.len <= SAID_MAX ? out : STR("");
}

static struct str with_head(struct arena *a, struct phrase_words w, uint32_t head, struct str noun)
{
    w.items[head] = noun;
    return joined(a, &w, 0);
}

/* Tables */

/* A name that is no noun, as "has pet", "lives in": its rows are records. */
static struct spoken_name spoken_record(struct arena *a, struct str name)
{
    struct str one = arena_printf(a, "\"%.*s\" record", STR_ARG(name));
    return (struct spoken_name){
        .one = one, .each = one, .many = arena_printf(a, "\"%.*s\" records", STR_ARG(name))};
}

/* A word like "prescribes": no plural that we know, and no singular either. */
static bool is_verb(struct arena *a, const struct knowledge *k, struct str word)
{
    const struct inflection *in = &k->inflection;
    struct str plural = noun_plural(a, in, word);
    return str_ends(word, STR("s")) && !str_ends(word, STR("ss")) && !str_ends(word, STR("us")) &&
           !str_ends(word, STR("is")) && str_eq(noun_singular(a, in, word), word) &&
           !str_eq(plural, word) && !str_eq(noun_singular(a, in, plural), word);
}

/* Nouns of which there are not one and many: the row of data/spoken_nouns.tsv; NULL. */
static const struct lexicon_row *special_noun(const struct knowledge *k, struct str word)
{
    const struct lexicon_table *t = lexicon_table(k->lexicon, STR("spoken_nouns"));
    for (uint32_t i = 0; i < t->n_rows; i++)
        if (str_eq(t->rows[i].fields[0], word))
            return &t->rows[i];
    return NULL;
}

static struct spoken_name spoken_table(struct arena *a, const struct knowledge *k, struct str name)
{
    struct phrase_words w = words_of(name);
    if (name.len == 0)
        return (struct spoken_name){0};
    uint32_t head = head_of(&w);
    if (is_joining(w.items[0]) || is_joining(w.items[w.count - 1]) ||
        str_find(name, STR(" and "), 0) < name.len || is_verb(a, k, w.items[head]))
        return spoken_record(a, name);
    for (uint32_t i = 0; i < head; i++)
        w.items[i] = noun_singular(a, &k->inflection, w.items[i]);
    const struct lexicon_row *special = special_noun(k, w.items[head]);
    struct str one = special ? special->fields[1] : noun_singular(a, &k->inflection, w.items[head]);
    struct str many = special ? special->fields[2] : noun_plural(a, &k->inflection, one);
    struct str said = with_head(a, w, head, one);
    return (struct spoken_name){.one = said, .many = with_head(a, w, head, many), .each = said};
}

/* Words before and behind a table's noun that tell what a table is, not what its rows are: "ref
 * template types", "cars data". They are left out where what is left is not the name of another
 * table. */
static struct str bare_table(struct arena *a, const struct knowledge *k, struct str said)
{
    struct str noun = said.len > 0 ? table_noun(a, &k->inflection, said) : said;
    static const struct str BEFORE[] = {STR_INIT("reference "), STR_INIT("ref "), STR_INIT("all ")};
    for (size_t i = 0; i < sizeof BEFORE / sizeof *BEFORE; i++)
        if (str_starts(noun, BEFORE[i]) && noun.len > BEFORE[i].len)
            return str_slice(noun, BEFORE[i].len, noun.len);
    return noun;
}

static void learn_tables(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct spoken_name *out = ARENA_ARRAY(a, struct spoken_name, s->n_tables + 1);
    struct str *said = ARENA_ARRAY(a, struct str, s->n_tables + 1);
    struct name_map first; /* the table that has the noun, or n_tables for several */
    name_map_init(&first, a, s->n_tables);
    for (uint32_t t = 0; t < s->n_tables; t++) {
        said[t] = say_name(a, k, s->tables[t].natural);
        struct str bare = bare_table(a, k, said[t]);
        out[t] = spoken_table(a, k, noun_head(said[t]).len > 0 ? bare : said[t]);
        bool known = name_map_get(&first, out[t].one) != NAME_NONE;
        name_map_put(&first, a, out[t].one, known ? s->n_tables : t);
    }
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (name_map_get(&first, out[t].one) != t)
            out[t] = spoken_table(a, k, said[t]);
    w->tables = out;
}

/* Columns */

/* "is full time", "paid yn" */
static bool is_flag(const struct phrase_words *w)
{
    struct str last = w->items[w->count - 1];
    const size_t n = sizeof FLAGS / sizeof *FLAGS;
    return (w->count > 1 && (among(FLAGS, n, w->items[0]) || among(FLAGS, n, last))) ||
           (w->count > 1 && str_eq(last, STR("yn"))) ||
           (w->count > 2 && str_eq(w->items[w->count - 2], STR("y")) && str_eq(last, STR("n")));
}

/* "unavailable": a word that is no noun by itself. */
static bool is_adjective(const struct knowledge *k, const struct phrase_words *w)
{
    uint32_t places[WORDNET_MAX_SENSES];
    return w->count == 1 && wordnet_present(&k->wordnet) &&
           wordnet_senses(&k->wordnet, WORDNET_ADJECTIVE, w->items[0], places) > 0 &&
           wordnet_senses(&k->wordnet, WORDNET_NOUN, w->items[0], places) == 0;
}

/* "author or editor": in a question it would be read as two. */
static bool names_two(const struct phrase_words *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (str_eq(w->items[i], STR("and")) || str_eq(w->items[i], STR("or")))
            return true;
    return false;
}

static struct spoken_name spoken_column(struct arena *a, const struct knowledge *k, struct str one)
{
    struct phrase_words w = words_of(one);
    if (one.len == 0 || is_joining(w.items[0]) || is_joining(w.items[w.count - 1]) || is_flag(&w) ||
        names_two(&w) || is_adjective(k, &w))
        return (struct spoken_name){0};
    uint32_t head = head_of(&w);
    if (is_plural(a, k, w.items[head]))
        return (struct spoken_name){.one = one,
                                    .many = one,
                                    .each = arena_printf(a, "value of %.*s", STR_ARG(one)),
                                    .plural = true};
    struct str many = noun_plural(a, &k->inflection, w.items[head]);
    return (struct spoken_name){.one = one, .many = with_head(a, w, head, many), .each = one};
}

/* The name without the table's before it: "department name" of a department is its "name". */
static struct str without_table(struct str said, const struct spoken_name *table)
{
    const struct str nouns[] = {table->one, table->many};
    for (size_t i = 0; i < 2; i++) {
        struct str noun = nouns[i];
        if (noun.len == 0 || !str_starts(said, noun) ||
            !str_starts(str_slice(said, noun.len, said.len), STR(" ")))
            continue;
        struct str rest = str_slice(said, noun.len + 1, said.len);
        struct phrase_words w = words_of(rest);
        if (!is_joining(w.items[0]) && !ascii_digit(rest.ptr[0]) && rest.len > 1)
            return rest;
    }
    return said;
}

/* Are all values years? */
static bool has_years(const struct grammar_world *w, uint32_t column)
{
    const struct column_content *c =
        w->content ? w->content->column(w->content->ctx, column) : NULL;
    for (uint32_t i = 0; c && i < c->n_values; i++) {
        struct str text = c->values[i].text;
        if (!c->values[i].number || text.len < 4 || str_cmp(text, STR("1400")) < 0 ||
            str_cmp(text, STR("2100")) > 0)
            return false;
    }
    return c && c->n_values > 0;
}

/* Is some value money rather than a count of things? */
static bool has_large(const struct grammar_world *w, uint32_t column)
{
    enum { DIGITS = 5 };
    const struct column_content *c =
        w->content ? w->content->column(w->content->ctx, column) : NULL;
    return c && c->n_values > 0 && c->values[c->n_values - 1].text.len >= DIGITS;
}

/* Plural names of numbers that count nothing. */
static const struct str NO_NUMBERS[] = {
    STR_INIT("scores"), STR_INIT("ratings"), STR_INIT("rates"),    STR_INIT("prices"),
    STR_INIT("costs"),  STR_INIT("sales"),   STR_INIT("earnings"), STR_INIT("profits"),
    STR_INIT("fees"),   STR_INIT("details"), STR_INIT("expenses"), STR_INIT("funds")};

/* "working horses" is the number of them. */
static bool counts_things(struct arena *a, const struct knowledge *k, const struct phrase_words *w)
{
    struct str last = w->items[w->count - 1];
    return head_of(w) == w->count - 1 && is_plural(a, k, last) && !is_unit(last) &&
           !among(NO_NUMBERS, sizeof NO_NUMBERS / sizeof *NO_NUMBERS, last) &&
           !str_eq(w->items[0], STR("total"));
}

/* A column that is called like its table has the names of its rows; numbers called "injured" or
 * "founded" are how many, or the year. */
static struct str with_noun(struct arena *a, const struct knowledge *k,
                            const struct grammar_world *w, uint32_t column, struct str said)
{
    const struct schema_column *c = &w->schema->columns[column];
    struct phrase_words words = words_of(said);
    if (said.len == 0)
        return said;
    if (c->type == SCHEMA_TEXT && str_eq(said, w->tables[c->table].one))
        return arena_printf(a, "%.*s name", STR_ARG(said));
    if (c->type != SCHEMA_NUMBER || c->primary)
        return said;
    struct str last = words.items[words.count - 1];
    bool done = is_participle(last) && str_ends(last, STR("ed")) && !str_ends(last, STR("eed"));
    if (done && str_find(said, STR("year"), 0) == said.len && has_years(w, column))
        return arena_printf(a, "year %.*s", STR_ARG(said));
    if (done && words.count == 1)
        return arena_printf(a, "%s %.*s", has_large(w, column) ? "amount" : "number",
                            STR_ARG(said));
    return counts_things(a, k, &words) ? arena_printf(a, "number of %.*s", STR_ARG(said)) : said;
}

/* How often each column of the table is said so. */
static void count_names(struct arena *a, struct name_map *m, const struct schema_table *t,
                        const struct str *said)
{
    name_map_init(m, a, t->n_columns);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        struct str name = said[t->columns[i]];
        uint32_t n = name_map_get(m, name);
        name_map_put(m, a, name, n == NAME_NONE ? 1 : n + 1);
    }
}

/* Names of all columns: as they are, with a noun, and without their tables' before them. */
struct column_words {
    struct str *plain, *said, *brief;
};

/* Names with a noun where no other column of the table has that name; and without the table's. */
static void find_words(struct arena *a, const struct knowledge *k, const struct grammar_world *w,
                       uint32_t table, struct column_words *words)
{
    const struct schema_table *t = &w->schema->tables[table];
    struct name_map plain;
    for (uint32_t i = 0; i < t->n_columns; i++)
        words->plain[t->columns[i]] = say_name(a, k, w->schema->columns[t->columns[i]].natural);
    count_names(a, &plain, t, words->plain);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        struct str said = with_noun(a, k, w, c, words->plain[c]);
        bool taken = name_map_get(&plain, said) != NAME_NONE;
        words->said[c] = taken ? words->plain[c] : said;
        words->brief[c] = without_table(words->said[c], &w->tables[table]);
    }
}

/* A short name is one that no other column of the table has, short or long; a name that two
 * columns have cannot be said at all. */
static void say_columns(struct arena *a, const struct knowledge *k, const struct grammar_world *w,
                        uint32_t table, struct column_words *words, struct spoken_name *out)
{
    const struct schema_table *t = &w->schema->tables[table];
    struct name_map long_names, short_names;
    find_words(a, k, w, table, words);
    count_names(a, &long_names, t, words->said);
    count_names(a, &short_names, t, words->brief);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        struct str said = words->said[c], brief = words->brief[c];
        bool shorter = brief.len < said.len && name_map_get(&short_names, brief) == 1 &&
                       name_map_get(&long_names, brief) == NAME_NONE;
        if (name_map_get(&long_names, said) == 1)
            out[c] = spoken_column(a, k, shorter ? brief : said);
    }
}

static void learn_columns(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct spoken_name *out = arena_zalloc(a, (s->n_columns + 1) * sizeof *out);
    struct column_words words = {ARENA_ARRAY(a, struct str, s->n_columns + 1),
                                 ARENA_ARRAY(a, struct str, s->n_columns + 1),
                                 ARENA_ARRAY(a, struct str, s->n_columns + 1)};
    for (uint32_t t = 0; t < s->n_tables; t++)
        say_columns(a, k, w, t, &words, out);
    w->columns = out;
}

void speech_learn(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    learn_tables(a, k, w);
    learn_columns(a, k, w);
}
