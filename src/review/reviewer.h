/* reviewer.h: what the keys of a reviewer do, and what the screen shows. It knows neither terminals
 * nor how they are drawn on. */
#ifndef TEQL_REVIEW_REVIEWER_H
#define TEQL_REVIEW_REVIEWER_H

#include "review/line_editor.h"
#include "review/review_page.h"
#include "review/session.h"

/* What a line that is typed is for. */
enum reviewer_mode { LOOKING, READING_HELP, EDITING, SEARCHING, GOING, FILTERING };

struct reviewer {
    struct review_session *session;
    enum reviewer_mode mode;
    struct line_editor editor; /* while something is typed */
    uint32_t scrolled;         /* lines of the page that are above the screen */
    uint32_t rows;             /* for the page, when it was drawn last */
    char message[200];         /* what the last key did; empty for nothing to tell */
    bool done;                 /* the reviewer wants to quit */
};

/* Lines from top to bottom, as many as there are rows. */
struct review_screen {
    struct page_line *lines;
    uint32_t rows;
    bool typing; /* the cursor is shown */
    uint32_t cursor_row, cursor_column;
};

void reviewer_begin(struct reviewer *r, struct review_session *s);
void reviewer_release(struct reviewer *r);

/* A key was pressed. Decisions are on disk when it returns; what cannot be written is told on the
 * screen, and not decided. */
void reviewer_press(struct reviewer *r, struct press key);

/* The screen of that size, of any size, in `a`. */
void reviewer_draw(struct reviewer *r, struct arena *a, uint32_t rows, uint32_t columns,
                   struct review_screen *out);

#endif
