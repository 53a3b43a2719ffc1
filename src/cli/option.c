/* option.c: reading and explaining options. */
#include "cli/option.h"

#include "base/nearest.h"
#include "base/number.h"
#include "base/workers.h"
#include "cli/scheduler.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MIN_SECONDS 1e-3 /* times are in milliseconds, and 0 means that no time is given */
#define MAX_SECONDS 1e6

/* The largest count: what is above it stands for an option that was not given. */
#define MAX_COUNT (UINT32_MAX - 1)

enum { MAX_WORKERS = 256, OPTIONS_MAX = 200 /* of a command */ };

/* An option as it was typed. */
struct typed_option {
    const struct option *o;
    const char *name; /* "-j" or "--jobs" */
    const char *text; /* its value */
};

/* Values. Each function reads the text into the field of an option, by its kind (option_kind.h). */

static enum status set_text(const struct typed_option *t, void *field, struct err *e)
{
    *(const char **)field = t->text;
    return t->text[0] ? OK : err_set(e, E_USAGE, "%s needs a value", t->name);
}

static enum status add_text(const struct typed_option *t, void *field, struct err *e)
{
    struct given_texts *list = field;
    const char *item;
    TRY(set_text(t, &item, e));
    if (list->count == GIVEN_TEXTS_MAX)
        return err_set(e, E_USAGE, "more than %d times %s", GIVEN_TEXTS_MAX, t->name);
    list->items[list->count++] = item;
    return OK;
}

/* Given twice, the first conditions would be ignored. */
static enum status set_conditions(const struct typed_option *t, void *field, struct err *e)
{
    if (*(const char **)field)
        return err_set(e, E_USAGE, "%s is there twice; put a comma between conditions", t->name);
    return set_text(t, field, e);
}

static enum status set_choice(const struct typed_option *t, void *field, struct err *e)
{
    int i = 0;
    assert(t->o->choices);
    for (struct str rest = str_from(t->o->choices); rest.ptr; i++)
        if (str_eq(str_split(&rest, '|'), str_from(t->text))) {
            *(int *)field = i;
            return OK;
        }
    return err_set(e, E_USAGE, "%s takes %s, not '%s'", t->name, t->o->choices, t->text);
}

static enum status set_count(const struct typed_option *t, void *field, struct err *e)
{
    char *end;
    unsigned long least = t->o->kind == OPTION_AMOUNT ? 0 : 1;
    errno = 0;
    unsigned long n = strtoul(t->text, &end, 10);
    if (!ascii_digit(t->text[0]) || *end || errno || n < least)
        return err_set(e, E_USAGE, "%s takes a whole number from %lu, not '%s'", t->name, least,
                       t->text);
    if (n > MAX_COUNT)
        return err_set(e, E_USAGE, "%s takes at most %lu, not '%s'", t->name,
                       (unsigned long)MAX_COUNT, t->text);
    *(uint32_t *)field = (uint32_t)n;
    return OK;
}

static enum status set_workers(const struct typed_option *t, void *field, struct err *e)
{
    TRY(set_count(t, field, e));
    return *(uint32_t *)field <= MAX_WORKERS
               ? OK
               : err_set(e, E_USAGE, "%s takes at most %d", t->name, MAX_WORKERS);
}

static enum status set_seconds(const struct typed_option *t, void *field, struct err *e)
{
    double x;
    if (!number_read(str_from(t->text), &x) || !(x >= MIN_SECONDS) || x > MAX_SECONDS)
        return err_set(e, E_USAGE, "%s takes a number of seconds from %.15g to %.15g, not '%s'",
                       t->name, MIN_SECONDS, MAX_SECONDS, t->text);
    *(uint32_t *)field = (uint32_t)(x * 1000);
    return OK;
}

static enum status set_number(const struct typed_option *t, void *field, struct err *e)
{
    bool share = t->o->kind == OPTION_SHARE;
    if (number_read(str_from(t->text), field) && (!share || *(double *)field <= 1))
        return OK;
    return err_set(e, E_USAGE, "%s takes a number from 0%s, not '%s'", t->name,
                   share ? " to 1" : "", t->text);
}

static enum status set_shard(const struct typed_option *t, void *field, struct err *e)
{
    return shard_read(str_from(t->text), field)
               ? OK
               : err_set(e, E_USAGE, "%s takes I/N with I from 1 to N, not '%s'", t->name, t->text);
}

static const struct {
    size_t size; /* of the field */
    enum status (*set)(const struct typed_option *t, void *field, struct err *e);
} KINDS[] = {
    [OPTION_FLAG] = {sizeof(bool), NULL}, /* has no value */
    [OPTION_TEXT] = {sizeof(const char *), set_text},
    [OPTION_TEXTS] = {sizeof(struct given_texts), add_text},
    [OPTION_RELATIONS] = {sizeof(const char *), set_text},
    [OPTION_SYSTEM] = {sizeof(const char *), set_text},
    [OPTION_CONDITIONS] = {sizeof(const char *), set_conditions},
    [OPTION_COUNT] = {sizeof(uint32_t), set_count},
    [OPTION_AMOUNT] = {sizeof(uint32_t), set_count},
    [OPTION_WORKERS] = {sizeof(uint32_t), set_workers},
    [OPTION_SECONDS] = {sizeof(uint32_t), set_seconds},
    [OPTION_NUMBER] = {sizeof(double), set_number},
    [OPTION_SHARE] = {sizeof(double), set_number},
    [OPTION_SHARD] = {sizeof(struct shard), set_shard},
    [OPTION_CHOICE] = {sizeof(int), set_choice},
};

bool option_differs(const struct option *o, const void *values, const void *others)
{
    return memcmp((const char *)values + o->offset, (const char *)others + o->offset,
                  KINDS[o->kind].size) != 0;
}

/* Words */

static char hyphen_for(char c)
{
    return c == '_' ? '-' : c;
}

static bool is_option_name(struct str given, const char *name)
{
    size_t i = 0;
    while (i < given.len && name[i] && hyphen_for(given.ptr[i]) == hyphen_for(name[i]))
        i++;
    return i == given.len && !name[i];
}

/* The option of that letter, or, if it is 0, of that name; or NULL. */
static const struct option *find_option(const struct option_list *list, char letter,
                                        struct str name)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct option *o = &list->items[i];
        if (letter ? o->letter == letter : is_option_name(name, o->name))
            return o;
    }
    return NULL;
}

/* The option that `word` names, or NULL. `*value` is what the word has after the name
 * (--name=value, -j4), or NULL. */
static const struct option *recognise_option(const struct option_list *list, const char *word,
                                             const char **value)
{
    *value = NULL;
    if (word[0] != '-' || word[1] == '\0')
        return NULL;
    if (word[1] != '-') {
        *value = word[2] ? word + 2 : NULL;
        return find_option(list, word[1], STR_NONE);
    }
    struct str rest = str_from(word + 2), name = str_split(&rest, '=');
    *value = rest.ptr;
    return find_option(list, '\0', name);
}

static enum status unknown_option(const struct option_list *list, const char *word, struct err *e)
{
    if (word[0] != '-' && find_option(list, '\0', STR("data")) && access(word, F_OK) == 0)
        return err_set(e, E_USAGE, "unknown argument '%s'; did you mean '--data %s'?", word, word);
    bool dashes = word[0] == '-' && word[1] == '-';
    struct str name = str_from(word + (dashes ? 2 : 0));
    struct nearest near = nearest_to(str_slice(name, 0, str_find(name, STR("="), 0)));
    for (size_t i = 0; i < list->count; i++)
        nearest_offer(&near, str_from(list->items[i].name));
    struct str meant = nearest_name(&near);
    return err_set(e, E_USAGE, "unknown %s '%s'%s%.*s%s", word[0] == '-' ? "option" : "argument",
                   word, meant.ptr ? "; did you mean '--" : "", STR_ARG(meant),
                   meant.ptr ? "'?" : "");
}

/* Of most options the last value counts, so that a script can replace its defaults: "--limit 10
 * --limit 20". Of two datasets, relations, systems or shards both may be meant, and one would be
 * left out, which nobody would notice. */
static bool may_repeat(const struct option *o)
{
    switch (o->kind) {
    case OPTION_RELATIONS:
    case OPTION_SYSTEM:
    case OPTION_SHARD:
        return false;
    case OPTION_TEXT:
        return !strstr(o->argument, "FILE") && !strstr(o->argument, "DIR");
    default:
        return true;
    }
}

/* Set the option at argv[*at]; its value may be the next word. `given` says which were there
 * before. */
static enum status parse_option(const struct option_list *list, int argc, char **argv, int *at,
                                bool *given, void *values, struct err *e)
{
    const char *word = argv[*at], *value;
    char name[64];
    const struct option *o = recognise_option(list, word, &value);
    if (!o)
        return unknown_option(list, word, e);
    bool letter = word[1] != '-';
    snprintf(name, sizeof name, "%s%.*s", letter ? "-" : "--", letter ? 1 : 60,
             letter ? &o->letter : o->name);
    void *field = (char *)values + o->offset;
    if (o->kind == OPTION_FLAG) {
        *(bool *)field = true;
        return value ? err_set(e, E_USAGE, "%s takes no value", name) : OK;
    }
    if (given[o - list->items] && !may_repeat(o))
        return err_set(e, E_USAGE, "%s is given twice", name);
    given[o - list->items] = true;
    if (!value && ++*at == argc)
        return err_set(e, E_USAGE, "%s needs a value", name);
    const struct typed_option typed = {o, name, value ? value : argv[*at]};
    return KINDS[o->kind].set(&typed, field, e);
}

/* The shard that a scheduler names, since the user did not. */
static enum status schedule_shard(struct shard *field, struct err *e)
{
    struct scheduled found;
    TRY(scheduler_ask(getenv, &found, e));
    *field = found.shard;
    if (found.shard.count > 0)
        fprintf(stderr, "notice: shard %u/%u, as %s says; --shard 1/1 turns that off\n",
                found.shard.number, found.shard.count, found.variable);
    if (found.hint)
        fprintf(stderr, "notice: %s\n", found.hint);
    return OK;
}

static enum status fill_default_options(const struct option_list *list, void *values, struct err *e)
{
    for (size_t i = 0; i < list->count; i++) {
        void *field = (char *)values + list->items[i].offset;
        if (list->items[i].kind == OPTION_WORKERS && *(uint32_t *)field == 0)
            *(uint32_t *)field = workers_available();
        if (list->items[i].kind == OPTION_SHARD && ((struct shard *)field)->count == 0)
            TRY(schedule_shard(field, e));
    }
    return OK;
}

enum status options_parse(const struct option_list *list, int argc, char **argv, void *values,
                          struct err *e)
{
    uint32_t n_operands = 0;
    bool only_operands = false, given[OPTIONS_MAX] = {false};
    assert(list->count <= OPTIONS_MAX);
    for (int i = 1; i < argc; i++) {
        if (list->takes_operands && !only_operands && strcmp(argv[i], "--") == 0)
            only_operands = true;
        else if (list->takes_operands && (only_operands || argv[i][0] != '-'))
            argv[++n_operands] = argv[i]; /* a place that was read already */
        else
            TRY(parse_option(list, argc, argv, &i, given, values, e));
    }
    if (list->takes_operands)
        *(struct operands *)((char *)values + list->operands) =
            (struct operands){argv + 1, n_operands};
    return fill_default_options(list, values, e);
}

enum status options_refuse(const struct misuse *list, size_t n, struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].holds)
            return err_set(e, E_USAGE, "%s", list[i].problem);
    return OK;
}

/* "-j, --jobs N" */
static int put_left_side(const struct option *o, char *out, size_t size)
{
    char letter[8] = "    ";
    if (o->letter)
        snprintf(letter, sizeof letter, "-%c, ", o->letter);
    return snprintf(out, size, "%s--%s%s%s", letter, o->name, o->argument ? " " : "",
                    o->argument ? o->argument : "");
}

void options_help(const struct option_list *list)
{
    enum { INDENT = 2, WIDEST = 32 };
    for (size_t i = 0; i < list->count; i++) {
        char left[100];
        int width = put_left_side(&list->items[i], left, sizeof left);
        if (width > WIDEST) /* too long to be beside its text */
            printf("%*s%s\n%*s  %s\n", INDENT, "", left, INDENT + WIDEST, "", list->items[i].help);
        else
            printf("%*s%-*s  %s\n", INDENT, "", WIDEST, left, list->items[i].help);
    }
}
