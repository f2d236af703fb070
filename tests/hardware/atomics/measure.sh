#!/bin/bash
# Measures what atomics cost on an NVIDIA GPU of compute capability 9.0, under ncu, in under 4 minutes. Results: $OUT/{global,uniform,shared,sass,l2}.csv (ncu), summary.txt,
# atomics.json (what compare.py keeps), rest.tar.gz (launch lists, logs, machine code, ncu's metric names).
cd "$(dirname "$0")" || exit
OUT=${OUT:-$PWD/out}; mkdir -p "$OUT"
export PATH=$PATH:/usr/local/cuda/bin:/opt/nvidia/nsight-compute:$(ls -d /opt/nvidia/nsight-compute/* /usr/local/cuda*/nsight-compute* 2>/dev/null | tr '\n' ':')
start=$(date +%s)
{ date; nvidia-smi -L; nvidia-smi --query-gpu=driver_version,clocks.sm --format=csv; nvcc --version; ncu --version; } > "$OUT/info.txt" 2>&1
python3 kernels.py . >> "$OUT/info.txt" 2>&1
nvcc -arch=sm_90 -O3 -diag-suppress 550 -o main main.cu >> "$OUT/info.txt" 2>&1 || { tail -5 "$OUT/info.txt"; exit 1; }
{ cuobjdump -sass main || nvdisasm -c main; } 2>/dev/null | awk '/Function :/{print $3} /ATOM|RED[G.]|RED |REDUX|VOTE|POPC|BRA/{sub(/^ +\/\*[0-9a-f]+\*\/ +/,""); sub(/ *\/\*.*$/,""); print "  " $0}' > "$OUT/sass.txt"
cp kernels.json "$OUT/"
# Names that this ncu knows; a metric that does not exist is left out.
timeout 40 ncu --query-metrics --chips gh100 2>/dev/null | awk '{print $1}' | grep -E '^(l1tex|lts|smsp|sm)__' > all_metrics.txt
grep -E 'atom|red|bank_conflict|wavefronts|lts__t_(requests|sectors)' all_metrics.txt > "$OUT/metrics.txt"
known() { for m in "$@"; do if [ ! -s all_metrics.txt ] || grep -qx "$m" all_metrics.txt; then printf '%s.sum,' "$m"; fi; done | sed 's/,$//'; }
GLOBAL=$(known l1tex__t_requests_pipe_lsu_mem_global_op_atom l1tex__t_sectors_pipe_lsu_mem_global_op_atom \
  l1tex__t_requests_pipe_lsu_mem_global_op_red l1tex__t_sectors_pipe_lsu_mem_global_op_red)
MORE=$(known lts__t_sectors_op_atom lts__t_sectors_op_red lts__t_requests_op_atom lts__t_requests_op_red \
  lts__t_sectors_srcunit_tex_op_atom lts__t_sectors_srcunit_tex_op_red lts__t_requests_srcunit_tex_op_atom lts__t_requests_srcunit_tex_op_red \
  l1tex__m_l1tex2xbar_write_sectors_mem_lg_op_atom l1tex__m_l1tex2xbar_write_sectors_mem_lg_op_red \
  l1tex__m_l1tex2xbar_req_cycles_active lts__d_atomic_input_cycles_active)
SHARED=$(known l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom \
  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld \
  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_red l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_red \
  l1tex__data_pipe_lsu_wavefronts_mem_shared l1tex__data_bank_conflicts_pipe_lsu_mem_shared \
  smsp__inst_executed_op_shared_atom smsp__inst_executed_op_shared_atom_dot_alu smsp__inst_executed_op_shared_atom_dot_cas smsp__inst_executed_op_shared_ld)
SASS=$(for m in smsp__sass_inst_executed_op_global_atom smsp__sass_inst_executed_op_global_red smsp__sass_sectors_mem_global \
  smsp__sass_sectors_mem_global_ideal smsp__sass_inst_executed_op_shared_atom smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared \
  smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal; do printf '%s.sum,' $m; done | sed 's/,$//')
# The machine code's metrics: single warps, the first patterns of a few forms.
{ grep -E '^g_(add_u32|exch_b32|cas_b32|add_u64|add_f32|add_v4_f32)_(none|result) ' global.txt | head -70
  grep -E '^s_(add_u32|add_u32_const1|cas_b32|add_f32)_none [a-z0-9_]+ 32 ' shared.txt | head -30; } > sass_list.txt
measure() {  # NAME LIST SECONDS METRICS
  left=$((235 - $(date +%s) + start)); seconds=$3; [ $left -lt $((seconds + 8)) ] && seconds=$((left - 8))
  [ $seconds -lt 5 ] && { echo "$1: no time left"; return; }
  timeout $((seconds + 20)) ncu --csv --page raw --print-units base --clock-control none --cache-control none --metrics "$4" \
    ./main "$2" "$seconds" "$OUT/$1.log" > "$OUT/$1.csv" 2> "$OUT/$1.err"
  echo "$1: $(wc -l < "$OUT/$1.log") of $(wc -l < "$2") launches, $(grep -c '^"[0-9]' "$OUT/$1.csv") rows, $(($(date +%s) - start)) s"
  grep -hE '==(ERROR|WARNING)==' "$OUT/$1.csv" "$OUT/$1.err" | head -3
}
measure global global.txt 70 "$GLOBAL"
measure uniform uniform.txt 15 "$GLOBAL"
measure shared shared.txt 60 "$SHARED"
measure sass sass_list.txt 25 "$SASS"
grep -E ' (distinct|one_word|pairs|quads|two_words_16_16|stride_8|two_sectors_20_12) ' global.txt | grep -E '^g_(add_u32|exch_b32|cas_b32|add_u64|add_f32|add_f16x2|add_v4_f32|inc_u32)_' > l2_list.txt
measure l2 l2_list.txt 25 "$MORE"
cp global.txt uniform.txt shared.txt "$OUT/"; cp sass_list.txt "$OUT/sass.txt.list"; cp l2_list.txt "$OUT/l2.txt"
mv "$OUT/sass.txt" "$OUT/machine_code.txt"; mv "$OUT/sass.txt.list" "$OUT/sass.txt"
python3 compare.py "$OUT" --out "$OUT/atomics.json" > "$OUT/summary.txt" 2>&1
# At most 8 files: all but the counters go into one.
( cd "$OUT" && tar czf rest.tar.gz --remove-files *.txt.list *.log *.err metrics.txt info.txt machine_code.txt kernels.json \
    global.txt uniform.txt shared.txt sass.txt l2.txt 2>/dev/null )
ls -la "$OUT"
cut -c1-400 "$OUT/summary.txt" | head -80
