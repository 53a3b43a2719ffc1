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

#define MIN_SECONDS 1e-3 /* what is timed is timed in milliseconds, and none is no time */
#define MAX_SECONDS 1e6

enum { MAX_WORKERS = 256 };

static bool same_name(struct str given, const char *name)
{
    struct str known = str_from(name);
    if (given.len != known.len)
        return false;
    for (size_t i = 0; i < given.len; i++)
        if ((given.ptr[i] == '_' ? '-' : given.ptr[i]) != (name[i] == '_' ? '-' : name[i]))
            return false;
    return true;
}

static const struct option *find_long(const struct option_list *list, struct str name)
{
    for (size_t i = 0; i < list->count; i++)
        if (same_name(name, list->items[i].name))
            return &list->items[i];
    return NULL;
}

static const struct option *find_letter(const struct option_list *list, char letter)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].letter && list->items[i].letter == letter)
            return &list->items[i];
    return NULL;
}

static enum status set_choice(const struct option *o, const char *text, int *out, struct err *e)
{
    assert(o->choices);
    struct str wanted = str_from(text), rest = str_from(o->choices);
    for (int i = 0;; i++) {
        size_t bar = str_find(rest, STR("|"), 0);
        if (str_eq(str_slice(rest, 0, bar), wanted)) {
            *out = i;
            return OK;
        }
        if (bar == rest.len)
            return err_set(e, E_USAGE, "--%s takes %s, not '%s'", o->name, o->choices, text);
        rest = str_slice(rest, bar + 1, rest.len);
    }
}

/* The largest count: what is above it stands for an option that was not given. */
#define MAX_COUNT (UINT32_MAX - 1)

static enum status set_count(const struct option *o, const char *text, unsigned long least,
                             uint32_t *out, struct err *e)
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(text, &end, 10);
    if (!ascii_digit(text[0]) || *end || errno || n < least)
        return err_set(e, E_USAGE, "--%s takes a whole number from %lu, not '%s'", o->name, least,
                       text);
    if (n > MAX_COUNT)
        return err_set(e, E_USAGE, "--%s takes at most %lu, not '%s'", o->name,
                       (unsigned long)MAX_COUNT, text);
    *out = (uint32_t)n;
    return OK;
}

static enum status set_workers(const struct option *o, const char *text, uint32_t *out,
                               struct err *e)
{
    TRY(set_count(o, text, 1, out, e));
    return *out <= MAX_WORKERS ? OK
                               : err_set(e, E_USAGE, "--%s takes at most %d", o->name, MAX_WORKERS);
}

static enum status set_seconds(const struct option *o, const char *text, uint32_t *out,
                               struct err *e)
{
    double x;
    if (!number_read(str_from(text), &x) || !(x >= MIN_SECONDS) || x > MAX_SECONDS)
        return err_set(e, E_USAGE, "--%s takes a number of seconds from %.15g to %.15g, not '%s'",
                       o->name, MIN_SECONDS, MAX_SECONDS, text);
    *out = (uint32_t)(x * 1000);
    return OK;
}

static enum status set_number(const struct option *o, const char *text, double *out, struct err *e)
{
    if (!number_read(str_from(text), out))
        return err_set(e, E_USAGE, "--%s takes a number from 0, not '%s'", o->name, text);
    return OK;
}

static enum status set_share(const struct option *o, const char *text, double *out, struct err *e)
{
    if (!number_read(str_from(text), out) || *out > 1)
        return err_set(e, E_USAGE, "--%s takes a number from 0 to 1, not '%s'", o->name, text);
    return OK;
}

static enum status set_shard(const struct option *o, const char *text, struct shard *out,
                             struct err *e)
{
    if (!shard_read(str_from(text), out))
        return err_set(e, E_USAGE, "--%s takes I/N with I from 1 to N, not '%s'", o->name, text);
    return OK;
}

static enum status add_text(const struct option *o, const char *text, struct given_texts *list,
                            struct err *e)
{
    if (!text[0])
        return err_set(e, E_USAGE, "--%s needs a value", o->name);
    if (list->count == GIVEN_TEXTS_MAX)
        return err_set(e, E_USAGE, "more than %d times --%s", GIVEN_TEXTS_MAX, o->name);
    list->items[list->count++] = text;
    return OK;
}

static enum status set_value(const struct option *o, const char *text, void *values, struct err *e)
{
    void *field = (char *)values + o->offset;
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)field = true;
        return OK;
    case OPTION_TEXT:
    case OPTION_RELATIONS:
    case OPTION_SYSTEM:
        *(const char **)field = text;
        return text[0] ? OK : err_set(e, E_USAGE, "--%s needs a value", o->name);
    case OPTION_TEXTS:
        return add_text(o, text, field, e);
    case OPTION_CONDITIONS:
        if (*(const char **)field) /* the first would count for nothing */
            return err_set(e, E_USAGE, "--%s is there twice; put a comma between conditions",
                           o->name);
        *(const char **)field = text;
        return text[0] ? OK : err_set(e, E_USAGE, "--%s needs a value", o->name);
    case OPTION_COUNT:
        return set_count(o, text, 1, field, e);
    case OPTION_AMOUNT:
        return set_count(o, text, 0, field, e);
    case OPTION_WORKERS:
        return set_workers(o, text, field, e);
    case OPTION_SECONDS:
        return set_seconds(o, text, field, e);
    case OPTION_NUMBER:
        return set_number(o, text, field, e);
    case OPTION_SHARE:
        return set_share(o, text, field, e);
    case OPTION_SHARD:
        return set_shard(o, text, field, e);
    case OPTION_CHOICE:
        return set_choice(o, text, field, e);
    }
    return OK;
}

static size_t value_size(enum option_kind kind)
{
    switch (kind) {
    case OPTION_FLAG:
        return sizeof(bool);
    case OPTION_TEXT:
    case OPTION_RELATIONS:
    case OPTION_SYSTEM:
    case OPTION_CONDITIONS:
        return sizeof(const char *);
    case OPTION_TEXTS:
        return sizeof(struct given_texts);
    case OPTION_COUNT:
    case OPTION_AMOUNT:
    case OPTION_WORKERS:
    case OPTION_SECONDS:
        return sizeof(uint32_t);
    case OPTION_NUMBER:
    case OPTION_SHARE:
        return sizeof(double);
    case OPTION_SHARD:
        return sizeof(struct shard);
    case OPTION_CHOICE:
        return sizeof(int);
    }
    return 0;
}

bool option_differs(const struct option *o, const void *values, const void *others)
{
    return memcmp((const char *)values + o->offset, (const char *)others + o->offset,
                  value_size(o->kind)) != 0;
}

/* The option that `word` names, and its value where the word holds it too (--name=value, -j4). */
static const struct option *recognise(const struct option_list *list, const char *word,
                                      const char **value)
{
    *value = NULL;
    if (word[0] != '-' || word[1] == '\0')
        return NULL;
    if (word[1] != '-') {
        *value = word[2] ? word + 2 : NULL;
        return find_letter(list, word[1]);
    }
    const char *equals = strchr(word, '=');
    *value = equals ? equals + 1 : NULL;
    size_t len = equals ? (size_t)(equals - word) - 2 : strlen(word) - 2;
    return find_long(list, (struct str){word + 2, len});
}

/* No option is called that. */
static enum status unknown(const struct option_list *list, const char *word, struct err *e)
{
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

/* The option at argv[*at], and its value, which may be the next word. */
static enum status parse_option(const struct option_list *list, int argc, char **argv, int *at,
                                void *values, struct err *e)
{
    const char *word = argv[*at], *value;
    const struct option *o = recognise(list, word, &value);
    if (!o)
        return unknown(list, word, e);
    if (o->kind == OPTION_FLAG && value)
        return err_set(e, E_USAGE, "--%s takes no value", o->name);
    if (o->kind != OPTION_FLAG && !value) {
        if (++*at == argc)
            return err_set(e, E_USAGE, "--%s needs a value", o->name);
        value = argv[*at];
    }
    return set_value(o, value, values, e);
}

static void default_workers(const struct option_list *list, void *values)
{
    for (size_t i = 0; i < list->count; i++) {
        uint32_t *field = (uint32_t *)((char *)values + list->items[i].offset);
        if (list->items[i].kind == OPTION_WORKERS && *field == 0)
            *field = workers_available();
    }
}

/* A shard that nobody named, and a scheduler did. */
static enum status schedule(struct shard *field, struct err *e)
{
    struct scheduled told;
    enum status status = scheduler_ask(getenv, &told, e);
    *field = told.shard;
    if (status)
        return status;
    if (told.shard.count > 0)
        fprintf(stderr, "notice: shard %u/%u, as %s says; --shard 1/1 turns that off\n",
                told.shard.number, told.shard.count, told.variable);
    if (told.hint)
        fprintf(stderr, "notice: %s\n", told.hint);
    return OK;
}

static enum status default_shard(const struct option_list *list, void *values, struct err *e)
{
    enum status status = OK;
    for (size_t i = 0; i < list->count && status == OK; i++) {
        struct shard *field = (struct shard *)((char *)values + list->items[i].offset);
        if (list->items[i].kind == OPTION_SHARD && field->count == 0)
            status = schedule(field, e);
    }
    return status;
}

enum status options_parse(const struct option_list *list, int argc, char **argv, void *values,
                          struct err *e)
{
    enum status status = OK;
    uint32_t n_operands = 0;
    bool only_operands = false;
    for (int i = 1; i < argc && status == OK; i++) {
        if (list->takes_operands && !only_operands && strcmp(argv[i], "--") == 0)
            only_operands = true;
        else if (list->takes_operands && (only_operands || argv[i][0] != '-'))
            argv[++n_operands] = argv[i]; /* a place that was read already */
        else
            status = parse_option(list, argc, argv, &i, values, e);
    }
    if (list->takes_operands)
        *(struct operands *)((char *)values + list->operands) =
            (struct operands){argv + 1, n_operands};
    default_workers(list, values);
    return status ? status : default_shard(list, values, e);
}

/* "-j, --jobs N" */
static int left_side(const struct option *o, char *out, size_t size)
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
        int width = left_side(&list->items[i], left, sizeof left);
        if (width > WIDEST) /* too long to stand beside its text */
            printf("%*s%s\n%*s  %s\n", INDENT, "", left, INDENT + WIDEST, "", list->items[i].help);
        else
            printf("%*s%-*s  %s\n", INDENT, "", WIDEST, left, list->items[i].help);
    }
}
