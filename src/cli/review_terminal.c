/* review_terminal.c: the only file that knows curses. */
#include "cli/review_terminal.h"

#include "cli/listen.h"
#include "review/reviewer.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A signal that comes just before a key is waited for may wait for WAIT_MS. */
enum { WAIT_MS = 200, ESCAPE_MS = 50 };
enum { CONTROL_U = 'U' & 0x1F, DELETE_CODE = 0x7F, ESCAPE_CODE = 0x1B };

static const struct {
    wint_t code;
    bool function; /* one of curses' own codes */
    enum press_kind kind;
} PRESSES[] = {
    {'\n', false, PRESS_ENTER},
    {'\r', false, PRESS_ENTER},
    {KEY_ENTER, true, PRESS_ENTER},
    {ESCAPE_CODE, false, PRESS_ESCAPE},
    {KEY_LEFT, true, PRESS_LEFT},
    {KEY_RIGHT, true, PRESS_RIGHT},
    {KEY_UP, true, PRESS_UP},
    {KEY_DOWN, true, PRESS_DOWN},
    {KEY_HOME, true, PRESS_HOME},
    {KEY_END, true, PRESS_END},
    {KEY_PPAGE, true, PRESS_PAGE_UP},
    {KEY_NPAGE, true, PRESS_PAGE_DOWN},
    {KEY_BACKSPACE, true, PRESS_BACKSPACE},
    {'\b', false, PRESS_BACKSPACE},
    {DELETE_CODE, false, PRESS_BACKSPACE},
    {KEY_DC, true, PRESS_DELETE},
    {CONTROL_U, false, PRESS_CLEAR},
};

static struct press press_of(wint_t code, bool function)
{
    for (size_t i = 0; i < COUNT_OF(PRESSES); i++)
        if (PRESSES[i].code == code && PRESSES[i].function == function)
            return (struct press){PRESSES[i].kind, 0};
    return function ? (struct press){PRESS_NONE, 0} : (struct press){PRESS_TEXT, (uint32_t)code};
}

/* Drawing */

struct terminal {
    SCREEN *screen;
    attr_t looks[PAGE_STYLES];
};

static void draw_line(const struct terminal *t, int row, const struct page_line *line)
{
    (void)move(row, 0);
    for (uint32_t i = 0; i < line->count; i++) {
        const struct page_piece *p = &line->pieces[i];
        (void)attrset((int)t->looks[p->style]);
        (void)addnstr(p->text.ptr ? p->text.ptr : "", (int)p->text.len);
    }
    (void)attrset(A_NORMAL);
}

static void draw_screen(const struct terminal *t, struct reviewer *r)
{
    struct arena a = {0};
    struct review_screen screen;
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    reviewer_draw(r, &a, (uint32_t)rows, (uint32_t)columns, &screen);
    (void)erase();
    for (uint32_t i = 0; i < screen.rows; i++)
        draw_line(t, (int)i, &screen.lines[i]);
    (void)curs_set(screen.typing);
    if (screen.typing)
        (void)move((int)screen.cursor_row, (int)screen.cursor_column);
    (void)refresh();
    arena_release(&a);
}

/* Marks are seen without colours, too: a terminal may have none, and users may not see them. */
static void choose_looks(struct terminal *t)
{
    enum { REMOVED_PAIR = 1, ADDED_PAIR };
    bool colours = !getenv("NO_COLOR") && has_colors() && start_color() == OK;
    t->looks[STYLE_LABEL] = A_BOLD;
    t->looks[STYLE_BAR] = A_UNDERLINE;
    t->looks[STYLE_REMOVED] = t->looks[STYLE_ADDED] = A_REVERSE;
    if (!colours)
        return;
    short paper = use_default_colors() == OK ? -1 : COLOR_BLACK;
    init_pair(REMOVED_PAIR, COLOR_RED, paper);
    init_pair(ADDED_PAIR, COLOR_GREEN, paper);
    t->looks[STYLE_REMOVED] |= (attr_t)COLOR_PAIR(REMOVED_PAIR);
    t->looks[STYLE_ADDED] |= (attr_t)COLOR_PAIR(ADDED_PAIR);
}

/* The suite is UTF-8, and so are terminals, also if the locale of their programs is not. */
static void choose_locale(void)
{
    if (!setlocale(LC_CTYPE, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0)
        setlocale(LC_CTYPE, "C.UTF-8");
}

/* Can the cursor be put anywhere? */
static bool can_address(void)
{
    const char *how = tigetstr("cup");
    return how && how != (const char *)-1;
}

static enum status open_terminal(struct terminal *t, struct err *e)
{
    const char *name = getenv("TERM");
    *t = (struct terminal){0};
    choose_locale();
    t->screen = newterm(NULL, stdout, stdin);
    if (t->screen && !can_address()) {
        endwin();
        delscreen(t->screen);
        t->screen = NULL;
    }
    if (!t->screen)
        return err_set(e, E_IO, "cannot draw on a terminal of type '%s'", name ? name : "");
    (void)cbreak();
    (void)noecho();
    (void)keypad(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    timeout(WAIT_MS);
    choose_looks(t);
    return OK;
}

/* On a terminal with only one screen, what follows is written over the last row. */
static void close_terminal(struct terminal *t)
{
    (void)move(LINES - 1, 0);
    (void)clrtoeol();
    (void)refresh();
    endwin();
    delscreen(t->screen);
}

static bool terminal_is_gone(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static enum status check_running(struct err *e)
{
    if (*interrupt_flag())
        return err_set(e, E_INTERRUPTED, "stopped; all decisions are kept");
    if (terminal_is_gone())
        return err_set(e, E_IO, "the terminal is gone; all decisions are kept");
    return OK;
}

enum status review_on_terminal(struct review_session *s, struct err *e)
{
    struct terminal t;
    struct reviewer r;
    enum status status = OK;
    TRY(open_terminal(&t, e));
    reviewer_begin(&r, s);
    for (bool drawn = false; status == OK && !r.done; status = check_running(e)) {
        wint_t code;
        if (!drawn)
            draw_screen(&t, &r);
        int kind = get_wch(&code);
        drawn = kind == ERR;
        if (kind != ERR)
            reviewer_press(&r, press_of(code, kind == KEY_CODE_YES));
    }
    reviewer_release(&r);
    close_terminal(&t);
    return status;
}
