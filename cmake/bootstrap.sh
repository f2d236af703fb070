#!/usr/bin/env bash
# Installs what building Lanescope needs, and nothing when nothing is missing.
#   cmake/bootstrap.sh [run] [test] [package] [fuzz] [peers] [tools] [nvcc] [nvdisasm]   default: run
# run, test, package, fuzz: Debian packages and the pinned Python packages under build/deps
# peers: what bench/compare_peers compares with, both kinds of packages
# tools: clang-format and clang-tidy; nvcc: NVIDIA's compiler driver for whole programs (300 MB);
# nvdisasm: NVIDIA's disassembler (4 MB)
# Sourced by run and test, which call lanescope_bootstrap with the same words. Everything it
# prints goes to stderr. Status 4: something is missing that may not be installed from here.

LANESCOPE_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
LANESCOPE_DEPS="${LANESCOPE_DEPS_DIR:-$LANESCOPE_ROOT/build/deps}"

# Debian 12 and Ubuntu 24.04 share these names.
lanescope_packages_run="g++ cmake ninja-build ccache python3 python3-venv ca-certificates
  libfmt-dev libdw-dev libzstd-dev libtomlplusplus-dev nlohmann-json3-dev libcli11-dev libmuparser-dev libmd4c-dev libstb-dev
  libglfw3-dev libglew-dev libgif-dev libgl-dev libegl-dev libegl1 libgl1-mesa-dri
  fonts-inter fonts-jetbrains-mono"
lanescope_packages_test="git gettext libgtest-dev libgmock-dev libbenchmark-dev xvfb"
lanescope_packages_package="dpkg-dev file"
# libFuzzer and its clang; versions before 16 do not read the ranges of libstdc++ 12.
lanescope_packages_fuzz="clang-19 libclang-rt-19-dev"
lanescope_packages_peers="g++ oclgrind pocl-opencl-icd ocl-icd-opencl-dev"

lanescope_say() { printf 'lanescope: %s\n' "$*" >&2; }

# Prints the Debian packages among "$@" that are not installed.
lanescope_missing_packages() {
  local installed package
  installed=" $(dpkg-query -W -f '${db:Status-Abbrev}${Package} ' "$@" 2>/dev/null) "
  for package in "$@"; do
    case "$installed" in
      *" ii  $package "* | *" ii $package "* | *" hi $package "*) ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# lanescope_apt PACKAGE...: installs them as root or through sudo, else names the command.
lanescope_apt() {
  local remedy="sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
  local -a as_root=()
  if ! command -v apt-get >/dev/null; then
    lanescope_say "needs the Debian packages (or your system's equal): $*"
    return 4
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
    else
      lanescope_say "missing packages that only an administrator may install. Run:"
      lanescope_say "  $remedy"
      return 4
    fi
  fi
  lanescope_say "installing Debian packages: $*"
  if ! { "${as_root[@]}" apt-get update -q &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -q --no-install-recommends "$@"; } >&2 </dev/null; then
    lanescope_say "the installation failed. Run by hand: $remedy"
    return 4
  fi
}

# lanescope_debian GROUP...
lanescope_debian() {
  local group list names="" missing
  for group in "$@"; do
    list="lanescope_packages_$group"
    names="$names ${!list:-}"
  done
  if ! command -v dpkg-query >/dev/null; then
    lanescope_say "not a Debian system: taking for granted an equal of $names"
    return 0
  fi
  # shellcheck disable=SC2086 # a list of words
  missing="$(lanescope_missing_packages $names)"
  # shellcheck disable=SC2086
  [ -z "${missing// /}" ] || lanescope_apt $missing
}

lanescope_pip() {
  if [ ! -x "$LANESCOPE_DEPS/venv/bin/pip" ]; then
    rm -rf "$LANESCOPE_DEPS/venv"
    mkdir -p "$LANESCOPE_DEPS"
    python3 -m venv "$LANESCOPE_DEPS/venv" >&2 || return 1
  fi
  "$LANESCOPE_DEPS/venv/bin/python3" -m pip --disable-pip-version-check "$@" >&2 </dev/null
}

# lanescope_once NAME FUNCTION: runs FUNCTION with the path of cmake/python/NAME.txt, unless it
# has succeeded before with the same pins.
lanescope_once() {
  local pins="$LANESCOPE_ROOT/cmake/python/$1.txt" stamp="$LANESCOPE_DEPS/.$1.stamp"
  cmp -s "$pins" "$stamp" && return 0
  lanescope_say "fetching the pinned packages of cmake/python/$1.txt into build/deps"
  if ! "$2" "$pins"; then
    lanescope_say "fetching failed: a package index must be reachable, and the hashes in $pins match"
    return 4
  fi
  cp "$pins" "$stamp"
}

# pip wants a source distribution's metadata before it hands out the archive; the stand-in build
# back end gives it without running the package's own build system.
lanescope_fetch_gui() {
  local partial="$LANESCOPE_DEPS/imgui-bundle.partial"
  rm -rf "$partial" && mkdir -p "$partial/archive" || return 1
  PYTHONPATH="$LANESCOPE_ROOT/cmake/python/sdist_backend" lanescope_pip download --no-deps \
    --no-build-isolation --no-binary imgui-bundle --require-hashes -r "$1" \
    -d "$partial/archive" || return 1
  tar -xzf "$partial"/archive/*.tar.gz -C "$partial" --strip-components=1 --wildcards \
    '*/LICENSE' '*/external/imgui/*' '*/external/implot/*' '*/external/ImGuiColorTextEdit/*' \
    '*/external/imgui_test_engine/*' '*/external/portable_file_dialogs/*' \
    '*/external/imgui_rich_md/*' '*/external/imgui-command-palette/*' || return 1
  rm -rf "$partial/archive" "$LANESCOPE_DEPS/imgui-bundle"
  mv "$partial" "$LANESCOPE_DEPS/imgui-bundle"
}

# The wheels share the folder nvidia/cu13; it is merged into build/deps/nvidia.
lanescope_fetch_nvidia() {
  local partial="$LANESCOPE_DEPS/nvidia.partial"
  rm -rf "$partial"
  lanescope_pip install --no-deps --only-binary :all: --require-hashes -r "$1" \
    --target "$partial" || return 1
  mkdir -p "$LANESCOPE_DEPS/nvidia"
  cp -rlf "$partial"/nvidia/. "$LANESCOPE_DEPS/nvidia/" && rm -rf "$partial"
}

# Of cuRAND's wheel the headers alone, by which kernels draw random numbers (2 MB of its 140); the
# library in it is for programs on a GPU.
lanescope_fetch_headers() {
  local partial="$LANESCOPE_DEPS/headers.partial"
  rm -rf "$partial"
  lanescope_pip download --no-deps --only-binary :all: --require-hashes -r "$1" -d "$partial" &&
    "$LANESCOPE_DEPS/venv/bin/python3" - "$partial" "$LANESCOPE_DEPS" <<'END' || return 1
import pathlib, sys, zipfile
for wheel in pathlib.Path(sys.argv[1]).glob("*.whl"):
    with zipfile.ZipFile(wheel) as archive:
        headers = [name for name in archive.namelist() if "/include/" in name]
        archive.extractall(sys.argv[2], headers)
END
  rm -rf "$partial"
}

lanescope_fetch_tools() {
  lanescope_pip install --no-deps --only-binary :all: --require-hashes -r "$1"
}

# lanescope_bootstrap [run] [test] [package] [fuzz] [peers] [tools] [nvcc] [nvdisasm]
lanescope_bootstrap() {
  local group debian=()
  for group in "$@"; do
    case "$group" in run | test | package | fuzz | peers) debian+=("$group") ;; esac
  done
  lanescope_debian "${debian[@]}" || return
  for group in "$@"; do
    case "$group" in
      run)
        lanescope_once imgui lanescope_fetch_gui || return
        lanescope_once cuda lanescope_fetch_nvidia || return
        lanescope_once curand lanescope_fetch_headers || return
        ;;
      tools | peers) lanescope_once "$group" lanescope_fetch_tools || return ;;
      nvcc | nvdisasm) lanescope_once "$group" lanescope_fetch_nvidia || return ;;
    esac
  done
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
  [ $# -gt 0 ] || set -- run
  lanescope_bootstrap "$@"
fi
