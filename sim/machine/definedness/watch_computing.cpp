#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sim/code/program.hpp"
#include "sim/machine/definedness/watch.hpp"
#include "sim/machine/definedness/watch_report.hpp"
#include "sim/machine/lane_file.hpp"

namespace lanescope::machine {
namespace {

constexpr std::uint32_t kForgetInterval = 256;

using LaneBits = std::array<std::uint64_t, kMaxWarpSize>;
constexpr std::size_t kMostSources = 4, kMostResults = 4;

std::uint64_t full_bits(std::uint8_t result_bits) {
  if (result_bits == 1) return 0xffffffffU;  // a predicate's word
  return result_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << result_bits) - 1;
}

std::uint32_t result_slot(const code::Op& op, std::size_t i) {
  if (i == 0) return op.operands.dst;
  return i == 1 ? op.operands.dst2 : op.operands.more_dst[i - 2];
}

// An instruction's own function on a register file that holds nothing but its operands.
class Trial {
 public:
  Trial(const Issue& issue, const code::Op& op, const code::ValueFlow& flow)
      : issue_(issue), op_(op), flow_(flow), operands_(op.operands) {
    for (std::uint32_t i = 0; i < kMostSources; ++i) operands_.src[i] = kSlot * i;
    operands_.dst = kSlot * 4;
    operands_.dst2 = kSlot * 5;
    operands_.more_dst = {kSlot * 6, kSlot * 7};
  }

  // value(source, lane, register's value): what stands in its place. Results by lane.
  template <typename F>
  void run(F&& value, std::array<LaneBits, kMostResults>& results) {
    for (std::uint32_t file = 0; file < issue_.machine.files; ++file) {
      const int first = static_cast<int>(file) * kFileLanes;
      for (std::size_t s = 0; s < flow_.sources; ++s) {
        const code::Slot slot{op_.operands.src[s], flow_.source_bytes[s], 64};
        for (int lane = 0; lane < kFileLanes; ++lane) {
          store_bytes(file_.data() + kSlot * s + lane * slot.lane_bytes,
                      value(s, first + lane, read_lane(issue_, slot, first + lane)),
                      slot.lane_bytes);
        }
      }
      op_.full(file_.data(), operands_);
      for (std::size_t r = 0; r < flow_.results; ++r) {
        const int bytes = flow_.result_bits[r] > 32 ? 8 : 4;
        for (int lane = 0; lane < kFileLanes; ++lane) {
          results[r][static_cast<std::size_t>(first) + static_cast<std::size_t>(lane)] =
              load_bytes(file_.data() + kSlot * (4 + r) + lane * bytes, bytes);
        }
      }
    }
  }

 private:
  static constexpr std::uint32_t kSlot = 256;
  const Issue& issue_;
  const code::Op& op_;
  const code::ValueFlow& flow_;
  isa::LaneOperands operands_;
  alignas(64) std::array<std::byte, std::size_t{kSlot} * 8> file_{};
};

// One computing instruction: from the undefined bits of its sources to those of its results.
class Propagation {
 public:
  Propagation(Issue& issue, const code::Op& op, const code::ValueFlow& flow, LaneMask lanes)
      : issue_(issue), registers_(registers_of(issue)), op_(op), flow_(flow), lanes_(lanes) {
    for (std::size_t s = 0; s < flow.sources; ++s) {
      undefined_[s] = registers_.lanes(op.operands.src[s]) & lanes;
      any_ |= undefined_[s];
      if ((flow.control >> s & 1U) != 0) undecided_ |= undefined_[s];
    }
  }

  void run() {
    if (any_ != 0) fill();
    for (std::size_t r = 0; r < flow_.results; ++r) registers_.clear(result_slot(op_, r), lanes_);
    for_lanes(any_, [&](int lane) {
      for (std::size_t r = 0; r < flow_.results; ++r) {
        const std::uint64_t bits =
            results_[r][static_cast<std::size_t>(lane)] & full_bits(flow_.result_bits[r]);
        if (bits != 0)
          registers_.set(result_slot(op_, r), lane, bits,
                         provenance_[static_cast<std::size_t>(lane)]);
      }
    });
  }

 private:
  [[nodiscard]] std::uint64_t bits(std::size_t source, int lane) const {
    return (undefined_[source] >> static_cast<unsigned>(lane) & 1U) != 0
               ? registers_.bits(op_.operands.src[source], lane)
               : 0;
  }

  void fill() {
    switch (flow_.how) {
      case code::Flow::Moves:
        move();
        break;
      case code::Flow::Bitwise:
        combine();
        break;
      case code::Flow::Upwards:
        for_lanes(any_, [&](int lane) { smear(lane); });
        break;
      case code::Flow::Mixes:
        for_lanes(any_, [&](int lane) { mix(lane); });
        break;
    }
    for_lanes(undecided_, [&](int lane) { mix(lane); });
    for_lanes(any_, [&](int lane) { note(lane); });
  }

  void mix(int lane) {
    for (LaneBits& result : results_) result[static_cast<std::size_t>(lane)] = ~std::uint64_t{0};
  }

  void smear(int lane) {
    std::uint64_t all = 0;
    for (std::size_t s = 0; s < flow_.sources; ++s) all |= bits(s, lane);
    for (LaneBits& result : results_) result[static_cast<std::size_t>(lane)] = all | (~all + 1);
  }

  void move() {
    Trial(issue_, op_, flow_)
        .run(
            [&](std::size_t source, int lane, std::uint64_t value) {
              return (flow_.control >> source & 1U) != 0 ? value : bits(source, lane);
            },
            results_);
  }

  // Undefined bits are tried as 0 and as 1: where all trials agree, the result is defined.
  void combine() {
    Trial trial(issue_, op_, flow_);
    std::array<LaneBits, kMostResults> first{}, next{};
    const std::uint32_t trials = 1U << flow_.sources;
    for (std::uint32_t ones = 0; ones < trials; ++ones) {
      trial.run(
          [&](std::size_t source, int lane, std::uint64_t value) {
            const std::uint64_t undefined = bits(source, lane);
            return (ones >> source & 1U) != 0 ? value | undefined : value & ~undefined;
          },
          ones == 0 ? first : next);
      if (ones == 0) continue;
      for_lanes(any_, [&](int lane) {
        const auto l = static_cast<std::size_t>(lane);
        results_[0][l] |= first[0][l] ^ next[0][l];
      });
    }
  }

  // The source that made the lane's result undefined.
  [[nodiscard]] std::size_t culprit(int lane) const {
    const LaneMask bit = LaneMask{1} << static_cast<unsigned>(lane);
    std::size_t found = kMostSources;
    for (std::size_t s = 0; s < flow_.sources; ++s) {
      if ((undefined_[s] & bit) == 0) continue;
      const bool decides = (flow_.control >> s & 1U) != 0;
      if (found == kMostSources || decides) found = s;
    }
    return found;
  }

  void note(int lane) {
    const auto l = static_cast<std::size_t>(lane);
    const std::uint32_t slot = op_.operands.src[culprit(lane)];
    Provenance& from = provenance_[l] = registers_.provenance(slot, lane);
    const bool moved =
        flow_.how == code::Flow::Moves && (undecided_ >> static_cast<unsigned>(lane) & 1U) == 0;
    if (moved || (from.use != code::kNoSlot && !from.only_bits)) return;
    const bool bitwise = flow_.how == code::Flow::Bitwise;
    if (bitwise) {
      const std::uint64_t all = full_bits(flow_.result_bits[0]);
      if (from.use != code::kNoSlot || (results_[0][l] & all) != all) return;
    }
    from.use = issue_.pc;
    from.only_bits = bitwise;
    registers_.uses[issue_.pc] = issue_.machine.step;
  }

  Issue& issue_;
  UndefinedRegisters& registers_;
  const code::Op& op_;
  const code::ValueFlow& flow_;
  LaneMask lanes_;
  std::array<LaneMask, kMostSources> undefined_{};
  LaneMask any_ = 0, undecided_ = 0;
  std::array<LaneBits, kMostResults> results_{};
  std::array<Provenance, kMaxWarpSize> provenance_{};
};

void propagate(Issue& issue, const code::Op& op, LaneMask executed) {
  const code::ValueFlow& flow = issue.machine.code->flows[issue.pc];
  UndefinedRegisters& registers = registers_of(issue);
  bool touched = false;
  for (std::size_t s = 0; s < flow.sources; ++s)
    touched = touched || registers.lanes(op.operands.src[s]) != 0;
  if (touched) return Propagation(issue, op, flow, executed).run();
  for (std::size_t r = 0; r < flow.results; ++r) registers.clear(result_slot(op, r), executed);
}

// What an AluConvert does around its operation.
void convert(Issue& issue, const code::AluConvert::Step& step, LaneMask lanes) {
  if (!step.to.used()) return;
  UndefinedRegisters& registers = registers_of(issue);
  const LaneMask undefined = registers.lanes(step.from.offset) & lanes;
  registers.clear(step.to.offset, lanes);
  for_lanes(undefined, [&](int lane) {
    std::uint64_t bits = registers.bits(step.from.offset, lane);
    if (step.sign) bits = code::sign_extended(step.from, bits);
    bits &= full_bits(step.to.bits);
    if (bits != 0)
      registers.set(step.to.offset, lane, bits, registers.provenance(step.from.offset, lane));
  });
}

bool is_live(const code::Program& program, std::uint32_t slot, Pc pc) {
  for (std::size_t reg = 0; reg < program.registers().size(); ++reg)
    if (program.slot_offset(reg) == slot && program.registers()[reg].live_at(pc)) return true;
  return false;
}

// Values that nobody reads any more: without this, one of them would keep the warp watched.
void forget_dead(Issue& issue) {
  UndefinedRegisters& registers = registers_of(issue);
  registers.watched = 0;
  std::vector<Pc> places{Pc{issue.pc}};
  for (const LaneGroup& group : issue.warp.groups) {
    places.emplace_back(group.pc);
    for (const Frame& frame : group.frames) places.emplace_back(frame.return_pc);
  }
  for (const std::uint32_t slot : registers.undefined_slots()) {
    const bool live = registers.lanes(slot) != 0 &&
                      std::any_of(places.begin(), places.end(),
                                  [&](Pc pc) { return is_live(*issue.machine.program, slot, pc); });
    if (!live) registers.clear(slot, ~LaneMask{0});
  }
}

// What every watched instruction begins with.
void begin(Issue& issue, const code::Op& op) {
  UndefinedRegisters& registers = registers_of(issue);
  if (++registers.watched >= kForgetInterval) forget_dead(issue);
  if (!registers.any()) issue.warp.undefined = false;
  if (op.guard != code::kNoSlot)
    tell_slot(issue, {op.guard, 4, 1}, issue.active, ValueUse::Decides);
}

}  // namespace

void watch_computing(Issue& issue, std::uint32_t pc, LaneMask executed) {
  issue.pc = pc;
  const code::Op& op = issue.op();
  begin(issue, op);
  propagate(issue, op, executed);
}

namespace {

void tell_address(Issue& issue, const code::AddressOperand& address) {
  if (address.base == code::AddressOperand::Base::Slot)
    tell_slot(issue, address.slot, issue.executed, ValueUse::Address);
}

void watch_texture(Issue& issue, const code::TextureOp& texture) {
  tell_address(issue, texture.object);
  tell_slot(issue, texture.layer, issue.executed, ValueUse::Address);
  for (const code::Slot& at : texture.at) tell_slot(issue, at, issue.executed, ValueUse::Address);
  if (texture.what != code::TextureOp::What::Store) return;
  for (const code::Slot& slot : texture.data)
    tell_slot(issue, slot, issue.executed, ValueUse::Stores);
}

void define(Issue& issue, const code::Slot& slot) {
  if (slot.used()) registers_of(issue).clear(slot.offset, issue.executed);
}

void watch_atomic_operands(Issue& issue, const code::AtomicOp& atomic) {
  tell_address(issue, atomic.address);
  for (const code::Slot& slot : atomic.b)
    tell_slot(issue, slot, issue.executed, ValueUse::Computes);
  tell_slot(issue, atomic.c, issue.executed, ValueUse::Computes);
  tell_slot(issue, atomic.c_upper, issue.executed, ValueUse::Computes);
}

void watch_copy_operands(Issue& issue, const code::AsyncCopyOp& copy) {
  tell_address(issue, copy.to);
  tell_address(issue, copy.from);
  tell_slot(issue, copy.source_bytes, issue.executed, ValueUse::Computes);
}

void watch_barrier_operands(Issue& issue, const code::BarrierOp& barrier) {
  tell_slot(issue, barrier.barrier, issue.executed, ValueUse::Decides);
  tell_slot(issue, barrier.threads, issue.executed, ValueUse::Decides);
  tell_slot(issue, barrier.predicate, issue.executed, ValueUse::Decides);
  define(issue, barrier.result);
}

void watch_mbarrier_operands(Issue& issue, const code::MbarrierOp& barrier) {
  tell_address(issue, barrier.address);
  tell_slot(issue, barrier.value, issue.executed, ValueUse::Decides);
  define(issue, barrier.result);
}

void watch_space(Issue& issue, const code::SpaceOp& space, bool asks) {
  if (asks) {
    tell_slot(issue, space.value, issue.executed, ValueUse::Address);
    define(issue, space.result);
  } else {
    convert(issue, {space.value, space.result, false}, issue.executed);
  }
}

void watch_block_of_cluster(Issue& issue, const code::BlockOfClusterOp& block) {
  tell_slot(issue, block.address, issue.executed, ValueUse::Address);
  tell_slot(issue, block.rank, issue.executed, ValueUse::Address);
  define(issue, block.result);
}

void watch_converted(Issue& issue, const code::Op& op) {
  const code::AluConvert& steps = issue.machine.code->converts[op.detail];
  for (const code::AluConvert::Step& step : steps.before) convert(issue, step, issue.executed);
  propagate(issue, op, issue.executed);
  for (const code::AluConvert::Step& step : steps.after) convert(issue, step, issue.executed);
}

void define_loaded(Issue& issue, const code::MemoryOp& memory) {
  for (const code::Slot& slot : memory.data) define(issue, slot);
}

}  // namespace

void watch_operands(Issue& issue) {
  const code::Op& op = issue.op();
  const code::Code& code = *issue.machine.code;
  begin(issue, op);
  switch (op.kind) {
    case code::HandlerKind::AluConvert:
      return watch_converted(issue, op);
    case code::HandlerKind::KernelParameter:
      return define_loaded(issue, code.memory[op.detail]);
    case code::HandlerKind::FrameAddress:
      return define(issue, code.frame_addresses[op.detail].result);
    case code::HandlerKind::Stack:
      tell_slot(issue, code.stack_ops[op.detail].value, issue.executed, ValueUse::Address);
      return define(issue, code.stack_ops[op.detail].result);
    case code::HandlerKind::Clock:
      return define(issue, code.clocks[op.detail].result);
    case code::HandlerKind::ActiveMask:
      return define(issue, {op.operands.dst, 4, 32});
    case code::HandlerKind::ChangeSpace:
    case code::HandlerKind::IsSpace:
      return watch_space(issue, code.spaces[op.detail], op.kind == code::HandlerKind::IsSpace);
    case code::HandlerKind::Load:
    case code::HandlerKind::Store:
      return tell_address(issue, code.memory[op.detail].address);
    case code::HandlerKind::Atomic:
      return watch_atomic_operands(issue, code.atomics[op.detail]);
    case code::HandlerKind::AsyncCopy:
      return watch_copy_operands(issue, code.copies[op.detail]);
    case code::HandlerKind::Texture:
      return watch_texture(issue, code.textures[op.detail]);
    case code::HandlerKind::MatrixMove:
      return tell_address(issue, code.matrix_moves[code.warp_syncs[op.detail].matrix].address);
    case code::HandlerKind::BulkCopy:
      tell_address(issue, code.bulk_copies[op.detail].from);
      return tell_address(issue, code.bulk_copies[op.detail].to);
    case code::HandlerKind::IndexedBranch:
      return tell_slot(issue, code.indexed_branches[op.detail].index, issue.executed,
                       ValueUse::Decides);
    case code::HandlerKind::Call:
      return tell_slot(issue, code.calls[op.detail].target, issue.executed, ValueUse::Address);
    case code::HandlerKind::BlockOfCluster:
      return watch_block_of_cluster(issue, code.blocks_of_cluster[op.detail]);
    case code::HandlerKind::Barrier:
      return watch_barrier_operands(issue, code.barriers[op.detail]);
    case code::HandlerKind::Mbarrier:
      return watch_mbarrier_operands(issue, code.mbarriers[op.detail]);
    default:
      return;
  }
}

}  // namespace lanescope::machine
