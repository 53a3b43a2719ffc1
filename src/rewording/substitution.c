/* substitution.c: finding the nouns, and putting others in their places. */
#include "rewording/substitution.h"

#include "rewording/faithful.h"
#include "rewording/sound.h"
#include "rewording/step.h"

/* How surely words must mean a table or column: as its name, or as words for a part of the query.
 */
static const double SURE_NAME = 0.7, SURE_COLUMN = 0.54;

struct site_search {
    struct noun_search nouns;
    const struct word_context *context;
    enum synonym_doubt most_doubt; /* about words that are said */
    struct substitution_sites *out;
    bool *done; /* by word: looked at */
};

static const struct words *words_of(const struct site_search *s)
{
    return &s->nouns.reading->said.words;
}

/* What the words name */

/* Is the word the noun of the table, though its name has more to it: the car of "cars data"? */
static bool is_noun_of(struct arena *a, const struct question_reading *r, uint32_t at,
                       uint32_t table)
{
    struct arena_mark mark = arena_mark(a);
    bool same = str_eq(reading_table_noun(a, r, table), r->said.words.items[at].lemma);
    arena_rewind(a, mark);
    return same;
}

/* The surest meaning of the name that word `at` is in; NULL for none. */
static const struct referent *referent_at(struct arena *a, const struct question_reading *r,
                                          uint32_t at)
{
    const struct referent *best = NULL;
    for (uint32_t i = 0; i < r->mentions.count; i++) {
        const struct mention *m = &r->mentions.items[i];
        if (m->kind != MENTION_NAME || at < m->start || at >= m->end)
            continue;
        for (uint32_t k = 0; k < m->n_referents; k++)
            if ((m->referents[k].weight >= SURE_NAME ||
                 (m->referents[k].is_table && is_noun_of(a, r, at, m->referents[k].id))) &&
                (!best || m->referents[k].weight > best->weight))
                best = &m->referents[k];
    }
    return best;
}

/* The column of the query that word `at` says, or SCHEMA_STAR. */
static uint32_t column_at(const struct question_reading *r, uint32_t at)
{
    uint32_t i = 0;
    for (; reading_part(r, PART_COLUMN, at, at + 1, &i); i++)
        if (r->said.items[i].weight >= SURE_COLUMN ||
            r->said.items[i].end - r->said.items[i].start > 1)
            return r->parts->items[i].column;
    return SCHEMA_STAR;
}

/* Set what the noun names. False if it names nothing. */
static bool name_places(struct arena *a, const struct question_reading *r, struct noun_places *p)
{
    const struct referent *m = referent_at(a, r, p->starts[0]);
    p->column = column_at(r, p->starts[0]);
    if (m && m->is_table)
        p->table = m->id;
    else if (m && p->column == SCHEMA_STAR)
        p->column = m->id;
    return m || p->column != SCHEMA_STAR;
}

/* Substitutes */

/* Put other words in the place of `n_words` words, and read `*r` again. */
static bool put_words(struct arena *a, struct question_reading *r, uint32_t start, uint32_t n_words,
                      struct str words)
{
    struct reword_step step = {REWORD_COLUMN_SYNONYM, start, start + n_words, words};
    r->question = reword_apply(a, r, &step);
    if (!r->question.ptr)
        return false;
    r->said.words = words_read(a, &r->book->link.lemmatizer, r->question);
    return true;
}

/* The last place of a chosen site that begins before word `before`. False if there is none. */
static bool last_place(const struct substitution_sites *sites, const uint32_t *choices,
                       uint32_t before, uint32_t *start, uint32_t *n_words, struct str *words)
{
    bool found = false;
    for (uint32_t i = 0; i < sites->count; i++) {
        const struct substitution_site *site = &sites->items[i];
        for (uint32_t f = 0; choices[i] && f < site->n_forms; f++)
            for (uint32_t k = 0; k < site->forms[f].count; k++) {
                uint32_t at = site->forms[f].starts[k];
                if (at >= before || (found && at <= *start))
                    continue;
                *start = at;
                *n_words = site->forms[f].n_words;
                *words = site->items[choices[i] - 1].words[f];
                found = true;
            }
    }
    return found;
}

/* Puts the words from the last place to the first, so that those before stay where they are. */
static struct str put_all(struct arena *a, const struct question_reading *r,
                          const struct substitution_sites *sites, const uint32_t *choices)
{
    struct question_reading now = *r;
    uint32_t start = UINT32_MAX, n_words;
    struct str words;
    while (last_place(sites, choices, start, &start, &n_words, &words))
        if (!put_words(a, &now, start, n_words, words))
            return STR_NONE;
    return now.question;
}

struct str substitutions_apply(struct arena *a, const struct question_reading *r,
                               const struct substitution_sites *sites, const uint32_t *choices)
{
    struct str question = put_all(a, r, sites, choices);
    return question.ptr && question_worth(a, r, question, sites->slips) == GOOD ? question
                                                                                : STR_NONE;
}

/* Is the question good with this substitute alone? If not, `*why` says why. */
static bool substitute_is_good(struct site_search *s, const struct substitution_site *site,
                               const struct substitute *x, enum refusal *why)
{
    struct arena *a = s->nouns.arena;
    struct substitution_site one = *site;
    const struct substitution_sites only = {.items = &one, .count = 1};
    const uint32_t choice = 1;
    one.items[0] = *x;
    struct arena_mark mark = arena_mark(a);
    struct str question = put_all(a, s->nouns.reading, &only, &choice);
    enum worth worth =
        question.ptr ? question_worth(a, s->nouns.reading, question, s->out->slips) : UNSOUND;
    *why = worth == UNFAITHFUL ? REFUSED_WORDING_UNFAITHFUL : REFUSED_NOUN_UNSOUND;
    arena_rewind(a, mark);
    return worth == GOOD;
}

/* Two lines of the list may have the same word, for two kinds of owners. */
static bool site_has(const struct substitution_site *site, const struct substitute *x)
{
    for (uint32_t i = 0; i < site->count; i++)
        if (str_eq(site->items[i].words[0], x->words[0]))
            return true;
    return false;
}

/* Would the words clash with what follows a place of the form? 'The category "Cafe"' says what the
 * column is called, and nobody says "a number of attendees of 20" for an attendance of 20. */
static bool clashes_after(const struct site_search *s, const struct noun_places *form,
                          struct str to)
{
    static const char SORTS[] = "type kind sort class style group genre category";
    static const char AMOUNTS[] = "over under more less above below fewer at exactly";
    const struct words *w = words_of(s);
    for (uint32_t i = 0; i < form->count; i++) {
        uint32_t at = form->starts[i] + form->n_words;
        bool value = at < w->count && (w->items[at].kind == TOKEN_QUOTED || w->items[at].capital);
        bool amount = at + 1 < w->count && word_is(w, at, "of") &&
                      (w->items[at + 1].has_number || word_is(w, at + 1, AMOUNTS));
        if ((value && str_among(w->items[at - 1].lemma, SORTS)) ||
            (amount && str_find(to, STR("number of "), 0) < to.len))
            return true;
    }
    return false;
}

/* Can number `i` of the lists, one for each form, stand at all places of the site? Then it is
 * `*out`; else `*why` says why not. */
static bool substitute_fits(struct site_search *s, const struct substitution_site *site,
                            const struct synonym_list *lists, uint32_t i, struct substitute *out,
                            enum refusal *why)
{
    const struct synonym *first = &lists[0].items[i];
    *out = (struct substitute){.source = first->source, .score = first->score};
    *why = (enum refusal)(REFUSED_DOUBT_NONE + first->doubt);
    if (first->doubt > s->most_doubt)
        return false;
    for (uint32_t f = 0; f < site->n_forms; f++) {
        *why = REFUSED_NOUN_NUMBER;
        if (lists[f].count != lists[0].count)
            return false;
        const struct synonym *y = &lists[f].items[i];
        out->words[f] = y->words;
        if (!noun_places_admit(&s->nouns, &site->forms[f], y, why))
            return false;
        *why = REFUSED_NOUN_PLACE;
        if (clashes_after(s, &site->forms[f], y->words))
            return false;
    }
    *why = REFUSED_NOUN_MANY;
    return site->count < SUBSTITUTES_MAX && substitute_is_good(s, site, out, why);
}

static void note_refused(struct site_search *s, const struct substitution_site *site,
                         const struct synonym *y, enum refusal why)
{
    struct substitution_sites *out = s->out;
    const struct refused_substitute x = {site->forms[0].phrase, y->words, y->source, why};
    ARENA_ADD(s->nouns.arena, out->refused, out->n_refused, x);
}

/* Add substitutes that can stand at all places of the site: the best first. */
static void add_substitutes(struct site_search *s, struct substitution_site *site,
                            const struct synonym_list *lists, bool doubted)
{
    for (uint32_t i = 0; i < lists[0].count; i++) {
        struct substitute x;
        enum refusal why;
        if ((lists[0].items[i].doubt != DOUBT_NONE) != doubted)
            continue;
        if (!substitute_fits(s, site, lists, i, &x, &why))
            note_refused(s, site, &lists[0].items[i], why);
        else if (!site_has(site, &x))
            site->items[site->count++] = x;
    }
}

/* All substitutes of the site; those without doubts come first. */
static void find_substitutes(struct site_search *s, struct substitution_site *site)
{
    struct synonym_list lists[SITE_FORMS] = {{0}};
    for (uint32_t f = 0; f < site->n_forms; f++)
        lists[f] = synonyms_find(s->nouns.arena, s->nouns.reading->knowledge, SYNONYMS_SUBSTITUTED,
                                 s->context, site->forms[f].phrase);
    add_substitutes(s, site, lists, false);
    add_substitutes(s, site, lists, true);
}

/* Sites */

/* Add the same noun in the other number, if it stands somewhere. False if that may not be replaced.
 */
static bool add_other_form(struct site_search *s, struct substitution_site *site)
{
    const struct words *w = words_of(s);
    const struct noun_places *p = &site->forms[0];
    for (uint32_t at = 0; at + p->n_words <= w->count; at++) {
        if (!words_equal(w, at, w, p->starts[0], p->n_words) ||
            str_eq(noun_phrase_at(&s->nouns, at, at + p->n_words), p->phrase))
            continue;
        struct noun_places *other = &site->forms[1];
        if (!noun_places_find(&s->nouns, at, p->n_words, other))
            return false;
        other->column = p->column;
        other->table = p->table;
        site->n_forms = 2;
        return true;
    }
    return true;
}

static void mark_done(struct site_search *s, const struct substitution_site *site)
{
    for (uint32_t f = 0; f < site->n_forms; f++)
        for (uint32_t k = 0; k < site->forms[f].count; k++)
            for (uint32_t i = 0; i < site->forms[f].n_words; i++)
                s->done[site->forms[f].starts[k] + i] = true;
}

static bool word_is_done(const struct site_search *s, uint32_t start, uint32_t end)
{
    while (start < end && !s->done[start])
        start++;
    return start < end;
}

/* The noun that begins with word `start`, with all its places. False if none does that may be
 * replaced.
 * `*end` is its end. */
static bool find_noun(struct site_search *s, uint32_t start, uint32_t *end,
                      struct substitution_site *out)
{
    *end = noun_phrase_end(&s->nouns, start);
    *out = (struct substitution_site){.n_forms = 1};
    if (word_is_done(s, start, *end) ||
        !noun_places_find(&s->nouns, start, *end - start, &out->forms[0]) ||
        !name_places(s->nouns.arena, s->nouns.reading, &out->forms[0]) || !add_other_form(s, out) ||
        noun_places_called_short(&s->nouns, &out->forms[0]))
        return false;
    mark_done(s, out);
    return true;
}

/* Small words are not nouns, except for those whose class only says a noun's number, or that it is
 * a measure. */
static bool may_be_noun(const struct word *w)
{
    const unsigned nouns = WORD_SINGULAR | WORD_PLURAL | WORD_EITHER | WORD_MEASURE | WORD_ORDERING;
    return w->kind == TOKEN_WORD && (w->classes & ~nouns) == 0;
}

/* Values: the wordings of each value are one site. */
static void add_values(struct site_search *s)
{
    struct reword_steps steps = {0};
    if (s->most_doubt)
        find_value_nouns(s->nouns.arena, s->nouns.reading, &steps);
    else
        find_value_wordings(s->nouns.arena, s->nouns.reading, &steps);
    for (uint32_t i = 0, end; i < steps.count; i = end) {
        const struct reword_step *first = &steps.items[i];
        struct substitution_site site = {.n_forms = 1};
        site.forms[0] =
            (struct noun_places){.starts = {first->start},
                                 .count = 1,
                                 .n_words = first->end - first->start,
                                 .phrase = noun_phrase_at(&s->nouns, first->start, first->end),
                                 .column = SCHEMA_STAR,
                                 .table = SCHEMA_NONE};
        for (end = i; end < steps.count && steps.items[end].start == first->start; end++) {
            const struct substitute x = {.words = {steps.items[end].to}, SOURCE_LIST, 1};
            enum refusal why;
            if (site.count < SUBSTITUTES_MAX && substitute_is_good(s, &site, &x, &why))
                site.items[site.count++] = x;
        }
        if (site.count > 0 && !word_is_done(s, first->start, first->end) &&
            s->out->count < SUBSTITUTION_SITES_MAX)
            ARENA_ADD(s->nouns.arena, s->out->items, s->out->count, site);
        mark_done(s, &site);
    }
}

/* Nouns, one after another */

/* False if the question has nothing to replace. */
static bool begin_search(struct site_search *s)
{
    const struct question_reading *r = s->nouns.reading;
    if (!r->knowledge || !question_worded(s->nouns.arena, r))
        return false;
    s->done = arena_zalloc(s->nouns.arena, words_of(s)->count + 1);
    add_values(s);
    return true;
}

/* The next noun from word `*at` on, which moves past it. False at the end. */
static bool next_noun(struct site_search *s, uint32_t *at, struct substitution_site *out)
{
    const struct question_reading *r = s->nouns.reading;
    const struct words *w = words_of(s);
    while (*at < w->count) {
        uint32_t start = (*at)++;
        bool named = referent_at(s->nouns.arena, r, start) || column_at(r, start) != SCHEMA_STAR;
        if (named && may_be_noun(&w->items[start]) && find_noun(s, start, at, out))
            return true;
    }
    return false;
}

struct substitution_sites substitution_nouns(struct arena *a, const struct question_reading *r)
{
    struct substitution_sites values = {0}, out = {0};
    struct site_search s = {.nouns = {a, r, true}, .out = &values};
    struct substitution_site site;
    bool found = begin_search(&s);
    s.out = &out;
    for (uint32_t at = 0; found && next_noun(&s, &at, &site);)
        ARENA_ADD(a, out.items, out.count, site);
    return out;
}

struct substitution_sites substitutions_find(struct arena *a, const struct question_reading *r,
                                             const struct word_context *context,
                                             enum strength strength)
{
    struct substitution_sites out = {0};
    struct site_search s = {.nouns = {a, r, true},
                            .context = context,
                            .most_doubt = strength == STRENGTH_BOLD ? DOUBT_BOLD_MOST : DOUBT_NONE,
                            .out = &out};
    struct substitution_site site;
    out.slips = strength == STRENGTH_BOLD ? question_faults(r) : 0;
    bool found = begin_search(&s);
    for (uint32_t at = 0;
         found && out.count < SUBSTITUTION_SITES_MAX && next_noun(&s, &at, &site);) {
        out.n_nouns++;
        find_substitutes(&s, &site);
        if (site.count > 0)
            ARENA_ADD(a, out.items, out.count, site);
    }
    return out;
}
