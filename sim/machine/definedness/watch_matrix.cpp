#include "sim/machine/definedness/watch_matrix.hpp"

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/code/matrix_layout.hpp"
#include "sim/code/sparse_matrix.hpp"
#include "sim/machine/definedness/watch_memory.hpp"
#include "sim/machine/definedness/watch_report.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

// The undefined bits of one lane's register, and the address of the first.
struct Found {
  std::uint64_t bits = 0, address = 0;
};

Found look(const WatchedMemory& memory, const LoadedRegister& loaded, const UnitPlace& place,
           int lane) {
  Found found;
  for (std::size_t u = 0; u < loaded.units; ++u) {
    const std::byte* byte = place(lane, u);
    const std::uint8_t* undefined = memory.bits(byte);
    if (undefined == nullptr) continue;
    const std::uint64_t bits = load_bytes(reinterpret_cast<const std::byte*>(undefined),
                                          static_cast<int>(loaded.unit_bytes));
    if (bits == 0) continue;
    if (found.bits == 0)
      found.address =
          memory.address(byte, lane) + static_cast<std::uint64_t>(std::countr_zero(bits)) / 8;
    found.bits |= bits << (8 * loaded.unit_bytes * u);
  }
  return found;
}

}  // namespace

void watch_matrix_loaded(Issue& issue, const LoadedRegister& loaded, const UnitPlace& place) {
  if (issue.warp.undefined) registers_of(issue).clear(loaded.slot.offset, issue.executed);
  const WatchedMemory memory(issue, place(std::countr_zero(issue.executed), 0));
  if (memory.all_defined()) return;
  for_lanes(issue.executed, [&](int lane) {
    const Found found = look(memory, loaded, place, lane);
    if (found.bits == 0) return;
    UndefinedRegisters& registers = make_registers(issue);
    UndefinedLoad& load = registers.loads[issue.pc];
    const auto lanes = static_cast<std::size_t>(issue.machine.warp_size);
    load.told &= ~(LaneMask{1} << static_cast<unsigned>(lane));
    load.space = memory.space();
    load.bytes = loaded.slot.lane_bytes;
    load.addresses.resize(loaded.registers * lanes);
    load.addresses[loaded.number * lanes + static_cast<std::size_t>(lane)] = found.address;
    registers.set(loaded.slot.offset, lane, found.bits,
                  {issue.pc, code::kNoSlot, static_cast<std::uint8_t>(lane),
                   static_cast<std::uint8_t>(loaded.number), false});
  });
}

void watch_matrix_stored(Issue& issue, const code::Slot& slot) {
  tell_slot(issue, slot, issue.executed, ValueUse::Stores);
}

namespace {

constexpr std::size_t kLanes = 32;

struct Cause {
  bool undefined = false;
  Provenance from;
};

// A value that was only moved until here is computed with by this instruction.
Provenance computed(const Issue& issue, UndefinedRegisters& registers, Provenance from) {
  if (from.use != code::kNoSlot && !from.only_bits) return from;
  from.use = issue.pc;
  from.only_bits = false;
  registers.uses[issue.pc] = issue.machine.step;
  return from;
}

class MatrixWatch {
 public:
  MatrixWatch(Issue& issue, const code::MatrixOp& op)
      : issue_(issue),
        registers_(registers_of(issue)),
        op_(op),
        rows_(op.count * op.shape.m),
        columns_(op.count * op.shape.n),
        sums_(op.c_at.size()) {
    gather(op.a, op.a_type, op.a_at, op.a_depth(), rows_);
    gather(op.b, op.b_type, op.b_at, op.shape.k, columns_);
    gather(op.c, op.c_type, op.c_at, 1, sums_);
    if (op.chunk != 0) gather_metadata();
  }

  void run(LaneMask lanes) {
    const std::uint32_t in_register = code::elements_in_register(op_.d_type);
    const auto bits = static_cast<unsigned>(code::bits_of(op_.d_type));
    const std::uint64_t element = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
    const std::size_t each = op_.d_at.size() / kLanes;
    for (std::size_t r = 0; r < op_.d.size(); ++r) {
      if (!op_.d[r].used()) continue;
      registers_.clear(op_.d[r].offset, lanes);
      for_lanes(lanes, [&](int lane) {
        std::uint64_t undefined = 0;
        Provenance from;
        for (std::size_t i = 0; i < in_register; ++i) {
          const Cause& cause =
              cause_of(op_.d_at[static_cast<std::size_t>(lane) * each + r * in_register + i]);
          if (!cause.undefined) continue;
          undefined |= element << (bits * i);
          from = cause.from;
        }
        if (undefined != 0)
          registers_.set(op_.d[r].offset, lane, undefined, computed(issue_, registers_, from));
      });
    }
  }

 private:
  void gather(std::span<const code::Slot> slots, code::MatrixType type,
              std::span<const std::uint16_t> at, std::size_t divide, std::vector<Cause>& causes) {
    const std::uint32_t in_register = code::elements_in_register(type);
    const std::size_t each = at.size() / kLanes;
    for (std::size_t r = 0; r < slots.size(); ++r) {
      for_lanes(registers_.lanes(slots[r].offset) & 0xffffffffU, [&](int lane) {
        for (std::size_t i = 0; i < in_register; ++i) {
          const std::size_t place = at[static_cast<std::size_t>(lane) * each + r * in_register + i];
          causes[place / divide] = {true, registers_.provenance(slots[r].offset, lane)};
        }
      });
    }
  }

  // Of a sparse A: which elements of B a row is multiplied with.
  void gather_metadata() {
    const LaneMask undefined = registers_.lanes(op_.metadata.offset);
    for (std::uint32_t row = 0; row < op_.shape.m; ++row) {
      for (std::uint32_t chunk = 0; chunk < op_.shape.k / op_.chunk; ++chunk) {
        const std::uint32_t lane = code::metadata_place(op_, row, chunk).lane;
        if ((undefined >> lane & 1U) == 0) continue;
        rows_[row] = {true, registers_.provenance(op_.metadata.offset, static_cast<int>(lane))};
      }
    }
  }

  [[nodiscard]] const Cause& cause_of(std::size_t place) const {
    if (sums_[place].undefined) return sums_[place];
    const std::size_t size = std::size_t{op_.shape.m} * op_.shape.n, matrix = place / size;
    const Cause& row = rows_[matrix * op_.shape.m + place % size / op_.shape.n];
    return row.undefined ? row : columns_[matrix * op_.shape.n + place % op_.shape.n];
  }

  Issue& issue_;
  UndefinedRegisters& registers_;
  const code::MatrixOp& op_;
  std::vector<Cause> rows_, columns_, sums_;
};

}  // namespace

void watch_matrices(Issue& issue, const code::MatrixOp& op, LaneMask lanes) {
  MatrixWatch(issue, op).run(lanes);
}

}  // namespace lanescope::machine
