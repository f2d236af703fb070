#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/analysis/search.hpp"
#include "sim/events/events.hpp"

namespace lanescope::ui::view {

class View;

// An array that panels can show and select elements of: a buffer, or a shared array of the kernel.
struct ArrayInfo {
  std::string name;  // as in Selection::Element and `show-array name=`
  events::Space space = events::Space::Global;
  std::uint64_t base = 0;  // address (Global) or byte offset (Shared)
  experiment::ElementType type = experiment::ElementType::F32;
  std::uint32_t element_bytes = 4;
  std::uint64_t count = 0;
  std::size_t buffer = 0;  // Global: index into engine::Plan::buffers
};
// Of the run on screen and its shown launch: shared arrays first, then buffers in their order. The
// element type of a shared array is that of the first recorded access to it.
[[nodiscard]] std::vector<ArrayInfo> arrays_of(const View& view);
[[nodiscard]] std::optional<ArrayInfo> find_array(const View& view, std::string_view name);
// The bytes of one element, for touches.
[[nodiscard]] analysis::Bytes bytes_of(const View& view, const ArrayInfo& array,
                                       std::uint32_t index);
// The array and element at an address of a space; nullopt when it lies in none.
struct ElementRef {
  std::string array;
  std::uint32_t index = 0;
};
[[nodiscard]] std::optional<ElementRef> element_at(const std::vector<ArrayInfo>& arrays,
                                                   events::Space space, std::uint64_t address);

}  // namespace lanescope::ui::view
