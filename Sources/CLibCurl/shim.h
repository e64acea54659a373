#pragma once
#include <curl/curl.h>

// Swift cannot call functions with variable arguments: one function for each kind of argument.

static inline CURLcode curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_set_headers(CURL *easy, struct curl_slist *headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

typedef size_t (*curl_receiver)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode curl_set_receiver(CURL *easy, CURLoption option, curl_receiver receiver) {
    return curl_easy_setopt(easy, option, receiver);
}

static inline CURLcode curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

// Swift does not see the members of a union in a struct by name.
static inline CURLcode curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

// Casts in macros are not imported either.
static const size_t CURL_PAUSE_RECEIVING = CURL_WRITEFUNC_PAUSE;
