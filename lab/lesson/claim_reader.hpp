#pragma once

#include <string>

#include "lab/lesson/lesson.hpp"
#include "lab/lesson/toml_reader.hpp"

namespace lanescope::lesson {

// A [[claim]] of lesson.toml. The lesson's rungs and exercises are there already.
[[nodiscard]] Claim read_claim(TomlReader& in, const Lesson& lesson);

// What claims have in common with other tables. Mistakes are failures of `in`.
[[nodiscard]] engine::Policy read_policy(TomlReader& in, const std::string& name);
// `set` must name parameters of the rung.
void check_values(TomlReader& in, const Rung& rung, const ParameterValues& set);
// `id` must be a rung of the lesson, and `set` name its parameters.
void check_rung(TomlReader& in, const Lesson& lesson, const std::string& id,
                const ParameterValues& set);

}  // namespace lanescope::lesson
