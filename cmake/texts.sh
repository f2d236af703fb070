#!/usr/bin/env bash
# Writes ui/words/lanescope.pot: every text of the studio, for translators. With a file name, writes
# there instead (a test compares). Needs xgettext (Debian: gettext).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out="${1:-ui/words/lanescope.pot}"
# Neither dates nor line numbers: they would change with every edit.
{ find ui \( -name '*.cpp' -o -name '*.hpp' \) -not -path 'ui/words/*'; echo sim/events/counters.def; echo lab/report/findings.cpp; echo sim/timing/what_if.def; } |
  LC_ALL=C sort |
  LC_ALL=C.UTF-8 xgettext --language=C++ --from-code=UTF-8 --package-name=Lanescope \
    --no-location --sort-output --no-wrap \
    --keyword --keyword=tr:1 --keyword=mark:1 --keyword=N_:1 --keyword=say:1 --keyword=say_many:2,3 --keyword=WHAT_IF:2 \
    --files-from=- --output=- |
  sed -e '/^"POT-Creation-Date/d' -e '/^#, c-format$/d' >"$out.partial"
mv "$out.partial" "$out"
