#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"

namespace lanescope::experiment {

// The bytes of a buffer whose fill is Numbers, Letters or one of the Images.
[[nodiscard]] Result<std::vector<std::byte>> file_fill_bytes(const BufferValue& value);

// The numbers of a table as written, separated by commas, semicolons, tabs, blanks or lines. A
// first line without any number is a heading; `#` begins a remark. An empty field and words among
// the numbers are errors with their line: what is left out would shift all that follows.
[[nodiscard]] Result<std::vector<std::string>> numbers_in(std::string_view text,
                                                          const std::string& name);

// The width that an image has in this buffer when its fill names none: that of the shape, else of a
// square; 0 when there is neither.
[[nodiscard]] std::uint64_t natural_width(const BufferValue& value);

}  // namespace lanescope::experiment
