#!/bin/sh
# Compiles the benchmarks and prints their table: bench/gpu/run.sh [--compile] [TOPIC...]
# --compile stops before running; NVCC and ARCH (native, sm_90, ...) say what compiles, and for what.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../build/bench-gpu
mkdir -p "$out"
run=yes
if [ "${1:-}" = --compile ]; then
  run=no
  shift
fi
if [ $# -eq 0 ]; then
  set -- copy reduction scan histogram transpose matrix_product tensor_product grey blur convolution
fi
for topic; do
  "${NVCC:-nvcc}" -O3 -std=c++17 --extended-lambda -arch="${ARCH:-native}" \
    -o "$out/$topic" "$here/$topic.cu" -lcublas
done
[ $run = yes ] || exit 0
printf '%-16s %9s   %-24s %9s %7s %9s\n' topic 'rung ms' reference 'its ms' speed rate
status=0
for topic; do
  "$out/$topic" || status=1
done
exit $status
