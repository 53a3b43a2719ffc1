/* gram_text.c: cutting a text into words, one byte after another.
 *
 * Hundreds of thousands of questions are read in a second, so a byte is classed by one table. */
#include "fluency/gram_text.h"

/* Bytes beyond ASCII are letters: what they spell does not matter here. */
enum byte_kind { MARK, SPACE, SMALL, CAPITAL, DIGIT, UNDERSCORE };

#define EIGHT(k) k, k, k, k, k, k, k, k

static const unsigned char KINDS[256] = {
    /* Control characters are as good as spaces. */
    EIGHT(SPACE),   EIGHT(SPACE),   EIGHT(SPACE), EIGHT(SPACE), SPACE,        MARK,
    MARK,           MARK,           MARK,         MARK,         MARK,         MARK,
    EIGHT(MARK),    EIGHT(DIGIT),   DIGIT,        DIGIT,        MARK,         MARK,
    MARK,           MARK,           MARK,         MARK,         MARK,         CAPITAL,
    CAPITAL,        CAPITAL,        CAPITAL,      CAPITAL,      CAPITAL,      CAPITAL,
    EIGHT(CAPITAL), EIGHT(CAPITAL), CAPITAL,      CAPITAL,      CAPITAL,      MARK,
    MARK,           MARK,           MARK,         UNDERSCORE,   MARK,         SMALL,
    SMALL,          SMALL,          SMALL,        SMALL,        SMALL,        SMALL,
    EIGHT(SMALL),   EIGHT(SMALL),   SMALL,        SMALL,        SMALL,        MARK,
    MARK,           MARK,           MARK,         SPACE,        EIGHT(SMALL), EIGHT(SMALL),
    EIGHT(SMALL),   EIGHT(SMALL),   EIGHT(SMALL), EIGHT(SMALL), EIGHT(SMALL), EIGHT(SMALL),
    EIGHT(SMALL),   EIGHT(SMALL),   EIGHT(SMALL), EIGHT(SMALL), EIGHT(SMALL), EIGHT(SMALL),
    EIGHT(SMALL),   EIGHT(SMALL),
};

struct str gram_class_name(enum gram_class c)
{
    static const struct str NAMES[] = {
#define GRAM_CLASS(id, name) STR_INIT(name),
#include "fluency/gram_class.def"
#undef GRAM_CLASS
    };
    return NAMES[c];
}

static enum byte_kind kind_at(const struct gram_text *t, size_t at)
{
    return at < t->text.len ? (enum byte_kind)KINDS[(unsigned char)t->text.ptr[at]] : SPACE;
}

static bool is_letter(enum byte_kind k)
{
    return k == SMALL || k == CAPITAL;
}

static bool is_word(enum byte_kind k)
{
    return is_letter(k) || k == DIGIT || k == UNDERSCORE;
}

/* Where the quotation that begins at `at` has its last quote; 0 if none begins there. Within a word
 * a quote is an apostrophe. The length is limited: in a text full of quotes that are never closed,
 * the search must not go to the end for each. */
static size_t quotation_end(const struct gram_text *t, size_t at)
{
    enum { MAX_QUOTATION = 1000 };
    const char *s = t->text.ptr;
    if ((s[at] != '"' && s[at] != '\'') || (at > 0 && is_word(kind_at(t, at - 1))))
        return 0;
    for (size_t i = at + 1; i < t->text.len && i - at <= MAX_QUOTATION; i++)
        if (s[i] == s[at] && i > at + 1 && !is_word(kind_at(t, i + 1)))
            return i;
    return 0;
}

static bool set_word(struct gram_text *t, size_t end, enum gram_class class, struct gram_word *out)
{
    size_t start = t->at, len = 0;
    for (size_t i = start; i < end && len < GRAM_WORD_MAX; i++)
        t->word[len++] = ascii_lower(t->text.ptr[i]);
    *out = (struct gram_word){class, {t->word, len}};
    t->start = start;
    t->at = end;
    return true;
}

/* A year as questions have it, or another number. Points and commas within belong to it. */
static bool read_number(struct gram_text *t, struct gram_word *out)
{
    size_t end = t->at;
    const char *s = t->text.ptr;
    while (kind_at(t, end) == DIGIT ||
           (end < t->text.len && (s[end] == '.' || s[end] == ',') && kind_at(t, end + 1) == DIGIT))
        end++;
    bool year = end - t->at == 4 && (s[t->at] == '1' || (s[t->at] == '2' && s[t->at + 1] == '0'));
    return set_word(t, end, year ? GRAM_YEAR : GRAM_NUMBER, out);
}

static bool read_word(struct gram_text *t, struct gram_word *out)
{
    size_t end = t->at;
    bool letters = true, digits = true, name = t->within && kind_at(t, t->at) == CAPITAL;
    for (; is_word(kind_at(t, end)); end++) {
        letters = letters && is_letter(kind_at(t, end));
        digits = digits && kind_at(t, end) == DIGIT;
    }
    t->within = true;
    if (digits)
        return read_number(t, out);
    return set_word(t, end, !letters ? GRAM_CODE : name ? GRAM_NAME : GRAM_WORD, out);
}

/* Where an ending with its apostrophe, "'s", ends; 0 if there is none. */
static size_t ending_end(const struct gram_text *t)
{
    size_t end = t->at + 1;
    if (t->text.ptr[t->at] != '\'' || t->at == 0 || !is_word(kind_at(t, t->at - 1)))
        return 0;
    while (is_letter(kind_at(t, end)))
        end++;
    return end > t->at + 1 ? end : 0;
}

static bool read_mark(struct gram_text *t, struct gram_word *out)
{
    char c = t->text.ptr[t->at];
    size_t quoted = quotation_end(t, t->at), ending = ending_end(t);
    if (quoted > 0) {
        t->within = true;
        return set_word(t, quoted + 1, GRAM_VALUE, out);
    }
    if (ending > 0)
        return set_word(t, ending, GRAM_WORD, out);
    if (c == '.' || c == '?' || c == '!')
        t->within = false;
    return set_word(t, t->at + 1, GRAM_WORD, out);
}

bool gram_text_next(struct gram_text *t, struct gram_word *out)
{
    for (;; t->at++) {
        if (t->at >= t->text.len)
            return false;
        enum byte_kind k = kind_at(t, t->at);
        bool hyphen = t->text.ptr[t->at] == '-'; /* both sides of it are words */
        if (k != SPACE && !hyphen)
            return k == MARK ? read_mark(t, out) : read_word(t, out);
    }
}

enum gram_class gram_class_of_unknown(struct str word)
{
    static const struct {
        struct str end;
        enum gram_class class;
    } ENDS[] = {{STR_INIT("s"), GRAM_UNKNOWN_S},
                {STR_INIT("ed"), GRAM_UNKNOWN_ED},
                {STR_INIT("ing"), GRAM_UNKNOWN_ING},
                {STR_INIT("ly"), GRAM_UNKNOWN_LY}};
    for (size_t i = 0; i < COUNT_OF(ENDS); i++)
        if (word.len > ENDS[i].end.len + 2 && str_ends(word, ENDS[i].end))
            return ENDS[i].class;
    return GRAM_UNKNOWN;
}
