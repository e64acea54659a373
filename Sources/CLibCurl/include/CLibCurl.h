#pragma once
#include <curl/curl.h>

// libcurl is loaded by the first request to another machine, and never linked: a program starts without its thirty
// libraries, and says what to install where it is missing. Only its header is needed to build, which also gives the
// types of these functions.
#define LIBCURL_FUNCTIONS(EACH) \
    EACH(curl_easy_cleanup) \
    EACH(curl_easy_getinfo) \
    EACH(curl_easy_init) \
    EACH(curl_easy_pause) \
    EACH(curl_easy_setopt) \
    EACH(curl_easy_strerror) \
    EACH(curl_global_init) \
    EACH(curl_multi_add_handle) \
    EACH(curl_multi_info_read) \
    EACH(curl_multi_init) \
    EACH(curl_multi_perform) \
    EACH(curl_multi_poll) \
    EACH(curl_multi_remove_handle) \
    EACH(curl_multi_setopt) \
    EACH(curl_slist_append) \
    EACH(curl_slist_free_all)

// Macros with parameters of the same names are in curl.h, to check types in C.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

struct libcurl_functions {
#define LIBCURL_MEMBER(name) __typeof__(name) *name;
    LIBCURL_FUNCTIONS(LIBCURL_MEMBER)
#undef LIBCURL_MEMBER
};

// Those of the library, once it is loaded; never called before.
extern struct libcurl_functions libcurl;

/// Loads the library, once; any thread. Null: it is there, and stays. Otherwise what the system says is missing.
const char *libcurl_load(void);

static inline CURL *libcurl_easy_init(void) { return libcurl.curl_easy_init(); }
static inline void libcurl_easy_cleanup(CURL *easy) { libcurl.curl_easy_cleanup(easy); }
static inline CURLcode libcurl_easy_pause(CURL *easy, int mask) { return libcurl.curl_easy_pause(easy, mask); }
static inline const char *libcurl_easy_strerror(CURLcode code) { return libcurl.curl_easy_strerror(code); }

static inline CURLM *libcurl_multi_init(void) { return libcurl.curl_multi_init(); }
static inline void libcurl_multi_add(CURLM *multi, CURL *easy) { libcurl.curl_multi_add_handle(multi, easy); }
static inline void libcurl_multi_remove(CURLM *multi, CURL *easy) { libcurl.curl_multi_remove_handle(multi, easy); }

static inline void libcurl_multi_set_kept(CURLM *multi, long count) {
    libcurl.curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}

static inline void libcurl_multi_perform(CURLM *multi) {
    int running;
    libcurl.curl_multi_perform(multi, &running);
}

// Also waits for other descriptors.
static inline void libcurl_multi_poll(CURLM *multi, struct curl_waitfd *others, unsigned count, int milliseconds) {
    libcurl.curl_multi_poll(multi, others, count, milliseconds, NULL);
}

static inline CURLMsg *libcurl_multi_info(CURLM *multi) {
    int left;
    return libcurl.curl_multi_info_read(multi, &left);
}

static inline struct curl_slist *libcurl_slist_append(struct curl_slist *list, const char *text) {
    return libcurl.curl_slist_append(list, text);
}

static inline void libcurl_slist_free(struct curl_slist *list) { libcurl.curl_slist_free_all(list); }

// Swift cannot call functions with variable arguments: one function for each kind of argument.

static inline CURLcode libcurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return libcurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_long(CURL *easy, CURLoption option, long value) {
    return libcurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return libcurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return libcurl.curl_easy_setopt(easy, option, value);
}

static inline CURLcode libcurl_set_headers(CURL *easy, struct curl_slist *headers) {
    return libcurl.curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*libcurl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode libcurl_set_receiver(CURL *easy, CURLoption option, libcurl_receiver receiver) {
    return libcurl.curl_easy_setopt(easy, option, receiver);
}

// Programs that are started meanwhile must not have the connections: they would keep them open, and could read them.
CURLcode libcurl_set_private_sockets(CURL *easy);

static inline CURLcode libcurl_get_long(CURL *easy, CURLINFO info, long *value) {
    return libcurl.curl_easy_getinfo(easy, info, value);
}

static inline CURLcode libcurl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    return libcurl.curl_easy_getinfo(easy, info, value);
}

// Swift does not see the members of a union in a struct by name.
static inline CURLcode libcurl_message_result(const CURLMsg *message) {
    return message->data.result;
}

// Casts in macros are not imported either.
static const size_t LIBCURL_PAUSE_RECEIVING = CURL_WRITEFUNC_PAUSE;
