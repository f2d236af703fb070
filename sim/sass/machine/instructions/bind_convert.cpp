#include <array>
#include <string>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/convert_parts.hpp"

// Conversions of one number: PTX's `cvt`. A signed result of 8 or 16 bits fills its register with
// its sign (an H200).
namespace lanescope::sass::machine::instructions {
namespace {

constexpr std::array<std::string_view, 8> kIntegers{"S8",  "U8",  "S16", "U16",
                                                    "S32", "U32", "S64", "U64"};
constexpr std::array<std::string_view, 4> kFloats{"F16", "BF16", "F32", "F64"};

std::string take_type(Modifiers& modifiers, std::span<const std::string_view> names,
                      std::string_view otherwise) {
  const std::string_view found = modifiers.take_first(names);
  return found.empty() ? std::string(otherwise) : in_lower_case(found);
}

int bits_of(std::string_view type) {
  if (type.ends_with("64")) return 64;
  if (type.ends_with("32")) return 32;
  return type.ends_with("16") ? 16 : 8;
}

// Where in its register a narrow source stands: R4.H1, R4.B2.
std::uint32_t shift_of(std::string_view suffix) {
  if (suffix.ends_with("H1") || suffix.ends_with("B2")) return 16;
  if (suffix.ends_with("B1")) return 8;
  return suffix.ends_with("B3") ? 24 : 0;
}

constexpr std::size_t kShift = 0, kSigned = 1;  // of Op::number

// A part of the register, or a result that is narrower than one.
Next run_narrow(Issue& issue) {
  const Op& op = issue.op;
  LaneCall call(op.alu);
  call.take(0, issue, op.src[0]);
  for (std::uint32_t& value : call.row(0).lane) value >>= op.number[kShift];
  call.run();
  if (is_wide(op.alu.dst)) {
    write_wide(issue, op.dst, call.wide_result());
    return Next::Advance;
  }
  Row result = call.result();
  if (op.number[kSigned] != 0)
    for (std::uint32_t& value : result.lane)
      value = static_cast<std::uint32_t>(static_cast<std::int16_t>(value));
  write(issue, op.dst, result);
  return Next::Advance;
}

// `cvt` of the operand, whose marks are those of `from`.
bool bind_cvt(const Instruction& i, Op& op, const std::string& how, std::string_view to,
              std::string_view from) {
  const bool integer = from.starts_with('s') || from.starts_with('u');
  set_numeric(op, integer               ? Numeric::Integer
                  : from == "f64"       ? Numeric::Double
                  : bits_of(from) == 16 ? Numeric::Half
                                        : Numeric::Float);
  if (op.sources != 1) return false;
  if (from == "f64" && op.src[0].from == Source::From::Value) op.src[0].value <<= 32U;
  std::string text = "cvt" + how;
  text.append(".").append(to).append(".").append(from);
  if (!bind_lane_function(text, 1, op)) return false;
  op.number[kShift] = shift_of(i.operands.back().suffix);
  op.number[kSigned] = to == "s8" || to == "s16" ? 1 : 0;
  if (op.number[kShift] != 0 || op.number[kSigned] != 0) op.handler = run_narrow;
  return op.number[kShift] == 0 || bits_of(from) < 32;
}

bool bind_to_integer(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  const std::string to = take_integer_type(modifiers, "s32");
  const std::string from = take_float_type(modifiers, "f32");
  std::string how(take_integral_rounding(modifiers));
  how += modifiers.take("FTZ", ".ftz");
  // A NaN becomes 0 with NTZ, else the highest bit alone: in PTX that goes by the types.
  const bool nan_to_zero = from != "f64" && bits_of(to) <= 32;
  return modifiers.take("NTZ") == nan_to_zero && modifiers.all_taken() &&
         bind_cvt(i, op, how, to, from);
}

// I2F and I2FP.
bool bind_from_integer(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  const std::string to = take_float_type(modifiers, "f32");
  const std::string from = take_integer_type(modifiers, "s32");
  const std::string how(modifiers.take_rounding());
  return modifiers.all_taken() && bind_cvt(i, op, how, to, from);
}

bool bind_float_to_float(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  const std::string to = take_float_type(modifiers, ""), from = take_float_type(modifiers, "");
  if (to.empty() || from.empty()) return false;
  std::string how;
  if (bits_of(to) <= bits_of(from)) how += modifiers.take_rounding();
  how += modifiers.take("FTZ", ".ftz");
  how += modifiers.take("SAT", ".sat");
  return modifiers.all_taken() && bind_cvt(i, op, how, to, from);
}

bool bind_round(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  const std::string type = take_float_type(modifiers, "f32");
  std::string how(take_integral_rounding(modifiers));
  how += modifiers.take("FTZ", ".ftz");
  return modifiers.all_taken() && bind_cvt(i, op, how, type, type);
}

bool bind_narrowing(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  const std::string to = take_integer_type(modifiers, "");
  const std::string from = take_integer_type(modifiers, "");
  return modifiers.take("SAT") && modifiers.all_taken() && bind_cvt(i, op, ".sat", to, from);
}

constexpr BinderRow kRows[]{
    {"F2I", bind_to_integer},     {"I2F", bind_from_integer},  {"I2FP", bind_from_integer},
    {"F2F", bind_float_to_float}, {"FRND", bind_round},        {"F2FP", bind_float_pack},
    {"I2I", bind_narrowing},      {"I2IP", bind_integer_pack}, {"F2IP", bind_rounding_pack},
};

}  // namespace

std::string take_integer_type(Modifiers& modifiers, std::string_view otherwise) {
  return take_type(modifiers, kIntegers, otherwise);
}

std::string take_float_type(Modifiers& modifiers, std::string_view otherwise) {
  return take_type(modifiers, kFloats, otherwise);
}

std::string_view take_integral_rounding(Modifiers& modifiers) {
  if (modifiers.take("TRUNC")) return ".rzi";
  if (modifiers.take("FLOOR")) return ".rmi";
  return modifiers.take("CEIL") ? ".rpi" : ".rni";
}

std::span<const BinderRow> convert_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
