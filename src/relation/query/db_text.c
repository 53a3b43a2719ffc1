/* db_text.c: another text of the same column (SQL-db-text, Dr.Spider §3.3).
 *
 * "singers from France" with country = 'France' → "singers from Sweden" with country =
 * 'Sweden'. The query compares a column with the old text (=, !=, IN), and the question says it as
 * the rows have it. The new one is another text of the rows that looks like it and has words of the
 * same sort (text_kind.h). For LIKE '%East%' it is a word of such a text.
 *
 * The answer changes with the question, as the edit says. It is clear what is meant if the question
 * has the text once, by itself, and if it could not be a name of the schema or a small word
 * instead. "French singers" and "cats" do not mention "France" and "cat".
 *
 * "The" belongs to some names, "the USA", and not to others, "France" (takes in words.tsv). Only a
 * name of the same sort may replace a name, unless a noun follows it, "the USA team", or it is in
 * quotes. "The girl named Lisa" keeps her name.
 *
 * If the old text means one row, so does the new one. If it stands in many, texts that stand in
 * many are preferred: fewer of them are odd, and their answers say more. */
#include "lexicon/word_fact.h"
#include "link/named_words.h"
#include "relation/query/text_kind.h"
#include "relation/query/value_change.h"
#include "relation/refusal.h"

/* Nobody asks for shorter words; longer texts are not searched for words. */
enum { WORD_FROM = 3, WORDS_WITHIN = 200 };

/* ENOUGH common texts: then the others are not used. A text is rare if it stands in less than one
 * row for each RARE rows of the old one. */
enum { ENOUGH = 5, RARE = 4 };

/* Is the literal of an edit a string? */
static bool is_string(struct str literal)
{
    return literal.len >= 2 && literal.ptr[0] == '\'';
}

/* Its text, doubled quotes undone. In `a`. */
static struct str string_value(struct arena *a, struct str literal)
{
    char *out = arena_alloc(a, literal.len);
    size_t n = 0;
    for (size_t i = 1; i + 1 < literal.len; i++) {
        out[n++] = literal.ptr[i];
        i += literal.ptr[i] == '\'';
    }
    return (struct str){out, n};
}

/* The literal for a text, in quotes of this kind. */
static struct str string_literal(struct arena *a, struct str value, char quote)
{
    char *out = arena_alloc(a, 2 * value.len + 2);
    size_t n = 0;
    out[n++] = quote;
    for (size_t i = 0; i < value.len; i++) {
        out[n++] = value.ptr[i];
        if (value.ptr[i] == quote)
            out[n++] = quote;
    }
    out[n++] = quote;
    return (struct str){out, n};
}

/* The pattern without the % at both ends; "" if it has none there, has other signs of patterns, or
 * is too short for a word. */
static struct str pattern_part(struct str text)
{
    if (text.len < WORD_FROM + 2 || text.ptr[0] != '%' || text.ptr[text.len - 1] != '%')
        return STR("");
    struct str part = str_slice(text, 1, text.len - 1);
    return memchr(part.ptr, '%', part.len) || memchr(part.ptr, '_', part.len) ? STR("") : part;
}

/* The number of rows with this text. */
static uint64_t rows_with(const struct column_content *content, struct str value)
{
    for (uint32_t i = 0; i < content->n_values; i++)
        if (!content->values[i].number && str_eq(content->values[i].text, value))
            return content->values[i].rows;
    return 0;
}

/* Do most texts of the column stand in one row, as names do? */
static bool is_mostly_unique(const struct column_content *content)
{
    uint32_t single = 0;
    for (uint32_t i = 0; i < content->n_values; i++)
        single += content->values[i].rows == 1;
    return single > content->n_values / 2;
}

/* Is it all that a row has (case ignored, as LIKE does)? */
static bool is_whole(const struct column_content *content, struct str word)
{
    for (uint32_t i = 0; i < content->n_values; i++)
        if (str_eq_nocase(content->values[i].text, word))
            return true;
    return false;
}

/* Is it the first of several words that a row has? */
static bool begins_text(const struct column_content *content, struct str word)
{
    for (uint32_t i = 0; i < content->n_values; i++) {
        struct str text = content->values[i].text;
        if (text.len > word.len && text.ptr[word.len] == ' ' &&
            str_eq_nocase(str_slice(text, 0, word.len), word))
            return true;
    }
    return false;
}

/* Could every word of the mention be something else than a value: a name of the schema, a small
 * word, or one letter, which other words mostly explain: "female students (with sex F)"? Quotes
 * leave no doubt. */
static bool is_doubtful(const struct value_search *v, const struct value_mention *m)
{
    if (m->quoted || m->said.len == 1)
        return !m->quoted;
    const bool *named = named_words(v->arena, m->words, v->seed->schema, NULL);
    for (uint32_t i = m->start; i < m->end; i++) {
        const struct word *t = &m->words->items[i];
        if (!named[i] && t->classes == 0 && t->kind != TOKEN_MARK)
            return false;
    }
    return true;
}

/* Does the question show whether somebody is a man or a woman? "His or her" does not. */
static bool shows_gender(const struct value_search *v)
{
    const struct words *q = v->text;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct word *t = &q->items[i];
        bool either = (i > 0 && str_eq_nocase(t[-1].token, STR("or"))) ||
                      (i + 1 < q->count && str_eq_nocase(t[1].token, STR("or")));
        if (!either && fact_of(v->seed->lexicon, FACT_GENDERED, t->token))
            return true;
    }
    return false;
}

/* Could the column have names of people? */
static bool is_name_column(const struct schema *s, uint32_t column)
{
    return str_find(s->columns[column].natural, STR("name"), 0) < s->columns[column].natural.len;
}

/* Which names the article before the mention allows. */
enum the_place {
    THE_IS_FREE,  /* any: a noun follows, it is not a name, or it is in quotes: "the USA team", "the
                     cat" */
    THE_IS_THERE, /* only a name with "the" fits: "from the USA" */
    THE_IS_NOT,   /* only one without: "from France" */
    THE_IS_UNSURE /* "won the Australian Open": no other name is sure to fit */
};

/* Does "the" stand before the token, quotes between them ignored? */
static bool follows_the(const struct words *q, uint32_t token)
{
    while (token > 0 && q->items[token - 1].kind == TOKEN_MARK)
        token--;
    return token > 0 && str_eq_nocase(q->items[token - 1].token, STR("the"));
}

static enum the_place the_place_of(const struct value_search *v, const struct value_mention *m)
{
    const struct words *q = m->words;
    bool the_name = text_takes(v->seed->lexicon, STR("the"), m->said);
    if (!follows_the(q, m->start))
        return the_name || m->quoted ? THE_IS_FREE : THE_IS_NOT; /* "from USA" was said without */
    uint32_t next = m->end;
    while (m->quoted && next < q->count && q->items[next].kind == TOKEN_MARK)
        next++;
    if (next < q->count && q->items[next].kind == TOKEN_WORD && q->items[next].classes == 0)
        return THE_IS_FREE;
    if (the_name)
        return THE_IS_THERE;
    return ascii_capital(m->said.ptr[0]) ? THE_IS_UNSURE : THE_IS_FREE;
}

static bool fits_article(const struct lexicon *l, enum the_place the, struct str text)
{
    return the == THE_IS_FREE || text_takes(l, STR("the"), text) == (the == THE_IS_THERE);
}

/* A text that may change. */
struct text_place {
    const struct edit_place *place;
    struct str value;             /* as the rows have it, whole or as a part */
    bool part;                    /* LIKE '%value%' */
    struct value_mention mention; /* with the same bytes */
    const struct column_content *content;
    uint64_t rows; /* with the value */
    bool single;   /* it stands in one row, as names do */
    bool whole;    /* it is a part, but rows also have just that */
    bool first;    /* it is a part that texts begin with, so they should begin with the new one */
    enum the_place the;
    char quote; /* of the literal, in the query */
};

/* Find the one mention; count a refusal if it cannot change. */
static bool find_mention(const struct value_search *v, struct text_place *t)
{
    const struct relation_seed *s = v->seed;
    uint32_t n = value_mention_find(v->opened, t->value, &t->mention);
    if (!value_mention_may_change(v, &t->mention, n))
        return false;
    struct str said = t->mention.said;
    t->the = the_place_of(v, &t->mention);
    t->rows = rows_with(t->content, said);
    t->single = t->rows == 1 && is_mostly_unique(t->content);
    t->whole = t->part && is_whole(t->content, said);
    t->first = t->part && begins_text(t->content, said);
    bool verbatim = t->part ? str_eq(said, t->value) : t->rows > 0;
    t->value = said;
    return refuse_unless(s, verbatim, REFUSED_VALUE_UNSAID) &&
           refuse_unless(s, !is_doubtful(v, &t->mention), REFUSED_VALUE_IS_NAME) &&
           refuse_unless(s, t->the != THE_IS_UNSURE, REFUSED_VALUE_ARTICLE) &&
           refuse_unless(s, !is_name_column(s->schema, t->place->column) || !shows_gender(v),
                         REFUSED_VALUE_GENDER);
}

/* Does the query or the question have `value` already, perhaps within a text? */
static bool is_said(const struct value_search *v, struct str value)
{
    struct value_mention m;
    for (uint32_t i = 0; i < v->n_literals; i++)
        if (value_mention_find(v->literals[i], value, &m) > 0)
            return true;
    return value_mention_find(v->opened, value, &m) > 0;
}

/* In double quotes, the name of a column would be that column. */
static bool is_column(const struct schema *s, struct str value)
{
    for (uint32_t c = SCHEMA_STAR + 1; c < s->n_columns; c++)
        if (str_eq_nocase(s->columns[c].name, value))
            return true;
    return false;
}

/* Do its words show that it is a value like the old one? In quotes any text is a value. */
static bool reads_alike(const struct value_search *v, const struct text_place *t, struct str value)
{
    const struct relation_seed *s = v->seed;
    struct str before = value_mention_before(&t->mention);
    return t->mention.quoted || (text_fits_preposition(s->lexicon, before, t->value, value) &&
                                 text_words_fit(v->arena, s, t->value, value));
}

static bool is_candidate(const struct value_search *v, const struct text_place *t, struct str value)
{
    bool quoted = t->mention.quoted;
    return text_sayable(value, quoted) && text_alike(t->value, value, quoted) &&
           !fact_of(v->seed->lexicon, FACT_NO_VALUE, value) &&
           fits_article(v->seed->lexicon, t->the, value) && !is_said(v, value) &&
           (t->quote != '"' || !is_column(v->seed->schema, value)) && reads_alike(v, t, value);
}

static void add_change(struct value_search *v, const struct text_place *t, struct str value,
                       uint64_t rows)
{
    struct str text = t->part ? arena_printf(v->arena, "%%%.*s%%", STR_ARG(value)) : value;
    value_search_add(v, &t->mention,
                     (struct value_change){.place = t->place,
                                           .to = value,
                                           .literal = string_literal(v->arena, text, '\''),
                                           .written = string_literal(v->arena, text, t->quote),
                                           .rows = rows,
                                           .part = t->part});
}

/* "The student Kyle" is one student: a name that two have would leave open which is meant. */
static void add_text(struct value_search *v, const struct text_place *t,
                     const struct content_value *value)
{
    if ((!t->single || value->rows == 1) && is_candidate(v, t, value->text))
        add_change(v, t, value->text, value->rows);
}

/* The change to this word, if it is among those found from `first` on; or NULL. */
static struct value_change *found_word(const struct value_search *v, uint32_t first,
                                       struct str value)
{
    for (uint32_t i = first; i < v->found->count; i++)
        if (str_eq_nocase(v->found->items[i].to, value))
            return &v->found->items[i];
    return NULL;
}

/* Add the words of a text, which a question may look for in a name. Nobody looks so for a whole
 * name, nor for the "Rockyport" of "South Rockyport" as for its "South". */
static void add_words(struct value_search *v, const struct text_place *t, uint32_t first,
                      struct str text)
{
    while (text.ptr) {
        struct str word = str_split(&text, ' ');
        struct value_change *found = found_word(v, first, word);
        if (found)
            found->rows++;
        else if (word.len >= WORD_FROM && str_all(word, ascii_letter) && is_candidate(v, t, word) &&
                 (t->whole || !is_whole(t->content, word)))
            add_change(v, t, word, 1);
        if (t->first)
            break;
    }
}

/* Does it stand in several rows, and not rarely compared with the old one? */
static bool is_common(const struct text_place *t, const struct value_change *c)
{
    return c->rows > 1 && c->rows >= t->rows / RARE;
}

/* Keep only the common ones, if there are enough. */
static void prefer_common(struct value_search *v, const struct text_place *t, uint32_t first)
{
    struct value_changes *found = v->found;
    uint32_t n = 0, kept = first;
    for (uint32_t i = first; i < found->count; i++)
        n += is_common(t, &found->items[i]);
    if (n < ENOUGH)
        return;
    for (uint32_t i = first; i < found->count; i++)
        if (is_common(t, &found->items[i]))
            found->items[kept++] = found->items[i];
    found->count = kept;
}

static void add_texts(struct value_search *v, const struct text_place *t, uint32_t first)
{
    for (uint32_t i = 0; i < t->content->n_values; i++) {
        const struct content_value *value = &t->content->values[i];
        if (value->number)
            continue;
        if (t->part && value->text.len <= WORDS_WITHIN)
            add_words(v, t, first, value->text);
        else if (!t->part)
            add_text(v, t, value);
    }
}

static bool change_text(struct value_search *v, const struct edit_place *place)
{
    const struct relation_seed *s = v->seed;
    struct text_place t = {.place = place,
                           .value = string_value(v->arena, place->edit.from),
                           .quote = s->stmt->text.ptr[place->span.start],
                           .part = value_comparison(v, place)->kind == SQL_EXPR_PATTERN};
    uint32_t before = v->found->count;
    if (t.part)
        t.value = pattern_part(t.value);
    t.content = s->content->column(s->content->ctx, place->column);
    if (!value_place_may_change(v, place) ||
        !refuse_unless(s, t.content != NULL, REFUSED_VALUE_UNKNOWN) || !find_mention(v, &t))
        return false;
    add_texts(v, &t, before);
    if (t.first && v->found->count == before) {
        t.first = false;
        add_texts(v, &t, before);
    }
    prefer_common(v, &t, before);
    return true;
}

/* Is it =, !=, IN, or LIKE without ESCAPE? */
static bool is_plain_comparison(const struct sql_expr *x)
{
    if (!x || x->kind == SQL_EXPR_IN)
        return x != NULL;
    if (x->kind == SQL_EXPR_PATTERN)
        return x->as.pattern.op == SQL_LIKE && !x->as.pattern.escape;
    return x->kind == SQL_EXPR_BINARY && (x->as.binary.op == SQL_EQ || x->as.binary.op == SQL_NE);
}

static bool is_db_text(const struct value_search *v, const struct edit_place *place)
{
    return place->edit.what == EDIT_VALUE && place->column != SCHEMA_NONE &&
           place->aggregate.len == 0 && is_string(place->edit.from) &&
           is_plain_comparison(value_comparison(v, place));
}

static uint64_t count_texts(struct arena *a, const struct relation_seed *s, const void **plan)
{
    return value_changes_find(a, s, true, is_db_text, change_text, plan);
}

/* Does another column have it? */
static bool is_elsewhere(const struct relation_seed *s, uint32_t column, struct str value)
{
    for (uint32_t c = SCHEMA_STAR + 1; c < s->schema->n_columns; c++) {
        if (c == column || s->schema->columns[c].type != SCHEMA_TEXT)
            continue;
        const struct column_content *content = s->content->column(s->content->ctx, c);
        for (uint32_t i = 0; content && i < content->n_values; i++)
            if (str_eq_nocase(content->values[i].text, value))
                return true;
    }
    return false;
}

/* A text that other columns have too would leave open what is meant, unless the old one does so
 * too: Djibouti is a country and a city. Checked only when the variant is drawn, since a database
 * has many texts. */
static bool make_text_change(struct arena *a, const struct relation_seed *s, const void *plan,
                             uint64_t i, struct test_case *out)
{
    const struct value_change *c = &((const struct value_changes *)plan)->items[i];
    return (c->part || !is_elsewhere(s, c->place->column, c->to) ||
            is_elsewhere(s, c->place->column, c->from)) &&
           value_changes_make(a, s, plan, i, out);
}

const struct relation relation_SQL_db_text = {
    .id = "SQL-db-text",
    .name = "SQL text value",
    .family = "dr-spider",
    .text = {.summary = "a text to compare rows with changes",
             .what = "A text that a column is compared with becomes another one of that column.",
             .before = "How many customers live in Lisbon?",
             .after = "How many customers live in Tallinn?",
             .answer = "The answer becomes that of the query with the new text.",
             .page = "docs/reference/dr-spider.md"},
    .count = count_texts,
    .make = make_text_change,
    .changes_answer = true,
    .needs_database = true,
    .most = 5,
};
