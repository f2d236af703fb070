#include "tests/hardware/cycles/sizes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "lab/lesson/lesson_experiment.hpp"

namespace lanescope::test {
namespace {

// The first values with those that grow to a GPU's `part` of the way there, by a whole factor.
lesson::ParameterValues between(const lesson::ParameterValues& first,
                                const lesson::ParameterValues& large, double part) {
  lesson::ParameterValues values = first;
  for (auto& [parameter, value] : values) {
    const double factor = static_cast<double>(large.at(parameter)) / static_cast<double>(value);
    if (factor > 1) value <<= static_cast<unsigned>(std::lround(std::log2(factor) * part));
  }
  return values;
}

void change_block(const lesson::Rung& rung, lesson::ParameterValues& values) {
  for (const lesson::Parameter& one : rung.parameters) {
    if (!one.power_of_two || one.large != 0) continue;
    std::int64_t& value = values[one.name];
    value = value / 2 >= one.minimum ? value / 2 : std::min(value * 2, one.maximum);
  }
}

}  // namespace

std::map<std::string, lesson::ParameterValues> sizes_of(const lesson::Rung& rung) {
  std::map<std::string, lesson::ParameterValues> out;
  const lesson::ParameterValues first = lesson::initial_values(rung);
  out["first"] = first;
  const lesson::ParameterValues large = lesson::large_values(rung);
  lesson::ParameterValues other = large.empty() ? first : between(first, large, 0.5);
  change_block(rung, other);
  if (other != first) out["other"] = other;
  if (large.empty()) return out;
  out["large"] = large;
  for (const auto& [name, part] : {std::pair{"small", 1.0 / 3}, std::pair{"middle", 2.0 / 3}}) {
    const lesson::ParameterValues values = between(first, large, part);
    if (values != first && values != large) out[name] = values;
  }
  return out;
}

}  // namespace lanescope::test
