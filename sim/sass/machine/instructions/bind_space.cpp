#include <bit>

#include "sim/code/code.hpp"
#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/lane_loops.hpp"
#include "sim/sass/machine/memory.hpp"

// Which memory a generic address lies in.
namespace lanescope::sass::machine::instructions {
namespace {

// Cluster: in the shared memory of any block of the cluster, the own one too.
enum class Window : U32 { Global, Shared, Cluster, Local };

bool lies_in(const Request& request, Window window, U32 lane) {
  switch (window) {
    case Window::Global:
      return request.space == events::Space::Global;
    case Window::Local:
      return request.space == events::Space::Local;
    case Window::Cluster:
      return request.space == events::Space::Shared;
    default:
      return request.space == events::Space::Shared && is_own_shared(request.addresses[lane]);
  }
}

Next ask_window(Issue& issue) {
  Addresses addresses;
  read_addresses(issue, issue.op.address[0], addresses);
  U32 there = 0;
  for (const Request& request : requests_of(issue, Naming::Generic, addresses, 1)) {
    for_lanes(request.lanes, [&](U32 lane) {
      const bool is_there = lies_in(request, static_cast<Window>(issue.op.number[0]), lane);
      there |= static_cast<U32>(is_there) << lane;
    });
  }
  write(issue, issue.op.dst_predicates[0], there);
  return Next::Advance;
}

bool bind_window(const Instruction& i, Op& op) {
  const Window window = i.has("S")   ? Window::Shared
                        : i.has("D") ? Window::Cluster
                        : i.has("L") ? Window::Local
                                     : Window::Global;
  op.number[0] = static_cast<U32>(window);
  op.handler = ask_window;
  const bool known = window != Window::Global || i.has("G");
  return known && i.has("E") && op.dst == kNoRow && op.addresses == 1;
}

constexpr BinderRow kRows[]{{"QSPC", bind_window}};

}  // namespace

std::span<const BinderRow> space_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
