#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/analysis/footprint.hpp"
#include "ui/view/array_info.hpp"
#include "ui/view/view.hpp"

namespace lanescope::ui::figures::flow {

// Flow between arrays, whatever the moment: which arrays one block reads and writes in a launch,
// when, in which shape they lie, and how source and destination are put beside each other.
//
//              ┌ b ┐
//              │ █ │                a ██████
//   ┌ a ─┐     ├ c ┤                b ██████
//   │ ███│     │ ■ │                c ██████
//   └────┘     └───┘
//        Product                     Stack
enum class FlowShape : std::uint8_t {
  Product,  // two matrices: the target's row comes from the one, its column from the other
  RowSums,  // a matrix and a column beside it: an element comes from its row
  Free,     // below or beside each other, whichever leaves more room
};
struct FlowArray {
  view::ArrayInfo info;
  std::uint32_t columns = 0;  // of the matrix; 0: a strip
  analysis::Footprint footprint;
  [[nodiscard]] std::uint32_t count() const { return footprint.array.count; }
  [[nodiscard]] std::uint32_t rows() const {
    return columns == 0 ? 1 : (count() + columns - 1) / columns;
  }
};
struct FlowGround {
  std::uint32_t launch = 0;
  BlockIndex block;
  std::vector<FlowArray> arrays;  // those that the block reads; the target is the last one
  FlowShape shape = FlowShape::Free;
  bool has_target = false;  // the block writes an array at all

  [[nodiscard]] const FlowArray& target() const { return arrays.back(); }
  // Something to draw: an array is written, and another one, or that one, is read.
  [[nodiscard]] bool flows() const { return has_target && (arrays.size() > 1 || reads_target()); }
  [[nodiscard]] bool reads_target() const { return !target().footprint.intervals.empty(); }
};

// Owns what it needs, so that the analysis may run on another thread.
struct FlowQuestion {
  std::shared_ptr<const engine::Plan> plan;
  std::shared_ptr<const trace::Trace> trace;
  std::uint32_t launch = 0;
  BlockIndex block;
  std::vector<view::ArrayInfo> arrays;  // global ones
  std::vector<std::uint32_t> columns;   // of each; 0: a strip
  std::string wanted;                   // target, where the block writes it
  [[nodiscard]] FlowGround answer() const;
};
[[nodiscard]] std::optional<FlowQuestion> flow_question(const view::View& view);

// Width of the matrix that an array is: as the lesson says, else a square where the launch has rows
// of threads; 0: a strip.
[[nodiscard]] std::uint32_t matrix_columns(const run::ModelRun& run, const view::ArrayInfo& array,
                                           std::uint32_t launch);

// The array and the element that begins at or holds an address; nullopt: none of these.
struct FlowPlace {
  std::size_t array = 0;
  std::uint32_t element = 0;
};
[[nodiscard]] std::optional<FlowPlace> place_at(const std::vector<FlowArray>& arrays,
                                                std::uint64_t address);

}  // namespace lanescope::ui::figures::flow
