/* word_diff.c: the largest common part of two lists of words and signs. */
#include "report/word_diff.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "spider/official_char.h"

#include <stdint.h>

/* Words weigh more than signs. A pair that follows a pair gets a small bonus, so that differences
 * are marked in few pieces; it never outweighs a word. */
enum { WORD_WEIGHT = 8, SIGN_WEIGHT = 2, RUN_BONUS = 1 };

enum { CELLS_MAX = 4000000 }; /* of the table */

enum script { SCRIPT_BLANK, SCRIPT_SIGN, SCRIPT_WORD, SCRIPT_UNSPACED };

/* Beyond ASCII: each script begins at `from` and ends at the next. */
static const struct {
    uint32_t from;
    enum script script;
} SCRIPTS[] = {
    {0x80, SCRIPT_SIGN},    {0xA0, SCRIPT_BLANK},       {0xA1, SCRIPT_SIGN},
    {0xAA, SCRIPT_WORD},    {0xAB, SCRIPT_SIGN},        {0xB5, SCRIPT_WORD},
    {0xB6, SCRIPT_SIGN},    {0xBA, SCRIPT_WORD},        {0xBB, SCRIPT_SIGN},
    {0xC0, SCRIPT_WORD},    {0xD7, SCRIPT_SIGN},        {0xD8, SCRIPT_WORD},
    {0xF7, SCRIPT_SIGN},    {0xF8, SCRIPT_WORD},        {0x2000, SCRIPT_BLANK},
    {0x200B, SCRIPT_SIGN},  {0x2028, SCRIPT_BLANK},     {0x202A, SCRIPT_SIGN},
    {0x202F, SCRIPT_BLANK}, {0x2030, SCRIPT_SIGN},      {0x205F, SCRIPT_BLANK},
    {0x2060, SCRIPT_SIGN},  {0x2C00, SCRIPT_WORD},      {0x2E00, SCRIPT_SIGN},
    {0x3000, SCRIPT_BLANK}, {0x3001, SCRIPT_SIGN},      {0x3040, SCRIPT_UNSPACED},
    {0xA000, SCRIPT_WORD},  {0xF900, SCRIPT_UNSPACED},  {0xFB00, SCRIPT_WORD},
    {0xFE10, SCRIPT_SIGN},  {0xFE70, SCRIPT_WORD},      {0xFEFF, SCRIPT_SIGN},
    {0xFF10, SCRIPT_WORD},  {0xFF1A, SCRIPT_SIGN},      {0xFF21, SCRIPT_WORD},
    {0xFF3B, SCRIPT_SIGN},  {0xFF41, SCRIPT_WORD},      {0xFF5B, SCRIPT_SIGN},
    {0xFF66, SCRIPT_WORD},  {0xFFE0, SCRIPT_SIGN},      {0x10000, SCRIPT_WORD},
    {0x1F000, SCRIPT_SIGN}, {0x20000, SCRIPT_UNSPACED},
};

static enum script ascii_script(char c)
{
    if (ascii_space(c))
        return SCRIPT_BLANK;
    bool letter = ascii_letter(c);
    return letter || ascii_digit(c) || c == '_' ? SCRIPT_WORD : SCRIPT_SIGN;
}

static enum script script_of(uint32_t code)
{
    size_t i = 0;
    if (code < 0x80)
        return ascii_script((char)code);
    while (i + 1 < COUNT_OF(SCRIPTS) && SCRIPTS[i + 1].from <= code)
        i++;
    return SCRIPTS[i].script;
}

static enum script script_at(struct str text, size_t at, size_t *len)
{
    return at < text.len ? script_of(utf8_code_point(text, at, len)) : SCRIPT_BLANK;
}

/* Tokens */

struct diff_token {
    struct str text, same; /* `same`: what is compared */
    bool word, blank;      /* blank: a blank precedes it */
    bool common;
};

struct diff_tokens {
    struct diff_token *items;
    size_t count;
};

/* Does the sign at `at` belong to the word around it, as in "don't" and "3.5"? */
static bool joins_word(struct str text, size_t at, uint32_t sign)
{
    size_t len;
    utf8_code_point(text, at, &len);
    size_t next = at + len;
    if (next >= text.len)
        return false;
    if (sign == '.' || sign == ',')
        return ascii_digit(text.ptr[at - 1]) && ascii_digit(text.ptr[next]);
    return (sign == '\'' || sign == 0x2019) && script_at(text, next, &len) == SCRIPT_WORD;
}

/* The end of the token that begins at `at`, which is not a blank. */
static size_t token_end(struct str text, size_t at)
{
    size_t len;
    if (script_at(text, at, &len) != SCRIPT_WORD)
        return at + len;
    for (at += len; at < text.len; at += len) {
        uint32_t code = utf8_code_point(text, at, &len);
        if (script_of(code) != SCRIPT_WORD && !joins_word(text, at, code))
            break;
    }
    return at;
}

static struct diff_tokens tokens_of(struct arena *a, struct str text)
{
    struct diff_tokens all = {NULL, 0};
    bool blank = false;
    for (size_t at = 0, len = 0, end; at < text.len; at = end) {
        enum script script = script_at(text, at, &len);
        end = script == SCRIPT_BLANK ? at + len : token_end(text, at);
        if (script != SCRIPT_BLANK) {
            struct str token = str_slice(text, at, end);
            ARENA_ADD(a, all.items, all.count,
                      (struct diff_token){.text = token,
                                          .same = official_lower(a, token),
                                          .word = script != SCRIPT_SIGN,
                                          .blank = blank});
        }
        blank = script == SCRIPT_BLANK;
    }
    return all;
}

/* The common part */

static bool tokens_equal(const struct diff_token *x, const struct diff_token *y)
{
    return str_eq(x->same, y->same);
}

/* The rest of both lists, without the beginning and end that they share. */
struct diff_rest {
    struct diff_token *x, *y;
    size_t n_x, n_y;
    bool follows; /* there was a common beginning */
};

static struct diff_rest take_ends(struct diff_tokens x, struct diff_tokens y)
{
    struct diff_rest r = {x.items, y.items, x.count, y.count, false};
    for (; r.n_x && r.n_y && tokens_equal(r.x, r.y); r.n_x--, r.n_y--, r.follows = true)
        (r.x++)->common = (r.y++)->common = true;
    for (; r.n_x && r.n_y && tokens_equal(&r.x[r.n_x - 1], &r.y[r.n_y - 1]); r.n_x--, r.n_y--)
        r.x[r.n_x - 1].common = r.y[r.n_y - 1].common = true;
    return r;
}

/* The largest weight that the tokens from here on can have in common: after anything, and after a
 * pair of equal tokens. */
struct diff_cell {
    uint32_t plain, after_pair;
};

static uint32_t larger(uint32_t x, uint32_t y)
{
    return x > y ? x : y;
}

static uint32_t pair_value(const struct diff_token *t, const struct diff_cell *here, size_t width)
{
    return here[width + 1].after_pair + (t->word ? WORD_WEIGHT : SIGN_WEIGHT);
}

static void fill_cells(const struct diff_rest *r, struct diff_cell *cells)
{
    size_t width = r->n_y + 1;
    for (size_t i = r->n_x; i-- > 0;)
        for (size_t k = r->n_y; k-- > 0;) {
            struct diff_cell *here = &cells[i * width + k];
            uint32_t skipped = larger(here[width].plain, here[1].plain);
            *here = (struct diff_cell){skipped, skipped};
            if (tokens_equal(&r->x[i], &r->y[k])) {
                uint32_t pair = pair_value(&r->x[i], here, width);
                here->plain = larger(pair, skipped);
                here->after_pair = larger(pair + RUN_BONUS, skipped);
            }
        }
}

static void mark_common(struct diff_rest *r, const struct diff_cell *cells)
{
    size_t width = r->n_y + 1;
    bool follows = r->follows;
    for (size_t i = 0, k = 0; i < r->n_x && k < r->n_y;) {
        const struct diff_cell *here = &cells[i * width + k];
        uint32_t below = here[width].plain, right = here[1].plain;
        follows =
            tokens_equal(&r->x[i], &r->y[k]) &&
            pair_value(&r->x[i], here, width) + (follows ? RUN_BONUS : 0) >= larger(below, right);
        if (follows)
            r->x[i++].common = r->y[k++].common = true;
        else if (below >= right)
            i++;
        else
            k++;
    }
}

/* Writing */

/* Neighbouring tokens that are all common, or all not, are one part. A blank between two parts
 * belongs to the common one. */
static struct diff_parts parts_of(struct arena *a, struct diff_tokens t)
{
    struct diff_parts all = {NULL, 0};
    struct buf text = {0};
    for (size_t i = 0; i < t.count; i++) {
        const struct diff_token *it = &t.items[i];
        bool first = i == 0 || it[-1].common != it->common;
        bool last = i + 1 == t.count || it[1].common != it->common;
        buf_put(&text, it->blank && i && (!first || it->common) ? STR(" ") : STR(""));
        buf_put(&text, it->text);
        if (!last)
            continue;
        buf_put(&text, it->common && i + 1 < t.count && it[1].blank ? STR(" ") : STR(""));
        ARENA_ADD(a, all.items, all.count,
                  (struct diff_part){arena_str(a, buf_str(&text)), it->common});
        buf_clear(&text);
    }
    buf_release(&text);
    return all;
}

static struct diff_parts whole_text_part(struct arena *a, struct str text)
{
    struct diff_parts one = {ARENA_NEW(a, struct diff_part), 1};
    one.items[0] = (struct diff_part){text, true};
    return one;
}

void word_diff_parts(struct arena *a, struct str before, struct str after,
                     struct diff_parts *parts_before, struct diff_parts *parts_after)
{
    struct diff_tokens x = tokens_of(a, before), y = tokens_of(a, after);
    struct diff_rest rest = take_ends(x, y);
    *parts_before = whole_text_part(a, before);
    *parts_after = whole_text_part(a, after);
    if (rest.n_x && rest.n_y > CELLS_MAX / rest.n_x)
        return;
    struct diff_cell *cells = arena_zalloc(a, (rest.n_x + 1) * (rest.n_y + 1) * sizeof *cells);
    fill_cells(&rest, cells);
    mark_common(&rest, cells);
    *parts_before = parts_of(a, x);
    *parts_after = parts_of(a, y);
}

static struct str marked_text(struct arena *a, struct diff_parts parts, struct str open,
                              struct str close)
{
    struct buf out = {0};
    for (size_t i = 0; i < parts.count; i++) {
        const struct diff_part *it = &parts.items[i];
        buf_put(&out, it->common ? STR("") : open);
        buf_put(&out, it->text);
        buf_put(&out, it->common ? STR("") : close);
    }
    struct str copy = arena_str(a, buf_str(&out));
    buf_release(&out);
    return copy;
}

void word_diff(struct arena *a, struct str before, struct str after, struct str *marked_before,
               struct str *marked_after)
{
    struct diff_parts x, y;
    word_diff_parts(a, before, after, &x, &y);
    *marked_before = marked_text(a, x, STR("[-"), STR("-]"));
    *marked_after = marked_text(a, y, STR("{+"), STR("+}"));
}
