#pragma once

#include <string>
#include <string_view>

#include "sim/base/result.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::experiment {

// The __device__ or __constant__ variable that the user means by `name`: its PTX name, its C++ name
// (`ns::table`), or its last part where that is unique. Errors list the variables.
[[nodiscard]] Result<const ptx::Variable*> find_variable(const ptx::Module& module,
                                                         std::string_view name);
// "ns::table" for "_ZN2ns5tableE".
[[nodiscard]] std::string variable_name(std::string_view mangled);

}  // namespace lanescope::experiment
