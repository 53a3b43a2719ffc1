/* column_synonym.c: words of a column's name, and their synonyms in the lists. */
#include "relation/schema/column_synonym.h"

#include "lexicon/synonym_pair.h"
#include "link/schema_words.h"
#include "relation/refusal.h"
#include "relation/schema/column_rival.h"
#include "relation/schema/column_series.h"
#include "schema/keys.h"

/* Does a synonym fit its column, whatever the question? */
enum synonym_fit { NOT_LOOKED, FITS, IS_SHARED, IS_UNFIT };

struct renaming_candidate {
    struct column_synonym synonym;
    struct proposed_name proposed; /* its name */
    enum synonym_fit fit;
};

struct column_renamings {
    bool found; /* they have been searched */
    struct name_words name;
    struct renaming_candidate *items;
    uint32_t count;
};

struct synonym_note {
    struct name_map nouns;            /* of the tables */
    struct column_renamings *columns; /* by column */
};

enum {
    LONGEST_PHRASE = 3,
    LONGEST_NOUN = 2 /* of a table, within the name of a column: not batting_postseason_year */
};

/* Does another table have a column of this name? */
static bool name_is_shared(const struct schema *s, uint32_t column)
{
    const struct schema_column *c = &s->columns[column];
    for (uint32_t t = 0; t < s->n_tables; t++)
        if (t != c->table && schema_find_column(s, t, c->name) != SCHEMA_NONE)
            return true;
    return false;
}

bool name_shows_join(const struct schema *s, uint32_t column)
{
    for (uint32_t i = 0; i < s->n_foreign_keys; i++) {
        struct schema_foreign_key key = s->foreign_keys[i];
        if ((key.from == column || key.to == column) &&
            str_eq_nocase(s->columns[key.from].name, s->columns[key.to].name))
            return true;
    }
    return (key_use_of(s, column) & KEY_PRIMARY) && name_is_shared(s, column);
}

/* The table's noun that the phrase is short for ("cont" for "continent"); ptr NULL if there is
 * none. */
static struct str short_for_table(const struct relation_seed *s, const struct synonym_search *p,
                                  struct str phrase)
{
    const struct synonym_pair *form = long_forms_of(s->knowledge->lexicon, phrase);
    while (form && name_map_get(&p->note->nouns, form->other) == NAME_NONE)
        form = next_long_form(form);
    return form ? form->other : STR_NONE;
}

/* The longest phrase from word `start` on that the curated lists know; returns its end. Words
 * inside a phrase are not replaced alone: a "zip code" is not a kind of code. */
static uint32_t phrase_end(struct arena *a, const struct knowledge *k, const struct name_words *w,
                           uint32_t start, bool bold)
{
    unsigned grades = (bold ? GRADES_BOLD : GRADES_NAMED) | GRADE_BIT(GRADE_NONE);
    uint32_t end = start + LONGEST_PHRASE < w->count ? start + LONGEST_PHRASE : w->count;
    for (; end > start + 1; end--)
        if (pair_graded(k->lexicon, name_phrase(a, w, start, end), grades))
            break;
    return end;
}

/* Find the phrase among the words; false if it is not there. */
static bool find_phrase(struct arena *a, const struct name_words *w, struct str phrase,
                        uint32_t *start, uint32_t *end)
{
    for (*start = 0; *start < w->count; ++*start)
        for (*end = *start + 1; *end <= w->count && *end <= *start + LONGEST_PHRASE; ++*end)
            if (str_eq(name_phrase(a, w, *start, *end), phrase))
                return true;
    return false;
}

/* Is the meaning of the phrase sure? The name in words shows it, if it has the phrase or the long
 * form of it. If that name is the same, only short forms with several meanings are unsure. */
static bool meaning_is_sure(struct arena *a, const struct relation_seed *s,
                            const struct synonym_search *p, const struct schema_column *c,
                            struct str phrase)
{
    const struct synonym_pair *form = long_forms_of(s->knowledge->lexicon, phrase);
    struct name_words natural = name_split(a, c->natural);
    uint32_t start, end;
    bool doubtful = false;
    for (; form; form = next_long_form(form)) {
        if (find_phrase(a, &natural, form->other, &start, &end))
            return true;
        doubtful |= !form->both;
    }
    if (doubtful)
        return short_for_table(s, p, phrase).ptr != NULL;
    return find_phrase(a, &natural, phrase, &start, &end);
}

struct str column_synonym_natural(struct arena *a, const struct schema_column *c,
                                  const struct column_synonym *r)
{
    struct name_words w = name_split(a, c->natural);
    uint32_t start, end;
    if (!find_phrase(a, &w, r->phrase, &start, &end))
        return name_in_words(a, r->name);
    return name_in_words(a, name_replace(a, &w, start, end, r->synonym.words));
}

/* Does the synonym suit the owner? That is the word before the phrase, as in "loser name", or else
 * the table; `kinds` keeps its kinds after the first call. */
static bool fits_owner(struct arena *a, const struct relation_seed *s,
                       const struct column_synonym *r, const struct name_words *w,
                       struct noun_kinds *kinds)
{
    if (str_eq(r->synonym.owner, STR("any")))
        return true;
    uint32_t table = s->schema->columns[r->column].table;
    if (kinds->count == 0)
        *kinds = kinds_of(a, s->knowledge,
                          r->start > 0 ? w->items[r->start - 1].text
                                       : schema_table_noun(a, s->knowledge, s->schema, table));
    return synonym_fits(&r->synonym, kinds);
}

/* Does the rest of the name have one of the words already ("cell mobile number")? */
static bool repeats_word(const struct knowledge *k, const struct name_words *w,
                         const struct column_synonym *r)
{
    struct str word;
    for (size_t at = 0; next_content_word(k, r->synonym.words, &at, &word);)
        for (uint32_t i = 0; i < w->count; i++)
            if ((i < r->start || i >= r->end) && str_eq(w->items[i].text, word))
                return true;
    return false;
}

static bool has_of(struct str words)
{
    return str_find(words, STR(" of "), 0) < words.len;
}

bool column_name_repeats(struct arena *a, struct str old, struct str name)
{
    struct name_words w = name_split(a, name), before = name_split(a, old);
    for (uint32_t i = 0; i < w.count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (str_eq(w.items[i].text, w.items[k].text) &&
                !name_words_have(&before, w.items[i].text))
                return true;
    return false;
}

struct str column_parts_joined(struct arena *a, struct str name,
                               const struct column_synonym *const *parts, uint32_t count)
{
    if (count == 1 && parts[0]->name.ptr)
        return parts[0]->name;
    for (uint32_t i = count; i-- > 0;) { /* from the right: the words before stay in their places */
        struct name_words w = name_split(a, name);
        name = name_replace(a, &w, parts[i]->start, parts[i]->end, parts[i]->synonym.words);
    }
    return name;
}

/* Does the synonym reverse the words, and the name has others? A "release year" is a "year of
 * release", but song_release_year must not become song_year_of_release. */
static bool tears_apart(const struct name_words *w, const struct column_synonym *r)
{
    return has_of(r->synonym.words) && !has_of(r->phrase) && (r->start > 0 || r->end < w->count);
}

/* Would the column leave its series? */
static bool leaves_series(struct arena *a, const struct relation_seed *s,
                          const struct name_words *w, const struct column_synonym *r)
{
    const struct column_part part = {r->column, w, r->start, r->end};
    return column_leaves_series(a, s->knowledge, s->schema, &part, r->name);
}

/* Would it be called "city name", with "state" beside it? */
static bool adds_name_alone(struct arena *a, const struct relation_seed *s,
                            const struct column_synonym *r)
{
    struct str added = ARENA_CONCAT(a, r->phrase, STR(" name"));
    return str_eq(r->synonym.words, added) &&
           column_has_bare_sibling(a, s->knowledge, s->schema, r->column);
}

/* Would a word get a short form that is the only one of its table, or the whole name? "Yr" looks
 * odd among full words, and "Avg" is a function. */
static bool shortens_alone(struct arena *a, const struct relation_seed *s,
                           const struct name_words *w, const struct column_synonym *r)
{
    struct str word;
    for (size_t at = 0; next_content_word(s->knowledge, r->synonym.words, &at, &word);)
        if (long_forms_of(s->knowledge->lexicon, word))
            return r->end - r->start == w->count ||
                   !column_has_short_sibling(a, s->knowledge, s->schema, r->column);
    return false;
}

/* Does the new phrase have all words of the old one, in either number: "age in years", "singer
 * name"? */
static bool keeps_words(struct arena *a, const struct knowledge *k, const struct column_synonym *r)
{
    struct name_words now = name_split(a, r->synonym.words);
    struct str word;
    for (size_t at = 0; next_content_word(k, r->phrase, &at, &word);)
        if (!name_words_have(&now, word) &&
            !name_words_have(&now, noun_singular(a, &k->inflection, word)))
            return false;
    return true;
}

/* Does a bold name differ enough from the old one, and not fit another column as well? A hyphen
 * ("e-mail") would need quotes. */
static bool is_bold_name(struct arena *a, const struct relation_seed *s, const struct name_words *w,
                         const struct column_synonym *r)
{
    const struct column_part part = {r->column, w, r->start, r->end};
    const struct knowledge *k = s->knowledge;
    if (keeps_words(a, k, r) || memchr(r->synonym.words.ptr, '-', r->synonym.words.len))
        return false;
    return !(r->names_owner ? owner_name_has_rival : column_has_rival)(a, k, s->schema, &part,
                                                                       r->synonym.words);
}

/* Are the values of the type that the word is for? */
static bool fits_type(const struct schema_column *c, const struct synonym *words)
{
    return (!words->numbers || c->type == SCHEMA_NUMBER) &&
           (!words->texts || c->type == SCHEMA_TEXT);
}

/* Would a number be called a name? A country may be stored as a number. */
static bool names_number(const struct schema_column *c, struct str words)
{
    return c->type == SCHEMA_NUMBER && str_ends(words, STR(" name"));
}

static enum synonym_fit synonym_fit_of(const struct relation_seed *s,
                                       const struct synonym_search *p, const struct name_words *w,
                                       const struct column_synonym *r)
{
    struct arena *a = p->memory->arena;
    const struct schema_column *c = &s->schema->columns[r->column];
    if ((!p->together && leaves_series(a, s, w, r)) || adds_name_alone(a, s, r))
        return IS_SHARED;
    bool fits = !repeats_word(s->knowledge, w, r) && !tears_apart(w, r) &&
                !shortens_alone(a, s, w, r) && !names_number(c, r->synonym.words) &&
                meaning_is_sure(a, s, p, c, r->phrase) && fits_type(c, &r->synonym) &&
                (!p->bold || is_bold_name(a, s, w, r));
    return fits ? FITS : IS_UNFIT;
}

static bool synonym_has_fit(const struct relation_seed *s, const struct synonym_search *p,
                            const struct name_words *w, struct renaming_candidate *c)
{
    if (c->fit == NOT_LOOKED)
        c->fit = synonym_fit_of(s, p, w, &c->synonym);
    return refuse_unless(s, c->fit != IS_SHARED, REFUSED_SYNONYM_SHARED) &&
           refuse_unless(s, c->fit != IS_UNFIT, REFUSED_SYNONYM_UNFIT);
}

/* May the column get the name with this question? */
static bool is_renaming(const struct relation_seed *s, const struct synonym_search *p,
                        const struct name_words *w, struct renaming_candidate *c)
{
    bool asked = !words_are_fresh(&p->taken, c->synonym.synonym.words);
    return refuse_unless(s, !asked, REFUSED_SYNONYM_ASKED) &&
           refuse_unless(s, proposed_is_fresh(&p->taken, &c->proposed), REFUSED_SYNONYM_TAKEN) &&
           synonym_has_fit(s, p, w, c);
}

static struct str last_word(struct str noun)
{
    return str_slice(noun, str_after_last(noun, ' '), noun.len);
}

/* The noun of a table in the words of its name: a dataset may call a visitor a customer. */
static struct str written_noun(struct arena *a, const struct relation_seed *s, uint32_t table)
{
    const struct inflection *in = &s->knowledge->inflection;
    const struct schema_table *t = &s->schema->tables[table];
    struct str noun = schema_table_noun(a, s->knowledge, s->schema, table);
    struct str written = table_noun(a, in, name_in_words(a, t->name));
    return str_eq(last_word(noun), last_word(written)) ? noun : written;
}

/* Put the noun of the table in its place in the synonym. False if the noun is too long for a part
 * of a name. */
static bool name_table_in(struct arena *a, const struct relation_seed *s, struct column_synonym *r)
{
    struct str words = r->synonym.words;
    const struct str mark = STR("{noun}");
    size_t at = str_find(words, mark, 0);
    if (at == words.len)
        return true;
    struct str noun = written_noun(a, s, s->schema->columns[r->column].table);
    r->names_owner = str_eq(words, mark);
    r->synonym.words =
        ARENA_CONCAT(a, str_slice(words, 0, at), noun, str_slice(words, at + mark.len, words.len));
    return name_split(a, noun).count <= LONGEST_NOUN;
}

/* Does the synonym suit the place of the words: the whole name, or its end? */
static bool fits_place(const struct name_words *w, const struct column_synonym *r)
{
    bool last = r->end == w->count;
    return r->synonym.whole ? last && r->start == 0 : last || !r->synonym.last;
}

bool column_name_is_free(struct arena *a, const struct schema *s, const struct taken_names *t,
                         const struct column_synonym *r, struct str name)
{
    struct str squeezed = name_squeezed(a, name);
    if (name_map_get(t->schema, squeezed) == NAME_NONE)
        return true;
    bool own = r->names_owner &&
               str_eq(squeezed, name_squeezed(a, s->tables[s->columns[r->column].table].name));
    for (uint32_t c = SCHEMA_STAR + 1; own && c < s->n_columns; c++)
        own = !str_eq(squeezed, name_squeezed(a, s->columns[c].name));
    return own;
}

static void add_candidate(const struct relation_seed *s, const struct synonym_search *p,
                          struct column_renamings *out, struct column_synonym r)
{
    struct arena *a = p->memory->arena;
    r.name = out->name.count == 1
                 ? name_in_place_of(a, &p->habits, s->schema, r.column, r.synonym.words)
                 : name_replace(a, &out->name, r.start, r.end, r.synonym.words);
    struct proposed_name proposed = proposed_name_of(a, &p->taken, r.name);
    proposed.taken &= !column_name_is_free(a, s->schema, &p->taken, &r, r.name);
    ARENA_ADD(a, out->items, out->count,
              (struct renaming_candidate){.synonym = r, .proposed = proposed});
}

/* The synonyms of the words, for names. */
static struct synonym_list names_find(const struct relation_seed *s, const struct synonym_search *p,
                                      struct str words)
{
    return synonyms_find(p->memory->arena, s->knowledge,
                         p->bold ? SYNONYMS_NAMED_BOLDLY : SYNONYMS_NAMED, NULL, words);
}

/* Add the synonyms for a phrase of the column's name. */
static void add_phrase(const struct relation_seed *s, const struct synonym_search *p,
                       struct column_renamings *out, struct column_synonym place)
{
    struct arena *a = p->memory->arena;
    const struct name_words *w = &out->name;
    struct synonym_list list = names_find(s, p, place.phrase);
    struct str only = short_for_table(s, p, place.phrase);
    struct noun_kinds kinds = {.count = 0};
    for (uint32_t i = 0; i < list.count; i++) {
        if (only.ptr && !str_eq_nocase(list.items[i].words, only))
            continue;
        if (p->bold && list.items[i].mild)
            continue;
        place.synonym = list.items[i];
        place.names_owner = false;
        if (fits_place(w, &place) && fits_owner(a, s, &place, w, &kinds) &&
            name_table_in(a, s, &place))
            add_candidate(s, p, out, place);
    }
}

bool synonym_search_names_table(struct arena *a, const struct relation_seed *s,
                                const struct synonym_search *p, uint32_t table, struct str phrase)
{
    struct str one = noun_singular(a, &s->knowledge->inflection, phrase);
    return name_map_get(&p->note->nouns, phrase) != NAME_NONE ||
           name_map_get(&p->note->nouns, one) != NAME_NONE ||
           str_eq(one, last_word(written_noun(a, s, table)));
}

/* The first word that is short for a table's noun; or the number of words. */
static uint32_t find_short_noun(const struct relation_seed *s, const struct synonym_search *p,
                                const struct name_words *w)
{
    uint32_t i = 0;
    while (i < w->count && !short_for_table(s, p, w->items[i].text).ptr)
        i++;
    return i;
}

/* A "song name" can be called by a word for songs alone: "tune". The words of a table do for that,
 * too, since the whole name is replaced. */
static void add_named_thing(const struct relation_seed *s, const struct synonym_search *p,
                            uint32_t column, struct column_renamings *out)
{
    struct arena *a = p->memory->arena;
    const struct name_words *w = &out->name;
    struct column_synonym place = {.column = column, .end = w->count};
    struct noun_kinds kinds = {.count = 0};
    if (!p->bold || w->count != 2 || !str_eq(w->items[1].text, STR("name")) ||
        s->schema->columns[column].type != SCHEMA_TEXT)
        return;
    place.phrase = name_phrase(a, w, 0, w->count);
    struct synonym_list list = names_find(s, p, w->items[0].text);
    for (uint32_t i = 0; i < list.count; i++) {
        place.synonym = list.items[i];
        if (place.synonym.source == SOURCE_LIST && !place.synonym.mild && !place.synonym.whole &&
            !has_of(place.synonym.words) && fits_owner(a, s, &place, w, &kinds) &&
            name_table_in(a, s, &place))
            add_candidate(s, p, out, place);
    }
}

/* If a word is short for a table's noun, the others stay: ContId can be ContinentId, but
 * ContIdentifier would write out the less important word. */
static void find_candidates(const struct relation_seed *s, const struct synonym_search *p,
                            uint32_t column, struct column_renamings *out)
{
    struct arena *a = p->memory->arena;
    const struct schema_column *c = &s->schema->columns[column];
    const struct name_words *w = &out->name;
    *out = (struct column_renamings){.found = true, .name = name_split(a, c->name)};
    uint32_t short_noun = find_short_noun(s, p, w);
    if (w->count > 0 && phrase_end(a, s->knowledge, w, 0, p->bold) < w->count)
        add_named_thing(s, p, column, out);
    for (uint32_t start = 0, end; start < w->count; start = end) {
        end = phrase_end(a, s->knowledge, w, start, p->bold);
        if (short_noun < w->count && (short_noun < start || short_noun >= end))
            continue;
        struct column_synonym place = {
            .column = column, .start = start, .end = end, .phrase = name_phrase(a, w, start, end)};
        if (!ascii_digit(place.phrase.ptr[0]) &&
            !synonym_search_names_table(a, s, p, c->table, place.phrase))
            add_phrase(s, p, out, place);
    }
}

void synonym_search_column(struct arena *a, const struct relation_seed *s, struct synonym_search *p,
                           uint32_t column)
{
    struct column_renamings *c = &p->note->columns[column];
    if (!c->found)
        find_candidates(s, p, column, c);
    refuse_unless(s, c->count > 0, REFUSED_NO_SYNONYM);
    for (uint32_t i = 0; i < c->count; i++)
        if (is_renaming(s, p, &c->name, &c->items[i])) {
            ARENA_ADD(a, p->items, p->count, c->items[i].synonym);
        }
}

static void begin_note(struct arena *a, const struct relation_seed *s, struct synonym_note *note)
{
    note->columns = arena_zalloc(a, s->schema->n_columns * sizeof *note->columns);
    name_map_init(&note->nouns, a, 2 * s->schema->n_tables);
    for (uint32_t t = 0; t < s->schema->n_tables; t++) {
        name_map_put(&note->nouns, a, schema_table_noun(a, s->knowledge, s->schema, t), t);
        name_map_put(&note->nouns, a, written_noun(a, s, t), t);
    }
}

void synonym_search_init(struct arena *a, const struct relation_seed *s, bool together,
                         struct synonym_search *p)
{
    struct schema_memory *m = schema_memory_of(a, s);
    *p = (struct synonym_search){.bold = s->options.strength == STRENGTH_BOLD,
                                 .together = together,
                                 .taken = taken_names_of(a, s),
                                 .habits = name_habits_of(a, s),
                                 .memory = m};
    p->note = schema_note(m, together ? NOTE_SYNONYMS_TOGETHER : NOTE_SYNONYMS, sizeof *p->note);
    if (!p->note->columns)
        begin_note(m->arena, s, p->note);
}
