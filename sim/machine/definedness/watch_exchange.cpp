#include <array>
#include <bit>
#include <cstddef>

#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/definedness/watch_report.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

using What = code::WarpSyncOp::What;
constexpr std::size_t kLanes = 32;

bool is_shuffle(What what) {
  return what == What::ShflUp || what == What::ShflDown || what == What::ShflBfly ||
         what == What::ShflIdx;
}

// The undefined bits of one register, and where they come from.
struct SlotBits {
  std::array<std::uint64_t, kLanes> bits{};
  std::array<Provenance, kLanes> provenance{};
};

SlotBits bits_of(UndefinedRegisters& registers, const code::Slot& slot) {
  SlotBits all;
  for_lanes(registers.lanes(slot.offset) & 0xffffffffU, [&](int lane) {
    const auto l = static_cast<std::size_t>(lane);
    all.bits[l] = registers.bits(slot.offset, lane);
    all.provenance[l] = registers.provenance(slot.offset, lane);
  });
  return all;
}

// A value that was only moved until here is computed with by this instruction.
Provenance computed(const Issue& issue, UndefinedRegisters& registers, Provenance from) {
  if (from.use != code::kNoSlot && !from.only_bits) return from;
  from.use = issue.pc;
  from.only_bits = false;
  registers.uses[issue.pc] = issue.machine.step;
  return from;
}

// A row of a and a column of b make an element of d, with that of c (matrix_ops has the places).
class MatrixWatch {
 public:
  MatrixWatch(const Issue& issue, const code::MatrixOp& op)
      : issue_(issue), registers_(registers_of(issue)), op_(op) {
    const std::size_t pieces = op.depth / 8;
    for (std::size_t r = 0; r < 2 * pieces; ++r)
      gather(op.a[r], [r](std::size_t lane) { return lane / 4 + r % 2 * 8; }, rows_);
    for (std::size_t r = 0; r < pieces; ++r)
      gather(op.b[r], [](std::size_t lane) { return lane / 4; }, columns_);
  }

  void run(LaneMask lanes) {
    for (std::size_t r = 0; r < op_.d.size(); ++r) {
      const SlotBits c = bits_of(registers_, op_.c[r]);
      results_[r] = {};
      for_lanes(lanes, [&](int lane) {
        const auto l = static_cast<std::size_t>(lane);
        const Cause& row = rows_[l / 4 + r / 2 * 8];
        const Cause& column = columns_[l % 4 * 2 + r % 2];
        results_[r][l] = c.bits[l] != 0  ? Cause{true, c.provenance[l]}
                         : row.undefined ? row
                                         : column;
      });
    }
    for (std::size_t r = 0; r < op_.d.size(); ++r) write(op_.d[r], results_[r], lanes);
  }

 private:
  struct Cause {
    bool undefined = false;
    Provenance from;
  };

  template <typename Index, std::size_t N>
  void gather(const code::Slot& slot, Index&& index, std::array<Cause, N>& causes) {
    const SlotBits piece = bits_of(registers_, slot);
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (piece.bits[lane] != 0) causes[index(lane)] = {true, piece.provenance[lane]};
    }
  }

  void write(const code::Slot& slot, const std::array<Cause, kLanes>& causes, LaneMask lanes) {
    if (!slot.used()) return;
    registers_.clear(slot.offset, lanes);
    for_lanes(lanes, [&](int lane) {
      const Cause& cause = causes[static_cast<std::size_t>(lane)];
      if (cause.undefined)
        registers_.set(slot.offset, lane, 0xffffffffU, computed(issue_, registers_, cause.from));
    });
  }

  const Issue& issue_;
  UndefinedRegisters& registers_;
  const code::MatrixOp& op_;
  std::array<Cause, 16> rows_{};
  std::array<Cause, 8> columns_{};
  std::array<std::array<Cause, kLanes>, 4> results_{};
};

const code::WarpSyncOp& op_of(const Issue& issue, const LaneGroup& group) {
  return issue.machine.code->warp_syncs[issue.machine.code->ops[group.pc].detail];
}

void define(Issue& issue, const code::Slot& slot, LaneMask lanes) {
  if (slot.used()) registers_of(issue).clear(slot.offset, lanes);
}

}  // namespace

void watch_exchange(Issue& issue, const std::vector<const LaneGroup*>& parts) {
  const std::uint32_t pc = issue.pc;
  for (const LaneGroup* part : parts) {
    const code::WarpSyncOp& op = op_of(issue, *part);
    issue.pc = part->pc;
    if (op.what == What::Multiply) {
      MatrixWatch(issue, issue.machine.code->matrices[op.matrix]).run(part->lanes);
      continue;
    }
    for (const code::Slot* slot : {&op.mask, &op.b, &op.c})
      tell_slot(issue, *slot, part->lanes, ValueUse::Decides);
    if (is_shuffle(op.what)) continue;
    tell_slot(issue, op.value, part->lanes, ValueUse::Computes);
    define(issue, op.result, part->lanes);
    define(issue, op.predicate, part->lanes);
  }
  issue.pc = pc;
}

namespace {

// Undefined bits go where the values go.
void pass_on(Issue& issue, const std::vector<const LaneGroup*>& parts,
             const std::array<std::uint64_t, kLanes>& sources) {
  UndefinedRegisters& registers = registers_of(issue);
  SlotBits values;
  for (const LaneGroup* part : parts) {
    const SlotBits own = bits_of(registers, op_of(issue, *part).value);
    for_lanes(part->lanes, [&](int lane) {
      const auto l = static_cast<std::size_t>(lane);
      values.bits[l] = own.bits[l];
      values.provenance[l] = own.provenance[l];
    });
  }
  for (const LaneGroup* part : parts) {
    const code::WarpSyncOp& op = op_of(issue, *part);
    define(issue, op.predicate, part->lanes);
    define(issue, op.result, part->lanes);
    if (!op.result.used()) continue;
    for_lanes(part->lanes, [&](int lane) {
      const auto source = static_cast<std::size_t>(sources[static_cast<std::size_t>(lane)]);
      if (values.bits[source] != 0)
        registers.set(op.result.offset, lane, values.bits[source], values.provenance[source]);
    });
  }
}

// Those of the lanes that name one that is not there, or not in their mask.
LaneMask without_source(const Issue& issue, const LaneGroup& part, LaneMask meeting,
                        const std::array<std::uint64_t, kLanes>& sources) {
  const code::WarpSyncOp& op = op_of(issue, part);
  LaneMask without = 0;
  for_lanes(part.lanes, [&](int lane) {
    const LaneMask there = op.has_mask ? meeting & read_lane(issue, op.mask, lane) : meeting;
    if ((there >> sources[static_cast<std::size_t>(lane)] & 1U) == 0)
      without |= LaneMask{1} << static_cast<unsigned>(lane);
  });
  return without;
}

}  // namespace

void watch_shuffle(Issue& issue, const std::vector<const LaneGroup*>& parts,
                   const std::array<std::uint64_t, 32>& sources) {
  if (issue.warp.undefined) pass_on(issue, parts, sources);
  LaneMask meeting = 0;
  for (const LaneGroup* part : parts) meeting |= part->lanes;
  for (const LaneGroup* part : parts) {
    const code::Slot& result = op_of(issue, *part).result;
    const LaneMask without = without_source(issue, *part, meeting, sources);
    if (without == 0 || !result.used()) continue;
    UndefinedRegisters& registers = make_registers(issue);
    UndefinedLoad& load = registers.loads[part->pc];
    load.shuffled = true;
    load.told &= ~without;
    load.addresses.assign(sources.begin(), sources.end());
    for_lanes(without, [&](int lane) {
      registers.set(result.offset, lane, 0xffffffff,
                    {part->pc, code::kNoSlot, static_cast<std::uint8_t>(lane), 0, false});
    });
  }
}

}  // namespace lanescope::machine
