#include "ui/panels/registers/watch_model.hpp"

#include <functional>
#include <optional>

#include "ui/lane_language/lane_names.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::panels::registers {
namespace {

struct Watched {
  WatchRow row;
  std::optional<lane_language::LaneExpression> expression;
  lane_language::LaneValues now;
};

Watched watched(const std::string& text, const lane_language::LaneNames& names) {
  Watched out;
  out.row.expression = text;
  auto parsed = lane_language::LaneExpression::parse(text);
  const auto known = parsed ? parsed->check(names) : Result<void>(parsed.error());
  if (known)
    out.expression = std::move(*parsed);
  else
    out.row.complaint = known.error().message;
  return out;
}

void write_values(Watched& watch, LaneMask existing, std::size_t width) {
  watch.row.values.resize(watch.now.size());
  for (std::size_t lane = 0; lane < watch.now.size(); ++lane) {
    if ((existing >> lane & 1U) == 0) continue;
    if (watch.now[lane])
      watch.row.values[lane] = lane_language::text_of(*watch.now[lane], width);
    else
      ++watch.row.missing;
  }
}

bool differs(const std::optional<lane_language::LaneValue>& a,
             const std::optional<lane_language::LaneValue>& b) {
  if (a.has_value() != b.has_value()) return true;
  return a && a->number != b->number && !(a->number != a->number && b->number != b->number);
}

}  // namespace

std::vector<WatchRow> watch_rows(const session::Session& session, std::size_t value_width) {
  const auto step = session.shown_step();
  const engine::Execution* machine = session.machine();
  if (session.state().marks.watches.empty() || !step || machine == nullptr) return {};
  const lane_language::LaneNames names = lane_language::names_of(session, step->launch);
  const auto warp = machine->warp(step->block, session.shown_warp());
  const LaneMask existing = warp ? warp->existing : 0;
  std::vector<Watched> all;
  for (const std::string& text : session.state().marks.watches) {
    Watched& watch = all.emplace_back(watched(text, names));
    if (!watch.expression) continue;
    if (existing == 0) watch.row.complaint = tr("the block has ended: its lanes are gone");
    watch.now =
        watch.expression->values({names, *machine, step->block, session.shown_warp(), step->pc});
    write_values(watch, existing, value_width);
  }
  // The other moment comes last: it takes the machine away from this one.
  const std::uint64_t tick = session.state().cursor.tick.value;
  const engine::Execution* before = tick == 0 ? nullptr : session.machine_at(Tick{tick - 1});
  std::vector<WatchRow> rows;
  for (Watched& watch : all) {
    if (watch.expression && before != nullptr) {
      const lane_language::LaneValues old =
          watch.expression->values({names, *before, step->block, session.shown_warp(), step->pc});
      for (std::size_t lane = 0; lane < old.size(); ++lane) {
        if ((existing >> lane & 1U) != 0 && differs(old[lane], watch.now[lane]))
          watch.row.changed |= LaneMask{1} << lane;
      }
    }
    rows.push_back(std::move(watch.row));
  }
  return rows;
}

std::uint64_t watch_key(const session::Session& session) {
  std::uint64_t key = 0;
  for (const std::string& text : session.state().marks.watches)
    key = key * 0x9E3779B97F4A7C15ULL + std::hash<std::string>{}(text) + 1;
  return key;
}

}  // namespace lanescope::ui::panels::registers
