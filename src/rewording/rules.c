/* rules.c: loading the patterns, and the steps that they give. */
#include "rewording/rules.h"

#include "link/pattern/pattern_match.h"

static enum status load_kind(struct reword_rules *r, const struct lexicon *l, enum reword_kind kind,
                             struct err *e)
{
    struct str name = reword_kind_name(kind);
    char list[40] = "reword_";
    size_t n = strlen(list);
    for (size_t i = 0; i < name.len; i++)
        list[n++] = name.ptr[i] == '-' ? '_' : name.ptr[i];
    const struct lexicon_table *table = lexicon_table(l, (struct str){list, n});
    r->kinds[kind].patterns = ARENA_ARRAY(&r->arena, struct pattern, table->n_rows);
    for (uint32_t i = 0; i < table->n_rows; i++) {
        struct pattern *out = &r->kinds[kind].patterns[r->kinds[kind].count++];
        if (pattern_read(&r->arena, &table->rows[i], out, e))
            return err_in_file(e, table->rows[i].path);
    }
    return OK;
}

enum status reword_rules_load(struct reword_rules *r, const struct lexicon *l, struct err *e)
{
    *r = (struct reword_rules){0};
    enum status status = OK;
    for (int k = 0; k < N_REWORD_KINDS && status == OK; k++)
        if (k != REWORD_MULTITYPE) /* that is two of the others */
            status = load_kind(r, l, (enum reword_kind)k, e);
    if (status)
        reword_rules_release(r);
    return status;
}

void reword_rules_release(struct reword_rules *r)
{
    arena_release(&r->arena);
    *r = (struct reword_rules){0};
}

static void add_variants(struct arena *a, const struct pattern_match *m, enum reword_kind kind,
                         const struct pattern_text *to, struct reword_steps *out)
{
    for (uint32_t variant = 0; out->count < REWORD_STEPS_MAX; variant++) {
        struct str text = pattern_write(m, to, variant);
        if (!text.ptr)
            return;
        reword_steps_add(a, out, (struct reword_step){kind, m->start, m->end, text});
    }
}

void pattern_steps(struct arena *a, const struct reword_rules *rules, enum reword_kind kind,
                   const struct question_reading *r, struct reword_steps *out)
{
    for (uint32_t p = 0; p < rules->kinds[kind].count; p++)
        for (uint32_t at = 0; at < r->said.words.count; at++) {
            if (!pattern_may_begin(&rules->kinds[kind].patterns[p], &r->said.words, at))
                continue;
            struct pattern_match m = {
                .arena = a, .pattern = &rules->kinds[kind].patterns[p], .reading = r};
            if (!pattern_match(&m, at))
                continue;
            for (uint32_t t = 0; t < m.pattern->n_to; t++)
                add_variants(a, &m, kind, &m.pattern->to[t], out);
        }
}
