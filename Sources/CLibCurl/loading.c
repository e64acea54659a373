#include "CLibCurl.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

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

static curl_socket_t open_private(void *unused, curlsocktype purpose, struct curl_sockaddr *address) {
    (void)unused;
    (void)purpose;
#ifdef SOCK_CLOEXEC
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
    int descriptor = socket(address->family, address->socktype, address->protocol);
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return descriptor;
#endif
}

CURLcode libcurl_set_private_sockets(CURL *easy) {
    return libcurl.curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_private);
}
