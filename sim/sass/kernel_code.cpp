#include "sim/sass/kernel_code.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope::sass {
namespace {

// Enough of a stack where nobody knows how deep calls go: cudaLimitStackSize's default (CUDA
// Runtime API, cudaDeviceSetLimit).
constexpr std::uint32_t kStackBytes = 1024;

// Whose encodings are alike, and bank 0 known.
constexpr std::uint32_t kFirstSm = 75, kLastSm = 90;

// Of a block's shared memory, the system's own from sm_90 on (sim/cubin/README.md).
constexpr std::uint32_t kReservedShared = 0x400;

// Bank 0 is the launch's; a section without bytes may claim any size.
Bank bank_of(const cubin::DataSection& section) {
  Bank bank;
  bank.bytes.assign(section.bytes.begin(), section.bytes.end());
  for (const cubin::Relocation& relocation : section.relocations) {
    if (relocation.type != cubin::RelocationType::Address64) continue;
    bank.symbols.push_back({static_cast<std::uint32_t>(relocation.offset),
                            std::string(relocation.name), relocation.addend});
  }
  return bank;
}

void take_banks(const std::vector<cubin::DataSection>& sections, KernelCode& code) {
  for (const cubin::DataSection& section : sections) {
    if (section.bank && *section.bank > 0 &&
        static_cast<std::size_t>(*section.bank) < code.banks.size())
      code.banks[static_cast<std::size_t>(*section.bank)] = bank_of(section);
  }
}

void take_variables(const cubin::Code& cubin, KernelCode& code) {
  for (const cubin::Variable& variable : cubin.variables) {
    const auto bank = cubin.data[variable.data].bank;
    if (bank != 3) continue;
    code.constants.push_back({std::string(variable.name),
                              static_cast<std::uint32_t>(variable.offset),
                              static_cast<std::uint32_t>(variable.size)});
  }
}

void take_initial_values(const cubin::Code& cubin, KernelCode& code) {
  for (const cubin::Variable& variable : cubin.variables) {
    const cubin::DataSection& section = cubin.data[variable.data];
    if (section.bytes.empty()) continue;
    const auto bytes = section.bytes.subspan(variable.offset, variable.size);
    code.initial.push_back({std::string(variable.name), {bytes.begin(), bytes.end()}});
  }
}

std::uint32_t stack_of(const cubin::FunctionCode& function, bool calls_others) {
  const std::uint32_t known = std::max(function.frame_bytes, function.stack_bytes.value_or(0));
  const bool open = calls_others || !function.stack_bytes || !function.inner.empty() ||
                    !function.system_calls.empty();
  const std::uint32_t bytes = open ? std::max(known, known + kStackBytes) : known;
  return (bytes + 15) / 16 * 16;
}

// With the names of the functions that lie in it, where they begin.
Function with_names(const Function& listed, const cubin::FunctionCode& code) {
  Function out;
  out.name = listed.name;
  out.code.assign(code.text.begin(), code.text.end());
  auto inner = code.inner.begin();
  for (const Line& line : listed.lines) {
    while (line.label.empty() && inner != code.inner.end() && inner->offset <= line.address) {
      Line name;
      name.label = inner->name;
      out.lines.push_back(std::move(name));
      ++inner;
    }
    out.lines.push_back(line);
  }
  return out;
}

}  // namespace

Result<void> check_architecture(const cubin::Code& cubin) {
  if (cubin.sm >= kFirstSm && cubin.sm <= kLastSm) return {};
  return bad_input(fmt::format(
      "machine code of sm_{} is not executed: compile for sm_{} to sm_{}, or run the PTX", cubin.sm,
      kFirstSm, kLastSm));
}

Result<KernelCode> kernel_code_of(const cubin::Code& cubin, const std::vector<Function>& listing,
                                  std::string_view kernel) {
  const cubin::FunctionCode* function = cubin.function(kernel);
  const auto listed = std::ranges::find(listing, kernel, &Function::name);
  if (function == nullptr || listed == listing.end())
    return bad_input(fmt::format("the machine code has no kernel {}", kernel));
  KernelCode code;
  code.sm = cubin.sm;
  code.functions.push_back(with_names(*listed, *function));
  for (const cubin::FunctionCode& other : cubin.functions) {
    const auto its = std::ranges::find(listing, other.name, &Function::name);
    if (!other.entry && its != listing.end()) code.functions.push_back(with_names(*its, other));
  }
  code.parameter_base = function->parameter_base;
  code.shared_base = cubin.sm >= FromSm90::kSm ? kReservedShared : 0;
  code.static_shared_bytes =
      function->shared_bytes - std::min(function->shared_bytes, code.shared_base);
  code.frame_bytes = stack_of(*function, code.functions.size() > 1);
  code.registers = static_cast<std::uint32_t>(std::clamp(function->registers, 16, 255));
  code.barriers = static_cast<std::uint32_t>(std::max(0, function->barriers));
  take_banks(cubin.data, code);
  take_banks(function->banks, code);
  take_variables(cubin, code);
  take_initial_values(cubin, code);
  return code;
}

}  // namespace lanescope::sass
