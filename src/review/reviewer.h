/* reviewer.h: what the keys of a reviewer do, and what the screen shows. It knows no terminal. */
#ifndef TEQL_REVIEW_REVIEWER_H
#define TEQL_REVIEW_REVIEWER_H

#include "review/line_editor.h"
#include "review/review_page.h"
#include "review/session.h"

/* What keys do: in the last four, they type a line. */
enum reviewer_mode { LOOKING, READING_HELP, EDITING, SEARCHING, GOING, FILTERING };

struct reviewer {
    struct review_session *session;
    enum reviewer_mode mode;
    struct line_editor editor; /* while something is typed */
    uint32_t scrolled;         /* lines of the page that are above the screen */
    uint32_t rows;             /* for the page, when it was drawn last */
    char message[200];         /* what the last key did; may be empty */
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

/* A key was pressed. Decisions are on disk when this returns. One that cannot be written is not
 * made, and the screen says so. */
void reviewer_press(struct reviewer *r, struct press key);

/* The screen, of any size. In `a`. */
void reviewer_draw(struct reviewer *r, struct arena *a, uint32_t rows, uint32_t columns,
                   struct review_screen *out);

#endif
