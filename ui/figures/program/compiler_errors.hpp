#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::ui::figures::program {

struct CompilerError {
  std::uint32_t line = 0;  // from 1
  std::string words;
};
// The errors of one file, by its name without folder, in what nvcc wrote: lines of its own,
// "FILE(LINE): error: WORDS", and of the host's compiler, "FILE:LINE:COLUMN: error: WORDS".
[[nodiscard]] std::vector<CompilerError> compiler_errors(std::string_view output,
                                                         std::string_view file);

}  // namespace lanescope::ui::figures::program
