/* read_text.c: a side of a rule: literals and slots in turn. */
#include "grammar/reader.h"

static const struct {
    struct str ending;
    enum slot_form form;
} FORMS[] = {{STR_INIT("+"), FORM_PLURAL},   {STR_INIT(".is"), FORM_IS},
             {STR_INIT(".s"), FORM_S},       {STR_INIT(".es"), FORM_ES},
             {STR_INIT(".each"), FORM_EACH}, {STR_INIT(".values"), FORM_VALUES},
             {STR_INIT(".on"), FORM_ON},     {STR_INIT(".near"), FORM_NEAR},
             {STR_INIT(".far"), FORM_FAR}};

/* Questions have plurals and verbs, queries have conditions of joins. */
static bool has_form(enum let_type type, enum slot_form form, bool said)
{
    switch (form) {
    case FORM_PLURAL:
        return said &&
               (type == LET_TABLE || type == LET_LINK || type == LET_COLUMN || type == LET_COLUMNS);
    case FORM_IS:
    case FORM_S:
    case FORM_ES:
    case FORM_EACH:
    case FORM_VALUES:
        return said && type == LET_COLUMN;
    case FORM_ON:
        return !said && type == LET_LINK;
    case FORM_NEAR:
    case FORM_FAR:
        return type == LET_LINK;
    default:
        return true;
    }
}

static enum status read_slot(struct reader *r, struct str slot, bool said,
                             struct grammar_piece *out)
{
    struct str name = slot;
    out->form = FORM_PLAIN;
    for (size_t i = 0; i < COUNT_OF(FORMS) && out->form == FORM_PLAIN; i++)
        if (str_ends(name, FORMS[i].ending)) {
            out->form = FORMS[i].form;
            name.len -= FORMS[i].ending.len;
        }
    out->let = rule_let(r->rule, name);
    if (out->let == GRAMMAR_NONE)
        return reader_fail(r, slot.ptr, "nothing is called '%.*s'", STR_ARG(name));
    if (!has_form(r->rule->lets[out->let].type, out->form, said))
        return reader_fail(r, slot.ptr, "'%.*s' has no such form here", STR_ARG(slot));
    return OK;
}

bool form_is_verb(enum slot_form form)
{
    return form == FORM_IS || form == FORM_S || form == FORM_ES;
}

/* How often the text says the let, up to its piece `end`. */
static uint32_t times_said(const struct grammar_text *t, uint32_t let, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < end; i++)
        n += t->pieces[i].let == let && !form_is_verb(t->pieces[i].form);
    return n;
}

/* A question must say all that its query needs. A value is read back by the column that was named
 * before it. Anything without a name is said once. */
static enum status check_said(struct reader *r, const struct grammar_text *t)
{
    const struct grammar_rule *rule = r->rule;
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t let = t->pieces[i].let;
        if (let == GRAMMAR_NONE || let_has_id(rule->lets[let].type))
            continue;
        const char *at = t->pieces[i].literal.ptr + t->pieces[i].literal.len;
        bool of_column = rule->lets[let].type == LET_VALUE || rule->lets[let].type == LET_PIECE;
        uint32_t of = rule->lets[let].of;
        if (times_said(t, let, i) > 0)
            return reader_fail(r, at, "'%.*s' is said twice", STR_ARG(rule->lets[let].name));
        if (of_column && let >= rule->n_parameters && of >= rule->n_parameters &&
            times_said(t, of, i) == 0)
            return reader_fail(r, at, "'%.*s' is said before its column '%.*s'",
                               STR_ARG(rule->lets[let].name), STR_ARG(rule->lets[of].name));
    }
    for (uint32_t i = rule->n_parameters; i < rule->n_lets; i++)
        if (!let_has_id(rule->lets[i].type) && times_said(t, i, t->count) == 0)
            return reader_fail(r, r->line.ptr, "'%.*s' is not said", STR_ARG(rule->lets[i].name));
    return OK;
}

enum status read_text(struct reader *r, bool said, struct grammar_text *out)
{
    struct str text = str_trim(r->rest);
    *out = (struct grammar_text){0};
    if (text.len == 0)
        return reader_fail(r, r->rest.ptr, "there are no words");
    for (size_t at = 0; at < text.len;) {
        size_t open = str_find(text, STR("{"), at), close = str_find(text, STR("}"), open);
        struct grammar_piece piece = {.literal = str_slice(text, at, open), .let = GRAMMAR_NONE};
        if (open < text.len && close == text.len)
            return reader_fail(r, text.ptr + open, "no } after it");
        if (open < text.len)
            TRY(read_slot(r, str_slice(text, open + 1, close), said, &piece));
        if (out->count == TEXT_PIECES_MAX)
            return reader_fail(r, text.ptr + at, "more than %d slots", TEXT_PIECES_MAX);
        ARENA_ADD(r->arena, out->pieces, out->count, piece);
        at = open < text.len ? close + 1 : text.len;
    }
    return said ? check_said(r, out) : OK;
}
