#include "sim/analysis/export_step.hpp"

#include <span>
#include <vector>

#include <fmt/format.h>

#include "sim/analysis/access.hpp"

namespace lanescope::analysis {
namespace {

using events::Space;

std::string_view spelling(Space space) {
  switch (space) {
    case Space::Global:
      return "global";
    case Space::Shared:
      return "shared";
    case Space::Local:
      return "local";
    case Space::Constant:
      return "constant";
    case Space::Texture:
      return "texture";
  }
  return "";
}

std::string_view spelling(events::Access access) {
  switch (access) {
    case events::Access::Load:
      return "load";
    case events::Access::Store:
      return "store";
    case events::Access::Atomic:
      return "atomic";
  }
  return "";
}

void add(const events::Counters& counted, StepRequests* total) {
  for (const auto& banks : {counted.shared_load, counted.shared_store, counted.shared_atomic}) {
    total->wavefronts += banks.wavefronts;
    total->bank_conflicts += banks.bank_conflicts;
  }
  total->distinct_words += counted.constant_load.distinct_words;
  for (const auto& sectors : {counted.global_load, counted.global_store, counted.global_atomic,
                              counted.local_load, counted.local_store, counted.texture_load}) {
    total->sectors += sectors.sectors;
    total->ideal_sectors += sectors.ideal_sectors;
  }
}

}  // namespace

StepRequests requests_of(const trace::Trace& trace, Tick tick) {
  StepRequests total;
  if (!trace.has_accesses(tick)) return total;
  const std::vector<trace::Access> accesses = trace.accesses(tick);
  const bool fetch = !accesses.empty() && accesses.front().space == events::Space::Texture;
  for (const trace::Access& access : fetch ? std::span(accesses).first(1) : std::span(accesses)) {
    if (!total.spaces.empty()) total.spaces += '+';
    total.spaces += spelling(access.space);
    total.access = spelling(access.kind);
    total.bytes = access.bytes;
  }
  events::Counters counted;
  count_step(accesses, counted);
  add(counted, &total);
  return total;
}

const engine::Program* StepWords::program(const trace::Step& step) const {
  if (step.launch >= plan_.launches.size()) return nullptr;
  const engine::Program* program = plan_.launches[step.launch].program.get();
  return program != nullptr && step.pc.value < program->size() ? program : nullptr;
}

std::string StepWords::kernel(std::uint32_t launch) const {
  if (launch >= plan_.launches.size() || !plan_.launches[launch].program) return "kernel";
  return plan_.launches[launch].program->kernel();
}

std::string StepWords::instruction(const trace::Step& step) const {
  const engine::Program* known = program(step);
  return known != nullptr ? known->text_at(step.pc) : fmt::format("pc {}", step.pc.value);
}

std::string StepWords::file(const trace::Step& step) const {
  const engine::Program* known = program(step);
  if (known == nullptr) return {};
  const std::uint32_t file = known->location_at(step.pc).file;
  const auto files = known->files();
  return file < files.size() ? files[file] : std::string();
}

std::uint32_t StepWords::line(const trace::Step& step) const {
  const engine::Program* known = program(step);
  return known != nullptr ? known->location_at(step.pc).line : 0;
}

Dim3 StepWords::block(const trace::Step& step) const {
  return trace_.launches()[step.launch].grid.at(step.block.value);
}

bool StepWords::is_barrier(const trace::Step& step) const {
  const engine::Program* known = program(step);
  return known != nullptr && known->at(step.pc).is_barrier();
}

}  // namespace lanescope::analysis
