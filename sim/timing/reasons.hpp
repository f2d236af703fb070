#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <vector>

namespace lanescope::timing {

// Why a warp does not issue (reasons.def). A reason's name is its spelling.
enum class Reason : std::uint8_t {
#define STALL(NAME, MEANING) NAME,
#include "sim/timing/reasons.def"
#undef STALL
};
inline constexpr int kReasons = static_cast<int>(std::size({
#define STALL(NAME, MEANING) Reason::NAME,
#include "sim/timing/reasons.def"
#undef STALL
}));

[[nodiscard]] std::string_view spelling(Reason reason);
[[nodiscard]] std::string_view meaning(Reason reason);

struct ReasonPart {
  Reason reason = Reason::wait;
  std::int64_t cycles = 0;
};

// Cycles by reason.
class ReasonCycles {
 public:
  [[nodiscard]] std::int64_t& operator[](Reason reason) {
    return cycles_[static_cast<std::size_t>(reason)];
  }
  [[nodiscard]] std::int64_t operator[](Reason reason) const {
    return cycles_[static_cast<std::size_t>(reason)];
  }
  [[nodiscard]] std::int64_t sum() const {
    std::int64_t all = 0;
    for (std::int64_t c : cycles_) all += c;
    return all;
  }
  // The reasons that have cycles, the most first.
  [[nodiscard]] std::vector<ReasonPart> parts() const;
  ReasonCycles& operator+=(const ReasonCycles& other) {
    for (std::size_t i = 0; i < cycles_.size(); ++i) cycles_[i] += other.cycles_[i];
    return *this;
  }
  friend bool operator==(const ReasonCycles&, const ReasonCycles&) = default;

 private:
  std::array<std::int64_t, kReasons> cycles_{};
};

}  // namespace lanescope::timing
