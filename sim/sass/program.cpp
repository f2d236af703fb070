#include "sim/sass/program.hpp"

#include <algorithm>
#include <cstring>
#include <ranges>

#include <fmt/format.h>

#include "sim/sass/roles.hpp"

namespace lanescope::sass {
namespace {

constexpr std::uint64_t kInstructionBytes = 16;
// Each function that the kernel calls has addresses of its own.
constexpr std::uint64_t kFunctionBytes = std::uint64_t{1} << 24U;

// Bits 32–63 of the encoding, in which every immediate of 32 bits lies.
std::uint64_t immediate_bits(std::span<const std::byte> code, std::uint32_t address) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, code.data() + address + 4, sizeof bits);
  return bits;
}

bool lies_within(std::span<const std::byte> code, std::uint32_t address) {
  return address % kInstructionBytes == 0 && address + kInstructionBytes <= code.size();
}

// The assembler writes whole paths, the compiler those that it was given: lines are compared by the
// compiler's.
std::string named_as_in(const code::Program& ptx, const std::string& path) {
  const auto same = std::ranges::find_if(ptx.files(), [&](const std::string& name) {
    return !name.empty() && (path == name || path.ends_with("/" + name));
  });
  return same == ptx.files().end() ? path : *same;
}

}  // namespace

Result<std::shared_ptr<const Program>> Program::make(KernelCode code,
                                                     std::shared_ptr<const code::Program> ptx) {
  std::shared_ptr<Program> program(new Program);
  program->kernel_code_ = std::move(code);
  program->ptx_ = std::move(ptx);
  if (auto read = program->read_lines(); !read) return read.error();
  program->take_from_ptx();
  program->describe_registers();
  return std::shared_ptr<const Program>(std::move(program));
}

Result<void> Program::read_lines() {
  for (std::uint32_t index = 0; index < kernel_code_.functions.size(); ++index) {
    const Function& function = kernel_code_.functions[index];
    labels_[function.name] = static_cast<std::uint32_t>(code_.size());
    for (const Line& line : function.lines) {
      ++listing_lines_;
      if (!line.label.empty()) {
        labels_[line.label] = static_cast<std::uint32_t>(code_.size());
      } else if (auto read = read_line(function, index, line); !read) {
        return read;
      }
    }
  }
  if (code_.empty()) return bad_input("the kernel has no machine code");
  files_ = file_names_;
  locations_ = places_;
  return {};
}

Result<void> Program::read_line(const Function& function, std::uint32_t index, const Line& line) {
  auto instruction = parse_instruction(line.guard, line.opcode, line.operands);
  if (!instruction) return instruction.error();
  if (!lies_within(function.code, line.address))
    return bad_input(fmt::format("{}: no code at {:#x}", function.name, line.address));
  for (Operand& operand : instruction->operands) {
    if (operand.kind == Operand::Kind::Float)
      operand.bits = immediate_bits(function.code, line.address);
  }
  const auto pc = static_cast<std::uint32_t>(code_.size());
  control_.push_back(cubin::control_of(
      std::span<const std::byte, 16>(function.code.data() + line.address, kInstructionBytes)));
  addresses_.push_back(index * kFunctionBytes + line.address);
  pcs_[addresses_.back()] = pc;
  texts_.push_back(fmt::format("{}{}{}{}{}", line.guard, line.guard.empty() ? "" : " ", line.opcode,
                               line.operands.empty() ? "" : " ", line.operands));
  engine::InstructionInfo info = info_of(*instruction);
  info.line = listing_lines_;
  info.column = 1;
  info.location = place_of(line);
  instructions_.push_back(std::move(info));
  code_.push_back(std::move(*instruction));
  return {};
}

std::uint32_t Program::place_of(const Line& line) {
  if (line.places.empty()) return engine::kNone;
  if (const auto known = place_indices_.find(line.places); known != place_indices_.end())
    return known->second;
  std::uint32_t outer = SourceLocation::kNone;
  for (const auto& [path, number] : std::views::reverse(line.places)) {
    const std::string name = named_as_in(*ptx_, path);
    auto file = std::ranges::find(file_names_, name);
    if (file == file_names_.end()) file = file_names_.insert(file, name);
    SourceLocation place;
    place.file = static_cast<std::uint32_t>(file - file_names_.begin());
    place.line = number;
    place.column = 1;
    place.inlined_at = outer;
    outer = static_cast<std::uint32_t>(places_.size());
    places_.push_back(place);
  }
  return place_indices_[line.places] = outer;
}

void Program::take_from_ptx() {
  kernel_ = ptx_->kernel();
  parameters_ = ptx_->parameters();
  parameter_bytes_ = ptx_->parameter_bytes();
  launch_bounds_ = ptx_->launch_bounds();
  static_shared_bytes_ = kernel_code_.static_shared_bytes;
  local_bytes_ = kernel_code_.frame_bytes;
  shared_variables_ = ptx_->shared_variables();
  for (engine::SharedVariable& variable : shared_variables_) {
    const auto place = std::ranges::find(kernel_code_.shared, variable.name, &SharedPlace::name);
    if (place != kernel_code_.shared.end())
      variable.offset = place->offset;
    else if (variable.size == 0)
      variable.offset = static_shared_bytes_;
  }
}

// R0 …, then UR0 …, P0 … and UP0 …: where roles.hpp counts them.
void Program::describe_registers() {
  register_files_ = {{"R", false}, {"UR", true}, {"P", false}, {"UP", true}};
  const auto add = [this](std::string name, ValueType type, std::uint32_t file) {
    engine::RegisterInfo info;
    info.name = std::move(name);
    info.type = type;
    info.file = file;
    info.live = {{Pc{0}, Pc{size()}}};
    registers_.push_back(std::move(info));
  };
  for (std::uint32_t n = 0; n < kUniformBegin; ++n) add(fmt::format("R{}", n), ValueType::B32, 0);
  for (std::uint32_t n = 0; n < kPredicateBegin - kUniformBegin; ++n)
    add(fmt::format("UR{}", n), ValueType::B32, 1);
  for (std::uint32_t n = 0; n < kTrue; ++n) add(fmt::format("P{}", n), ValueType::Pred, 2);
  for (std::uint32_t n = 0; n < kTrue; ++n) add(fmt::format("UP{}", n), ValueType::Pred, 3);
}

std::string Program::text_at(Pc pc) const { return texts_[pc.value]; }

std::optional<std::uint32_t> Program::pc_of(std::string_view label) const {
  const auto found = labels_.find(label);
  return found == labels_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> Program::pc_at(std::uint64_t address) const {
  const auto found = pcs_.find(address);
  return found == pcs_.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t Program::function_address(std::uint32_t pc) const {
  return addresses_[pc] / kFunctionBytes * kFunctionBytes;
}

}  // namespace lanescope::sass
