#pragma once

#include <string>
#include <string_view>
#include <vector>

// The little that this folder has to know about PTX text: it never parses it as a program.
namespace lanescope::ports::toolchain {

// The names after `.entry` that have a body, in their order. Comments are skipped.
[[nodiscard]] std::vector<std::string> ptx_entries(std::string_view ptx);

// "13.0.88" from "// Cuda compilation tools, release 13.0, V13.0.88"; empty when not said.
[[nodiscard]] std::string ptx_compiler_version(std::string_view ptx);

// The `.target` of the module ("sm_90"); empty when not said.
[[nodiscard]] std::string ptx_target(std::string_view ptx);

// Compilers write absolute paths into line tables. Gives back `as_given` for the source itself, and
// paths relative to `working_dir` for what lies below it.
[[nodiscard]] std::string relabel_file(std::string_view path, const std::string& working_dir,
                                       const std::string& as_given);
// The same for each path that a `.file` of the PTX names.
[[nodiscard]] std::string relabel_files(std::string_view ptx, const std::string& working_dir,
                                        const std::string& as_given);

// The line of the source's own file (`.loc 1 …`) that stands before line `ptx_line` (from 1) of
// the PTX; 0 when none does.
[[nodiscard]] int source_line_at(std::string_view ptx, int ptx_line);

}  // namespace lanescope::ports::toolchain
