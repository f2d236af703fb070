#include "ui/view/beats.hpp"

#include <algorithm>
#include <bit>

#include "ui/view/numbers.hpp"
#include "ui/view/operands.hpp"

namespace lanescope::ui::view {
namespace {

constexpr std::size_t kValueWidth = 5;

void complete(RequestBeats& beats, std::uint32_t pass, LaneMask lanes) {
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    beats.last[static_cast<std::size_t>(std::countr_zero(rest))] = pass;
}

}  // namespace

double eased(double share) {
  const double x = std::clamp(share, 0.0, 1.0);
  return x * x * (3.0 - 2.0 * x);
}

PassPlace pass_place(double moment, std::uint32_t passes, std::uint32_t pass, bool returns) {
  if (moment >= 1.0) return {Leg::Done, returns ? 0.0 : 1.0};
  const double since =
      std::max(moment, 0.0) * static_cast<double>(passes + 1) - static_cast<double>(pass);
  if (since < 0.0) return {Leg::Waits, 0.0};
  if (since < 1.0) return {Leg::Out, eased(since)};
  if (!returns) return {Leg::Done, 1.0};
  if (since < 2.0) return {Leg::Back, 1.0 - eased(since - 1.0)};
  return {Leg::Done, 0.0};
}

RequestBeats beats_of(const analysis::SharedRequest& request, LaneMask lanes) {
  RequestBeats beats;
  beats.lanes = lanes;
  beats.passes = static_cast<std::uint32_t>(request.wavefronts.size());
  for (std::uint32_t i = 0; i < beats.passes; ++i) complete(beats, i, request.wavefronts[i].lanes);
  return beats;
}

RequestBeats beats_of(const analysis::GlobalRequest& request, LaneMask lanes) {
  RequestBeats beats;
  beats.lanes = lanes;
  beats.passes = static_cast<std::uint32_t>(request.sectors.size());
  for (std::uint32_t i = 0; i < beats.passes; ++i) complete(beats, i, request.sectors[i].lanes);
  return beats;
}

std::optional<std::uint32_t> register_about(const engine::Program& program, Pc pc) {
  const std::uint32_t reg = program.at(pc).about;
  return reg == engine::kNone ? std::nullopt : std::optional(reg);
}

void fill_values(const View& view, const trace::Step& step, RequestBeats& beats) {
  const engine::Program* program = view.program();
  if (program == nullptr) return;
  beats.returns = !registers_written(*program, step.pc).empty();
  const auto about = register_about(*program, step.pc);
  const engine::Execution* machine = view.machine();
  if (!about || machine == nullptr) return;
  const auto values = machine->register_values(step.block, step.warp, *about);
  for (std::size_t lane = 0; lane < std::min(values.size(), beats.values.size()); ++lane)
    if ((beats.lanes >> lane & 1U) != 0)
      beats.values[lane] = value_text(program->registers()[*about].type, values[lane], kValueWidth);
}

double stretch(std::uint32_t passes) {
  constexpr double kUsualBeats = 4.0, kLongest = 6.0;
  return std::clamp(static_cast<double>(passes + 1) / kUsualBeats, 1.0, kLongest);
}

namespace {

std::optional<RequestBeats> request_of(const View& view, const trace::Step& step) {
  if (!view.trace()->has_accesses(step.tick)) return std::nullopt;
  const std::vector<trace::Access> accesses = view.trace()->accesses(step.tick);
  if (!accesses.empty() && accesses.front().space == events::Space::Texture) {
    LaneMask lanes = 0;
    for (const trace::Access& access : accesses) lanes |= access.lanes;
    return beats_of(analysis::explain_fetch(accesses), lanes);
  }
  for (const trace::Access& access : accesses) {
    const bool shared = access.space == events::Space::Shared;
    if (!shared && access.space != events::Space::Global && access.space != events::Space::Local)
      continue;
    return shared ? beats_of(analysis::explain_shared(access), access.lanes)
                  : beats_of(analysis::explain_global(access), access.lanes);
  }
  return std::nullopt;
}

}  // namespace

std::uint32_t shown_passes(const View& view) {
  const auto step = view.last_step();
  const auto beats = step ? request_of(view, *step) : std::nullopt;
  return beats ? beats->passes : 0;
}

std::optional<RequestBeats> shown_beats(const View& view) {
  const auto step = view.last_step();
  auto beats = step ? request_of(view, *step) : std::nullopt;
  if (beats) fill_values(view, *step, *beats);
  return beats;
}

}  // namespace lanescope::ui::view
