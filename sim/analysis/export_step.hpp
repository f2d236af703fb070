#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/engine/plan.hpp"
#include "sim/trace/trace.hpp"

// What the export formats tell of a step, in the same words. A plan without programs (a trace
// alone) gives pcs instead of instructions.
namespace lanescope::analysis {

// What a step's requests cost, by the counting rules (docs/CONTRACT.md, "Words and counting
// rules"), summed.
struct StepRequests {
  std::string spaces;  // "shared"; "global+shared" of a generic access; empty without a request
  std::string_view access;  // "load", "store", "atomic"
  std::uint32_t bytes = 0;  // of one lane
  std::uint64_t sectors = 0, ideal_sectors = 0, wavefronts = 0, bank_conflicts = 0;
  std::uint64_t distinct_words = 0;
};
[[nodiscard]] StepRequests requests_of(const trace::Trace& trace, Tick tick);

class StepWords {
 public:
  StepWords(const engine::Plan& plan, const trace::Trace& trace) : plan_(plan), trace_(trace) {}

  [[nodiscard]] std::string kernel(std::uint32_t launch) const;
  // "ld.shared.f32 %f2, [%r19]"
  [[nodiscard]] std::string instruction(const trace::Step& step) const;
  // Empty, and line 0, for an instruction without a place in the source.
  [[nodiscard]] std::string file(const trace::Step& step) const;
  [[nodiscard]] std::uint32_t line(const trace::Step& step) const;
  [[nodiscard]] Dim3 block(const trace::Step& step) const;
  [[nodiscard]] bool is_barrier(const trace::Step& step) const;

 private:
  // nullptr when the plan does not know the instruction.
  [[nodiscard]] const engine::Program* program(const trace::Step& step) const;

  const engine::Plan& plan_;
  const trace::Trace& trace_;
};

}  // namespace lanescope::analysis
