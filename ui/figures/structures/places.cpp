#include "ui/figures/structures/places.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "lab/run/prepare.hpp"
#include "ui/view/beats.hpp"

namespace lanescope::ui::figures::structures {

std::uint32_t shown_launch(const session::Session& session) {
  const auto next = session.next_step();
  const auto step = next ? next : session.last_step();
  return step ? step->launch : session.state().cursor.selection.launch;
}

Places::Places(const session::Session& session, const lesson::Rung& rung)
    : arrays_(view::arrays_of(session)),
      launch_(session.run()->prepared->experiment.launches[*run::given_launch(
          *session.run()->prepared, shown_launch(session))]) {
  const auto same = [&](const lesson::LaunchTemplate& one) {
    return one.kernel == launch_.kernel && one.arguments.size() == launch_.arguments.size();
  };
  const auto found = std::ranges::find_if(rung.launches, same);
  if (found != rung.launches.end()) places_ = found->arguments;
  for (const auto& argument : launch_.arguments) add_number(argument);
}

const view::ArrayInfo* Places::array(const std::string& place) const {
  std::string name = place;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const auto* bound = std::get_if<experiment::LaunchSpec::BufferRef>(&launch_.arguments[i]);
    if (places_[i] == place && bound != nullptr) name = bound->name;
  }
  const auto known = std::ranges::find(arrays_, name, &view::ArrayInfo::name);
  return known == arrays_.end() ? nullptr : &*known;
}

void Places::add_number(
    const std::variant<experiment::LaunchSpec::BufferRef, experiment::Argument>& argument) {
  const auto* given = std::get_if<experiment::Argument>(&argument);
  const auto* scalar =
      given == nullptr ? nullptr : std::get_if<experiment::ScalarValue>(&given->value);
  if (scalar == nullptr || experiment::is_float(scalar->type)) return;
  std::int64_t value = 0;
  const char* const end = scalar->value.data() + scalar->value.size();
  if (std::from_chars(scalar->value.data(), end, value).ec == std::errc())
    numbers_[given->name] = static_cast<double>(value);
}

std::vector<double> initial_elements(const session::Session& session,
                                     const view::ArrayInfo& array) {
  std::vector<double> out(array.count, 0.0);
  const auto& initial = session.run()->plan().buffers[array.buffer].initial;
  if (initial == nullptr) return out;
  for (std::uint64_t i = 0; i < array.count; ++i) {
    const std::uint64_t at = i * array.element_bytes;
    if (at + array.element_bytes > initial->size()) break;
    out[i] = experiment::element_value(array.type, initial->data() + at);
  }
  return out;
}

ArrayMemory::ArrayMemory(const session::Session& session)
    : machine_(session.machine()), step_(session.shown_step()) {}

std::optional<double> ArrayMemory::at(const view::ArrayInfo& array, std::uint64_t index) const {
  if (machine_ == nullptr || !step_ || index >= array.count) return std::nullopt;
  const bool shared = array.space == events::Space::Shared;
  const auto memory =
      shared ? machine_->shared_memory(step_->block) : machine_->buffer(array.buffer);
  const std::uint64_t at = (shared ? array.base : 0) + index * array.element_bytes;
  if (at + array.element_bytes > memory.size()) return std::nullopt;
  return experiment::element_value(array.type, memory.data() + at);
}

LaneValues::LaneValues(const session::Session& session, const trace::Step& step) {
  const engine::Program& program = *session.run()->plan().launches[step.launch].program;
  const auto reg = view::register_about(program, step.pc);
  // What an addition without a result is about is what it adds.
  if (!reg || program.text_at(step.pc).find("red.") != std::string::npos) return;
  values_ = session.machine()->register_values(step.block, step.warp, *reg);
}

std::optional<double> LaneValues::of(std::size_t lane, const view::ArrayInfo& array) const {
  if (lane >= values_.size()) return std::nullopt;
  std::array<std::byte, sizeof(std::uint64_t)> bytes{};
  experiment::store_integer(experiment::ElementType::U64, values_[lane], bytes.data());
  return experiment::element_value(array.type, bytes.data());
}

}  // namespace lanescope::ui::figures::structures
