/* request.c: seeds and cases turned into requests. */
#include "asking/request.h"

#include "migration/evidence.h"

enum status request_of(struct suite *s, struct defence *d, uint32_t place, struct arena *a,
                       struct ask_request *out, struct err *e)
{
    const struct suite_schema *schema;
    *out = (struct ask_request){0};
    if (place < s->n_seeds) {
        const struct seed *seed = &s->seeds[place];
        out->id = arena_printf(a, "seed-%u", seed->number);
        out->seed = place;
        out->db_id = seed->db_id;
        out->question = seed->question;
        out->evidence = seed->evidence;
    } else {
        const struct test_case *c = &s->cases[place - s->n_seeds];
        out->id = c->id;
        out->seed = c->seed;
        out->db_id = c->db_id;
        out->question = c->question;
        out->evidence = s->seeds[c->seed].evidence;
    }
    enum status status = suite_schema(s, out->db_id, &schema, e);
    if (status == OK) {
        out->schema = schema->schema;
        out->schema_json = suite_schema_plain(s, schema);
        out->evidence = evidence_over(a, out->evidence, schema->migration);
        status = defence_request(d, out, a, e);
    }
    return status;
}

enum status request_schema(struct suite *s, const struct defence *d, struct str db_id,
                           const struct suite_schema **out, struct err *e)
{
    *out = defence_schema(d, db_id);
    return *out ? OK : suite_schema(s, db_id, out, e);
}
