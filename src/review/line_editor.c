/* line_editor.c: moves, types and deletes by characters, with their combining marks. */
#include "review/line_editor.h"

#include "base/printable.h"
#include "base/utf8.h"

#include <wchar.h>

uint32_t text_columns(struct str text, size_t at, size_t *len)
{
    int columns = wcwidth((wchar_t)utf8_code_point(text, at, len));
    return columns < 0 ? 1 : (uint32_t)columns;
}

void line_editor_begin(struct line_editor *l, struct str text)
{
    buf_clear(&l->text);
    buf_put(&l->text, utf8_cut(text, LINE_EDITOR_MAX));
    l->cursor = l->text.len;
    l->offered = false;
}

void line_editor_offer(struct line_editor *l, struct str text)
{
    line_editor_begin(l, text);
    l->offered = true;
}

void line_editor_release(struct line_editor *l)
{
    buf_release(&l->text);
    l->cursor = 0;
}

struct str line_editor_text(const struct line_editor *l)
{
    return buf_str(&l->text);
}

/* Places of the cursor: before each character that takes a column, and at the end. */

static size_t place_after(struct str text, size_t at)
{
    size_t len;
    if (at < text.len) {
        text_columns(text, at, &len);
        at += len;
    }
    while (at < text.len && text_columns(text, at, &len) == 0)
        at += len;
    return at;
}

static size_t place_before(struct str text, size_t at)
{
    size_t place = 0;
    for (size_t next = 0; next < at; next = place_after(text, next))
        place = next;
    return place;
}

static void remove_bytes(struct line_editor *l, size_t from, size_t to)
{
    if (to > from)
        memmove(l->text.ptr + from, l->text.ptr + to, l->text.len - to);
    buf_truncate(&l->text, l->text.len - (to - from));
    l->cursor = from;
}

/* Not what is not a character, or would steer a terminal. */
static bool can_be_typed(struct str character)
{
    char shown[4];
    memcpy(shown, character.ptr, character.len);
    printable_text(shown, character.len);
    return utf8_valid(character) && memcmp(shown, character.ptr, character.len) == 0 &&
           character.ptr[0] != '\n';
}

static void type_character(struct line_editor *l, uint32_t code)
{
    char bytes[4];
    if (code > 0x10FFFF)
        return;
    struct str character = {bytes, utf8_encode(code, bytes)};
    if (!can_be_typed(character) || l->text.len + character.len > LINE_EDITOR_MAX)
        return;
    size_t after = l->text.len - l->cursor;
    buf_put(&l->text, character); /* for room */
    memmove(l->text.ptr + l->cursor + character.len, l->text.ptr + l->cursor, after);
    memcpy(l->text.ptr + l->cursor, bytes, character.len);
    l->cursor += character.len;
}

/* A key that means nothing does not change a proposal. */
static void answer_offer(struct line_editor *l, enum press_kind kind)
{
    if (l->offered && (kind == PRESS_TEXT || kind == PRESS_BACKSPACE))
        remove_bytes(l, 0, l->text.len);
    l->offered = l->offered && kind == PRESS_NONE;
}

void line_editor_press(struct line_editor *l, struct press key)
{
    answer_offer(l, key.kind);
    struct str text = buf_str(&l->text);
    switch (key.kind) {
    case PRESS_TEXT:
        type_character(l, key.code);
        break;
    case PRESS_LEFT:
        l->cursor = place_before(text, l->cursor);
        break;
    case PRESS_RIGHT:
        l->cursor = place_after(text, l->cursor);
        break;
    case PRESS_HOME:
        l->cursor = 0;
        break;
    case PRESS_END:
        l->cursor = text.len;
        break;
    case PRESS_BACKSPACE:
        remove_bytes(l, place_before(text, l->cursor), l->cursor);
        break;
    case PRESS_DELETE:
        remove_bytes(l, l->cursor, place_after(text, l->cursor));
        break;
    case PRESS_CLEAR:
        remove_bytes(l, 0, l->cursor);
        break;
    default:
        break;
    }
}

/* The first character that is shown. One column is left for the cursor. */
static size_t window_start(struct str text, size_t cursor, uint32_t width, uint32_t *column)
{
    size_t start = 0, len;
    uint32_t columns = 0;
    for (size_t at = 0; at < cursor; at += len)
        columns += text_columns(text, at, &len);
    while (columns >= width && start < cursor) {
        size_t next = place_after(text, start);
        columns -= text_columns(text, start, &len);
        start = next;
    }
    *column = columns;
    return start;
}

struct str line_editor_window(const struct line_editor *l, uint32_t width, uint32_t *column)
{
    struct str text = buf_str(&l->text);
    size_t start = window_start(text, l->cursor, width, column), end = start, len = 0;
    for (uint32_t columns = 0; end < text.len; end += len) {
        columns += text_columns(text, end, &len);
        if (columns > width)
            break;
    }
    return str_slice(text, start, end);
}
