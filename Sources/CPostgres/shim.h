#pragma once
#include <dlfcn.h>
#include <postgresql/libpq-fe.h>
#include <stdbool.h>

// libpq is loaded when a cluster is asked for, and never linked: only its header is needed to build. The types of these
// functions come from there.
#define POSTGRES_FUNCTIONS(EACH) \
    EACH(PQbackendPID) \
    EACH(PQclear) \
    EACH(PQconnectPoll) \
    EACH(PQconnectStartParams) \
    EACH(PQconnectionNeedsPassword) \
    EACH(PQconninfoFree) \
    EACH(PQconninfoParse) \
    EACH(PQconsumeInput) \
    EACH(PQerrorMessage) \
    EACH(PQfinish) \
    EACH(PQflush) \
    EACH(PQfreemem) \
    EACH(PQgetResult) \
    EACH(PQgetisnull) \
    EACH(PQgetlength) \
    EACH(PQgetvalue) \
    EACH(PQisBusy) \
    EACH(PQnotifies) \
    EACH(PQntuples) \
    EACH(PQcmdTuples) \
    EACH(PQresultErrorField) \
    EACH(PQresultStatus) \
    EACH(PQsendPrepare) \
    EACH(PQsendQueryParams) \
    EACH(PQsendQueryPrepared) \
    EACH(PQsetErrorVerbosity) \
    EACH(PQsetNoticeReceiver) \
    EACH(PQsetnonblocking) \
    EACH(PQsocket) \
    EACH(PQstatus)

struct postgres_functions {
#define POSTGRES_MEMBER(name) __typeof__(name) *name;
    POSTGRES_FUNCTIONS(POSTGRES_MEMBER)
#undef POSTGRES_MEMBER
};

// The library stays loaded. False: it is not there, or lacks a function; dlerror says which.
static inline bool postgres_load(const char *library, struct postgres_functions *functions) {
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define POSTGRES_FIND(name) \
    functions->name = (__typeof__(name) *)dlsym(handle, #name); \
    if (!functions->name) return false;
    POSTGRES_FUNCTIONS(POSTGRES_FIND)
#undef POSTGRES_FIND
    return true;
}

// Swift does not import characters in macros.
static const int POSTGRES_SEVERITY = PG_DIAG_SEVERITY_NONLOCALIZED;
static const int POSTGRES_SQLSTATE = PG_DIAG_SQLSTATE;
static const int POSTGRES_MESSAGE = PG_DIAG_MESSAGE_PRIMARY;
