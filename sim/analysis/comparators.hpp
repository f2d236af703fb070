#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/plan.hpp"
#include "sim/trace/trace.hpp"

namespace lanescope::analysis {

// The sorting network of a run: which two elements of an array met in which column, and what came
// of it. Found by going forward through the recorded instructions with the elements of the array in
// them, through registers, shared memory and shuffles; what they are worth is asked of a replay.
//
//   data[0] ──●──●─────●──      a pair that one thread has read and writes back, or that two lanes
//             │  │  ●  │        hold and hand over to each other: both keep one of the two
//   data[1] ──▼──┼──┼──▼──
struct Comparator {
  std::uint32_t first = 0, second = 0;  // elements, ascending
  std::uint32_t column = 0;
  std::uint32_t launch = 0;
  BlockIndex block;
  std::array<std::uint32_t, 2> threads{};  // of the block: where first and second are compared
  Tick met, done;                          // compared; from then on both are in their places
  std::array<std::uint64_t, 2> before{}, after{};  // bits of first and second
  bool split = false;  // other lanes of the warp had nothing to compare meanwhile
};
struct NetworkColumn {
  std::uint32_t begin = 0, end = 0;         // into Network::comparators
  std::uint32_t nearest = 0, farthest = 0;  // distances of its pairs
  std::uint32_t stage = 0;                  // one begins where distances grow again
  std::uint32_t launch = 0;
  std::uint32_t split = 0;  // so many of its comparators split a warp
};
struct Network {
  std::size_t buffer = 0;               // of the plan; none where there are no columns
  std::vector<std::uint64_t> initial;   // bits of its elements before anything runs
  std::vector<Comparator> comparators;  // by column, then element
  std::vector<NetworkColumn> columns;
  std::uint32_t stages = 0;
  std::vector<std::vector<std::uint32_t>> by_element;  // comparators, by column

  // What an element is worth at a moment; comparators of one element follow each other.
  [[nodiscard]] std::uint64_t value(std::uint32_t element, Tick now) const;
};
// Of the buffer with the most comparators, in the recorded blocks of all launches. None where the
// kernels do something else to it: an element made of more than two, or that none of the two is.
[[nodiscard]] Network network_of(const std::shared_ptr<const engine::Plan>& plan,
                                 const std::shared_ptr<const trace::Trace>& trace);

// The text of an instruction with numbers in the place of registers.
[[nodiscard]] std::string text_with(
    const std::string& text, const std::vector<std::pair<std::string, std::uint64_t>>& registers);

}  // namespace lanescope::analysis
