#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::ports::toolchain {

// The names of one PTX entry: "_ZN2ns6reduceILi256EEEvPfi" is displayed as
// "ns::reduce<256>(float*, int)" and plainly named "ns::reduce".
[[nodiscard]] KernelImage name_kernel(std::string_view mangled);

// Those of all entries of a PTX text.
[[nodiscard]] std::vector<KernelImage> name_kernels(std::string_view ptx);

// Whether a wanted name has to be given to the compiler as a name expression: "reduce<256>",
// "&ns::k". Plain and mangled names do not.
[[nodiscard]] bool is_name_expression(std::string_view name);

// The kernel meant, by the rules of find_kernel(), without those of the request: its index, or why
// there is none.
[[nodiscard]] Result<std::size_t> match_kernel(const std::vector<KernelImage>& kernels,
                                               std::string_view name);

// "a(float*), reduce<256>(float*, int)"; "none" when empty.
[[nodiscard]] std::string list_kernels(const std::vector<KernelImage>& kernels);

}  // namespace lanescope::ports::toolchain
