#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ui/session/session.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::teaching {

// What the lesson's question asks of the run on screen, until it is revealed: panels leave it out,
// so that predicting is no reading.
class HiddenAnswer {
 public:
  explicit HiddenAnswer(const session::Session& session);

  [[nodiscard]] bool anything() const { return !paths_.empty(); }
  // A counter as the report names it, "shared.load.wavefronts", one that tells the same, or some
  // together, "shared.wavefronts".
  [[nodiscard]] bool counter(std::string_view id) const;
  // One of those that runs are compared by (counter_list.hpp).
  [[nodiscard]] bool compared(std::string_view id) const;
  // What a metric is made of.
  [[nodiscard]] bool metric(std::string_view metric) const;
  // Elements of a buffer after the run.
  [[nodiscard]] bool elements_of(std::string_view buffer) const;
  [[nodiscard]] bool elements() const;  // of any buffer
  // One of them; any of its buffer, where the answer is a place to click.
  [[nodiscard]] bool element(std::string_view buffer, std::uint64_t index) const;
  [[nodiscard]] bool occupancy() const;
  [[nodiscard]] bool launches() const;
  // Any number that a finding tells: one of them could tell another.
  [[nodiscard]] bool findings() const;
  // Any number of what memory moves.
  [[nodiscard]] bool traffic() const;
  [[nodiscard]] bool recorded_times() const { return recorded_times_; }

 private:
  [[nodiscard]] bool asks_for(std::string_view id) const;  // one counter

  struct Element {
    std::string buffer;
    std::uint64_t index = 0;
  };
  std::vector<std::string> paths_;  // of the question's metric, without selectors
  std::vector<Element> elements_;
  bool whole_buffers_ = false;
  bool recorded_times_ = false;
};

inline constexpr std::string_view kHiddenAnswerSign = "?";
inline constexpr const char* kHiddenAnswerWords =
    mark("The lesson's question asks for this: predict, then reveal the answer.");

}  // namespace lanescope::ui::teaching
