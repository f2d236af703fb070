#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::fuzz_test {

// CUDA's functions called one after the other as the bytes say, by a program of one kernel, with
// device pointers that may be freed, shifted or null; host memory is always long enough.
void call_api(std::string_view bytes);
[[nodiscard]] std::vector<std::string> api_call_seeds();

}  // namespace lanescope::fuzz_test
