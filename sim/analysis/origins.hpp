#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// Where a stored value came from: the elements of memory that flow into it, found by going back
// through the recorded instructions of a block, from the store through registers, shared and local
// memory to the loads from global and constant memory. Exact for the run, as far as registers are
// taken as wholes: of a word that holds four bytes all four count.
//
//   ld.global r1, [a + i]  ─► st.shared [s + i], r1 ─► bar ─► ld.shared r2, [s + j] ─► st.global r2
//   ╰ this is the origin                                                        from here ╯

// Some bytes of what a lane stored; of a queue of atomics on a place each is one.
struct Stored {
  Tick tick;
  std::uint32_t lane = 0;
  std::uint64_t address = 0;
  std::uint8_t bytes = 4;
};
// What a lane loaded that came into it.
struct Origin {
  events::Space space = events::Space::Global;
  std::uint64_t address = 0;
  std::uint8_t bytes = 4;
  Tick read;
  std::uint32_t thread = 0;  // linear thread index in the block
  // Its bits are not in the value: it said where another was read or this one written (an index),
  // or, by a comparison whose outcome selects, which.
  bool steers = false;
};
struct Origins {
  std::vector<Origin> origins;  // latest first
  // An instruction of the whole warp does not say in its text which lanes gave what: all did.
  bool exchanged = false;
  // A copy that runs beside the thread (cp.async) lies on the way: what it brought is not told.
  bool copied = false;
  bool shared = false;     // some came by way of shared memory
  bool truncated = false;  // there are more than max_origins
};
// `stores` are the block's in this launch, in any order. What decided a branch is not followed.
[[nodiscard]] Origins origins_of(const engine::Plan& plan, const trace::Trace& trace,
                                 std::uint32_t launch, BlockIndex block,
                                 std::span<const Stored> stores, std::size_t max_origins = 20'000);

// Registers of a program that hold one number for ever: made by one move, of a number. Compilers
// put a shuffle's distance into one.
class ConstantRegisters {
 public:
  explicit ConstantRegisters(const engine::Program& program);
  // The text of an instruction with their numbers in the place of their names.
  [[nodiscard]] std::string text_at(const engine::Program& program, Pc pc) const;

 private:
  std::map<std::pair<std::uint32_t, std::string>, std::string> numbers_;  // by function and name
};

// Lanes from which a lane gets its value in a shuffle; all of `lanes` where the text of the
// instruction does not tell.
[[nodiscard]] LaneMask shuffle_sources(std::string_view text, std::uint32_t lane, LaneMask lanes);

}  // namespace lanescope::analysis
