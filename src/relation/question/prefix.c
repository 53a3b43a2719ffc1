/* prefix.c: reading data/prefixes.tsv. */
#include "relation/question/prefix.h"

static const char *const class_names[] = {"common",   "counting", "choosing",
                                          "indirect", "direct",   "special"};
static const char *const mood_names[] = {"question", "command", "statement"};
static const char *const follows_names[] = {"noun",  "several",  "singular", "plural",
                                            "items", "existing", "question", "predicate"};

/* Loading the list checked that its words are among these. */
static unsigned word_index(const char *const *names, size_t n, struct str word)
{
    for (unsigned i = 0; i < n; i++)
        if (str_eq(str_from(names[i]), word))
            return i;
    return 0;
}

#define INDEX(names, word) word_index(names, COUNT_OF(names), word)

static bool is_of_class(const struct lexicon_row *row, struct str class_name)
{
    return str_eq(row->fields[0], class_name);
}

static struct prefix read_row(const struct lexicon_row *row)
{
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

struct prefix_walk prefix_walk_of(const struct lexicon *l, enum prefix_class class)
{
    return (struct prefix_walk){.list = lexicon_table(l, STR("prefixes")), .class = class};
}

bool prefix_next(struct prefix_walk *w, struct prefix *out)
{
    struct str class_name = str_from(class_names[w->class]);
    while (w->at < w->list->n_rows) {
        const struct lexicon_row *row = &w->list->rows[w->at++];
        if (!is_of_class(row, class_name))
            continue;
        *out = read_row(row);
        if (out->write)
            return true;
    }
    return false;
}

/* Few lines fit a question, so the other fields are read only for those. */
uint32_t prefix_match(const struct words *q, const struct lexicon *l, enum prefix_class class,
                      struct prefix *out)
{
    const struct lexicon_table *list = lexicon_table(l, STR("prefixes"));
    struct str class_name = str_from(class_names[class]);
    uint32_t longest = 0;
    for (uint32_t i = 0; i < list->n_rows; i++) {
        const struct lexicon_row *row = &list->rows[i];
        uint32_t len = is_of_class(row, class_name) ? phrase_at(q, 0, row->fields[3]) : 0;
        if (len <= longest)
            continue;
        struct prefix p = read_row(row);
        if (!p.read)
            continue;
        longest = len;
        *out = p;
    }
    return longest;
}
