#include <array>
#include <cstddef>

#include "sim/machine/call_ops.hpp"
#include "sim/machine/control/barriers.hpp"
#include "sim/machine/control/clusters.hpp"
#include "sim/machine/control/control_ops.hpp"
#include "sim/machine/control/mbarriers.hpp"
#include "sim/machine/control/warp_sync.hpp"
#include "sim/machine/machine.hpp"
#include "sim/machine/memory/bulk_copies.hpp"
#include "sim/machine/memory/cluster_places.hpp"
#include "sim/machine/memory/matrix_moves.hpp"
#include "sim/machine/memory/memory_ops.hpp"
#include "sim/machine/races.hpp"
#include "sim/machine/textures/texture_ops.hpp"

namespace lanescope::machine {
namespace {

template <Recording R>
constexpr std::array<Handler, static_cast<std::size_t>(code::HandlerKind::kCount)> make_table() {
  std::array<Handler, static_cast<std::size_t>(code::HandlerKind::kCount)> table{};
  const auto set = [&](code::HandlerKind kind, Handler handler) {
    table[static_cast<std::size_t>(kind)] = handler;
  };
  set(code::HandlerKind::Alu, do_nop);  // never issued one by one
  set(code::HandlerKind::AluConvert, do_converted);
  set(code::HandlerKind::KernelParameter, do_kernel_parameter);
  set(code::HandlerKind::FrameAddress, do_frame_address);
  set(code::HandlerKind::Stack, do_stack);
  set(code::HandlerKind::ChangeSpace, do_change_space);
  set(code::HandlerKind::IsSpace, do_is_space);
  set(code::HandlerKind::BlockOfCluster, do_block_of_cluster);
  set(code::HandlerKind::Clock, do_clock);
  set(code::HandlerKind::ActiveMask, do_active_mask);
  set(code::HandlerKind::Load, do_load<R>);
  set(code::HandlerKind::Store, do_store<R>);
  set(code::HandlerKind::Atomic, do_atomic<R>);
  set(code::HandlerKind::AsyncCopy, do_async_copy<R>);
  set(code::HandlerKind::BulkCopy, do_bulk_copy);
  set(code::HandlerKind::Branch, do_branch<R>);
  set(code::HandlerKind::IndexedBranch, do_indexed_branch<R>);
  set(code::HandlerKind::Call, do_call);
  set(code::HandlerKind::Return, do_return);
  set(code::HandlerKind::Exit, do_exit);
  set(code::HandlerKind::Barrier, do_barrier<R>);
  set(code::HandlerKind::ClusterBarrier, do_cluster_barrier<R>);
  set(code::HandlerKind::Mbarrier, do_mbarrier);
  set(code::HandlerKind::WarpSync, do_warp_sync);
  set(code::HandlerKind::Texture, do_texture<R>);
  set(code::HandlerKind::MatrixMove, do_matrix_move<R>);
  set(code::HandlerKind::Nop, do_nop);
  set(code::HandlerKind::Fence, do_fence);
  set(code::HandlerKind::CopyGroup, do_copy_group);
  set(code::HandlerKind::Sleep, do_sleep);
  set(code::HandlerKind::Trap, do_trap);
  set(code::HandlerKind::Unsupported, do_unsupported);
  return table;
}

}  // namespace

template <Recording R>
const Handler* handler_table() {
  static constexpr auto kTable = make_table<R>();
  return kTable.data();
}

template const Handler* handler_table<Recording::None>();
template const Handler* handler_table<Recording::Counters>();
template const Handler* handler_table<Recording::Full>();

}  // namespace lanescope::machine
