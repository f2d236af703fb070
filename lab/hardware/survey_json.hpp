#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "lab/hardware/gpu_survey.hpp"
#include "lab/hardware/member_reader.hpp"

namespace lanescope::hardware {

// {"sm_mhz": 1980, "memory_mhz": 3201}
[[nodiscard]] nlohmann::ordered_json clocks_json(const ports::device::GpuClocks& clocks);
// The member `clocks` of what is read.
[[nodiscard]] ports::device::GpuClocks read_clocks(MemberReader& from, std::string& why);
// "SMs 1980 MHz, memory 3201 MHz", or that they are not known.
[[nodiscard]] std::string clocks_text(const ports::device::GpuClocks& clocks);

// {"median": 3, "min": 2, "max": 4}
[[nodiscard]] nlohmann::ordered_json spread_json(const Spread& spread);
// The member `key` of what is read; nothing of it is negative.
[[nodiscard]] Spread read_spread(MemberReader& from, const char* key, std::string& why);

// As measurements.hpp shows it.
[[nodiscard]] nlohmann::ordered_json survey_json(const Survey& survey);
// `path`: of `in` within its file; `why` as MemberReader's.
[[nodiscard]] Survey read_survey(const nlohmann::json& in, const std::string& path,
                                 std::string& why);
// The peaks, the clocks, and the largest transfer of each kind, in lines.
[[nodiscard]] std::string survey_text(const Survey& survey);
// Of the host's memory: "pinned".
[[nodiscard]] std::string_view memory_words(ports::device::GpuSurvey::Memory memory);

}  // namespace lanescope::hardware
