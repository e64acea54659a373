# docker build -t progressd .
# docker run --rm --read-only -p 8080:8080 progressd --allow-anonymous
#
# The container listens on 0.0.0.0, and there are no tokens yet: the service starts only if it is told that everyone who
# reaches it may write (--allow-anonymous, or PROGRESSD_ALLOW_ANONYMOUS=true). The client is in the image, too:
# --entrypoint progressctl, or docker exec <container> progressctl ls.
#
# Git is not in the context, so --build-arg PROGRESSD_COMMIT=… names the commit in `progressd --version`, and
# --build-arg SOURCE_DATE_EPOCH=… dates the SBOM (Scripts/image/run gives both).

# The run-time dependencies of the programs. They come before the build, whose SBOM lists the packages.
FROM debian:bookworm-slim AS runtime
# hadolint ignore=DL3008 # Debian keeps only the newest version of a package
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends \
        ca-certificates libcurl4 libmicrohttpd12 libnettle8 libpq5 libuuid1 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
    # A volume that is mounted here gets the owner and the mode from it.
    && install -d -o 65532 -g 65532 -m 700 /var/lib/progressd

FROM swift:6.3-bookworm AS build
# hadolint ignore=DL3008 # Debian keeps only the newest version of a package
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends \
        libcurl4-openssl-dev libmicrohttpd-dev libpq-dev nettle-dev pkg-config python3 uuid-dev zlib1g-dev \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/*
WORKDIR /source
# Dependencies change less often than the source, so they have their own layer.
COPY Package.swift ./
RUN swift package resolve
COPY openapi.yaml ./
COPY docs/problems.md docs/
COPY examples/progress.sh examples/
COPY Sources Sources
# The package manifest names its tests, so they have to exist; they are not built.
COPY Tests Tests
# As late as possible, because it differs for each commit.
ARG PROGRESSD_COMMIT
RUN for program in progressd progressctl; do \
        swift build --configuration release --static-swift-stdlib --disable-local-rpath -debug-info-format none \
            --product $program \
            && install -D --strip .build/release/$program /out/bin/$program || exit; \
    done
COPY docs/licenses.md docs/
COPY deploy/debian/copyright deploy/debian/
COPY Scripts/image/sbom Scripts/image/
COPY --from=runtime /var/lib/dpkg /runtime/dpkg
ARG SOURCE_DATE_EPOCH
RUN install -D -m 644 deploy/debian/copyright /out/doc/copyright \
    && install -m 644 .build/checkouts/swift-log/NOTICE.txt /out/doc/NOTICE.swift-log.txt \
    && install -m 644 .build/checkouts/swift-log/LICENSE.txt /out/doc/LICENSE.swift-log.txt \
    && Scripts/image/sbom /runtime/dpkg /out/bin/progressd /out/bin/progressctl >/out/doc/progressd.spdx.json

FROM runtime
COPY --from=build /out/bin/ /usr/local/bin/
COPY --from=build /out/doc/ /usr/share/doc/progressd/
# No PROGRESSD_DATA_DIRECTORY, and no VOLUME: without a volume the service keeps all in memory and says so, instead of
# writing into a container that will be thrown away. compose.yaml and deploy/kubernetes.yaml name the directory where
# they mount the volume.
# SWIFT_BACKTRACE: a crash ends the process at once, instead of looking for a backtracer that is not in the image.
ENV PROGRESSD_HOST=0.0.0.0 SWIFT_BACKTRACE=enable=no
USER 65532:65532
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=2s CMD ["progressd", "healthcheck"]
ENTRYPOINT ["progressd"]
# Version, revision and created are set by the build, with --label (Scripts/image/run).
LABEL org.opencontainers.image.title="progressd" \
      org.opencontainers.image.description="Keeps trees of progress for every program that speaks HTTP" \
      org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim"
