/* own_list.c: a list in a folder of its own while it is loaded. */
#include "own_list.h"

#include "unit.h"

#include "base/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum status own_list_load(struct lexicon *l, const struct lexicon_set *set, const char *name,
                          const char *lines, struct err *e)
{
    char dir[] = "/tmp/teql-list-XXXXXX", path[120];
    struct out_file f;
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/%s.tsv", dir, name);
    assert_int_equal(out_file_open(&f, path, e), OK);
    assert_int_equal(out_file_write(&f, str_from(lines), e), OK);
    assert_int_equal(out_file_write(&f, STR("\n#replace\n"), e), OK);
    assert_int_equal(out_file_commit(&f, e), OK);
    enum status status = lexicon_load(l, set, dir, e);
    unlink(path);
    rmdir(dir);
    return status;
}
