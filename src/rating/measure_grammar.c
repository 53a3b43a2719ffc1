/* measure_grammar.c: changed questions that do not parse though their originals do. */
#include "fluency/link_grammar.h"
#include "rating/measuring.h"

struct grammar_checking {
    struct link_grammar *grammar;
    struct buf list;    /* of questions to be read by a person */
    struct table table; /* figures by set */
};

static const struct table_column PARSED[] = {{"", false},     {"originals", true},
                                             {"parse", true}, {"changed", true},
                                             {"parse", true}, {"to review", true}};

static void put_suspect(struct buf *out, int format, const struct question_set *s,
                        const struct changed_question *q)
{
    struct json_writer w = json_writer_to(out);
    if (format != FLUENCY_JSON) {
        buf_printf(out, "%.*s %.*s\n    %.*s\n    %.*s\n", STR_ARG(s->name), STR_ARG(q->id),
                   STR_ARG(s->originals[q->original]), STR_ARG(q->text));
        return;
    }
    const struct {
        const char *key;
        struct str text;
    } MEMBERS[] = {{"set", s->name},
                   {"id", q->id},
                   {"relation", q->relation},
                   {"original", s->originals[q->original]},
                   {"question", q->text}};
    json_object_open(&w);
    for (size_t i = 0; i < COUNT_OF(MEMBERS); i++) {
        json_key(&w, str_from(MEMBERS[i].key));
        json_put_str(&w, MEMBERS[i].text);
    }
    json_object_close(&w);
    json_line_end(&w);
}

/* Only what comes from a question that parses is tried: of the others nothing would follow. */
static enum status check_set(struct measuring *m, struct grammar_checking *c,
                             const struct question_set *s, struct err *e)
{
    enum parses *originals = ARENA_ARRAY(&m->arena, enum parses, s->n_originals + 1);
    uint32_t good = 0, tried = 0, parse = 0, suspects = 0;
    for (uint32_t i = 0; i < s->n_originals && !*m->listener->stop; i++) {
        originals[i] = link_grammar_parses(c->grammar, s->originals[i]);
        good += originals[i] == PARSES;
    }
    for (uint32_t i = 0; i < s->n_changed && !*m->listener->stop; i++) {
        if (originals[s->changed[i].original] != PARSES)
            continue;
        enum parses p = link_grammar_parses(c->grammar, s->changed[i].text);
        tried++;
        parse += p == PARSES;
        suspects += p == PARSES_NOT;
        if (p == PARSES_NOT)
            put_suspect(&c->list, m->job->format, s, &s->changed[i]);
    }
    const uint32_t figures[] = {s->n_originals, good, tried, parse, suspects};
    struct str *row = table_add(&m->arena, &c->table);
    row[0] = s->name;
    for (size_t i = 0; i < COUNT_OF(figures); i++)
        row[i + 1] = table_count(&m->arena, figures[i]);
    return *m->listener->stop ? err_set(e, E_INTERRUPTED, "interrupted") : OK;
}

enum status measure_grammar(struct measuring *m, struct buf *out, struct err *e)
{
    struct grammar_checking c = {.table = {.title = "grammar",
                                           .note = "changed: those whose original parses",
                                           .columns = PARSED,
                                           .n_columns = COUNT_OF(PARSED)}};
    enum status status = link_grammar_open(&c.grammar, e);
    if (status)
        return status;
    for (uint32_t i = 0; i < m->n_sets && status == OK; i++)
        status = check_set(m, &c, &m->sets[i], e);
    if (status == OK && m->job->format != FLUENCY_JSON)
        measuring_put_table(out, m->job->format, &c.table, true);
    if (status == OK && m->job->format != FLUENCY_CSV && c.list.len > 0) {
        if (m->job->format == FLUENCY_TEXT)
            buf_putc(out, '\n');
        buf_put(out, buf_str(&c.list));
    }
    link_grammar_close(c.grammar);
    buf_release(&c.list);
    return status;
}
