/* old_list.c: translating lines by a table. A line that says one fact is a part of a line of
 * words.tsv: the loader puts the parts of a word together. */
#include "lexicon/old_list.h"

enum { MANY_FIELDS = 100 }; /* AND_MORE(n): field n and those after it */

#define AND_MORE(n) (MANY_FIELDS + (n))

static const struct old_fact {
    const char *list;
    uint32_t word, sense;
    const char *fact;
    uint32_t value;
} FACTS[] = {
#define OLD_FACT(...) {__VA_ARGS__},
#define OLD_VALUE(...)
#define OLD_PAIR(...)
#define OLD_GROUP(...)
#include "lexicon/old_list.def"
#undef OLD_FACT
#undef OLD_VALUE
};

static const struct {
    const char *list, *old, *new;
} VALUES[] = {
#define OLD_FACT(...)
#define OLD_VALUE(...) {__VA_ARGS__},
#include "lexicon/old_list.def"
#undef OLD_VALUE
#undef OLD_PAIR
};

/* What the field `where` of a line says. */
enum old_where { BY_OWNER, BY_READING, BY_VALUE, NOWHERE };

#define OWNER(n)      BY_OWNER, n
#define READ_RIGHT(n) BY_READING, n
#define VALUES(n)     BY_VALUE, n
#define ANYWHERE      NOWHERE, 0

static const struct old_pair {
    const char *list;
    uint32_t word, other;
    const char *grade;
    enum old_where kind;
    uint32_t where;
} PAIRS[] = {
#define OLD_VALUE(...)
#define OLD_PAIR(...) {__VA_ARGS__},
#include "lexicon/old_list.def"
#undef OLD_PAIR
};

static const char *const GROUPS[] = {
#define OLD_PAIR(...)
#undef OLD_GROUP
#define OLD_GROUP(list) list,
#include "lexicon/old_list.def"
#undef OLD_PAIR
#undef OLD_GROUP
};

const struct embedded_file OLD_LISTS[] = {
#define OLD_PAIR(list, ...) {.name = STR_INIT(list ".tsv")},
#define OLD_GROUP(list)     {.name = STR_INIT(list ".tsv")},
#undef OLD_FACT
#define OLD_FACT(list, ...) {.name = STR_INIT(list ".tsv")},
#include "lexicon/old_list.def"
#undef OLD_FACT
#undef OLD_VALUE
#undef OLD_PAIR
#undef OLD_GROUP
    {.name = STR_INIT("")}};

/* Has a line an arrow in its third field, perhaps a wrong one? */
static bool has_direction(const struct lexicon_table *t)
{
    for (uint32_t i = 0; i < t->n_rows; i++) {
        struct str third = t->rows[i].n_fields > 2 ? t->rows[i].fields[2] : STR("");
        if (str_starts(third, STR("<")) || str_ends(third, STR(">")))
            return true;
    }
    return false;
}

static bool is_list_of_groups(struct str name)
{
    for (size_t i = 0; i < COUNT_OF(GROUPS); i++)
        if (str_eq(name, str_from(GROUPS[i])))
            return true;
    return false;
}

bool is_old_list(struct str name, const struct lexicon_table *read)
{
    if (str_eq(name, STR("synonyms")))
        return !has_direction(read);
    for (size_t i = 0; i < COUNT_OF(FACTS); i++)
        if (str_eq(name, str_from(FACTS[i].list)))
            return true;
    for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
        if (str_eq(name, str_from(PAIRS[i].list)))
            return true;
    return is_list_of_groups(name);
}

/* The lines that are being translated. */
struct translation {
    struct arena *arena;
    struct str list;
    const struct lexicon_row *row;
    struct translated_lists *out;
};

static struct str field_of(const struct translation *t, uint32_t n)
{
    return n > 0 && n <= t->row->n_fields ? t->row->fields[n - 1] : STR("");
}

/* Today's name of a fact or value. */
static struct str new_name(const struct translation *t, struct str old)
{
    for (size_t i = 0; i < COUNT_OF(VALUES); i++)
        if (str_eq(t->list, str_from(VALUES[i].list)) && str_eq(old, str_from(VALUES[i].old)))
            return str_from(VALUES[i].new);
    return old;
}

static void push_row(const struct translation *t, struct lexicon_table *table,
                     const struct str *fields, uint32_t n)
{
    struct str *own = ARENA_ARRAY(t->arena, struct str, n);
    struct lexicon_row row = *t->row;
    memcpy(own, fields, n * sizeof *own);
    row.fields = own;
    row.n_fields = n;
    row.part = true;
    ARENA_ADD(t->arena, table->rows, table->n_rows, row);
}

/* Facts */

/* The values from field `n` on, with "|" between. */
static struct str values_of(const struct translation *t, uint32_t n)
{
    struct str out = new_name(t, field_of(t, n % MANY_FIELDS));
    for (uint32_t i = n % MANY_FIELDS + 1; n > MANY_FIELDS && i <= t->row->n_fields; i++)
        out = ARENA_CONCAT(t->arena, out, STR("|"), field_of(t, i));
    return out;
}

static void add_fact(const struct translation *t, const struct old_fact *f)
{
    struct str fact = str_from(f->fact), sense = new_name(t, field_of(t, f->sense));
    if (fact.ptr[0] == '@')
        fact = new_name(t, field_of(t, (uint32_t)(fact.ptr[1] - '0')));
    struct str values = values_of(t, f->value);
    if (str_eq(values, STR("-")))
        return;
    if (f->value > 0)
        fact = ARENA_CONCAT(t->arena, fact, STR(" "), values);
    uint32_t first = f->word % MANY_FIELDS, last = f->word > MANY_FIELDS ? t->row->n_fields : first;
    for (uint32_t i = first; i <= last; i++)
        push_row(t, &t->out->words,
                 (struct str[]){field_of(t, i), sense.len > 0 ? sense : STR("-"), fact}, 3);
}

/* Pairs */

/* Take the signs off the word: "=" alone, "~" loose, "$" at the end, "+" and "*" for numbers. */
static struct str read_signs(struct str word, struct str *fields, uint32_t *n, struct str *grade)
{
    for (; word.len > 0 && strchr("=~", word.ptr[0]); word = str_slice(word, 1, word.len))
        if (word.ptr[0] == '=')
            fields[(*n)++] = STR("alone");
        else
            *grade = STR("loose");
    for (; word.len > 0 && strchr("$+*", word.ptr[word.len - 1]); word.len--)
        fields[(*n)++] = word.ptr[word.len - 1] == '$'   ? STR("at end")
                         : word.ptr[word.len - 1] == '+' ? STR("no singular")
                                                         : STR("no plural");
    return word;
}

static struct str owner_condition(const struct translation *t, struct str owner)
{
    return str_starts(owner, STR("!"))
               ? ARENA_CONCAT(t->arena, STR("not of "), str_slice(owner, 1, owner.len))
               : ARENA_CONCAT(t->arena, STR("of "), owner);
}

static struct str with_noun(const struct translation *t, struct str word)
{
    size_t at = str_find(word, STR("@"), 0);
    return at == word.len ? word
                          : ARENA_CONCAT(t->arena, str_slice(word, 0, at), STR("{noun}"),
                                         str_slice(word, at + 1, word.len));
}

static void add_pair(const struct translation *t, const struct old_pair *p, struct str other)
{
    enum { WORD, OTHER, DIRECTION, GRADE, CONDITIONS, MAX_CONDITIONS = 8 };
    struct str f[CONDITIONS + MAX_CONDITIONS + 40] = {{0}}, where = field_of(t, p->where);
    uint32_t n = CONDITIONS;
    bool both = p->kind == BY_VALUE ? !str_eq(t->list, STR("value_words")) : false;
    f[GRADE] = str_from(p->grade);
    if (p->kind == BY_OWNER && !str_eq(where, STR("any")))
        f[n++] = owner_condition(t, where);
    if (p->kind == BY_VALUE)
        f[n++] = where.len == 0 ? STR("value") : ARENA_CONCAT(t->arena, STR("value of "), where);
    if (p->kind == BY_OWNER && other.len < MAX_CONDITIONS + 32)
        other = read_signs(other, f, &n, &f[GRADE]);
    both |= p->kind == BY_READING && str_eq(where, STR("yes"));
    f[WORD] = field_of(t, p->word);
    f[OTHER] = p->kind == BY_OWNER ? with_noun(t, other) : other;
    f[DIRECTION] = both ? STR("<->") : STR("->");
    if (str_eq(f[OTHER], STR("-")))
        f[GRADE] = STR("none");
    push_row(t, &t->out->synonyms, f, n);
}

/* Groups */

/* Field `n` of a group, with what it asks for; one in brackets is found, but never written. */
static struct str group_phrase(const struct translation *t, uint32_t n)
{
    struct str word = field_of(t, n), asks = new_name(t, field_of(t, 1));
    bool found_only = word.len > 2 && word.ptr[0] == '(';
    if (found_only)
        word = str_slice(word, 1, word.len - 1);
    return ARENA_CONCAT(t->arena, asks, found_only ? STR("? ") : STR(" "), word);
}

/* A line with each word that may be written, since each fits other nouns; the others of the group
 * are found. */
static void add_group(const struct translation *t)
{
    struct str where = new_name(t, field_of(t, 2));
    bool fits = str_ends(where, STR("fits="));
    for (uint32_t i = 3; i <= t->row->n_fields; i++) {
        struct str *fields = ARENA_ARRAY(t->arena, struct str, t->row->n_fields);
        struct str to = field_of(t, i), rest = to;
        uint32_t n = 0;
        if (to.ptr[0] == '(' || str_eq(to, STR("-")))
            continue;
        fields[n++] = fits ? ARENA_CONCAT(t->arena, where, str_split(&rest, ' ')) : where;
        fields[n++] = group_phrase(t, i);
        for (uint32_t k = 3; k <= t->row->n_fields; k++)
            if (k != i && !str_eq(field_of(t, k), STR("-")))
                fields[n++] = group_phrase(t, k);
        push_row(t, &t->out->phrases, fields, n);
    }
}

enum status old_list_add(struct arena *a, const struct lexicon_table *old,
                         struct translated_lists *out, struct err *e)
{
    struct translation t = {a, old->name, NULL, out};
    for (uint32_t r = 0; r < old->n_rows; r++) {
        t.row = &old->rows[r];
        if (t.row->n_fields < 2 && !str_ends(old->name, STR("_names")) &&
            !str_ends(old->name, STR("_words")))
            return err_at(e, E_INPUT, t.row->line, 0, "a line of %.*s.tsv has more fields",
                          STR_ARG(old->name));
        for (size_t i = 0; i < COUNT_OF(FACTS); i++)
            if (str_eq(old->name, str_from(FACTS[i].list)))
                add_fact(&t, &FACTS[i]);
        for (size_t i = 0; i < COUNT_OF(PAIRS); i++)
            for (uint32_t k = PAIRS[i].other;
                 str_eq(old->name, str_from(PAIRS[i].list)) && k <= t.row->n_fields; k++)
                if (PAIRS[i].kind != BY_READING || k == PAIRS[i].other)
                    add_pair(&t, &PAIRS[i], field_of(&t, k));
        if (is_list_of_groups(old->name))
            add_group(&t);
    }
    return OK;
}
