#!/usr/bin/env bash
# Sourced by run and test, after bootstrap.sh: builds presets, one build of a checkout at a time.

# Objects of one preset serve another, and another checkout: they differ only in the folder that
# the compiler ran in, which line tables relative to the root do not need.
export CCACHE_NOHASHDIR=true CCACHE_BASEDIR="$LANESCOPE_ROOT"

# When what lanescope_limited runs is stopped, in bash's SECONDS; 0: never.
LANESCOPE_DEADLINE=0

# lanescope_limited COMMAND...: leaves 124, or 137 where it had to be killed, when the time is up.
lanescope_limited() {
  local left=$((LANESCOPE_DEADLINE - SECONDS))
  if [ "$LANESCOPE_DEADLINE" -eq 0 ]; then
    "$@"
  elif [ "$left" -le 0 ]; then
    return 124
  else
    timeout -k 10 "$left" "$@"
  fi
}

# True when the build folder was configured for this place, with these presets.
lanescope_configured() {
  [ -f "$1/build.ninja" ] && [ "$1/.configured" -nt "$LANESCOPE_ROOT/CMakePresets.json" ] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$LANESCOPE_ROOT" "$1/CMakeCache.txt"
}

# lanescope_build PRESET [TARGET...]: configures, then builds; quiet when nothing changed.
lanescope_build() {
  local preset="$1" folder="$LANESCOPE_ROOT/build/$1" log
  shift
  mkdir -p "$folder"
  log="$folder/configure.log"
  exec 9>"$LANESCOPE_ROOT/build/.lock"
  flock 9
  if ! lanescope_configured "$folder"; then
    lanescope_say "configuring build/$preset"
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$LANESCOPE_ROOT" "$folder/CMakeCache.txt" 2>/dev/null ||
      rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"
    if ! (cd "$LANESCOPE_ROOT" && cmake --preset "$preset" \
      -DLANESCOPE_DEPS_DIR="$LANESCOPE_DEPS") >"$log" 2>&1; then
      cat "$log" >&2
      return 1
    fi
    touch "$folder/.configured"
  fi
  [ -f "$folder/.built" ] ||
    lanescope_say "building build/$preset: minutes the first time, seconds afterwards"
  # Without what ninja says when it has nothing to do.
  lanescope_limited ninja -C "$folder" "$@" 2>&1 | sed -u -e '/^ninja: Entering directory/d' \
    -e '/^ninja: no work to do/d' -e '/Re-checking globbed directories/d' >&2
  local status="${PIPESTATUS[0]}"
  [ "$status" -eq 0 ] || return "$status"
  touch "$folder/.built"
  exec 9>&-
}
