#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "sim/events/count_access.hpp"
#include "tests/sim/engine/toy.hpp"

namespace lanescope::engine::toy {
namespace {

using Lanes = std::array<std::uint32_t, kMaxWarpSize>;

struct Warp {
  LaneMask existing = 0, exited = 0, waiting = 0;
  Lanes pc{};
  std::array<Lanes, kLaneRegisters + kUniformRegisters> registers{};  // uniform ones: all alike
  [[nodiscard]] LaneMask ready() const { return existing & ~exited & ~waiting; }
};

struct State {
  Outcome outcome = Outcome::Running;
  std::uint64_t step = 0;
  std::uint32_t launch = 0, block = 0;
  bool in_launch = false, in_block = false;
  std::vector<Warp> warps;
  std::vector<std::vector<std::byte>> buffers;
};

struct Frozen final : Snapshot {
  explicit Frozen(State of) : state(std::move(of)) {}
  State state;
};

template <typename F>
void for_lanes(LaneMask lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(static_cast<std::size_t>(std::countr_zero(lanes)));
}

class Run final : public Execution {
 public:
  Run(std::shared_ptr<const Plan> plan, ExecutionOptions options)
      : plan_(std::move(plan)), options_(std::move(options)) {
    for (const Buffer& buffer : plan_->buffers) {
      state_.buffers.emplace_back(buffer.bytes);
      if (buffer.initial) state_.buffers.back() = *buffer.initial;
    }
    for (const Launch& launch : plan_->launches) counts_.emplace_back(launch.program->size());
  }

  Outcome run_to(MachineStep step) override {
    while (state_.outcome == Outcome::Running && state_.step < step.value) issue();
    return state_.outcome;
  }
  void settle() override {
    if (state_.outcome != Outcome::Running) return;
    if (!state_.in_launch) begin_launch();
    if (!state_.in_block) begin_block();
  }

  [[nodiscard]] Outcome outcome() const override { return state_.outcome; }
  [[nodiscard]] MachineStep machine_step() const override { return MachineStep{state_.step}; }
  [[nodiscard]] std::uint32_t launch() const override {
    return std::min(state_.launch, static_cast<std::uint32_t>(plan_->launches.size() - 1));
  }
  [[nodiscard]] const Plan& plan() const override { return *plan_; }
  [[nodiscard]] const std::vector<events::Hazard>& hazards() const override { return hazards_; }
  [[nodiscard]] const std::string& unsupported() const override { return nothing_; }
  [[nodiscard]] const Printed& printed() const override { return nothing_printed_; }
  [[nodiscard]] std::span<const events::Counters> counters_by_pc(
      std::uint32_t launch) const override {
    return counts_[launch];
  }
  [[nodiscard]] events::Counters counters(std::uint32_t launch) const override {
    events::Counters sum;
    for (const events::Counters& counters : counts_[launch]) sum += counters;
    return sum;
  }

  [[nodiscard]] std::vector<BlockIndex> resident_blocks() const override {
    if (!state_.in_block) return {};
    return {BlockIndex{state_.block}};
  }
  [[nodiscard]] std::optional<WarpState> warp(BlockIndex block, WarpIndex warp) const override {
    if (!is_resident(block, warp)) return std::nullopt;
    const Warp& from = state_.warps[warp.value];
    WarpState out;
    out.existing = from.existing;
    out.exited = from.exited;
    for (LaneMask rest = from.existing & ~from.exited; rest != 0;) {
      Group group;
      group.pc = Pc{from.pc[static_cast<std::size_t>(std::countr_zero(rest))]};
      for_lanes(rest, [&](std::size_t lane) {
        if (from.pc[lane] == group.pc.value) group.lanes |= LaneMask{1} << lane;
      });
      if ((group.lanes & from.waiting) != 0) group.status = Group::Status::AtBarrier;
      rest &= ~group.lanes;
      out.groups.push_back(std::move(group));
    }
    std::ranges::sort(out.groups, {}, &Group::pc);
    return out;
  }
  [[nodiscard]] std::vector<std::uint64_t> register_values(BlockIndex block, WarpIndex warp,
                                                           std::uint32_t reg) const override {
    if (!is_resident(block, warp)) return {};
    const Lanes& lanes = state_.warps[warp.value].registers[reg];
    return {lanes.begin(), lanes.begin() + plan_->options.warp_size};
  }
  [[nodiscard]] std::span<const std::byte> shared_memory(BlockIndex) const override { return {}; }
  [[nodiscard]] std::span<const std::byte> local_memory(BlockIndex, std::uint32_t) const override {
    return {};
  }
  [[nodiscard]] std::span<const std::byte> buffer(std::size_t index) const override {
    return state_.buffers[index];
  }
  [[nodiscard]] std::span<const std::byte> symbol(std::string_view) const override { return {}; }
  [[nodiscard]] std::string describe(Address address) const override {
    return fmt::format("{:#x}", address.value);
  }

  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() override {
    return std::make_shared<const Frozen>(state_);
  }
  void restore(const Snapshot& snapshot) override {
    state_ = static_cast<const Frozen&>(snapshot).state;
    options_.recording = Recording::None;
    options_.listeners.clear();
    block_listeners_.clear();
  }

 private:
  [[nodiscard]] const Launch& current() const { return plan_->launches[state_.launch]; }
  [[nodiscard]] bool is_resident(BlockIndex block, WarpIndex warp) const {
    return state_.in_block && block.value == state_.block && warp.value < state_.warps.size();
  }

  void begin_launch() {
    state_.in_launch = true;
    state_.block = 0;
    options_.listeners.tell(events::LaunchBegin{state_.launch, current().grid, current().block,
                                                plan_->options.warp_size});
  }
  void begin_block() {
    state_.in_block = true;
    const auto size = static_cast<std::uint64_t>(plan_->options.warp_size);
    const std::uint64_t threads = current().block.count();
    state_.warps.assign((threads + size - 1) / size, Warp{});
    for (std::size_t w = 0; w < state_.warps.size(); ++w)
      state_.warps[w].existing =
          full_mask(static_cast<int>(std::min<std::uint64_t>(size, threads - w * size)));
    block_listeners_ = options_.listeners.of(state_.launch, BlockIndex{state_.block});
    block_listeners_.tell(events::BlockBegin{BlockIndex{state_.block}});
  }
  void end_block() {
    block_listeners_.tell(events::BlockEnd{BlockIndex{state_.block}});
    state_.in_block = false;
    if (++state_.block < current().grid.count()) return;
    state_.in_launch = false;
    options_.listeners.tell(events::LaunchEnd{state_.launch, state_.step});
    if (++state_.launch == plan_->launches.size()) state_.outcome = Outcome::Finished;
  }

  // The first warp that can goes on, with its lanes of the smallest pc.
  void issue() {
    settle();
    const auto at =
        std::ranges::find_if(state_.warps, [](const Warp& w) { return w.ready() != 0; });
    Warp& warp = *at;
    const WarpIndex index{static_cast<std::uint32_t>(at - state_.warps.begin())};
    std::uint32_t pc = kNone;
    for_lanes(warp.ready(), [&](std::size_t lane) { pc = std::min(pc, warp.pc[lane]); });
    LaneMask lanes = 0;
    for_lanes(warp.ready(), [&](std::size_t lane) {
      if (warp.pc[lane] == pc) lanes |= LaneMask{1} << lane;
    });
    tell_step(index, pc, lanes);
    for_lanes(lanes, [&](std::size_t lane) { warp.pc[lane] = pc + 1; });
    ++state_.step;
    carry_out(static_cast<const Program&>(*current().program).code_at(pc), warp, index, lanes, pc);
  }

  void tell_step(WarpIndex warp, std::uint32_t pc, LaneMask lanes) {
    if (options_.recording == Recording::None) return;
    counts_[state_.launch][pc].warp_instructions += 1;
    counts_[state_.launch][pc].thread_instructions +=
        static_cast<std::uint64_t>(std::popcount(lanes));
    block_listeners_.tell(events::Step{MachineStep{state_.step}, BlockIndex{state_.block}, warp,
                                       Pc{pc}, lanes, lanes});
  }

  void carry_out(const Instruction& i, Warp& warp, WarpIndex index, LaneMask lanes,
                 std::uint32_t pc) {
    auto& registers = warp.registers;
    const std::uint64_t first = index.value * std::uint64_t(plan_->options.warp_size) +
                                state_.block * current().block.count();
    switch (i.opcode) {
      case Opcode::Thread:
        for_lanes(lanes, [&](std::size_t lane) {
          registers[i.d][lane] = static_cast<std::uint32_t>(first + lane);
        });
        break;
      case Opcode::Move:
        write(registers[i.d], i.d, lanes, [&](std::size_t) { return i.value; });
        break;
      case Opcode::Add:
        write(registers[i.d], i.d, lanes,
              [&](std::size_t lane) { return registers[i.a][lane] + registers[i.b][lane]; });
        break;
      case Opcode::Load:
      case Opcode::Store:
        move_words(i, warp, lanes, pc);
        break;
      case Opcode::Branch:
        branch(i, warp, lanes);
        break;
      case Opcode::Barrier:
        warp.waiting |= lanes;
        block_listeners_.tell(
            events::Wait{BlockIndex{state_.block}, index, lanes, events::WaitReason::Barrier, 0});
        release();
        break;
      case Opcode::Exit:
        warp.exited |= lanes;
        if (std::ranges::all_of(state_.warps, [](const Warp& w) { return w.exited == w.existing; }))
          end_block();
        break;
    }
  }

  template <typename F>
  static void write(Lanes& into, std::uint32_t reg, LaneMask lanes, F&& value) {
    for_lanes(reg < kLaneRegisters ? lanes : ~LaneMask{0},
              [&](std::size_t lane) { into[lane] = value(lane); });
  }

  void move_words(const Instruction& i, Warp& warp, LaneMask lanes, std::uint32_t pc) {
    std::array<std::uint64_t, kMaxWarpSize> addresses{};
    std::vector<std::byte>& bytes = state_.buffers[i.value];
    for_lanes(lanes, [&](std::size_t lane) {
      const std::size_t at = std::size_t{warp.registers[i.a][lane]} * 4;
      addresses[lane] = plan_->address_of(i.value).value + at;
      if (i.opcode == Opcode::Load)
        std::memcpy(&warp.registers[i.d][lane], bytes.data() + at, 4);
      else
        std::memcpy(bytes.data() + at, &warp.registers[i.d][lane], 4);
    });
    if (options_.recording == Recording::None) return;
    const events::MemoryAccess access{
        events::Space::Global,
        i.opcode == Opcode::Load ? events::Access::Load : events::Access::Store, 4, lanes,
        addresses.data()};
    events::count_access(access, counts_[state_.launch][pc]);
    block_listeners_.tell(access);
  }

  void branch(const Instruction& i, Warp& warp, LaneMask lanes) {
    LaneMask taken = 0;
    for_lanes(lanes, [&](std::size_t lane) {
      if (warp.registers[i.a][lane] == 0) return;
      taken |= LaneMask{1} << lane;
      warp.pc[lane] = i.value;
    });
    const LaneMask rest = lanes & ~taken;
    block_listeners_.tell(events::Branch{taken, rest, taken != 0 && rest != 0, Pc{i.value}});
  }

  void release() {
    const auto arrived = [](const Warp& w) { return w.ready() == 0; };
    if (!std::ranges::all_of(state_.warps, arrived)) return;
    for (Warp& warp : state_.warps) warp.waiting = 0;
    block_listeners_.tell(events::BarrierRelease{BlockIndex{state_.block}, 0});
  }

  std::shared_ptr<const Plan> plan_;
  ExecutionOptions options_;
  State state_;
  events::Listeners block_listeners_;
  std::vector<std::vector<events::Counters>> counts_;
  std::vector<events::Hazard> hazards_;
  std::string nothing_;
  Printed nothing_printed_;
};

class ToyEngine final : public Engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "toy"; }
  [[nodiscard]] std::unique_ptr<Execution> start(std::shared_ptr<const Plan> plan,
                                                 ExecutionOptions options) const override {
    return std::make_unique<Run>(std::move(plan), std::move(options));
  }
};

}  // namespace

const Engine& toy_engine() {
  static const ToyEngine kEngine;
  return kEngine;
}

}  // namespace lanescope::engine::toy
