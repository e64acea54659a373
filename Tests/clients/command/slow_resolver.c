// A resolver that takes RESOLVER_SECONDS for each host, and then says RESOLVER_ADDRESS, or that it has no answer:
// preloaded, it takes the place of getaddrinfo.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <stdlib.h>
#include <unistd.h>

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **found) {
    (void)host;
    sleep((unsigned)atoi(getenv("RESOLVER_SECONDS")));
    const char *address = getenv("RESOLVER_ADDRESS");
    if (!address) return EAI_AGAIN;
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    return real(address, service, hints, found);
}
