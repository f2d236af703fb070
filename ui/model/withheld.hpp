#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/model/session.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui {

// What the lesson's question asks of the run on screen, until it is revealed: panels leave it out,
// so that predicting is no reading.
class Withheld {
 public:
  explicit Withheld(const Session& session);

  // A counter as the report names it, "shared.load.wavefronts", or one that tells the same.
  [[nodiscard]] bool counter(std::string_view id) const;
  // One of those that runs are compared by (counter_list.hpp): "shared.wavefronts" is of loads,
  // stores and atomics together.
  [[nodiscard]] bool compared(std::string_view id) const;
  [[nodiscard]] bool occupancy() const;
  [[nodiscard]] bool launches() const;
  // What the gutter of Source counts.
  [[nodiscard]] bool heat(Heat heat) const;

 private:
  std::vector<std::string> paths_;  // of the question's metric, without selectors
};

inline constexpr std::string_view kWithheldSign = "?";
inline constexpr const char* kWithheldWords =
    mark("The lesson's question asks for this: predict, then reveal the answer.");

}  // namespace lanescope::ui
