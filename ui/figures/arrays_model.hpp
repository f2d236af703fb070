#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/style/style.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::figures {

// The arrays of the shown launch, and which of them comes first when none is asked for: a shared
// one, else the first buffer that the recorded blocks write. Costs a look into the trace: keep it
// until run or launch change.
struct ArrayChoice {
  std::vector<view::ArrayInfo> arrays;
  std::size_t usual = 0;
};
[[nodiscard]] ArrayChoice array_choice(const view::View& view);
// The one named in the state, else the usual one; null when there is none at all.
[[nodiscard]] const view::ArrayInfo* shown_array(const view::View& view, const ArrayChoice& choice);

// The Arrays panel in its cell view: the elements of one array now, what the shown instruction
// reads and writes.
struct ElementCell {
  std::uint32_t index = 0;
  std::string value;
  bool read = false, written = false, atomic = false, selected = false;
  LaneMask lanes = 0;  // that touch it in the shown step
};
struct ArraysModel {
  view::ArrayInfo array;
  std::uint32_t columns = 16;   // of the grid: a matrix's width, or what fits
  std::uint32_t row_pitch = 0;  // elements from one row of cells to the next
  std::uint64_t first = 0;      // element of the first cell
  std::vector<ElementCell> cells;
  std::uint64_t hidden = 0;  // elements not drawn
  bool matrix = false;       // rows are those of a matrix
  std::string sentence;
};
// `columns` × `rows` cells around what the step touches. A buffer with a shape has rows of its own
// width, cut where they do not fit.
[[nodiscard]] std::optional<ArraysModel> arrays_model(const session::Session& session,
                                                      const view::ArrayInfo& array,
                                                      std::uint32_t columns, std::uint32_t rows);

}  // namespace lanescope::ui::figures
