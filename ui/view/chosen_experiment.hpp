#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "lab/lesson/lesson.hpp"
#include "sim/trace/recorder.hpp"

namespace lanescope::ui::view {

// How many blocks may be recorded at once: what a laptop holds easily.
inline constexpr std::uint32_t kMostRecordedBlocks = 4096;

// What a kernel runs on.
struct Machine {
  std::string arch = "sm_90";
  engine::Policy policy = engine::Policy::Its;
  engine::Order order = engine::Order::RoundRobin;
  int warp_size = 32;
  bool machine_code = false;  // executes that, else the PTX
  friend bool operator==(const Machine&, const Machine&) = default;
};

// What is run. Its equality is what undo goes by.
struct ChosenExperiment {
  std::string lesson, rung;  // ids; empty lesson: a pasted kernel
  std::uint32_t lesson_step = 0;
  std::shared_ptr<const experiment::Experiment> pasted;  // instead of a lesson
  lesson::ParameterValues values;
  Machine machine;
  std::string input;  // a fill for the buffers that are not zero; empty: the lesson's
  // What single arguments are instead: a fill for a buffer, a value for a scalar; by name.
  std::map<std::string, std::string> arguments;
  // Sources as edited, by edit_key(); by "KEY/aside" those that were put aside.
  std::map<std::string, std::string> edits;
  trace::Window window;
  friend bool operator==(const ChosenExperiment&, const ChosenExperiment&) = default;

  // "lesson/rung", of the rung that is open or another one of the lesson.
  [[nodiscard]] std::string edit_key() const { return edit_key(rung); }
  [[nodiscard]] std::string edit_key(std::string_view of_rung) const;
  // The source as edited; empty: as shipped.
  [[nodiscard]] const std::string& edited_source() const { return edit_of(rung); }
  [[nodiscard]] const std::string& edit_of(std::string_view of_rung) const;
};

}  // namespace lanescope::ui::view
