#include "sim/sass/machine/races/races.hpp"

#include <bit>
#include <string>
#include <utility>

#include "sim/events/shared_place.hpp"
#include "sim/machine/described_place.hpp"
#include "sim/sass/machine/constant_places.hpp"
#include "sim/sass/machine/faults.hpp"
#include "sim/sass/machine/races/access_orders.hpp"
#include "sim/sass/machine/races/mbarrier_deeds.hpp"
#include "sim/sass/machine/races/races_state.hpp"
#include "sim/sass/machine/values.hpp"

namespace lanescope::sass::machine::races {

using events::Space;
using hazards::Finding;

namespace {

hazards::What what_of(events::Access access) {
  return access == events::Access::Load    ? hazards::What::Load
         : access == events::Access::Store ? hazards::What::Store
                                           : hazards::What::Atomic;
}

hazards::AccessOrder order_of(const Issue& issue, const Request& request, Manner manner) {
  hazards::AccessOrder order;
  if (manner == Manner::Copied) return order;
  const bool alone = issue.machine.cluster_size == 1;
  if (manner == Manner::OfMbarrier) {
    order.strong = request.access != events::Access::Store;
    order.cta_scope = order.strong && alone;
    return order;
  }
  order = (*issue.machine.races->orders)[issue.pc];
  order.cta_scope |= order.cluster_scope && alone;
  return order;
}

// A request to one memory.
struct Part {
  LaneMask lanes = 0;
  const Addresses* addresses = nullptr;  // of shared memory: offsets in the owner's
  const Block* owner = nullptr;
};

class Telling final : public lanescope::machine::RaceTelling {
 public:
  Telling(Issue& issue, const Part& part, const hazards::Request& request, bool knows_stored)
      : RaceTelling(run_of(issue.machine),
                    {issue.pc, issue.warp.index, issue.block.index.value, issue.block.coordinates,
                     part.owner->coordinates, request.time, request.what, request.order.strong,
                     request.async, request.shared}),
        issue_(issue),
        part_(part),
        knows_stored_(knows_stored) {}

 private:
  [[nodiscard]] std::byte stored_byte(std::uint32_t lane, std::uint64_t address) const {
    const auto offset = static_cast<std::uint32_t>(address - (*part_.addresses)[lane]);
    Row room;
    const std::uint32_t word = read_word(issue_, issue_.op.src[0], offset / 4, room).lane[lane];
    return static_cast<std::byte>(word >> (8 * (offset % 4)));
  }

  [[nodiscard]] bool is_same_value(const Finding& finding) const override {
    if (!knows_stored_ || finding.other_what != hazards::What::Store) return false;
    for (std::uint32_t i = 0; i < finding.bytes; ++i) {
      const std::uint64_t at = finding.address + i;
      const std::byte other = finding.same_instruction ? stored_byte(finding.other_lane, at)
                              : request().shared       ? part_.owner->shared[at]
                                                       : *issue_.machine.memory.host(at);
      if (stored_byte(finding.lane, at) != other) return false;
    }
    return true;
  }

  [[nodiscard]] std::string address_of(const Finding& finding) const override {
    return request().shared ? describe_shared(issue_.machine, *part_.owner, finding.address,
                                              static_cast<int>(finding.bytes))
                            : describe_global(issue_.machine, finding.address);
  }

  void report(events::Hazard hazard) override {
    machine::report(issue_.machine, issue_.block, std::move(hazard));
  }

  Issue& issue_;
  const Part& part_;
  bool knows_stored_;
};

// Once: from here on some accesses are not looked at.
void tell_incomplete(Issue& issue) {
  Races& races = *issue.machine.races;
  if (races.incomplete_told || !races.detector.incomplete()) return;
  races.incomplete_told = true;
  report(issue.machine, issue.block, lanescope::machine::incomplete_hazard(issue.pc));
}

void order_part(Issue& issue, const Request& request, const Part& part, Manner manner,
                hazards::Time time) {
  hazards::Detector& detector = issue.machine.races->detector;
  hazards::Request told;
  told.time = time;
  told.pc = issue.pc;
  told.warp = issue.warp.index;
  told.lanes = part.lanes;
  told.addresses = part.addresses->data();
  told.bytes = request.bytes;
  told.what = what_of(request.access);
  told.order = order_of(issue, request, manner);
  told.shared = request.space == Space::Shared;
  if (part.owner != &issue.block) told.owner = part.owner->index.value;
  told.async = manner == Manner::Copied;
  told.mbarrier = manner == Manner::OfMbarrier;
  Telling telling(issue, part, told, manner == Manner::Stored);
  detector.access(issue.block.index.value, told,
                  [&](const Finding& finding) { telling.tell(finding); });
  tell_incomplete(issue);
}

// Of a cluster, to each block's memory by itself.
void order_parts(Issue& issue, const Request& request, Manner manner, hazards::Time time) {
  if (request.space == Space::Local) return;
  if (request.space != Space::Shared || issue.machine.cluster_size == 1) {
    if (request.lanes != 0)
      order_part(issue, request, {request.lanes, &request.addresses, &issue.block}, manner, time);
    return;
  }
  for (LaneMask rest = request.lanes; rest != 0;) {
    const Block* owner =
        block_of(issue, request.addresses[static_cast<std::size_t>(std::countr_zero(rest))]);
    Addresses offsets{};
    Part part{0, &offsets, owner};
    for_lanes(static_cast<std::uint32_t>(rest), [&](std::uint32_t lane) {
      const std::uint64_t place = request.addresses[lane];
      if (block_of(issue, place) != owner) return;
      part.lanes |= LaneMask{1} << lane;
      offsets[lane] = events::names_block(place) ? events::offset_of(place) : place;
    });
    rest &= ~part.lanes;
    if (owner != nullptr) order_part(issue, request, part, manner, time);
  }
}

}  // namespace

std::shared_ptr<Races> make_races(std::uint64_t budget) { return std::make_shared<Races>(budget); }

lanescope::machine::RaceRun run_of(Machine& machine) {
  Races& races = *machine.races;
  return {*machine.launch, *machine.program, "machine code",  machine.launch_index,     kLanes,
          races.detector,  races.pairs,      machine.hazards, machine.options.listeners};
}

namespace {

// An access to the upper word of an mbarrier, which has the current phase, or to both.
void order_phases(Issue& issue, const Request& request, MbarrierDeed deed) {
  for_lanes(request.lanes, [&](std::uint32_t lane) {
    const std::uint64_t begin = request.addresses[lane] & ~std::uint64_t{7};
    if (request.addresses[lane] + request.bytes == begin + 8) order_mbarrier(issue, begin, deed);
  });
}

}  // namespace

void order_access(Issue& issue, const Request& request, Manner manner) {
  const auto deed = issue.machine.races->deed_at(issue.pc);
  if (!deed || request.space != Space::Shared)
    return order_parts(issue, request, manner, now(issue.machine));
  order_parts(issue, request, Manner::OfMbarrier, now(issue.machine));
  order_phases(issue, request, *deed);
}

void order_access_at(Issue& issue, const Request& request, std::uint64_t step) {
  order_parts(issue, request, Manner::Plain, issue.machine.races->detector.time_at(step - 1));
}

void order_launch(Machine& machine) {
  Races& races = *machine.races;
  races.pairs.clear();
  races.clusters.clear();
  races.held.clear();
  const auto [at, fresh] = races.programs.try_emplace(machine.program);
  if (fresh)
    at->second = {access_orders(*machine.program), load_uses(*machine.program),
                  mbarrier_deeds(*machine.program)};
  races.orders = &at->second.orders;
  races.uses = &at->second.uses;
  races.mbarriers = &at->second.mbarriers;
  const auto threads = static_cast<std::uint32_t>(machine.launch->block.count());
  races.detector.begin_launch(
      {(threads + kLanes - 1) / kLanes, 1, block_shared_bytes(machine), machine.cluster_size > 1},
      races.detector.time_at(machine.step));
}

void order_block(Machine& machine, const Block& block) {
  hazards::Detector& detector = machine.races->detector;
  detector.begin_block(block.index.value, detector.time_at(machine.step));
}

void order_block_end(Machine& machine, const Block& block) {
  hazards::Detector& detector = machine.races->detector;
  if (machine.cluster_size > 1) {
    for (const auto& visit : detector.unordered_visits(block.index.value)) {
      const std::string address = describe_shared(machine, block, visit.address, 0);
      report(machine, block,
             lanescope::machine::visit_hazard(run_of(machine), visit, block.coordinates, address));
    }
  }
  detector.end_block(block.index.value);
}

void order_allocation(Machine& machine, std::uint64_t address, std::uint64_t bytes) {
  if (address != 0) machine.races->detector.forget(address, bytes);
}

}  // namespace lanescope::sass::machine::races
