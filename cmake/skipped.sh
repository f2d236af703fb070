# shellcheck shell=bash
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
