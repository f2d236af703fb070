#!/usr/bin/env bash
# cmake/package.sh [PRESET]   builds the release preset, or another one, and packs it: a tarball and a
#                             .deb in build/packages.
# The tarball is then unpacked elsewhere and tried without compiler, NVRTC and nvdisasm.
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
# shellcheck source=cmake/bootstrap.sh
. "$root/cmake/bootstrap.sh"
# shellcheck source=cmake/build.sh
. "$root/cmake/build.sh"

lanescope_bootstrap run package nvdisasm
preset="${1:-release}"
lanescope_build "$preset" lanescope assets machine_code
rm -rf "$root/build/packages"
(cd "$root/build/$preset" && cpack --config CPackConfig.cmake) >&2

elsewhere="$(mktemp -d)"
trap 'rm -rf "$elsewhere"' EXIT
tar -xzf "$root"/build/packages/*.tar.gz -C "$elsewhere" --strip-components=1
installed() { env -i HOME="$elsewhere/home" PATH=/nowhere LANESCOPE_NVRTC=/nowhere \
  "$elsewhere/bin/lanescope" "$@"; }
fail() {
  lanescope_say "the unpacked tarball $*"
  exit 1
}
mkdir "$elsewhere/home"
[ "$(installed list | wc -l)" = "$("$root/build/$preset/bin/lanescope" list | wc -l)" ] ||
  fail "lists other lessons than the source tree"
# A library of the package that another one needs must come from the package, too.
ldd "$elsewhere/bin/lanescope" | while read -r name _ path _; do
  [ ! -e "$elsewhere/lib/lanescope/$name" ] || [[ $path == "$elsewhere"/* ]] ||
    fail "does not find its own $name"
done
installed doctor | grep -q "$elsewhere/bin/../share/lanescope/kernels" ||
  fail "takes its lessons from elsewhere"
installed check >"$elsewhere/check.txt" 2>&1 || {
  grep -v '^true' "$elsewhere/check.txt" >&2
  fail "does not hold its claims without NVRTC"
}
# Source's machine code comes with the package; without it a line says how to get nvdisasm.
[ -n "$(find "$elsewhere" -name '*.sass' -print -quit)" ] ||
  fail "has no machine code of the lessons' kernels"
installed shot --lesson reduction --out "$elsewhere/a.png" || fail "draws no picture"
# A whole program, where there is an nvcc to build one with.
nvcc="$LANESCOPE_DEPS/nvidia/cu13/bin/nvcc"
if [ -x "$nvcc" ]; then
  "$nvcc" -cudart shared -gencode arch=compute_90,code=compute_90 -L"$elsewhere/lib/lanescope/cuda" \
    "$root/tests/programs/right/vector_add.cu" -o "$elsewhere/vector_add" >&2
  [ "$(installed program "$elsewhere/vector_add" -- 100)" = PASS ] || fail "runs no program"
fi
ls "$root"/build/packages/*.tar.gz "$root"/build/packages/*.deb
