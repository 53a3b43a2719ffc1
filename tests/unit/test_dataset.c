/* test_dataset.c: datasets in the layouts that they are published in, and in those that users make.
 */
#include "shared.h"
#include "unit.h"

#include "base/file.h"
#include "base/folder.h"
#include "dataset/dataset.h"

#include <sqlite3.h>
#include <stdlib.h>

#define TABLES(db_id)                                                                              \
    "{\"db_id\":\"" db_id "\",\"table_names_original\":[\"t\"],\"column_names_original\":[[-1,"    \
    "\"*\"],[0,\"a\"],[0,\"b\"]],\"column_types\":[\"text\",\"text\",\"text\"],"                   \
    "\"primary_keys\":[[1,2]],\"foreign_keys\":[]}"
#define SPIDER "[{\"db_id\":\"x\",\"question\":\"Q?\",\"query\":\"SELECT 1\",\"sql\":{}}]"
#define BIRD                                                                                       \
    "[{\"question_id\":0,\"db_id\":\"x\",\"question\":\"Q?\",\"evidence\":\" e = `b`\\nor so \","  \
    "\"SQL\":\"SELECT 1\",\"difficulty\":\"simple\"}]"
#define SYN                                                                                        \
    "[{\"db_id\":\"x\",\"SpiderQuestion\":\"old?\",\"SpiderSynQuestion\":\"new?\","                \
    "\"query\":\"SELECT 1\"}]"
#define X          "x/x.sqlite"
#define SPIDER_ROW "x|Q?|SELECT 1|"
#define BIRD_ROW   "x|Q?|SELECT 1|e = `b`\nor so"

struct file {
    const char *name, *text; /* text NULL: a database with a table t(a, b) */
};

enum { MAX_FILES = 6, MAX_PATH = 400 };

struct made {
    struct file files[MAX_FILES];
    const char *data, *questions, *databases; /* paths in the folder */
    const char *expected;                     /* db_id|question|query|evidence@database; … */
};

static void make_database(const char *path)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "CREATE TABLE t(a TEXT, b TEXT)", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
}

static const char *in(struct arena *a, const char *dir, const char *name)
{
    return name ? arena_printf(a, "%s/%s", dir, name).ptr : NULL;
}

static void make_folders(struct arena *a, const char *dir, struct str name)
{
    struct err e;
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] == '/')
            assert_int_equal(folder_make(arena_printf(a, "%s/%.*s", dir, (int)i, name.ptr).ptr, &e),
                             OK);
}

static void make(struct arena *a, const char *dir, const struct file *f)
{
    struct err e;
    const char *path = in(a, dir, f->name);
    make_folders(a, dir, str_from(f->name));
    if (f->text)
        assert_int_equal(file_write(path, str_from(f->text), &e), OK);
    else
        make_database(path);
}

/* The loaded dataset, as struct made expects it: paths as in the folder. */
static const char *told(struct arena *a, const char *dir, const struct dataset *d)
{
    struct str all = STR("");
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        const struct seed *s = &d->seeds[i];
        assert_true(s->schema && str_eq(s->schema->db_id, s->db_id));
        assert_int_equal(s->number, i);
        all = arena_printf(a, "%.*s%s%.*s|%.*s|%.*s|%.*s@%s", STR_ARG(all), i ? "; " : "",
                           STR_ARG(s->db_id), STR_ARG(s->question), STR_ARG(s->query),
                           STR_ARG(s->evidence),
                           s->database.ptr ? s->database.ptr + strlen(dir) + 1 : "");
    }
    return all.ptr;
}

static void check(const struct made *m)
{
    struct arena a = {0};
    struct dataset d;
    struct err e;
    char dir[] = "/tmp/teql-dataset-XXXXXX";
    assert_non_null(mkdtemp(dir));
    for (int i = 0; i < MAX_FILES && m->files[i].name; i++)
        make(&a, dir, &m->files[i]);
    const struct dataset_source from = {.data = in(&a, dir, m->data),
                                        .questions = in(&a, dir, m->questions),
                                        .databases = in(&a, dir, m->databases)};
    if (dataset_load(&d, &from, &e) == OK) {
        assert_string_equal(told(&a, dir, &d), m->expected);
        dataset_release(&d);
    } else {
        char text[600];
        err_format(&e, text, sizeof text);
        assert_memory_equal(text, dir, strlen(dir));
        assert_string_equal(text + strlen(dir) + 1, m->expected);
    }
    folder_remove(dir);
    arena_release(&a);
}

#define CHECK_ALL(cases)                                                                           \
    for (size_t i = 0; i < COUNT_OF(cases); i++)                                                   \
    check(&(cases)[i])

static void test_published(void **state)
{
    (void)state;
    static const struct made cases[] = {
        /* Spider */
        {{{"dev.json", SPIDER}, {"tables.json", "[" TABLES("x") "]"}, {"database/" X, NULL}},
         ".",
         NULL,
         NULL,
         SPIDER_ROW "@./database/" X},
        /* BIRD: dev, train, mini-dev, and a folder with both */
        {{{"dev.json", BIRD}, {"dev_tables.json", "[" TABLES("x") "]"}, {"dev_databases/" X, NULL}},
         ".",
         NULL,
         NULL,
         BIRD_ROW "@./dev_databases/" X},
        {{{"train/train.json", BIRD},
          {"train/train_tables.json", "[" TABLES("x") "]"},
          {"train/train_databases/" X, NULL}},
         "train",
         NULL,
         NULL,
         BIRD_ROW "@train/train_databases/" X},
        {{{"mini_dev_sqlite.json", BIRD},
          {"dev_tables.json", "[" TABLES("x") "]"},
          {"dev_databases/" X, NULL}},
         ".",
         NULL,
         NULL,
         BIRD_ROW "@./dev_databases/" X},
        {{{"train.json", BIRD},
          {"dev.json", SPIDER},
          {"dev_tables.json", "[" TABLES("y") "]"},
          {"train_tables.json", "[" TABLES("x") "]"},
          {"dev_databases/y/y.sqlite", NULL},
          {"train_databases/" X, NULL}},
         ".",
         "train.json",
         NULL,
         BIRD_ROW "@./train_databases/" X},
        /* Spider-Syn: its own question counts; Spider's schemas and databases are elsewhere */
        {{{"syn/dev.json", SYN},
          {"spider/tables.json", "[" TABLES("x") "," TABLES("y") "]"},
          {"spider/database/" X, NULL}},
         "syn",
         NULL,
         "spider/database",
         "x|new?|SELECT 1|@spider/database/" X},
        {{{"syn/train.json", SYN}, {"spider/database/" X, NULL}},
         "syn/train.json",
         NULL,
         "spider/database",
         "x|new?|SELECT 1|@spider/database/" X},
        /* Spider-Realistic */
        {{{"spider-realistic.json", SPIDER}, {"database/" X, NULL}},
         ".",
         NULL,
         NULL,
         SPIDER_ROW "@./database/" X},
        /* Spider-DK: some databases of its own, others Spider's */
        {{{"dk/Spider-DK.json", "[{\"type\":0,\"db_id\":\"new_x\",\"question\":\"Q?\"},"
                                "{\"db_id\":\"x\",\"question\":\"P?\"}]"},
          {"dk/tables.json", "[" TABLES("x") "," TABLES("new_x") "]"},
          {"dk/database/new_x/new_x.sqlite", NULL},
          {"spider/database/" X, NULL}},
         "dk",
         NULL,
         "spider/database",
         "new_x|Q?||@dk/database/new_x/new_x.sqlite; x|P?||@spider/database/" X},
    };
    CHECK_ALL(cases);
}

static void test_own(void **state)
{
    (void)state;
    static const struct made cases[] = {
        /* one database */
        {{{"shop.sqlite", NULL}, {"q.json", "[\"How many?\", {\"question\":\"P?\"}]"}},
         "shop.sqlite",
         "q.json",
         NULL,
         "shop|How many?||@shop.sqlite; shop|P?||@shop.sqlite"},
        {{{"my.shop.db", NULL},
          {"q.jsonl", "\"How many?\"\n{\"question\":\"P?\",\"query\":\"x\"}"}},
         "my.shop.db",
         "q.jsonl",
         NULL,
         "my.shop|How many?||@my.shop.db; my.shop|P?|x|@my.shop.db"},
        {{{"shop.sqlite", NULL},
          {"q.csv",
           "\xEF\xBB\xBFquestion,query\r\n\"Who, \"\"me\"\"?\",\"SELECT\r\n1\"\r\nP?,\r\n"}},
         "shop.sqlite",
         "q.csv",
         NULL,
         "shop|Who, \"me\"?|SELECT\r\n1|@shop.sqlite; shop|P?||@shop.sqlite"},
        /* files of a folder */
        {{{"questions.json", SPIDER}, {"database/" X, NULL}},
         ".",
         NULL,
         NULL,
         SPIDER_ROW "@./database/" X},
        {{{"questions.csv", "db_id, Question ,SQL,evidence\nx,Q?,SELECT 1,e\n"},
          {"database/" X, NULL}},
         ".",
         NULL,
         NULL,
         "x|Q?|SELECT 1|e@./database/" X},
        {{{"questions.csv", "question\nQ?\n"}, {"tables.json", "[" TABLES("x") "]"}},
         "questions.csv",
         NULL,
         NULL,
         "x|Q?||@"},
        {{{"dev.json", "[{\"db_id\":\"x\",\"question\":\"Q?\",\"evidence\":\"  \"}]"},
          {"tables.json", "[" TABLES("x") "]"}},
         ".",
         NULL,
         NULL,
         "x|Q?||@"},
    };
    CHECK_ALL(cases);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct made cases[] = {
        {{{"a", "x"}}, "nope", NULL, NULL, "nope: no such file or folder"},
        {{{"a", "x"}},
         "a",
         NULL,
         NULL,
         "a: no dataset: neither a folder, nor questions in JSON or CSV, nor a SQLite database"},
        {{{"a", "x"}},
         ".",
         NULL,
         NULL,
         ".: no questions: neither dev.json nor questions.json, .jsonl or .csv; --questions names "
         "another file"},
        {{{"dev.json", SPIDER}, {"database/" X, NULL}}, ".", NULL, "nope", "nope: no such folder"},
        {{{"shop.sqlite", NULL}},
         "shop.sqlite",
         NULL,
         NULL,
         "shop.sqlite: a database, and no questions: --questions FILE names them"},
        {{{"shop.sqlite", NULL}, {"dev.json", SPIDER}},
         "shop.sqlite",
         "dev.json",
         NULL,
         "dev.json:1: unknown db_id 'x': the database is 'shop'"},
        {{{"dev.json", SPIDER}, {"q.json", SPIDER}},
         "dev.json",
         "q.json",
         NULL,
         "dev.json: a file of questions already: leave out --questions"},
        {{{"dev.json", "[\n\"Q?\"]"}, {"tables.json", "[" TABLES("x") "," TABLES("y") "]"}},
         ".",
         NULL,
         NULL,
         "./dev.json:2: no 'db_id', and there is more than one database; '--data DATABASE.sqlite "
         "--questions FILE' names one"},
        {{{"dev.json", "[\n\"Q?\"]"}},
         ".",
         NULL,
         NULL,
         "./dev.json:2: no 'db_id', and no database beside the questions; '--data DATABASE.sqlite "
         "--questions FILE' names both"},
        {{{"dev.json", "[\"Q?\",\n{\"query\":\"x\"}]"}, {"tables.json", "[" TABLES("x") "]"}},
         ".",
         NULL,
         NULL,
         "./dev.json:2: no 'question'"},
        {{{"dev.json", "[\"Q?\",\n{\"question\":\"P?\",\"query\":1}]"},
          {"tables.json", "[" TABLES("x") "]"}},
         ".",
         NULL,
         NULL,
         "./dev.json:2: 'query' is not a text"},
        {{{"dev.json", "[\"Q?\",\n{\"question\":\"P?\",\"SQL\":{\"a\":1}}]"},
          {"tables.json", "[" TABLES("x") "]"}},
         ".",
         NULL,
         NULL,
         "./dev.json:2: 'SQL' is not a text"},
        {{{"q.csv", "text;query\n1;2\n"}},
         "q.csv",
         NULL,
         NULL,
         "q.csv:1: no column 'question' in the header line, but 'text;query'; commas, semicolons "
         "or tabs separate columns"},
        {{{"q.csv", "question\n"}}, "q.csv", NULL, NULL, "q.csv:1: no questions"},
        {{{"q.csv", "question,db_id\nP?,x\n\n\"Q?,x\n"}, {"database/" X, NULL}},
         "q.csv",
         NULL,
         NULL,
         "q.csv:4: a quote that is never closed"},
        {{{"q.csv", "query,question,db_id\n1\n"}}, "q.csv", NULL, NULL, "q.csv:2: no 'question'"},
        {{{"q.csv", "question\nna\xEFve?\n"}, {"tables.json", "[" TABLES("x") "]"}},
         "q.csv",
         NULL,
         NULL,
         "q.csv:2: bytes that are not UTF-8; save the file as UTF-8"},
    };
    CHECK_ALL(cases);
}

/* Published files as they are. */

static void load_shared(struct dataset *d, const char *data, const char *databases)
{
    struct arena a = {0};
    struct err e;
    const struct dataset_source from = {.data = shared_path(&a, data),
                                        .databases = shared_path(&a, databases)};
    if (dataset_load(d, &from, &e))
        fail_msg("%s: %u: %s", e.file, e.line, e.msg);
    for (uint32_t i = 0; i < d->n_seeds; i++) {
        assert_non_null(d->seeds[i].database.ptr);
        assert_true(d->seeds[i].question.len > 0 && d->seeds[i].query.len > 0);
    }
    arena_release(&a);
}

static void test_shared(void **state)
{
    (void)state;
    static const struct {
        const char *data;
        uint32_t n_seeds;
        const char *first;
    } cases[] = {
        {"spider-syn", 1034, "How many vocalists do we have?"},
        {"spider-syn/train.json", 7000, "How many leaders of the divisions are older than 56 ?"},
        {"spider-syn/dev-adv-glove.json", 1034, "How many choir do we have ?"},
        {"spider-realistic", 508,
         "Show name, country, age for all singers from the oldest to the youngest."},
        {"spider-dk", 535, "How many singers do we have?"},
    };
    if (!shared_present())
        return;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct dataset d;
        load_shared(&d, cases[i].data, "spider/database");
        assert_int_equal(d.n_seeds, cases[i].n_seeds);
        assert_string_equal(d.seeds[0].question.ptr, cases[i].first);
        dataset_release(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_own),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
