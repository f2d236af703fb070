#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ui/figures/global_model.hpp"
#include "ui/figures/shared_model.hpp"
#include "ui/figures/warps_model.hpp"
#include "ui/session/session.hpp"
#include "ui/view/counter_list.hpp"

namespace lanescope::ui::panels::compare {

// Compare: the run on screen and a second one at moments that belong together.
//
//   A naive          warp 3 · line 12   |   B shared tile     warp 3 · line 21
//   ▪▪▪▪▪▪▪▪▪▪▪▪                        |   ▪▪▪▪▪▪▪▪▪▪▪▪
//   5 sectors for 32 lanes …            |   4 sectors for 32 lanes …
//                              A        B        B − A
//   Global load sectors   19,300    2,400     −16,900     better · 8.0 × fewer
struct CompareSide {
  style::Role role = style::Role::RunA;
  char letter = 'A';
  std::string title;     // "Interleaved, modulo"
  std::string settings;  // "block 256 · elements 4,096"
  std::string place;     // "warp 0 · line 12"
  std::string moment;    // "tick 476 of 1,624, phase 5 of 10"
  std::optional<view::View> view;
  std::optional<figures::WarpsModel> warps;
  std::optional<figures::SharedModel> shared;  // the request to draw is one of these two
  std::optional<figures::GlobalModel> global;
};
struct CompareRow {
  std::string id, name, a, b;
  view::CounterChange change;
  style::Role role = style::Role::TextSecondary;  // of the better run
  std::string rule;
};
struct CompareModel {
  std::vector<CompareSide> sides;  // A, and B when it is there
  std::vector<CompareRow> rows;    // empty without B; rows that are 0 in both are left out
  bool complete = true;            // false: a grid is still running
  std::string waiting;             // why there is no B
  bool failed = false;             // `waiting` is a complaint
  std::string sentence;
};
// Nullopt: nothing has run, or there is nothing to compare with.
[[nodiscard]] std::optional<CompareModel> compare_model(const session::Session& session);
// Differs when compare_model() would.
[[nodiscard]] std::uint64_t compare_key(const session::Session& session);

// Run B at the moment that belongs to the session's; nullopt without a trace of it.
[[nodiscard]] std::optional<view::View> second_view(const session::Session& session);
[[nodiscard]] Tick aligned_tick(const trace::Trace& a, Tick tick, const trace::Trace& b,
                                view::Align align);

// "phase": the command's value, and English that is shown translated.
[[nodiscard]] const char* align_words(view::Align align);

}  // namespace lanescope::ui::panels::compare
