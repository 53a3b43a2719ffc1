/* link_grammar.c: the few functions of the library that are needed, found by name. */
#include "fluency/link_grammar.h"

#include "base/utf8.h"

#include <dlfcn.h>
#include <stdlib.h>

/* The library has no limit of memory, and needs more for longer texts: up to 220 MB for 400 bytes.
 * No question of Spider or BIRD is longer than 300. */
enum { MAX_BYTES = 400, MAX_SECONDS = 2, LINKAGES = 20 };

/* FUNCTION(result, name, arguments). Dictionary, Parse_Options and Sentence are pointers to structs
 * that the library keeps to itself. */
#define FUNCTIONS                                                                                  \
    FUNCTION(void *, dictionary_create_lang, (const char *))                                       \
    FUNCTION(void, dictionary_delete, (void *))                                                    \
    FUNCTION(void *, parse_options_create, (void))                                                 \
    FUNCTION(int, parse_options_delete, (void *))                                                  \
    FUNCTION(void, parse_options_set_verbosity, (void *, int))                                     \
    FUNCTION(void, parse_options_set_max_null_count, (void *, int))                                \
    FUNCTION(void, parse_options_set_min_null_count, (void *, int))                                \
    FUNCTION(void, parse_options_set_linkage_limit, (void *, int))                                 \
    FUNCTION(void, parse_options_set_max_parse_time, (void *, int))                                \
    FUNCTION(void, parse_options_reset_resources, (void *))                                        \
    FUNCTION(bool, parse_options_timer_expired, (void *))                                          \
    FUNCTION(void *, sentence_create, (const char *, void *))                                      \
    FUNCTION(void, sentence_delete, (void *))                                                      \
    FUNCTION(int, sentence_parse, (void *, void *))                                                \
    FUNCTION(void *, lg_error_set_handler, (void (*)(void *, void *), void *))

struct link_grammar {
    void *library, *dictionary, *options;
#define FUNCTION(result, name, arguments) result(*name) arguments;
    FUNCTIONS
#undef FUNCTION
};

/* Makes a pointer to data one to a function, which POSIX allows; C does not say how. */
static bool find_function(struct link_grammar *g, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(g->library, name);
    memcpy(function, &symbol, size);
    return symbol != NULL;
}

static bool find_functions(struct link_grammar *g)
{
    bool found = true;
#define FUNCTION(result, name, arguments)                                                          \
    found = found && find_function(g, #name, &g->name, sizeof g->name);
    FUNCTIONS
#undef FUNCTION
    return found;
}

/* The library would write its messages about a text to standard error. */
static void ignore_message(void *message, void *data)
{
    (void)message;
    (void)data;
}

static bool open_dictionary(struct link_grammar *g)
{
    g->lg_error_set_handler(ignore_message, NULL);
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
    if (g->library && find_functions(g) && open_dictionary(g)) {
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
    if (text.len == 0 || text.len > MAX_BYTES || !utf8_valid(text) ||
        memchr(text.ptr, '\0', text.len))
        return PARSES_UNKNOWN;
    char *copy = mem_text(text.ptr, text.len);
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
