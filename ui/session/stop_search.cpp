#include "ui/session/stop_search.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "sim/analysis/lines.hpp"
#include "ui/lane_language/lane_names.hpp"
#include "ui/session/source_model.hpp"
#include "ui/view/operands.hpp"

namespace lanescope::ui::session {

class StopSearch::Search {
 public:
  explicit Search(const Session& session)
      : view_(static_cast<const view::View&>(session)), trace_(*session.trace()) {
    const std::string file = compiled_file(session);
    for (const auto& launch : session.run()->plan().launches) {
      auto& lines = lines_.emplace_back();
      for (std::uint32_t pc = 0; pc < launch.program->size(); ++pc)
        lines.push_back(analysis::line_in_file(*launch.program, Pc{pc}, file));
    }
    for (const view::Breakpoint& point : session.state().marks.breakpoints) {
      Stop stop{point.line, std::nullopt};
      if (!point.condition.empty()) {
        auto parsed = lane_language::LaneExpression::parse(point.condition);
        if (!parsed) continue;  // `break` takes none such
        stop.condition = std::move(*parsed);
      }
      stops_.push_back(std::move(stop));
    }
  }

  [[nodiscard]] bool is_stop(Tick tick) const {
    const trace::Step step = trace_.step(tick);
    const std::uint32_t line = line_of(step);
    if (line == 0) return false;
    return std::any_of(stops_.begin(), stops_.end(), [&](const Stop& stop) {
      if (stop.line != line) return false;
      const bool begins = begins_visit(step, line);
      return stop.condition ? begins_to_hold(step, *stop.condition, begins) : begins;
    });
  }
  void use_own_replay() {
    const run::ModelRun& run = *view_.run();
    view_ =
        view::View(view_.state(), view_.run(),
                   std::make_shared<replay::Replay>(run.prepared->plan, run.trace, run.snapshots));
  }
  [[nodiscard]] Tick end() const { return Tick{trace_.tick_count()}; }

 private:
  struct Stop {
    std::uint32_t line = 0;
    std::optional<lane_language::LaneExpression> condition;
  };

  [[nodiscard]] std::uint32_t line_of(const trace::Step& step) const {
    return lines_[step.launch][step.pc.value];
  }
  // Instructions without a line belong to the line before them; a jump back begins a new visit.
  [[nodiscard]] bool begins_visit(const trace::Step& step, std::uint32_t line) const {
    const auto steps = trace_.steps_of(step.launch, step.block, step.warp);
    auto at = std::lower_bound(steps.begin(), steps.end(), step.tick);
    Pc later = step.pc;
    while (at != steps.begin()) {
      --at;
      const trace::Step before = trace_.step(*at);
      if (later <= before.pc) return true;
      if (line_of(before) != 0) return line_of(before) != line;
      later = before.pc;
    }
    return true;
  }
  [[nodiscard]] bool begins_to_hold(const trace::Step& step,
                                    const lane_language::LaneExpression& condition,
                                    bool begins_visit) const {
    if (!begins_visit && lanes(step, condition, step.tick) != 0) return false;
    return lanes(step, condition, Tick{step.tick.value + 1}) != 0;
  }
  [[nodiscard]] LaneMask lanes(const trace::Step& step,
                               const lane_language::LaneExpression& condition, Tick moment) const {
    const engine::Execution* machine = view_.machine_at(moment);
    if (machine == nullptr) return 0;
    return condition.lanes({names_of_launch(step.launch), *machine, step.block, step.warp, step.pc},
                           step.executed);
  }

  [[nodiscard]] const lane_language::LaneNames& names_of_launch(std::uint32_t launch) const {
    const auto at = names_.find(launch);
    return at != names_.end()
               ? at->second
               : names_.emplace(launch, lane_language::names_of(view_, launch)).first->second;
  }

  view::View view_;
  const trace::Trace& trace_;  // the view's
  mutable std::map<std::uint32_t, lane_language::LaneNames>
      names_;                                      // of the launches that conditions were asked of
  std::vector<std::vector<std::uint32_t>> lines_;  // by launch and pc
  std::vector<Stop> stops_;
};

StopSearch::StopSearch(const Session& session) {
  if (session.trace() != nullptr && !session.state().marks.breakpoints.empty())
    search_ = std::make_unique<Search>(session);
}
StopSearch::~StopSearch() = default;
StopSearch::StopSearch(StopSearch&&) noexcept = default;
StopSearch& StopSearch::operator=(StopSearch&&) noexcept = default;

void StopSearch::use_own_replay() {
  if (search_ != nullptr) search_->use_own_replay();
}

std::optional<Tick> StopSearch::first(Tick from, Tick to, const GiveUp& give_up) const {
  constexpr std::uint64_t kBetweenLooks = 256;
  if (search_ == nullptr) return std::nullopt;
  const Tick end = std::min(to, search_->end());
  for (Tick tick = from; tick < end; ++tick.value) {
    if (give_up && tick.value % kBetweenLooks == 0 && give_up(tick)) return std::nullopt;
    if (search_->is_stop(tick)) return tick;
  }
  return std::nullopt;
}

// Stretch by stretch from the end: inside one, time runs forwards, as the machine does.
std::optional<Tick> StopSearch::last(Tick from, Tick to, const GiveUp& give_up) const {
  constexpr std::uint64_t kStretch = 2048;
  if (search_ == nullptr) return std::nullopt;
  std::uint64_t end = std::min(to, search_->end()).value;
  while (end > from.value) {
    if (give_up && give_up(Tick{end})) return std::nullopt;
    const std::uint64_t begin = std::max(from.value, end - std::min(end, kStretch));
    std::optional<Tick> last;
    for (auto at = first(Tick{begin}, Tick{end}); at; at = first(Tick{at->value + 1}, Tick{end}))
      last = at;
    if (last) return last;
    end = begin;
  }
  return std::nullopt;
}

std::optional<Tick> register_write_before(const Session& session, Tick before, WarpIndex warp,
                                          std::uint32_t lane, const std::string& name) {
  const trace::Trace& trace = *session.trace();
  const view::Selection& selection = session.state().cursor.selection;
  const engine::Program* program = session.program();
  if (program == nullptr) return std::nullopt;
  const auto steps = trace.steps_of(selection.launch, selection.block, warp);
  auto at = std::lower_bound(steps.begin(), steps.end(), before);
  while (at != steps.begin()) {
    --at;
    const trace::Step step = trace.step(*at);
    if ((step.executed >> lane & 1U) == 0) continue;
    const auto written = view::registers_written(*program, step.pc);
    if (std::find(written.begin(), written.end(), name) != written.end()) return *at;
  }
  return std::nullopt;
}

}  // namespace lanescope::ui::session
