#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/hardware/counter_reasons.hpp"
#include "lab/hardware/gpu_counters.hpp"
#include "ui/figures/sass_model.hpp"
#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures {

// What the hardware counted, beside what the model counted, of the run on screen.
struct GpuCount {
  std::string text;  // "1,428 =": as the model, "≈": explained, "≠": not explained
  style::Role role =
      style::Role::Equal;   // Equal, Explained or Different; Text: nobody expects equality
  std::string words;        // sentences for the tooltip
  std::uint64_t value = 0;  // where `text` is a count
};
[[nodiscard]] GpuCount gpu_count(std::string number,
                                 std::optional<hardware::CounterComparison::Verdict> verdict,
                                 std::string words);
// What the GPU may have by the reason that stands before it: a sentence.
[[nodiscard]] std::string bound_words(const std::string& least, const std::string& most);
// Of the run on screen; null: not measured here.
[[nodiscard]] const hardware::GpuRun* measured_run(const session::Session& session);
// Looked up once, for all counters of a picture.
class GpuCounts {
 public:
  explicit GpuCounts(const session::Session& session);

  // By the report's name of the counter; nullopt: the GPU has not counted it. Counted here, or,
  // where there is no GPU, recorded on another one with the same values.
  [[nodiscard]] std::optional<GpuCount> of(std::string_view counter) const;
  // The same of a source line, whose model's count is `model`; only counted here, with this machine
  // code taken apart.
  [[nodiscard]] std::optional<GpuCount> of_line(std::string_view counter, std::uint32_t line,
                                                std::uint64_t model) const;
  [[nodiscard]] bool are_recorded() const { return point_ != nullptr; }
  // Which GPU counted; empty: none.
  [[nodiscard]] std::string device() const;
  // Why there are none; empty: there are.
  [[nodiscard]] std::string why_none() const;

 private:
  [[nodiscard]] std::optional<GpuCount> recorded(std::string_view counter) const;
  [[nodiscard]] std::optional<hardware::CounterReason> counted_once(std::string_view counter,
                                                                    std::uint64_t recorded) const;

  const session::Session& session_;
  const hardware::GpuRun* run_ = nullptr;
  const hardware::Measurements* file_ = nullptr;    // of `point_`
  const hardware::MeasuredPoint* point_ = nullptr;  // null where something was counted here
  events::Counters model_;                          // of the whole run, for `point_`
};
// Differs when these would.
[[nodiscard]] std::uint64_t gpu_counts_key(const session::Session& session);
// By row of the listing, what the hardware counted of the chosen heat; empty: it has not counted.
[[nodiscard]] std::vector<std::uint64_t> sass_heat(const session::Session& session,
                                                   const SassModel& listing);

}  // namespace lanescope::ui::figures
