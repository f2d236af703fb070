#include <algorithm>
#include <bit>

#include "sim/exec/access.hpp"
#include "sim/exec/lane_file.hpp"

namespace lanescope::exec {
namespace {

using events::Access;
using Space = ptx::Space;

// Addresses that a request may use without a closer look.
struct Bounds {
  bool known = false;
  std::uint64_t begin = 0, last = 0;
  events::Space space = events::Space::Global;
};

Bounds bounds_of(const Issue& issue, Space space, const Request& request) {
  const auto bytes = static_cast<std::uint64_t>(request.bytes);
  if (space == Space::Shared) {
    const std::uint64_t size = issue.block.shared.size();
    return {size >= bytes, 0, size - bytes, events::Space::Shared};
  }
  if (space != Space::Global && space != Space::Generic && space != Space::Const) return {};
  const RangeCache& range = issue.machine.ranges[issue.pc];
  const bool usable = range.end >= range.begin + bytes &&
                      (request.access == Access::Load || range.writable) &&
                      (space != Space::Const || range.constant);
  return {usable, range.begin, range.end - bytes,
          range.constant ? events::Space::Constant : events::Space::Global};
}

// The lanes are a run without gaps.
bool gapless(LaneMask lanes) {
  const LaneMask run = lanes >> static_cast<unsigned>(std::countr_zero(lanes));
  return (run & (run + 1)) == 0;
}

template <Recording R>
class Counting {
 public:
  Counting(Issue& issue, const Request& request, const Addresses& addresses, bool consecutive)
      : issue_(issue),
        request_(request),
        addresses_(addresses.at.data()),
        consecutive_(consecutive) {}

  void count(events::Space space) {
    switch (space) {
      case events::Space::Shared:
        return count_shared();
      case events::Space::Constant:
        counters().constant_load +=
            events::count_constant(addresses_, issue_.executed, request_.bytes);
        return;
      default:
        return count_global();
    }
  }

  void tell(events::Space space) {
    events::MemoryAccess event{};
    event.space = space;
    event.access = request_.access;
    event.bytes = static_cast<std::uint8_t>(request_.bytes);
    event.lanes = issue_.executed;
    event.addresses = addresses_;
    event.rule = request_.shared;
    issue_.block.sink->on(event);
  }

 private:
  [[nodiscard]] events::Counters& counters() const { return issue_.counts().by_pc[issue_.pc]; }

  // Consecutive words lie in banks of their own: one pass.
  void count_shared() {
    events::Counters& to = counters();
    const bool one_pass = consecutive_ && request_.bytes == 4 && request_.access != Access::Atomic;
    const events::BankCounters counted =
        one_pass
            ? events::BankCounters{1, 1, 1, 0}
            : events::count_shared(addresses_, issue_.executed, request_.bytes, request_.shared);
    (request_.access == Access::Load    ? to.shared_load
     : request_.access == Access::Store ? to.shared_store
                                        : to.shared_atomic) += counted;
  }

  void count_global() {
    events::Counters& to = counters();
    (request_.access == Access::Load    ? to.global_load
     : request_.access == Access::Store ? to.global_store
                                        : to.global_atomic) += sectors();
  }

  [[nodiscard]] events::SectorCounters sectors() const {
    const LaneMask lanes = issue_.executed;
    if (!consecutive_ || !gapless(lanes))
      return events::count_sectors(addresses_, lanes, request_.bytes);
    const auto bytes =
        static_cast<std::uint64_t>(request_.bytes) * static_cast<std::uint64_t>(count_lanes(lanes));
    const std::uint64_t begin = addresses_[std::countr_zero(lanes)];
    const std::uint64_t touched = (begin + bytes - 1) / 32 - begin / 32 + 1;
    return {1, touched, std::min(touched, (bytes + 31) / 32), bytes};
  }

  Issue& issue_;
  const Request& request_;
  const std::uint64_t* addresses_;
  bool consecutive_;
};

void mark_written(Issue& issue, const Request& request, const Addresses& addresses,
                  bool consecutive) {
  GlobalMemory& memory = issue.machine.memory;
  const auto bytes = static_cast<std::uint64_t>(request.bytes);
  const std::uint64_t* at = addresses.at.data();
  if (consecutive) {
    const std::uint64_t first = at[std::countr_zero(issue.executed)];
    memory.mark_written(first, at[63 - std::countl_zero(issue.executed)] + bytes - first);
  } else {
    for_lanes(issue.executed, [&](int lane) { memory.mark_written(at[lane], bytes); });
  }
}

}  // namespace

template <Recording R>
Place open_at_once(Issue& issue, const AddressOperand& operand, const Request& request,
                   Addresses& addresses) {
  const Bounds bounds = bounds_of(issue, operand.space, request);
  if (!bounds.known || issue.machine.files != 1 || operand.base != AddressOperand::Base::Slot) {
    read_addresses(issue, operand, issue.executed, addresses);
    return {};
  }
  const auto bytes = static_cast<std::uint32_t>(request.bytes);
  const AddressQuery query{issue.file + operand.slot.offset,
                           static_cast<std::uint64_t>(operand.offset),
                           static_cast<std::uint32_t>(issue.executed),
                           bounds.begin,
                           bounds.last,
                           bytes - 1,
                           bytes};
  const LaneRequests& lanes = *issue.machine.requests;
  const AddressAnswer answer = operand.slot.lane_bytes == 8
                                   ? lanes.wide(query, addresses.at.data())
                                   : lanes.narrow(query, addresses.at.data());
  if (answer.bad != 0) return {};
  Counting<R> counting(issue, request, addresses, answer.consecutive);
  if constexpr (R != Recording::None) counting.count(bounds.space);
  if constexpr (R == Recording::Full) counting.tell(bounds.space);
  if (bounds.space == events::Space::Shared) {
    return {reinterpret_cast<std::uintptr_t>(issue.block.shared.data()), addresses.at.data(),
            answer.consecutive};
  }
  if (request.access != Access::Load) mark_written(issue, request, addresses, answer.consecutive);
  return {reinterpret_cast<std::uintptr_t>(issue.machine.memory.host(kGlobalBase)) - kGlobalBase,
          addresses.at.data(), answer.consecutive};
}

template Place open_at_once<Recording::None>(Issue&, const AddressOperand&, const Request&,
                                             Addresses&);
template Place open_at_once<Recording::Counters>(Issue&, const AddressOperand&, const Request&,
                                                 Addresses&);
template Place open_at_once<Recording::Full>(Issue&, const AddressOperand&, const Request&,
                                             Addresses&);

}  // namespace lanescope::exec
