/* prefix.c: reading data/prefixes.tsv. */
#include "relation/question/prefix.h"

static const char *const class_names[] = {"common",   "counting", "choosing",
                                          "indirect", "direct",   "special"};
static const char *const mood_names[] = {"question", "command", "statement"};
static const char *const follows_names[] = {"noun",  "several",  "singular", "plural",
                                            "items", "existing", "question", "predicate"};

/* The list was held against these words when it was loaded. */
static unsigned word_index(const char *const *names, size_t n, struct str word)
{
    for (unsigned i = 0; i < n; i++)
        if (str_eq(str_from(names[i]), word))
            return i;
    return 0;
}

#define INDEX(names, word) word_index(names, sizeof(names) / sizeof *(names), word)

uint32_t prefix_count(const struct lexicon *l)
{
    return lexicon_table(l, STR("prefixes"))->n_rows;
}

struct prefix prefix_get(const struct lexicon *l, uint32_t i)
{
    const struct lexicon_row *row = &lexicon_table(l, STR("prefixes"))->rows[i];
    struct str use = row->n_fields > 4 ? row->fields[4] : STR("");
    enum prefix_mood mood = (enum prefix_mood)INDEX(mood_names, row->fields[1]);
    return (struct prefix){
        .class = (enum prefix_class)INDEX(class_names, row->fields[0]),
        .mood = mood,
        .mark = mood == MOOD_QUESTION ? '?' : '.',
        .follows = (enum prefix_follows)INDEX(follows_names, row->fields[2]),
        .text = row->fields[3],
        .read = !str_eq(use, STR("write")),
        .write = !str_eq(use, STR("read")),
    };
}

uint32_t prefix_match(const struct question_text *q, const struct lexicon *l,
                      enum prefix_class class, struct prefix *out)
{
    uint32_t longest = 0, n = prefix_count(l);
    for (uint32_t i = 0; i < n; i++) {
        struct prefix p = prefix_get(l, i);
        uint32_t len = p.read && p.class == class ? phrase_at(q, 0, p.text) : 0;
        if (len <= longest)
            continue;
        longest = len;
        *out = p;
    }
    return longest;
}
