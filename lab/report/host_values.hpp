#pragma once

#include <string>
#include <string_view>

#include "lab/experiment/experiment.hpp"
#include "sim/base/result.hpp"

// Values of an experiment as C++ writes them, for host_program.
namespace lanescope::report::host {

[[nodiscard]] bool is_half(experiment::ElementType type);
// "std::uint32_t{7}"; floats in hexadecimal, so that no bit is lost.
[[nodiscard]] std::string scalar(const experiment::ScalarValue& value);
// Names for a buffer: "p.2" is h_p_2 on the host and d_p_2 on the GPU.
[[nodiscard]] std::string identifier(std::string_view name);
[[nodiscard]] std::string on_gpu(std::string_view name);
// The lines of main() that declare a buffer's vector and fill it.
[[nodiscard]] Result<std::string> host_array(const std::string& name,
                                             const experiment::BufferValue& value);

}  // namespace lanescope::report::host
