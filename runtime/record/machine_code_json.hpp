#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "runtime/record/record.hpp"

// Machine code and what is told of its time, as they stand in the file.
namespace lanescope::runtime::record {

[[nodiscard]] nlohmann::json to_json(const MachineCode& code);
[[nodiscard]] MachineCode machine_code_of(const nlohmann::json& json);

[[nodiscard]] nlohmann::json to_json(const ModelledTime& time);
[[nodiscard]] ModelledTime time_of(const nlohmann::json& json);

// Two digits a byte.
[[nodiscard]] std::string hex(const std::vector<std::byte>& bytes);
[[nodiscard]] std::vector<std::byte> from_hex(const std::string& text);

}  // namespace lanescope::runtime::record
