/* pattern.c: reading patterns. */
#include "rewording/pattern.h"

static const struct str SLOT_NAMES[N_SLOT_TYPES] = {
#define SLOT(id, name) STR_INIT(name),
#include "rewording/slot.def"
#undef SLOT
};

static const struct str AGREEMENT_NAMES[N_AGREEMENTS] = {
#define AGREEMENT(id, singular, plural) STR_INIT(singular),
#include "rewording/agreement.def"
#undef AGREEMENT
};

static const struct str CONDITION_NAMES[CONDITION_KEYWORD] = {
#define CONDITION(id, name) STR_INIT(name),
#include "rewording/condition.def"
#undef CONDITION
};

struct pattern_reader {
    struct arena *arena;
    struct reword_pattern *pattern;
    uint32_t line;
    struct err *e;
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
        ARENA_PUSH(a, words, *n);
        words[(*n)++] = word;
    }
    return words;
}

/* Slots */

static enum status bad(struct pattern_reader *p, const char *what, struct str text)
{
    return err_at(p->e, E_INPUT, p->line, 0, "%s: '%.*s'", what, STR_ARG(text));
}

/* Number of the slot among those of `from`; n_slots where there is none. A noun may be written in
 * another number than it was found in. */
static uint32_t find_slot(const struct reword_pattern *p, enum slot_type type, char digit)
{
    for (uint32_t i = 0; i < p->n_slots; i++) {
        bool nouns = type <= SLOT_NOUN && p->slots[i].type <= SLOT_NOUN;
        if ((p->slots[i].type == type || nouns) && p->slots[i].digit == digit)
            return i;
    }
    return p->n_slots;
}

static enum status read_slot(struct pattern_reader *p, struct str name, bool written,
                             struct pattern_item *out)
{
    struct reword_pattern *pattern = p->pattern;
    struct str given = name;
    char digit = '\0';
    uint32_t agreement = find_name(AGREEMENT_NAMES, N_AGREEMENTS, name);
    if (written && agreement < N_AGREEMENTS) {
        *out = (struct pattern_item){.type = ITEM_AGREEMENT,
                                     .agreement = (enum agreement)agreement,
                                     .number = find_slot(pattern, SLOT_NOUN, '\0')};
        return out->number < pattern->n_slots ? OK : bad(p, "no noun to agree with", given);
    }
    if (name.len > 1 && ascii_digit(name.ptr[name.len - 1]))
        digit = name.ptr[--name.len];
    uint32_t type = find_name(SLOT_NAMES, N_SLOT_TYPES, name);
    if (type == N_SLOT_TYPES)
        return bad(p, "no such slot", given);
    *out = (struct pattern_item){.type = ITEM_SLOT, .slot = (enum slot_type)type};
    out->number = find_slot(pattern, out->slot, digit);
    if (written)
        return out->number < pattern->n_slots ? OK : bad(p, "a slot that is not found", given);
    if (out->number < pattern->n_slots)
        return bad(p, "the same slot twice", given);
    if (pattern->n_slots == PATTERN_SLOTS_MAX)
        return bad(p, "too many slots", given);
    pattern->slots[pattern->n_slots].type = out->slot;
    pattern->slots[pattern->n_slots++].digit = digit;
    return OK;
}

/* Items */

static bool is_in(struct str text, char open, char close)
{
    return text.len > 2 && text.ptr[0] == open && text.ptr[text.len - 1] == close;
}

static enum status read_item(struct pattern_reader *p, struct str text, bool written,
                             struct pattern_item *out)
{
    if (is_in(text, '{', '}'))
        return read_slot(p, str_slice(text, 1, text.len - 1), written, out);
    *out = (struct pattern_item){.type = ITEM_WORD};
    if (!written && str_eq(text, STR("^")))
        out->type = ITEM_BEGIN;
    else if (!written && str_eq(text, STR("$")))
        out->type = ITEM_END;
    else if (!written && is_in(text, '(', ')')) {
        out->optional = true;
        text = str_slice(text, 1, text.len - 1);
    }
    if (memchr(text.ptr, '{', text.len) || memchr(text.ptr, '}', text.len))
        return bad(p, "a slot must stand by itself", text);
    if (written) {
        out->words = ARENA_NEW(p->arena, struct str);
        out->words[0] = text;
        out->n_words = 1;
    } else {
        out->words = split_words(p->arena, text, &out->n_words);
    }
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
            return bad(p, "too many words", word);
        enum status status = read_item(p, word, written, &item);
        if (status)
            return status;
        ARENA_PUSH(p->arena, out->items, out->count);
        out->items[out->count++] = item;
    }
    return OK;
}

/* Conditions */

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
        return OK;
    }
    for (int k = 0; k < N_QUERY_KEYWORDS; k++)
        if (str_eq(query_keyword_name((enum query_keyword)k), text)) {
            out->keyword = (enum query_keyword)k;
            out->type = CONDITION_KEYWORD;
            return OK;
        }
    return bad(p, "no such condition", given);
}

static enum status read_conditions(struct pattern_reader *p, struct str text)
{
    struct reword_pattern *out = p->pattern;
    if (str_eq(text, STR("-")))
        return OK;
    while (text.ptr) {
        struct str word = str_split(&text, ' ');
        if (word.len == 0)
            continue;
        ARENA_PUSH(p->arena, out->conditions, out->n_conditions);
        enum status status = read_condition(p, word, &out->conditions[out->n_conditions++]);
        if (status)
            return status;
    }
    return OK;
}

/* Lines */

enum { FIELD_WHERE, FIELD_FROM, FIELD_TO };

static enum status read_pattern(struct arena *a, const struct lexicon_row *row,
                                struct reword_pattern *out, struct err *e)
{
    struct pattern_reader p = {a, out, row->line, e};
    *out = (struct reword_pattern){.n_to = row->n_fields - FIELD_TO};
    out->to = ARENA_ARRAY(a, struct pattern_text, out->n_to);
    enum status status = read_conditions(&p, row->fields[FIELD_WHERE]);
    if (status == OK)
        status = read_text(&p, row->fields[FIELD_FROM], false, &out->from);
    if (status == OK && out->from.count == 0)
        status = bad(&p, "nothing to look for", row->fields[FIELD_FROM]);
    for (uint32_t i = 0; i < out->n_to && status == OK; i++)
        status = read_text(&p, row->fields[FIELD_TO + i], true, &out->to[i]);
    return status;
}

static enum status load_kind(struct reword_rules *r, const struct lexicon *l, enum reword_kind kind,
                             struct err *e)
{
    struct str name = reword_kind_name(kind);
    char list[40] = "reword_";
    size_t n = strlen(list);
    for (size_t i = 0; i < name.len; i++)
        list[n++] = name.ptr[i] == '-' ? '_' : name.ptr[i];
    const struct lexicon_table *table = lexicon_table(l, (struct str){list, n});
    r->kinds[kind].patterns = ARENA_ARRAY(&r->arena, struct reword_pattern, table->n_rows);
    for (uint32_t i = 0; i < table->n_rows; i++) {
        struct reword_pattern *out = &r->kinds[kind].patterns[r->kinds[kind].count++];
        if (read_pattern(&r->arena, &table->rows[i], out, e)) {
            err_in_file(e, table->path);
            return e->code;
        }
    }
    return OK;
}

enum status reword_rules_load(struct reword_rules *r, const struct lexicon *l, struct err *e)
{
    *r = (struct reword_rules){0};
    enum status status = OK;
    for (int k = 0; k < N_REWORD_KINDS && status == OK; k++)
        if (k != REWORD_MULTITYPE) /* that is two of the others */
            status = load_kind(r, l, (enum reword_kind)k, e);
    if (status)
        reword_rules_release(r);
    return status;
}

void reword_rules_release(struct reword_rules *r)
{
    arena_release(&r->arena);
    *r = (struct reword_rules){0};
}
