#pragma once

#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/cubin/code.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::sass {

// BadInput: code of this architecture means nothing to us.
[[nodiscard]] Result<void> check_architecture(const cubin::Code& cubin);

// A kernel's machine code out of a cubin and nvdisasm's listing of it (each section by its name,
// lines without `code`). BadInput: the cubin or the listing has not the kernel.
[[nodiscard]] Result<KernelCode> kernel_code_of(const cubin::Code& cubin,
                                                const std::vector<Function>& listing,
                                                std::string_view kernel);

}  // namespace lanescope::sass
