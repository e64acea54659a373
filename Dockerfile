# docker build -t progressd .
# docker run --rm -p 8080:8080 progressd --allow-anonymous
#
# The container listens on 0.0.0.0, and there are no tokens yet: the service starts only if it is told that whoever
# reaches it may write (--allow-anonymous, or PROGRESSD_ALLOW_ANONYMOUS=true).

FROM swift:6.3-bookworm AS build
# hadolint ignore=DL3008 # Debian keeps only the newest version of a package
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends libmicrohttpd-dev uuid-dev nettle-dev zlib1g-dev pkg-config \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /source
# Dependencies change less often than the source: a layer of their own.
COPY Package.swift ./
RUN swift package resolve
COPY openapi.yaml ./
COPY docs/problems.md docs/
COPY Sources Sources
COPY Tests Tests
RUN swift build --configuration release --static-swift-stdlib --product progressd \
    && install -D --strip .build/release/progressd /out/progressd

FROM debian:bookworm-slim
# hadolint ignore=DL3008 # Debian keeps only the newest version of a package
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends libmicrohttpd12 libnettle8 libuuid1 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
COPY --from=build /out/progressd /usr/local/bin/progressd
# The second: a crash ends the process at once, instead of looking for a backtracer that is not in the image.
ENV PROGRESSD_HOST=0.0.0.0 SWIFT_BACKTRACE=enable=no
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=2s CMD ["progressd", "healthcheck"]
ENTRYPOINT ["progressd"]
