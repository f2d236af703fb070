#include <array>
#include <string>

#include "sim/sass/machine/instructions/convert_parts.hpp"

// Conversions whose results are packed. MERGE_C, and the C of I2IP and F2IP, put the lower bits of
// a third operand above the result: read off how ptxas (13.0) packs four floats of 8 bits.
namespace lanescope::sass::machine::instructions {
namespace {

// The lower half is converted; above it the lower half of the last source.
Next run_merging(Issue& issue) {
  const Op& op = issue.op;
  const auto count = static_cast<std::size_t>(op.alu.sources);
  LaneCall call(op.alu);
  for (std::size_t n = 0; n < count; ++n) call.take(n, issue, op.src[n]);
  call.run();
  Row room, out;
  const Row& above = read(issue, op.src[count], room);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = above.lane[lane] << 16U | (call.result().lane[lane] & 0xffffU);
  write(issue, op.dst, out);
  return Next::Advance;
}

bool bind_merging(const std::string& text, int sources, Op& op) {
  op.handler = run_merging;
  op.src[static_cast<std::size_t>(sources)].numeric = Numeric::Integer;
  return op.sources == static_cast<std::uint32_t>(sources) + 1 &&
         find_lane_function(text, sources, op);
}

// Floats of 8 bits, a pair in a half: R4.H1 is the upper one.
bool bind_unpack(const Instruction& i, Op& op, const std::string& text) {
  if (i.operands.back().suffix.ends_with("H1")) op.src[0].halves = {1, 1};
  return bind_lane_function(text, 1, op);
}

struct PackTypes {
  std::string to, from;
  std::string how;  // ".rn.relu"
};

bool bind_pack_of(Modifiers& modifiers, const PackTypes& t, const Instruction& i, Op& op) {
  const std::string pair = t.from == "f16" ? ".f16x2" : "." + t.from;
  const std::string single = t.how + "." + t.to + "." + t.from;
  if (modifiers.take("PACK_AB"))
    return bind_lane_function("cvt" + t.how + "." + t.to + "x2" + pair, 2, op);
  if (modifiers.take("PACK_B")) return bind_lane_function("cvt" + single, 1, op);
  if (modifiers.take("MERGE_C")) return bind_merging("cvt" + single, 1, op);
  if (modifiers.take("PACK_AB_MERGE_C"))
    return bind_merging("cvt" + t.how + "." + t.to + "x2" + pair, 2, op);
  if (modifiers.take("UNPACK_B_MERGE_C"))
    return bind_merging("cvt" + t.how + "." + t.to + "x2" + pair, 1, op);
  if (modifiers.take("UNPACK_B"))
    return bind_unpack(i, op, "cvt" + t.how + "." + t.to + "x2." + t.from + "x2");
  return false;
}

// The two results of F2IP's a and b, and c above them.
Next run_rounding_pack(Issue& issue) {
  const Op& op = issue.op;
  LaneCall upper(op.alu), lower(op.alu);
  upper.take(0, issue, op.src[0]);
  upper.run();
  lower.take(0, issue, op.src[1]);
  lower.run();
  Row room, out;
  const Row& above = read(issue, op.src[2], room);
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = above.lane[lane] << 16U | (upper.result().lane[lane] & 0xffU) << 8U |
                     (lower.result().lane[lane] & 0xffU);
  write(issue, op.dst, out);
  return Next::Advance;
}

}  // namespace

bool bind_float_pack(const Instruction& i, Op& op) {
  static constexpr std::array<std::string_view, 6> kTypes{"F16", "BF16", "TF32",
                                                          "F32", "E4M3", "E5M2"};
  Modifiers modifiers(i);
  PackTypes types;
  types.to = in_lower_case(modifiers.take_first(kTypes));
  types.from = in_lower_case(modifiers.take_first(kTypes));
  if (types.to.empty()) types.to = "f16";  // up to sm_89 F2FP.PACK_AB, F2FP.BF16.PACK_AB
  if (types.from.empty()) types.from = "f32";
  types.how = modifiers.take("RZ") ? ".rz" : ".rn";
  types.how += modifiers.take("SATFINITE", ".satfinite");
  types.how += modifiers.take("RELU", ".relu");
  set_numeric(op, types.from == "f32"   ? Numeric::Float
                  : types.from == "f16" ? Numeric::Half
                                        : Numeric::Integer);
  return bind_pack_of(modifiers, types, i, op) && modifiers.all_taken();
}

// I2IP.S8.S32.SAT d, a, b, c is cvt.pack.sat.s8.s32.b32; R8.24 is c shifted to stand above
// eight bits of 4-bit results. R8.H1 is the upper half of a c that ptxas has put into both.
bool bind_integer_pack(const Instruction& i, Op& op) {
  struct Form {
    std::string_view name, suffix, ptx;
    int sources;
  };
  static constexpr std::array kForms{
      Form{"S16", "", "cvt.pack.sat.s16.s32", 2},
      Form{"U16", "", "cvt.pack.sat.u16.s32", 2},
      Form{"S8", "", "cvt.pack.sat.s8.s32.b32", 3},
      Form{"U8", "", "cvt.pack.sat.u8.s32.b32", 3},
      Form{"S4", "24", "cvt.pack.sat.s4.s32.b32", 3},
      Form{"U4", "24", "cvt.pack.sat.u4.s32.b32", 3},
      Form{"S2", "28", "cvt.pack.sat.s2.s32.b32", 3},
      Form{"U2", "28", "cvt.pack.sat.u2.s32.b32", 3},
  };
  if (i.modifiers.size() != 3 || i.modifiers[1] != "S32" || i.modifiers[2] != "SAT") return false;
  const Operand& last = i.operands.back();
  for (const Form& form : kForms) {
    if (form.name != i.modifiers[0]) continue;
    if (form.sources == 2 && last.index != kZeroRegister) return false;
    const bool is_upper = form.suffix.empty() && last.suffix == "H1";
    if (is_upper) op.src[2].halves = {1, 1};
    const bool as_known =
        form.suffix.empty() ? last.suffix.empty() || is_upper : last.suffix.ends_with(form.suffix);
    op.handler = run_alu;
    return as_known && op.sources == 3 && find_lane_function(form.ptx, form.sources, op);
  }
  return false;
}

bool bind_rounding_pack(const Instruction& i, Op& op) {
  Modifiers modifiers(i);
  const std::string to = take_integer_type(modifiers, "");
  std::string text = "cvt";
  text += take_integral_rounding(modifiers);
  text += modifiers.take("FTZ", ".ftz");
  set_numeric(op, Numeric::Float);
  op.src[2].numeric = Numeric::Integer;
  op.handler = run_rounding_pack;
  return (to == "u8" || to == "s8") && modifiers.take("F32") && modifiers.take("NTZ") &&
         modifiers.all_taken() && op.sources == 3 &&
         find_lane_function(text + "." + to + ".f32", 1, op);
}

}  // namespace lanescope::sass::machine::instructions
