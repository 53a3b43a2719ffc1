/* gram_corpus.c: words of many sentences as one row of numbers. */
#include "fluency/gram_corpus.h"

#include "base/file.h"
#include "base/json_reader.h"

#include <stdlib.h>

enum { MAX_STREAM = 1 << 30 };

void gram_corpus_init(struct gram_corpus *c)
{
    *c = (struct gram_corpus){0};
    name_map_init_exact(&c->names, &c->arena, 1 << 16);
    for (int k = 0; k < N_GRAM_CLASSES; k++)
        ARENA_ADD(&c->arena, c->types, c->n_types,
                  (struct gram_type){gram_class_name((enum gram_class)k), 0});
}

void gram_corpus_release(struct gram_corpus *c)
{
    arena_release(&c->arena);
    free(c->stream);
    *c = (struct gram_corpus){0};
}

static void push_type(struct gram_corpus *c, uint32_t type)
{
    if (c->n_stream == c->room) {
        c->room = c->room ? 2 * c->room : 1 << 16;
        c->stream = mem_resize_array(c->stream, c->room, sizeof *c->stream);
    }
    c->stream[c->n_stream++] = type;
}

static uint32_t type_of(struct gram_corpus *c, const struct gram_word *w)
{
    if (w->class < GRAM_UNKNOWN)
        return (uint32_t)w->class;
    uint32_t type = name_map_get(&c->names, w->text);
    if (type != NAME_NONE)
        return type;
    type = c->n_types;
    ARENA_ADD(&c->arena, c->types, c->n_types,
              (struct gram_type){arena_str(&c->arena, w->text), 0});
    name_map_put(&c->names, &c->arena, c->types[type].text, type);
    return type;
}

void gram_corpus_add(struct gram_corpus *c, struct str sentence)
{
    struct gram_text walk = gram_text_of(sentence);
    struct gram_word w;
    size_t before = c->n_stream;
    while (gram_text_next(&walk, &w)) {
        uint32_t type = type_of(c, &w);
        c->types[type].count++;
        push_type(c, type);
    }
    if (c->n_stream == before)
        return;
    c->words += c->n_stream - before;
    c->sentences++;
    push_type(c, GRAM_STOP);
}

/* Definition and examples of a gloss: "a body of water; \"he swam the lake\"". A definition may
 * have several parts. */
static void add_gloss(struct gram_corpus *c, struct str gloss)
{
    for (size_t at = 0; at < gloss.len;) {
        while (at < gloss.len && ascii_space(gloss.ptr[at]))
            at++;
        bool quoted = at < gloss.len && gloss.ptr[at] == '"';
        size_t end = quoted ? str_find(gloss, STR("\""), at + 1) : str_find(gloss, STR("; "), at);
        gram_corpus_add(c, str_slice(gloss, at + quoted, end));
        at = end + 1;
        while (at < gloss.len && (gloss.ptr[at] == ';' || ascii_space(gloss.ptr[at])))
            at++;
    }
}

/* Where the gloss of a line of WordNet's data files begins; 0 for another line. */
static size_t find_gloss(struct str line)
{
    enum { PLACE = 8 }; /* digits that a synset begins with */
    for (size_t i = 0; i < PLACE; i++)
        if (i >= line.len || !ascii_digit(line.ptr[i]))
            return 0;
    size_t bar = str_find(line, STR(" | "), PLACE);
    return bar < line.len ? bar + 3 : 0;
}

static bool add_question(struct gram_corpus *c, struct str line)
{
    struct arena a = {0};
    struct err e;
    struct json_value value;
    static const struct str QUESTION = STR_INIT("question");
    struct json_reader json = json_reader_of(&a, line);
    json_members(&json, &QUESTION, 1, &value);
    bool good = json_reader_end(&json, 1, &e) == OK;
    if (good)
        gram_corpus_add(c, json_text(&a, value));
    arena_release(&a);
    return good;
}

void gram_corpus_add_line(struct gram_corpus *c, struct str line)
{
    size_t gloss = find_gloss(line);
    if (gloss > 0)
        add_gloss(c, str_slice(line, gloss, line.len));
    else if (!(line.len > 0 && line.ptr[0] == '{' && add_question(c, line)) &&
             !str_starts(line, STR("  "))) /* WordNet's licence */
        gram_corpus_add(c, line);
}

enum status gram_corpus_read(struct gram_corpus *c, const char *path, struct err *e)
{
    struct line_reader lines;
    struct str line;
    TRY(line_reader_open(&lines, path, e));
    enum status status = line_reader_next(&lines, &line, e);
    while (status == OK && line.ptr) {
        gram_corpus_add_line(c, line);
        status = c->n_stream < MAX_STREAM ? line_reader_next(&lines, &line, e)
                                          : err_set(e, E_LIMIT, "corpus of too many words");
    }
    line_reader_close(&lines);
    return status;
}
