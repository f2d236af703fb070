#include "sim/engine/program.hpp"

#include <algorithm>

namespace lanescope::engine {

Program::Program() = default;
Program::~Program() = default;

bool RegisterInfo::live_at(Pc pc) const {
  return std::any_of(live.begin(), live.end(), [pc](const std::pair<Pc, Pc>& interval) {
    return interval.first <= pc && pc < interval.second;
  });
}

SourceLocation Program::location_at(Pc pc) const {
  const std::uint32_t location = at(pc).location;
  return location < locations_.size() ? locations_[location] : SourceLocation{};
}

}  // namespace lanescope::engine
