/* fuzz_system_reply.c: any bytes as the output of a program, a server or a model, as a template or
 * as a command line. The result must make sense. */
#include "input.h"
#include "system/chat.h"
#include "system/command_line.h"
#include "system/prompt.h"
#include "system/protocol.h"
#include "system/reply_sql.h"

#include <assert.h>

static void read_protocol(struct str text, struct arena *a)
{
    struct answer reply;
    if (protocol_read(text, a, &reply) == PROTOCOL_REPLY)
        assert(reply.id.ptr && !reply.sql.ptr != !reply.error.ptr);
}

static void read_chat(struct str text, struct arena *a)
{
    struct chat_reply reply;
    chat_read(text, a, &reply);
    assert(reply.n_choices > 0 ? reply.n_choices <= CHAT_MAX_CHOICES : reply.error.len > 0);
    for (uint32_t i = 0; i < reply.n_choices; i++)
        assert(reply.choices[i].text.ptr);
}

static void read_sql(struct str text, struct arena *a)
{
    for (unsigned how = 0; how <= (REPLY_AFTER_SELECT | REPLY_CUT_OFF); how++) {
        struct str sql = reply_sql(text, how, a);
        assert(!sql.ptr == (sql.len == 0));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena a = {0};
    struct str text = {(const char *)data, size};
    struct prompt_template template;
    struct command_line line;
    struct err e;
    read_protocol(text, &a);
    read_chat(text, &a);
    read_sql(text, &a);
    (void)!prompt_template_read(&template, text, &e);
    if (command_line_read(&line, &a, text, &e) == OK)
        assert(line.count > 0 && line.program);
    arena_release(&a);
    return 0;
}
