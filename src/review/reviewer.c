/* reviewer.c: a table of keys; the lines above, on and below a page. */
#include "review/reviewer.h"

#include "base/printable.h"

#include <stdarg.h>
#include <stdio.h>

/* On a smaller screen no case can be read. */
enum { ROWS_MIN = 4, COLUMNS_MIN = 20 };
enum { HEAD_ROWS = 2, FOOT_ROWS = 1 };

static void set_message(struct reviewer *r, const char *format, ...) PRINTF(2, 3);

static void set_message(struct reviewer *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->message, sizeof r->message, format, args);
    va_end(args);
}

/* What keys do */

static void set_error(struct reviewer *r, const struct err *e)
{
    char text[180];
    err_format(e, text, sizeof text);
    set_message(r, "not decided: %s", text);
}

static void show_top(struct reviewer *r)
{
    r->scrolled = 0;
}

static void move_on(struct reviewer *r, int steps)
{
    if (session_move(r->session, steps))
        show_top(r);
    else
        set_message(r, "this is the %s case", steps > 0 ? "last" : "first");
}

/* About this case; then show the next. */
static void decide_case(struct reviewer *r, enum review_decision decision, struct str question)
{
    struct err e;
    if (session_decide(r->session, decision, question, &e) != OK)
        set_error(r, &e);
    else
        move_on(r, 1);
}

static void keep_or_drop(struct reviewer *r, int decision)
{
    decide_case(r, (enum review_decision)decision, STR(""));
}

static void undo_decision(struct reviewer *r, int unused)
{
    struct err e;
    uint32_t place;
    (void)unused;
    if (session_undo(r->session, &place, &e) != OK)
        set_error(r, &e);
    else if (place == NAME_NONE)
        set_message(r, "nothing is left to take back");
    else
        set_message(r, "taken back: %.*s%s", STR_ARG(r->session->suite.cases[place].id),
                    place == session_place(r->session) ? "" : ", which is not among these");
    show_top(r);
}

/* To filter, offer what is wanted most: the relation of this case, or all again. A name that is
 * typed replaces it. */
static void begin_line(struct reviewer *r, int mode)
{
    const struct review_session *s = r->session;
    struct str question = session_question(s, session_place(s));
    struct str relation = s->suite.cases[session_place(s)].relation;
    struct arena a = {0};
    if (mode == EDITING && question.len > LINE_EDITOR_MAX) {
        set_message(r, "this question is too long to be edited here");
        return;
    }
    line_editor_begin(&r->editor, mode == EDITING ? printable_line(&a, question) : STR(""));
    if (mode == FILTERING && s->relation.len == 0)
        line_editor_offer(&r->editor, printable_line(&a, relation));
    arena_release(&a);
    r->mode = (enum reviewer_mode)mode;
}

static void show_help(struct reviewer *r, int mode)
{
    r->mode = (enum reviewer_mode)mode;
    show_top(r);
}

static void quit_review(struct reviewer *r, int unused)
{
    (void)unused;
    r->done = true;
}

static const struct {
    uint32_t code;
    int argument;      /* of `run` */
    const char *label; /* below the page */
    const char *help;
    void (*run)(struct reviewer *r, int argument);
} KEYS[] = {
    {'?', READING_HELP, "help", "these keys", show_help},
    {'q', 0, "quit", "quit; all decisions are on disk already", quit_review},
    {'k', REVIEW_KEEP, "keep", "keep the case, and go on to the next", keep_or_drop},
    {'d', REVIEW_DROP, "drop", "drop the case, and go on to the next", keep_or_drop},
    {'e', EDITING, "edit", "edit the question: Enter accepts and goes on, Esc leaves it as it was",
     begin_line},
    {'u', 0, "undo", "take back the last decision, also of an earlier session", undo_decision},
    {'n', 1, "next", "the next case (or the right arrow)", move_on},
    {'p', -1, "previous", "the case before (or the left arrow)", move_on},
    {'/', SEARCHING, "search", "search in ids and questions; with no text, the same again",
     begin_line},
    {'r', FILTERING, "relation",
     "only cases of a relation: Enter takes that of this case, or type another; r and Enter again "
     "show all",
     begin_line},
    {'g', GOING, "go to", "go to the case of an id", begin_line},
};

enum { N_KEYS = COUNT_OF(KEYS) };

static void scroll_page(struct reviewer *r, int64_t lines)
{
    int64_t to = (int64_t)r->scrolled + lines; /* drawing stops it at the end of the page */
    r->scrolled = (uint32_t)(to < 0 ? 0 : to);
}

static void press_looking(struct reviewer *r, struct press key)
{
    int64_t page = r->rows > 1 ? (int64_t)r->rows - 1 : 1;
    for (size_t i = 0; i < N_KEYS && key.kind == PRESS_TEXT; i++)
        if (KEYS[i].code == key.code) {
            KEYS[i].run(r, KEYS[i].argument);
            return;
        }
    if (key.kind == PRESS_LEFT || key.kind == PRESS_RIGHT)
        move_on(r, key.kind == PRESS_LEFT ? -1 : 1);
    else if (key.kind == PRESS_UP || key.kind == PRESS_DOWN)
        scroll_page(r, key.kind == PRESS_UP ? -1 : 1);
    else if (key.kind == PRESS_PAGE_UP || key.kind == PRESS_PAGE_DOWN)
        scroll_page(r, key.kind == PRESS_PAGE_UP ? -page : page);
    else if (key.kind == PRESS_TEXT && key.code == ' ')
        scroll_page(r, page);
    else if (key.kind == PRESS_TEXT)
        set_message(r, "no such key; ? shows all of them");
}

static void press_help(struct reviewer *r, struct press key)
{
    if (key.kind == PRESS_UP || key.kind == PRESS_DOWN) {
        scroll_page(r, key.kind == PRESS_UP ? -1 : 1);
    } else if (key.kind != PRESS_NONE) {
        r->mode = LOOKING;
        r->scrolled = 0;
    }
}

/* Lines that were typed */

static void accept_question(struct reviewer *r, struct str text)
{
    struct arena a = {0};
    struct str shown = printable_line(&a, session_question(r->session, session_place(r->session)));
    if (text.len == 0)
        set_message(r, "not decided: a question needs words");
    else if (str_eq(text, shown)) /* bytes of it that are not printable stay, too */
        set_message(r, "the question is as it was");
    else
        decide_case(r, REVIEW_EDIT, text);
    arena_release(&a);
}

static void accept_search(struct reviewer *r, struct str text)
{
    struct review_session *s = r->session;
    if (text.len == 0)
        text = s->sought;
    if (text.len == 0)
        return;
    if (session_search(s, text))
        show_top(r);
    else
        set_message(r, "not found: %.*s", STR_ARG(text));
}

static void accept_id(struct reviewer *r, struct str text)
{
    if (text.len > 0 && session_go(r->session, text))
        show_top(r);
    else if (text.len > 0)
        set_message(r, "no such case here: %.*s", STR_ARG(text));
}

static void show_relations(struct reviewer *r, struct str unknown)
{
    struct arena a = {0};
    struct str known = session_relations(r->session, &a);
    set_message(r, "no case of it here: %.*s; there are: %.*s", STR_ARG(unknown), STR_ARG(known));
    arena_release(&a);
}

static void accept_relation(struct reviewer *r, struct str text)
{
    if (session_filter(r->session, text))
        show_top(r);
    else
        show_relations(r, text);
}

/* By mode: what is before the line, and what is done with it. */
static const struct {
    const char *prompt;
    void (*accept)(struct reviewer *r, struct str text);
} LINES[] = {
    [EDITING] = {"question: ", accept_question},
    [SEARCHING] = {"search: ", accept_search},
    [GOING] = {"id: ", accept_id},
    [FILTERING] = {"relation: ", accept_relation},
};

static void press_typing(struct reviewer *r, struct press key)
{
    enum reviewer_mode mode = r->mode;
    if (key.kind == PRESS_ENTER || key.kind == PRESS_ESCAPE)
        r->mode = LOOKING;
    if (key.kind == PRESS_ENTER)
        LINES[mode].accept(r, str_trim(line_editor_text(&r->editor)));
    else
        line_editor_press(&r->editor, key);
}

void reviewer_begin(struct reviewer *r, struct review_session *s)
{
    *r = (struct reviewer){.session = s};
}

void reviewer_release(struct reviewer *r)
{
    line_editor_release(&r->editor);
}

void reviewer_press(struct reviewer *r, struct press key)
{
    if (key.kind != PRESS_NONE)
        r->message[0] = '\0';
    if (r->mode == LOOKING)
        press_looking(r, key);
    else if (r->mode == READING_HELP)
        press_help(r, key);
    else
        press_typing(r, key);
}

/* The screen */

static struct page_line one_piece_line(struct arena *a, struct str text, enum page_style style)
{
    struct page_piece *piece = ARENA_NEW(a, struct page_piece);
    *piece = (struct page_piece){text, style};
    return (struct page_line){piece, 1};
}

/* "12 of 532, 3 dropped, 1 edited" */
static struct str progress_text(struct arena *a, const struct review_session *s)
{
    uint32_t counts[REVIEW_DECISIONS] = {0};
    for (uint32_t i = 0; i < s->n_view; i++)
        counts[s->reviews.now[s->view[i]].decision]++;
    struct str text =
        arena_printf(a, "%u of %u, %u dropped, %u edited, %u open", s->at + 1, s->n_view,
                     counts[REVIEW_DROP], counts[REVIEW_EDIT], counts[REVIEW_NONE]);
    if (s->relation.len)
        text = arena_printf(a, "%.*s; %.*s only", STR_ARG(text),
                            STR_ARG(printable_line(a, s->relation)));
    return text;
}

static struct str case_title(struct arena *a, const struct review_session *s)
{
    static const char *const STATES[] = {[REVIEW_NONE] = "not decided",
                                         [REVIEW_KEEP] = "kept",
                                         [REVIEW_DROP] = "dropped",
                                         [REVIEW_EDIT] = "edited"};
    uint32_t place = session_place(s);
    return arena_printf(a, "%.*s: %s", STR_ARG(printable_line(a, s->suite.cases[place].id)),
                        STATES[s->reviews.now[place].decision]);
}

/* As many keys as fit, the first ones first. */
static struct str keys_text(struct arena *a, uint32_t columns)
{
    struct buf text = {0};
    for (size_t i = 0; i < N_KEYS; i++) {
        size_t len = text.len;
        buf_printf(&text, "%s%c %s", i ? "  " : "", (int)KEYS[i].code, KEYS[i].label);
        if (text.len > columns) {
            buf_truncate(&text, len);
            break;
        }
    }
    struct str copy = arena_str(a, buf_str(&text));
    buf_release(&text);
    return copy;
}

static void put_help(struct arena *a, struct review_page *p)
{
    for (size_t i = 0; i < N_KEYS; i++) {
        const char label[] = {(char)KEYS[i].code, '\0'};
        review_page_text(a, p, label, str_from(KEYS[i].help));
    }
    review_page_text(a, p, "up, down",
                     STR("scroll, where a case is longer than the screen; Space and the "
                         "page keys scroll further"));
    review_page_text(a, p, "", STR("Any other key goes back to the case."));
}

static struct page_line foot_line(const struct reviewer *r, struct arena *a, uint32_t columns,
                                  const struct review_page *p)
{
    struct str text = printable_line(a, arena_str(a, str_from(r->message)));
    if (text.len == 0 && p->count > r->rows)
        text = arena_printf(a, "lines %u-%u of %u  %.*s", r->scrolled + 1, r->scrolled + r->rows,
                            p->count, STR_ARG(keys_text(a, columns)));
    else if (text.len == 0)
        text = keys_text(a, columns);
    return one_piece_line(a, review_page_cut(a, text, columns), STYLE_BAR);
}

/* The last row, if something is typed; without the prompt if there is no room for it. */
static struct page_line typed_line(const struct reviewer *r, struct arena *a, uint32_t columns,
                                   struct review_screen *out)
{
    struct str prompt = str_from(LINES[r->mode].prompt);
    uint32_t before = prompt.len * 2 < columns ? (uint32_t)prompt.len : 0, column;
    struct str shown = line_editor_window(&r->editor, columns - before, &column);
    struct page_piece *pieces = ARENA_ARRAY(a, struct page_piece, 2);
    pieces[0] = (struct page_piece){str_slice(prompt, 0, before), STYLE_LABEL};
    pieces[1] = (struct page_piece){arena_str(a, shown), STYLE_PLAIN};
    out->typing = true;
    out->cursor_row = out->rows - 1;
    out->cursor_column = before + column;
    return (struct page_line){pieces, 2};
}

void reviewer_draw(struct reviewer *r, struct arena *a, uint32_t rows, uint32_t columns,
                   struct review_screen *out)
{
    struct review_session *s = r->session;
    struct review_page page = {.width = columns};
    *out = (struct review_screen){.rows = rows};
    out->lines = arena_zalloc(a, ((size_t)rows + 1) * sizeof *out->lines);
    if (rows < ROWS_MIN || columns < COLUMNS_MIN) {
        out->lines[0] =
            one_piece_line(a, review_page_cut(a, STR("too small"), columns), STYLE_PLAIN);
        return;
    }
    if (r->mode == READING_HELP)
        put_help(a, &page);
    else
        review_page_fill(a, &page, &s->suite, &s->reviews, session_place(s));
    r->rows = rows - HEAD_ROWS - FOOT_ROWS;
    uint32_t most = page.count > r->rows ? page.count - r->rows : 0;
    r->scrolled = r->scrolled < most ? r->scrolled : most;
    out->lines[0] = one_piece_line(a, review_page_cut(a, progress_text(a, s), columns), STYLE_BAR);
    out->lines[1] = one_piece_line(a, review_page_cut(a, case_title(a, s), columns), STYLE_LABEL);
    for (uint32_t i = 0; i < r->rows && r->scrolled + i < page.count; i++)
        out->lines[HEAD_ROWS + i] = page.lines[r->scrolled + i];
    out->lines[rows - 1] = r->mode == LOOKING || r->mode == READING_HELP
                               ? foot_line(r, a, columns, &page)
                               : typed_line(r, a, columns, out);
}
