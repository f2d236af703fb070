#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/expression.hpp"
#include "ui/session/session.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::figures::structures {

// The launch of the next step; after the last one, its own. Where one launch ends it is the next.
[[nodiscard]] std::uint32_t shown_launch(const session::Session& session);

// What the shown launch of a rung binds: the array in each place, and its numbers. There is a run.
class Places {
 public:
  Places(const session::Session& session, const lesson::Rung& rung);

  // The launch's whole numbers by their labels.
  [[nodiscard]] const experiment::Variables& numbers() const { return numbers_; }
  // The array in a place; a shared array, or a buffer that no launch is given, by its own name.
  [[nodiscard]] const view::ArrayInfo* array(const std::string& place) const;

 private:
  void add_number(
      const std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>& argument);

  std::vector<view::ArrayInfo> arrays_;
  const experiment::LaunchSpec& launch_;
  std::vector<std::string> places_;
  experiment::Variables numbers_;
};

// A buffer's elements before anything runs.
[[nodiscard]] std::vector<double> initial_elements(const session::Session& session,
                                                   const view::ArrayInfo& array);

// Elements at the session's moment.
class ArrayMemory {
 public:
  explicit ArrayMemory(const session::Session& session);
  // Nothing where the memory is not there now: a block's own, when it is not resident.
  [[nodiscard]] std::optional<double> at(const view::ArrayInfo& array, std::uint64_t index) const;

 private:
  const engine::Execution* machine_;
  std::optional<trace::Step> step_;
};

// What an executed instruction has read, written, or found before it wrote, in each lane: by the
// register that it is about.
class LaneValues {
 public:
  LaneValues(const session::Session& session, const trace::Step& step);
  [[nodiscard]] std::optional<double> of(std::size_t lane, const view::ArrayInfo& array) const;

 private:
  std::vector<std::uint64_t> values_;
};

}  // namespace lanescope::ui::figures::structures
