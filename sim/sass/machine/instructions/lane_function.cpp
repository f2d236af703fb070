#include "sim/sass/machine/instructions/lane_function.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

#include "sim/sass/machine/instructions/bind.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

constexpr std::uint32_t kSlotBytes = sizeof(WideRow), kRowBytes = sizeof(Row);

// "fma.rn.f32" as an instruction on registers; bind_alu looks at how many operands there are.
ptx::Instruction instruction_of(std::string_view text, int sources, bool pair) {
  ptx::Instruction out;
  while (!text.empty()) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    if (out.opcode.empty())
      out.opcode = text.substr(0, dot);
    else
      out.modifiers.emplace_back(text.substr(0, dot));
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  ptx::Operand reg;
  reg.kind = ptx::Operand::Kind::Register;
  out.operands.assign(static_cast<std::size_t>(sources) + 1, reg);
  if (pair) out.operands.front().kind = ptx::Operand::Kind::Lanes;
  return out;
}

// Kept, as looking one up compares many texts. AluOp::full is null where there is none.
const isa::AluOp& lane_function(std::string_view text, int sources, bool pair) {
  thread_local std::map<std::pair<std::string, int>, isa::AluOp> known;
  const auto [at, is_new] = known.try_emplace({std::string(text), pair ? -sources : sources});
  if (is_new) {
    const auto found = isa::bind_alu(instruction_of(text, sources, pair), isa::best_vector_level());
    if (found) at->second = *found;
  }
  return at->second;
}

bool is_plain_row(const Source& source) {
  return source.from == Source::From::Row && !source.negated && !source.inverted &&
         !source.absolute && source.halves[0] == 0 && source.halves[1] == 1;
}

bool works_on_rows(const Op& op) {
  if (op.dst == kNoRow || op.uniform || op.alu.dst == ptx::Type::Pred || is_wide(op.alu.dst))
    return false;
  for (std::size_t n = 0; n < static_cast<std::size_t>(op.alu.sources); ++n) {
    if (!is_plain_row(op.src[n]) || is_wide(op.alu.src[n])) return false;
  }
  return true;
}

// All operands are rows as they stand: a warp's rows are a lane file.
Next run_on_rows(Issue& issue) {
  const Op& op = issue.op;
  isa::LaneOperands operands;
  operands.form = op.alu.form;
  operands.dst = op.dst * kRowBytes;
  for (std::size_t n = 0; n < static_cast<std::size_t>(op.alu.sources); ++n)
    operands.src[n] = op.src[n].row * kRowBytes;
  auto* const file = reinterpret_cast<std::byte*>(issue.warp.rows.data());
  if (issue.executed == 0xffffffffU) {
    op.alu.full(file, operands);
  } else if (issue.executed != 0) {
    isa::LaneWords words;
    isa::expand(issue.executed, words);
    op.alu.masked(file, operands, words);
  }
  return Next::Advance;
}

void read_double(const Issue& issue, const Source& source, WideRow& out) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63U, kInfinity = 0x7ff0000000000000U;
  Source plain = source;
  plain.negated = plain.absolute = false;
  read_wide(issue, plain, out);
  if (!source.negated && !source.absolute) return;
  for (std::uint64_t& value : out) {
    if ((value & ~kSign) > kInfinity) continue;
    if (source.absolute) value &= ~kSign;
    if (source.negated) value ^= kSign;
  }
}

std::uint32_t gather(const Row& row) {
  std::uint32_t bits = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) bits |= (row.lane[lane] & 1U) << lane;
  return bits;
}

}  // namespace

Modifiers::Modifiers(const Instruction& instruction) : instruction_(instruction) {}

bool Modifiers::take(std::string_view name) {
  for (std::uint32_t n = 0; n < instruction_.modifiers.size(); ++n) {
    if ((taken_ >> n & 1U) != 0 || instruction_.modifiers[n] != name) continue;
    taken_ |= 1U << n;
    return true;
  }
  return false;
}

std::string_view Modifiers::take(std::string_view name, std::string_view text) {
  return take(name) ? text : std::string_view{};
}

std::string_view Modifiers::take_rounding() {
  if (take("RM")) return ".rm";
  if (take("RP")) return ".rp";
  return take("RZ") ? ".rz" : ".rn";
}

std::string_view Modifiers::take_first(std::span<const std::string_view> names) {
  for (std::uint32_t n = 0; n < instruction_.modifiers.size(); ++n) {
    const std::string& modifier = instruction_.modifiers[n];
    if ((taken_ >> n & 1U) != 0 || std::ranges::find(names, modifier) == names.end()) continue;
    taken_ |= 1U << n;
    return modifier;
  }
  return {};
}

bool Modifiers::all_taken() const {
  return taken_ + 1 == std::uint32_t{1} << instruction_.modifiers.size();
}

bool find_lane_function(std::string_view ptx, int sources, Op& op, bool pair) {
  op.alu = lane_function(ptx, sources, pair);
  return op.alu.full != nullptr && op.alu.sources == sources;
}

bool bind_lane_function(std::string_view ptx, int sources, Op& op) {
  if (op.sources != static_cast<std::uint32_t>(sources) || !find_lane_function(ptx, sources, op))
    return false;
  op.handler = works_on_rows(op) ? run_on_rows : run_alu;
  return true;
}

Next run_alu(Issue& issue) {
  const Op& op = issue.op;
  LaneCall call(op.alu);
  for (std::size_t n = 0; n < static_cast<std::size_t>(op.alu.sources); ++n)
    call.take(n, issue, op.src[n]);
  call.run();
  if (op.alu.dst == ptx::Type::Pred)
    write(issue, op.dst_predicates[0], call.bits());
  else if (is_wide(op.alu.dst))
    write_wide(issue, op.dst, call.wide_result());
  else
    write(issue, op.dst, call.result());
  return Next::Advance;
}

LaneCall::LaneCall(const isa::AluOp& alu) : alu_(alu) {}

void LaneCall::take(std::size_t number, const Issue& issue, const Source& source) {
  if (alu_.src[number] == ptx::Type::F64) {
    read_double(issue, source, wide(number));
  } else if (is_wide(alu_.src[number])) {
    read_wide(issue, source, wide(number));
  } else {
    const Row& value = read(issue, source, row(number));
    if (&value != &row(number)) row(number) = value;
  }
}

void LaneCall::run() {
  isa::LaneOperands operands;
  operands.form = alu_.form;
  operands.dst = kResult * kSlotBytes;
  operands.dst2 = kSecond * kSlotBytes;
  for (std::uint32_t n = 0; n < operands.src.size(); ++n) operands.src[n] = n * kSlotBytes;
  alu_.full(reinterpret_cast<std::byte*>(slots_.data()), operands);
}

std::uint32_t LaneCall::bits() const { return gather(slots_[kResult].row); }
std::uint32_t LaneCall::second_bits() const { return gather(slots_[kSecond].row); }

bool is_wide(ptx::Type type) { return ptx::size_in_bytes(type) == 8; }

bool take_combine(Modifiers& modifiers, std::uint32_t& number) {
  constexpr std::array kNames{std::pair{"AND", Combine::And}, std::pair{"OR", Combine::Or},
                              std::pair{"XOR", Combine::Xor}};
  for (const auto& [name, combine] : kNames) {
    if (!modifiers.take(name)) continue;
    number = static_cast<std::uint32_t>(combine);
    return true;
  }
  return false;
}

std::uint32_t combined(std::uint32_t combine, std::uint32_t bits, std::uint32_t other) {
  switch (static_cast<Combine>(combine)) {
    case Combine::And:
      return bits & other;
    case Combine::Or:
      return bits | other;
    case Combine::Xor:
      return bits ^ other;
  }
  return bits;
}

std::string in_lower_case(std::string_view name) {
  std::string out(name);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

std::string take_comparison(Modifiers& modifiers) {
  static constexpr std::array<std::string_view, 14> kNames{
      "EQ", "NE", "LT", "LE", "GT", "GE", "EQU", "NEU", "LTU", "LEU", "GTU", "GEU", "NUM", "NAN"};
  return in_lower_case(modifiers.take_first(kNames));
}

}  // namespace lanescope::sass::machine::instructions
