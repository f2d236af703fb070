#include "sim/analysis/comparator_search.hpp"

#include <algorithm>
#include <bit>

#include "sim/analysis/origin_search.hpp"

namespace lanescope::analysis {

using engine::Role;
using trace::Access;
using trace::Step;

namespace {

template <typename Take>
void each_lane(LaneMask lanes, Take take) {
  for (; lanes != 0; lanes &= lanes - 1) take(static_cast<std::uint32_t>(std::countr_zero(lanes)));
}

// The registers of one role, in order; predicates choose and hold nothing.
std::vector<std::uint32_t> registers_of(const engine::Program& program,
                                        const engine::InstructionInfo& info, Role role) {
  std::vector<std::uint32_t> out;
  for (const engine::Operand& operand : info.operands)
    if (operand.role == role && program.registers()[operand.reg].type != ValueType::Pred)
      out.push_back(operand.reg);
  return out;
}

}  // namespace

ComparatorSearch::ComparatorSearch(std::shared_ptr<const engine::Plan> plan,
                                   std::shared_ptr<const trace::Trace> trace)
    : plan_(std::move(plan)),
      trace_(std::move(trace)),
      replay_(plan_, trace_),
      wires_(*plan_, *trace_),
      warp_size_(static_cast<std::uint32_t>(plan_->options.warp_size)) {
  for (std::uint32_t launch = 0; launch < trace_->launches().size(); ++launch)
    all_recorded_ &= trace_->blocks(launch).size() == trace_->launches()[launch].grid.count();
}

void ComparatorSearch::run() {
  for (Tick tick; tick.value < trace_->tick_count() && wires_.any(); ++tick.value)
    follow(trace_->step(tick));
  end();
}

void ComparatorSearch::begin_launch(std::uint32_t launch) {
  launch_ = launch;
  program_ = plan_->launches[launch].program.get();
  warps_.clear();
  words_.clear();
}

void ComparatorSearch::follow(const Step& step) {
  if (step.launch != launch_) begin_launch(step.launch);
  const Info& info = program_->at(step.pc);
  values_.clear();
  if (info.is_memory()) {
    accesses_.clear();
    if (trace_->has_accesses(step.tick)) trace_->accesses(step.tick, accesses_);
    load(step, info);
    store(step, info);
  } else if (info.unit == lanescope::Unit::WarpSync) {
    exchange(step, info);
  } else {
    compute(step, info);
  }
}

ComparatorSearch::Warp& ComparatorSearch::warp_of(const Step& step) {
  Warp& warp = warps_[std::uint64_t{step.block.value} << 32U | step.warp.value];
  if (warp.registers.empty()) {
    warp.registers.resize(program_->registers().size());
    warp.last.assign(warp_size_, kNobody);
  }
  return warp;
}

void ComparatorSearch::put(const Step& step, std::uint32_t reg, std::uint32_t lane,
                           const Held& held) {
  Lanes& there = warp_of(step).registers[reg];
  if (there.empty() && !held.any()) return;
  if (there.empty()) there.resize(warp_size_);
  there[lane] = held;
}

// Bits of a register in a lane, before the step.
std::uint64_t ComparatorSearch::bits(const Step& step, std::uint32_t reg, std::uint32_t lane) {
  auto [found, fresh] = values_.try_emplace(reg);
  if (fresh) found->second = replay_.at(step.tick).register_values(step.block, step.warp, reg);
  return lane < found->second.size() ? found->second[lane] : 0;
}

std::uint64_t ComparatorSearch::word_key(const Step& step, events::Space space,
                                         std::uint32_t thread, std::uint64_t address) {
  const std::uint64_t whose = space == events::Space::Local ? thread + 1ULL : 0;
  return whose << 48U | std::uint64_t{step.block.value} << 20U | address;
}

void ComparatorSearch::load(const Step& step, const Info& info) {
  const auto written = registers_of(*program_, info, Role::Write);
  for (const std::uint32_t reg : written)
    each_lane(step.executed, [&](std::uint32_t lane) { put(step, reg, lane, {}); });
  for (const Access& access : accesses_) {
    if (access.kind != events::Access::Load || written.empty()) continue;
    const auto each = static_cast<std::uint32_t>(access.bytes / written.size());
    for (std::size_t part = 0; part < written.size(); ++part)
      each_lane(access.lanes, [&](std::uint32_t lane) {
        put(step, written[part], lane,
            loaded(step, access.space, lane, access.addresses[lane] + part * each, each));
      });
  }
}

Held ComparatorSearch::loaded(const Step& step, events::Space space, std::uint32_t lane,
                              std::uint64_t address, std::uint32_t bytes) {
  Held held;
  if (space == events::Space::Global) {
    held.wire = wires_.at(address);
    held.since = step.tick.value;
    if (!held.any() || wires_.bytes(held.wire) == bytes) return held;
    wires_.give_up(held.wire);
    return {};
  }
  const std::uint32_t thread = thread_of(step, lane);
  const auto word = words_.find(word_key(step, space, thread, address));
  if (word == words_.end()) return held;
  held = word->second.held;
  held.since = step.tick.value;
  held.foreign = word->second.thread != thread;
  return held;
}

void ComparatorSearch::store(const Step& step, const Info& info) {
  const auto read = registers_of(*program_, info, Role::Read);
  for (const Access& access : accesses_) {
    if (access.kind == events::Access::Load) continue;
    const bool atomic = access.kind == events::Access::Atomic || read.empty();
    const std::size_t parts = atomic ? 1 : read.size();
    const std::size_t each = access.bytes / parts;
    for (std::size_t part = 0; part < parts; ++part)
      each_lane(access.lanes, [&](std::uint32_t lane) {
        const std::uint64_t address = access.addresses[lane] + part * each;
        const Held value = atomic ? Held{} : held(step, read[part], lane);
        if (access.space == events::Space::Global)
          store_global(step, lane, wires_.at(address), value, atomic ? 0 : read[part]);
        else
          store_word(step, access.space, lane, address, value);
      });
  }
}

// Whether the thread has just compared the two: what it stores may be either.
bool ComparatorSearch::have_met(const Step& step, std::uint32_t lane, std::uint32_t a,
                                std::uint32_t b) {
  const std::uint32_t last = warp_of(step).last[lane];
  return last != kNobody && met_[last].found.first == std::min(a, b) &&
         met_[last].found.second == std::max(a, b);
}

void ComparatorSearch::store_global(const Step& step, std::uint32_t lane, std::uint32_t place,
                                    const Held& value, std::uint32_t reg) {
  const bool compared = place != Wires::kNone && last_of_.contains(place);
  if (!value.any()) {
    if (compared) wires_.give_up(place);  // made of something else
    return;
  }
  const bool own = value.wire == place || value.other == place;
  if (own || (place != Wires::kNone && have_met(step, lane, value.wire, place))) {
    stored_[place] = {bits(step, reg, lane), step.tick.value};
    settle(step, lane, place);
    return;
  }
  const bool moved = place != Wires::kNone && wires_.same_buffer(place, value.wire);
  if (moved || value.either) wires_.give_up(value.wire);
  if (compared) wires_.give_up(place);
  stored_[value.wire] = {bits(step, reg, lane), step.tick.value};
}

void ComparatorSearch::store_word(const Step& step, events::Space space, std::uint32_t lane,
                                  std::uint64_t address, const Held& value) {
  const std::uint32_t thread = thread_of(step, lane);
  const std::uint64_t key = word_key(step, space, thread, address);
  if (!value.any()) {
    words_.erase(key);
    return;
  }
  Word& word = words_[key];
  const std::uint32_t place = word.held.wire;
  const bool own = value.wire == place || value.other == place;
  const bool stays = word.held.any() && (own || have_met(step, lane, value.wire, place));
  word.thread = thread;
  word.held =
      stays ? Held{.wire = place, .other = value.wire == place ? value.other : value.wire} : value;
  word.held.foreign = false;
  if (stays) settle(step, lane, place);
}

// What a lane has compared lies in its place.
void ComparatorSearch::settle(const Step& step, std::uint32_t lane, std::uint32_t place) {
  const std::uint32_t last = warp_of(step).last[lane];
  if (last == kNobody) return;
  Met& met = met_[last];
  if (met.found.first != place && met.found.second != place) return;
  met.kept = true;
  if (!met.joined && met.interval == interval_of(step))
    met.found.done = std::max(met.found.done, Tick{step.tick.value + 1});
}

// Lane by lane: the text with the numbers that its registers hold tells from where it is given.
void ComparatorSearch::exchange(const Step& step, const Info& info) {
  const auto written = registers_of(*program_, info, Role::Write);
  const auto read = registers_of(*program_, info, Role::Read);
  std::vector<Held> given(warp_size_);
  if (!written.empty() && !read.empty() && holds_any(step, read.front())) {
    const std::string text = program_->text_at(step.pc);
    each_lane(step.executed, [&](std::uint32_t lane) {
      std::vector<std::pair<std::string, std::uint64_t>> numbers;
      for (std::size_t r = 1; r < read.size(); ++r)
        numbers.emplace_back(program_->registers()[read[r]].name, bits(step, read[r], lane));
      const LaneMask from = shuffle_sources(text_with(text, numbers), lane, step.executed);
      if (std::popcount(from) != 1) return;
      const auto giver = static_cast<std::uint32_t>(std::countr_zero(from));
      given[lane] = held(step, read.front(), giver);
      if (giver == lane) return;
      given[lane].foreign = true;
      given[lane].since = step.tick.value;
      given[lane].other = given[lane].either ? given[lane].other : Wires::kNone;
    });
  }
  for (const std::uint32_t reg : written)
    each_lane(step.executed, [&](std::uint32_t lane) { put(step, reg, lane, given[lane]); });
}

}  // namespace lanescope::analysis
