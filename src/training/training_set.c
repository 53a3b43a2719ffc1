/* training_set.c: examples in three formats. */
#include "training/training_set.h"

#include "migration/evidence.h"
#include "schema/schema_json.h"
#include "spider/entries.h"
#include "store/store.h"

enum { FLUSH_AT = 1 << 20 };

/* An example with its schema. */
struct example_view {
    const struct training_example *example;
    struct schema_use use;
    struct schema schema;
    const uint32_t *lineage; /* or NULL: the schema is the seed's, or no migration made it */
    struct str question, query;
    struct str evidence; /* under the names of the schema; may be empty */
};

static struct example_view view_example(struct arena *a, const struct training_example *x)
{
    const struct test_case *c = x->made;
    struct example_view v = {.example = x,
                             .use =
                                 c ? schema_use_of_case(x->seed, c) : schema_use_of_seed(x->seed),
                             .question = c ? c->question : x->seed->question,
                             .query = c ? c->query : x->seed->query};
    v.schema = schema_use_get(a, &v.use, &v.lineage);
    v.evidence = evidence_over(a, x->seed->evidence, v.use.migration);
    return v;
}

/* Which case it is, of which seed. An original has no case and no relation. */
static void put_origin(struct json_writer *w, const struct training_example *x)
{
    const struct test_case *c = x->made;
    if (c)
        json_key_str(w, "case_id", c->id);
    json_key_count(w, "seed", x->seed->number);
    if (c)
        json_key_str(w, "relation", c->relation);
}

static void put_evidence(struct json_writer *w, const struct example_view *x)
{
    if (x->evidence.len)
        json_key_str(w, "evidence", x->evidence);
}

/* What changed; of a worst case, change by change. */
static void put_change(struct json_writer *w, const struct training_example *x)
{
    if (!x->made || !x->made->change.len)
        return;
    json_key(w, STR("change"));
    json_put_raw(w, x->made->change);
}

/* Spider */

static enum status put_spider(struct training_set *t, const struct example_view *x, struct err *e)
{
    struct json_writer w = json_writer_to(&t->text);
    struct spider_entry entry;
    if (!spider_entry_read(&t->scratch, &x->schema, x->question, x->query, &entry))
        return err_set(e, E_SYNTAX, "a query outside Spider's grammar: %.*s", STR_ARG(x->query));
    json_object_open(&w);
    spider_entry_put(&w, &t->scratch, &entry);
    put_evidence(&w, x);
    put_origin(&w, x->example);
    put_change(&w, x->example);
    json_object_close(&w);
    return OK;
}

/* Chat */

/* Open the example's database, as its migration shows it. *out is NULL if it has none. */
static enum status show_database(struct training_set *t, const struct schema_use *use,
                                 struct database **out, struct err *e)
{
    *out = NULL;
    if (!use->database)
        return OK;
    if (!t->open_path || strcmp(t->open_path, use->database) != 0) {
        database_close(t->open);
        t->open = NULL;
        t->open_path = use->database;
        TRY(database_open(use->database, &t->open, e));
    }
    if (use->migration)
        TRY(database_show(t->open, use->migration, e));
    *out = t->open;
    return OK;
}

static struct database *shown_database(void *ctx, uint32_t worker, const struct ask_request *r)
{
    (void)worker;
    (void)r;
    return ctx;
}

/* Write the prompt into t->message. */
static enum status write_prompt(struct training_set *t, const struct example_view *x, struct err *e)
{
    struct database *d = NULL;
    struct json_writer w = json_writer_to(&t->schema_json);
    struct err dropping;
    buf_clear(&t->message);
    buf_clear(&t->schema_json);
    schema_json(&w, &x->schema);
    const struct ask_request request = {.db_id = x->use.db_id,
                                        .question = x->question,
                                        .evidence = x->evidence,
                                        .schema = &x->schema,
                                        .schema_json = buf_str(&t->schema_json)};
    enum status status = t->prompt.reads_database ? show_database(t, &x->use, &d, e) : OK;
    const struct ask_source source = {.ctx = d, .database = shown_database};
    if (status == OK)
        status = prompt_render(&t->prompt, &t->tables, &source, &request, &t->message,
                               &t->system_len, e);
    if (t->open && x->use.migration && database_drop_views(t->open, &dropping) && status == OK) {
        *e = dropping;
        status = dropping.code;
    }
    return status;
}

static void put_message(struct json_writer *w, struct str role, struct str content)
{
    json_object_open(w);
    json_key_str(w, "role", role);
    json_key_str(w, "content", content);
    json_object_close(w);
}

/* If the prompt ends with SELECT, the reply goes on after it. */
static struct str reply_of_query(const struct training_set *t, struct str query)
{
    const struct str SELECT = STR("select");
    query = str_trim(query);
    bool begins = query.len > SELECT.len && str_eq_nocase(str_slice(query, 0, SELECT.len), SELECT);
    return t->prompt.ends_with_select && begins ? str_slice(query, SELECT.len, query.len) : query;
}

static enum status put_chat(struct training_set *t, const struct example_view *x, struct err *e)
{
    TRY(write_prompt(t, x, e));
    struct json_writer w = json_writer_to(&t->text);
    json_object_open(&w);
    json_key_array(&w, "messages");
    struct str prompt = buf_str(&t->message);
    if (t->system_len > 0)
        put_message(&w, STR("system"), str_trim(str_slice(prompt, 0, t->system_len)));
    put_message(&w, STR("user"), str_slice(prompt, t->system_len, prompt.len));
    put_message(&w, STR("assistant"), reply_of_query(t, x->query));
    json_array_close(&w);
    json_key_str(&w, "db_id", x->use.db_id);
    put_origin(&w, x->example);
    put_change(&w, x->example);
    json_object_close(&w);
    return OK;
}

/* Pairs */

/* One of the two, the seed or the case. */
static void put_side(struct json_writer *w, const char *name, const struct example_view *x)
{
    json_key_object(w, name);
    json_key_str(w, "db_id", x->use.db_id);
    json_key_str(w, "question", x->question);
    json_key_str(w, "query", x->query);
    put_evidence(w, x);
    json_object_close(w);
}

static void put_position(struct json_writer *w, uint32_t position)
{
    if (position == SCHEMA_NONE)
        json_put_null(w);
    else
        json_put_int(w, position);
}

/* Is the schema of the example the seed's? */
static bool is_own_schema(const struct example_view *x)
{
    return !x->use.migration && x->use.schema == x->example->seed->schema;
}

/* For each column the one of the seed's schema; null if it is new, or has other values. */
static void put_columns(struct json_writer *w, const struct example_view *x)
{
    json_key_array(w, "columns");
    for (uint32_t i = 0; i < x->schema.n_columns; i++)
        put_position(w, i == SCHEMA_STAR   ? SCHEMA_STAR
                        : x->lineage       ? x->lineage[i]
                        : is_own_schema(x) ? i
                                           : SCHEMA_NONE);
    json_array_close(w);
}

static void put_tables(struct json_writer *w, const struct example_view *x)
{
    const struct migration *m = x->use.migration;
    json_key_array(w, "tables");
    for (uint32_t i = 0; i < x->schema.n_tables; i++)
        put_position(w, m                  ? (m->tables[i].split ? SCHEMA_NONE : m->tables[i].base)
                        : is_own_schema(x) ? i
                                           : SCHEMA_NONE);
    json_array_close(w);
}

static enum status put_pair(struct training_set *t, const struct example_view *x, struct err *e)
{
    (void)e;
    const struct test_case *c = x->example->made;
    const struct training_example seed = {x->example->seed, NULL};
    const struct example_view original = view_example(&t->scratch, &seed);
    struct json_writer w = json_writer_to(&t->text);
    json_object_open(&w);
    put_origin(&w, x->example);
    json_key_str(&w, "expect", str_from(CLAIM_NAMES.names[c->claim]));
    put_side(&w, "original", &original);
    put_side(&w, "case", x);
    put_tables(&w, x);
    put_columns(&w, x);
    put_change(&w, x->example);
    json_object_close(&w);
    return OK;
}

/* Formats */

static const struct {
    const char *file;
    struct str open, between, close, empty; /* around examples; `empty` is a file without */
    enum status (*put)(struct training_set *t, const struct example_view *x, struct err *e);
} FORMATS[] = {
    [TRAINING_SPIDER] = {"train.json", STR_INIT("[\n"), STR_INIT(",\n"), STR_INIT("\n]\n"),
                         STR_INIT("[]\n"), put_spider},
    [TRAINING_CHAT] = {"train.jsonl", STR_INIT(""), STR_INIT("\n"), STR_INIT("\n"), STR_INIT(""),
                       put_chat},
    [TRAINING_PAIRS] = {"pairs.jsonl", STR_INIT(""), STR_INIT("\n"), STR_INIT("\n"), STR_INIT(""),
                        put_pair},
};

const char *training_file(enum training_format format)
{
    return FORMATS[format].file;
}

static enum status read_template(struct training_set *t, struct err *e)
{
    const char *path = t->style.template_path;
    struct str text = prompt_default();
    if (path)
        TRY(file_read(&t->arena, path, PROMPT_MAX_TEMPLATE, &text, e));
    enum status status = prompt_template_read(&t->prompt, str_skip_bom(text), e);
    if (status && path)
        err_in_file(e, path);
    return status;
}

static enum status open_files(struct training_set *t, const char *path, struct err *e)
{
    const struct schema_style schemas = {.databases = t->style.databases, .plain = true};
    TRY(read_template(t, e));
    TRY(out_folder_open(&t->folder, path, e));
    const char *examples = out_folder_file(&t->folder, training_file(t->style.format));
    TRY(out_file_open(&t->examples, examples, e));
    return schema_writer_open(&t->schemas, &t->folder, schemas, e);
}

enum status training_set_open(struct training_set *t, const char *path,
                              const struct training_style *style, struct err *e)
{
    *t = (struct training_set){.style = *style};
    buf_limit(&t->message, PROMPT_MAX_BYTES);
    enum status status = open_files(t, path, e);
    if (status)
        training_set_discard(t);
    return status;
}

bool training_set_can_hold(struct training_set *t, const struct training_example *x)
{
    struct spider_entry entry;
    if (t->style.format != TRAINING_SPIDER)
        return x->seed->query.ptr != NULL;
    struct arena_mark mark = arena_mark(&t->scratch);
    const struct example_view v = view_example(&t->scratch, x);
    bool can = spider_entry_read(&t->scratch, &v.schema, v.question, v.query, &entry);
    arena_rewind(&t->scratch, mark);
    return can;
}

struct seed_keys training_set_keys(struct training_set *t, const struct training_example *x)
{
    if (!x->made)
        return seed_keys_of(x->seed);
    struct arena_mark mark = arena_mark(&t->scratch);
    const struct example_view v = view_example(&t->scratch, x);
    const struct seed_keys keys = seed_keys_of_case(x->made, &v.schema);
    arena_rewind(&t->scratch, mark);
    return keys;
}

static enum status flush_examples(struct training_set *t, struct err *e)
{
    enum status status = out_file_write(&t->examples, buf_str(&t->text), e);
    buf_clear(&t->text);
    return status;
}

static enum status use_schemas(struct training_set *t, const struct example_view *x, struct err *e)
{
    const struct schema_use own = schema_use_of_seed(x->example->seed);
    bool is_new;
    if (t->style.format == TRAINING_PAIRS)
        TRY(schema_writer_add(&t->schemas, &own, &is_new, e));
    return schema_writer_add(&t->schemas, &x->use, &is_new, e);
}

enum status training_set_add(struct training_set *t, const struct training_example *x,
                             struct err *e)
{
    struct arena_mark mark = arena_mark(&t->scratch);
    const struct example_view v = view_example(&t->scratch, x);
    buf_put(&t->text,
            t->count++ ? FORMATS[t->style.format].between : FORMATS[t->style.format].open);
    enum status status = FORMATS[t->style.format].put(t, &v, e);
    if (status == OK)
        status = use_schemas(t, &v, e);
    if (status == OK && t->text.len >= FLUSH_AT)
        status = flush_examples(t, e);
    arena_rewind(&t->scratch, mark);
    return status;
}

static enum status commit_files(struct training_set *t, struct str manifest, struct err *e)
{
    buf_put(&t->text, t->count ? FORMATS[t->style.format].close : FORMATS[t->style.format].empty);
    TRY(flush_examples(t, e));
    TRY(out_file_commit(&t->examples, e));
    TRY(schema_writer_commit(&t->schemas, e));
    TRY(file_write(out_folder_file(&t->folder, "manifest.json"), manifest, e));
    return out_folder_commit(&t->folder, e);
}

enum status training_set_commit(struct training_set *t, struct str manifest, struct err *e)
{
    enum status status = commit_files(t, manifest, e);
    training_set_discard(t);
    return status;
}

void training_set_discard(struct training_set *t)
{
    database_close(t->open);
    prompt_tables_release(&t->tables);
    buf_release(&t->message);
    buf_release(&t->schema_json);
    buf_release(&t->text);
    out_file_discard(&t->examples);
    schema_writer_discard(&t->schemas);
    out_folder_discard(&t->folder);
    arena_release(&t->scratch);
    arena_release(&t->arena);
    *t = (struct training_set){0};
}
