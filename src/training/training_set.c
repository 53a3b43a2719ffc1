/* training_set.c: examples in three forms. */
#include "training/training_set.h"

#include "migration/evidence.h"
#include "schema/schema_json.h"
#include "spider/entries.h"
#include "store/views.h"

enum { FLUSH_AT = 1 << 20 };

/* An example with its schema. */
struct told {
    const struct training_example *example;
    struct schema_use use;
    struct schema schema;
    const uint32_t *lineage; /* NULL where the schema is the seed's, or no migration made it */
    struct str question, query;
    struct str evidence; /* under the names of the schema; may be empty */
};

static struct told told_of(struct arena *a, const struct training_example *x)
{
    const struct test_case *c = x->made;
    struct told t = {.example = x,
                     .use = c ? schema_use_of_case(x->seed, c) : schema_use_of_seed(x->seed),
                     .question = c ? c->question : x->seed->question,
                     .query = c ? c->query : x->seed->query};
    t.schema = schema_use_get(a, &t.use, &t.lineage);
    t.evidence = evidence_over(a, x->seed->evidence, t.use.migration);
    return t;
}

static void put_text(struct json_writer *w, struct str name, struct str text)
{
    json_key(w, name);
    json_put_str(w, text);
}

/* Which case it is, of which seed; an original is of its own seed, and made by no relation. */
static void put_origin(struct json_writer *w, const struct training_example *x)
{
    const struct test_case *c = x->made;
    if (c)
        put_text(w, STR("case_id"), c->id);
    json_key(w, STR("seed"));
    json_put_int(w, x->seed->number);
    if (c)
        put_text(w, STR("relation"), c->relation);
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

static enum status put_spider(struct training_set *t, const struct told *x, struct err *e)
{
    struct json_writer w = json_writer_to(&t->text);
    struct spider_entry entry;
    if (!spider_entry_read(&t->scratch, &x->schema, x->question, x->query, &entry))
        return err_set(e, E_SYNTAX, "a query outside Spider's grammar: %.*s", STR_ARG(x->query));
    json_object_open(&w);
    spider_entry_put(&w, &t->scratch, &entry);
    if (x->evidence.len)
        put_text(&w, STR("evidence"), x->evidence);
    put_origin(&w, x->example);
    put_change(&w, x->example);
    json_object_close(&w);
    return OK;
}

/* Chat */

/* Open the example's database, as its migration shows it; NULL where there is none. */
static enum status show_database(struct training_set *t, const struct schema_use *use,
                                 struct database **out, struct err *e)
{
    enum status status = OK;
    *out = NULL;
    if (!use->database)
        return OK;
    if (!t->open_path || strcmp(t->open_path, use->database) != 0) {
        database_close(t->open);
        t->open = NULL;
        t->open_path = use->database;
        status = database_open(use->database, &t->open, e);
    }
    if (status == OK && use->migration)
        status = database_show(t->open, use->migration, e);
    *out = status == OK ? t->open : NULL;
    return status;
}

static struct database *shown_database(void *ctx, uint32_t worker, const struct ask_request *r)
{
    (void)worker;
    (void)r;
    return ctx;
}

/* The prompt, into t->message. */
static enum status write_prompt(struct training_set *t, const struct told *x, struct err *e)
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
    put_text(w, STR("role"), role);
    put_text(w, STR("content"), content);
    json_object_close(w);
}

/* Where the prompt ends with SELECT, the reply goes on behind it. */
static struct str reply_of(const struct training_set *t, struct str query)
{
    const struct str SELECT = STR("select");
    query = str_trim(query);
    bool begins = query.len > SELECT.len && str_eq_nocase(str_slice(query, 0, SELECT.len), SELECT);
    return t->prompt.ends_with_select && begins ? str_slice(query, SELECT.len, query.len) : query;
}

static enum status put_chat(struct training_set *t, const struct told *x, struct err *e)
{
    enum status status = write_prompt(t, x, e);
    if (status)
        return status;
    struct json_writer w = json_writer_to(&t->text);
    json_object_open(&w);
    json_key(&w, STR("messages"));
    json_array_open(&w);
    struct str prompt = buf_str(&t->message);
    if (t->system_len > 0)
        put_message(&w, STR("system"), str_trim(str_slice(prompt, 0, t->system_len)));
    put_message(&w, STR("user"), str_slice(prompt, t->system_len, prompt.len));
    put_message(&w, STR("assistant"), reply_of(t, x->query));
    json_array_close(&w);
    put_text(&w, STR("db_id"), x->use.db_id);
    put_origin(&w, x->example);
    put_change(&w, x->example);
    json_object_close(&w);
    return OK;
}

/* Pairs */

/* One of the two, the seed or the case. */
static void put_side(struct json_writer *w, struct str name, const struct told *x)
{
    json_key(w, name);
    json_object_open(w);
    put_text(w, STR("db_id"), x->use.db_id);
    put_text(w, STR("question"), x->question);
    put_text(w, STR("query"), x->query);
    if (x->evidence.len)
        put_text(w, STR("evidence"), x->evidence);
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
static bool is_own_schema(const struct told *x)
{
    return !x->use.migration && x->use.schema == x->example->seed->schema;
}

/* Which column of the seed's schema each is; null for one that is new, or has other values. */
static void put_columns(struct json_writer *w, const struct told *x)
{
    json_key(w, STR("columns"));
    json_array_open(w);
    for (uint32_t i = 0; i < x->schema.n_columns; i++)
        put_position(w, i == SCHEMA_STAR   ? SCHEMA_STAR
                        : x->lineage       ? x->lineage[i]
                        : is_own_schema(x) ? i
                                           : SCHEMA_NONE);
    json_array_close(w);
}

static void put_tables(struct json_writer *w, const struct told *x)
{
    const struct migration *m = x->use.migration;
    json_key(w, STR("tables"));
    json_array_open(w);
    for (uint32_t i = 0; i < x->schema.n_tables; i++)
        put_position(w, m                  ? (m->tables[i].split ? SCHEMA_NONE : m->tables[i].base)
                        : is_own_schema(x) ? i
                                           : SCHEMA_NONE);
    json_array_close(w);
}

static enum status put_pair(struct training_set *t, const struct told *x, struct err *e)
{
    (void)e;
    const struct test_case *c = x->example->made;
    const struct training_example seed = {x->example->seed, NULL};
    const struct told original = told_of(&t->scratch, &seed);
    struct json_writer w = json_writer_to(&t->text);
    json_object_open(&w);
    put_origin(&w, x->example);
    put_text(&w, STR("expect"), str_from(CLAIM_NAMES.names[c->claim]));
    put_side(&w, STR("original"), &original);
    put_side(&w, STR("case"), x);
    put_tables(&w, x);
    put_columns(&w, x);
    put_change(&w, x->example);
    json_object_close(&w);
    return OK;
}

/* Forms */

static const struct {
    const char *file;
    struct str open, between, close, empty; /* around examples; `empty` is a file without */
    enum status (*put)(struct training_set *t, const struct told *x, struct err *e);
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
    enum status status = path ? file_read(&t->arena, path, PROMPT_MAX_TEMPLATE, &text, e) : OK;
    if (status)
        return status;
    status = prompt_template_read(&t->prompt, str_skip_bom(text), e);
    if (status && path)
        err_in_file(e, path);
    return status;
}

enum status training_set_open(struct training_set *t, const char *path,
                              const struct training_style *style, struct err *e)
{
    const struct schema_style schemas = {.databases = style->databases, .plain = true};
    *t = (struct training_set){.style = *style};
    buf_limit(&t->message, PROMPT_MAX_BYTES);
    enum status status = read_template(t, e);
    if (status == OK)
        status = out_folder_open(&t->folder, path, e);
    if (status == OK)
        status = out_file_open(&t->examples,
                               out_folder_file(&t->folder, training_file(style->format)), e);
    if (status == OK)
        status = schema_writer_open(&t->schemas, &t->folder, schemas, e);
    if (status)
        training_set_discard(t);
    return status;
}

bool training_set_can_tell(struct training_set *t, const struct training_example *x)
{
    struct spider_entry entry;
    if (t->style.format != TRAINING_SPIDER)
        return x->seed->query.ptr != NULL;
    struct arena_mark mark = arena_mark(&t->scratch);
    const struct told told = told_of(&t->scratch, x);
    bool can = spider_entry_read(&t->scratch, &told.schema, told.question, told.query, &entry);
    arena_rewind(&t->scratch, mark);
    return can;
}

struct seed_keys training_set_keys(struct training_set *t, const struct training_example *x)
{
    struct arena_mark mark = arena_mark(&t->scratch);
    if (!x->made)
        return seed_keys_of(x->seed);
    const struct told told = told_of(&t->scratch, x);
    const struct seed_keys keys = seed_keys_of_case(x->made, &told.schema);
    arena_rewind(&t->scratch, mark);
    return keys;
}

static enum status flush(struct training_set *t, struct err *e)
{
    enum status status = out_file_write(&t->examples, buf_str(&t->text), e);
    buf_clear(&t->text);
    return status;
}

static enum status use_schemas(struct training_set *t, const struct told *x, struct err *e)
{
    const struct schema_use own = schema_use_of_seed(x->example->seed);
    bool is_new;
    enum status status = OK;
    if (t->style.format == TRAINING_PAIRS)
        status = schema_writer_add(&t->schemas, &own, &is_new, e);
    return status ? status : schema_writer_add(&t->schemas, &x->use, &is_new, e);
}

enum status training_set_add(struct training_set *t, const struct training_example *x,
                             struct err *e)
{
    struct arena_mark mark = arena_mark(&t->scratch);
    const struct told told = told_of(&t->scratch, x);
    buf_put(&t->text,
            t->count++ ? FORMATS[t->style.format].between : FORMATS[t->style.format].open);
    enum status status = FORMATS[t->style.format].put(t, &told, e);
    if (status == OK)
        status = use_schemas(t, &told, e);
    if (status == OK && t->text.len >= FLUSH_AT)
        status = flush(t, e);
    arena_rewind(&t->scratch, mark);
    return status;
}

enum status training_set_commit(struct training_set *t, struct str manifest, struct err *e)
{
    buf_put(&t->text, t->count ? FORMATS[t->style.format].close : FORMATS[t->style.format].empty);
    enum status status = flush(t, e);
    if (status == OK)
        status = out_file_commit(&t->examples, e);
    if (status == OK)
        status = schema_writer_commit(&t->schemas, e);
    if (status == OK)
        status = file_write(out_folder_file(&t->folder, "manifest.json"), manifest, e);
    if (status == OK)
        status = out_folder_commit(&t->folder, e);
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
