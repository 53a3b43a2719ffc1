/* fresh_name.c: names and words that are taken. */
#include "relation/fresh_name.h"

#include "link/words.h"
#include "relation/schema_memory.h"

struct str name_squeezed(struct arena *a, struct str name)
{
    struct str out = arena_str_lower(a, name);
    char *bytes = (char *)out.ptr; /* our own copy */
    size_t len = 0;
    for (size_t i = 0; i < out.len; i++)
        if (ascii_digit(bytes[i]) || ascii_small(bytes[i]) || (unsigned char)bytes[i] >= 0x80)
            bytes[len++] = bytes[i];
    return (struct str){bytes, len};
}

/* A word of the question may be a name: "song_release_year". */
static void add_parts(struct arena *a, struct name_words *all, struct name_words parts)
{
    for (uint32_t i = 0; i < parts.count; i++) {
        ARENA_PUSH(a, all->items, all->count);
        all->items[all->count++] = parts.items[i];
    }
}

static void take_question(struct arena *a, struct taken_names *t, const struct relation_seed *s)
{
    t->inflection.lexicon = s->knowledge ? s->knowledge->lexicon : NULL;
    t->unread = s->words && s->words->cut;
    for (uint32_t i = 0; s->words && i < s->words->count; i++)
        add_parts(a, &t->phrasing, name_split(a, s->words->items[i].text));
    name_map_init(&t->question, a, 3 * t->phrasing.count);
    for (uint32_t i = 0; i < t->phrasing.count; i++) {
        struct str word = t->phrasing.items[i].text;
        name_map_put(&t->question, a, word, i);
        name_map_put(&t->question, a, noun_singular(a, &t->inflection, word), i);
        name_map_put(&t->question, a, noun_plural(a, &t->inflection, word), i);
    }
}

static void take_schema(struct arena *a, const struct schema *s, struct name_map *names)
{
    name_map_init(names, a, 2 * (s->n_tables + s->n_columns));
    for (uint32_t i = 0; i < s->n_tables; i++) {
        name_map_put(names, a, name_squeezed(a, s->tables[i].name), i);
        name_map_put(names, a, name_squeezed(a, s->tables[i].natural), i);
    }
    for (uint32_t i = SCHEMA_STAR + 1; i < s->n_columns; i++) {
        name_map_put(names, a, name_squeezed(a, s->columns[i].name), i);
        name_map_put(names, a, name_squeezed(a, s->columns[i].natural), i);
    }
}

static const struct name_map *schema_names(struct arena *a, const struct relation_seed *s)
{
    struct schema_memory *m = schema_memory_of(a, s);
    struct name_map *names = schema_note(m, NOTE_NAMES, sizeof *names);
    if (names->n_slots == 0)
        take_schema(m->arena, s->schema, names);
    return names;
}

struct taken_names taken_names_of(struct arena *a, const struct relation_seed *s)
{
    if (s->taken && s->taken->seed == s->seed)
        return *s->taken;
    struct taken_names t = {
        .seed = s->seed, .knowledge = s->knowledge, .schema = schema_names(a, s)};
    take_question(a, &t, s);
    return t;
}

static bool words_at(const struct name_words *text, uint32_t at, const struct name_words *name)
{
    for (uint32_t i = 0; i < name->count; i++)
        if (!str_eq(text->items[at + i].text, name->items[i].text))
            return false;
    return true;
}

static bool phrasing_mentions(const struct name_words *text, const struct name_words *name)
{
    for (uint32_t at = 0; name->count > 0 && at + name->count <= text->count; at++)
        if (words_at(text, at, name))
            return true;
    return false;
}

/* "ids" is too short to be sure of its singular, but the plural of "id" is known. */
static bool question_has(struct arena *a, const struct taken_names *t, struct str word)
{
    return name_map_get(&t->question, word) != NAME_NONE ||
           name_map_get(&t->question, noun_plural(a, &t->inflection, word)) != NAME_NONE;
}

bool question_has_words(struct arena *a, const struct taken_names *t,
                        const struct name_words *words)
{
    for (uint32_t i = 0; i < words->count && !t->unread; i++)
        if (!question_has(a, t, words->items[i].text))
            return false;
    return words->count > 0;
}

bool question_names(struct arena *a, const struct taken_names *t, struct str name)
{
    struct name_words words = name_split(a, name);
    return question_has_words(a, t, &words);
}

struct proposed_name proposed_name_of(struct arena *a, const struct taken_names *t, struct str name)
{
    return (struct proposed_name){.words = name_split(a, name),
                                  .taken =
                                      name_map_get(t->schema, name_squeezed(a, name)) != NAME_NONE};
}

bool proposed_is_fresh(const struct taken_names *t, const struct proposed_name *p)
{
    return !p->taken && !t->unread && !phrasing_mentions(&t->phrasing, &p->words);
}

bool name_is_fresh(struct arena *a, const struct taken_names *t, struct str name)
{
    const struct proposed_name p = proposed_name_of(a, t, name);
    return proposed_is_fresh(t, &p);
}

bool next_content_word(const struct knowledge *k, struct str words, size_t *at, struct str *word)
{
    while (*at < words.len) {
        size_t end = str_find(words, STR(" "), *at);
        *word = str_slice(words, *at, end);
        *at = end + 1;
        if (word->len && !(word_classes(k->lexicon, *word) & WORD_JOINING))
            return true;
    }
    return false;
}

bool words_are_fresh(const struct taken_names *t, struct str words)
{
    struct str word;
    for (size_t at = 0; next_content_word(t->knowledge, words, &at, &word);)
        if (name_map_get(&t->question, word) != NAME_NONE)
            return false;
    return !t->unread;
}
