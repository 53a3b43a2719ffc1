/* relation_help.c: the texts of relations, laid out for a terminal. */
#include "cli/relation_help.h"

#include "report/relation_label.h"

#define RELATIONS_PAGE "docs/reference/relations.md" /* has all of them */

void relation_help_list(FILE *out, const char *family)
{
    struct arena a = {0};
    fputs("relations: changes to a question or a schema that say what becomes of the answer\n",
          out);
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        if (family && strcmp(family, (*r)->family) != 0)
            continue;
        if (relation_begins_family(r))
            fprintf(out, "\n%s\n", (*r)->family);
        fprintf(out, "  %-*s  %s\n", RELATION_LABEL_WIDTH,
                relation_label(&a, str_from((*r)->id)).ptr, (*r)->text.summary);
    }
    arena_release(&a);
    fputs("\n'teql help ID' describes one; " RELATIONS_PAGE " has the rules of all\n", out);
}

/* Lines after the first stand below it. */
static void put_lines(FILE *out, const char *label, const char *text)
{
    for (struct str rest = str_from(text); rest.ptr; label = "") {
        struct str line = str_split(&rest, '\n');
        fprintf(out, "  %-7s %.*s\n", label, STR_ARG(line));
    }
}

void relation_help_print(FILE *out, const struct relation *r)
{
    const struct relation_text *t = &r->text;
    bool own_page = strcmp(t->page, RELATIONS_PAGE) != 0;
    fprintf(out, "%s, %s: %s\n\n%s\n\n", r->id, r->name, t->summary, t->what);
    put_lines(out, "before", t->before);
    put_lines(out, "after", t->after);
    fprintf(out,
            "\n%s\n\n"
            "It is of the family %s; '--relations %s' chooses it alone.\n"
            "There is more in " RELATIONS_PAGE "%s%s.\n",
            t->answer, r->family, r->id, own_page ? " and " : "", own_page ? t->page : "");
}

const struct relation *relation_help_find(struct str word)
{
    const struct relation *const *r = RELATIONS;
    while (*r && !str_eq_nocase(str_from((*r)->id), word) &&
           !str_eq_nocase(str_from((*r)->name), word))
        r++;
    return *r;
}

void relation_help_offer(struct nearest *near)
{
    nearest_offer(near, STR(RELATIONS_TOPIC));
    for (const struct relation *const *r = RELATIONS; *r; r++) {
        nearest_offer(near, str_from((*r)->id));
        nearest_offer(near, str_from((*r)->name));
        nearest_offer(near, str_from((*r)->family));
    }
}
