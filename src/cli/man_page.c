/* man_page.c: docs/man.txt and the tables of the program, in roff.
 *
 * A line of the text is, by how it begins:
 *     # TITLE       a section
 *     = WORDS       an item of a list; the text after it explains it
 *     @name         what the program knows: see PARTS
 *     four spaces   as it is, for commands to type
 *     nothing       the end of a paragraph
 *     all else      text */
#include "cli/man_page.h"

#include "cli/command.h"
#include "cli/page.h"
#include "cli/roff.h"
#include "relation/relation.h"

static void put_bold(FILE *out, const char *before, const char *text)
{
    fputs("\\fB", out);
    roff_text(out, str_from(before));
    roff_text(out, str_from(text));
    fputs("\\fR", out);
}

/* "teql test [--data DIR|mini] …" */
static void put_usage(FILE *out, const struct command *c)
{
    put_bold(out, "teql ", c->name);
    putc(' ', out);
    roff_text(out, str_from(c->usage));
    putc('\n', out);
}

static void put_synopsis(FILE *out)
{
    for (const struct command *c = COMMANDS; c->name; c++) {
        put_usage(out, c);
        fputs(".br\n", out);
    }
    put_bold(out, "", "teql --version");
    putc('\n', out);
}

static void put_option(FILE *out, const struct option *o)
{
    fputs(".TP\n", out);
    if (o->letter) {
        const char letter[] = {o->letter, '\0'};
        put_bold(out, "-", letter);
        fputs(", ", out);
    }
    put_bold(out, "--", o->name);
    if (o->argument) {
        fputs(" \\fI", out);
        roff_text(out, str_from(o->argument));
        fputs("\\fR", out);
    }
    putc('\n', out);
    roff_text(out, str_from(o->help));
    putc('\n', out);
}

static void put_commands(FILE *out)
{
    for (const struct command *c = COMMANDS; c->name; c++) {
        fprintf(out, ".SS teql %s\n", c->name);
        roff_text(out, str_from(c->summary));
        fputs("\n.PP\n", out);
        put_usage(out, c);
        for (size_t i = 0; i < c->options->count; i++)
            put_option(out, &c->options->items[i]);
    }
}

static void put_exit_codes(FILE *out)
{
    for (const struct exit_meaning *m = EXIT_MEANINGS; m->text; m++) {
        fprintf(out, ".TP\n\\fB%d\\fR\n", (int)m->code);
        roff_text(out, str_from(m->text));
        putc('\n', out);
    }
}

/* "PI  prefix insertion: a prefix goes before the question" */
static void put_relations(FILE *out)
{
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        fputs(".TP\n", out);
        put_bold(out, "", (*r)->id);
        putc('\n', out);
        roff_text(out, str_from((*r)->name));
        fputs(": ", out);
        roff_text(out, str_from((*r)->text.summary));
        putc('\n', out);
    }
}

static const struct {
    const char *name;
    void (*put)(FILE *out);
} PARTS[] = {
    {"synopsis", put_synopsis},
    {"commands", put_commands},
    {"relations", put_relations},
    {"exit-codes", put_exit_codes},
};

static void put_part(FILE *out, struct str name)
{
    for (size_t i = 0; i < COUNT_OF(PARTS); i++)
        if (str_eq(name, str_from(PARTS[i].name)))
            PARTS[i].put(out);
}

static void put_literal(FILE *out, struct str line)
{
    roff_text(out, line);
    putc('\n', out);
}

static void put_item(FILE *out, struct str words)
{
    fputs(".TP\n\\fB", out);
    roff_text(out, words);
    fputs("\\fR\n", out);
}

static void put_line(FILE *out, struct str line)
{
    struct str after_mark = str_slice(line, line.len < 2 ? line.len : 2, line.len);
    switch (line.len ? line.ptr[0] : '\0') {
    case '\0':
        fputs(".PP\n", out);
        break;
    case '#':
        fprintf(out, ".SH %.*s\n", STR_ARG(after_mark));
        break;
    case '=':
        put_item(out, after_mark);
        break;
    case '@':
        put_part(out, str_slice(line, 1, line.len));
        break;
    default:
        put_literal(out, line);
    }
}

static void put_text(FILE *out, struct str text)
{
    struct str mark = STR("    ");
    bool literal = false;
    for (size_t at = 0, end; at < text.len; at = end + 1) {
        end = str_find(text, STR("\n"), at);
        struct str line = str_slice(text, at, end);
        bool indented = str_starts(line, mark);
        if (indented != literal)
            fputs(indented ? ".RS 4\n.nf\n" : ".fi\n.RE\n", out);
        literal = indented;
        if (literal)
            put_literal(out, str_slice(line, mark.len, line.len));
        else
            put_line(out, line);
    }
    if (literal)
        fputs(".fi\n.RE\n", out);
}

void man_page_write(FILE *out)
{
    fputs(".\\\" Written by 'teql help --man'.\n"
          ".TH TEQL 1 \"\" \"teql " TEQL_VERSION "\" \"User Commands\"\n"
          ".nh\n.ad l\n",
          out);
    put_text(out, page_text("man.txt"));
}
