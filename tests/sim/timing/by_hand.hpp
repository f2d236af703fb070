// Code and traces written by hand, for tests of time.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/timing/simulate.hpp"

namespace lanescope::timing {

class ByHand {
 public:
  ByHand() { machine.launch_cycles = 0; }

  // Appends an instruction; all warps execute it.
  ByHand& add(std::string_view opcode, int stall = 1, int write_barrier = kNoBarrier,
              int wait_mask = 0) {
    Instruction one;
    one.demand = classify(opcode);
    one.control.stall = static_cast<std::uint8_t>(stall);
    one.control.write_barrier = static_cast<std::uint8_t>(write_barrier);
    one.control.wait_mask = static_cast<std::uint8_t>(wait_mask);
    one.address = static_cast<std::uint32_t>(code.instructions.size()) * 16;
    code.instructions.push_back(one);
    requests_.emplace_back();
    barriers_.push_back(kNone);
    return *this;
  }
  ByHand& times(int count, std::string_view opcode, int stall = 1) {
    for (int i = 0; i < count; ++i) add(opcode, stall);
    return *this;
  }
  // What the last instruction asks of memory, in every warp.
  ByHand& asks(Request request, std::vector<LinePart> parts = {}) {
    requests_.back().push_back({request, std::move(parts)});
    return *this;
  }
  ByHand& shared(int wavefronts) {
    Request r;
    r.space = Request::Space::Shared;
    r.wavefronts = static_cast<std::uint16_t>(wavefronts);
    return asks(r);
  }
  ByHand& loads(std::vector<LinePart> parts) { return asks(load(), std::move(parts)); }
  ByHand& meets() {  // the last instruction is a barrier for all warps
    barriers_.back() = static_cast<std::uint16_t>(completions_++);
    return *this;
  }
  [[nodiscard]] static Request load() {
    Request r;
    r.lanes = 32;
    r.wavefronts = 1;
    return r;
  }

  [[nodiscard]] Timing run(std::uint32_t blocks = 1, std::uint32_t warps = 1) {
    const Trace trace = trace_of(blocks, warps);
    shape.grid = {blocks, 1, 1};
    shape.block = {warps * 32, 1, 1};
    return simulate(code, trace, sample_of(shape, machine, ~std::uint64_t{0}), machine, shape);
  }
  [[nodiscard]] std::int64_t cycles(std::uint32_t blocks = 1, std::uint32_t warps = 1) {
    return static_cast<std::int64_t>(run(blocks, warps).active_cycles);
  }
  [[nodiscard]] Trace trace_of(std::uint32_t blocks, std::uint32_t warps) const {
    Trace trace;
    for (std::uint32_t b = 0; b < blocks; ++b) {
      BlockTrace& block = trace.blocks.emplace_back();
      block.block = BlockIndex{b};
      block.arrivals.assign(completions_, static_cast<std::uint16_t>(warps));
      for (std::uint32_t w = 0; w < warps; ++w) block.warps.push_back(warp_of(trace));
    }
    return trace;
  }

  MachineDescription machine;
  LaunchShape shape;
  Code code;

 private:
  static constexpr std::uint16_t kNone = 0xffff;
  struct Asked {
    Request request;
    std::vector<LinePart> parts;
  };

  [[nodiscard]] WarpTrace warp_of(Trace& trace) const {
    WarpTrace warp;
    for (std::uint32_t pc = 0; pc < code.instructions.size(); ++pc) {
      Event event;
      event.pc = pc;
      event.lanes = 32;
      event.barrier = barriers_[pc];
      event.request = static_cast<std::uint32_t>(trace.requests.size());
      event.requests = static_cast<std::uint32_t>(requests_[pc].size());
      for (const Asked& asked : requests_[pc]) {
        Request request = asked.request;
        request.first_line = static_cast<std::uint32_t>(trace.lines.size());
        request.lines = static_cast<std::uint32_t>(asked.parts.size());
        trace.requests.push_back(request);
        trace.lines.insert(trace.lines.end(), asked.parts.begin(), asked.parts.end());
      }
      warp.events.push_back(event);
    }
    return warp;
  }

  std::vector<std::vector<Asked>> requests_;
  std::vector<std::uint16_t> barriers_;
  std::size_t completions_ = 0;
};

}  // namespace lanescope::timing
