#include "ui/figures/program/page_map.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures::program {
namespace {

using lesson::LessonMigration;
using schedule::PageStep;
using schedule::Side;
using schedule::Where;

// Of many, only how many there are: the pages below have their names.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 3;
  if (names.size() > kMost) return say("{} arrays", names.size());
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string part_words(const LessonMigration::Step& step) {
  if (step.from == "0" && step.to == "count") return listed(step.buffers);
  return fmt::format("{}[{} … {})", listed(step.buffers), step.from, step.to);
}

std::string does_words(const LessonMigration::Step& step) {
  const bool host = step.side == Side::Host;
  if (step.launches) {
    const auto& [first, last] = *step.launches;
    if (first == last) return host ? say("host: as launch {}", first) : say("launch {}", first);
    return host ? say("host: as launches {} to {}", first, last)
                : say("launches {} to {}", first, last);
  }
  const std::string part = part_words(step);
  switch (step.kind) {
    case PageStep::Kind::Prefetch:
      return host ? say("prefetch {} to the host", part) : say("prefetch {} to the GPU", part);
    case PageStep::Kind::ReadMostly:
      return say("advice: {} is read mostly", part);
    case PageStep::Kind::Touch:
      break;
  }
  return step.writes ? say("the host writes {}", part) : say("the host reads {}", part);
}

std::string where_words(Where where) {
  switch (where) {
    case Where::Host:
      return tr("at the host");
    case Where::Device:
      return tr("in the GPU's memory");
    case Where::Both:
      return tr("at both, to be read");
    case Where::Nowhere:
      break;
  }
  return tr("nowhere yet");
}

// "4 pages move, 16 KiB", of the moves of one step, or of all.
std::string moves_words(const std::vector<schedule::PageMove>& all, std::uint64_t page_bytes,
                        std::optional<std::size_t> step) {
  std::size_t moved = 0, copied = 0;
  for (const schedule::PageMove& move : all)
    if (!step || move.step == *step) ++(move.copied ? copied : moved);
  const std::string size = size_words((moved + copied) * page_bytes);
  if (moved + copied == 0) return tr("nothing moves");
  if (copied == 0) return say_many(moved, "{} page moves, {}", "{} pages move, {}", moved, size);
  if (moved == 0)
    return say_many(copied, "{} page is copied, {}", "{} pages are copied, {}", copied, size);
  return say("{} pages move, {} more are copied, {}", moved, copied, size);
}

// What becomes of the pages in one step.
void fill_row(const lesson::MigratedPages& pages, std::uint64_t page_bytes, std::size_t step,
              PageRow* row) {
  row->cells.resize(pages.pages);
  for (const auto& array : pages.arrays) {
    for (std::size_t i = 0; i < array.count; ++i) {
      PageCell& cell = row->cells[array.first + i];
      cell.where = pages.made.after[step][array.first + i];
      cell.words = say("{}, page {}: {}", array.name, i, where_words(cell.where));
    }
  }
  for (const schedule::PageMove& move : pages.made.moves) {
    if (move.step != step) continue;
    PageCell& cell = row->cells[move.page];
    cell.moved = true;
    cell.words += move.copied ? tr(", copied in this step") : tr(", moved in this step");
  }
  row->moves = moves_words(pages.made.moves, page_bytes, step);
}

}  // namespace

PageMap page_map(const LessonMigration& migration, const run::ModelRun* run, bool revealed) {
  PageMap map;
  map.title = migration.title;
  for (std::size_t i = 0; i < migration.steps.size(); ++i)
    map.rows.push_back({fmt::format("{}  {}", i + 1, does_words(migration.steps[i])), {}, {}});
  if (!revealed) {
    map.words = tr("Which pages move? Predict, then reveal the answer.");
    return map;
  }
  if (run == nullptr || !run->complete) {
    map.words = tr("The run is not there yet.");
    return map;
  }
  const auto pages = lesson::migrated_pages(migration, *run);
  if (!pages) {
    map.words = pages.error().message;
    return map;
  }
  map.arrays = pages->arrays;
  map.pages = pages->pages;
  for (std::size_t i = 0; i < map.rows.size(); ++i)
    fill_row(*pages, migration.page_bytes, i, &map.rows[i]);
  map.words = say("In all {}. A page has {}; outlined pages have moved in their step.",
                  moves_words(pages->made.moves, migration.page_bytes, std::nullopt),
                  size_words(migration.page_bytes));
  return map;
}

const LessonMigration* shown_migration(const session::Session& session) {
  const lesson::LessonStep* step = session.step();
  if (step == nullptr || step->migration.empty() || session.shows_launch()) return nullptr;
  if (session.state().experiment.rung != step->rung) return nullptr;
  return session.lesson()->find_migration(step->migration);
}

std::string letters_of(Where where) {
  switch (where) {
    case Where::Host:
      return "H";
    case Where::Device:
      return "G";
    case Where::Both:
      return "HG";
    case Where::Nowhere:
      break;
  }
  return {};
}

style::Role role_of(Where where) {
  switch (where) {
    case Where::Host:
      return style::Role::Store;
    case Where::Device:
      return style::Role::Load;
    case Where::Both:
      return style::Role::Atomic;
    case Where::Nowhere:
      break;
  }
  return style::Role::Inactive;
}

std::vector<StripLegend> page_legend() {
  return {{role_of(Where::Host), tr("H: at the host")},
          {role_of(Where::Device), tr("G: in the GPU's memory")},
          {role_of(Where::Both), tr("HG: at both")},
          {role_of(Where::Nowhere), tr("nowhere yet")}};
}

}  // namespace lanescope::ui::figures::program
