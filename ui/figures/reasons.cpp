#include "ui/figures/reasons.hpp"

#include <array>

#include "ui/words/words.hpp"

namespace lanescope::ui::figures {
namespace {

using style::Role;
using timing::Reason;
constexpr auto kPlain = ReasonLook::Pattern::Plain, kStriped = ReasonLook::Pattern::Striped,
               kDotted = ReasonLook::Pattern::Dotted;
// Waiting for something outside of the warp is higher than what passes by itself.
constexpr float kIssued = 1.0F, kWaiting = 0.78F, kPassing = 0.48F;

struct ReasonRow {
  Reason reason;
  ReasonLook look;
  const char *title, *clause;
};

constexpr std::array<ReasonRow, timing::kReasons> kRows{{
    {Reason::selected, {Role::Active, kPlain, kIssued}, mark("issued"), mark("issues")},
    {Reason::not_selected,
     {Role::Ready, kPlain, kPassing},
     mark("not selected"),
     mark("could issue, while its scheduler issues from another warp")},
    {Reason::wait,
     {Role::Pausing, kPlain, kPassing},
     mark("wait"),
     mark("waits for the fixed time of its instruction before")},
    {Reason::long_scoreboard,
     {Role::Load, kPlain, kWaiting},
     mark("long scoreboard"),
     mark("waits for global, local or texture memory")},
    {Reason::short_scoreboard,
     {Role::Conflict, kPlain, kWaiting},
     mark("short scoreboard"),
     mark("waits for shared memory, a shuffle or a special function")},
    {Reason::barrier,
     {Role::Waiting, kPlain, kWaiting},
     mark("barrier"),
     mark("waits for the other warps of its block")},
    {Reason::math_pipe_throttle,
     {Role::PipeTaken, kPlain, kWaiting},
     mark("math pipe throttle"),
     mark("waits for an arithmetic unit that is taken")},
    {Reason::mio_throttle,
     {Role::Divergence, kPlain, kWaiting},
     mark("mio throttle"),
     mark("waits for room in the queue to shared memory")},
    {Reason::lg_throttle,
     {Role::Divergence, kStriped, kWaiting},
     mark("lg throttle"),
     mark("waits for room in the queue to global memory")},
    {Reason::tex_throttle,
     {Role::Divergence, kDotted, kWaiting},
     mark("tex throttle"),
     mark("waits for room in the queue to the texture unit")},
    {Reason::branch_resolving,
     {Role::Fetching, kPlain, kWaiting},
     mark("branch resolving"),
     mark("waits for the target of a branch")},
    {Reason::no_instruction,
     {Role::Fetching, kStriped, kWaiting},
     mark("no instruction"),
     mark("waits for code that is not in the instruction cache")},
    {Reason::imc_miss,
     {Role::Fetching, kDotted, kWaiting},
     mark("imc miss"),
     mark("waits for a constant that is not in the cache")},
    {Reason::membar,
     {Role::Waiting, kStriped, kWaiting},
     mark("membar"),
     mark("waits for a fence")},
    {Reason::drain,
     {Role::Exited, kPlain, kPassing},
     mark("drain"),
     mark("has ended, with stores still on their way")},
    {Reason::sleeping, {Role::Pausing, kStriped, kPassing}, mark("sleeping"), mark("sleeps")},
    {Reason::dispatch,
     {Role::PipeTaken, kStriped, kWaiting},
     mark("dispatch"),
     mark("waits for the dispatcher")},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i)
    if (kRows[i].reason != static_cast<Reason>(i)) return false;
  return true;
}
static_assert(in_order());

const ReasonRow& row_of(Reason reason) { return kRows[static_cast<std::size_t>(reason)]; }

}  // namespace

ReasonLook reason_look(Reason reason) { return row_of(reason).look; }
const char* reason_title(Reason reason) { return tr(row_of(reason).title); }
const char* reason_clause(Reason reason) { return tr(row_of(reason).clause); }

}  // namespace lanescope::ui::figures
