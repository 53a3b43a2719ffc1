/* command_line.c: splitting words, and finding programs as a shell would. */
#include "system/command_line.h"

#include "base/path.h"

#include <stdlib.h>
#include <unistd.h>

struct word_splitter {
    struct str text;
    size_t at;
    char *to; /* room for the rest of the text */
};

/* Up to the closing quote; false if it is missing. */
static bool copy_quoted(struct word_splitter *s, char quote)
{
    for (s->at++; s->at < s->text.len; s->at++) {
        char c = s->text.ptr[s->at];
        if (c == quote) {
            s->at++;
            return true;
        }
        bool more = s->at + 1 < s->text.len;
        if (c == '\\' && quote == '"' && more && memchr("\\\"$`", s->text.ptr[s->at + 1], 4))
            c = s->text.ptr[++s->at];
        *s->to++ = c;
    }
    return false;
}

static bool copy_word(struct word_splitter *s)
{
    while (s->at < s->text.len && !ascii_space(s->text.ptr[s->at])) {
        char c = s->text.ptr[s->at];
        if (c == '\'' || c == '"') {
            if (!copy_quoted(s, c))
                return false;
            continue;
        }
        if (c == '\\' && s->at + 1 < s->text.len)
            c = s->text.ptr[++s->at];
        *s->to++ = c;
        s->at++;
    }
    *s->to++ = '\0';
    return true;
}

static enum status split_words(struct command_line *c, struct arena *a, struct str text,
                               struct err *e)
{
    struct word_splitter s = {.text = text, .to = arena_alloc(a, 2 * text.len + 1)};
    for (;;) {
        while (s.at < text.len && ascii_space(text.ptr[s.at]))
            s.at++;
        if (s.at == text.len)
            break;
        ARENA_ADD(a, c->words, c->count, s.to);
        if (!copy_word(&s))
            return err_set(e, E_USAGE, "quote that does not end in '%.*s'", STR_ARG(text));
    }
    if (c->count == 0 || c->words[0][0] == '\0')
        return err_set(e, E_USAGE, "no program after 'command:'");
    ARENA_PUSH(a, c->words, c->count);
    c->words[c->count] = NULL;
    return OK;
}

static bool is_program(const char *path)
{
    struct path_info info;
    struct err e;
    return path_look(path, &info, &e) == OK && info.kind == PATH_FILE && access(path, X_OK) == 0;
}

static const char *search_path(struct arena *a, const char *name)
{
    const char *path = getenv("PATH"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    struct str rest = path ? str_from(path) : STR("/usr/local/bin:/usr/bin:/bin");
    for (;;) {
        size_t colon = str_find(rest, STR(":"), 0);
        struct str folder = colon ? str_slice(rest, 0, colon) : STR(".");
        const char *file = arena_printf(a, "%.*s/%s", STR_ARG(folder), name).ptr;
        if (is_program(file))
            return file;
        if (colon == rest.len)
            return NULL;
        rest = str_slice(rest, colon + 1, rest.len);
    }
}

static enum status find_program(struct command_line *c, struct arena *a, struct err *e)
{
    const char *name = c->words[0];
    if (!strchr(name, '/')) {
        c->program = search_path(a, name);
        if (!c->program)
            return err_set(e, E_SYSTEM, "no program '%s' in PATH", name);
        return OK;
    }
    c->program = name;
    if (access(name, F_OK) != 0)
        return err_set(e, E_SYSTEM, "no program '%s'", name);
    if (!is_program(name))
        return err_set(e, E_SYSTEM, "'%s' is not an executable file", name);
    return OK;
}

enum status command_line_read(struct command_line *c, struct arena *a, struct str text,
                              struct err *e)
{
    *c = (struct command_line){0};
    TRY(split_words(c, a, text, e));
    return find_program(c, a, e);
}
