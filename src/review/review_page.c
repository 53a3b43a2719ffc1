/* review_page.c: fills a page and breaks its lines. */
#include "review/review_page.h"

#include "base/printable.h"
#include "base/utf8.h"
#include "relation/relation.h"
#include "report/case_text.h"
#include "report/relation_label.h"
#include "report/schema_text.h"
#include "report/word_diff.h"
#include "review/line_editor.h"

/* Bytes of a text; nobody reads more. */
enum { TEXT_MAX = 20000, LABEL_WIDTH = 9 };

static const struct str ELLIPSIS = STR_INIT("\xE2\x80\xA6");

/* Lines */

/* A character of the pieces, one after another. */
struct glyph {
    const char *at;
    uint32_t len, columns;
    enum page_style style;
};

struct glyphs {
    struct glyph *items;
    uint32_t count;
};

static struct glyphs glyphs_of(struct arena *a, const struct page_piece *pieces, uint32_t n)
{
    struct glyphs all = {0};
    for (uint32_t i = 0; i < n; i++)
        for (size_t at = 0, len = 0; at < pieces[i].text.len; at += len) {
            uint32_t columns = text_columns(pieces[i].text, at, &len);
            ARENA_ADD(
                a, all.items, all.count,
                (struct glyph){pieces[i].text.ptr + at, (uint32_t)len, columns, pieces[i].style});
        }
    return all;
}

/* The end of the line that begins at `start`, and where the next begins. */
static uint32_t line_end(const struct glyphs *g, uint32_t start, uint32_t room, uint32_t *next)
{
    uint32_t end = start, blank = start, columns = 0;
    for (; end < g->count && *g->items[end].at != '\n'; end++) {
        columns += g->items[end].columns;
        if (columns > room)
            break;
        blank = *g->items[end].at == ' ' ? end : blank;
    }
    if (end == g->count || *g->items[end].at == '\n' || *g->items[end].at == ' ') {
        *next = end + 1;
        return end;
    }
    if (blank > start) {
        *next = blank + 1;
        return blank;
    }
    *next = end > start ? end : start + 1; /* a character may be wider than the page */
    return *next;
}

static void add_piece(struct arena *a, struct page_line *l, struct str text, enum page_style style)
{
    ARENA_ADD(a, l->pieces, l->count, (struct page_piece){text, style});
}

/* Neighbours of one style that follow each other in memory are one piece. */
static void add_glyph(struct arena *a, struct page_line *l, const struct glyph *g)
{
    struct page_piece *last = l->count ? &l->pieces[l->count - 1] : NULL;
    if (last && last->style == g->style && last->text.ptr + last->text.len == g->at)
        last->text.len += g->len;
    else
        add_piece(a, l, (struct str){g->at, g->len}, g->style);
}

static uint32_t label_width(const struct review_page *p)
{
    return p->width > 2 * LABEL_WIDTH ? LABEL_WIDTH : 0;
}

static void add_line(struct arena *a, struct review_page *p, const char *label,
                     const struct glyphs *g, uint32_t start, uint32_t end)
{
    struct page_line line = {0};
    if (label_width(p))
        add_piece(a, &line, arena_printf(a, "%-*s", LABEL_WIDTH, label), STYLE_LABEL);
    for (uint32_t i = start; i < end; i++)
        add_glyph(a, &line, &g->items[i]);
    ARENA_ADD(a, p->lines, p->count, line);
}

void review_page_put(struct arena *a, struct review_page *p, const char *label,
                     const struct page_piece *pieces, uint32_t n)
{
    struct glyphs g = glyphs_of(a, pieces, n);
    uint32_t room = p->width > label_width(p) ? p->width - label_width(p) : 1, start = 0, next;
    do {
        uint32_t end = line_end(&g, start, room, &next);
        add_line(a, p, label, &g, start, end);
        label = "";
        start = next;
    } while (start < g.count);
}

/* Printable, and not too long. */
static struct str readable_text(struct arena *a, struct str text)
{
    if (text.len <= TEXT_MAX)
        return printable_line(a, text);
    struct str cut = printable_line(a, utf8_cut(text, TEXT_MAX));
    return arena_printf(a, "%.*s%.*s", STR_ARG(cut), STR_ARG(ELLIPSIS));
}

void review_page_text(struct arena *a, struct review_page *p, const char *label, struct str text)
{
    review_page_put(a, p, label, &(struct page_piece){readable_text(a, text), STYLE_PLAIN}, 1);
}

struct str review_page_cut(struct arena *a, struct str text, uint32_t width)
{
    size_t len = 0, kept = 0; /* `kept`: what fits before the "…" */
    uint32_t columns = 0;
    for (size_t at = 0; at < text.len; at += len) {
        columns += text_columns(text, at, &len);
        if (columns > width)
            return width == 0 ? STR("")
                              : arena_printf(a, "%.*s%.*s", (int)kept, text.ptr, STR_ARG(ELLIPSIS));
        if (columns < width)
            kept = at + len;
    }
    return text;
}

/* Cases */

static struct page_piece *pieces_of(struct arena *a, const struct diff_parts *parts,
                                    enum page_style style)
{
    struct page_piece *pieces = ARENA_ARRAY(a, struct page_piece, parts->count + 1);
    for (size_t i = 0; i < parts->count; i++)
        pieces[i] = (struct page_piece){readable_text(a, parts->items[i].text),
                                        parts->items[i].common ? STYLE_PLAIN : style};
    return pieces;
}

/* Two texts, with the words marked in which they differ; only one if they are the same. */
static void put_two_texts(struct arena *a, struct review_page *p, const char *label_before,
                          const char *label_after, struct str before, struct str after)
{
    struct diff_parts x, y;
    if (before.ptr && after.ptr && !str_eq(before, after)) {
        word_diff_parts(a, readable_text(a, before), readable_text(a, after), &x, &y);
        review_page_put(a, p, label_before, pieces_of(a, &x, STYLE_REMOVED), (uint32_t)x.count);
        review_page_put(a, p, label_after, pieces_of(a, &y, STYLE_ADDED), (uint32_t)y.count);
    } else if (before.ptr) {
        review_page_text(a, p, label_before, before);
    } else if (after.ptr) {
        review_page_text(a, p, label_after, after);
    }
}

static void put_questions(struct arena *a, struct review_page *p, const struct seed *seed,
                          const struct test_case *c, const struct review *now)
{
    put_two_texts(a, p, "seed", "asked", seed->question, c->question);
    if (str_eq(seed->question, c->question))
        review_page_text(a, p, "asked", STR("(the same)"));
    if (now->decision == REVIEW_EDIT) {
        struct diff_parts x, y;
        word_diff_parts(a, readable_text(a, c->question), readable_text(a, now->question), &x, &y);
        review_page_put(a, p, "edited", pieces_of(a, &y, STYLE_ADDED), (uint32_t)y.count);
    }
}

static void put_schema(struct arena *a, struct review_page *p, struct suite *s,
                       const struct seed *seed, const struct test_case *c)
{
    const struct suite_schema *before, *after;
    struct buf text = {0};
    struct err e;
    char message[300];
    if (str_eq(seed->db_id, c->db_id))
        return;
    enum status status = suite_schema(s, seed->db_id, &before, &e);
    if (status == OK)
        status = suite_schema(s, c->db_id, &after, &e);
    if (status) {
        err_format(&e, message, sizeof message);
        review_page_text(a, p, "schema", arena_str(a, str_from(message)));
        return;
    }
    schema_text_put(&text, "", before->schema, after->schema);
    const char *label = "schema";
    for (struct str rest = str_trim(buf_str(&text)); rest.ptr; label = "")
        review_page_text(a, p, label, arena_str(a, str_split(&rest, '\n')));
    buf_release(&text);
}

static void put_change(struct arena *a, struct review_page *p, const struct test_case *c)
{
    struct buf text = {0};
    change_text(&text, a, c->change);
    review_page_text(a, p, "change", arena_str(a, buf_str(&text)));
    buf_release(&text);
}

static void put_claim(struct arena *a, struct review_page *p, const struct test_case *c)
{
    static const char *const CLAIMS[] = {
        [CLAIM_SAME] = "the answer stays",
        [CLAIM_MAPPED] = "the answer stays, but for the form of values",
        [CLAIM_CHANGED] = "the answer becomes that of the changed query"};
    static const char *const PROOFS[] = {[PROOF_BY_NOTHING] = "not proved",
                                         [PROOF_BY_EXECUTION] = "proved by execution",
                                         [PROOF_BY_SCHEMA] = "proved on empty tables",
                                         [PROOF_BY_CONSTRUCTION] = "true by construction"};
    review_page_text(a, p, "claim",
                     arena_printf(a, "%s; %s", CLAIMS[c->claim], PROOFS[c->proof.by]));
}

void review_page_fill(struct arena *a, struct review_page *p, struct suite *s,
                      const struct reviews *reviews, uint32_t place)
{
    const struct test_case *c = &s->cases[place];
    const struct seed *seed = &s->seeds[c->seed];
    review_page_text(a, p, "relation", relation_label(a, c->relation));
    review_page_text(a, p, "database", c->db_id);
    put_questions(a, p, seed, c, &reviews->now[place]);
    if (seed->evidence.len)
        review_page_text(a, p, "evidence", seed->evidence);
    put_two_texts(a, p, "gold", "becomes", seed->query, c->query);
    put_change(a, p, c);
    put_schema(a, p, s, seed, c);
    put_claim(a, p, c);
}
