/* help.c: `teql help`: a command, the relations, a family of them, or one. */
#include "cli/help.h"

#include "base/embedded.h"
#include "base/nearest.h"
#include "relation/relation.h"
#include "report/relation_label.h"

#include <assert.h>
#include <stddef.h>

#define RELATIONS_PAGE "docs/reference/relations.md" /* has all of them */

extern const struct embedded_file PAGE_FILES[];
extern const uint32_t N_PAGE_FILES;

struct help_args {
    struct operands topics;
    bool man, completion;
    const char *lexicon, *wordnet;
};

#define FIELD(name) offsetof(struct help_args, name)

static const struct option OPTIONS[] = {
    {"man", 0, OPTION_FLAG, FIELD(man), NULL, NULL, "print the manual page, for man"},
    {"completion", 0, OPTION_FLAG, FIELD(completion), NULL, NULL, "print the completion for bash"},
    {"lexicon", 0, OPTION_TEXT, FIELD(lexicon), "DIR", NULL,
     "for words: word lists that are added to those built in"},
    {"wordnet", 0, OPTION_TEXT, FIELD(wordnet), "DIR", NULL,
     "for words: WordNet's files (default: where Debian's wordnet-base puts them)"},
};

const struct option_list help_options = {OPTIONS, COUNT_OF(OPTIONS), FIELD(topics), true};

struct str help_text(const char *name)
{
    uint32_t i = 0;
    while (i < N_PAGE_FILES && !str_eq(PAGE_FILES[i].name, str_from(name)))
        i++;
    assert(i < N_PAGE_FILES);
    return embedded_text(&PAGE_FILES[i]);
}

void help_print(FILE *out)
{
    fputs("teql tests text-to-SQL systems\n\nusage: teql COMMAND [OPTIONS]\n\n", out);
    for (const struct command *c = COMMANDS; c->name; c++)
        fprintf(out, "  %-10s %s\n", c->name, c->summary);
    fputs("\n'teql help COMMAND' lists the options of a command, 'teql --version' tells the "
          "version\n'teql help " RELATIONS_TOPIC
          "' lists the relations, 'teql help PI' describes one"
          "\n'teql help " WORDS_TOPIC "' explains the lists of words, 'teql help " WORDS_TOPIC
          " phone' shows what is known of one"
          "\n\nexit codes:\n",
          out);
    for (const struct exit_meaning *m = EXIT_MEANINGS; m->text; m++)
        fprintf(out, "  %-3d  %s\n", (int)m->code, m->text);
}

void help_print_command(const struct command *c)
{
    printf("teql %s: %s\n\nusage: teql %s %s\n\n", c->name, c->summary, c->name, c->usage);
    options_help(c->options);
}

/* Relations */

/* A line for each relation of a family, or of all families if it is NULL. */
static void list_relations(const char *family)
{
    struct arena a = {0};
    puts("relations: changes to a question or a schema that say what becomes of the answer");
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        if (family && strcmp(family, (*r)->family) != 0)
            continue;
        if (relation_begins_family(r))
            printf("\n%s\n", (*r)->family);
        printf("  %-*s  %s\n", RELATION_LABEL_WIDTH, relation_label(&a, str_from((*r)->id)).ptr,
               (*r)->text.summary);
    }
    arena_release(&a);
    puts("\n'teql help ID' describes one; " RELATIONS_PAGE " has the rules of all");
}

/* Lines after the first are set below it. */
static void print_example(const char *label, const char *text)
{
    for (struct str rest = str_from(text); rest.ptr; label = "") {
        struct str line = str_split(&rest, '\n');
        printf("  %-7s %.*s\n", label, STR_ARG(line));
    }
}

static void explain_relation(const struct relation *r)
{
    const struct relation_text *t = &r->text;
    bool own_page = strcmp(t->page, RELATIONS_PAGE) != 0;
    printf("%s, %s: %s\n\n%s\n\n", r->id, r->name, t->summary, t->what);
    print_example("before", t->before);
    print_example("after", t->after);
    printf("\n%s\n\n"
           "It is of the family %s; '--relations %s' chooses it alone.\n"
           "There is more in " RELATIONS_PAGE "%s%s.\n",
           t->answer, r->family, r->id, own_page ? " and " : "", own_page ? t->page : "");
}

/* By its id or its name, in capitals or not; or NULL. */
static const struct relation *find_relation(struct str word)
{
    const struct relation *const *r = RELATIONS;
    while (*r && !str_eq_nocase(str_from((*r)->id), word) &&
           !str_eq_nocase(str_from((*r)->name), word))
        r++;
    return *r;
}

/* Topics */

static enum status unknown_topic(struct str topic, struct err *e)
{
    struct nearest near = nearest_to(topic);
    for (const struct command *c = COMMANDS; c->name; c++)
        nearest_offer(&near, str_from(c->name));
    nearest_offer(&near, STR(RELATIONS_TOPIC));
    nearest_offer(&near, STR(WORDS_TOPIC));
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        nearest_offer(&near, str_from((*r)->id));
        nearest_offer(&near, str_from((*r)->name));
        nearest_offer(&near, str_from((*r)->family));
    }
    struct str meant = nearest_name(&near);
    return err_set(e, E_USAGE, "unknown command or relation '%.*s'%s%.*s%s", STR_ARG(topic),
                   meant.ptr ? "; did you mean '" : "", STR_ARG(meant), meant.ptr ? "'?" : "");
}

static enum status explain_topic(const char *topic, struct err *e)
{
    const struct command *c = command_find(topic);
    const struct relation *r = find_relation(str_from(topic));
    const char *family = relation_family(str_from(topic));
    if (c)
        help_print_command(c);
    else if (strcmp(topic, RELATIONS_TOPIC) == 0 || family)
        list_relations(family);
    else if (strcmp(topic, WORDS_TOPIC) == 0)
        help_explain_words();
    else if (r)
        explain_relation(r);
    else
        return unknown_topic(str_from(topic), e);
    return OK;
}

/* Words after the topic are one phrase. */
static enum status explain_phrase(const struct help_args *args, struct err *e)
{
    struct arena a = {0};
    struct str phrase = str_from(args->topics.items[1]);
    for (uint32_t i = 2; i < args->topics.count; i++)
        phrase = ARENA_CONCAT(&a, phrase, STR(" "), str_from(args->topics.items[i]));
    enum status status = help_explain_word(phrase, args->lexicon, args->wordnet, e);
    arena_release(&a);
    return status;
}

enum status help_run(int argc, char **argv, struct err *e)
{
    struct help_args args = {0};
    TRY(options_parse(&help_options, argc, argv, &args, e));
    bool words = args.topics.count > 0 && strcmp(args.topics.items[0], WORDS_TOPIC) == 0;
    if (words && args.topics.count > 1)
        return explain_phrase(&args, e);
    for (uint32_t i = 0; i < args.topics.count; i++)
        TRY(explain_topic(args.topics.items[i], e));
    if (args.man)
        man_page_write(stdout);
    if (args.completion)
        completion_write(stdout);
    if (!args.man && !args.completion && args.topics.count == 0)
        help_print(stdout);
    return OK;
}
