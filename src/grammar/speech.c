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

struct phrase_words {
    struct str items[16];
    uint32_t count;
};

static struct phrase_words words_of(struct str phrase)
{
    struct phrase_words out = {.count = 0};
    for (struct str rest = phrase; rest.ptr && out.count < 16;)
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

/* The word in full where it is a short form that everybody reads alike; else itself. */
static struct str in_full(const struct knowledge *k, struct str word)
{
    uint32_t row = word_index_find(&k->abbreviations, word);
    if (row == NAME_NONE || k->abbreviations.next[row] != NAME_NONE ||
        !str_eq(word_index_field(&k->abbreviations, row, 2), STR("yes")))
        return word;
    return word_index_field(&k->abbreviations, row, 1);
}

/* All words of a name in full, small letters, blanks between; empty where there are none that can
 * be said. */
static struct str say_name(struct arena *a, const struct knowledge *k, struct str natural)
{
    struct name_words words = name_split(a, utf8_cut(natural, 4 * SAID_MAX));
    struct phrase_words full = {.count = 0};
    bool letters = false;
    for (uint32_t i = 0; i < words.count && full.count < 16; i++) {
        full.items[full.count++] = in_full(k, words.items[i].text);
        letters |= !ascii_digit(words.items[i].text.ptr[0]);
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
    return (struct spoken_name){.one = arena_printf(a, "\"%.*s\" record", STR_ARG(name)),
                                .many = arena_printf(a, "\"%.*s\" records", STR_ARG(name))};
}

static struct spoken_name spoken_table(struct arena *a, const struct knowledge *k, struct str name)
{
    struct phrase_words w = words_of(name);
    if (name.len == 0)
        return (struct spoken_name){0};
    if (is_joining(w.items[0]) || is_joining(w.items[w.count - 1]) ||
        str_find(name, STR(" and "), 0) < name.len)
        return spoken_record(a, name);
    uint32_t head = head_of(&w);
    struct str one = noun_singular(a, &k->inflection, w.items[head]);
    struct str many = noun_plural(a, &k->inflection, one);
    return (struct spoken_name){.one = with_head(a, w, head, one),
                                .many = with_head(a, w, head, many)};
}

/* Words before and behind a table's noun that tell what a table is, not what its rows are: "ref
 * template types", "cars data". They are left out where what is left is not the name of another
 * table. */
static struct str bare_table(struct arena *a, const struct knowledge *k, struct str said)
{
    struct str noun = said.len > 0 ? table_noun(a, &k->inflection, said) : said;
    static const struct str BEFORE[] = {STR_INIT("reference "), STR_INIT("ref ")};
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

static bool is_plural(struct arena *a, const struct knowledge *k, struct str noun)
{
    return noun.len > 3 && !str_eq(noun_singular(a, &k->inflection, noun), noun) &&
           str_ends(noun, STR("s"));
}

static struct spoken_name spoken_column(struct arena *a, const struct knowledge *k, struct str one)
{
    struct phrase_words w = words_of(one);
    if (one.len == 0 || is_joining(w.items[0]) ||
        (w.count > 1 && among(FLAGS, sizeof FLAGS / sizeof *FLAGS, w.items[0])))
        return (struct spoken_name){0};
    uint32_t head = head_of(&w);
    if (is_plural(a, k, w.items[head]))
        return (struct spoken_name){one, one, true};
    struct str many = noun_plural(a, &k->inflection, w.items[head]);
    return (struct spoken_name){one, with_head(a, w, head, many), false};
}

/* The name without the table's before it: "department name" of a department is its "name". */
static struct str without_table(struct str said, const struct spoken_name *table)
{
    const struct str nouns[] = {table->one, table->many};
    for (size_t i = 0; i < 2; i++) {
        struct str noun = nouns[i];
        if (noun.len == 0 || !str_starts(said, noun) || said.len < noun.len + 3 ||
            said.ptr[noun.len] != ' ')
            continue;
        struct str rest = str_slice(said, noun.len + 1, said.len);
        struct phrase_words w = words_of(rest);
        if (!is_joining(w.items[0]) && !ascii_digit(rest.ptr[0]) && rest.len > 1)
            return rest;
    }
    return said;
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

/* The names of all columns, and without their tables' before them. */
struct column_words {
    struct str *said, *brief;
};

/* A short name is one that no other column of the table has, short or long; a name that two
 * columns have cannot be said at all. */
static void say_columns(struct arena *a, const struct knowledge *k, const struct grammar_world *w,
                        uint32_t table, struct column_words words, struct spoken_name *out)
{
    const struct schema_table *t = &w->schema->tables[table];
    struct name_map long_names, short_names;
    struct str *said = words.said, *brief = words.brief;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        said[c] = say_name(a, k, w->schema->columns[c].natural);
        brief[c] = without_table(said[c], &w->tables[table]);
    }
    count_names(a, &long_names, t, said);
    count_names(a, &short_names, t, brief);
    for (uint32_t i = 0; i < t->n_columns; i++) {
        uint32_t c = t->columns[i];
        bool shorter = brief[c].len < said[c].len && name_map_get(&short_names, brief[c]) == 1 &&
                       name_map_get(&long_names, brief[c]) == NAME_NONE;
        if (name_map_get(&long_names, said[c]) == 1)
            out[c] = spoken_column(a, k, shorter ? brief[c] : said[c]);
    }
}

static void learn_columns(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    const struct schema *s = w->schema;
    struct spoken_name *out = arena_zalloc(a, (s->n_columns + 1) * sizeof *out);
    struct column_words words = {ARENA_ARRAY(a, struct str, s->n_columns + 1),
                                 ARENA_ARRAY(a, struct str, s->n_columns + 1)};
    for (uint32_t t = 0; t < s->n_tables; t++)
        say_columns(a, k, w, t, words, out);
    w->columns = out;
}

void speech_learn(struct arena *a, const struct knowledge *k, struct grammar_world *w)
{
    learn_tables(a, k, w);
    learn_columns(a, k, w);
}
