/* man_page.c: docs/man.txt and the tables of the program, in roff.
 *
 * The beginning of a line of the text says what it is:
 *     # TITLE       a section
 *     = WORDS       an item of a list; the text after it explains it
 *     @name         a table of the program: see TABLES
 *     four spaces   a command to type, shown as it is
 *     nothing       the end of a paragraph
 *     all else      text */
#include "cli/help.h"

#include "base/utf8.h"
#include "relation/relation.h"

/* Roff */

/* Characters that mean something in roff, or look different there. */
static const char *const ESCAPES[0x80] = {
    ['\\'] = "\\e",  ['-'] = "\\-",   ['\''] = "\\(aq", ['"'] = "\\(dq",
    ['`'] = "\\(ga", ['^'] = "\\(ha", ['~'] = "\\(ti",
};

static void put_ascii(FILE *out, char c, bool at_start)
{
    const char *escape = ESCAPES[(unsigned char)c];
    if (escape)
        fputs(escape, out);
    else if (c == '.' && at_start)
        fputs("\\&.", out);
    else
        putc(c == '\n' || (c >= ' ' && c < 0x7f) ? c : ' ', out);
}

void roff_text(FILE *out, struct str text)
{
    size_t len;
    for (size_t at = 0; at < text.len; at += len) {
        uint32_t code = utf8_code_point(text, at, &len);
        if (code < 0x80)
            put_ascii(out, text.ptr[at], at == 0 || text.ptr[at - 1] == '\n');
        else
            fprintf(out, "\\[u%04X]", (unsigned)code);
    }
}

static void put_text_line(FILE *out, struct str line)
{
    roff_text(out, line);
    putc('\n', out);
}

static void put_bold(FILE *out, const char *before, const char *text)
{
    fputs("\\fB", out);
    roff_text(out, str_from(before));
    roff_text(out, str_from(text));
    fputs("\\fR", out);
}

/* Tables */

/* "teql test [--data DIR|mini] …" */
static void put_usage(FILE *out, const struct command *c)
{
    put_bold(out, "teql ", c->name);
    putc(' ', out);
    put_text_line(out, str_from(c->usage));
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
        put_bold(out, "-", (const char[]){o->letter, '\0'});
        fputs(", ", out);
    }
    put_bold(out, "--", o->name);
    if (o->argument) {
        fputs(" \\fI", out);
        roff_text(out, str_from(o->argument));
        fputs("\\fR", out);
    }
    putc('\n', out);
    put_text_line(out, str_from(o->help));
}

static void put_commands(FILE *out)
{
    for (const struct command *c = COMMANDS; c->name; c++) {
        fprintf(out, ".SS teql %s\n", c->name);
        put_text_line(out, str_from(c->summary));
        fputs(".PP\n", out);
        put_usage(out, c);
        for (size_t i = 0; i < c->options->count; i++)
            put_option(out, &c->options->items[i]);
    }
}

static void put_exit_codes(FILE *out)
{
    for (const struct exit_meaning *m = EXIT_MEANINGS; m->text; m++) {
        fprintf(out, ".TP\n\\fB%d\\fR\n", (int)m->code);
        put_text_line(out, str_from(m->text));
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
        put_text_line(out, str_from((*r)->text.summary));
    }
}

static const struct {
    const char *name;
    void (*put)(FILE *out);
} TABLES[] = {
    {"synopsis", put_synopsis},
    {"commands", put_commands},
    {"relations", put_relations},
    {"exit-codes", put_exit_codes},
};

static void put_table(FILE *out, struct str name)
{
    for (size_t i = 0; i < COUNT_OF(TABLES); i++)
        if (str_eq(name, str_from(TABLES[i].name)))
            TABLES[i].put(out);
}

/* The page */

static void put_man_line(FILE *out, struct str line)
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
        fputs(".TP\n\\fB", out);
        roff_text(out, after_mark);
        fputs("\\fR\n", out);
        break;
    case '@':
        put_table(out, str_slice(line, 1, line.len));
        break;
    default:
        put_text_line(out, line);
    }
}

static void put_man_page(FILE *out, struct str text)
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
            put_text_line(out, str_slice(line, mark.len, line.len));
        else
            put_man_line(out, line);
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
    put_man_page(out, help_text("man.txt"));
}
