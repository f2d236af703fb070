#include "ui/session/ladder.hpp"

#include <utility>

#include <fmt/format.h>

#include "lab/lesson/rung_numbers.hpp"
#include "ui/session/experiment_maker.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::session {
namespace {

std::string settings_of(const view::ChosenExperiment& chosen, const lesson::Rung& rung) {
  const view::Machine& machine = chosen.machine;
  std::string out = fmt::format("{} {} {} {} {} {}", machine.arch, static_cast<int>(machine.policy),
                                static_cast<int>(machine.order), machine.warp_size,
                                machine.machine_code, chosen.input);
  for (const auto& [name, value] : values_for(rung, chosen.values))
    out += fmt::format(" {}={}", name, value);
  for (const auto& [name, value] : chosen.arguments) out += fmt::format(" {}={}", name, value);
  return out;
}

// Not of a source that the user has changed: metrics may name its lines.
std::map<std::string, double> quantities_of(const Session& session, const std::string& rung_id,
                                            const run::ModelRun& run) {
  std::map<std::string, double> found;
  const lesson::Rung* rung = session.lesson()->find_rung(rung_id);
  const view::ChosenExperiment& chosen = session.state().experiment;
  const bool edited = chosen.rung == rung_id && !chosen.edited_source().empty();
  if (rung == nullptr || edited) return found;
  for (const lesson::Quantity& one : session.lesson()->quantities) {
    const auto value = lesson::quantity_of(*rung, one.id, run, values_for(*rung, chosen.values));
    if (value) found[one.id] = *value;
  }
  return found;
}

}  // namespace

const LadderEntry* Ladder::find(const std::string& rung) const {
  const auto found = entries_.find(rung);
  return found == entries_.end() ? nullptr : &found->second;
}

bool Ladder::begin_next(const Session& session, lesson::Runner& runner) {
  const lesson::Lesson* lesson = session.lesson();
  if (lesson == nullptr) return false;
  const view::ChosenExperiment& chosen = session.state().experiment;
  for (const lesson::Rung& rung : lesson->rungs) {
    if (rung.id == chosen.rung) continue;
    LadderEntry& entry = entries_[rung.id];
    std::string settings = settings_of(chosen, rung);
    if (entry.settings == settings) continue;
    entry.settings = std::move(settings);
    auto experiment = experiment_of(session, rung);
    if (!experiment) {
      entry.numbers.reset();
      entry.prepared.reset();
      entry.quantities.clear();
      continue;
    }
    rung_ = rung.id;
    request_ = runner.submit_counters(std::move(*experiment));
    return true;
  }
  return false;
}

void Ladder::take(const Session& session, const lesson::Runner::Update& update) {
  const auto* run = std::get_if<std::shared_ptr<const run::ModelRun>>(&update.result);
  const bool there = run != nullptr && *run != nullptr;
  LadderEntry& entry = entries_[rung_];
  entry.numbers = there ? std::optional(view::numbers_of(**run)) : std::nullopt;
  entry.prepared = there ? (*run)->prepared : nullptr;
  entry.quantities.clear();
  if (there) entry.quantities = quantities_of(session, rung_, **run);
  request_ = 0;
}

void Ladder::note(const Session& session, const run::ModelRun& run) {
  const lesson::Rung* rung = session.rung();
  if (rung == nullptr) return;
  entries_[rung->id] = {view::numbers_of(run), quantities_of(session, rung->id, run),
                        settings_of(session.state().experiment, *rung), run.prepared};
}

void Ladder::drop() {
  if (request_ != 0) entries_[rung_].settings.clear();
  request_ = 0;
}

void Ladder::clear() {
  entries_.clear();
  request_ = 0;
}

}  // namespace lanescope::ui::session
