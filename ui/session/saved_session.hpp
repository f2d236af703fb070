#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "sim/base/result.hpp"
#include "ui/view/relative_moment.hpp"
#include "ui/view/state.hpp"

namespace lanescope::ui {

class Session;

// What of a session makes the run and the user's own marks: taken back by undo, kept in files.
struct SavedExperiment {
  std::string lesson, rung;
  std::uint32_t lesson_step = 0;
  std::shared_ptr<const lab::Experiment> pasted;  // instead of a lesson
  lab::ParameterValues values;
  std::string arch = "sm_90";
  engine::Policy policy = engine::Policy::Its;
  engine::Order order = engine::Order::RoundRobin;
  int warp_size = 32;
  std::string input;
  std::map<std::string, std::string> arguments;
  std::map<std::string, std::string> edits;  // sources as edited, by "lesson/rung"
  BlockIndex first_block;                    // of those recorded
  std::uint32_t blocks = 1;                  // how many are
  std::vector<Breakpoint> breakpoints;
  std::vector<Bookmark> bookmarks;
  std::vector<std::string> watches;
  friend bool operator==(const SavedExperiment&, const SavedExperiment&) = default;
};
[[nodiscard]] SavedExperiment saved_experiment(const Session& session);

// A session file: JSON, "lanescope_session": 1. What is added later is optional.
struct SavedSession {
  SavedExperiment experiment;
  RelativeMoment place;
  std::map<std::string, State::ExerciseMark> exercises;  // by lesson; no matter of undo
  // How it is looked at.
  Theme theme = Theme::Dark;
  Depth depth = Depth::Full;
  StepUnit step_unit = StepUnit::WarpInstruction;
  std::string heat = "shared.wavefronts";
  double steps_per_second = 4.0;
  bool phase_view = true;
  bool grid_view = false;
  std::string array, shown_register, panel;
};
[[nodiscard]] SavedSession saved_session(const Session& session);
[[nodiscard]] std::string session_text(const SavedSession& saved);
// `name` stands in messages. Any text gives a session or an Error that says what is wrong.
[[nodiscard]] Result<SavedSession> read_session(std::string_view text, const std::string& name);

}  // namespace lanescope::ui
