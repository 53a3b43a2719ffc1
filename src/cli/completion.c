/* completion.c: the tables of commands and options, in bash. */
#include "cli/completion.h"

#include "cli/command.h"
#include "cli/page.h"
#include "cli/relation_help.h"
#include "relation/relation.h"
#include "system/builtin.h"

static void put_commands(FILE *out)
{
    fputs("_teql_commands='", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        fprintf(out, "%s%s", c == COMMANDS ? "" : " ", c->name);
    fputs("'\n", out);
}

/* What 'teql help' explains besides commands. */
static void put_topics(FILE *out)
{
    fputs("_teql_topics='" RELATIONS_TOPIC, out);
    for (const struct relation *const *r = RELATIONS; *r; r++)
        fprintf(out, "%s%s %s", relation_begins_family(r) ? " " : "",
                relation_begins_family(r) ? (*r)->family : "", (*r)->id);
    fputs("'\n", out);
}

/* Does the command take files besides options? Its usage then begins with the name of one. */
static bool takes_files(const struct command *c)
{
    struct str usage = str_from(c->usage);
    struct str first = str_slice(usage, 0, str_find(usage, STR(" "), 0));
    return c->options->takes_operands && str_ends(first, STR(".json"));
}

static void put_takers_of_files(FILE *out)
{
    fputs("_teql_take_files='", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        if (takes_files(c))
            fprintf(out, " %s", c->name);
    fputs(" '\n", out);
}

/* The options of a command, as they are typed. */
static void put_options(FILE *out)
{
    fputs("\n_teql_options()\n{\n    case $1 in\n", out);
    for (const struct command *c = COMMANDS; c->name; c++) {
        fprintf(out, "    %s) echo '--help", c->name);
        for (size_t i = 0; i < c->options->count; i++) {
            const struct option *o = &c->options->items[i];
            fprintf(out, " --%s", o->name);
            if (o->letter)
                fprintf(out, " -%c", o->letter);
        }
        fputs("' ;;\n", out);
    }
    fputs("    esac\n}\n", out);
}

/* Values */

static void put_relations(FILE *out)
{
    fputs(",all|canonical", out);
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        if (relation_begins_family(r))
            fprintf(out, "|%s", (*r)->family);
        fprintf(out, "|%s", (*r)->id);
    }
}

static void put_systems(FILE *out)
{
    const char *prefix;
    for (size_t i = 0; (prefix = system_prefix(i)); i++)
        if (strcmp(prefix, "builtin:") != 0)
            fprintf(out, "%s%s%s", i ? "|" : "", prefix,
                    strcmp(prefix, "replay:") == 0 ? "FILE" : "");
    for (const struct builtin *const *b = BUILTINS; *b; b++)
        fprintf(out, "|builtin:%s", (*b)->name);
}

/* What an option takes: its choices, or words of which FILE and DIR have a meaning, with | between
 * them. Those behind a comma may be several, with commas between them. */
static void put_value(FILE *out, const struct option *o)
{
    if (o->kind == OPTION_RELATIONS)
        put_relations(out);
    else if (o->kind == OPTION_SYSTEM)
        put_systems(out);
    else
        fputs(o->choices ? o->choices : o->argument, out);
}

/* What an option of a command takes; nothing for one that takes nothing. */
static void put_arguments(FILE *out)
{
    fputs("\n_teql_argument()\n{\n    case \"$1 $2\" in\n", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        for (size_t i = 0; i < c->options->count; i++) {
            const struct option *o = &c->options->items[i];
            if (!o->argument)
                continue;
            fprintf(out, "    '%s --%s'", c->name, o->name);
            if (o->letter)
                fprintf(out, " | '%s -%c'", c->name, o->letter);
            fputs(") echo '", out);
            put_value(out, o);
            fputs("' ;;\n", out);
        }
    fputs("    esac\n}\n\n", out);
}

void completion_write(FILE *out)
{
    struct str script = page_text("completion.bash");
    fputs("# Completion of teql for bash; written by 'teql help --completion'.\n\n", out);
    put_commands(out);
    put_topics(out);
    put_takers_of_files(out);
    put_options(out);
    put_arguments(out);
    fwrite(script.ptr, 1, script.len, out);
}
