#!/usr/bin/env bash
# Writes ui/words/lanescope.pot: every text of the studio, for translators. With a file name, writes
# there instead (a test compares). Needs xgettext (Debian: gettext).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out="${1:-ui/words/lanescope.pot}"
# No dates and no line numbers: they would change with every edit.
find ui \( -name '*.cpp' -o -name '*.hpp' \) -not -path 'ui/words/*' | LC_ALL=C sort |
  xgettext --language=C++ --from-code=UTF-8 --omit-header --no-location --sort-output --no-wrap \
    --keyword --keyword=tr:1 --keyword=mark:1 --keyword=say:1 --keyword=say_many:2,3 \
    --files-from=- --output=- | grep -v '^#, c-format$' >"$out.partial"
mv "$out.partial" "$out"
