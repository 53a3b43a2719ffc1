/* indicate_column.c: the words that indicate a column: its name, else an adjective that compares by
 * it, else words that ask for it without its name. */
#include "link/indicator_search.h"

#include "lexicon/inflection.h"
#include "link/adjective.h"
#include "link/role.h"

/* A phrase from COLUMN_FROM on says a column; lighter ones say only a part, as "song" of "song
 * name". */
static const double COLUMN_FROM = 0.54, COLUMN_SURE = 0.9, WORD_OF_NAME = 0.5, LONGER = 0.25,
                    SHARED_WORDS = 0.3;

enum { SHORTEST_WORD = 4 };

static const struct schema_column *column_at(const struct indicator_search *s, uint32_t column)
{
    return &s->book->schema->columns[column];
}

static void take_words(struct indicator_search *s, uint32_t part, enum manner manner,
                       const struct occurrence *o)
{
    s->out.items[part] =
        (struct indicator){.manner = manner, .start = o->start, .end = o->end, .weight = o->weight};
}

/* Names */

/* "Name all teachers": a command, not a name. */
static bool is_command(const struct words *w, uint32_t at)
{
    bool begins = at == 0 || w->items[at - 1].kind == TOKEN_MARK || word_is(w, at - 1, "please");
    if (!begins || !word_is(w, at, "name") || at + 1 >= w->count)
        return false;
    const struct word *next = &w->items[at + 1];
    bool determined = next->classes & (WORD_DETERMINER | WORD_DISTRIBUTIVE | WORD_QUANTIFIER);
    return next->kind == TOKEN_WORD && (determined || next->classes == 0);
}

/* Does the query give both columns of one table, and do the words say one as well as the other, as
 * "names" the first and the last name? */
static bool is_said_alike(const struct indicator_search *s, const struct occurrence *o,
                          uint32_t part, uint32_t other)
{
    const struct query_part *p = &s->parts->items[part], *q = &s->parts->items[other];
    const struct indicator *x = &s->out.items[other];
    return p->clause == IN_SELECT && q->clause == IN_SELECT && x->start == o->start &&
           x->end == o->end && x->weight == o->weight &&
           column_at(s, p->column)->table == column_at(s, q->column)->table;
}

/* Do the words say another column, and say it better? */
static bool says_other_column(const struct indicator_search *s, const struct occurrence *o,
                              uint32_t part)
{
    for (uint32_t i = 0; i < s->out.count; i++)
        if (s->parts->items[i].kind == PART_COLUMN &&
            indicator_shares(&s->out.items[i], o->start, o->end) && !is_said_alike(s, o, part, i))
            return true;
    return false;
}

/* A weak name says the column if the same words say no other column. */
static bool names_column(const struct indicator_search *s, const struct occurrence *o,
                         uint32_t part, double from)
{
    uint32_t column = s->parts->items[part].column;
    bool enough = o->weight >= COLUMN_FROM || o->end - o->start > 1;
    if (o->phrase->kind != PHRASE_COLUMN || o->phrase->target != column || o->weight < from ||
        !enough || is_command(&s->out.words, o->start))
        return false;
    return o->weight >= COLUMN_SURE || !says_other_column(s, o, part);
}

/* Do the words stand in a longer value, as "Airlines" in "United Airlines"? */
static bool is_in_value(const struct indicator_search *s, uint32_t start, uint32_t end)
{
    for (uint32_t i = 0; i < s->out.count; i++) {
        const struct indicator *x = &s->out.items[i];
        if (s->parts->items[i].kind == PART_VALUE && x->manner == MANNER_WORD &&
            x->form == VALUE_WHOLE && x->start <= start && end <= x->end &&
            x->end - x->start > end - start)
            return true;
    }
    return false;
}

static void find_name(struct indicator_search *s, uint32_t part, double from)
{
    double best = 0;
    for (uint32_t i = 0; i < s->names.count; i++) {
        const struct occurrence *o = &s->names.items[i];
        if (!names_column(s, o, part, from) || is_in_value(s, o->start, o->end))
            continue;
        double score = o->weight * (1 + LONGER * (o->end - o->start - 1));
        if (words_taken(s, PART_COLUMN, o->start, o->end) ||
            words_taken(s, PART_VALUE, o->start, o->end))
            score -= SHARED_WORDS;
        if (score > best) {
            best = score;
            take_words(s, part, MANNER_WORD, o);
        }
    }
}

/* A verb that says what is compared: "earned more than". */
static void find_verb(struct indicator_search *s, uint32_t part)
{
    for (uint32_t i = 0; i < s->names.count; i++) {
        struct occurrence o = s->names.items[i];
        if (!is_verb_comparative(o.phrase) || !adjective_fits(s, &o, s->parts->items[part].column))
            continue;
        o.end = o.start + 1;
        take_words(s, part, MANNER_WORD, &o);
        return;
    }
}

/* Words at the end of many names do not name a column, nor do those of its table. */
static bool is_common(const struct indicator_search *s, uint32_t column, struct str word)
{
    static const char COMMON[] = "name title code number type date";
    if (str_among(word, COMMON))
        return true;
    uint32_t table = column_at(s, column)->table;
    struct lemmas names =
        lemmas_of_name(s->arena, &s->book->link.lemmatizer, s->book->schema->tables[table].natural);
    return str_in(word, names.items, names.count) || word.len < SHORTEST_WORD;
}

/* "manager" alone is not a manager's name: columns for the name of a row need the word. */
static bool names_rows(const struct indicator_search *s, uint32_t column)
{
    return role_has_word(s->book->schema, column, STR("name")) ||
           role_has_word(s->book->schema, column, STR("title"));
}

/* The first place of the word that no column and no longer value has; or the number of words. */
static uint32_t free_word(const struct indicator_search *s, struct str lemma)
{
    uint32_t at = 0;
    while (at < s->out.words.count &&
           (!str_eq(s->out.words.items[at].lemma, lemma) ||
            words_taken(s, PART_COLUMN, at, at + 1) || is_in_value(s, at, at + 1)))
        at++;
    return at;
}

/* One word of the name: "worth" of "net worth millions". */
static void find_word_of_name(struct indicator_search *s, uint32_t part)
{
    uint32_t column = s->parts->items[part].column;
    struct lemmas name =
        lemmas_of_name(s->arena, &s->book->link.lemmatizer, column_at(s, column)->natural);
    for (uint32_t i = 0; i < name.count && !names_rows(s, column); i++) {
        uint32_t at = free_word(s, name.items[i]);
        if (at == s->out.words.count || is_common(s, column, name.items[i]))
            continue;
        s->out.items[part] = (struct indicator){
            .manner = MANNER_WORD, .start = at, .end = at + 1, .weight = WORD_OF_NAME};
        return;
    }
}

/* Is the word in a key phrase, and not its first, as in "largest number of"? */
static bool is_key_phrase(const struct indicator_search *s, uint32_t at)
{
    for (uint32_t i = 0; i < s->keywords.count; i++)
        if (s->keywords.items[i].start < at && at < s->keywords.items[i].end)
            return true;
    return false;
}

/* Does the column's name have the word, or an abbreviation of "number"? */
static bool has_head(const struct indicator_search *s, uint32_t column, struct str head)
{
    const struct schema *schema = s->book->schema;
    return role_has_word(schema, column, head) ||
           (str_eq(head, STR("number")) && role_has_word(schema, column, STR("num")));
}

/* "number of products" says number_products in full. */
static void extend_name(struct indicator_search *s, uint32_t part)
{
    const struct words *w = &s->out.words;
    struct indicator *x = &s->out.items[part];
    if (x->manner != MANNER_WORD || x->start < 2 || !word_is(w, x->start - 1, "of"))
        return;
    struct str head = w->items[x->start - 2].lemma;
    if (head.len >= SHORTEST_WORD && !is_key_phrase(s, x->start - 2) &&
        has_head(s, s->parts->items[part].column, head))
        x->start -= 2;
}

/* Other ways */

/* In a condition with an operator nothing is the highest: "invoices over 200, largest first". */
static bool is_form_of_clause(const struct indicator_search *s, const struct query_part *p,
                              enum phrase_kind form)
{
    bool compared = false;
    for (uint32_t i = 0; i < s->parts->count; i++) {
        const struct query_part *k = &s->parts->items[i];
        compared |= k->kind == PART_KEYWORD && k->clause == IN_WHERE && k->column == p->column &&
                    takes_adjective(k->keyword, PHRASE_COMPARATIVE);
    }
    return p->clause != IN_WHERE || form != PHRASE_SUPERLATIVE || !compared;
}

/* Adjectives compare and order by a column; they do not ask for it, except for the highest. */
static bool is_compared(const struct indicator_search *s, const struct query_part *p)
{
    if (p->clause != IN_SELECT)
        return true;
    for (uint32_t i = 0; i < s->parts->count; i++) {
        const struct query_part *k = &s->parts->items[i];
        if (k->kind == PART_KEYWORD && k->column == p->column &&
            (k->keyword == KEYWORD_MAX || k->keyword == KEYWORD_MIN || k->keyword == KEYWORD_AVG))
            return true;
    }
    return false;
}

static void find_attribute(struct indicator_search *s, uint32_t part)
{
    struct indicator *out = &s->out.items[part];
    for (uint32_t i = 0; i < s->names.count; i++) {
        const struct occurrence *o = &s->names.items[i];
        if (o->end - o->start > out->end - out->start && !is_verb_comparative(o->phrase) &&
            is_form_of_clause(s, &s->parts->items[part], o->phrase->kind) &&
            adjective_fits(s, o, s->parts->items[part].column))
            take_words(s, part, MANNER_ATTRIBUTE, o);
    }
}

/* Does the query compare or order by the column, like the form of the adjective? */
static bool is_compared_in_form(const struct indicator_search *s, uint32_t column,
                                enum phrase_kind form)
{
    for (uint32_t i = 0; i < s->parts->count; i++) {
        const struct query_part *k = &s->parts->items[i];
        if (k->kind == PART_KEYWORD && k->column == column && takes_adjective(k->keyword, form))
            return true;
    }
    return false;
}

/* Is the adjective of a comparison related to the column, as "heaviest" is to a weight? */
static bool compares_by(const struct indicator_search *s, uint32_t at, uint32_t column)
{
    const struct words *w = &s->out.words;
    bool superlative = str_ends(w->items[at].lower, STR("est"));
    bool comparative = word_is(w, at + 1, "than");
    if (!superlative && !comparative)
        return false;
    struct str plain = adjective_compared(s->arena, s->book->link.wordnet, w->items[at].lower);
    return plain.ptr &&
           is_compared_in_form(s, column, superlative ? PHRASE_SUPERLATIVE : PHRASE_COMPARATIVE) &&
           column_related(s->arena, &s->book->link, s->book->schema, column, plain);
}

/* Find an adjective that is on no list. */
static void find_known_attribute(struct indicator_search *s, uint32_t part)
{
    for (uint32_t at = 0; at < s->out.words.count && s->book->link.wordnet; at++)
        if (s->out.words.items[at].kind == TOKEN_WORD &&
            compares_by(s, at, s->parts->items[part].column)) {
            s->out.items[part] = (struct indicator){
                .manner = MANNER_ATTRIBUTE, .start = at, .end = at + 1, .weight = WORD_OF_NAME};
            return;
        }
}

/* The "who" of "singers who …" asks nothing. */
static bool is_relative(const struct words *w, uint32_t at)
{
    return at > 0 && w->items[at - 1].kind == TOKEN_WORD && w->items[at - 1].classes == 0;
}

static bool carrier_fits(const struct indicator_search *s, const struct occurrence *o,
                         uint32_t column)
{
    const struct line_phrase *p = &s->book->phrases.items[o->phrase->target];
    const struct words *w = &s->out.words;
    bool thing =
        o->end < w->count && w->items[o->end].classes == 0 && w->items[o->end].kind == TOKEN_WORD;
    if (word_is(w, o->start, "which what") && !thing) /* "which teachers", not "which is" */
        return false;
    return phrase_fits_column(s->arena, &s->book->phrases, p, s->book->schema, column);
}

static void find_carrier(struct indicator_search *s, uint32_t part)
{
    struct indicator *out = &s->out.items[part];
    for (uint32_t i = 0; i < s->carriers.count && out->manner == MANNER_NONE; i++) {
        const struct occurrence *o = &s->carriers.items[i];
        if (!is_relative(&s->out.words, o->start) &&
            carrier_fits(s, o, s->parts->items[part].column))
            take_words(s, part, MANNER_CARRIER, o);
    }
}

/* "unpaid" denies a column "paid". */
static bool denies(const struct word *w, struct str name)
{
    static const char *const PREFIXES[] = {"un", "non", "in"};
    for (size_t i = 0; i < COUNT_OF(PREFIXES); i++) {
        struct str prefix = str_from(PREFIXES[i]);
        if (w->lower.len == prefix.len + name.len && str_starts(w->lower, prefix) &&
            str_ends(w->lower, name))
            return true;
    }
    return false;
}

static void find_denied(struct indicator_search *s, uint32_t part)
{
    struct str name = column_at(s, s->parts->items[part].column)->natural;
    for (uint32_t at = 0; at < s->out.words.count && name.len >= SHORTEST_WORD; at++)
        if (denies(&s->out.words.items[at], name)) {
            s->out.items[part] = (struct indicator){
                .manner = MANNER_WORD, .start = at, .end = at + 1, .weight = COLUMN_SURE};
            return;
        }
}

/* The key that refers to a table is said by the table's noun, if the query has no such table. */
static void find_referred(struct indicator_search *s, uint32_t part)
{
    const struct schema *schema = s->book->schema;
    uint32_t column = s->parts->items[part].column;
    for (uint32_t k = 0; k < schema->n_foreign_keys; k++) {
        const struct schema_foreign_key *key = &schema->foreign_keys[k];
        uint32_t table = schema->columns[key->to].table;
        if (key->from != column || query_parts_read(s->parts, table))
            continue;
        for (uint32_t i = 0; i < s->names.count; i++) {
            const struct occurrence *o = &s->names.items[i];
            if (o->phrase->kind == PHRASE_TABLE && o->phrase->target == table &&
                o->weight >= COLUMN_SURE && !words_taken(s, PART_COLUMN, o->start, o->end)) {
                take_words(s, part, MANNER_WORD, o);
                return;
            }
        }
    }
}

enum { VALUE_NEAR = 4 }; /* words from a carrier to the value of its column */

/* Do the words stand by a value of the column: "born before 1960", "80000 people"? */
static bool is_by_value(const struct indicator_search *s, const struct occurrence *o,
                        uint32_t column)
{
    for (uint32_t i = 0; i < s->out.count; i++) {
        const struct query_part *p = &s->parts->items[i];
        const struct indicator *x = &s->out.items[i];
        if (p->kind == PART_VALUE && p->column == column && x->manner == MANNER_WORD &&
            ((o->end <= x->start && x->start <= o->end + VALUE_NEAR) || o->start == x->end))
            return true;
    }
    return false;
}

/* A verb or unit by the value of a condition; "who" and "which" ask for what is not there. */
static void find_condition_carrier(struct indicator_search *s, uint32_t part)
{
    struct indicator *out = &s->out.items[part];
    uint32_t column = s->parts->items[part].column;
    for (uint32_t i = 0; i < s->carriers.count && out->manner == MANNER_NONE; i++) {
        const struct occurrence *o = &s->carriers.items[i];
        bool asks = s->out.words.items[o->start].classes & WORD_INTERROGATIVE;
        if (!asks && is_by_value(s, o, column) && !words_taken(s, PART_COLUMN, o->start, o->end) &&
            !words_taken(s, PART_VALUE, o->start, o->end) && carrier_fits(s, o, column))
            take_words(s, part, MANNER_WORD, o);
    }
}

static void indicate_column(struct indicator_search *s, uint32_t part)
{
    struct indicator *out = &s->out.items[part];
    enum query_clause clause = s->parts->items[part].clause;
    if (out->manner == MANNER_NONE)
        find_name(s, part, 0);
    if (out->manner == MANNER_NONE)
        find_verb(s, part);
    extend_name(s, part);
    if (out->manner == MANNER_NONE && is_compared(s, &s->parts->items[part]))
        find_attribute(s, part);
    if (out->manner == MANNER_NONE && is_compared(s, &s->parts->items[part]))
        find_known_attribute(s, part);
    if (out->manner == MANNER_NONE && clause != IN_SELECT)
        find_condition_carrier(s, part);
    if (out->manner == MANNER_NONE && clause != IN_SELECT)
        find_denied(s, part);
    if (out->manner == MANNER_NONE)
        find_referred(s, part);
    if (out->manner == MANNER_NONE)
        find_word_of_name(s, part);
    if (out->manner == MANNER_NONE && clause == IN_SELECT)
        find_carrier(s, part);
}

/* Sure names come first, so that other columns do not take their words. */
void indicate_columns(struct indicator_search *s)
{
    for (uint32_t i = 0; i < s->parts->count; i++)
        if (s->parts->items[i].kind == PART_COLUMN)
            find_name(s, i, COLUMN_SURE);
    for (uint32_t i = 0; i < s->parts->count; i++)
        if (s->parts->items[i].kind == PART_COLUMN)
            indicate_column(s, i);
}

bool adjective_fits(const struct indicator_search *s, const struct occurrence *o, uint32_t column)
{
    const struct schema *schema = s->book->schema;
    const struct lexicon *l = s->book->link.lemmatizer.lexicon;
    bool superlative = o->phrase->kind == PHRASE_SUPERLATIVE;
    if (o->phrase->kind != PHRASE_COMPARATIVE && !superlative)
        return false;
    return adjective_in(l, schema, o->phrase->target, superlative, schema->columns[column].table)
               .column == column;
}

bool is_verb_comparative(const struct phrase *p)
{
    return p->kind == PHRASE_COMPARATIVE && p->n_words >= 2 && !str_eq(p->words[0], STR("more")) &&
           !str_eq(p->words[0], STR("less")) && !str_ends(p->words[0], STR("er"));
}
