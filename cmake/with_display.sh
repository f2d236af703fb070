#!/bin/sh
# with_display.sh PROGRAM ARG...: runs a GUI test on a virtual display of its own, rendered by
# Mesa's software renderer, whatever the machine has; the display ends with the program.
set -u
export LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY
# Mesa unloads its drivers with memory still held, which no suppression can name afterwards.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

number=$(mktemp) || exit 1
# Without -noreset the display starts anew when a test closes its last window, and refuses the next.
Xvfb -noreset -displayfd 3 -screen 0 1920x1080x24 -nolisten tcp 3>"$number" 2>/dev/null >/dev/null </dev/null &
server=$!
trap 'kill "$server" 2>/dev/null; rm -f "$number"' EXIT
trap 'exit 143' INT TERM

waited=0
while [ ! -s "$number" ]; do
  if [ "$waited" -ge 100 ] || ! kill -0 "$server" 2>/dev/null; then
    echo "with_display.sh: Xvfb did not start (Debian package xvfb)" >&2
    exit 1
  fi
  sleep 0.1
  waited=$((waited + 1))
done
DISPLAY=":$(cat "$number")"
export DISPLAY
"$@"
