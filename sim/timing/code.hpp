#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/cubin/control.hpp"

// What time needs to know of machine code: plain data, made by whoever reads the code.
namespace lanescope::timing {

// Where a sub-core executes an instruction.
enum class Pipe : std::uint8_t {
  None,      // the scheduler itself
  Alu,       // integers, comparisons, logic
  Fma,       // floats: two halves that take turns
  FmaHeavy,  // the half of Fma that multiplies integers
  Half,      // halves in pairs
  Fp64,
  Xu,  // roots, sines, conversions, bit counts
  Tensor,
  Uniform,
  Branch,
  Mio,  // the queue to what the four sub-cores share: memory, shuffles, barriers
};
inline constexpr int kPipes = 11;

// What an instruction is besides its pipe.
enum class Kind : std::uint8_t {
  None,
  Shared,
  Global,  // local memory too
  Texture,
  Constant,
  Shuffle,
  Match,
  Branch,
  Barrier,
  Fence,
  Sleep,
  Exit,
  CopyGroup,  // ends a group of copies to shared memory
  CopyWait,   // waits for such groups
  Forget,     // throws away what L1 holds
  Call,       // a branch; of the system, where the warp goes on behind it
};

// What an atomic in global memory computes, as far as L2 takes longer for it.
enum class AtomicKind : std::uint8_t {
#define ATOMIC(KIND, WORD, SECTOR, LANES) KIND,
#include "sim/timing/atomics.def"
#undef ATOMIC
};
// As multiples of an integer addition's (atomics.def).
struct AtomicCost {
  double word = 1, sector = 1, lanes = 1;
};
[[nodiscard]] const AtomicCost& cost_of(AtomicKind kind);

// An opcode's demands (opcodes.def).
struct Demand {
  Pipe pipe = Pipe::Alu;
  std::uint8_t interval = 2;  // cycles that the pipe is held
  std::uint16_t latency = 0;  // cycles to a result that a barrier announces; 0: fixed, or memory's
  Kind kind = Kind::None;
  bool known = false;  // has a row
  AtomicKind atomic = AtomicKind::Integer;
};
// Of an opcode with its modifiers ("LDG.E.64"). One without a row is taken for one of the Alu, and
// not `known`.
[[nodiscard]] Demand classify(std::string_view opcode);

using cubin::Control;
inline constexpr std::uint8_t kNoBarrier = Control::kNone;

struct Instruction {
  Demand demand;
  Control control;
  std::uint32_t address = 0;  // in bytes, for the instruction caches
  std::uint8_t left = 0;      // of a CopyWait: groups that may still be under way
  bool strong = false;        // an access that other blocks are to see: L1 keeps nothing of it
  bool polls = false;         // a strong load of a loop that waits for what another warp stores
};

// Of one kernel, by its pcs.
struct Code {
  std::vector<Instruction> instructions;
};

}  // namespace lanescope::timing
