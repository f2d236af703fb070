#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lab/lesson/lesson_migration.hpp"
#include "ui/figures/program/host_strip.hpp"
#include "ui/session/session.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::program {

// The pages of managed memory side by side, as a lesson's step shows them in the Program panel: a
// row for each thing that the program does, with where every page is after it.
//
//                           v
//   1  the host writes v    [H][H][H][H]
//   2  the GPU: launch 0    [G][G][G][G]   4 pages move
struct PageCell {
  schedule::Where where = schedule::Where::Nowhere;
  bool moved = false;  // in this step
  std::string words;   // for a tooltip
};
struct PageRow {
  std::string does;             // "2  the GPU: launch 0"
  std::string moves;            // "4 pages move, 16 KiB"; empty before the reveal
  std::vector<PageCell> cells;  // by page; none before the reveal
};
struct PageMap {
  std::string title;
  std::vector<lesson::MigratedPages::Array> arrays;
  std::size_t pages = 0;
  std::vector<PageRow> rows;
  std::string words;  // how much moves in all, or that one is to predict first, or what is missing
};
// `run`: the one on screen, which may be null or not complete.
[[nodiscard]] PageMap page_map(const lesson::LessonMigration& migration, const run::ModelRun* run,
                               bool revealed);
// Null: the step on screen has none, or another kernel is on screen.
[[nodiscard]] const lesson::LessonMigration* shown_migration(const session::Session& session);

// "H", "G", "HG" for both, "" for nowhere.
[[nodiscard]] std::string letters_of(schedule::Where where);
[[nodiscard]] style::Role role_of(schedule::Where where);
[[nodiscard]] std::vector<StripLegend> page_legend();

[[nodiscard]] std::string page_map_svg(const PageMap& map, bool dark);

}  // namespace lanescope::ui::figures::program
