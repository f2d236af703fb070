#include "sim/analysis/export_step.hpp"

#include <fmt/format.h>

#include "sim/events/counting.hpp"

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

events::SharedAccess rule_of(const trace::Access& access) {
  if (access.kind == events::Access::Load) return events::SharedAccess::Load;
  if (access.kind == events::Access::Store) return events::SharedAccess::Store;
  return access.rule == events::SharedAccess::Load ? events::SharedAccess::Atomic : access.rule;
}

void add(const trace::Access& access, StepRequests* total) {
  const std::uint64_t* addresses = access.addresses.data();
  const int bytes = access.bytes;
  if (access.space == Space::Shared) {
    const auto c = events::count_shared(addresses, access.lanes, bytes, rule_of(access));
    total->wavefronts += c.wavefronts;
    total->bank_conflicts += c.bank_conflicts;
  } else if (access.space == Space::Constant) {
    total->distinct_words += events::count_constant(addresses, access.lanes, bytes).distinct_words;
  } else {
    const auto c = access.space == Space::Local
                       ? events::count_local(addresses, access.lanes, bytes)
                       : events::count_sectors(addresses, access.lanes, bytes, access.fetchers);
    total->sectors += c.sectors;
    total->ideal_sectors += c.ideal_sectors;
  }
}

}  // namespace

StepRequests requests_of(const trace::Trace& trace, Tick tick) {
  StepRequests total;
  if (!trace.has_accesses(tick)) return total;
  for (const trace::Access& access : trace.accesses(tick)) {
    if (!total.spaces.empty()) total.spaces += '+';
    total.spaces += spelling(access.space);
    total.access = spelling(access.kind);
    total.bytes = access.bytes;
    if (access.lanes != 0) add(access, &total);
  }
  return total;
}

const exec::Program* StepWords::program(const trace::Step& step) const {
  if (step.launch >= plan_.launches.size()) return nullptr;
  const exec::Program* program = plan_.launches[step.launch].program.get();
  return program != nullptr && step.pc.value < program->size() ? program : nullptr;
}

std::string StepWords::kernel(std::uint32_t launch) const {
  if (launch >= plan_.launches.size() || !plan_.launches[launch].program) return "kernel";
  return plan_.launches[launch].program->kernel();
}

std::string StepWords::instruction(const trace::Step& step) const {
  const exec::Program* known = program(step);
  return known != nullptr ? known->text_at(step.pc) : fmt::format("pc {}", step.pc.value);
}

std::string StepWords::file(const trace::Step& step) const {
  const exec::Program* known = program(step);
  if (known == nullptr) return {};
  const std::uint32_t file = known->location_at(step.pc).file;
  const std::vector<std::string>& files = known->module().files;
  return file < files.size() ? files[file] : std::string();
}

std::uint32_t StepWords::line(const trace::Step& step) const {
  const exec::Program* known = program(step);
  return known != nullptr ? known->location_at(step.pc).line : 0;
}

Dim3 StepWords::block(const trace::Step& step) const {
  return trace_.launches()[step.launch].grid.at(step.block.value);
}

bool StepWords::is_barrier(const trace::Step& step) const {
  const exec::Program* known = program(step);
  return known != nullptr && known->at(step.pc).is_barrier;
}

}  // namespace lanescope::analysis
