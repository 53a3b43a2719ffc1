/* fresh_name.c: comparing and writing names word by word. */
#include "relation/fresh_name.h"

#include "lexicon/name_style.h"

static bool words_at(const struct name_words *text, uint32_t at, const struct name_words *name)
{
    for (uint32_t i = 0; i < name->count; i++)
        if (!str_eq(text->items[at + i].text, name->items[i].text))
            return false;
    return true;
}

bool question_mentions(struct arena *a, struct str question, struct str name)
{
    struct name_words text = name_split(a, question), words = name_split(a, name);
    for (uint32_t at = 0; words.count > 0 && at + words.count <= text.count; at++)
        if (words_at(&text, at, &words))
            return true;
    return false;
}

static bool in_name(char c)
{
    return ascii_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (unsigned char)c >= 0x80;
}

/* Equal but for case and for what separates words. */
static bool same_words(struct str x, struct str y)
{
    size_t i = 0, k = 0;
    for (;;) {
        while (i < x.len && !in_name(x.ptr[i]))
            i++;
        while (k < y.len && !in_name(y.ptr[k]))
            k++;
        if (i == x.len || k == y.len)
            return i == x.len && k == y.len;
        if (ascii_lower(x.ptr[i++]) != ascii_lower(y.ptr[k++]))
            return false;
    }
}

bool name_is_fresh(struct arena *a, const struct relation_seed *s, struct str name)
{
    const struct schema *schema = s->schema;
    for (uint32_t t = 0; t < schema->n_tables; t++)
        if (same_words(name, schema->tables[t].name) || same_words(name, schema->tables[t].natural))
            return false;
    for (uint32_t c = 1; c < schema->n_columns; c++)
        if (same_words(name, schema->columns[c].name) ||
            same_words(name, schema->columns[c].natural))
            return false;
    return !question_mentions(a, s->seed->question, name);
}

struct str name_written_like(struct arena *a, struct str like, struct str name)
{
    struct name_words words = name_split(a, name);
    struct str joined = STR("");
    for (uint32_t i = 0; i < words.count; i++)
        joined = arena_printf(a, "%.*s%s%.*s", STR_ARG(joined), i ? " " : "",
                              STR_ARG(words.items[i].text));
    return name_join(a, name_style_of(a, like), joined);
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
