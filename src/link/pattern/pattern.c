/* pattern.c: reading patterns. */
#include "link/pattern/pattern.h"

static const struct str SLOT_NAMES[N_SLOT_TYPES] = {
#define SLOT(id, name, match) STR_INIT(name),
#include "link/pattern/slot.def"
#undef SLOT
};

static const struct str AGREEMENT_NAMES[N_AGREEMENTS] = {
#define AGREEMENT(id, singular, plural) STR_INIT(singular),
#include "link/pattern/agreement.def"
#undef AGREEMENT
};

static const struct str ADJECTIVE_NAMES[N_ADJECTIVE_FORMS] = {
#define ADJECTIVE_FORM(id, name) STR_INIT(name),
#include "link/pattern/adjective_form.def"
#undef ADJECTIVE_FORM
};

#define PHRASE_FORM(name, test) name " "
static const char PATTERN_FORMS[] =
#include "link/pattern/form.def"
    ;
#undef PHRASE_FORM

static const char *const CONDITION_WORDS[CONDITION_KEYWORD] = {
#define CONDITION(id, name, words, test) words,
#include "link/pattern/condition.def"
#undef CONDITION
};

static const struct str CONDITION_NAMES[CONDITION_KEYWORD] = {
#define CONDITION(id, name, words, test) STR_INIT(name),
#include "link/pattern/condition.def"
#undef CONDITION
};

struct pattern_reader {
    struct arena *arena;
    struct pattern *pattern;
    const struct lexicon_row *row;
    struct err *e;
    bool refined;
};

/* The place of `name` among `names`, or `n`. */
static uint32_t find_name(const struct str *names, uint32_t n, struct str name)
{
    uint32_t i = 0;
    while (i < n && !str_eq(names[i], name))
        i++;
    return i;
}

static struct str *split_words(struct arena *a, struct str text, uint32_t *n)
{
    struct str *words = NULL;
    for (*n = 0; text.ptr;) {
        struct str word = str_split(&text, '|');
        ARENA_ADD(a, words, *n, word);
    }
    return words;
}

/* Slots */

enum status pattern_error(struct err *e, const struct lexicon_row *row, const char *what,
                          struct str text)
{
    uint32_t column = row->part ? 0 : (uint32_t)(text.ptr - row->text) + 1;
    return err_at(e, E_INPUT, row->line, column, "%s: '%.*s'", what, STR_ARG(text));
}

static enum status bad_pattern(struct pattern_reader *p, const char *what, struct str text)
{
    return pattern_error(p->e, p->row, what, text);
}

static bool is_noun_slot(enum slot_type t)
{
    return t <= SLOT_NOUN || t == SLOT_NAMED;
}

/* The slot's number among those of `from`, or n_slots. A noun may be written in another number than
 * it was found in. */
static uint32_t find_slot(const struct pattern *p, enum slot_type type, char digit)
{
    for (uint32_t i = 0; i < p->n_slots; i++) {
        bool nouns = is_noun_slot(type) && is_noun_slot(p->slots[i].type);
        if ((p->slots[i].type == type || nouns) && p->slots[i].digit == digit)
            return i;
    }
    return p->n_slots;
}

/* The slot that verbs agree with: the first noun or {list}, or n_slots. */
static uint32_t agreeing_slot(const struct pattern *p)
{
    uint32_t i = 0;
    while (i < p->n_slots && !is_noun_slot(p->slots[i].type) && p->slots[i].type != SLOT_LIST)
        i++;
    return i;
}

/* The number beside another: {number+1}. */
static enum status read_next(struct pattern_reader *p, struct str name, struct pattern_item *out)
{
    *out = (struct pattern_item){.type = ITEM_NEXT,
                                 .step = name.ptr[name.len - 2] == '+' ? 1 : -1,
                                 .number = find_slot(p->pattern, SLOT_NUMBER, '\0')};
    bool found = str_eq(str_slice(name, 0, name.len - 2), STR("number")) &&
                 out->number < p->pattern->n_slots;
    return found ? OK : bad_pattern(p, "no {number} that it is beside", name);
}

static enum status read_slot(struct pattern_reader *p, struct str name, bool written,
                             struct pattern_item *out)
{
    struct pattern *pattern = p->pattern;
    struct str given = name;
    char digit = '\0';
    uint32_t agreement = find_name(AGREEMENT_NAMES, N_AGREEMENTS, name);
    if (written && agreement < N_AGREEMENTS) {
        *out = (struct pattern_item){.type = ITEM_AGREEMENT,
                                     .agreement = (enum agreement)agreement,
                                     .number = agreeing_slot(pattern)};
        return out->number < pattern->n_slots ? OK : bad_pattern(p, "no noun to agree with", given);
    }
    if (written && (str_ends(name, STR("+1")) || str_ends(name, STR("-1"))))
        return read_next(p, name, out);
    uint32_t adjective = find_name(ADJECTIVE_NAMES, N_ADJECTIVE_FORMS, name);
    if (written && adjective < N_ADJECTIVE_FORMS) {
        *out = (struct pattern_item){.type = ITEM_ADJECTIVE,
                                     .adjective = (enum adjective_form)adjective};
        return OK;
    }
    if (name.len > 1 && ascii_digit(name.ptr[name.len - 1]))
        digit = name.ptr[--name.len];
    uint32_t type = find_name(SLOT_NAMES, N_SLOT_TYPES, name);
    if (type == N_SLOT_TYPES)
        return bad_pattern(p, "no such slot", given);
    *out = (struct pattern_item){.type = ITEM_SLOT, .slot = (enum slot_type)type};
    if (type >= SLOT_ADJECTIVE && !written)
        return bad_pattern(p, "a slot that is only written", given);
    out->number = find_slot(pattern, type >= SLOT_ADJECTIVE ? SLOT_VALUE : out->slot, digit);
    if (written)
        return out->number < pattern->n_slots ? OK
                                              : bad_pattern(p, "a slot that is not found", given);
    if (out->number < pattern->n_slots)
        return bad_pattern(p, "the same slot twice", given);
    if (pattern->n_slots == PATTERN_SLOTS_MAX)
        return bad_pattern(p, "too many slots", given);
    pattern->slots[pattern->n_slots].type = out->slot;
    pattern->slots[pattern->n_slots++].digit = digit;
    return OK;
}

/* "keyword=gt|lt" */
static enum status read_refined(struct pattern_reader *p, struct str name, bool written,
                                struct pattern_item *out)
{
    size_t equals = p->refined ? str_find(name, STR("="), 0) : name.len;
    TRY(read_slot(p, str_slice(name, 0, equals), written, out));
    if (equals < name.len)
        out->words = split_words(p->arena, str_slice(name, equals + 1, name.len), &out->n_words);
    return OK;
}

/* Items */

static bool is_enclosed(struct str text, char open, char close)
{
    return text.len > 2 && text.ptr[0] == open && text.ptr[text.len - 1] == close;
}

static bool same_words(const struct pattern_item *x, struct str *words, uint32_t n)
{
    bool same = x->type == ITEM_WORD && x->n_words == n;
    for (uint32_t i = 0; same && i < n; i++)
        same = str_eq(x->words[i], words[i]);
    return same;
}

/* A word to write; of several, the one that was found. */
static enum status read_written(struct pattern_reader *p, struct str text, struct pattern_item *out)
{
    const struct pattern_text *from = &p->pattern->from;
    out->words = split_words(p->arena, text, &out->n_words);
    if (out->n_words == 1)
        return OK;
    out->type = ITEM_FOUND;
    while (out->number < from->count &&
           !same_words(&from->items[out->number], out->words, out->n_words))
        out->number++;
    return out->number < from->count ? OK : bad_pattern(p, "words that are not found", text);
}

/* A word of `from` is one word of a question: a mark is one by itself. */
static bool is_one_token(struct str word)
{
    if (word.len <= 1)
        return word.len == 1;
    for (size_t i = 0; i < word.len; i++)
        if (strchr(",.?!;:()", word.ptr[i]))
            return false;
    return true;
}

static enum status read_item(struct pattern_reader *p, struct str text, bool written,
                             struct pattern_item *out)
{
    bool optional = p->refined && is_enclosed(text, '(', ')');
    struct str slot = optional ? str_slice(text, 1, text.len - 1) : text;
    if (is_enclosed(slot, '{', '}')) {
        TRY(read_refined(p, str_slice(slot, 1, slot.len - 1), written, out));
        out->optional = optional;
        return OK;
    }
    *out = (struct pattern_item){.type = ITEM_WORD};
    if (!written && text.len == 1) {
        out->type = text.ptr[0] == '^'   ? ITEM_BEGIN
                    : text.ptr[0] == '$' ? ITEM_END
                    : text.ptr[0] == '/' ? ITEM_BEFORE_END
                                         : ITEM_WORD;
    } else if (!written && is_enclosed(text, '(', ')')) {
        out->optional = true;
        text = str_slice(text, 1, text.len - 1);
    }
    if (memchr(text.ptr, '{', text.len) || memchr(text.ptr, '}', text.len))
        return bad_pattern(p, "a slot must stand by itself", text);
    if (written)
        return read_written(p, text, out);
    out->words = split_words(p->arena, text, &out->n_words);
    for (uint32_t i = 0; i < out->n_words; i++)
        if (!is_one_token(out->words[i]))
            return bad_pattern(p, "not one word or mark", out->words[i]);
    return OK;
}

static enum status read_text(struct pattern_reader *p, struct str text, bool written,
                             struct pattern_text *out)
{
    *out = (struct pattern_text){0};
    if (str_eq(text, STR("-")))
        return OK;
    while (text.ptr) {
        struct str word = str_split(&text, ' ');
        struct pattern_item item;
        if (word.len == 0)
            continue;
        if (out->count == PATTERN_ITEMS_MAX)
            return bad_pattern(p, "too many words", word);
        TRY(read_item(p, word, written, &item));

        ARENA_ADD(p->arena, out->items, out->count, item);
    }
    return OK;
}

/* Conditions */

static uint32_t find_keyword(struct str name)
{
    uint32_t k = 0;
    while (k < N_QUERY_KEYWORDS && !str_eq(query_keyword_name((enum query_keyword)k), name))
        k++;
    return k;
}

/* Does the condition know `word`? */
static bool condition_knows(enum condition_type type, struct str word)
{
    const char *known = CONDITION_WORDS[type];
    return *known ? str_among(word, known) : word.len > 0;
}

static enum status read_condition(struct pattern_reader *p, struct str text,
                                  struct pattern_condition *out)
{
    struct str given = text;
    *out = (struct pattern_condition){.negated = text.len > 1 && text.ptr[0] == '!'};
    if (out->negated)
        text = str_slice(text, 1, text.len);
    size_t equals = str_find(text, STR("="), 0);
    uint32_t type = find_name(CONDITION_NAMES, CONDITION_KEYWORD, str_slice(text, 0, equals));
    out->type = (enum condition_type)type;
    if (type < CONDITION_KEYWORD && equals < text.len) {
        out->words = split_words(p->arena, str_slice(text, equals + 1, text.len), &out->n_words);
        for (uint32_t i = 0; i < out->n_words; i++)
            if (!condition_knows(out->type, out->words[i]))
                return bad_pattern(p, "not known to the condition", given);
        return OK;
    }
    out->type = CONDITION_KEYWORD;
    while (text.ptr) {
        uint32_t k = find_keyword(str_split(&text, '|'));
        if (k == N_QUERY_KEYWORDS)
            return bad_pattern(p, "no such condition", given);
        out->keywords |= UINT32_C(1) << k;
    }
    return OK;
}

static enum status read_conditions(struct pattern_reader *p, struct str text)
{
    struct pattern *out = p->pattern;
    if (str_eq(text, STR("-")))
        return OK;
    while (text.ptr) {
        struct str word = str_split(&text, ' ');
        if (word.len == 0)
            continue;
        ARENA_PUSH(p->arena, out->conditions, out->n_conditions);
        TRY(read_condition(p, word, &out->conditions[out->n_conditions++]));
    }
    return OK;
}

/* Lines */

enum { FIELD_WHERE, FIELD_FROM, FIELD_TO };

enum status pattern_read_fields(struct arena *a, const struct lexicon_row *row,
                                const struct pattern_fields *fields, struct pattern *out,
                                struct err *e)
{
    struct pattern_reader p = {a, out, row, e, fields->refined};
    *out = (struct pattern){.n_to = fields->n_to};
    out->to = ARENA_ARRAY(a, struct pattern_text, out->n_to);
    TRY(read_conditions(&p, fields->where));
    TRY(read_text(&p, fields->from, false, &out->from));
    if (out->from.count == 0)
        return bad_pattern(&p, "nothing to look for", fields->from);
    for (uint32_t i = 0; i < out->n_to; i++)
        TRY(read_text(&p, fields->to[i], true, &out->to[i]));
    return OK;
}

enum status pattern_read(struct arena *a, const struct lexicon_row *row, struct pattern *out,
                         struct err *e)
{
    enum { WORDINGS_MAX = 64, LONGEST = 1000 };
    struct pattern_reader p = {a, out, row, e, false};
    const struct pattern_fields fields = {row->fields[FIELD_WHERE], row->fields[FIELD_FROM],
                                          &row->fields[FIELD_TO], row->n_fields - FIELD_TO, false};
    if (fields.n_to > WORDINGS_MAX)
        return bad_pattern(&p, "too many wordings for", fields.from);
    for (uint32_t i = 0; i < row->n_fields; i++)
        if (row->fields[i].len > LONGEST)
            return bad_pattern(&p, "too long", str_slice(row->fields[i], 0, 40));
    return pattern_read_fields(a, row, &fields, out, e);
}
