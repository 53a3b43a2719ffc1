/* fuzz_review.c: three texts with form feeds between them: reviews.jsonl of a small suite, a
 * question, and keys. Whatever is pressed, the screen is plain text that fits, and the decisions
 * are on disk. */
#include "input.h"
#include "small_suite.h"

#include "base/utf8.h"
#include "review/reviewer.h"

#include <locale.h>

enum { KEYS_MAX = 100 };

static void check_line(const struct page_line *line, uint32_t columns)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < line->count; i++) {
        struct str text = line->pieces[i].text;
        require_plain(text);
        for (size_t at = 0, len; at < text.len; at += len)
            used += text_columns(text, at, &len);
    }
    require(used <= columns);
}

static void check_screen(struct reviewer *r, uint32_t rows, uint32_t columns)
{
    struct arena a = {0};
    struct review_screen screen;
    reviewer_draw(r, &a, rows, columns, &screen);
    require(screen.rows == rows);
    for (uint32_t i = 0; i < rows; i++)
        check_line(&screen.lines[i], columns);
    require(!screen.typing || (screen.cursor_row < rows && screen.cursor_column < columns));
    arena_release(&a);
}

static void check_disk(const struct review_session *s)
{
    struct reviews again;
    struct err e;
    require(reviews_read(&again, &s->suite, &e) == OK);
    require(again.n_steps == s->reviews.n_steps);
    for (uint32_t i = 0; i < s->suite.n_cases; i++) {
        const struct review *x = &again.now[i], *y = &s->reviews.now[i];
        require(x->decision == y->decision);
        require(x->decision != REVIEW_EDIT || str_eq(x->question, y->question));
    }
    reviews_release(&again);
}

/* Control characters are the keys that are not characters. */
static struct press press_of(uint32_t code)
{
    return code < ' ' ? (struct press){(enum press_kind)(code % (PRESS_CLEAR + 1)), 'a'}
                      : (struct press){PRESS_TEXT, code};
}

static void check_session(struct review_session *s, struct str keys)
{
    struct reviewer r;
    uint32_t n = 0;
    reviewer_begin(&r, s);
    check_screen(&r, 24, 80);
    for (size_t at = 0, len; at < keys.len && n < KEYS_MAX; at += len, n++) {
        uint32_t code = utf8_code_point(keys, at, &len);
        reviewer_press(&r, press_of(code));
        require(s->n_view > 0 && s->at < s->n_view);
        check_screen(&r, code % 30, 1 + code / 7 % 100);
    }
    check_disk(s);
    reviewer_release(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct review_session s;
    struct err e;
    struct str rest = {(const char *)data, size};
    setlocale(LC_CTYPE, "C.UTF-8"); /* for the width of characters */
    const char *dir = small_suite()->dir;
    input_file(&a, "suite/" REVIEWS_FILE, input_part(&rest));
    struct str question = input_part(&rest);
    if (session_open(&s, dir, &(struct review_choice){0}, true, &e) == OK) {
        if (s.reviews.n_steps == 0) /* or a decision would be about another case */
            s.suite.cases[0].question = question;
        check_session(&s, rest);
        session_close(&s);
    }
    arena_release(&a);
    return 0;
}
