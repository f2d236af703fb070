#include "sim/timing/reasons.hpp"

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

}  // namespace lanescope::timing
