#include "CLibCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct libcurl_functions libcurl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char missing[256];

#ifdef __APPLE__
#define LIBRARY "libcurl.4.dylib"
#else
#define LIBRARY "libcurl.so.4"
#endif

static void *found(void *handle, const char *name) {
    void *function = handle ? dlsym(handle, name) : NULL;
    if (!function && !missing[0]) {
        const char *text = dlerror();
        strncpy(missing, text ? text : name, sizeof missing - 1);
    }
    return function;
}

static void load(void) {
    // Lazily: of the functions of thirty libraries, most are for what this program never asks for.
    void *handle = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
#define LIBCURL_FIND(name) libcurl.name = (__typeof__(name) *)found(handle, #name);
    LIBCURL_FUNCTIONS(LIBCURL_FIND)
#undef LIBCURL_FIND
    if (!missing[0]) libcurl.curl_global_init(CURL_GLOBAL_DEFAULT);
}

const char *libcurl_load(void) {
    pthread_once(&once, load);
    return missing[0] ? missing : NULL;
}
