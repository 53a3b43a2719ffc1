/* fuzz_paraphrase.c: any bytes as a model's reply with a paraphrase, synonyms, or yes or no; and as
 * an instruction to it. An accepted paraphrase is one line that can be shown, and accepted synonyms
 * are letters. */
#include "base/template.h"
#include "base/utf8.h"
#include "input.h"
#include "model/reply_paraphrase.h"
#include "model/reply_synonyms.h"

static void require_line(struct str text)
{
    require(utf8_valid(text));
    require_plain(text);
}

static void read_paraphrase(struct arena *a, struct str text)
{
    struct paraphrase p, again;
    if (!paraphrase_read(a, text, &p))
        return;
    require(p.question.len > 0 && p.question.len <= PARAPHRASE_MAX);
    require(p.explanation.len <= EXPLANATION_MAX);
    require_line(p.question);
    require_line(p.explanation);
    require(paraphrase_same(p.question, p.question));
    if (paraphrase_read(a, p.question, &again))
        require(again.question.len <= p.question.len);
}

static void read_synonyms(struct arena *a, struct str text)
{
    struct spoken_list list;
    bool read = synonyms_read(a, text, &list);
    require(list.count <= (read ? SYNONYMS_MAX : 0));
    for (uint32_t i = 0; i < list.count; i++) {
        struct str words = list.items[i];
        require(words.len > 0 && words.len <= SYNONYM_MAX_BYTES);
        require(words.ptr[0] != ' ' && words.ptr[words.len - 1] != ' ');
        for (size_t k = 0; k < words.len; k++)
            require(ascii_small(words.ptr[k]) || (words.ptr[k] == ' ' && words.ptr[k + 1] != ' '));
        for (uint32_t k = 0; k < i; k++)
            require(!str_eq(words, list.items[k]));
    }
}

/* A template that is good can be filled. */
static void fill_template(struct str text)
{
    static const struct str names[] = {STR_INIT("{a}"), STR_INIT("{b}")};
    static const struct template_names both = {names, 2};
    struct buf out = {0};
    struct err e;
    if (template_check(&both, text, &e) == OK)
        template_fill(&both, text, names, &out);
    buf_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct str text = {(const char *)data, size};
    size_t half = size / 2;
    struct str first = str_slice(text, 0, half), second = str_slice(text, half, size);
    read_paraphrase(&a, text);
    read_synonyms(&a, text);
    require(paraphrase_same(first, second) == paraphrase_same(second, first));
    if (reply_says_yes(text))
        require(size >= 3);
    fill_template(text);
    arena_release(&a);
    return 0;
}
