/* phrase_list.c: reading data/phrases.tsv. */
#include "link/pattern/phrase_list.h"

static const struct str ASK_NAMES[N_ASKS] = {
#define QUERY_KEYWORD(id, name) [KEYWORD_##id] = STR_INIT(name),
#include "link/query_keyword.def"
#undef QUERY_KEYWORD
#define ASK(id, name) [ASK_##id] = STR_INIT(name),
#include "link/pattern/ask.def"
#undef ASK
};

struct list_reader {
    struct arena *arena;
    const struct lexicon_row *row;
    struct err *e;
};

/* Conditions that need neither a query nor a database. */
static bool is_about_words(enum condition_type type)
{
    static const unsigned ABOUT_WORDS = 1U << CONDITION_FORM | 1U << CONDITION_DIMENSION |
                                        1U << CONDITION_BEFORE | 1U << CONDITION_AFTER |
                                        1U << CONDITION_SAYS | 1U << CONDITION_ANYWHERE |
                                        1U << CONDITION_SENTENCE | 1U << CONDITION_SENTENCES |
                                        1U << CONDITION_ROLE | 1U << CONDITION_FITS;
    return type < CONDITION_KEYWORD && (ABOUT_WORDS >> type & 1);
}

/* Slots that need neither. */
static bool is_of_words(enum slot_type type)
{
    return type == SLOT_GAP || type == SLOT_BOUND || type == SLOT_WORD || type == SLOT_WORDS;
}

static enum status bad_line(struct list_reader *r, const char *what, struct str text)
{
    return pattern_error(r->e, r->row, what, text);
}

/* "lt", "gt|ge?", "count~", "max=" */
static enum status read_asks(struct list_reader *r, struct str text, struct line_phrase *out)
{
    struct str given = text;
    *out = (struct line_phrase){.found = true, .written = true};
    for (; text.len > 0 && strchr("?!~=", text.ptr[text.len - 1]); text.len--) {
        char mark = text.ptr[text.len - 1];
        out->written &= mark != '?';
        out->found &= mark != '!';
        out->carries |= mark == '~';
        out->rewords |= mark == '=';
    }
    while (text.ptr) {
        struct str name = str_split(&text, '|');
        uint32_t ask = 0;
        while (ask < N_ASKS && !str_eq(ASK_NAMES[ask], name))
            ask++;
        if (ask == N_ASKS)
            return bad_line(r, "nothing that a phrase asks for", given);
        out->asks |= 1U << ask;
    }
    return OK;
}

/* Field `i` of the line: what is asked, and the words. */
static struct str phrase_words(const struct lexicon_row *row, uint32_t i, struct str *asks)
{
    struct str rest = row->fields[i];
    *asks = str_split(&rest, ' ');
    return rest.ptr ? str_trim(rest)
                    : str_slice(row->fields[i], row->fields[i].len, row->fields[i].len);
}

static enum status read_line(struct list_reader *r, struct line_phrase *line, uint32_t n)
{
    struct str *to = ARENA_ARRAY(r->arena, struct str, n), asks;
    for (uint32_t i = 0; i < n; i++) {
        to[i] = phrase_words(r->row, i + 1, &asks);
        TRY(read_asks(r, asks, &line[i]));
        line[i].line = line;
        line[i].n_line = n;
        if (!line[i].written)
            to[i] = STR("-");
    }
    for (uint32_t i = 0; i < n; i++) {
        struct line_phrase *p = &line[i];
        struct str from = p->text = phrase_words(r->row, i + 1, &asks);
        struct pattern_fields fields = {r->row->fields[0], from, to, p->found ? n : 0, false};
        TRY(pattern_read_fields(r->arena, r->row, &fields, &p->pattern, r->e));
        for (uint32_t k = 0; k < p->pattern.n_conditions; k++)
            if (!is_about_words(p->pattern.conditions[k].type))
                return bad_line(r, "a condition for rewordings only", r->row->fields[0]);
        for (uint32_t k = 0; k < p->pattern.n_slots; k++)
            if (!is_of_words(p->pattern.slots[k].type))
                return bad_line(r, "a slot for rewordings only", from);
    }
    return OK;
}

enum status phrase_list_load(struct phrase_list *list, struct arena *a, const struct lexicon *l,
                             struct err *e)
{
    const struct lexicon_table *table = lexicon_table(l, STR("phrases"));
    uint32_t n = 0;
    for (uint32_t i = 0; i < table->n_rows; i++)
        n += table->rows[i].n_fields - 1;
    *list = (struct phrase_list){.items = ARENA_ARRAY(a, struct line_phrase, n + 1)};
    list->lemmatizer.lexicon = l;
    for (uint32_t i = 0; i < table->n_rows; i++) {
        struct list_reader r = {a, &table->rows[i], e};
        uint32_t n_line = table->rows[i].n_fields - 1;
        if (read_line(&r, list->items + list->count, n_line))
            return err_in_file(e, table->rows[i].path);
        list->count += n_line;
    }
    return OK;
}

bool phrase_asks(const struct line_phrase *p, unsigned ask)
{
    return p->asks >> ask & 1;
}

bool phrase_has_form(const struct line_phrase *p, const char *forms)
{
    for (uint32_t i = 0; i < p->pattern.n_conditions; i++) {
        const struct pattern_condition *c = &p->pattern.conditions[i];
        for (uint32_t k = 0; c->type == CONDITION_FORM && k < c->n_words; k++)
            if (!forms || str_among(c->words[k], forms))
                return true;
    }
    return false;
}

struct str phrase_key(struct arena *a, const struct line_phrase *p)
{
    const struct pattern_text *text = &p->pattern.from;
    struct str out = STR("");
    for (uint32_t i = 0; i < text->count; i++) {
        const struct pattern_item *x = &text->items[i];
        if (x->type == ITEM_SLOT && x->slot == SLOT_BOUND) {
            if (out.len > 0)
                return out;
            continue;
        }
        if (x->type != ITEM_WORD || x->n_words > 1)
            return STR("");
        out = out.len == 0 ? x->words[0] : ARENA_CONCAT(a, out, STR(" "), x->words[0]);
    }
    return out;
}

bool phrase_is_replaced(const struct line_phrase *p)
{
    for (uint32_t i = 0; p->found && !p->rewords && i < p->n_line; i++)
        if (p->line[i].written)
            return true;
    return false;
}

/* The number of the pattern's words, if they alone stand there; or 0. */
static uint32_t words_alone(const struct pattern_text *text, const struct words *w, uint32_t at)
{
    for (uint32_t i = 0; i < text->count; i++)
        if (text->items[i].type != ITEM_WORD || at + i >= w->count || is_word_part(w, at + i) ||
            !str_in(w->items[at + i].lower, text->items[i].words, text->items[i].n_words))
            return 0;
    return text->count;
}

uint32_t asking_words(const struct phrase_list *list, const struct words *w, uint32_t i,
                      enum ask ask)
{
    for (uint32_t p = 0; p < list->count; p++) {
        const struct line_phrase *x = &list->items[p];
        bool asks = phrase_asks(x, ask) && !x->rewords;
        uint32_t n = asks ? words_alone(&x->pattern.from, w, i) : 0;
        if (n > 0)
            return n;
    }
    return 0;
}
