#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/base/ids.hpp"
#include "sim/base/value_type.hpp"

namespace lanescope::ui::view {

// "1,204".
[[nodiscard]] std::string with_commas(std::uint64_t number);
// "71 %", "99.7 %".
[[nodiscard]] std::string percent(double share);
// A register's lane value as its type says: "13.5", "-7", "0x1f", "true". At most `width`
// signs: longer whole numbers are cut to "271M" (for 271,234,567), others rounded or written in
// exponent form.
[[nodiscard]] std::string value_text(ValueType type, std::uint64_t bits, std::size_t width = 12);
[[nodiscard]] std::string value_text(experiment::ElementType type, std::uint64_t bits,
                                     std::size_t width = 12);
// Reads one element, zero-extended to 64 bits.
[[nodiscard]] std::uint64_t load_bits(const std::byte* bytes, std::uint32_t size);
// "0–15, 17, 20–23", "all", "none"; `lanes`: how many there are.
[[nodiscard]] std::string lane_list(LaneMask mask, int lanes);
// For sentences, short: "0–31", "0, 2, 4 … 14", "3 and 7", "0, 5, 6, 9, …".
[[nodiscard]] std::string lane_series(LaneMask mask);
// "lane 3", "lanes 0–31", "no lane".
[[nodiscard]] std::string lanes_words(LaneMask mask);
// "warp 3", "warps 1–7": numbers ascending.
[[nodiscard]] std::string warps_words(const std::vector<std::uint32_t>& warps);
// "(1, 0, 0)" without trailing zeros that the shape does not have: "5", "(5, 2)".
[[nodiscard]] std::string place_text(const Dim3& at, const Dim3& shape);

}  // namespace lanescope::ui::view
