#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// Where C puts the fields of a struct on a 64-bit machine; a buffer field is its pointer.
struct StructLayout {
  std::vector<std::uint32_t> offsets;
  std::uint32_t size = 0;  // with the padding at the end
  std::uint32_t alignment = 1;
};
[[nodiscard]] StructLayout layout_of(const StructValue& value);
// "i32 at 0, f32 at 4, pointer at 8: 16 bytes", for messages.
[[nodiscard]] std::string describe(const StructValue& value);

}  // namespace lanescope::experiment
