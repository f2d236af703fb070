#include <array>
#include <cstddef>

#include "sim/exec/barriers.hpp"
#include "sim/exec/call_ops.hpp"
#include "sim/exec/control_ops.hpp"
#include "sim/exec/machine.hpp"
#include "sim/exec/memory_ops.hpp"
#include "sim/exec/warp_wait.hpp"

namespace lanescope::exec {
namespace {

template <Recording R>
constexpr std::array<Handler, static_cast<std::size_t>(Kind::kCount)> make_table() {
  std::array<Handler, static_cast<std::size_t>(Kind::kCount)> table{};
  const auto set = [&](Kind kind, Handler handler) {
    table[static_cast<std::size_t>(kind)] = handler;
  };
  set(Kind::Alu, do_nop);  // never issued one by one
  set(Kind::AluConvert, do_converted);
  set(Kind::KernelParameter, do_kernel_parameter);
  set(Kind::FrameAddress, do_frame_address);
  set(Kind::ChangeSpace, do_change_space);
  set(Kind::IsSpace, do_is_space);
  set(Kind::Clock, do_clock);
  set(Kind::ActiveMask, do_active_mask);
  set(Kind::Load, do_load<R>);
  set(Kind::Store, do_store<R>);
  set(Kind::Atomic, do_atomic<R>);
  set(Kind::AsyncCopy, do_async_copy<R>);
  set(Kind::Branch, do_branch<R>);
  set(Kind::IndexedBranch, do_indexed_branch<R>);
  set(Kind::Call, do_call);
  set(Kind::Return, do_return);
  set(Kind::Exit, do_exit);
  set(Kind::Barrier, do_barrier<R>);
  set(Kind::WarpSync, do_warp_sync);
  set(Kind::Nop, do_nop);
  set(Kind::Sleep, do_sleep);
  set(Kind::Trap, do_trap);
  set(Kind::Unsupported, do_unsupported);
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

}  // namespace lanescope::exec
