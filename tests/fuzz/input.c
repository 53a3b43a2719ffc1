/* input.c: parts, files and properties. */
#include "input.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/json_reader.h"
#include "base/utf8.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <unistd.h>

void require(bool holds)
{
    if (!holds)
        abort();
}

struct str input_part(struct str *rest)
{
    return rest->ptr ? str_split(rest, '\f') : STR("");
}

static char folder[] = "fuzz-XXXXXX"; /* below the folder that the fuzzer runs in */

static void remove_folder(void)
{
    folder_remove(folder);
}

const char *input_folder(void)
{
    static bool made;
    if (!made) {
        require(mkdtemp(folder) != NULL);
        require(atexit(remove_folder) == 0);
        made = true;
    }
    return folder;
}

const char *input_path(struct arena *a, const char *name)
{
    return arena_printf(a, "%s/%s", input_folder(), name).ptr;
}

const char *input_file(struct arena *a, const char *name, struct str text)
{
    const char *path = input_path(a, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    require(fd >= 0);
    require(text.len == 0 || write(fd, text.ptr, text.len) == (ssize_t)text.len);
    require(close(fd) == 0);
    return path;
}

const char *input_subfolder(struct arena *a, const char *name)
{
    const char *path = input_path(a, name);
    struct err e;
    require(folder_make(path, &e) == OK);
    return path;
}

struct str input_kept(struct arena *a, const char *name)
{
    struct str text;
    struct err e;
    require(file_read(a, arena_printf(a, "%s/%s", FUZZ_CORPUS, name).ptr, 1 << 20, &text, &e) ==
            OK);
    return text;
}

const char *input_database(struct arena *a, const char *name, const char *sql)
{
    const char *path = input_path(a, name);
    sqlite3 *db;
    unlink(path);
    require(sqlite3_open(path, &db) == SQLITE_OK);
    require(sqlite3_exec(db, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL,
                         NULL) == SQLITE_OK);
    require(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK);
    require(sqlite3_close(db) == SQLITE_OK);
    return path;
}

void require_json(struct str text)
{
    struct arena a = {0};
    struct json_reader json = json_reader_of(&a, text);
    struct json_value value;
    require(json_whole(&json, &value));
    arena_release(&a);
}

void require_plain(struct str text)
{
    require(utf8_valid(text));
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        bool ends_line = c == '\n' || (c == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n');
        require((c >= ' ' && c != 0x7F) || ends_line);
        require(c != 0xC2 || (unsigned char)text.ptr[i + 1] >= 0xA0); /* C1 */
    }
}
