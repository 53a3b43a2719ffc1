/* paraphrase_texts.c: the templates, embedded or from a folder. */
#include "model/paraphrase_texts.h"

#include "base/embedded.h"
#include "base/file.h"
#include "base/path.h"
#include "base/template.h"

enum { MAX_TEXT = 1 << 16 };

extern const struct embedded_file PARAPHRASE_FILES[]; /* data/paraphrase */
extern const uint32_t N_PARAPHRASE_FILES;

static const struct str KIND_PLACES[] = {STR_INIT("{question}"), STR_INIT("{tokens}")};
static const struct str ENTAILMENT_PLACES[] = {STR_INIT("{premise}"), STR_INIT("{hypothesis}")};

static const struct str SYNONYM_PLACES[] = {STR_INIT("{database}"), STR_INIT("{tables}"),
                                            STR_INIT("{word}"), STR_INIT("{item}"),
                                            STR_INIT("{questions}")};

static const struct template_names KIND_NAMES = {KIND_PLACES, 2},
                                   ENTAILMENT_NAMES = {ENTAILMENT_PLACES, 2},
                                   SYNONYM_NAMES = {SYNONYM_PLACES, 5};

static struct str embedded_named(struct str name)
{
    for (uint32_t i = 0; i < N_PARAPHRASE_FILES; i++)
        if (str_eq(PARAPHRASE_FILES[i].name, name))
            return embedded_text(&PARAPHRASE_FILES[i]);
    return STR_NONE; /* the unit tests check that each is there */
}

static enum status load_text(struct paraphrase_texts *t, const char *folder, struct str stem,
                             const struct template_names *names, struct str *out, struct err *e)
{
    struct str name = arena_printf(&t->arena, "%.*s.txt", STR_ARG(stem));
    struct path_info file;
    *out = embedded_named(name);
    if (!folder)
        return OK;
    const char *path = arena_printf(&t->arena, "%s/%s", folder, name.ptr).ptr;
    TRY(path_look(path, &file, e));
    if (file.kind == PATH_ABSENT)
        return OK;
    TRY(file_expect_regular(path, e));
    TRY(file_read(&t->arena, path, MAX_TEXT, out, e));
    *out = str_skip_bom(*out);
    return template_check(names, *out, e) ? err_in_file(e, path) : OK;
}

static enum status check_folder(const char *folder, struct err *e)
{
    struct path_info at;
    if (!folder)
        return OK;
    TRY(path_look(folder, &at, e));
    if (at.kind == PATH_FOLDER)
        return embedded_check_folder(PARAPHRASE_FILES, N_PARAPHRASE_FILES, folder, e);
    err_set(e, E_IO, "not a folder");
    return err_in_file(e, folder);
}

static enum status load_texts(struct paraphrase_texts *t, const char *folder, struct err *e)
{
    TRY(check_folder(folder, e));
    for (int k = 0; k < N_REWORD_KINDS; k++)
        TRY(load_text(t, folder, reword_kind_name((enum reword_kind)k), &KIND_NAMES, &t->kinds[k],
                      e));
    TRY(load_text(t, folder, STR("entailment"), &ENTAILMENT_NAMES, &t->entailment, e));
    return load_text(t, folder, STR("synonyms"), &SYNONYM_NAMES, &t->synonyms, e);
}

enum status paraphrase_texts_load(struct paraphrase_texts *t, const char *folder, struct err *e)
{
    *t = (struct paraphrase_texts){.entailment = STR_NONE};
    enum status status = load_texts(t, folder, e);
    if (status)
        paraphrase_texts_release(t);
    return status;
}

void paraphrase_texts_release(struct paraphrase_texts *t)
{
    arena_release(&t->arena);
}

/* All texts are always there, so without names no two sets are the same. */
struct digest paraphrase_texts_digest(const struct paraphrase_texts *t)
{
    struct digester d;
    digest_begin(&d);
    for (int k = 0; k < N_REWORD_KINDS; k++)
        digest_add(&d, t->kinds[k]);
    digest_add(&d, t->entailment);
    return digest_end(&d);
}

void paraphrase_texts_ask(const struct paraphrase_texts *t, enum reword_kind kind,
                          struct str question, struct str tokens, struct buf *out)
{
    const struct str values[] = {question, tokens};
    template_fill(&KIND_NAMES, t->kinds[kind], values, out);
}

void paraphrase_texts_entail(const struct paraphrase_texts *t, struct str premise,
                             struct str hypothesis, struct buf *out)
{
    const struct str values[] = {premise, hypothesis};
    template_fill(&ENTAILMENT_NAMES, t->entailment, values, out);
}

void paraphrase_texts_synonyms(const struct paraphrase_texts *t, const struct synonym_question *q,
                               struct buf *out)
{
    const struct str values[] = {q->database, q->tables, q->word, q->item, q->questions};
    template_fill(&SYNONYM_NAMES, t->synonyms, values, out);
}
