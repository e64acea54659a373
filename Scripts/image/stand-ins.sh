# Stand-ins that a build needs where no registry of images can be reached. Sourced by Scripts/image/run.
# shellcheck shell=bash disable=SC2034,SC2154

# Debian's smallest set, without the files that the slim image leaves out.
stand_in_for_debian() {
    mmdebstrap --quiet --variant=minbase \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        bookworm "$store/debian.tar"
    local container
    container=$(buildah from scratch)
    buildah add --quiet "$container" "$store/debian.tar" / >/dev/null
    rm "$store/debian.tar"
    buildah config --cmd bash --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
    buildah commit --quiet --rm "$container" "$base" >/dev/null
}

# That image with the packages that the toolchain needs; the toolchain itself is mounted into the build: it is large.
stand_in_for_swift() {
    local container
    container=$(buildah from --pull-never "$base")
    buildah run --network host "$container" -- sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends binutils ca-certificates git libc6-dev libcurl4 libedit2 \
        libgcc-12-dev libncurses6 libpython3.11 libsqlite3-0 libstdc++-12-dev libxml2 libz3-4 tzdata >/dev/null'
    buildah config --env "PATH=$toolchain/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
        "$container"
    buildah commit --quiet --rm "$container" "$builder" >/dev/null
}

# git in the build finds each package in the copy that `swift build` keeps here.
stand_in_for_packages() {
    local repository
    for repository in "$PWD"/.build/repositories/*; do
        [ -d "$repository" ] || fail 'there are no Swift packages: make build'
        printf '[url "%s"]\n\tinsteadOf = %s\n' "$repository" "$(git -C "$repository" config remote.origin.url)"
    done >"$store/gitconfig"
    printf '[safe]\n\tdirectory = *\n' >>"$store/gitconfig"
    volumes+=(--volume "$PWD/.build/repositories:$PWD/.build/repositories:ro" --volume "$store/gitconfig:/etc/gitconfig:ro")
}

toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
volumes+=(--volume "$toolchain:$toolchain:ro")
pull=(--pull-never)
# Make the images again if this file has changed.
if ! cmp -s Scripts/image/stand-ins.sh "$store/stand-ins.sh"; then
    buildah rmi --force "$base" "$builder" >/dev/null 2>&1 || true
    cp Scripts/image/stand-ins.sh "$store/"
fi
buildah inspect --type image "$base" >/dev/null 2>&1 || stand_in_for_debian
buildah inspect --type image "$builder" >/dev/null 2>&1 || stand_in_for_swift
stand_in_for_packages
