/* completion.c: the tables of commands and options, in bash. */
#include "cli/help.h"
#include "relation/relation.h"
#include "system/builtin.h"

static void put_command_names(FILE *out)
{
    fputs("_teql_commands='", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        fprintf(out, "%s%s", c == COMMANDS ? "" : " ", c->name);
    fputs("'\n", out);
}

/* What 'teql help' explains besides commands. */
static void put_help_topics(FILE *out)
{
    fputs("_teql_topics='" RELATIONS_TOPIC " " WORDS_TOPIC, out);
    for (const struct relation *const *r = RELATIONS; *r; r++)
        fprintf(out, "%s%s %s", relation_begins_family(r) ? " " : "",
                relation_begins_family(r) ? (*r)->family : "", (*r)->id);
    fputs("'\n", out);
}

/* Does the command take files besides options? Its usage then begins with the name of one. */
static bool takes_files(const struct command *c)
{
    struct str rest = str_from(c->usage);
    return c->options->takes_operands && str_ends(str_split(&rest, ' '), STR(".json"));
}

static void put_commands_with_files(FILE *out)
{
    fputs("_teql_take_files='", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        if (takes_files(c))
            fprintf(out, " %s", c->name);
    fputs(" '\n", out);
}

/* The options of each command, as they are typed. */
static void put_option_names(FILE *out)
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

static void put_relation_choices(FILE *out)
{
    fputs(",all|canonical", out);
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        if (relation_begins_family(r))
            fprintf(out, "|%s", (*r)->family);
        fprintf(out, "|%s", (*r)->id);
    }
}

static void put_system_choices(FILE *out)
{
    const char *prefix;
    for (size_t i = 0; (prefix = system_prefix(i)); i++)
        if (strcmp(prefix, "builtin:") != 0)
            fprintf(out, "%s%s%s", i ? "|" : "", prefix,
                    strcmp(prefix, "replay:") == 0 ? "FILE" : "");
    for (const struct builtin *const *b = BUILTINS; *b; b++)
        fprintf(out, "|builtin:%s", (*b)->name);
}

/* What an option takes, with | between the choices. The script knows what the words FILE and DIR
 * mean. After a comma, several may be given, with commas between them. */
static void put_choices(FILE *out, const struct option *o)
{
    if (o->kind == OPTION_RELATIONS)
        put_relation_choices(out);
    else if (o->kind == OPTION_SYSTEM)
        put_system_choices(out);
    else
        fputs(o->choices ? o->choices : o->argument, out);
}

/* What each option takes, if anything. */
static void put_option_arguments(FILE *out)
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
            put_choices(out, o);
            fputs("' ;;\n", out);
        }
    fputs("    esac\n}\n\n", out);
}

void completion_write(FILE *out)
{
    struct str script = help_text("completion.bash");
    fputs("# Completion of teql for bash; written by 'teql help --completion'.\n\n", out);
    put_command_names(out);
    put_help_topics(out);
    put_commands_with_files(out);
    put_option_names(out);
    put_option_arguments(out);
    fwrite(script.ptr, 1, script.len, out);
}
