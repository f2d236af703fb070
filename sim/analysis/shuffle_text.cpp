#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>

#include "sim/analysis/comparators.hpp"
#include "sim/analysis/origins.hpp"

namespace lanescope::analysis {
namespace {

// The operands behind the first, as written.
std::array<std::string_view, 4> operands_of(std::string_view text) {
  std::array<std::string_view, 4> out;
  std::size_t from = text.find(',');
  for (std::string_view& operand : out) {
    if (from == std::string_view::npos) break;
    const std::size_t to = text.find_first_of(",;", from + 1);
    operand = text.substr(from + 1, to == std::string_view::npos ? to : to - from - 1);
    while (operand.starts_with(' ')) operand.remove_prefix(1);
    from = to;
  }
  return out;
}

std::optional<std::uint32_t> number(std::string_view digits) {
  const int base = digits.starts_with("0x") ? 16 : 10;
  if (base == 16) digits.remove_prefix(2);
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || error != std::errc{} || end != digits.data() + digits.size())
    return std::nullopt;
  return value;
}

}  // namespace

ConstantRegisters::ConstantRegisters(const engine::Program& program) {
  std::vector<std::uint32_t> made(program.registers().size());
  for (std::uint32_t pc = 0; pc < program.size(); ++pc)
    for (const engine::Operand& operand : program.at(Pc{pc}).operands)
      if (operand.role == engine::Role::Write) ++made[operand.reg];
  for (std::uint32_t pc = 0; pc < program.size(); ++pc) {
    const engine::InstructionInfo& info = program.at(Pc{pc});
    if (info.unit != Unit::Move || info.operands.size() != 1) continue;
    const engine::Operand& operand = info.operands.front();
    if (operand.role != engine::Role::Write || made[operand.reg] != 1) continue;
    const std::string text = program.text_at(Pc{pc});
    const std::string_view moved = operands_of(text).front();
    if (number(moved))
      numbers_.try_emplace({info.function, program.registers()[operand.reg].name}, moved);
  }
}

std::string ConstantRegisters::text_at(const engine::Program& program, Pc pc) const {
  const std::string text = program.text_at(pc);
  std::string out = text.substr(0, text.find(','));
  for (const std::string_view operand : operands_of(text)) {
    if (operand.empty()) break;
    const auto known = numbers_.find({program.at(pc).function, std::string(operand)});
    out += ", ";
    out += known == numbers_.end() ? operand : std::string_view(known->second);
  }
  return out + ";";
}

std::string text_with(const std::string& text,
                      const std::vector<std::pair<std::string, std::uint64_t>>& registers) {
  std::string out = text.substr(0, text.find(','));
  for (const std::string_view operand : operands_of(text)) {
    if (operand.empty()) break;
    const auto known = std::find_if(registers.begin(), registers.end(),
                                    [&](const auto& one) { return one.first == operand; });
    out += ", ";
    out += known == registers.end() ? std::string(operand) : std::to_string(known->second);
  }
  return out + ";";
}

// PTX ISA 9.7.9.6: b is the distance or the lane, c holds the clamp (bits 0-4) and the mask of the
// segment (bits 8-12).
LaneMask shuffle_sources(std::string_view text, std::uint32_t lane, LaneMask lanes) {
  const auto operands = operands_of(text);
  const auto b = number(operands[1]), c = number(operands[2]);
  if (!text.starts_with("shfl.") || !b || !c) return lanes;
  const std::uint32_t distance = *b & 31U, clamp = *c & 31U, segment = *c >> 8U & 31U;
  const std::uint32_t last = (lane & segment) | (clamp & ~segment & 31U);
  std::uint32_t from = (lane & segment) | (distance & ~segment & 31U);  // idx
  bool there = from <= last;
  if (text.find(".up.") != std::string_view::npos) {
    there = lane >= last + distance;
    from = lane - distance;
  } else if (text.find(".down.") != std::string_view::npos) {
    from = lane + distance;
    there = from <= last;
  } else if (text.find(".bfly.") != std::string_view::npos) {
    from = lane ^ distance;
    there = from <= last;
  }
  return LaneMask{1} << (there ? from : lane);
}

}  // namespace lanescope::analysis
