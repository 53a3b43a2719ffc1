/* official_plug.c: literals out of the gold, places out of the prediction, and all combinations.
 *
 * The script also writes keywords in capitals before it looks for literals. That is left out: it
 * only matters if a literal equals the text between two others. */
#include "spider/official_plug.h"

#include "spider/official_char.h"
#include "spider/official_lexer.h"
#include "spider/official_text.h"

/* The script's own mark for a place; a query that contains it is misread there as here. */
static const struct str mark = STR_INIT("VALUERARE");

static bool has_word(const struct word_list *list, struct str s)
{
    for (size_t i = 0; i < list->count; i++)
        if (str_eq(list->items[i], s))
            return true;
    return false;
}

/* Python's ' '.join. */
static struct str join_words(struct arena *a, const struct word_list *list)
{
    size_t len = 0;
    for (size_t i = 0; i < list->count; i++)
        len += list->items[i].len + 1;
    char *text = arena_alloc(a, len + 1), *to = text;
    for (size_t i = 0; i < list->count; i++) {
        if (i)
            *to++ = ' ';
        if (list->items[i].len)
            memcpy(to, list->items[i].ptr, list->items[i].len);
        to += list->items[i].len;
    }
    return (struct str){text, (size_t)(to - text)};
}

/* The tokens of the first statement with one space between them; semicolons and tabs are dropped
 * first. False if there is no token. */
static bool reformat_query(struct arena *a, struct str sql, struct str *out)
{
    static const char *const stars[] = {"t1.*", "t2.*", "t3.*", "T1.*", "T2.*", "T3.*"};
    sql = official_replace(a, str_trim(sql), STR(";"), STR(""));
    sql = official_replace(a, sql, STR("\t"), STR(""));
    size_t n;
    const struct official_token *tokens = official_first_statement(a, sql, &n);
    struct word_list kept = {0};
    for (size_t i = 0; i < n; i++)
        if (tokens[i].kind != OFFICIAL_SPACE)
            word_list_add(a, &kept, tokens[i].text);
    *out = join_words(a, &kept);
    for (size_t i = 0; i < COUNT_OF(stars); i++)
        *out = official_replace(a, *out, str_from(stars[i]), STR("*"));
    return n > 0;
}

/* Where the T<digits>. that begins at `at` ends, or 0. The script looks for a capital T in one
 * place and for either in another. */
static size_t end_of_alias(struct str s, size_t at, bool any_case)
{
    if (s.ptr[at] != 'T' && !(any_case && s.ptr[at] == 't'))
        return 0;
    size_t end = official_skip_digits(s, at + 1);
    return end > at + 1 && end < s.len && s.ptr[end] == '.' ? end + 1 : 0;
}

/* Drop one white space after each alias and its point. There is none between tokens, but there may
 * be in literals. */
static struct str close_aliases(struct arena *a, struct str sql)
{
    char *text = arena_alloc(a, sql.len), *to = text;
    for (size_t at = 0; at < sql.len;) {
        size_t end = end_of_alias(sql, at, false), space = end ? str_space_at(sql, end) : 0;
        size_t keep = space ? end - at : 1;
        memcpy(to, sql.ptr + at, keep);
        to += keep;
        at += keep + space;
    }
    return (struct str){text, (size_t)(to - text)};
}

/* All of [-+]?\d*\.\d+ */
static struct word_list find_floats(struct arena *a, struct str s)
{
    struct word_list found = {0};
    for (size_t at = 0; at < s.len;) {
        size_t sign = s.ptr[at] == '-' || s.ptr[at] == '+';
        size_t point = official_skip_digits(s, at + sign), end = point;
        if (point < s.len && s.ptr[point] == '.')
            end = official_skip_digits(s, point + 1);
        if (end > point + 1) {
            word_list_add(a, &found, str_slice(s, at, end));
            at = end;
        } else { /* no number starts in these digits */
            at = point > at ? point : at + 1;
        }
    }
    return found;
}

/* All of [^tT]\d+ without white space around. */
static struct word_list find_integers(struct arena *a, struct str s)
{
    struct word_list found = {0};
    for (size_t at = 0; at < s.len;) {
        size_t first = at + official_char_at(s, at), end = first;
        if (ascii_lower(s.ptr[at]) != 't')
            end = official_skip_digits(s, first);
        if (end > first)
            word_list_add(a, &found, str_trim(str_slice(s, at, end)));
        at = end;
    }
    return found;
}

/* Replace the words that are in `literals` by the mark, and append them to `values`. */
static void mark_literals(struct word_list *words, const struct word_list *literals,
                          struct word_list *values, struct arena *a)
{
    for (size_t i = 0; i < words->count; i++)
        if (has_word(literals, words->items[i])) {
            word_list_add(a, values, words->items[i]);
            words->items[i] = mark;
        }
}

/* The words of the query in lower case. A word with an alias is split at its points. */
static struct word_list lower_words(struct arena *a, const struct word_list *words)
{
    struct word_list out = {0};
    for (size_t i = 0; i < words->count; i++) {
        struct str word = words->items[i];
        bool alias = false;
        for (size_t at = 0; at < word.len && !alias; at++)
            alias = end_of_alias(word, at, true) > 0;
        struct word_list parts = {0};
        if (alias)
            word_list_split(a, &parts, official_replace(a, word, STR("."), STR(" . ")));
        else
            word_list_add(a, &parts, word);
        for (size_t k = 0; k < parts.count; k++)
            word_list_add(a, &out, official_lower(a, parts.items[k]));
    }
    return out;
}

/* A query's words with literals marked, and its literals in the script's order. False if it has no
 * token. */
static bool extract_literals(struct arena *a, struct str sql, struct word_list *words,
                             struct word_list *values)
{
    if (!reformat_query(a, sql, &sql))
        return false;
    sql = close_aliases(a, sql);
    size_t n;
    const struct official_token *tokens = official_first_statement(a, sql, &n);
    *values = (struct word_list){0};
    for (size_t i = 0; i < n; i++)
        if (tokens[i].kind == OFFICIAL_STRING)
            word_list_add(a, values, tokens[i].text);
    struct str marked = sql;
    for (size_t i = 0; i < values->count; i++)
        marked = official_replace(a, marked, values->items[i], mark);
    *words = (struct word_list){0};
    word_list_split(a, words, marked);
    struct word_list literals = find_floats(a, marked);
    mark_literals(words, &literals, values, a);
    literals = find_integers(a, join_words(a, words));
    mark_literals(words, &literals, values, a);
    *words = lower_words(a, words);
    return true;
}

/* Distinct values, ordered by where they first occur in the gold. */
static void order_values(struct official_plug *p, struct arena *a, struct str gold,
                         const struct word_list *values)
{
    struct word_list distinct = {0};
    for (size_t i = 0; i < values->count; i++) {
        struct str v = values->items[i];
        if (has_word(&distinct, v))
            continue;
        word_list_add(a, &distinct, v);
        size_t k = distinct.count - 1, place = str_find(gold, v, 0);
        for (; k > 0 && str_find(gold, distinct.items[k - 1], 0) > place; k--)
            distinct.items[k] = distinct.items[k - 1];
        distinct.items[k] = v;
    }
    p->values = distinct;
}

static void natural_choice(const struct official_plug *p, uint32_t *choice)
{
    for (size_t i = 0; i < p->n_slots; i++)
        choice[i] = (uint32_t)(i % p->values.count);
}

enum official_plug_status official_plug_init(struct official_plug *p, struct arena *a,
                                             struct str gold, struct str prediction)
{
    struct word_list gold_words, gold_values, words, values;
    *p = (struct official_plug){0};
    if (!extract_literals(a, gold, &gold_words, &gold_values))
        return PLUG_BLANK_GOLD;
    if (!extract_literals(a, prediction, &words, &values))
        return PLUG_BLANK_PREDICTION;
    order_values(p, a, gold, &gold_values);
    p->tokens = words;
    for (size_t i = 0; i < words.count; i++)
        if (str_eq_nocase(words.items[i], mark)) {
            words.items[i] = STR_NONE;
            p->n_slots++;
        }
    p->exhausted = p->n_slots > 0 && p->values.count == 0;
    p->choice = arena_zalloc(a, p->n_slots * sizeof *p->choice);
    return PLUG_READY;
}

static struct str fill_places(const struct official_plug *p, const uint32_t *choice,
                              struct arena *a)
{
    struct word_list filled = {0};
    for (size_t i = 0, slot = 0; i < p->tokens.count; i++)
        word_list_add(a, &filled,
                      p->tokens.items[i].ptr ? p->tokens.items[i]
                                             : p->values.items[choice[slot++]]);
    return join_words(a, &filled);
}

/* Count up, the last place fastest. */
static void advance_choice(struct official_plug *p)
{
    size_t i = p->n_slots;
    while (i > 0 && ++p->choice[i - 1] == p->values.count)
        p->choice[--i] = 0;
    p->exhausted = i == 0;
}

bool official_plug_next(struct official_plug *p, struct arena *a, struct str *out)
{
    if (p->exhausted)
        return false;
    uint32_t *natural = ARENA_ARRAY(a, uint32_t, p->n_slots);
    natural_choice(p, natural);
    if (!p->natural_given) {
        p->natural_given = true;
        *out = fill_places(p, natural, a);
        return true;
    }
    if (p->n_slots == 0 || memcmp(p->choice, natural, p->n_slots * sizeof *natural) == 0)
        advance_choice(p);
    if (p->exhausted)
        return false;
    *out = fill_places(p, p->choice, a);
    advance_choice(p);
    return true;
}
