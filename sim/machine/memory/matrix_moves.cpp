#include "sim/machine/memory/matrix_moves.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "sim/machine/control/warp_sync.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/definedness/watch_matrix.hpp"
#include "sim/machine/faults.hpp"
#include "sim/machine/lane_file.hpp"
#include "sim/machine/memory/access.hpp"
#include "sim/machine/races.hpp"

namespace lanescope::machine {
namespace {

using code::MatrixMove;

constexpr std::size_t kLanes = 32;

template <Recording R>
class Move {
 public:
  Move(Issue& issue, const MatrixMove& op)
      : issue_(issue), op_(op), access_(op.stores ? events::Access::Store : events::Access::Load) {}

  Next run() {
    if (!find_lines()) return Next::Stop;
    const auto& pieces = space_ == ptx::Space::Shared ? op_.shared_pieces : op_.pieces;
    for (const MatrixMove::Piece& piece : pieces) {
      if (!request(piece)) return Next::Stop;
    }
    if (base_ == 0) return Next::Advance;
    op_.stores ? store() : load();
    return Next::Advance;
  }

 private:
  // The address of each line, in its own space. False: the launch has ended.
  bool find_lines() {
    read_addresses(issue_, op_.address, issue_.executed, lines_);
    if (!op_.lanes_give_lines) {
      const int first = std::countr_zero(issue_.executed);
      const std::uint64_t start = lines_.at[static_cast<std::size_t>(first)];
      const std::uint64_t stride = read_lane(issue_, op_.stride, first) * op_.element_bits / 8;
      for (std::uint32_t line = 0; line < op_.lines; ++line)
        lines_.at[line] = start + line * stride;
    }
    const LaneMask used = (LaneMask{1} << op_.lines) - 1;
    SpaceParts parts;
    const std::size_t count = resolve_spaces(issue_, op_.address.space, used, lines_, parts);
    space_ = parts[0].space;
    if (count == 1 && space_ != ptx::Space::Local && space_ != ptx::Space::Param) return true;
    fault(issue_, issue_.executed, events::HazardKind::Trap,
          "moves a matrix that does not lie in shared or in global memory as a whole");
    return false;
  }

  bool request(const MatrixMove::Piece& piece) {
    const LaneMask lanes = issue_.executed & piece.lanes;
    if (lanes == 0) return true;
    Addresses addresses, scratch;
    addresses.at.fill(0);
    for_lanes(lanes, [&](int lane) {
      const MatrixMove::Place at = piece.at[static_cast<std::size_t>(lane)];
      addresses.at[static_cast<std::size_t>(lane)] = lines_.at[at.line] + at.byte;
    });
    const Request request{access_,
                          op_.stores ? events::SharedAccess::Store : events::SharedAccess::Load,
                          piece.bytes, true};
    const HostLanes place = open_request<R>(issue_, space_, lanes, request, addresses, scratch);
    if (!place.ok()) return false;
    base_ = place.base;
    if (issue_.machine.races) {
      order_access(issue_, {space_,
                            lanes,
                            addresses.at.data(),
                            piece.bytes,
                            false,
                            op_.stores ? hazards::What::Store : hazards::What::Load,
                            {},
                            false,
                            nullptr});
    }
    return true;
  }

  [[nodiscard]] std::size_t units_in(const code::Slot& slot) const {
    return slot.lane_bytes / op_.unit_bytes;
  }

  [[nodiscard]] std::byte* unit(int lane, std::size_t number) const {
    const std::size_t each = op_.units.size() / kLanes;
    const MatrixMove::Place at = op_.units[static_cast<std::size_t>(lane) * each + number % each];
    return reinterpret_cast<std::byte*>(base_ + lines_.at[at.line] + at.byte);
  }

  void load() {
    const int bytes = static_cast<int>(op_.unit_bytes);
    std::size_t next = 0;
    for (std::size_t r = 0; r < op_.data.size(); ++r) {
      const code::Slot& slot = op_.data[r];
      const std::size_t units = slot.used() ? units_in(slot) : 4 / op_.unit_bytes;
      const std::size_t first = next;
      next += units;
      if (!slot.used()) continue;
      for_lanes(issue_.executed, [&](int lane) {
        std::uint64_t value = 0;
        for (std::size_t u = 0; u < units; ++u)
          value |= load_bytes(unit(lane, first + u), bytes) << (8 * op_.unit_bytes * u);
        write_lane(issue_, slot, lane, value);
      });
      if (issue_.block.definedness != nullptr) {
        watch_matrix_loaded(issue_, {slot, r, units, op_.unit_bytes, op_.data.size()},
                            [&](int lane, std::size_t u) { return unit(lane, first + u); });
      }
    }
  }

  void store() {
    const int bytes = static_cast<int>(op_.unit_bytes);
    const std::size_t each = op_.units.size() / kLanes;
    std::size_t next = 0;
    for (const code::Slot& slot : op_.data) {
      if (next == each) break;  // the others repeat these
      if (issue_.warp.undefined) watch_matrix_stored(issue_, slot);
      for_lanes(issue_.executed, [&](int lane) {
        const std::uint64_t value = read_lane(issue_, slot, lane);
        for (std::size_t u = 0; u < units_in(slot); ++u) {
          store_bytes(unit(lane, next + u), value >> (8 * op_.unit_bytes * u), bytes);
          if (issue_.block.definedness != nullptr)
            watch_defined(issue_, unit(lane, next + u), op_.unit_bytes);
        }
      });
      next += units_in(slot);
    }
  }

  Issue& issue_;
  const MatrixMove& op_;
  events::Access access_;
  ptx::Space space_ = ptx::Space::Shared;
  Addresses lines_{};
  std::uintptr_t base_ = 0;
};

}  // namespace

template <Recording R>
Next do_matrix_move(Issue& issue) {
  if (issue.machine.warp_size != 32) return refuse_warp_size(issue);
  if (issue.executed == 0) return Next::Advance;
  const code::WarpSyncOp& sync = issue.machine.code->warp_syncs[issue.op().detail];
  meet_for_matrix(issue, sync);
  return Move<R>(issue, issue.machine.code->matrix_moves[sync.matrix]).run();
}

template Next do_matrix_move<Recording::None>(Issue&);
template Next do_matrix_move<Recording::Counters>(Issue&);
template Next do_matrix_move<Recording::Full>(Issue&);

}  // namespace lanescope::machine
