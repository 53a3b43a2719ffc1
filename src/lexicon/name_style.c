/* name_style.c: splitting and writing identifiers. */
#include "lexicon/name_style.h"

#include "base/buf.h"

enum name_byte { OTHER, LOWER, UPPER, DIGIT };

static enum name_byte kind_of(char c)
{
    if (ascii_digit(c))
        return DIGIT;
    if (ascii_capital(c))
        return UPPER;
    return ascii_small(c) || (unsigned char)c >= 0x80 ? LOWER : OTHER;
}

static char ascii_upper(char c)
{
    return ascii_small(c) ? (char)(c & ~0x20) : c;
}

/* Does a word end between bytes i-1 and i, both of words? */
static bool ends_word(struct str name, size_t i)
{
    enum name_byte before = kind_of(name.ptr[i - 1]), here = kind_of(name.ptr[i]);
    if ((before == DIGIT) != (here == DIGIT))
        return true;
    if (((name.ptr[i - 1] | name.ptr[i]) & 0x80) != 0)
        return false; /* nobody knows the case of Ö here */
    if (before == LOWER && here == UPPER)
        return true;
    /* The last capital of several belongs to what follows: HTTPServer; but IDs is one word. */
    return before == UPPER && here == UPPER && i + 2 < name.len && ascii_small(name.ptr[i + 1]) &&
           ascii_small(name.ptr[i + 2]);
}

/* Does the word that byte i-1 is part of go on at byte i? Mostly both are small letters. */
static bool continues_word(struct str name, size_t i)
{
    if (ascii_small(name.ptr[i - 1]) && ascii_small(name.ptr[i]))
        return true;
    return kind_of(name.ptr[i]) != OTHER && !ends_word(name, i);
}

/* The next word from `*at` on; false at the end. */
static bool next_word(struct str name, size_t *at, size_t *start)
{
    size_t i = *at;
    while (i < name.len && kind_of(name.ptr[i]) == OTHER)
        i++;
    if (i == name.len)
        return false;
    *start = i++;
    while (i < name.len && continues_word(name, i))
        i++;
    *at = i;
    return true;
}

struct name_words name_split(struct arena *a, struct str name)
{
    struct name_words w = {.name = name};
    struct str lower = arena_str_lower(a, name); /* of all words at once */
    for (size_t at = 0, start; next_word(name, &at, &start);)
        ARENA_ADD(a, w.items, w.count, (struct name_word){str_slice(lower, start, at), start, at});
    return w;
}

struct str name_in_words(struct arena *a, struct str name)
{
    struct name_words w = name_split(a, name);
    return w.count ? name_phrase(a, &w, 0, w.count) : STR("");
}

/* A single capital counts as a title: the I of "I_phone" shows nothing else. */
static enum name_case case_of(struct str word)
{
    bool upper = false, lower = false;
    for (size_t i = 0; i < word.len; i++) {
        upper |= kind_of(word.ptr[i]) == UPPER;
        lower |= kind_of(word.ptr[i]) == LOWER;
    }
    if (upper && kind_of(word.ptr[0]) == UPPER)
        return lower || word.len == 1 ? NAME_TITLE : NAME_UPPER;
    return NAME_LOWER;
}

static struct str word_as_written(const struct name_words *w, uint32_t i)
{
    return str_slice(w->name, w->items[i].start, w->items[i].end);
}

static bool has_letters(const struct name_words *w, uint32_t i)
{
    return !ascii_digit(w->items[i].text.ptr[0]);
}

/* What separates the first two words that have letters: '\0' for nothing, '_' if there are not two.
 */
static char separator_of(const struct name_words *w)
{
    for (uint32_t i = 0; i + 1 < w->count; i++) {
        size_t end = w->items[i].end;
        if (has_letters(w, i) && has_letters(w, i + 1))
            return end < w->items[i + 1].start ? w->name.ptr[end] : '\0';
    }
    return '_';
}

/* Every convention writes a word such as ID in capitals, so it shows nothing. */
static bool shows_case(const struct name_words *w, uint32_t i)
{
    return has_letters(w, i) && !(str_eq(w->items[i].text, STR("id")) && w->count > 1);
}

static struct name_style style_of_words(const struct name_words *w)
{
    struct name_style style = {.separator = separator_of(w)};
    uint32_t seen = 0;
    for (uint32_t i = 0; i < w->count && seen < 2; i++) {
        if (!shows_case(w, i))
            continue;
        style.rest = case_of(word_as_written(w, i));
        style.first = seen++ == 0 ? style.rest : style.first;
    }
    if (style.rest == NAME_UPPER && style.first != NAME_UPPER)
        style.rest = style.first; /* Song_URL: an acronym, not a convention */
    if (seen > 1 && style.first == NAME_UPPER && style.rest == NAME_TITLE)
        style.first = style.rest; /* IOC_Code */
    if (style.separator == '\0' && style.rest == NAME_LOWER)
        style.rest = NAME_TITLE; /* songID: only capitals can separate */
    return style;
}

struct name_style name_style_of(struct arena *a, struct str name)
{
    struct name_words w = name_split(a, name);
    return style_of_words(&w);
}

static bool same_style(struct name_style x, struct name_style y)
{
    return x.separator == y.separator && x.first == y.first && x.rest == y.rest;
}

struct name_style name_style_common(struct arena *a, const struct str *names, uint32_t count)
{
    struct name_style best = {'_', NAME_LOWER, NAME_LOWER};
    uint32_t most = 0;
    struct name_style *styles = ARENA_ARRAY(a, struct name_style, count ? count : 1);
    uint32_t *weights = ARENA_ARRAY(a, uint32_t, count ? count : 1);
    for (uint32_t i = 0; i < count; i++) {
        struct name_words w = name_split(a, names[i]);
        styles[i] = style_of_words(&w);
        /* One word shows no separator: it only decides where no name shows one. */
        weights[i] = w.count > 1 ? count + 1 : 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t votes = 0;
        for (uint32_t k = 0; k < count; k++)
            votes += same_style(styles[i], styles[k]) ? weights[k] : 0;
        /* If two are equally frequent, capitals are more likely those of acronyms. */
        if (votes > most || (votes == most && best.first == NAME_UPPER)) {
            most = votes;
            best = styles[i];
        }
    }
    return best;
}

static void put_word(struct buf *out, struct str word, enum name_case c)
{
    for (size_t i = 0; i < word.len; i++) {
        bool upper = c == NAME_UPPER || (c == NAME_TITLE && i == 0);
        buf_putc(out, upper ? ascii_upper(word.ptr[i]) : ascii_lower(word.ptr[i]));
    }
}

static void put_words(struct buf *out, struct name_style style, struct str words)
{
    for (bool first = true; words.ptr;) {
        struct str word = str_split(&words, ' ');
        if (word.len == 0)
            continue;
        if (!first && style.separator)
            buf_putc(out, style.separator);
        put_word(out, word, first ? style.first : style.rest);
        first = false;
    }
}

struct str name_join(struct arena *a, struct name_style style, struct str words)
{
    struct buf out = {0};
    put_words(&out, style, words);
    return buf_keep(&out, a);
}

/* How words that take the place of word `i` are written. */
static struct name_style style_at(struct arena *a, const struct name_words *w, uint32_t i)
{
    struct name_style style = name_style_of(a, w->name); /* `w` may have a part of its words */
    if (!shows_case(w, i))
        style.first = i > 0 ? style.rest : style.first;
    else
        style.first = case_of(word_as_written(w, i));
    if (i > 0 || w->count == 1)
        style.rest = style.first;
    if (style.separator == '\0')
        style.rest = NAME_TITLE;
    return style;
}

struct str name_replace(struct arena *a, const struct name_words *w, uint32_t i, uint32_t end,
                        struct str words)
{
    struct buf out = {0};
    buf_put(&out, str_slice(w->name, 0, w->items[i].start));
    put_words(&out, style_at(a, w, i), words);
    buf_put(&out, str_slice(w->name, w->items[end - 1].end, w->name.len));
    return buf_keep(&out, a);
}

struct str name_phrase(struct arena *a, const struct name_words *w, uint32_t start, uint32_t end)
{
    if (end == start + 1)
        return w->items[start].text;
    size_t len = 0;
    for (uint32_t i = start; i < end; i++)
        len += w->items[i].text.len + 1;
    char *phrase = arena_alloc(a, len), *p = phrase;
    for (uint32_t i = start; i < end; i++) {
        struct str word = w->items[i].text;
        memcpy(p, word.ptr, word.len);
        p += word.len;
        *p++ = i + 1 < end ? ' ' : '\0';
    }
    return (struct str){phrase, len - 1};
}

bool name_words_have(const struct name_words *w, struct str word)
{
    for (uint32_t i = 0; i < w->count; i++)
        if (str_eq(w->items[i].text, word))
            return true;
    return false;
}
