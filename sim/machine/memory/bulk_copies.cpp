#include "sim/machine/memory/bulk_copies.hpp"

#include <bit>
#include <cstddef>
#include <cstring>

#include "sim/machine/control/mbarriers.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/memory/cluster_places.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

using code::BulkCopyOp;

constexpr std::uint64_t kUnit = 16;  // bytes that addresses and sizes are multiples of

// One lane's copy.
class Copy {
 public:
  Copy(Issue& issue, const BulkCopyOp& op, int lane)
      : issue_(issue),
        op_(op),
        lane_(lane),
        bit_(LaneMask{1} << static_cast<unsigned>(lane)),
        size_(read_lane(issue, op.size, lane)) {}

  // False: the launch has ended.
  bool run() {
    if (size_ % kUnit != 0) {
      fault(issue_, bit_, events::HazardKind::Misaligned,
            "copies in bulk a number of bytes that is no multiple of 16");
      return false;
    }
    if (!op_.blocks.used()) return copy(address_of(op_.to), address_of(op_.barrier));
    // To the same places of each block that the mask names.
    const std::uint64_t to = events::offset_of(address_of(op_.to));
    const std::uint64_t barrier = events::offset_of(address_of(op_.barrier));
    for (std::uint64_t left = read_lane(issue_, op_.blocks, lane_); left != 0; left &= left - 1) {
      const auto rank = static_cast<std::uint32_t>(std::countr_zero(left));
      const bool alone = issue_.machine.cluster_size == 1 && rank == 0;
      if (!copy(alone ? to : events::place_in_cluster(rank, to),
                alone ? barrier : events::place_in_cluster(rank, barrier)))
        return false;
    }
    return true;
  }

 private:
  bool copy(std::uint64_t to, std::uint64_t barrier) {
    const std::uint64_t from = address_of(op_.from);
    for (std::uint64_t at = 0; at < size_; at += kUnit) {
      std::byte* source = open(op_.from, from + at, events::Access::Load);
      if (source == nullptr) return false;
      std::byte* target = open(op_.to, to + at, events::Access::Store);
      if (target == nullptr) return false;
      move(target, source);
    }
    return !op_.tells_barrier ||
           bytes_have_come(issue_, lane_, barrier, static_cast<std::uint32_t>(size_));
  }

  [[nodiscard]] std::uint64_t address_of(const code::AddressOperand& operand) const {
    Addresses addresses;
    read_addresses(issue_, operand, bit_, addresses);
    return addresses.at[static_cast<std::size_t>(lane_)];
  }

  std::byte* open(const code::AddressOperand& operand, std::uint64_t address,
                  events::Access access) {
    const bool loads = access == events::Access::Load;
    Addresses addresses, scratch;
    addresses.at.fill(address);
    const Request request{access, loads ? events::SharedAccess::Load : events::SharedAccess::Store,
                          static_cast<int>(kUnit), false};
    const HostLanes place =
        open_request<Recording::None>(issue_, operand.space, bit_, request, addresses, scratch);
    if (!place.ok()) return nullptr;
    if (issue_.machine.races) {
      const hazards::What stores =
          op_.reduce != nullptr ? hazards::What::Atomic : hazards::What::Store;
      order_access(issue_, {operand.space,
                            bit_,
                            addresses.at.data(),
                            static_cast<int>(kUnit),
                            false,
                            loads ? hazards::What::Load : stores,
                            {},
                            true,
                            nullptr});
    }
    return place.at(lane_);
  }

  void move(std::byte* target, const std::byte* source) const {
    if (op_.reduce == nullptr) {
      std::memcpy(target, source, kUnit);
      if (issue_.block.definedness != nullptr) watch_copied(issue_, target, source, kUnit);
      return;
    }
    for (std::uint64_t at = 0; at < kUnit; at += op_.element_bytes) {
      const std::uint64_t old = load_bytes(target + at, op_.element_bytes);
      store_bytes(target + at, op_.reduce(old, load_bytes(source + at, op_.element_bytes), 0),
                  op_.element_bytes);
    }
  }

  Issue& issue_;
  const BulkCopyOp& op_;
  int lane_;
  LaneMask bit_;
  std::uint64_t size_;
};

}  // namespace

Next do_bulk_copy(Issue& issue) {
  const BulkCopyOp& op = issue.machine.code->bulk_copies[issue.op().detail];
  for (LaneMask rest = issue.executed; rest != 0; rest &= rest - 1) {
    if (!Copy(issue, op, std::countr_zero(rest)).run()) return Next::Stop;
  }
  return Next::Advance;
}

}  // namespace lanescope::machine
