#!/usr/bin/env bash
# docs/pictures.sh [FOLDER [NAME...]]   draws the pictures of docs/pictures.txt, or those named,
#                                       into FOLDER (build/pictures unless given)
# The program is ./run, or what LANESCOPE names. README shows only pictures that come from here.
set -uo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
lanescope="${LANESCOPE:-$root/run}"
folder="${1:-$root/build/pictures}"
[ $# -eq 0 ] || shift
mkdir -p "$folder" || exit 1

trimmed() { sed -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' <<<"$1"; }

drawn=0 failed=0
while IFS='|' read -r name size theme lesson step commands; do
  name="$(trimmed "$name")"
  case "$name" in '' | '#'*) continue ;; esac
  if [ $# -gt 0 ] && [[ " $* " != *" $name "* ]]; then continue; fi
  if "$lanescope" shot --lesson "$(trimmed "$lesson")" --step "$(trimmed "$step")" \
    --size "$(trimmed "$size")" --theme "$(trimmed "$theme")" --do "$(trimmed "$commands")" \
    --out "$folder/$name.png" </dev/null; then
    drawn=$((drawn + 1))
  else
    failed=$((failed + 1))
    echo "not drawn: $name" >&2
  fi
done <"$root/docs/pictures.txt"
echo "$drawn pictures in $folder, $failed failed"
[ "$failed" -eq 0 ] && [ "$drawn" -gt 0 ]
