#pragma once

#include <iosfwd>

#include "sim/engine/plan.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// Chrome trace event format (JSON), readable by Perfetto and chrome://tracing: a process a block, a
// thread a warp, a slice a warp instruction (1 tick = 1 µs), instants for divergence and barriers,
// counters for active lanes.
void write_chrome_json(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out);

// Kanata 0004, the log format of the pipeline viewer Konata: an instruction a warp instruction, a
// cycle a tick, a thread a warp (numbered over launches and blocks). Stages on lane 0: X, Xld, Xst,
// Xat, Xbr, Xbar; on lane 1, which is for stalls, wB, wS and wJ while lanes of the warp wait at a
// barrier, for the lanes of a mask, or for their warp's other lanes. Dependencies lead from the
// instruction that completed a barrier to those that it woke.
void write_kanata(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out);

// A heading and a line for each warp instruction (RFC 4180, lines ended by LF). Empty columns:
// nothing of the kind happened. Masks are hexadecimal, lane 0 the lowest bit.
void write_csv(const engine::Plan& plan, const trace::Trace& trace, std::ostream& out);

}  // namespace lanescope::analysis
