# shellcheck shell=bash
# Sourced by test, after build.sh: what passed, failed, was skipped and was left out, and the line
# that tells it. With `minutes` set, nothing runs past them: what is stopped then counts as left out.

jobs="$(nproc)"
passed=0
failed=0
failures=()
skips=()
left_out=()
minutes=0       # 0: as long as it takes
tally_prefix=() # what ctest is run by, e.g. (setarch -R)

# True for the status of what lanescope_limited stopped: timeout's own, or that of its last resort.
tally_was_stopped() {
  [ "$minutes" -gt 0 ] && { [ "$1" -eq 124 ] || [ "$1" -eq 137 ]; }
}

tally_fails() {
  failed=$((failed + 1))
  failures+=("$1")
}

# check NAME COMMAND...: one thing that passes or fails as a whole.
check() {
  local name="$1" begun=$SECONDS status
  shift
  "$@"
  status=$?
  if [ "$status" -eq 0 ]; then
    passed=$((passed + 1))
    lanescope_say "$name: passed ($((SECONDS - begun)) s)"
    return 0
  fi
  if tally_was_stopped "$status"; then
    left_out+=("$name: stopped after $((SECONDS - begun)) s, when the time was up")
    return 1
  fi
  tally_fails "$name"
  lanescope_say "$name: FAILED ($((SECONDS - begun)) s)"
  return 1
}

# if_time LEAST COMMAND...: the command, where at least so many minutes are left for it; it is
# stopped when they are over.
if_time() {
  local least="$1" left=$((minutes * 60 - SECONDS))
  shift
  if [ "$minutes" -eq 0 ]; then
    "$@"
  elif [ "$left" -lt $((least * 60)) ]; then
    left_out+=("$*: $((left / 60)) minutes were left, it wants $least")
  else
    LANESCOPE_DEADLINE=$((minutes * 60))
    "$@"
    LANESCOPE_DEADLINE=0
  fi
}

# What ctest has said of single tests in LOG, when it did not live to say what it makes of them.
tally_unfinished() {
  local name
  passed=$((passed + $(grep -cE '^ *[0-9]+/[0-9]+ Test .* Passed ' "$2")))
  while read -r name; do
    tally_fails "$1: $name"
  done < <(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) .*\*\*\*(Failed|Timeout|Exception).*/\1 (\2)/p' "$2")
}

# run_tests PRESET CTEST-ARGS...: counts what ctest's closing line says.
run_tests() {
  local preset="$1" log status line bad total name begun=$SECONDS
  shift
  log="build/$preset/test.log"
  lanescope_limited "${tally_prefix[@]}" ctest --test-dir "build/$preset" -j "$jobs" --no-tests=error \
    --output-on-failure "$@" 2>&1 | tee "$log"
  status="${PIPESTATUS[0]}"
  if tally_was_stopped "$status"; then
    left_out+=("tests of $preset: stopped after $((SECONDS - begun)) s, when the time was up")
    tally_unfinished "$preset" "$log"
    return
  fi
  line="$(grep -E 'tests passed, [0-9]+ tests failed out of [0-9]+' "$log" | tail -n 1)"
  if [ -z "$line" ]; then
    tally_fails "ctest of $preset: ran no test"
    return
  fi
  bad="$(sed -E 's/.*passed, ([0-9]+) tests failed out of ([0-9]+).*/\1/' <<<"$line")"
  total="$(sed -E 's/.*passed, ([0-9]+) tests failed out of ([0-9]+).*/\2/' <<<"$line")"
  passed=$((passed + total - bad))
  failed=$((failed + bad))
  while read -r name; do
    failures+=("$preset: $name")
  done < <(sed -nE '/\(Skipped\)/d; s/^[[:space:]]*[0-9]+ - (.*) \((Failed|Timeout|Not Run|.*)\).*$/\1 (\2)/p' "$log")
  while read -r name; do
    skips+=("$preset: $name")
  done < <(lanescope_skipped "build/$preset/Testing/Temporary/LastTest.log" "$log" | sort -u)
  lanescope_say "ctest of $preset took $((SECONDS - begun)) s"
}

# lanescope_skipped LOG: the tests that a run of ctest left out, by name, one a line. ctest counts a
# test program whose cases were skipped as passed; its log (Testing/Temporary/LastTest.log) has
# GoogleTest's and unittest's own words, and ctest's output those of whole programs.
lanescope_skipped() {
  sed -nE \
    -e 's/^\[  SKIPPED \] ([^ ]+\.[^ ]+) \([0-9]+ ms\)$/\1/p' \
    -e 's/^(test[A-Za-z0-9_]*) \(([A-Za-z0-9_.]+)\) \.\.\. skipped.*$/\2.\1/p' \
    -e 's/^[[:space:]]*[0-9]+ - (.*) \(Skipped\).*$/\1/p' \
    "$@"
}

# The names, then the line that counts; false where something failed.
tally_closes() {
  local name closing
  for name in "${failures[@]}"; do
    echo "failed: $name"
  done
  for name in "${left_out[@]}"; do
    echo "left out: $name"
  done
  for name in "${skips[@]}"; do
    echo "skipped: $name"
  done
  closing="$passed passed, $failed failed"
  [ "${#skips[@]}" -eq 0 ] || closing="$closing, ${#skips[@]} skipped"
  echo "$closing"
  [ "$failed" -eq 0 ]
}
