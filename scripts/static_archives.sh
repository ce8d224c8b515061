#!/usr/bin/env bash
# Builds the static archives that Debian does not ship, isa-l's, simdjson's and fmt's, from Debian's
# own sources of the installed versions into build/static/lib, where CMake looks for them: a static
# program starts twice as fast, and with fmt's it compiles in a third of the time. A matter of best
# effort: where it fails, CMake links dynamically and takes fmt as headers alone. The system's package
# lists stay as they are.
set -euo pipefail
cd "$(dirname "$0")/.."
archives=$PWD/build/static/lib

has_archive() {
  [ -e "$archives/lib$1.a" ] ||
    [ -e "$(pkg-config --variable=libdir "$2" 2>/dev/null)/lib$1.a" ]
}

missing=()
has_archive isal libisal || missing+=(isal)
has_archive simdjson simdjson || missing+=(simdjson)
has_archive fmt fmt || missing+=(fmt)
[ ${#missing[@]} -gt 0 ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The system's package sources, as sources of source packages.
source_lists() {
  local file
  mkdir -p "$work/sources.list.d" "$work/lists/partial"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ ! -e "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" \
      > "$work/sources.list.d/${file##*/}"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ ! -e "$file" ] || sed -n 's/^deb\(-src\)\?[[:space:]]/deb-src /p' "$file" | sort -u \
      > "$work/sources.list.d/${file##*/}"
  done
}

# apt-get with lists of its own, which any user may write; signatures are checked as ever.
own_apt() {
  apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/sources.list.d" \
    -o Dir::State::lists="$work/lists" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
    -o APT::Sandbox::User="$(id -un)" "$@"
}

# Unpacks the source of an installed package into $work/PACKAGE; headers and archive must agree.
unpack() {
  local version
  version=$(dpkg-query -W -f='${source:Version}' "$2")
  (cd "$work" && own_apt source --download-only "$1=$version" && dpkg-source -x "$1"_*.dsc "$1")
}

build_isal() {
  unpack libisal libisal-dev
  make -s -C "$work/libisal" -f Makefile.unx -j "$(nproc)" lib units=igzip
  cp "$work/libisal/bin/isa-l.a" "$work/libisal.a"
}

build_simdjson() {
  unpack simdjson libsimdjson-dev
  (cd "$work/simdjson" && "${CXX:-g++}" -std=c++17 -O2 -DNDEBUG -DSIMDJSON_THREADS_ENABLED=1 \
    -Iinclude -Isrc -c src/simdjson.cpp -o simdjson.o)
  ar crs "$work/libsimdjson.a" "$work/simdjson/simdjson.o"
}

build_fmt() {
  unpack fmtlib libfmt-dev
  (cd "$work/fmtlib" && "${CXX:-g++}" -std=c++20 -O2 -DNDEBUG -Iinclude -c src/format.cc -o format.o)
  ar crs "$work/libfmt.a" "$work/fmtlib/format.o"
}

build() {
  set -e
  source_lists
  own_apt -o APT::Update::Error-Mode=any update
  mkdir -p "$archives"
  local name
  for name in "${missing[@]}"; do
    "build_$name"
    # Copied beside its place, then renamed: nobody ever sees half of an archive.
    cp "$work/lib$name.a" "$archives/.lib$name.$$"
    mv "$archives/.lib$name.$$" "$archives/lib$name.a"
  done
}

echo "static_archives.sh: building ${missing[*]}"
# In a process of its own, since `set -e` is off in a condition.
(build) > "$work/log" 2>&1 & wait $! || {
  echo "static_archives.sh: no archive of ${missing[*]}, so CMake will link dynamically:" \
       "$(tail -n 1 "$work/log")" >&2
}
