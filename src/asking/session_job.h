/* session_job.h: who is asked, how, and about which databases. */
#ifndef TEQL_ASKING_SESSION_ORDER_H
#define TEQL_ASKING_SESSION_ORDER_H

#include "schema/schema.h"
#include "system/ask_settings.h"

/* Schemas of databases. One may stand there several times. */
struct schema_list {
    const struct schema **items;
    uint32_t count;
};

struct session_job {
    const char *system; /* its spec */
    const struct ask_settings *settings;
    const char *cache; /* file of answers and of a language model's replies; NULL for none */
    /* That questions are about, where a defence is to find names for them. They must stay. */
    struct schema_list databases;
};

#endif
