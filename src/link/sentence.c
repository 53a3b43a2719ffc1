/* sentence.c: full stops that end a sentence and others, and putting a sentence together. */
#include "link/sentence.h"

#include "base/buf.h"

static bool is_final(const struct word *t)
{
    return t->kind == TOKEN_MARK && memchr("?.!", t->token.ptr[0], 3);
}

/* A word that stands for a longer one, so that a full stop belongs to it: of the class, spelled
 * with full stops ("Ph.D."), or a letter that stands for a name ("J. Smith"). */
static bool is_short_form(const struct word *t)
{
    return (t->classes & WORD_ABBREVIATION) ||
           (t->kind == TOKEN_WORD && (memchr(t->token.ptr, '.', t->token.len) ||
                                      (t->token.len == 1 && ascii_capital(t->token.ptr[0]) &&
                                       !(t->classes & WORD_PRONOUN))));
}

/* Does a sentence seem to begin with it? Names have capitals too, but none is such a small word. */
static bool may_begin(const struct word *t)
{
    enum {
        BEGINS = WORD_DETERMINER | WORD_PREPOSITION | WORD_AUXILIARY | WORD_MODAL | WORD_PRONOUN |
                 WORD_INTERROGATIVE | WORD_CONJUNCTION | WORD_COMMAND
    };
    return t->kind == TOKEN_WORD && ascii_capital(t->token.ptr[0]) &&
           ((t->classes & BEGINS) || is_one_of(t->token, "please help let"));
}

/* "Computer Info. Systems": a short word with a capital, and then a name rather than another
 * sentence. */
static bool is_short_name(const struct word *t, const struct word *after)
{
    enum { LONGEST = 5 };
    return t->kind == TOKEN_WORD && t->token.len <= LONGEST && ascii_capital(t->token.ptr[0]) &&
           after->kind == TOKEN_WORD && ascii_capital(after->token.ptr[0]) && !may_begin(after);
}

/* "the 1. Bundesliga", but not "the one whose id is 1. sort by age" */
static bool is_ordinal(const struct word *number, const struct word *after)
{
    return number->kind == TOKEN_NUMBER && number->token.len <= 2 &&
           !(after->classes & (WORD_COMMAND | WORD_INTERROGATIVE)) && !may_begin(after);
}

/* "St. Louis", "1. Bundesliga", "i.e., Paris": a full stop that ends no sentence. */
static bool is_within(const struct words *w, uint32_t i)
{
    const struct word *before = &w->items[i - 1], *after = &w->items[i + 1];
    if (after->kind == TOKEN_MARK && memchr(",;:", after->token.ptr[0], 3))
        return true;
    return (is_short_form(before) && !may_begin(after)) || is_short_name(before, after) ||
           is_ordinal(before, after);
}

static bool ends_sentence(const struct words *w, uint32_t i)
{
    if (!is_final(&w->items[i]))
        return false;
    return w->items[i].token.ptr[0] != '.' || i + 1 == w->count || i == 0 || !is_within(w, i);
}

static void mark_ends(struct words *w)
{
    for (uint32_t i = 0; i < w->count; i++)
        w->items[i].ends = ends_sentence(w, i);
}

void first_sentence_find(struct words *w)
{
    while (w->n_first < w->count && !w->items[w->n_first].ends)
        w->n_first++;
    while (w->n_first + w->n_mark < w->count && is_final(&w->items[w->n_first + w->n_mark]))
        w->n_mark++;
}

/* A capital within a sentence shows a name. */
static void mark_proper_names(struct words *w)
{
    for (uint32_t i = 1; i < w->count; i++) {
        char c = w->items[i].token.ptr[0];
        if (w->items[i].kind == TOKEN_WORD && ascii_capital(c) && !w->items[i - 1].ends)
            w->items[i].fixed = true;
    }
}

void sentences_mark(struct words *w)
{
    mark_ends(w);
    mark_proper_names(w);
}

bool is_final_mark(const struct words *w, uint32_t i)
{
    return w->items[i].ends;
}

bool begins_sentence(const struct words *w, uint32_t i)
{
    return i == 0 || is_final_mark(w, i - 1);
}

bool clause_ends_at(const struct words *w, uint32_t i)
{
    return i >= w->count || w->items[i].ends || word_is(w, i, ", ;");
}

struct str text_after_first(const struct words *w)
{
    uint32_t next = w->n_first + w->n_mark;
    if (next >= w->count)
        return (struct str){w->text.ptr, 0};
    return str_trim(
        str_slice(w->text, (size_t)(w->items[next].token.ptr - w->text.ptr), w->text.len));
}

/* Append a piece. The question's first word loses its capital if it no longer begins the sentence:
 * small words lose all their capitals. Others are perhaps names, and lose the one that the place
 * gave them. */
static void put_piece(struct buf *out, const struct word *first, struct str piece)
{
    if (piece.len == 0)
        return;
    if (out->len > 0) {
        buf_putc(out, ' ');
        size_t n = first->fixed ? 0 : first->classes ? first->token.len : 1;
        if (piece.ptr == first->token.ptr)
            for (; n-- > 0 && piece.len > 0; piece = str_slice(piece, 1, piece.len))
                buf_putc(out, ascii_lower(piece.ptr[0]));
    }
    buf_put(out, piece);
}

struct str sentence_write(struct arena *a, const struct words *w, const struct str *pieces,
                          uint32_t n_pieces, char mark)
{
    struct str after = text_after_first(w);
    struct buf out = {0};
    for (uint32_t i = 0; i < n_pieces; i++)
        put_piece(&out, &w->items[0], pieces[i]);
    if (mark != '.' || !str_ends(buf_str(&out), STR("."))) /* "with a Ph.D." */
        buf_putc(&out, mark);
    if (after.len > 0) {
        buf_putc(&out, ' ');
        buf_put(&out, after);
        if (!memchr("?.!\"'", after.ptr[after.len - 1], 5))
            buf_putc(&out, '.');
    }
    return arena_str_capital(a, buf_keep(&out, a));
}
