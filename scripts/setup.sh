#!/usr/bin/env bash
# Installs what the build needs, with apt on Debian 12 or later; more packages may be named as
# arguments. Does nothing, quickly, when all is there.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(g++ cmake ninja-build pkg-config libfmt-dev libre2-dev libcxxopts-dev catch2
          nlohmann-json3-dev libyaml-dev libxxhash-dev libsimdjson-dev libisal-dev libzstd-dev
          libssl-dev git "$@")
# What scripts/static_archives.sh builds with.
packages+=(dpkg-dev make nasm)

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup.sh: this system has no apt; please install by hand: ${packages[*]}" >&2
  exit 0
fi

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=()
for package in "${packages[@]}"; do
  installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "setup.sh: installing ${missing[*]}"
  apt=(apt-get)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "setup.sh: run me as root, or install sudo" >&2; exit 1; }
    apt=(sudo apt-get)
  fi
  "${apt[@]}" update -qq
  "${apt[@]}" install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
fi

scripts/static_archives.sh
