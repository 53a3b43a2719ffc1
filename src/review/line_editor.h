/* line_editor.h: one line of text that is being typed. It knows keys, not terminals. */
#ifndef TEQL_REVIEW_LINE_EDITOR_H
#define TEQL_REVIEW_LINE_EDITOR_H

#include "base/buf.h"

#include <stdint.h>

enum press_kind {
    PRESS_NONE, /* a key that means nothing here */
    PRESS_TEXT, /* a character */
    PRESS_ENTER,
    PRESS_ESCAPE,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_UP,
    PRESS_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_BACKSPACE,
    PRESS_DELETE,
    PRESS_CLEAR /* removes all before the cursor, as Ctrl-U in shells */
};

/* A key that was pressed. */
struct press {
    enum press_kind kind;
    uint32_t code; /* of PRESS_TEXT: the code point */
};

struct line_editor {
    struct buf text; /* well-formed UTF-8 without control characters */
    size_t cursor;   /* the byte after it; never inside a character */
    bool offered;    /* the text is only a proposal: what is typed replaces it */
};

/* Longest line that can be typed, in bytes. */
enum { LINE_EDITOR_MAX = 1 << 16 };

/* Begin with `text`, which must be printable, and the cursor after it. */
void line_editor_begin(struct line_editor *l, struct str text);

/* The same, but the first character that is typed, or Backspace, removes the text. After any other
 * key it is a text like any other. */
void line_editor_offer(struct line_editor *l, struct str text);
void line_editor_release(struct line_editor *l);

struct str line_editor_text(const struct line_editor *l);

/* A key was pressed. Keys that edit nothing are ignored, and so are characters without room. */
void line_editor_press(struct line_editor *l, struct press key);

/* The piece that is shown on `width` columns, at least 1: it has the cursor, at *column. */
struct str line_editor_window(const struct line_editor *l, uint32_t width, uint32_t *column);

/* The columns that the character at text.ptr[at] takes, 0 to 2, and its length in bytes. 1 column
 * if the locale does not know it. */
uint32_t text_columns(struct str text, size_t at, size_t *len);

#endif
