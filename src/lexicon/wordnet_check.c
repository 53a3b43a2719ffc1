/* wordnet_check.c: trying some lines of each file, so that a wrong one is named when it is opened.
 */
#include "lexicon/wordnet.h"

enum { TRIES = 16, LINE_FIELDS = 8 };

/* The first whole line from `at` on, or else the last one. Its first fields, and their number in
 * `*n`. */
static struct str probe_line(struct str text, size_t at, struct str fields[LINE_FIELDS],
                             uint32_t *n)
{
    while (at > 0 && at < text.len && text.ptr[at - 1] != '\n')
        at++;
    if (at >= text.len)
        for (at = text.len - 1; at > 0 && text.ptr[at - 1] != '\n';)
            at--;
    struct str line = str_slice(text, at, str_find(text, STR("\n"), at));
    *n = 0;
    for (size_t i = 0; i < line.len && *n < LINE_FIELDS;) {
        size_t end = str_find(line, STR(" "), i);
        if (end > i)
            fields[(*n)++] = str_slice(line, i, end);
        i = end + 1;
    }
    return line;
}

static bool is_number(struct str text)
{
    return text.len > 0 && str_all(text, ascii_digit);
}

typedef bool line_test(const struct wordnet *w, enum wordnet_pos pos, const struct str *fields,
                       uint32_t n);

/* lemma, part of speech, number of senses, …; and the search finds it. */
static bool is_index_line(const struct wordnet *w, enum wordnet_pos pos, const struct str *fields,
                          uint32_t n)
{
    static const char LETTERS[WORDNET_N_POS] = {'n', 'v', 'a', 'r'};
    return n >= 6 && fields[1].len == 1 && fields[1].ptr[0] == LETTERS[pos] &&
           is_number(fields[2]) && wordnet_has(w, pos, fields[0]);
}

/* The first synset of an index line's lemma has the lemma. */
static bool has_synset(const struct wordnet *w, enum wordnet_pos pos, const struct str *fields,
                       uint32_t n)
{
    struct arena a = {0};
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    bool found = false;
    if (n > 0 && wordnet_senses(w, pos, fields[0], places) > 0 &&
        wordnet_synset(&a, w, pos, places[0], &s))
        for (uint32_t i = 0; i < s.n_words; i++)
            found |= str_eq_nocase(s.words[i], term_with_blanks(&a, fields[0]));
    arena_release(&a);
    return found;
}

/* form, lemma */
static bool is_exception_line(const struct wordnet *w, enum wordnet_pos pos,
                              const struct str *fields, uint32_t n)
{
    return n >= 2 && wordnet_exception(w, pos, fields[0]).ptr != NULL;
}

/* sense key, number of the sense, how often */
static bool is_count_line(const struct wordnet *w, enum wordnet_pos pos, const struct str *fields,
                          uint32_t n)
{
    (void)w;
    (void)pos;
    return n >= 3 && str_find(fields[0], STR("%"), 0) < fields[0].len && is_number(fields[1]) &&
           is_number(fields[2]);
}

static bool looks_right(const struct wordnet *w, struct str text, enum wordnet_pos pos,
                        line_test *test)
{
    for (size_t i = 0; i <= TRIES && text.ptr; i++) {
        struct str fields[LINE_FIELDS];
        uint32_t n;
        struct str line = probe_line(text, text.len / TRIES * i, fields, &n);
        bool licence = str_starts(line, STR("  "));
        if (!licence && !test(w, pos, fields, n))
            return false;
    }
    return true;
}

static enum status report_wrong_file(const char *dir, const char *before, const char *name,
                                     const char *after, struct err *e)
{
    err_set(e, E_INPUT, "not a file of WordNet: '%s%s%s'", before, name, after);
    return err_in_file(e, dir ? dir : WORDNET_DIR);
}

enum status wordnet_check(const struct wordnet *w, const char *dir, struct err *e)
{
    static const char *const NAMES[WORDNET_N_POS] = {"noun", "verb", "adj", "adv"};
    for (int i = 0; i < WORDNET_N_POS; i++) {
        enum wordnet_pos pos = (enum wordnet_pos)i;
        if (!looks_right(w, w->index[i].text, pos, is_index_line))
            return report_wrong_file(dir, "index.", NAMES[i], "", e);
        if (w->data[i].text.ptr && !looks_right(w, w->index[i].text, pos, has_synset))
            return report_wrong_file(dir, "data.", NAMES[i], "", e);
        if (!looks_right(w, w->exceptions[i].text, pos, is_exception_line))
            return report_wrong_file(dir, "", NAMES[i], ".exc", e);
    }
    if (!looks_right(w, w->counts.text, WORDNET_NOUN, is_count_line))
        return report_wrong_file(dir, "cntlist", ".rev", "", e);
    return OK;
}
