# The store of images and the way to build them, for the scripts beside this one. Chroot isolation needs no engine, no
# cgroups and no network namespaces.
# shellcheck shell=bash disable=SC2034

store=$(realpath -m "${PROGRESSD_IMAGE_STORE:-.build/image}")
image=localhost/progressd:latest
base=docker.io/library/debian:bookworm-slim
builder=docker.io/library/swift:6.3-bookworm
pull=()
mkdir -p "$store"
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=${STORAGE_DRIVER:-overlay} CONTAINERS_STORAGE_CONF=$store/storage.conf
printf '[storage]\ndriver = "%s"\ngraphroot = "%s"\nrunroot = "%s"\n' \
    "$STORAGE_DRIVER" "$store/graph" "$store/run" >"$CONTAINERS_STORAGE_CONF"

fail() {
    printf 'image: %s\n' "$1" >&2
    exit 1
}
