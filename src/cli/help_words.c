/* help_words.c: `teql help words`: what the lists of words are, and what is known of a word. */
#include "cli/help.h"

#include "lexicon/knowledge.h"
#include "lexicon/synonym_pair.h"
#include "lexicon/word_fact.h"

void help_explain_words(void)
{
    puts("words: what is known of words, and where it comes from\n\n"
         "The lists are text files under data/, and part of the program. --lexicon DIR adds lines "
         "of files\nof the same names; with the line \"#replace\", a file is used without ours.\n\n"
         "words.tsv has a line for each word and sense, with facts:\n");
    for (int id = 0; id < N_WORD_FACTS; id++)
        printf("  %-12s %s\n", word_fact_name((enum fact_id)id).ptr,
               word_fact_text((enum fact_id)id));
    puts("\nsynonyms.tsv has a line for each pair of words, with a grade; a grade implies those "
         "after it:\n");
    for (int g = 0; g < N_SYNONYM_GRADES; g++)
        printf("  %-12s %s\n", synonym_grade_name((enum synonym_grade)g).ptr,
               synonym_grade_text((enum synonym_grade)g));
    puts("\n'teql help words WORD' shows what is known of a word or phrase, '--lexicon DIR' with "
         "your lists;\ndocs/reference/words.md and docs/reference/synonyms.md explain more");
}

/* The lists */

static bool show_lines(const struct lexicon *l, struct str word)
{
    const struct word_line *first = word_line_of(l, word);
    for (const struct word_line *line = first; line; line = line->next) {
        bool plain = str_eq(line->sense, STR("-"));
        printf("%.*s%s%.*s  (%s:%u)\n", STR_ARG(line->word), plain ? "" : ", ",
               plain ? 0 : (int)line->sense.len, line->sense.ptr, line->path, line->number);
        for (uint32_t i = 0; i < line->n_facts; i++) {
            const struct word_fact *f = &line->facts[i];
            printf("  %-12s", word_fact_name(f->id).ptr);
            for (uint32_t k = 0; k < f->n_values; k++)
                printf("%s%.*s", k ? ", " : " ", STR_ARG(f->values[k]));
            printf("\n");
        }
    }
    return first != NULL;
}

static void show_pair(const struct synonym_pair *p, struct str other)
{
    printf("  %-12s %.*s", synonym_grade_name(p->grade).ptr, STR_ARG(other));
    if (str_starts(p->owner, STR("!")))
        printf(", not of %.*s", STR_ARG(str_slice(p->owner, 1, p->owner.len)));
    else if (!str_eq(p->owner, STR("any")))
        printf(", of %.*s", STR_ARG(p->owner));
    printf("%s%s", p->alone ? ", alone" : "", p->at_end ? ", at end" : "");
    if (p->value)
        printf(", value%s%.*s", p->column.ptr ? " of " : "", STR_ARG(p->column));
    printf("  (%s:%u)\n", p->path, p->line);
}

static bool show_synonyms(const struct lexicon *l, struct str word)
{
    const struct synonym_pair *first = pairs_of(l, word), *back = pairs_back(l, word);
    struct value_pairs values = value_pairs_of(l);
    bool found = first || back;
    if (first)
        printf("what may stand for it\n");
    for (const struct synonym_pair *p = first; p; p = p->next)
        show_pair(p, p->other);
    if (back)
        printf("what it may stand for\n");
    for (const struct synonym_pair *p = back; p; p = p->next_back)
        show_pair(p, p->word);
    for (uint32_t i = 0; i < values.count; i++)
        if (str_eq_nocase(values.items[i]->word, word) ||
            str_eq_nocase(values.items[i]->other, word)) {
            bool own = str_eq_nocase(values.items[i]->word, word);
            show_pair(values.items[i], own ? values.items[i]->other : values.items[i]->word);
            found = true;
        }
    return found;
}

/* WordNet */

static bool show_senses(struct arena *a, const struct wordnet *w, struct str word)
{
    static const char *const NAMES[] = {"noun", "verb", "adjective", "adverb"};
    uint32_t places[WORDNET_MAX_SENSES];
    struct wordnet_synset s;
    bool found = false;
    for (int pos = 0; pos < WORDNET_N_POS; pos++)
        if (wordnet_senses(w, (enum wordnet_pos)pos, word, places) > 0 &&
            wordnet_synset(a, w, (enum wordnet_pos)pos, places[0], &s)) {
            struct str text = str_slice(s.gloss, 0, str_find(s.gloss, STR(";"), 0));
            printf("%s  %-12s %.*s\n", found ? "" : "first senses in WordNet\n", NAMES[pos],
                   STR_ARG(text));
            found = true;
        }
    return found;
}

static enum status show_word(const struct lexicon *l, const struct knowledge_sources *sources,
                             struct str word, struct err *e)
{
    struct knowledge k;
    TRY(knowledge_load(&k, l, sources, e));
    bool listed = show_lines(l, word);
    listed |= show_synonyms(l, word);
    listed |= show_senses(&k.arena, &k.wordnet, word);
    if (!listed)
        printf("nothing is known of '%.*s'\n", STR_ARG(word));
    knowledge_release(&k);
    return OK;
}

enum status help_explain_word(struct str word, const char *lists, const char *wordnet,
                              struct err *e)
{
    struct lexicon l;
    const struct knowledge_sources sources = {.wordnet = wordnet};
    TRY(lexicon_load(&l, &LEXICON, lists, e));
    enum status status = show_word(&l, &sources, word, e);
    lexicon_release(&l);
    return status;
}
