#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/experiment/expression.hpp"
#include "ui/session/session.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui {

// The launch of the next step; after the last one, its own. Where one launch ends it is the next.
[[nodiscard]] std::uint32_t shown_launch(const Session& session);

// What the shown launch of a rung binds: the array in each place, and its numbers. There is a run.
class Places {
 public:
  Places(const Session& session, const lab::Rung& rung);

  // The launch's whole numbers by their labels.
  [[nodiscard]] const lab::Variables& numbers() const { return numbers_; }
  // The array in a place; a shared array, or a buffer that no launch is given, by its own name.
  [[nodiscard]] const ArrayInfo* array(const std::string& place) const;

 private:
  void add_number(const std::variant<lab::LaunchSpec::BufferRef, lab::Argument>& argument);

  std::vector<ArrayInfo> arrays_;
  const lab::LaunchSpec& launch_;
  std::vector<std::string> places_;
  lab::Variables numbers_;
};

// A buffer's elements before anything runs.
[[nodiscard]] std::vector<double> initial_elements(const Session& session, const ArrayInfo& array);

// Elements at the session's moment.
class ArrayMemory {
 public:
  explicit ArrayMemory(const Session& session);
  // Nothing where the memory is not there now: a block's own, when it is not resident.
  [[nodiscard]] std::optional<double> at(const ArrayInfo& array, std::uint64_t index) const;

 private:
  const engine::Execution* machine_;
  std::optional<trace::Step> step_;
};

// What an executed instruction has read, written, or found before it wrote, in each lane: by the
// register that it is about.
class LaneValues {
 public:
  LaneValues(const Session& session, const trace::Step& step);
  [[nodiscard]] std::optional<double> of(std::size_t lane, const ArrayInfo& array) const;

 private:
  std::vector<std::uint64_t> values_;
};

}  // namespace lanescope::ui
