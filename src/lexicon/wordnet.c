/* wordnet.c: searching WordNet's files where they lie (formats: wndb(5WN), senseidx(5WN)). */
#include "lexicon/wordnet.h"

#include "base/path.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const POS_NAMES[WORDNET_N_POS] = {"noun", "verb", "adj", "adv"};

enum { LEMMA_MAX = 128 };

/* Nothing for an empty file, or what is not a file at all. */
static enum status map_file(struct arena *a, const char *dir, const char *start, const char *end,
                            struct mapped_file *out, struct err *e)
{
    struct path_info info;
    const char *path = arena_printf(a, "%s/%s%s", dir, start, end).ptr;
    TRY(path_look(path, &info, e));
    if (info.kind != PATH_FILE || info.size == 0)
        return OK;
    return mapped_file_open(out, path, SIZE_MAX, e);
}

static struct str line_at(struct str text, size_t start)
{
    const char *end = start < text.len ? memchr(text.ptr + start, '\n', text.len - start) : NULL;
    return str_slice(text, start, end ? (size_t)(end - text.ptr) : text.len);
}

/* The next field of `line` after blanks, taken off it; empty at the end. */
static struct str take_field(struct str *line)
{
    size_t start = 0;
    while (start < line->len && line->ptr[start] == ' ')
        start++;
    size_t end = start;
    while (end < line->len && line->ptr[end] != ' ')
        end++;
    struct str field = str_slice(*line, start, end);
    *line = str_slice(*line, end, line->len);
    return field;
}

/* Forms are looked up by their lemma, which the exceptions are not sorted by. */
static void index_exceptions(struct wordnet *w, enum wordnet_pos pos)
{
    struct str text = w->exceptions[pos].text;
    struct name_map *map = &w->irregular[pos];
    name_map_init_exact(map, &w->arena, 0);
    for (size_t at = 0; at < text.len && at < NAME_NONE;) {
        struct str line = line_at(text, at), rest = line;
        take_field(&rest); /* the form */
        struct str lemma = take_field(&rest);
        if (lemma.len > 0 && name_map_get(map, lemma) == NAME_NONE)
            name_map_put(map, &w->arena, lemma, (uint32_t)at);
        at += line.len + 1;
    }
}

enum status wordnet_open(struct wordnet *w, const char *dir, struct err *e)
{
    *w = (struct wordnet){0};
    dir = dir ? dir : WORDNET_DIR;
    TRY(map_file(&w->arena, dir, "cntlist.rev", "", &w->counts, e));
    for (int pos = 0; pos < WORDNET_N_POS; pos++) {
        const char *name = POS_NAMES[pos];
        TRY(map_file(&w->arena, dir, "index.", name, &w->index[pos], e));
        TRY(map_file(&w->arena, dir, "data.", name, &w->data[pos], e));
        TRY(map_file(&w->arena, dir, name, ".exc", &w->exceptions[pos], e));
        index_exceptions(w, (enum wordnet_pos)pos);
    }
    return OK;
}

void wordnet_close(struct wordnet *w)
{
    for (int pos = 0; pos < WORDNET_N_POS; pos++) {
        mapped_file_close(&w->index[pos]);
        mapped_file_close(&w->data[pos]);
        mapped_file_close(&w->exceptions[pos]);
    }
    mapped_file_close(&w->counts);
    arena_release(&w->arena);
}

bool wordnet_present(const struct wordnet *w)
{
    return w->index[WORDNET_NOUN].text.ptr && w->data[WORDNET_NOUN].text.ptr;
}

static uint32_t to_number(struct str digits, int base)
{
    char copy[16];
    if (digits.len == 0 || digits.len >= sizeof copy)
        return 0;
    memcpy(copy, digits.ptr, digits.len);
    copy[digits.len] = '\0';
    return (uint32_t)strtoul(copy, NULL, base);
}

/* The line of a sorted `text` whose first field is `key`; ptr NULL if there is none. The licence at
 * the head of WordNet's files begins its lines with blanks, so that its first fields are empty and
 * sort before any word. */
static struct str find_line(struct str text, struct str key)
{
    size_t low = 0, high = text.len; /* the line starts in [low, high) */
    while (low < high) {
        size_t start = low + (high - low) / 2;
        while (start > low && text.ptr[start - 1] != '\n')
            start--;
        struct str line = line_at(text, start);
        const char *blank = line.len ? memchr(line.ptr, ' ', line.len) : NULL;
        struct str field = str_slice(line, 0, blank ? (size_t)(blank - line.ptr) : line.len);
        int order = str_cmp(field, key);
        if (order == 0)
            return line;
        if (order < 0)
            low = start + line.len + 1;
        else
            high = start;
    }
    return STR_NONE;
}

/* `lemma` as the files write it. False if it cannot be in them. */
static bool spell_lemma(struct str lemma, char out[LEMMA_MAX], struct str *form)
{
    if (lemma.len == 0 || lemma.len > LEMMA_MAX)
        return false;
    for (size_t i = 0; i < lemma.len; i++)
        out[i] = lemma.ptr[i] == ' ' ? '_' : ascii_lower(lemma.ptr[i]);
    *form = (struct str){out, lemma.len};
    return true;
}

uint32_t wordnet_senses(const struct wordnet *w, enum wordnet_pos pos, struct str lemma,
                        uint32_t places[WORDNET_MAX_SENSES])
{
    char bytes[LEMMA_MAX];
    struct str form;
    if (!spell_lemma(lemma, bytes, &form))
        return 0;
    struct str line = find_line(w->index[pos].text, form);
    take_field(&line); /* lemma */
    take_field(&line); /* part of speech */
    uint32_t n = to_number(take_field(&line), 10);
    uint32_t n_symbols = to_number(take_field(&line), 10);
    while (n_symbols-- && line.len)
        take_field(&line);
    take_field(&line); /* senses, again */
    take_field(&line); /* tagged senses */
    uint32_t count = 0;
    while (count < n && count < WORDNET_MAX_SENSES) {
        struct str place = take_field(&line);
        if (place.len == 0)
            break;
        places[count++] = to_number(place, 10);
    }
    return count;
}

bool wordnet_has(const struct wordnet *w, enum wordnet_pos pos, struct str lemma)
{
    uint32_t places[WORDNET_MAX_SENSES];
    return wordnet_senses(w, pos, lemma, places) > 0;
}

bool wordnet_first_sense_is(const struct wordnet *w, struct str noun, uint32_t place)
{
    uint32_t places[WORDNET_MAX_SENSES];
    return wordnet_senses(w, WORDNET_NOUN, noun, places) && places[0] == place;
}

struct str term_with_blanks(struct arena *a, struct str term)
{
    struct str copy = arena_str(a, term);
    char *bytes = (char *)copy.ptr; /* our own copy */
    for (size_t i = 0; i < copy.len; i++)
        bytes[i] = bytes[i] == '_' ? ' ' : bytes[i];
    return copy;
}

/* Without the mark of an adjective's position: "(a)", "(p)", "(ip)". */
static struct str without_marker(struct str word)
{
    const char *mark = word.len && word.ptr[word.len - 1] == ')' ? strchr(word.ptr, '(') : NULL;
    if (mark && mark > word.ptr && (size_t)(mark - word.ptr) < word.len)
        word.len = (size_t)(mark - word.ptr);
    return word;
}

static bool read_words(struct arena *a, struct str *line, struct wordnet_synset *out)
{
    uint32_t n = to_number(take_field(line), 16);
    if (n == 0 || n > 0xff)
        return false;
    struct str *words = ARENA_ARRAY(a, struct str, n);
    uint32_t *ids = ARENA_ARRAY(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        words[i] = without_marker(term_with_blanks(a, take_field(line)));
        ids[i] = to_number(take_field(line), 16);
    }
    out->words = words;
    out->lex_ids = ids;
    out->n_words = n;
    return true;
}

/* Where the gloss begins, with " | "; the end if there is none. Looks for the bar first, since
 * there are blanks all over. */
static size_t find_gloss(struct str line)
{
    for (size_t at = 0; (at = str_find(line, STR("|"), at)) < line.len; at++)
        if (at > 0 && line.ptr[at - 1] == ' ' && at + 1 < line.len && line.ptr[at + 1] == ' ')
            return at - 1;
    return line.len;
}

bool wordnet_synset(struct arena *a, const struct wordnet *w, enum wordnet_pos pos, uint32_t place,
                    struct wordnet_synset *out)
{
    struct str text = w->data[pos].text, line = line_at(text, place < text.len ? place : text.len);
    if (line.len == 0 || to_number(take_field(&line), 10) != place)
        return false;
    *out = (struct wordnet_synset){.pos = pos};
    out->topic = to_number(take_field(&line), 10);
    take_field(&line); /* kind of synset */
    if (!read_words(a, &line, out))
        return false;
    out->n_pointers = to_number(take_field(&line), 10);
    size_t bar = find_gloss(line);
    out->pointers = str_slice(line, 0, bar);
    out->gloss = bar < line.len ? str_trim(str_slice(line, bar + 3, line.len)) : STR("");
    return true;
}

static enum wordnet_pos pos_of(struct str letter)
{
    return str_eq(letter, STR("n"))   ? WORDNET_NOUN
           : str_eq(letter, STR("v")) ? WORDNET_VERB
           : str_eq(letter, STR("r")) ? WORDNET_ADVERB
                                      : WORDNET_ADJECTIVE;
}

bool wordnet_next_pointer(struct str *pointers, struct wordnet_pointer *out)
{
    out->symbol = take_field(pointers);
    out->place = to_number(take_field(pointers), 10);
    out->pos = pos_of(take_field(pointers));
    struct str ends = take_field(pointers);
    out->whole = str_eq(ends, STR("0000"));
    return ends.len != 0;
}

uint32_t wordnet_frequency(const struct wordnet *w, const struct wordnet_synset *s, uint32_t i)
{
    char lemma[LEMMA_MAX], key[LEMMA_MAX + 32];
    struct str form;
    if (!spell_lemma(s->words[i], lemma, &form))
        return 0;
    int len = snprintf(key, sizeof key, "%.*s%%%d:%02u:%02u::", STR_ARG(form), (int)s->pos + 1,
                       s->topic, s->lex_ids[i]);
    struct str line = find_line(w->counts.text, (struct str){key, (size_t)len});
    take_field(&line); /* key */
    take_field(&line); /* number of the sense */
    return to_number(take_field(&line), 10);
}

struct wordnet_spelling wordnet_spelling_of(struct arena *a, const struct wordnet *w,
                                            struct str text)
{
    static const enum wordnet_pos LOOKED_UP[] = {WORDNET_NOUN, WORDNET_ADJECTIVE};
    struct wordnet_spelling out = {0};
    struct arena_mark mark = arena_mark(a);
    for (size_t p = 0; p < COUNT_OF(LOOKED_UP); p++) {
        uint32_t places[WORDNET_MAX_SENSES];
        uint32_t n = wordnet_senses(w, LOOKED_UP[p], text, places);
        struct wordnet_synset s;
        for (uint32_t i = 0; i < n; i++) {
            if (!wordnet_synset(a, w, LOOKED_UP[p], places[i], &s))
                continue;
            for (uint32_t k = 0; k < s.n_words; k++)
                if (str_eq_nocase(s.words[k], text)) /* proper names have a capital */
                    *(str_any(s.words[k], ascii_capital) ? &out.name : &out.ordinary) = true;
        }
    }
    arena_rewind(a, mark);
    return out;
}

/* The first hypernym of `s`; or 0, the place of the licence. */
static uint32_t first_hypernym(const struct wordnet_synset *s)
{
    struct str rest = s->pointers;
    struct wordnet_pointer p;
    for (uint32_t i = 0; i < s->n_pointers && wordnet_next_pointer(&rest, &p); i++)
        if (p.pos == WORDNET_NOUN && p.whole && str_eq(p.symbol, STR("@")))
            return p.place;
    return 0;
}

uint32_t wordnet_kinds(struct arena *a, const struct wordnet *w, struct str noun, uint32_t *places,
                       uint32_t max)
{
    uint32_t senses[WORDNET_MAX_SENSES], count = 0;
    uint32_t place = wordnet_senses(w, WORDNET_NOUN, noun, senses) ? senses[0] : 0;
    struct wordnet_synset s;
    while (place && count < max && wordnet_synset(a, w, WORDNET_NOUN, place, &s)) {
        places[count++] = place;
        place = first_hypernym(&s);
    }
    return count;
}

struct str wordnet_exception(const struct wordnet *w, enum wordnet_pos pos, struct str form)
{
    struct str line = find_line(w->exceptions[pos].text, form);
    take_field(&line); /* the form */
    struct str lemma = take_field(&line);
    return lemma.len ? lemma : STR_NONE;
}

struct str wordnet_irregular(const struct wordnet *w, enum wordnet_pos pos, struct str lemma)
{
    uint32_t at = w->exceptions[pos].text.ptr ? name_map_get(&w->irregular[pos], lemma) : NAME_NONE;
    if (at == NAME_NONE)
        return STR_NONE;
    struct str line = line_at(w->exceptions[pos].text, at);
    return take_field(&line);
}

/* Relations: the synsets of two words, and those one pointer away from them */

enum { NEAR_SENSES = 4, NEAR_MAX = 512 };

/* Synsets: part of speech and place in its file as one number. */
struct near_synsets {
    uint64_t items[NEAR_MAX];
    uint32_t count;
};

static void add_near(struct near_synsets *n, enum wordnet_pos pos, uint32_t place)
{
    if (n->count < NEAR_MAX)
        n->items[n->count++] = (uint64_t)pos << 32 | place;
}

/* Kinds and what is alike, the attribute of an adjective, and words made of each other. */
static const char FOLLOWED[] = "@ ~ + = & \\";

static void add_near_senses(struct arena *a, const struct wordnet *w, enum wordnet_pos pos,
                            struct str word, struct near_synsets *out)
{
    uint32_t places[WORDNET_MAX_SENSES];
    uint32_t n = wordnet_senses(w, pos, word, places);
    for (uint32_t i = 0; i < n && i < NEAR_SENSES; i++) {
        struct wordnet_synset s;
        struct wordnet_pointer p;
        if (!wordnet_synset(a, w, pos, places[i], &s))
            continue;
        add_near(out, pos, places[i]);
        for (uint32_t k = 0; k < s.n_pointers && wordnet_next_pointer(&s.pointers, &p); k++)
            if (str_among(p.symbol, FOLLOWED))
                add_near(out, p.pos, p.place);
    }
}

/* In the parts of speech before `end`. */
static void find_near(struct arena *a, const struct wordnet *w, struct str word, int end,
                      struct near_synsets *out)
{
    out->count = 0;
    for (int pos = 0; pos < end; pos++) {
        struct str lemma = wordnet_exception(w, (enum wordnet_pos)pos, word);
        add_near_senses(a, w, (enum wordnet_pos)pos, word, out);
        if (lemma.ptr)
            add_near_senses(a, w, (enum wordnet_pos)pos, lemma, out);
    }
}

bool words_related(struct arena *a, const struct wordnet *w, struct str x, struct str y)
{
    struct arena_mark mark = arena_mark(a);
    struct near_synsets *of_x = ARENA_NEW(a, struct near_synsets);
    struct near_synsets *of_y = ARENA_NEW(a, struct near_synsets);
    find_near(a, w, x, WORDNET_NOUN + 1, of_x);
    if (of_x->count == 0)
        find_near(a, w, x, WORDNET_ADVERB, of_x);
    find_near(a, w, y, WORDNET_ADVERB, of_y);
    bool related = false;
    for (uint32_t i = 0; i < of_x->count && !related; i++)
        for (uint32_t k = 0; k < of_y->count && !related; k++)
            related = of_x->items[i] == of_y->items[k];
    arena_rewind(a, mark);
    return related;
}
