/* built_name.c: names of several words in a convention. */
#include "relation/schema/built_name.h"

#include "lexicon/name_style.h"

struct str name_written_like(struct arena *a, struct str like, struct str name)
{
    return name_join(a, name_style_of(a, like), name_in_words(a, name));
}

/* The spelling of "id" that most columns of several words end with; ptr NULL where none does. */
static struct str common_id(struct arena *a, const struct schema *s)
{
    static const struct str SPELLINGS[] = {STR_INIT("ID"), STR_INIT("Id"), STR_INIT("id")};
    uint32_t votes[3] = {0}, most = 0;
    struct str best = {NULL, 0};
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

struct str name_with_word(struct arena *a, const struct schema *s, struct str name, struct str word)
{
    struct name_style style = name_style_of(a, name);
    char separator[2] = {style.separator, '\0'};
    style.first = style.rest;
    struct str written = name_join(a, style, word);
    struct str id = str_eq(word, STR("id")) ? common_id(a, s) : (struct str){NULL, 0};
    /* Without a separator a capital must show where the word begins. */
    if (id.ptr && (style.separator || id.ptr[0] == 'I'))
        written = id;
    return arena_printf(a, "%.*s%s%.*s", STR_ARG(name), separator, STR_ARG(written));
}
