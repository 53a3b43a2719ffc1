/* schema_phrases.c: names in full, in part, and with other words in them. */
#include "link/schema_phrases.h"

#include "lexicon/small_words.h"
#include "lexicon/synonym_pair.h"

/* The weights of the ways to say a name. */
static const double FULL = 1.0, WITHOUT_TABLE = 0.97, SYNONYM = 0.8, ENDING = 0.7, BEGINNING = 0.5,
                    SYNONYM_ENDING = 0.55, HEAD = 0.9;

struct phrase_naming {
    struct phrase_book *book;
    struct arena *arena;
    const struct lemmatizer *lemmatizer;
    enum phrase_kind kind;
    uint32_t target;
    struct lemmas table; /* of a column */
};

static void add_phrase(const struct phrase_naming *n, struct lemmas words, double weight)
{
    phrase_book_add(n->book, n->arena, words,
                    (struct phrase){.kind = n->kind, .target = n->target, .weight = weight});
}

/* `w` with its words `from` to `end` replaced. */
static struct lemmas replace_lemmas(struct arena *a, struct lemmas w, uint32_t from, uint32_t end,
                                    struct lemmas by)
{
    struct lemmas out = {ARENA_ARRAY(a, struct str, w.count + by.count), 0};
    for (uint32_t i = 0; i < from; i++)
        out.items[out.count++] = w.items[i];
    for (uint32_t i = 0; i < by.count; i++)
        out.items[out.count++] = by.items[i];
    for (uint32_t i = end; i < w.count; i++)
        out.items[out.count++] = w.items[i];
    return out;
}

/* Add the name with all synonyms of the words `from` to `end`. */
static void add_synonyms_at(const struct phrase_naming *n, struct lemmas w, uint32_t from,
                            uint32_t end, double weight)
{
    struct str key = lemmas_join(n->arena, lemmas_slice(w, from, end));
    for (const struct synonym_pair *p = pairs_of(n->lemmatizer->lexicon, key); p; p = p->next)
        if (pair_is(p, GRADES_MEANT) && !p->alone) {
            struct lemmas by = lemmas_of(n->arena, n->lemmatizer, p->other);
            add_phrase(n, replace_lemmas(n->arena, w, from, end, by), weight);
        }
}

/* Where the "of" of "cost of treatment" is; 0 if the noun before it says too little, as in "date of
 * birth". */
static uint32_t head_of(struct lemmas w)
{
    static const char WEAK[] = "name title code number type date year time place id kind amount";
    uint32_t i = 1;
    while (i + 1 < w.count && !str_eq(w.items[i], STR("of")))
        i++;
    return i + 1 < w.count && !str_among(w.items[i - 1], WEAK) ? i : 0;
}

static void add_synonyms(const struct phrase_naming *n, struct lemmas w)
{
    for (uint32_t i = 0; i < w.count; i++) {
        add_synonyms_at(n, w, i, i + 1, SYNONYM);
        if (i + 1 < w.count)
            add_synonyms_at(n, w, i, i + 2, SYNONYM);
    }
    if (w.count > 1 && head_of(w) == 0)
        add_synonyms_at(n, lemmas_slice(w, w.count - 1, w.count), 0, 1, SYNONYM_ENDING);
}

/* "production" does not mean "production id", but "accelerator" may mean "accelerator name". */
static bool is_key_word(struct str word)
{
    return str_eq(word, STR("id")) || str_eq(word, STR("code")) || str_eq(word, STR("number"));
}

static bool is_digits(struct lemmas w)
{
    for (uint32_t i = 0; i < w.count; i++)
        if (!str_all(w.items[i], ascii_digit))
            return false;
    return true;
}

/* "cost" and "treatment cost" say "cost of treatment". */
static void add_head(const struct phrase_naming *n, struct lemmas w, uint32_t head)
{
    struct lemmas first = lemmas_slice(w, 0, head), of = lemmas_slice(w, head + 1, w.count);
    add_phrase(n, first, HEAD);
    add_phrase(n, replace_lemmas(n->arena, first, 0, 0, of), WITHOUT_TABLE);
}

/* How much the words from `i` on say the name: the last say more than the first, unless the head is
 * before an "of", or the words after that are the table's. */
static double weight_of_ending(const struct phrase_naming *n, struct lemmas w, uint32_t i)
{
    uint32_t head = head_of(w);
    bool after_of = str_eq(w.items[i - 1], STR("of"));
    if ((head > 0 && i <= head + 1) ||
        (after_of && lemmas_equal(lemmas_slice(w, i, w.count), n->table)))
        return BEGINNING;
    return i == 1 ? ENDING : ENDING * 0.9;
}

/* Add parts of a longer name: the last words mean more than the first, as "year" of "release year".
 * A number alone says no name. */
static void add_parts(const struct phrase_naming *n, struct lemmas w)
{
    uint32_t head = head_of(w);
    if (head > 0)
        add_head(n, w, head);
    for (uint32_t i = 1; i < w.count; i++) {
        if (!is_digits(lemmas_slice(w, i, w.count)))
            add_phrase(n, lemmas_slice(w, i, w.count), weight_of_ending(n, w, i));
        if (w.count > 2 && !is_key_word(w.items[w.count - 1]))
            add_phrase(n, lemmas_slice(w, 0, w.count - i), BEGINNING);
    }
}

static void add_first_word(const struct phrase_naming *n, struct lemmas w)
{
    if (w.count == 2 && !is_key_word(w.items[1]))
        add_phrase(n, lemmas_slice(w, 0, 1), BEGINNING);
}

/* The words of "num of pages", "acct id" in full. */
static struct lemmas written_out(const struct phrase_naming *n, struct lemmas w)
{
    for (uint32_t i = 0; i < w.count && w.count < PHRASE_MAX_WORDS; i++) {
        const struct synonym_pair *p = long_forms_of(n->lemmatizer->lexicon, w.items[i]);
        if (p)
            w = replace_lemmas(n->arena, w, i, i + 1, lemmas_of(n->arena, n->lemmatizer, p->other));
    }
    return w;
}

/* "range miles" is a range. A year or a day is not only a unit. */
static void add_without_unit(const struct phrase_naming *n, struct lemmas w)
{
    struct str last = w.count > 1 ? w.items[w.count - 1] : STR("");
    if ((word_classes(n->lemmatizer->lexicon, last) & WORD_UNIT) &&
        !str_among(last, "year month day week second percent percentage "
                         "thousand million billion"))
        add_phrase(n, lemmas_slice(w, 0, w.count - 1), HEAD);
}

static void add_forms(const struct phrase_naming *n, struct lemmas w)
{
    add_phrase(n, w, FULL);
    add_synonyms(n, w);
    add_parts(n, w);
    add_first_word(n, w);
    add_without_unit(n, w);
}

/* Is a table called so? */
static bool is_table_name(const struct phrase_naming *n, const struct schema *s, struct lemmas w)
{
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (lemmas_equal(lemmas_of_name(n->arena, n->lemmatizer, s->tables[t].natural), w))
            return true;
    return false;
}

/* A "model list" is models, a "countrylanguage" beside countries a language. */
static void add_short_table(const struct phrase_naming *n, const struct schema *s, struct lemmas w)
{
    enum { SHORTEST_REST = 4 };
    struct lemmas first = lemmas_slice(w, 0, w.count > 1 ? w.count - 1 : 0);
    if (first.count > 0 && !is_table_name(n, s, first) &&
        str_among(w.items[w.count - 1], "list data table info information record"))
        add_phrase(n, first, WITHOUT_TABLE);
    for (uint32_t t = 0; w.count == 1 && t < s->n_tables; t++) {
        struct lemmas other = lemmas_of_name(n->arena, n->lemmatizer, s->tables[t].natural);
        struct str rest = w.items[0];
        if (other.count != 1 || !str_starts(rest, other.items[0]) ||
            rest.len < other.items[0].len + SHORTEST_REST)
            continue;
        rest = str_slice(rest, other.items[0].len, rest.len);
        add_phrase(n, lemmas_of(n->arena, n->lemmatizer, rest), ENDING);
    }
}

static void add_table(struct phrase_naming *n, const struct schema *s, uint32_t id)
{
    const struct schema_table *t = &s->tables[id];
    n->kind = PHRASE_TABLE;
    n->target = id;
    n->table = (struct lemmas){0};
    struct lemmas natural = lemmas_of_name(n->arena, n->lemmatizer, t->natural);
    struct lemmas name = lemmas_of_name(n->arena, n->lemmatizer, t->name);
    struct lemmas whole = written_out(n, natural);
    add_forms(n, natural);
    add_short_table(n, s, natural);
    if (!lemmas_equal(natural, name))
        add_phrase(n, name, FULL);
    if (!lemmas_equal(natural, whole))
        add_forms(n, whole);
}

/* How many words at the front of `w` are the table's? */
static uint32_t table_prefix(struct lemmas w, struct lemmas table)
{
    uint32_t n = 0;
    while (n < w.count && n < table.count && str_eq(w.items[n], table.items[n]))
        n++;
    if (n == 0 && table.count > 1 && str_eq(w.items[0], table.items[table.count - 1]))
        n = 1;
    return n;
}

/* The name after the last `words` words of the table's. */
static void add_after_table(const struct phrase_naming *n, struct lemmas table, uint32_t words,
                            struct lemmas w, double weight)
{
    struct lemmas whole =
        replace_lemmas(n->arena, w, 0, 0, lemmas_slice(table, table.count - words, table.count));
    phrase_book_add(
        n->book, n->arena, whole,
        (struct phrase){
            .kind = n->kind, .target = n->target, .weight = weight, .with_table = true});
}

static void add_with_table(const struct phrase_naming *n, struct lemmas table, struct lemmas w)
{
    uint32_t prefix = w.count > 0 ? table_prefix(w, table) : 0;
    if (prefix > 0 && prefix < w.count) {
        struct lemmas rest = lemmas_slice(w, prefix, w.count);
        add_phrase(n, rest, WITHOUT_TABLE);
        add_synonyms(n, rest);
    } else if (prefix == 0 && table.count + w.count <= PHRASE_MAX_WORDS) {
        add_after_table(n, table, table.count, w, FULL);
        if (table.count > 1)
            add_after_table(n, table, 1, w, WITHOUT_TABLE);
    }
}

/* "full name" is the first name, with the last. */
static void add_full_name(const struct phrase_naming *n, struct lemmas w)
{
    static const char firsts[] = "first forename fname firstname given";
    for (uint32_t i = 0; i < w.count; i++)
        if (str_among(w.items[i], firsts))
            add_phrase(n, lemmas_of(n->arena, n->lemmatizer, STR("full name")), SYNONYM);
}

/* "race number" for a race_id, "patient number" for the id of a patient. */
static void add_key_number(const struct phrase_naming *n, struct lemmas table, struct lemmas w)
{
    struct str number = STR("number");
    struct lemmas by = {&number, 1};
    uint32_t last = w.count - 1;
    if (w.count == 0 || !str_eq(w.items[last], STR("id")))
        return;
    add_phrase(n,
               w.count > 1 ? replace_lemmas(n->arena, w, last, w.count, by)
                           : replace_lemmas(n->arena, table, table.count, table.count, by),
               SYNONYM);
}

/* "excuse" for a column "excused". */
static void add_participle(const struct phrase_naming *n, struct lemmas w)
{
    enum { SHORTEST = 6 };
    if (w.count != 1 || w.items[0].len < SHORTEST || !str_ends(w.items[0], STR("ed")))
        return;
    for (size_t cut = 1; cut <= 2; cut++) {
        struct str verb = str_slice(w.items[0], 0, w.items[0].len - cut);
        add_phrase(n, lemmas_of(n->arena, n->lemmatizer, verb), ENDING);
    }
}

static void add_column(struct phrase_naming *n, const struct schema *s, uint32_t id)
{
    const struct schema_column *c = &s->columns[id];
    const struct schema_table *t = &s->tables[c->table];
    struct lemmas table = lemmas_of_name(n->arena, n->lemmatizer, t->natural);
    struct lemmas natural = lemmas_of_name(n->arena, n->lemmatizer, c->natural);
    struct lemmas name = lemmas_of_name(n->arena, n->lemmatizer, c->name);
    struct lemmas whole = written_out(n, natural);
    n->kind = PHRASE_COLUMN;
    n->target = id;
    n->table = table;
    add_forms(n, natural);
    add_with_table(n, table, natural);
    add_full_name(n, natural);
    add_key_number(n, table, natural);
    add_participle(n, natural);
    if (!lemmas_equal(natural, name))
        add_phrase(n, name, FULL);
    if (!lemmas_equal(natural, whole))
        add_forms(n, whole);
}

/* Is it one of SQLite's own tables, which some schemas list? */
static bool is_internal(const struct schema_table *t)
{
    struct str prefix = STR("sqlite_");
    return t->name.len > prefix.len && str_eq_nocase(str_slice(t->name, 0, prefix.len), prefix);
}

void schema_phrases_add(struct phrase_book *b, struct arena *a, const struct lemmatizer *z,
                        const struct schema *s)
{
    struct phrase_naming n = {.book = b, .arena = a, .lemmatizer = z};
    for (uint32_t i = 0; i < s->n_tables; i++)
        if (!is_internal(&s->tables[i]))
            add_table(&n, s, i);
    for (uint32_t i = 1; i < s->n_columns; i++)
        if (s->columns[i].table != SCHEMA_NONE && !is_internal(&s->tables[s->columns[i].table]))
            add_column(&n, s, i);
}
