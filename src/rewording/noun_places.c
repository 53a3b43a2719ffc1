/* noun_places.c: where nouns stand in a question, and what can stand there. */
#include "rewording/noun_places.h"

/* Names that weigh less are guesses; weak ones still mislead some readers. */
static const double SURE_NAME = 0.7, WEAK_NAME = 0.5;

static const struct words *words_of(const struct noun_search *s)
{
    return &s->reading->said.words;
}

/* Words */

struct str noun_phrase_at(const struct noun_search *s, uint32_t start, uint32_t end)
{
    const struct words *w = words_of(s);
    struct str out = w->items[start].lower;
    for (uint32_t i = start + 1; i < end; i++)
        out = ARENA_CONCAT(s->arena, out, STR(" "), w->items[i].lower);
    return out;
}

uint32_t noun_phrase_end(const struct noun_search *s, uint32_t start)
{
    uint32_t n = words_of(s)->count;
    uint32_t last = start + LONGEST_PHRASE < n ? start + LONGEST_PHRASE : n;
    for (; last > start + 1; last--) {
        struct str phrase = noun_phrase_at(s, start, last);
        if (s->tables ? substitutes_have(s->arena, s->reading->knowledge, phrase)
                      : wordings_have(s->arena, s->reading->knowledge, phrase))
            return last;
    }
    return last;
}

/* Does a name of the schema end before word `at`? */
static bool name_ends_at(const struct noun_search *s, uint32_t at)
{
    for (uint32_t i = 0; i < s->reading->mentions.count; i++) {
        const struct mention *m = &s->reading->mentions.items[i];
        if (m->kind == MENTION_NAME && m->end == at)
            return true;
    }
    return false;
}

/* Do the words name a table? */
static bool names_table(const struct noun_search *s, uint32_t start, uint32_t end)
{
    for (uint32_t i = 0; i < s->reading->mentions.count; i++) {
        const struct mention *m = &s->reading->mentions.items[i];
        if (m->kind != MENTION_NAME || m->start >= end || start >= m->end)
            continue;
        for (uint32_t k = 0; k < m->n_referents; k++)
            if (m->referents[k].is_table && m->referents[k].weight >= SURE_NAME)
                return true;
    }
    return false;
}

/* Where the phrase stands */

/* Does the noun phrase end with word `at` - 1? What follows is a small word, a mark, a number or a
 * quotation; a verb that ends in -ed or -ing follows too. */
static bool ends_phrase(const struct noun_search *s, uint32_t at)
{
    const struct words *w = words_of(s);
    if (at >= w->count || w->items[at].kind != TOKEN_WORD || w->items[at].classes != 0)
        return true;
    return str_ends(w->items[at].lower, STR("ing")) || str_ends(w->items[at].lower, STR("ed"));
}

static bool is_joining(const struct word *w)
{
    return (w->classes & WORD_CONJUNCTION) || str_among(w->text, ", / &");
}

/* Is it a name of the schema or of the lists: "middle name"? */
static bool is_name_of_two(const struct noun_search *s, struct str first, struct str second)
{
    const struct phrase_book *b = &s->reading->book->link.phrases;
    for (uint32_t i = phrase_book_first(b, first); i != NAME_NONE; i = b->items[i].next)
        if (b->items[i].n_words == 2 && str_eq(b->items[i].words[1], second))
            return true;
    return wordings_have(s->arena, s->reading->knowledge,
                         ARENA_CONCAT(s->arena, first, STR(" "), second));
}

/* "first and last name": half of another phrase stands before the joining word. */
static bool shares_its_noun(const struct noun_search *s, uint32_t start, uint32_t end)
{
    const struct words *w = words_of(s);
    uint32_t at = start;
    while (at > 0 && (is_joining(&w->items[at - 1]) || word_is(w, at - 1, "the")))
        at--;
    if (at == start || at == 0 || !is_joining(&w->items[at]))
        return false;
    const struct word *last = &w->items[at - 1];
    if (is_name_of_two(s, last->lemma, w->items[end - 1].lemma))
        return true;
    return last->kind == TOKEN_WORD && !name_ends_at(s, at) &&
           !reading_says(s->reading, PART_VALUE, at - 1, at) && str_eq(last->lemma, last->lower);
}

/* Does a noun stand right before it, as in "singer name"? */
static bool is_compound(const struct noun_search *s, uint32_t start)
{
    const struct word *before = start > 0 ? &words_of(s)->items[start - 1] : NULL;
    return before && before->kind == TOKEN_WORD && before->classes == 0 &&
           !word_is_possessive(before) && !reading_says(s->reading, PART_KEYWORD, start - 1, start);
}

/* Does "do" stand before it in its sentence? */
static bool follows_do(const struct words *w, uint32_t at)
{
    for (uint32_t i = at; i > 0 && !begins_sentence(w, i); i--)
        if (word_is(w, i - 1, "do does did"))
            return true;
    return false;
}

/* A verb has its subject before it, "who rank", "does the car accelerate", and may have its object
 * after it: "which company ships the most". */
static bool is_verb_place(const struct noun_search *s, uint32_t start, uint32_t end)
{
    const struct words *w = words_of(s);
    bool object = end < w->count && (w->items[end].classes & (WORD_DETERMINER | WORD_QUANTIFIER));
    if (is_compound(s, start) && (follows_do(w, start) || object))
        return true;
    unsigned before = start > 0 ? w->items[start - 1].classes : 0;
    if (before & WORD_MODAL)
        return true;
    bool relative = (before & WORD_RELATIVE) && !word_is(w, start - 1, "whose which");
    return end - start == 1 &&
           (relative || begins_sentence(w, start) || word_is(w, start - 1, "to"));
}

/* "in grade 10": the noun belongs to the value. */
static bool is_before_value(const struct noun_search *s, uint32_t end)
{
    const struct words *w = words_of(s);
    return end < w->count && (w->items[end].has_number || w->items[end].kind == TOKEN_NUMBER);
}

/* Do the two words mean something only together: "high school"? */
static bool is_compound_of(const struct noun_search *s, struct str first, struct str second)
{
    struct str both = ARENA_CONCAT(s->arena, first, STR(" "), second);
    return wordnet_has(&s->reading->knowledge->wordnet, WORDNET_NOUN, both) ||
           wordings_have(s->arena, s->reading->knowledge, both);
}

/* Does a hyphen, and nothing else, stand between word `i` and the one before it? */
static bool is_hyphenated(const struct words *w, uint32_t i)
{
    if (i == 0 || i >= w->count)
        return false;
    struct str before = w->items[i - 1].token;
    return before.ptr + before.len + 1 == w->items[i].token.ptr && before.ptr[before.len] == '-';
}

/* "traded" is a participle, "breed" is not. */
static bool is_participle(const struct noun_search *s, const struct word *w)
{
    for (uint32_t i = 0; i < w->n_stems && str_ends(w->lower, STR("ed")); i++)
        if (wordnet_has(&s->reading->knowledge->wordnet, WORDNET_VERB, w->stems[i]))
            return true;
    return false;
}

/* "exchange traded products", but not "poorly rated songs" */
static bool follows_bare_participle(const struct noun_search *s, uint32_t start)
{
    const struct words *w = words_of(s);
    if (start < 2 || !is_participle(s, &w->items[start - 1]))
        return false;
    const struct word *noun = &w->items[start - 2];
    return noun->kind == TOKEN_WORD && noun->classes == 0 && !word_is_possessive(noun) &&
           str_eq(noun->lemma, noun->lower) && !str_ends(noun->lower, STR("ly"));
}

/* Is it part of a term that means something only as a whole: a hyphenated word, or the noun after
 * one: "exchange-traded products"? */
static bool is_part_of_term(const struct noun_search *s, uint32_t start, uint32_t end)
{
    const struct words *w = words_of(s);
    return is_hyphenated(w, start) || is_hyphenated(w, end) ||
           (start > 0 && is_hyphenated(w, start - 1)) || follows_bare_participle(s, start);
}

/* Are the words by themselves a table's name, though they are part of a column's here: the
 * "customer" of a "customer address"? */
static bool is_table_noun(const struct noun_search *s, uint32_t start, uint32_t end)
{
    const struct words *w = words_of(s);
    const struct phrase_book *b = &s->reading->book->link.phrases;
    for (uint32_t i = phrase_book_first(b, w->items[start].lemma); i != NAME_NONE;
         i = b->items[i].next)
        if (b->items[i].kind == PHRASE_TABLE && b->items[i].weight >= SURE_NAME &&
            b->items[i].n_words == end - start && phrase_stands(w, start, &b->items[i]))
            return true;
    return false;
}

/* A noun for a table may stand before another noun, "student addresses", unless the two together
 * are a name. A plural right before it makes it a verb: "students major in". */
static bool stands_by_itself(const struct noun_search *s, uint32_t start, uint32_t end)
{
    /* Nobody speaks of a "nation code" or a "staff member number"; the "item table" has its name.
     */
    static const char HEADS[] = "code number id table column";
    const struct words *w = words_of(s);
    const struct word *before = start > 0 ? &w->items[start - 1] : NULL;
    bool noun_before = before && before->kind == TOKEN_WORD && before->classes == 0;
    if (noun_before && (is_compound_of(s, before->lower, w->items[start].lemma) ||
                        (!word_is_possessive(before) && !str_eq(before->lemma, before->lower))))
        return false;
    for (uint32_t i = start; i < end; i++)
        if (w->items[i].capital)
            return false;
    if (end < w->count && str_among(w->items[end].lemma, HEADS))
        return false;
    return ends_phrase(s, end) ||
           ((names_table(s, start, end) || is_table_noun(s, start, end)) &&
            !is_compound_of(s, w->items[end - 1].lower, w->items[end].lemma));
}

/* "Sort the result by age": what the question itself gives. */
static bool is_own_result(const struct words *w, uint32_t start, uint32_t end)
{
    uint32_t at = start > 0 && word_is(w, start - 1, "the your") ? start - 1 : start;
    return end - start == 1 && str_among(w->items[start].lemma, "result output list answer") &&
           at > 0 && word_is(w, at - 1, "sort order rank arrange sorting ordering");
}

static bool is_noun_place(const struct noun_search *s, uint32_t start, uint32_t end)
{
    const struct words *w = words_of(s);
    if (is_before_value(s, end) ||
        (s->tables && end < w->count && w->items[end].kind == TOKEN_QUOTED &&
         !names_table(s, start, end)))
        return false;
    if (start > 0 && (w->items[start - 1].has_number || w->items[start - 1].kind == TOKEN_QUOTED))
        return false;
    for (uint32_t i = start; i < end; i++)
        if (w->items[i].kind != TOKEN_WORD || word_is_possessive(&w->items[i]))
            return false;
    if (is_part_of_term(s, start, end) || (s->tables && is_own_result(w, start, end)))
        return false;
    if (s->tables ? !stands_by_itself(s, start, end)
                  : !ends_phrase(s, end) || names_table(s, start, end))
        return false;
    return !is_verb_place(s, start, end) && !reading_says(s->reading, PART_VALUE, start, end) &&
           !(end - start > 1 && shares_its_noun(s, start, end));
}

bool noun_places_find(const struct noun_search *s, uint32_t start, uint32_t n_words,
                      struct noun_places *out)
{
    *out = (struct noun_places){
        .starts = {start}, .n_words = n_words, .column = SCHEMA_STAR, .table = SCHEMA_NONE};
    out->phrase = noun_phrase_at(s, start, start + n_words);
    for (uint32_t at = 0; at + n_words <= words_of(s)->count; at++) {
        if (!words_equal(words_of(s), at, words_of(s), start, n_words))
            continue;
        bool same = str_eq(noun_phrase_at(s, at, at + n_words), out->phrase);
        if (out->count == PLACES_MAX || !is_noun_place(s, at, at + n_words) ||
            (!same && !s->tables))
            return false;
        if (same)
            out->starts[out->count++] = at;
    }
    return true;
}

/* What the words mean */

/* What has the column: the word before the phrase in the column's name ("song name" of a singer),
 * else the table's noun. */
static struct str owner_of(const struct noun_search *s, uint32_t column, struct str phrase)
{
    const struct schema *schema = s->reading->book->schema;
    const struct lemmatizer *z = &s->reading->book->link.lemmatizer;
    struct lemmas name = lemmas_of(s->arena, z, schema->columns[column].natural);
    struct lemmas asked = lemmas_of(s->arena, z, phrase);
    for (uint32_t i = 1; i + asked.count <= name.count; i++)
        if (lemmas_equal(lemmas_slice(name, i, i + asked.count), asked))
            return name.items[i - 1];
    return reading_table_noun(s->arena, s->reading, schema->columns[column].table);
}

/* Is the synonym one for what the noun names, if the query does not have that? */
static bool fits_named(const struct noun_search *s, const struct noun_places *p,
                       const struct synonym *y)
{
    struct str owner = p->phrase;
    if (p->column != SCHEMA_STAR)
        owner = owner_of(s, p->column, p->phrase);
    else if (p->table != SCHEMA_NONE)
        owner = reading_table_noun(s->arena, s->reading, p->table);
    struct noun_kinds kinds = kinds_of(s->arena, s->reading->knowledge, owner);
    return synonym_fits(y, &kinds);
}

/* Is the synonym one for every column that a place says? */
static bool fits_columns(const struct noun_search *s, const struct noun_places *p,
                         const struct synonym *y)
{
    bool said = false;
    for (uint32_t i = 0; i < s->reading->parts->count; i++) {
        const struct query_part *part = &s->reading->parts->items[i];
        const struct indicator *x = &s->reading->said.items[i];
        bool shared = false;
        for (uint32_t k = 0; k < p->count; k++)
            shared |= x->start < p->starts[k] + p->n_words && p->starts[k] < x->end;
        if (part->kind != PART_COLUMN || x->manner != MANNER_WORD || !shared)
            continue;
        struct noun_kinds kinds =
            kinds_of(s->arena, s->reading->knowledge, owner_of(s, part->column, p->phrase));
        if (!synonym_fits(y, &kinds))
            return false;
        said = true;
    }
    bool table = p->column == SCHEMA_STAR && p->table != SCHEMA_NONE;
    return said || !s->tables || (fits_named(s, p, y) && !(table && y->last));
}

/* Can the words mean the table or column as surely as `target` does? */
static bool can_mean(const struct phrase_book *b, const struct words *w, uint32_t start,
                     uint32_t end, const struct phrase *target)
{
    for (uint32_t at = start; at < end; at++)
        for (uint32_t i = phrase_book_first(b, w->items[at].lemma); i != NAME_NONE;
             i = b->items[i].next)
            if (b->items[i].kind == target->kind && b->items[i].target == target->target &&
                b->items[i].weight >= target->weight && at + b->items[i].n_words <= end &&
                phrase_stands(w, at, &b->items[i]))
                return true;
    return false;
}

/* Do the new words name only what the old ones could name? */
static bool names_nothing_else(const struct noun_search *s, const struct noun_places *p,
                               const struct words *now)
{
    const struct phrase_book *b = &s->reading->book->link.phrases;
    const double least = s->tables ? WEAK_NAME : SURE_NAME;
    for (uint32_t at = 0; at < now->count; at++)
        for (uint32_t i = phrase_book_first(b, now->items[at].lemma); i != NAME_NONE;
             i = b->items[i].next) {
            const struct phrase *x = &b->items[i];
            bool name = x->kind == PHRASE_TABLE || x->kind == PHRASE_COLUMN;
            bool own = x->kind == PHRASE_COLUMN ? x->target == p->column : x->target == p->table;
            if (name && !own && x->weight >= least && phrase_stands(now, at, x) &&
                !can_mean(b, words_of(s), p->starts[0], p->starts[0] + p->n_words, x))
                return false;
        }
    return true;
}

static bool is_among(struct synonym_list list, struct str words)
{
    for (uint32_t i = 0; i < list.count; i++)
        if (str_eq(list.items[i].words, words))
            return true;
    return false;
}

/* Could the new words mean something else in the database, for which nobody would say the old ones:
 * a "class" for a section, if a course was meant? */
static bool may_mean_else(const struct noun_search *s, const struct noun_places *p,
                          const struct synonym *y)
{
    const struct lemmatizer *z = &s->reading->book->link.lemmatizer;
    struct synonym_list by_new =
        synonyms_find(s->arena, s->reading->knowledge, SYNONYMS_SUBSTITUTED, NULL, y->words);
    struct synonym_list by_old =
        synonyms_find(s->arena, s->reading->knowledge, SYNONYMS_SUBSTITUTED, NULL, p->phrase);
    for (uint32_t i = 0; i < by_new.count; i++) {
        struct str words = by_new.items[i].words;
        bool longer = str_find(words, y->words, 0) < words.len; /* "town name" */
        bool listed = by_new.items[i].source == SOURCE_LIST;
        if ((!listed && !y->doubt) || longer || (!y->doubt && is_among(by_old, words)))
            continue;
        struct words other = words_read(s->arena, z, words);
        if (!names_nothing_else(s, p, &other))
            return true;
    }
    return false;
}

/* Do the new words say a keyword that is not there? A count does no harm: "number of seats". */
static bool says_keyword(const struct noun_search *s, const struct words *now)
{
    return keyword_is_said(s->reading->book, now, 0, now->count, ~(1U << KEYWORD_COUNT));
}

static bool place_has(const struct noun_places *p, uint32_t at)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (at >= p->starts[i] && at < p->starts[i] + p->n_words)
            return true;
    return false;
}

bool noun_places_called_short(const struct noun_search *s, const struct noun_places *p)
{
    const struct words *w = words_of(s);
    struct str head = w->items[p->starts[0] + p->n_words - 1].lemma;
    for (uint32_t i = 1; p->n_words > 1 && i < w->count; i++)
        if (!place_has(p, i) && str_eq(w->items[i].lemma, head) &&
            (w->items[i - 1].classes & WORD_DETERMINER))
            return true;
    return false;
}

/* Does the question have one of the new words already, besides the small ones? */
static bool is_said_already(const struct noun_search *s, const struct noun_places *p,
                            const struct words *now)
{
    const unsigned small = WORD_DETERMINER | WORD_PREPOSITION | WORD_CONJUNCTION | WORD_RELATIVE;
    const struct words *w = words_of(s);
    for (uint32_t i = 0; i < now->count; i++)
        for (uint32_t k = 0; !(now->items[i].classes & small) && k < w->count; k++)
            if (!place_has(p, k) && (str_eq(now->items[i].lemma, w->items[k].lemma) ||
                                     (s->tables && str_in(now->items[i].lemma, w->items[k].stems,
                                                          w->items[k].n_stems))))
                return true;
    return false;
}

/* How the new words fit in */

/* The noun of a phrase that the rest is about: "year" of "year of birth". */
static struct str head_of(struct str words)
{
    struct str head = str_slice(words, 0, str_find(words, STR(" of "), 0));
    return str_slice(head, str_after_last(head, ' '), head.len);
}

static bool is_plural(const struct noun_search *s, struct str words)
{
    struct str head = head_of(words);
    return !str_eq(noun_singular(s->arena, &s->reading->knowledge->inflection, head), head);
}

static bool is_amount(const struct word *w)
{
    static const char AMOUNTS[] = "many more most fewer less least few no any";
    return str_among(w->lower, AMOUNTS);
}

static bool has_of(struct str words)
{
    return str_find(words, STR(" of "), 0) < words.len;
}

/* Does a noun without an article follow the word? "How many residents" and "states that have
 * population over 100" leave no room for a "number of residents". */
static bool leaves_bare(const struct noun_search *s, const struct word *w)
{
    return is_amount(w) || (w->classes & WORD_INTERROGATIVE) || str_eq(w->lower, STR("with")) ||
           (s->tables && (str_eq(w->lower, STR("of")) || str_eq(w->lemma, STR("have"))));
}

/* "a population of 100" is not a "number of inhabitants of 100"; and in "the number of people of
 * each", "of each" could belong to either noun. */
static bool of_would_follow(const struct noun_search *s, uint32_t end)
{
    const struct words *w = words_of(s);
    return end + 1 < w->count && word_is(w, end, "of") &&
           (w->items[end + 1].has_number ||
            reading_says(s->reading, PART_VALUE, end + 1, end + 2) ||
            (s->tables && word_is(w, end + 1, "each") && ends_phrase(s, end + 2)));
}

/* "a pay", "how many goods" */
static bool place_is_counted(const struct noun_search *s, uint32_t start)
{
    const struct word *before = start > 0 ? &words_of(s)->items[start - 1] : NULL;
    return before && (str_among(before->lower, "a an each every one") || is_amount(before) ||
                      before->has_number);
}

/* Would the new words mean something else with those beside them, as "area code" for the code of a
 * region? */
static bool becomes_compound(const struct noun_search *s, const struct noun_places *p,
                             uint32_t start, const struct synonym *y)
{
    const struct words *w = words_of(s);
    uint32_t end = start + p->n_words;
    struct str last = str_slice(y->words, str_after_last(y->words, ' '), y->words.len);
    struct str first = str_slice(y->words, 0, str_find(y->words, STR(" "), 0));
    return (end < w->count && w->items[end].kind == TOKEN_WORD && w->items[end].classes == 0 &&
            is_compound_of(s, last, w->items[end].lemma)) ||
           (is_compound(s, start) && is_compound_of(s, w->items[start - 1].lower, first));
}

/* Is the noun one of two: the "enrollment" of an "enrollment size"? */
static bool is_before_measure(const struct words *w, uint32_t end)
{
    return end < w->count && (w->items[end].classes & WORD_MEASURE);
}

static bool fits_place(const struct noun_search *s, const struct noun_places *p, uint32_t start,
                       const struct synonym *y)
{
    bool compound = is_compound(s, start);
    if (compound && (y->whole || has_of(y->words)))
        return false;
    if (s->tables && compound && memchr(y->words.ptr, ' ', y->words.len))
        return false; /* "dog companion animal" */
    if (((y->mass || y->plural) && place_is_counted(s, start)) ||
        (s->tables && becomes_compound(s, p, start, y)))
        return false;
    if (!ends_phrase(s, start + p->n_words) &&
        (y->last || y->whole || y->plural || memchr(y->words.ptr, ' ', y->words.len)))
        return false;
    if (!has_of(y->words) || has_of(p->phrase))
        return true;
    if (s->tables && is_before_measure(words_of(s), start + p->n_words))
        return false; /* "number of students size" */
    const struct word *before = start > 0 ? &words_of(s)->items[start - 1] : NULL;
    if (s->tables && before && word_is_possessive(before))
        return false; /* "Brazil's number of people" */
    if (before && str_eq(before->lower, STR("a")) && str_starts(y->words, STR("number of ")))
        return false; /* "a number of inhabitants" are some of them */
    return !(before && leaves_bare(s, before)) && !of_would_follow(s, start + p->n_words);
}

/* Do the new words contain the old ones: "seating capacity" for "capacity"? */
static bool keeps_phrase(const struct noun_search *s, const struct noun_places *p,
                         const struct words *now)
{
    for (uint32_t at = 0; at < now->count; at++)
        if (words_equal(now, at, words_of(s), p->starts[0], p->n_words))
            return true;
    return false;
}

/* Would a text be called a number? */
static bool numbers_text(const struct noun_search *s, const struct noun_places *p,
                         const struct synonym *y)
{
    static const char NUMBERS[] = "score scores mark marks point points amount amounts";
    return p->column != SCHEMA_STAR &&
           s->reading->book->schema->columns[p->column].type != SCHEMA_NUMBER &&
           (str_ends(y->words, STR("ID number")) || str_ends(y->words, STR("ID numbers")) ||
            (y->doubt && str_among(y->words, NUMBERS)));
}

/* Singular for singular, and plural for plural. */
static bool number_agrees(const struct noun_search *s, const struct noun_places *p,
                          const struct synonym *y)
{
    bool many = is_plural(s, p->phrase);
    return y->plural ? many : is_plural(s, y->words) == many;
}

/* Does it fit beside the words at all the places? */
static bool fits_places(const struct noun_search *s, const struct noun_places *p,
                        const struct synonym *y)
{
    uint32_t i = 0;
    while (i < p->count && fits_place(s, p, p->starts[i], y))
        i++;
    return i == p->count;
}

bool noun_places_admit(const struct noun_search *s, const struct noun_places *p,
                       const struct synonym *y, enum refusal *why)
{
    struct words now = words_read(s->arena, &s->reading->book->link.lemmatizer, y->words);
    /* "date hired" is a column, but nobody says "the date hired of a teacher" */
    bool participle = str_ends(y->words, STR("ed")) && !str_ends(p->phrase, STR("ed"));
    if (keeps_phrase(s, p, &now))
        *why = REFUSED_NOUN_KEPT;
    else if (!number_agrees(s, p, y))
        *why = REFUSED_NOUN_NUMBER;
    else if (!fits_columns(s, p, y))
        *why = REFUSED_NOUN_KIND;
    else if (is_said_already(s, p, &now))
        *why = REFUSED_NOUN_SAID;
    else if (says_keyword(s, &now))
        *why = REFUSED_NOUN_KEYWORD;
    else if (!names_nothing_else(s, p, &now))
        *why = REFUSED_NOUN_NAMES;
    else if (s->tables && may_mean_else(s, p, y))
        *why = REFUSED_NOUN_MEANS;
    else if (participle || numbers_text(s, p, y) || !fits_places(s, p, y))
        *why = REFUSED_NOUN_PLACE;
    else
        return true;
    return false;
}
