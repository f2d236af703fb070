#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/code/code.hpp"
#include "sim/engine/execution.hpp"
#include "sim/isa/alu.hpp"
#include "sim/machine/device.hpp"
#include "sim/machine/memory/global_memory.hpp"
#include "sim/sass/machine/state.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::sass::machine {

using engine::Outcome;
using engine::Recording;

struct Machine;
struct Op;
namespace races {
class Races;
}

// One warp instruction being carried out.
struct Issue {
  Machine& machine;
  Block& block;
  Warp& warp;
  const Op& op;
  std::uint32_t pc;
  std::uint32_t active;    // lanes of the group that issued
  std::uint32_t executed;  // those whose guard is true
  [[nodiscard]] Group& group() const { return warp.groups[warp.current]; }
};

// What a handler leaves to the loop that called it.
enum class Next : std::uint8_t {
  Advance,   // the group goes on at pc + 1
  Jumped,    // the group goes on at its new pc
  Reselect,  // groups changed or wait: choose again
  Stop,      // the run has ended
};
using Handler = Next (*)(Issue& issue);

// How bits that carry a sign are negated: by two's complement, or in the sign bit of each part.
enum class Numeric : std::uint8_t { Integer, Float, Half, Double };

// A value that an instruction reads.
struct Source {
  enum class From : std::uint8_t { Row, Value, Constant } from = From::Value;
  Numeric numeric = Numeric::Integer;
  bool negated = false, inverted = false, absolute = false;
  std::uint32_t row = 0;     // index into Warp::rows; of Constant the index register, or RZ's
  std::uint32_t second = 0;  // of Constant: the row of the uniform register, or RZ's
  std::uint32_t bank = 0;
  std::uint64_t value = 0;  // or the offset in the bank
  // Of a half operand: which halves both halves of the row are taken from, 0 or 1 (low first).
  std::array<std::uint8_t, 2> halves{0, 1};
  bool is_single = false;  // of a half operand: "F32", one number of 32 bits
};

// A predicate that an instruction reads.
struct PredicateSource {
  std::uint32_t index = 7;
  bool uniform = false, negated = false;
};

inline constexpr std::uint32_t kNoRow = 0xffffffff;

// What an address in memory is the sum of.
struct AddressSource {
  std::uint32_t base = kNoRow, uniform = kNoRow;  // rows
  bool wide_base = false, wide_uniform = false;   // pairs
  std::uint32_t scale = 1;                        // of `base`
  std::int64_t offset = 0;
};

// An instruction bound to what carries it out.
struct Op {
  Handler handler = nullptr;
  const Instruction* text = nullptr;
  PredicateSource guard;
  bool uniform = false;        // of the uniform datapath: its result is one for the warp
  std::uint32_t dst = kNoRow;  // row; kNoRow: none, or RZ
  std::uint32_t dst_rows = 1;  // rows that follow on each other
  std::array<PredicateSource, 2> dst_predicates{};  // index 7: none
  std::array<Source, 4> src{};
  std::uint32_t sources = 0;
  std::array<PredicateSource, 3> src_predicates{};  // true where they are not written
  std::uint32_t src_predicate_count = 0;
  std::array<std::uint32_t, 4> number{};  // what the handler wants: tables, widths, kinds
  std::uint32_t target = 0;               // pc
  isa::AluOp alu{};                       // of what the lane functions of PTX compute
  code::AtomicOp::Function atomic = nullptr;
  std::array<AddressSource, 2> address{};  // in the order of the text
  std::uint32_t addresses = 0;
};

// The bound code of a program; kept for all launches of it.
struct Code {
  std::vector<Op> ops;
  std::uint32_t uniform_rows = 0;  // index of UR0's row; RZ's is the one before
  std::uint32_t rows = 0;
};

// What the parts of the machine share. Plain data; the parts are free functions on it.
struct Machine {
  // In memory of its own.
  Machine(std::shared_ptr<const engine::Plan> the_plan, engine::ExecutionOptions the_options);
  // In that of a device, which has what the plan's kernels read; the plan has no buffers.
  Machine(std::shared_ptr<const engine::Plan> the_plan, engine::ExecutionOptions the_options,
          lanescope::machine::Device& where);
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::shared_ptr<const engine::Plan> plan;
  engine::ExecutionOptions options;
  std::unique_ptr<lanescope::machine::Device> own_device;  // null: `device` is somebody else's
  lanescope::machine::Device& device;                      // whose memory it is
  lanescope::machine::GlobalMemory& memory;
  std::vector<Address> buffer_addresses;
  std::map<const engine::Program*, std::shared_ptr<const Code>> codes;

  Outcome outcome = Outcome::Running;
  std::uint64_t step = 0;
  std::vector<events::Hazard> hazards;
  std::string unsupported;
  engine::Printed printed;
  std::shared_ptr<races::Races> races;  // null: they are not looked for

  // The current launch.
  std::uint32_t launch_index = 0;
  bool launch_running = false;
  const engine::Launch* launch = nullptr;
  const Program* program = nullptr;
  const Code* code = nullptr;
  Dim3 cluster;
  std::uint32_t cluster_size = 1;
  std::uint64_t blocks = 0, next_block = 0;
  std::vector<std::unique_ptr<Block>> residents;
  std::size_t resident = 0;          // index of the block that runs
  std::uint64_t resident_steps = 0;  // that it has run since it was chosen
  std::uint64_t cluster_steps = 0;   // since a block ended or began
  // Residents, one after the other, that only waited; and of these, could do nothing at all.
  std::size_t waiting_blocks = 0, idle_blocks = 0;
  std::array<std::vector<std::byte>, 5> banks;  // constant banks of the launch

  std::deque<std::vector<events::Counters>> counts;  // by launch and pc

  [[nodiscard]] bool running() const { return outcome == Outcome::Running; }
  [[nodiscard]] bool counting() const { return options.recording != Recording::None; }
  [[nodiscard]] events::Counters& counts_at(std::uint32_t pc) { return counts[launch_index][pc]; }
};

}  // namespace lanescope::sass::machine
