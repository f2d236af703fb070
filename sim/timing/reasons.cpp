#include "sim/timing/reasons.hpp"

#include <algorithm>
#include <functional>

namespace lanescope::timing {
namespace {

constexpr std::array<std::string_view, kReasons> kNames = {
#define STALL(NAME, MEANING) #NAME,
#include "sim/timing/reasons.def"
#undef STALL
};
constexpr std::array<std::string_view, kReasons> kMeanings = {
#define STALL(NAME, MEANING) MEANING,
#include "sim/timing/reasons.def"
#undef STALL
};

}  // namespace

std::string_view spelling(Reason reason) { return kNames[static_cast<std::size_t>(reason)]; }
std::string_view meaning(Reason reason) { return kMeanings[static_cast<std::size_t>(reason)]; }

std::vector<ReasonPart> ReasonCycles::parts() const {
  std::vector<ReasonPart> parts;
  for (std::size_t i = 0; i < cycles_.size(); ++i)
    if (cycles_[i] > 0) parts.push_back({static_cast<Reason>(i), cycles_[i]});
  std::ranges::stable_sort(parts, std::greater<>{}, &ReasonPart::cycles);
  return parts;
}

}  // namespace lanescope::timing
