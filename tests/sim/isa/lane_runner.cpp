#include "tests/sim/isa/lane_runner.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>

#include <fmt/format.h>

#include "sim/isa/opcodes.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::isa_test {
namespace {

using ptx::Operand;

constexpr std::uint64_t kInput = 0x100000;
constexpr std::uint64_t kOutput = 0x200000;
constexpr std::uint32_t kSlot = 256;  // bytes: the widest register
constexpr std::uint32_t kMask = 0x5ac3960fU;

int width_of(ptx::Type type) { return ptx::size_in_bytes(type) == 8 ? 8 : 4; }

// The lane register file, aligned as the operations want it.
struct AlignedDelete {
  void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{64}); }
};
using File = std::unique_ptr<std::byte[], AlignedDelete>;
File make_file(std::size_t bytes) {
  File file(static_cast<std::byte*>(::operator new[](bytes, std::align_val_t{64})));
  std::memset(file.get(), 0xa5, bytes);
  return file;
}

class LaneMachine {
 public:
  LaneMachine(const RowFile& row, const ptx::Function& kernel, isa::VectorLevel level)
      : row_(row),
        kernel_(kernel),
        level_(level),
        bytes_((kernel.registers.size() + 16) * kSlot),
        file_(make_file(bytes_)),
        copy_(make_file(bytes_)),
        input_(row.input_bytes()) {
    run_.output.resize(row.output_bytes());
  }

  LaneRun run() {
    for (first_ = 0; first_ < row_.threads && run_.error.empty(); first_ += 32) {
      for (const ptx::Instruction& instruction : kernel_.body) {
        if (!step(instruction) || !run_.error.empty()) break;
      }
    }
    return std::move(run_);
  }

 private:
  std::uint32_t slot_of(std::uint32_t reg) const { return reg * kSlot; }
  std::uint32_t scratch() {
    next_scratch_ = next_scratch_ + 1;
    return static_cast<std::uint32_t>(kernel_.registers.size() + next_scratch_ % 15) * kSlot;
  }
  std::uint32_t carry() const {
    return static_cast<std::uint32_t>(kernel_.registers.size() + 15) * kSlot;
  }

  std::uint64_t get(std::uint32_t slot, int width, int lane) const {
    std::uint64_t value = 0;
    std::memcpy(&value, file_.get() + slot + lane * width, static_cast<std::size_t>(width));
    return value;
  }
  void put(std::uint32_t slot, int width, int lane, std::uint64_t value) {
    std::memcpy(file_.get() + slot + lane * width, &value, static_cast<std::size_t>(width));
  }

  std::uint64_t special(const std::string& name, int lane) const {
    if (name == "tid.x") return first_ + static_cast<std::uint32_t>(lane);
    if (name == "WARP_SZ") return 32;
    return name == "ntid.x" ? row_.threads : 1;
  }

  // The slot of a source; constants go into a scratch slot of the operation's width.
  std::uint32_t source(const Operand& operand, ptx::Type type) {
    if (operand.kind == Operand::Kind::Register) return slot_of(operand.index);
    const std::uint32_t slot = scratch();
    for (int lane = 0; lane < 32; ++lane) {
      const bool is_special = operand.kind == Operand::Kind::SpecialRegister;
      put(slot, width_of(type), lane, is_special ? special(operand.name, lane) : operand.bits);
    }
    return slot;
  }

  static void flatten(const Operand& operand, std::vector<const Operand*>& list) {
    if (operand.kind != Operand::Kind::Vector && operand.kind != Operand::Kind::Lanes)
      return list.push_back(&operand);
    for (const Operand& element : operand.elements) flatten(element, list);
  }

  std::byte* memory(std::uint64_t address) {
    return address >= kOutput ? run_.output.data() + (address - kOutput)
                              : input_.data() + (address - kInput);
  }

  bool step(const ptx::Instruction& instruction) {
    if (instruction.opcode == "ret") return false;
    if (instruction.opcode == "ld") return load(instruction);
    if (instruction.opcode == "st") return store(instruction);
    return compute(instruction);
  }

  bool load(const ptx::Instruction& instruction) {
    const Operand& to = instruction.operands[0];
    const Operand& base = instruction.operands[1].elements[0];
    const auto size = static_cast<std::size_t>(
        ptx::size_in_bytes(ptx::type_from_spelling(instruction.modifiers.back())));
    const int width = width_of(kernel_.registers[to.index].type);
    for (int lane = 0; lane < 32; ++lane) {
      std::uint64_t value = 0;
      if (instruction.modifiers[0] == "param") {
        value = kernel_.variables[base.index].name == "in" ? kInput : kOutput;
      } else {
        const std::uint64_t at = get(slot_of(base.index), 8, lane);
        std::memcpy(&value, memory(at + static_cast<std::uint64_t>(instruction.operands[1].offset)),
                    size);
      }
      put(slot_of(to.index), width, lane, value);
    }
    return true;
  }

  bool store(const ptx::Instruction& instruction) {
    const Operand& base = instruction.operands[0].elements[0];
    const Operand& from = instruction.operands[1];
    const auto size = static_cast<std::size_t>(
        ptx::size_in_bytes(ptx::type_from_spelling(instruction.modifiers.back())));
    for (int lane = 0; lane < 32; ++lane) {
      const std::uint64_t at = get(slot_of(base.index), 8, lane);
      const std::uint64_t value =
          get(slot_of(from.index), width_of(kernel_.registers[from.index].type), lane);
      std::memcpy(memory(at + static_cast<std::uint64_t>(instruction.operands[0].offset)), &value,
                  size);
    }
    return true;
  }

  bool compute(const ptx::Instruction& instruction) {
    const Result<isa::AluOp> bound = isa::bind_alu(instruction, level_);
    if (!bound) {
      run_.error = bound.error().message;
      return false;
    }
    std::vector<const Operand*> results, sources;
    flatten(instruction.operands[0], results);
    for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
      // A truth table that a predicate follows is a part of the operation.
      if (instruction.opcode == "lop3" && instruction.operands.size() == 6 && i == 4) continue;
      flatten(instruction.operands[i], sources);
    }
    const isa::LaneOperands operands = place(*bound, results, sources);
    check_masked(*bound, operands, instruction);
    bound->full(file_.get(), operands);
    return true;
  }

  isa::LaneOperands place(const isa::AluOp& op, const std::vector<const Operand*>& results,
                          const std::vector<const Operand*>& sources) {
    isa::LaneOperands operands;
    operands.form = op.form;
    const auto result = [&](std::size_t i) {
      const bool named = i < results.size() && results[i]->kind == Operand::Kind::Register;
      return named ? slot_of(results[i]->index) : scratch();
    };
    operands.dst = result(0);
    if (op.dst2 != ptx::Type::None) operands.dst2 = op.writes_carry ? carry() : result(1);
    if (op.more_dst[0] != ptx::Type::None) operands.more_dst = {result(2), result(3)};
    const std::size_t read = static_cast<std::size_t>(op.sources) - (op.reads_carry ? 1 : 0);
    if (read > sources.size()) {
      run_.error = "too few operands";
      return operands;
    }
    for (std::size_t i = 0; i < read; ++i) operands.src[i] = source(*sources[i], op.src[i]);
    if (op.reads_carry) operands.src[read] = carry();
    return operands;
  }

  // The masked form must write what the full one does in active lanes and nothing elsewhere.
  void check_masked(const isa::AluOp& op, const isa::LaneOperands& operands,
                    const ptx::Instruction& instruction) {
    std::memcpy(copy_.get(), file_.get(), bytes_);
    const File before = make_file(bytes_);
    std::memcpy(before.get(), file_.get(), bytes_);
    isa::LaneWords active;
    isa::expand(kMask, active);
    op.masked(copy_.get(), operands, active);
    op.full(file_.get(), operands);
    const std::vector<std::pair<std::uint32_t, ptx::Type>> results{
        {operands.dst, op.dst},
        {operands.dst2, op.dst2},
        {operands.more_dst[0], op.more_dst[0]},
        {operands.more_dst[1], op.more_dst[1]}};
    for (const auto& [slot, type] : results) {
      if (type == ptx::Type::None) continue;
      const auto width = static_cast<std::size_t>(width_of(type));
      for (std::size_t lane = 0; lane < 32; ++lane) {
        const std::byte* wanted = (kMask >> lane & 1U) != 0 ? file_.get() : before.get();
        if (std::memcmp(copy_.get() + slot + lane * width, wanted + slot + lane * width, width) ==
            0)
          continue;
        run_.masked_error = fmt::format("{} {}: lane {}", row_.row, instruction.opcode, lane);
      }
    }
    std::memcpy(file_.get(), before.get(), bytes_);
  }

  const RowFile& row_;
  const ptx::Function& kernel_;
  isa::VectorLevel level_;
  std::size_t bytes_;
  File file_, copy_;
  std::vector<std::byte> input_;
  std::uint32_t first_ = 0;
  std::uint32_t next_scratch_ = 0;
  LaneRun run_;
};

bool is_plain(const ptx::Instruction& instruction) {
  const std::vector<std::string_view> modifiers(instruction.modifiers.begin(),
                                                instruction.modifiers.end());
  const isa::OpcodeRow* row = isa::find_row(instruction.opcode, modifiers);
  if (instruction.opcode == "ret" || instruction.opcode == "ld" || instruction.opcode == "st")
    return true;
  return row != nullptr && (row->unit == isa::Unit::Alu || row->unit == isa::Unit::Move);
}

}  // namespace

// Of these the decoder makes others (sim/code/wide_registers, decode_alu).
bool is_rewritten(const RowFile& file) { return file.row == "mov.b128" || file.row == "mov.v4"; }

bool only_computes(const RowFile& file) {
  for (const isa::OpcodeRow& row : isa::opcode_rows()) {
    if (row.name == file.row && !is_rewritten(file))
      return row.unit == isa::Unit::Alu || row.unit == isa::Unit::Move;
  }
  return false;
}

LaneRun run_lanes(const RowFile& file, isa::VectorLevel level) {
  LaneRun failed;
  const ptx::Module module = ptx::parse(file.text);
  const auto kernel = std::ranges::find(module.functions, "test", &ptx::Function::name);
  if (kernel == module.functions.end() || module.has_errors()) {
    failed.error = module.diagnostics.empty() ? "no kernel" : module.diagnostics.front().message;
    return failed;
  }
  for (const ptx::Instruction& instruction : kernel->body) {
    if (is_plain(instruction)) continue;
    failed.error = "not covered: " + instruction.opcode;
    for (const std::string& modifier : instruction.modifiers) failed.error += "." + modifier;
    return failed;
  }
  return LaneMachine(file, *kernel, level).run();
}

}  // namespace lanescope::isa_test
