/* find_value_synonyms.c: other words for values: numbers in digits and words, names of places, and
 * states and companies, and what data/synonyms.tsv has.
 *
 * Numbers of one question change together: nobody writes "between five thousand and 10000". What is
 * in quotes is a literal, so other words stand without them. */
#include "rewording/step.h"

#include "lexicon/inflection.h"
#include "lexicon/said_number.h"
#include "lexicon/synonym_pair.h"
#include "lexicon/word_fact.h"
#include "link/place.h"
#include "link/role.h"
#include "link/value_forms.h"

struct value_finder {
    struct arena *arena;
    const struct question_reading *reading;
    struct reword_steps *out;
    const struct query_part *part; /* a value that is said as a whole … */
    const struct indicator *said;  /* … and the words that say it */
};

static const struct words *words_of(const struct value_finder *s)
{
    return &s->reading->said.words;
}

static const struct lexicon *lexicon_of(const struct value_finder *s)
{
    return s->reading->book->link.lemmatizer.lexicon;
}

static struct str word_before(const struct value_finder *s, uint32_t i)
{
    return i > 0 ? words_of(s)->items[i - 1].lower : STR("");
}

static void add_step(struct value_finder *s, uint32_t start, uint32_t end, struct str to)
{
    struct reword_step step = {REWORD_VALUE_SYNONYM, start, end, to};
    if (!str_eq(to, reword_from(s->reading, &step)))
        reword_steps_add(s->arena, s->out, step);
}

/* Other words for all that says the value. */
static void add_said(struct value_finder *s, struct str to)
{
    add_step(s, s->said->start, s->said->end, to);
}

/* What says the value, as it stands … */
static struct str said_source(const struct value_finder *s)
{
    return indicator_text(words_of(s), s->said->start, s->said->end);
}

/* … and as plain text. */
static struct str said_text(const struct value_finder *s)
{
    return plain_text(s->arena, said_source(s));
}

/* Numbers */

struct said_amount {
    uint32_t start, end;
    uint64_t number;
};

/* Years, keys, flags and codes are names of things rather than amounts. */
static bool is_name_in_digits(const struct value_finder *s, const struct query_part *p)
{
    const struct schema *schema = s->reading->book->schema;
    const struct column_facts *facts = s->reading->book->link.values.facts;
    if (p->column == SCHEMA_STAR || p->clause == IN_HAVING || p->clause == IN_LIMIT)
        return false;
    if (facts && facts[p->column].flag)
        return true;
    const struct fact_list named = facts_all(lexicon_of(s), FACT_NUMBERED);
    for (uint32_t i = 0; i < named.count; i++)
        if (fact_says(named.items[i], STR("column")) &&
            role_has_word(schema, p->column, named.items[i]->line->word))
            return true;
    return role_is_key(schema, p->column);
}

/* "the 4th" does not count things. */
static bool is_ordinal(const struct word *w)
{
    return w->kind != TOKEN_WORD && w->token.len > 2 && ascii_digit(w->token.ptr[0]) &&
           !ascii_digit(w->token.ptr[w->token.len - 1]) &&
           !ascii_digit(w->token.ptr[w->token.len - 2]);
}

/* "$8000", "> 3": no word can stand after such a sign. */
static bool needs_digits(const struct value_finder *s, uint32_t at)
{
    static const char *const SIGNS[] = {"$", "€", "£", "<", ">", "=", "#"};
    const char *token = words_of(s)->items[at].token.ptr, *from = s->reading->question.ptr;
    struct str before = str_trim((struct str){from, (size_t)(token - from)});
    bool sign = false;
    for (size_t i = 0; i < COUNT_OF(SIGNS); i++)
        sign |= str_ends(before, str_from(SIGNS[i]));
    return sign;
}

static bool looks_like_year(uint64_t n)
{
    return n >= 1500 && n <= 2100;
}

/* "The one with …" does not count, nor does "no one". */
static bool is_pronoun(const struct value_finder *s, uint32_t at)
{
    static const char BEFORE[] = "the this that each no every any which";
    return word_is(words_of(s), at, "one") && word_is(words_of(s), at - 1, BEFORE);
}

/* "paper ID 2", "semesters 1 or 2": with such a noun before it, a number is a name. */
static bool is_called_by_noun(const struct value_finder *s, uint32_t at)
{
    double amount;
    uint32_t end;
    bool joined = at >= 2 && word_is(words_of(s), at - 1, "and or") &&
                  amount_at(words_of(s), at - 2, &amount, &end);
    return fact_is(lexicon_of(s), FACT_NUMBERED, word_before(s, at), STR("before")) ||
           (joined && is_called_by_noun(s, at - 2));
}

/* A number that only selects rows may be a key that nobody declared, or a flag. */
static bool may_be_key(const struct value_finder *s, const struct query_part *p, double amount)
{
    bool compared = p->keyword == KEYWORD_GT || p->keyword == KEYWORD_LT ||
                    p->keyword == KEYWORD_GE || p->keyword == KEYWORD_LE ||
                    p->keyword == KEYWORD_BETWEEN;
    if (compared || p->clause != IN_WHERE || p->column == SCHEMA_STAR)
        return false;
    return amount <= 1 || (amount >= 1000 && !role_is_measure(s->reading->book->schema, p->column));
}

/* "older than one" could mean anyone; "more than one car" could not. */
static bool is_bare_one(const struct value_finder *s, const struct said_amount *n)
{
    const struct words *w = words_of(s);
    bool noun = n->end < w->count && w->items[n->end].kind == TOKEN_WORD &&
                !(w->items[n->end].classes & ~(unsigned)WORD_PLURAL);
    return n->number == 1 && !noun;
}

static bool is_whole(double amount)
{
    return amount >= 1 && amount < 1e12 && amount == (double)(uint64_t)amount;
}

struct said_amounts {
    struct said_amount items[WORDS_MAX];
    uint32_t count;
    bool mixed; /* one of them cannot change, so the others must not either */
};

/* The amount that says a part of the query, if that is an amount. */
static void add_number(const struct value_finder *s, uint32_t part, struct said_amounts *out)
{
    const struct query_part *p = &s->reading->parts->items[part];
    const struct indicator *x = &s->reading->said.items[part];
    double amount;
    uint32_t end;
    if (p->kind != PART_VALUE || x->manner != MANNER_WORD || is_name_in_digits(s, p) ||
        words_of(s)->items[x->start].kind == TOKEN_QUOTED || is_pronoun(s, x->start) ||
        is_ordinal(&words_of(s)->items[x->start]) || is_called_by_noun(s, x->start) ||
        !amount_at(words_of(s), x->start, &amount, &end) || end != x->end ||
        may_be_key(s, p, amount) || (p->clause == IN_LIMIT && amount == 1))
        return;
    if (is_whole(amount) && !looks_like_year((uint64_t)amount) && out->count < WORDS_MAX)
        out->items[out->count++] = (struct said_amount){x->start, end, (uint64_t)amount};
    else
        out->mixed = true;
}

static bool has_number(const struct said_amounts *numbers, double amount)
{
    for (uint32_t i = 0; i < numbers->count; i++)
        if ((double)numbers->items[i].number == amount)
            return true;
    return false;
}

/* "a hundred thousand" begins with its article. */
static uint32_t number_start(const struct value_finder *s, uint32_t at)
{
    const struct word *w = &words_of(s)->items[at];
    return w->kind == TOKEN_WORD && w->number >= 100 && word_is(words_of(s), at - 1, "a") ? at - 1
                                                                                          : at;
}

/* Does another number stand beside the one at `i`, as in "a 4 or 5 star rating"? */
static bool has_partner(const struct value_finder *s, const struct said_amounts *numbers,
                        uint32_t i)
{
    static const char JOINTS[] = "and or to";
    const struct words *w = words_of(s);
    uint32_t start = numbers->items[i].start, next = numbers->items[i].end + 1, end;
    double amount;
    bool before = start >= 2 && word_is(w, start - 1, JOINTS) &&
                  amount_at(w, start - 2, &amount, &end) &&
                  (i == 0 || numbers->items[i - 1].end != start - 1);
    bool after = next < w->count && word_is(w, next - 1, JOINTS) &&
                 amount_at(w, next, &amount, &end) &&
                 (i + 1 == numbers->count || numbers->items[i + 1].start != next);
    return before || after;
}

/* All places where the question says numbers of the query, in their order. */
static void find_numbers(const struct value_finder *s, struct said_amounts *out)
{
    const struct words *w = words_of(s);
    struct said_amounts said = {.count = 0};
    double amount;
    for (uint32_t i = 0; i < s->reading->parts->count; i++)
        add_number(s, i, &said);
    *out = (struct said_amounts){.mixed = said.mixed};
    for (uint32_t i = 0, end = 1; i < w->count; i = end, end = i + 1)
        if (w->items[i].kind != TOKEN_QUOTED && amount_at(w, i, &amount, &end) &&
            has_number(&said, amount) && !is_pronoun(s, i) && !is_called_by_noun(s, i))
            out->items[out->count++] =
                (struct said_amount){number_start(s, i), end, (uint64_t)amount};
    for (uint32_t i = 0; i < out->count; i++)
        out->mixed |= has_partner(s, out, i);
}

/* All numbers in that form, with what stands between them; ptr NULL if one cannot be in it. */
static struct str numbers_text(const struct value_finder *s, const struct said_amount *numbers,
                               uint32_t n, enum number_form form)
{
    const struct words *w = words_of(s);
    struct str out = STR("");
    for (uint32_t i = 0; i < n; i++) {
        struct str text = number_write(s->arena, lexicon_of(s), numbers[i].number, form);
        bool digits = text.ptr && text.len > 0 && ascii_digit(text.ptr[0]);
        if (!text.ptr ||
            (!digits && (is_bare_one(s, &numbers[i]) || needs_digits(s, numbers[i].start))))
            return STR_NONE;
        struct str between = STR("");
        if (i > 0) {
            struct str last = w->items[numbers[i - 1].end - 1].token;
            between.ptr = last.ptr + last.len;
            between.len = (size_t)(w->items[numbers[i].start].token.ptr - between.ptr);
        }
        out = ARENA_CONCAT(s->arena, out, between, text);
    }
    return out;
}

static void reword_numbers(struct value_finder *s)
{
    struct said_amounts said;
    find_numbers(s, &said);
    if (said.count == 0 || said.mixed)
        return;
    const struct said_amount *numbers = said.items;
    uint32_t n = said.count;
    bool words = words_of(s)->items[numbers[0].start].kind == TOKEN_WORD;
    for (int form = 0; form < N_NUMBER_FORMS; form++) {
        struct str to = numbers_text(s, numbers, n, (enum number_form)form);
        if (to.ptr && (form != NUMBER_IN_DIGITS || words))
            add_step(s, numbers[0].start, numbers[n - 1].end, to);
    }
}

/* Words */

/* Are there other values beside it, so that changing one alone would look odd: "cats or dogs"? */
static bool is_one_of_several(const struct value_finder *s)
{
    return word_is(words_of(s), s->said->start - 1, "and or") ||
           word_is(words_of(s), s->said->end, "and or");
}

/* Does the question speak of a code rather than of what it stands for? */
static bool is_called_code(const struct value_finder *s, uint32_t at)
{
    static const char CODES[] = "code abbreviation symbol id initials text word letter substring";
    return word_is(words_of(s), at - 1, CODES);
}

/* Do the rows have another value of that name? */
static bool names_other_value(const struct value_finder *s, struct str words)
{
    const struct row_values *v = &s->reading->book->link.values;
    struct str plain = plain_text(s->arena, s->part->value);
    for (uint32_t i = row_values_find(v, plain_text(s->arena, words)); i != NAME_NONE;
         i = v->items[i].next)
        if (!str_eq(plain_text(s->arena, v->items[i].text), plain))
            return true;
    return false;
}

static bool has_word(struct str text, struct str word)
{
    while (text.ptr)
        if (str_eq_nocase(str_split(&text, ' '), word))
            return true;
    return false;
}

static bool begins_with(struct str text, struct str beginning)
{
    return text.len >= beginning.len && str_eq_nocase(str_slice(text, 0, beginning.len), beginning);
}

/* Have the rows another value that `has` the text: "North America" for "America"? */
static bool is_in_other_value(const struct value_finder *s, struct str text,
                              bool (*has)(struct str value, struct str text))
{
    const struct row_values *v = &s->reading->book->link.values;
    for (uint32_t i = 0; i < v->count; i++)
        if (has(v->items[i].text, text) &&
            !str_eq_nocase(str_trim(v->items[i].text), str_trim(s->part->value)))
            return true;
    return false;
}

/* A name of a place where another one stands: "the USA" → "the United States" → "America". */
static void reword_place(struct value_finder *s)
{
    const struct lexicon_row *place = place_find(s->arena, lexicon_of(s), s->part->value);
    struct str said = said_source(s);
    bool quoted = words_of(s)->items[s->said->start].kind == TOKEN_QUOTED;
    bool has_the = word_is(words_of(s), s->said->start - 1, "the");
    bool after_preposition = s->said->start > 0 &&
                             (words_of(s)->items[s->said->start - 1].classes & WORD_PREPOSITION) &&
                             !word_is(words_of(s), s->said->start - 1, "not");
    if (!place || place_called(s->arena, place, PLACE_ADJECTIVE, said) ||
        (quoted &&
         !after_preposition)) /* "is not the United States" does not ask for a nationality */
        return;
    for (uint32_t i = PLACE_NAMES; i < place->n_fields; i++) {
        struct str name = place->fields[i], bare = place_bare(name);
        bool informal = name.len == bare.len && i > PLACE_NAMES; /* "America" */
        if (place_called(s->arena, place, i, said) || names_other_value(s, bare) ||
            (informal && (quoted || is_in_other_value(s, bare, has_word))))
            continue;
        add_step(s, s->said->start - has_the, s->said->end,
                 has_the || after_preposition ? name : bare);
    }
}

static bool column_has(const struct value_finder *s, struct str word)
{
    return str_eq(word, STR("any")) ||
           (s->part->column != SCHEMA_STAR &&
            role_has_word(s->reading->book->schema, s->part->column, word));
}

/* Is another text said, so that changing one alone would look odd: "a dog but no feline"? */
static bool says_other_text(const struct value_finder *s)
{
    const struct question_reading *r = s->reading;
    for (uint32_t i = 0; i < r->parts->count; i++) {
        const struct query_part *other = &r->parts->items[i];
        if (other->kind == PART_VALUE && other->column == s->part->column &&
            r->said.items[i].manner == MANNER_WORD && !str_eq_nocase(other->value, s->part->value))
            return true;
    }
    return false;
}

/* Has the column one of the words, which have "|" between? */
static bool column_has_any(const struct value_finder *s, struct str words)
{
    while (words.ptr)
        if (column_has(s, str_split(&words, '|')))
            return true;
    return false;
}

/* Add the words of the group that are not said. "Math" is written as the word before it was, "GM"
 * as it is in the list. */
static void reword_in_group(struct value_finder *s, const struct value_group *g)
{
    struct str token = said_source(s);
    struct str said = plain_text(s->arena, token);
    bool capital = token.len > 0 && ascii_capital(token.ptr[0]), found = false;
    for (uint32_t i = 0; i < g->count; i++)
        found |= str_eq(plain_text(s->arena, g->words[i]), said);
    for (uint32_t i = 0; found && i < g->count; i++)
        if (!str_eq(plain_text(s->arena, g->words[i]), said) && !names_other_value(s, g->words[i]))
            add_said(s, capital ? arena_str_capital(s->arena, g->words[i]) : g->words[i]);
}

static void reword_by_list(struct value_finder *s)
{
    if (says_other_text(s))
        return;
    for (struct value_group g = {.next = 0}; value_group_next(lexicon_of(s), &g);)
        if (g.line->grade == GRADE_SAY && column_has_any(s, g.line->column))
            reword_in_group(s, &g);
}

/* States */

/* "Virginia" → "VA", 'CA' → 'California' */
static void reword_state(struct value_finder *s)
{
    static const char WORDS[] = "IN OR ME HI OK OH LA ID"; /* would be read as words */
    const struct lexicon_table *list = reading_list(s->reading, "us_states");
    struct str said = said_text(s);
    if (!column_has(s, STR("state")) || says_other_text(s))
        return;
    for (uint32_t i = 0; i < list->n_rows; i++)
        for (uint32_t k = 0; k < 2; k++) {
            struct str to = list->rows[i].fields[1 - k];
            if (str_eq_nocase(said, list->rows[i].fields[k]) && !str_among(to, WORDS) &&
                !names_other_value(s, to))
                add_said(s, to);
        }
}

/* Companies */

/* The name without words that only say that it is a company: "United" for "United Airlines". */
static struct str short_name(const struct value_finder *s, struct str name)
{
    static const char COMPANY[] = "airways airlines company corporation corp inc ltd limited";
    size_t at = str_after_last(name, ' ');
    struct str last = arena_str_lower(s->arena, str_slice(name, at, name.len));
    return at > 1 && str_among(last, COMPANY) ? str_slice(name, 0, at - 1) : STR("");
}

static void reword_company(struct value_finder *s)
{
    const struct lexicon_table *places = reading_list(s->reading, "places");
    const struct word *first = &words_of(s)->items[s->said->start];
    struct str to = short_name(s, first->kind == TOKEN_QUOTED ? first->text : said_source(s));
    if (to.len < 3 || memchr(to.ptr, ' ', to.len) || place_find(s->arena, lexicon_of(s), to) ||
        is_in_other_value(s, to, begins_with))
        return;
    for (uint32_t i = 0; i < places->n_rows; i++)
        if (str_eq_nocase(places->rows[i].fields[PLACE_ADJECTIVE], to))
            return; /* "American" need not mean the company */
    add_said(s, to);
}

/* Codes */

static bool question_has(const struct value_finder *s, struct str word)
{
    for (uint32_t i = 0; i < words_of(s)->count; i++)
        if (str_eq(words_of(s)->items[i].lower, word))
            return true;
    return false;
}

/* 'F' → female, of data/words.tsv. Never the other way: nobody speaks of F students. */
static void reword_code(struct value_finder *s)
{
    struct str said = said_text(s);
    const struct word_fact *f = said.len == 1 ? fact_of(lexicon_of(s), FACT_COLUMN, said) : NULL;
    for (; f; f = f->next)
        for (uint32_t i = 0; i < f->n_values; i++)
            if (column_has(s, f->values[i]) && !question_has(s, f->line->sense))
                add_said(s, f->line->sense);
}

/* One and many */

/* Does the value follow a verb of having, with nothing after it that goes with its number, such as
 * "as a pet" or "that is three years old"? */
static bool is_had(const struct value_finder *s, uint32_t start, uint32_t end)
{
    static const char HAVING[] = "have has had own owns owned keep keeps kept";
    const struct words *w = words_of(s);
    bool alone = end == w->count || w->items[end].kind == TOKEN_MARK ||
                 (w->items[end].classes & WORD_CONJUNCTION);
    return word_is(w, start - 1, HAVING) && alone;
}

/* "who have a dog" ↔ "who have dogs" */
static void reword_number(struct value_finder *s)
{
    const struct knowledge *k = s->reading->knowledge;
    const struct word *noun = &words_of(s)->items[s->said->start];
    if (!k || s->said->end - s->said->start != 1 || noun->kind != TOKEN_WORD || noun->capital ||
        says_other_text(s))
        return;
    struct str one = noun_singular(s->arena, &k->inflection, noun->lower);
    struct str many = noun_plural(s->arena, &k->inflection, one);
    bool article = word_is(words_of(s), s->said->start - 1, "a an");
    if (article && str_eq(noun->lower, one) && is_had(s, s->said->start - 1, s->said->end))
        add_step(s, s->said->start - 1, s->said->end, many);
    else if (str_eq(noun->lower, many) && is_had(s, s->said->start, s->said->end) &&
             article_of(one) != ARTICLE_UNSURE)
        add_said(s, arena_printf(s->arena, "%s %.*s", article_of(one) == ARTICLE_AN ? "an" : "a",
                                 STR_ARG(one)));
}

/* "2018-03-17" → "March 17, 2018" */
static void reword_date(struct value_finder *s)
{
    struct str said = said_text(s), forms[DATE_FORMS];
    if (date_forms_of(s->arena, lexicon_of(s), s->part->value, forms))
        for (int i = 0; i < DATE_FORMS; i++)
            if (!str_eq(plain_text(s->arena, forms[i]), said))
                add_said(s, forms[i]);
}

/* Look at a part of the query. Is it a value that words say as a whole, and alone? */
static bool is_said_alone(struct value_finder *s, uint32_t part)
{
    s->part = &s->reading->parts->items[part];
    s->said = &s->reading->said.items[part];
    return s->part->kind == PART_VALUE && s->said->manner == MANNER_WORD &&
           s->said->form == VALUE_WHOLE && !is_one_of_several(s) &&
           !is_called_code(s, s->said->start);
}

/* A common noun, not a code or a name, and nothing else: "female" is more often an adjective. */
static bool is_noun_in_list(const struct value_finder *s, struct str word)
{
    const struct knowledge *k = s->reading->knowledge;
    return word.len > 2 && is_lower_word(word) &&
           !wordnet_has(&k->wordnet, WORDNET_ADJECTIVE, word) &&
           wordnet_has(&k->wordnet, WORDNET_NOUN, noun_singular(s->arena, &k->inflection, word));
}

static bool is_plural_noun(const struct value_finder *s, struct str word)
{
    return !str_eq(noun_singular(s->arena, &s->reading->knowledge->inflection, word), word);
}

/* Common nouns that the list has loosely for the noun: "dog" → "puppy", in the same number. */
static void reword_noun(struct value_finder *s)
{
    struct str said = said_source(s);
    if (!is_noun_in_list(s, said) || says_other_text(s))
        return;
    for (struct value_group g = {.next = 0}; value_group_next(lexicon_of(s), &g);) {
        bool found = false;
        for (uint32_t i = 0; i < g.count; i++)
            found |= g.line->grade == GRADE_LOOSE && str_eq(g.words[i], said);
        for (uint32_t i = 0; found && i < g.count; i++)
            if (is_noun_in_list(s, g.words[i]) && !str_eq(g.words[i], said) &&
                is_plural_noun(s, g.words[i]) == is_plural_noun(s, said) &&
                !names_other_value(s, g.words[i]))
                add_said(s, g.words[i]);
    }
}

void find_value_nouns(struct arena *a, const struct question_reading *r, struct reword_steps *out)
{
    struct value_finder s = {.arena = a, .reading = r, .out = out};
    for (uint32_t i = 0; r->knowledge && i < r->parts->count; i++)
        if (is_said_alone(&s, i)) {
            reword_by_list(&s);
            reword_noun(&s);
        }
}

void find_value_wordings(struct arena *a, const struct question_reading *r,
                         struct reword_steps *out)
{
    struct value_finder s = {.arena = a, .reading = r, .out = out};
    for (uint32_t i = 0; i < r->parts->count; i++)
        if (is_said_alone(&s, i))
            reword_by_list(&s);
}

void find_value_synonyms(struct arena *a, const struct question_reading *r,
                         struct reword_steps *out)
{
    struct value_finder s = {.arena = a, .reading = r, .out = out};
    reword_numbers(&s);
    for (uint32_t i = 0; i < r->parts->count; i++) {
        if (!is_said_alone(&s, i))
            continue;
        reword_place(&s);
        reword_date(&s);
        reword_code(&s);
        reword_number(&s);
        reword_by_list(&s);
        reword_state(&s);
        reword_company(&s);
    }
}
