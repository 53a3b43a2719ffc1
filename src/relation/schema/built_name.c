/* built_name.c: names of several words in a convention. */
#include "relation/schema/built_name.h"

#include "lexicon/small_words.h"
#include "relation/schema_memory.h"

/* Do words i-1 and i touch because one is a number or a letter: Y7, 1b, LName? Then they stay
 * together. */
static bool touches_last(const struct name_words *w, uint32_t i)
{
    return i > 0 && w->items[i].start == w->items[i - 1].end &&
           (ascii_digit(w->items[i].text.ptr[0]) || ascii_digit(w->items[i - 1].text.ptr[0]) ||
            w->items[i - 1].text.len == 1);
}

/* Is word `i` an acronym: in capitals, in a name between blanks that is not? */
static bool is_acronym(const struct name_words *w, uint32_t i)
{
    size_t start = w->items[i].start, end = w->items[i].end;
    for (size_t at = start; at < end; at++)
        if (w->name.ptr[at] < 'A' || w->name.ptr[at] > 'Z')
            return false;
    while (start > 0 && w->name.ptr[start - 1] != ' ')
        start--;
    for (; start < w->name.len && w->name.ptr[start] != ' '; start++)
        if (ascii_small(w->name.ptr[start]))
            return w->items[i].text.len > 1;
    return false;
}

/* Word `i` as it is written inside a name of this style. */
static struct str word_written(struct arena *a, struct name_style style, const struct name_words *w,
                               uint32_t i)
{
    if (i > 0)
        style.first = style.rest;
    if (touches_last(w, i) && style.first == NAME_TITLE)
        style.first = NAME_LOWER; /* 3rd, not 3Rd */
    return name_join(a, style, w->items[i].text);
}

struct str name_written_like(struct arena *a, struct str like, struct str name)
{
    struct name_style style = name_style_of(a, like);
    struct str separator = {&style.separator, style.separator != '\0'};
    struct name_words w = name_split(a, name);
    struct str out = STR("");
    for (uint32_t i = 0; i < w.count; i++) {
        struct str word = str_slice(name, w.items[i].start, w.items[i].end);
        /* ID and TV are written so in every convention that has capitals at all. */
        if (!str_any(like, ascii_capital) || (!str_eq(word, STR("ID")) && !is_acronym(&w, i)))
            word = word_written(a, style, &w, i);
        out = ARENA_CONCAT(a, out, i > 0 && !touches_last(&w, i) ? separator : STR(""), word);
    }
    return out;
}

/* The spelling of "id" at the end of most columns of several words; ptr NULL if none has it. */
static struct str common_id(struct arena *a, const struct schema *s)
{
    static const struct str SPELLINGS[] = {STR_INIT("ID"), STR_INIT("Id"), STR_INIT("id")};
    uint32_t votes[3] = {0}, most = 0;
    struct str best = STR_NONE;
    for (uint32_t c = 1; c < s->n_columns; c++) {
        struct name_words w = name_split(a, s->columns[c].name);
        if (w.count < 2 || !str_eq(w.items[w.count - 1].text, STR("id")))
            continue;
        struct str written =
            str_slice(w.name, w.items[w.count - 1].start, w.items[w.count - 1].end);
        for (size_t i = 0; i < 3; i++)
            if (str_eq(written, SPELLINGS[i]) && ++votes[i] > most) {
                most = votes[i];
                best = SPELLINGS[i];
            }
    }
    return best;
}

/* How most columns of several words are written; snake_case if there are none. */
static struct name_style common_style(struct arena *a, const struct schema *s)
{
    struct str *names = ARENA_ARRAY(a, struct str, s->n_columns);
    uint32_t n = 0;
    for (uint32_t c = 1; c < s->n_columns; c++)
        if (name_split(a, s->columns[c].name).count > 1)
            names[n++] = s->columns[c].name;
    return name_style_common(a, names, n);
}

struct habits_note {
    bool known;
    struct name_habits habits;
};

struct name_habits name_habits_of(struct arena *a, const struct relation_seed *s)
{
    struct schema_memory *m = schema_memory_of(a, s);
    struct habits_note *note = schema_note(m, NOTE_HABITS, sizeof *note);
    if (!note->known)
        *note = (struct habits_note){
            true, {common_id(m->arena, s->schema), common_style(m->arena, s->schema)}};
    return note->habits;
}

struct str name_with_word(struct arena *a, const struct name_habits *h, struct str name,
                          struct str word)
{
    struct name_style style = name_style_of(a, name);
    if (name_split(a, name).count == 1)
        style.separator = h->style.separator;
    struct str separator = {&style.separator, style.separator != '\0'};
    style.first = style.separator ? style.rest : NAME_TITLE; /* GNPId */
    struct str written = name_join(a, style, word);
    struct str id = str_eq(word, STR("id")) ? h->id : STR_NONE;
    /* Without a separator a capital must show where the word begins. */
    if (id.ptr && (style.separator || id.ptr[0] == 'I'))
        written = id;
    return ARENA_CONCAT(a, name, separator, written);
}

static struct name_style prefix_style(struct arena *a, const struct name_habits *h, struct str name)
{
    struct name_style style = name_style_of(a, name);
    if (name_split(a, name).count > 1)
        return style;
    if (style.first == NAME_UPPER)
        return h->style; /* SSN: an acronym, not a convention */
    style.separator = h->style.separator;
    if (!style.separator)
        style.rest = NAME_TITLE;
    return style;
}

struct str name_with_prefix(struct arena *a, const struct name_habits *h, struct str name,
                            struct str words)
{
    struct name_style style = prefix_style(a, h, name);
    struct str separator = {&style.separator, style.separator != '\0'};
    struct str written = name_join(a, style, words);
    if (!style.separator)
        name = arena_str_capital(a, name);
    return ARENA_CONCAT(a, written, separator, name);
}

/* Among names of one word, those in capitals show nothing if others are not: SSN beside Name. */
static struct name_style style_of_words(struct arena *a, const struct str *names, uint32_t count,
                                        struct name_style style)
{
    for (uint32_t i = 0; i < count && style.first == NAME_UPPER; i++)
        style = name_style_of(a, names[i]);
    return style;
}

struct name_style name_style_of_table(struct arena *a, const struct name_habits *h,
                                      const struct schema *s, uint32_t table)
{
    const struct schema_table *t = &s->tables[table];
    struct str *names = ARENA_ARRAY(a, struct str, t->n_columns);
    bool several = false;
    for (uint32_t i = 0; i < t->n_columns; i++) {
        names[i] = s->columns[t->columns[i]].name;
        several |= name_split(a, names[i]).count > 1;
    }
    struct name_style style = name_style_common(a, names, t->n_columns);
    if (!several) {
        style = style_of_words(a, names, t->n_columns, style);
        style.separator = h->style.separator;
    }
    if (style.separator == '\0' && style.rest == NAME_LOWER)
        style.rest = NAME_TITLE;
    return style;
}

struct str name_in_place_of(struct arena *a, const struct name_habits *h, const struct schema *s,
                            uint32_t column, struct str words)
{
    struct str name = s->columns[column].name;
    struct name_habits habits = *h;
    struct name_style own = name_style_of(a, name);
    struct name_style style = name_style_of_table(a, h, s, s->columns[column].table);
    if (own.first != style.first && own.first != NAME_UPPER)
        style.first = style.rest = own.first;
    if (style.separator == '\0' && style.rest != NAME_UPPER)
        style.rest = NAME_TITLE;
    if (!str_ends(words, STR(" id")))
        return name_join(a, style, words);
    if (!habits.id.ptr && str_eq_nocase(name, STR("id")))
        habits.id = name;
    struct str rest = str_slice(words, 0, words.len - STR(" id").len);
    return name_with_word(a, &habits, name_join(a, style, rest), STR("id"));
}
