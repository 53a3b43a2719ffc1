/* vocabulary.c: loading lists and learning words. */
#include "rewording/vocabulary.h"

#include "base/stage_progress.h"
#include "link/schema_words.h"

/* Without WordNet the built-in lists are enough; but a folder that the user named must have it. */
static enum status check_wordnet(const struct vocabulary *w, const struct listener *listener,
                                 struct err *e)
{
    if (wordnet_present(&w->knowledge.wordnet))
        return OK;
    if (!w->sources.wordnet) {
        listener_notice(listener, "WordNet is not installed (wordnet-base): synonyms come from the "
                                  "built-in lists only");
        return OK;
    }
    err_set(e, E_INPUT, "no WordNet files here");
    return err_in_file(e, w->sources.wordnet);
}

/* Report what is odd about the word vectors; it is not a reason to stop. */
static void report_vectors(const struct vocabulary *w, const struct listener *listener)
{
    struct arena a = {0};
    const struct vectors *v = &w->knowledge.vectors;
    struct str remark = vectors_remark(&a, v);
    if (remark.len)
        listener_notice(listener, "%s: %s", w->sources.vectors, remark.ptr);
    if (v->cache_error.code)
        listener_notice(listener, "word vectors are not cached: %s", v->cache_error.msg);
    arena_release(&a);
}

/* Lists of an earlier version still work, but somebody should move them. */
static void report_old_lists(const struct vocabulary *w, const struct listener *listener)
{
    if (w->lexicon.old_lists.ptr)
        listener_notice(listener, OLD_LISTS_NOTICE, w->sources.lexicon,
                        STR_ARG(w->lexicon.old_lists));
}

enum status vocabulary_load(struct vocabulary *w, const struct word_sources *from,
                            const struct schema_set *schemas, const struct listener *listener,
                            struct err *e)
{
    struct watched_reading reading;
    watched_reading_init(&reading, listener);
    const struct knowledge_sources sources = {from->wordnet, from->conceptnet, from->min_weight,
                                              from->vectors, &reading.watch};
    *w = (struct vocabulary){.sources = *from};
    TRY(lexicon_load(&w->lexicon, &LEXICON, from->lexicon, e));
    report_old_lists(w, listener);
    enum status status = knowledge_load(&w->knowledge, &w->lexicon, &sources, e);
    if (status) {
        lexicon_release(&w->lexicon);
        return status;
    }
    report_vectors(w, listener);
    status = check_wordnet(w, listener, e);
    if (status == OK)
        status = reword_rules_load(&w->rewording, &w->lexicon, e);
    if (status == OK)
        status = phrase_list_load(&w->phrases, &w->lexicon.arena, &w->lexicon, e);
    if (status)
        vocabulary_release(w);
    else
        knowledge_learn(&w->knowledge, schemas);
    return status;
}

void vocabulary_release(struct vocabulary *w)
{
    reword_rules_release(&w->rewording);
    knowledge_release(&w->knowledge);
    lexicon_release(&w->lexicon);
}
