/* link_grammar.c: the few functions of the library that are needed, found by name. */
#include "fluency/link_grammar.h"

#include "base/utf8.h"

#include <dlfcn.h>
#include <stdlib.h>

/* The library has no limit of memory, and takes the more the longer a text is: 220 MB for 400 bytes
 * that are made for it. No question of Spider or BIRD is longer than 300. */
enum { MAX_BYTES = 400, MAX_SECONDS = 2, LINKAGES = 20 };

/* Dictionary, Parse_Options and Sentence are pointers to structs that the library keeps to itself.
 */
struct link_grammar {
    void *library, *dictionary, *options;
    void *(*dictionary_create_lang)(const char *);
    void (*dictionary_delete)(void *);
    void *(*parse_options_create)(void);
    int (*parse_options_delete)(void *);
    void (*parse_options_set_verbosity)(void *, int);
    void (*parse_options_set_max_null_count)(void *, int);
    void (*parse_options_set_min_null_count)(void *, int);
    void (*parse_options_set_linkage_limit)(void *, int);
    void (*parse_options_set_max_parse_time)(void *, int);
    void (*parse_options_reset_resources)(void *);
    bool (*parse_options_timer_expired)(void *);
    void *(*sentence_create)(const char *, void *);
    void (*sentence_delete)(void *);
    int (*sentence_parse)(void *, void *);
    void *(*lg_error_set_handler)(void (*)(void *, void *), void *);
};

/* A pointer to data becomes one to a function: POSIX says that it may, C does not say how. */
static bool find(struct link_grammar *g, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(g->library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

#define FIND(g, name) find(g, #name, &(g)->name, sizeof(g)->name)

static bool find_all(struct link_grammar *g)
{
    return FIND(g, dictionary_create_lang) && FIND(g, dictionary_delete) &&
           FIND(g, parse_options_create) && FIND(g, parse_options_delete) &&
           FIND(g, parse_options_set_verbosity) && FIND(g, parse_options_set_max_null_count) &&
           FIND(g, parse_options_set_min_null_count) && FIND(g, parse_options_set_linkage_limit) &&
           FIND(g, parse_options_set_max_parse_time) && FIND(g, parse_options_reset_resources) &&
           FIND(g, parse_options_timer_expired) && FIND(g, sentence_create) &&
           FIND(g, sentence_delete) && FIND(g, sentence_parse) && FIND(g, lg_error_set_handler);
}

/* What the library has to say of a text, which it would write to standard error. */
static void ignore(void *message, void *data)
{
    (void)message;
    (void)data;
}

static bool open_dictionary(struct link_grammar *g)
{
    g->lg_error_set_handler(ignore, NULL);
    g->options = g->parse_options_create();
    if (!g->options)
        return false;
    g->parse_options_set_verbosity(g->options, 0);
    g->parse_options_set_min_null_count(g->options, 0);
    g->parse_options_set_max_null_count(g->options, 0);
    g->parse_options_set_linkage_limit(g->options, LINKAGES);
    g->parse_options_set_max_parse_time(g->options, MAX_SECONDS);
    g->dictionary = g->dictionary_create_lang("en");
    return g->dictionary != NULL;
}

enum status link_grammar_open(struct link_grammar **out, struct err *e)
{
    struct link_grammar *g = mem_alloc(sizeof *g);
    *g = (struct link_grammar){.library = dlopen("liblink-grammar.so.5", RTLD_NOW | RTLD_LOCAL)};
    if (g->library && find_all(g) && open_dictionary(g)) {
        *out = g;
        return OK;
    }
    link_grammar_close(g);
    return err_set(e, E_INPUT,
                   "link-grammar is not installed (liblink-grammar5, "
                   "link-grammar-dictionaries-en)");
}

/* The library stays loaded: it does not say that it can be unloaded. */
void link_grammar_close(struct link_grammar *g)
{
    if (!g)
        return;
    if (g->dictionary)
        g->dictionary_delete(g->dictionary);
    if (g->options)
        g->parse_options_delete(g->options);
    free(g);
}

enum parses link_grammar_parses(struct link_grammar *g, struct str text)
{
    char *copy;
    if (text.len == 0 || text.len > MAX_BYTES || !utf8_valid(text) ||
        memchr(text.ptr, '\0', text.len))
        return PARSES_UNKNOWN;
    copy = mem_text(text.ptr, text.len);
    g->parse_options_reset_resources(g->options);
    void *sentence = g->sentence_create(copy, g->dictionary);
    int linkages = sentence ? g->sentence_parse(sentence, g->options) : -1;
    bool late = g->parse_options_timer_expired(g->options);
    if (sentence)
        g->sentence_delete(sentence);
    free(copy);
    if (linkages < 0 || (linkages == 0 && late))
        return PARSES_UNKNOWN;
    return linkages > 0 ? PARSES : PARSES_NOT;
}
