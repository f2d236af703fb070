#include <algorithm>
#include <bit>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/integer_math.hpp"
#include "sim/sass/machine/instructions/packed_integers.hpp"
#include "sim/sass/machine/lane_loops.hpp"

// Whole numbers and bits. Their meanings are those which NVIDIA's names suggest (CUDA Binary
// Utilities, "Instruction Set Reference"), held against results of an H200.
namespace lanescope::sass::machine::instructions {
namespace {

// A negated term counts as its complement and one more, so that a 0 carries, too; where carries
// come in, they are the one. True: it was negated.
bool complement(Source& term) {
  if (!term.negated) return false;
  term.negated = false;
  term.inverted = !term.inverted;
  return true;
}

// A sum of up to three numbers, with carries in and out.
Next add_three(Issue& issue) {
  const Op& op = issue.op;
  const bool extended = op.number[0] != 0;
  Row rooms[3], out;
  const Row* terms[3];
  Source plain[3];
  U64 ones = 0;
  for (std::size_t n = 0; n < 3; ++n) {
    plain[n] = op.src[n];
    if (complement(plain[n]) && !extended) ++ones;
    terms[n] = &read(issue, plain[n], rooms[n]);
  }
  U32 carry_in[2]{};
  for (std::size_t n = 0; extended && n < op.src_predicate_count && n < 2; ++n)
    carry_in[n] = read(issue, op.src_predicates[n]);
  U32 carry[2]{};
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U64 sum = U64{terms[0]->lane[lane]} + terms[1]->lane[lane] + terms[2]->lane[lane] + ones +
                    (carry_in[0] >> lane & 1U) + (carry_in[1] >> lane & 1U);
    out.lane[lane] = static_cast<U32>(sum);
    carry[0] |= static_cast<U32>(sum >> 32U != 0) << lane;
    carry[1] |= static_cast<U32>(sum >> 33U != 0 || (sum >> 32U) > 1) << lane;
  }
  write(issue, op.dst, out);
  write(issue, op.dst_predicates[0], carry[0]);
  write(issue, op.dst_predicates[1], carry[1]);
  return Next::Advance;
}

bool bind_add_three(const Instruction& i, Op& op) {
  op.number[0] = i.has("X") ? 1 : 0;
  op.handler = add_three;
  return op.sources == 3;
}

bool bind_viadd(const Instruction& i, Op& op) {
  if (!i.modifiers.empty()) return i.has("16x2") && bind_add_halves(i, op);
  op.handler = binary<math::add>;
  return op.sources == 2;
}

// VIMNMX a, b, p; VIADDMNMX a, b, c, p: the smaller one where p holds.
template <bool Adds, bool Signed>
Next min_max(Issue& issue) {
  Row rooms[3], out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  const Row& c = Adds ? read(issue, issue.op.src[2], rooms[2]) : b;
  const U32 smaller = read(issue, issue.op.src_predicates[0]);
  const bool relu = issue.op.number[0] != 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U32 left = Adds ? a.lane[lane] + b.lane[lane] : a.lane[lane], right = c.lane[lane];
    const bool less =
        Signed ? static_cast<std::int32_t>(left) < static_cast<std::int32_t>(right) : left < right;
    const U32 value = less == ((smaller >> lane & 1U) != 0) ? left : right;
    out.lane[lane] = relu && value >> 31U != 0 ? 0 : value;
  }
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

template <bool Adds>
bool bind_min_max(const Instruction& i, Op& op) {
  if (i.has("U16x2") || i.has("S16x2")) return bind_min_max_halves(i, op, Adds);
  op.number[0] = i.has("RELU") ? 1 : 0;
  op.handler = i.has("U32") ? min_max<Adds, false> : min_max<Adds, true>;
  return op.sources == (Adds ? 3U : 2U) && op.dst_predicates[0].index == kTrue;
}

// VIMNMX3 a, b, c, p.
template <bool Signed>
Next min_max_of_three(Issue& issue) {
  Row rooms[3], out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  const Row& c = read(issue, issue.op.src[2], rooms[2]);
  const U32 smaller = read(issue, issue.op.src_predicates[0]);
  const auto better = [&](U32 x, U32 y, U32 lane) {
    const bool less = Signed ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y) : x < y;
    return less == ((smaller >> lane & 1U) != 0) ? x : y;
  };
  const bool relu = issue.op.number[0] != 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U32 value = better(better(a.lane[lane], b.lane[lane], lane), c.lane[lane], lane);
    out.lane[lane] = relu && value >> 31U != 0 ? 0 : value;
  }
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_min_max_of_three(const Instruction& i, Op& op) {
  if (i.has("U16x2") || i.has("S16x2")) return bind_min_max_of_three_halves(i, op);
  const bool is_unsigned = i.has("U32"), relu = i.has("RELU");
  op.number[0] = relu ? 1 : 0;
  op.handler = is_unsigned ? min_max_of_three<false> : min_max_of_three<true>;
  return op.sources == 3 && i.modifiers.size() == (is_unsigned || relu ? 1U : 0U);
}

// A product of 32 bits and what is added: MOV, SHL, IADD and U32 say what it is good for.
Next multiply_add(Issue& issue) {
  Row rooms[3], out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  const Row& c = read(issue, issue.op.src[2], rooms[2]);
  const U32 carry = issue.op.src_predicate_count > 0 ? read(issue, issue.op.src_predicates[0]) : 0;
  for (U32 lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = a.lane[lane] * b.lane[lane] + c.lane[lane] + (carry >> lane & 1U);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

// The product's 64 bits and a pair that is added: all of it (WIDE) or its upper half (HI).
template <bool Signed, bool High>
Next multiply_wide(Issue& issue) {
  Row rooms[2];
  WideRow c, out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  read_wide(issue, issue.op.src[2], c);
  const U32 carry_in =
      issue.op.src_predicate_count > 0 ? read(issue, issue.op.src_predicates[0]) : 0;
  U32 carry = 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U64 product = Signed ? math::multiply_signed(a.lane[lane], b.lane[lane])
                               : U64{a.lane[lane]} * b.lane[lane];
    const U64 sum = product + c[lane] + (carry_in >> lane & 1U);
    out[lane] = High ? sum >> 32U : sum;
    carry |= static_cast<U32>(sum < product) << lane;
  }
  if (High) {
    Row high;
    for (U32 lane = 0; lane < kLanes; ++lane) high.lane[lane] = static_cast<U32>(out[lane]);
    write(issue, issue.op.dst, high);
  } else {
    write_wide(issue, issue.op.dst, out);
  }
  write(issue, issue.op.dst_predicates[0], carry);
  return Next::Advance;
}

bool bind_multiply_add(const Instruction& i, Op& op) {
  if (op.sources != 3) return false;
  const bool is_unsigned = i.has("U32");
  if (i.has("WIDE"))
    op.handler = is_unsigned ? multiply_wide<false, false> : multiply_wide<true, false>;
  else if (i.has("HI"))
    op.handler = is_unsigned ? multiply_wide<false, true> : multiply_wide<true, true>;
  else
    op.handler = multiply_add;
  return true;
}

// LEA a, b, s: (a << s) + b. HI: of {c, a} the upper half. SX32: c is a's sign.
Next shift_add(Issue& issue) {
  const Op& op = issue.op;
  const U32 shift = op.number[0];
  const bool high = op.number[1] != 0, extends = op.number[2] != 0;
  const bool has_carry = op.number[3] != 0;
  Row rooms[3], out;
  Source first = op.src[0], second = op.src[1];
  U64 ones = 0;
  const bool complements = first.negated && !high;  // what is shifted in is complemented, too
  if (complements) {
    first.negated = false;
    if (!has_carry) ++ones;
  }
  if (complement(second) && !has_carry) ++ones;
  const Row& a = read(issue, first, rooms[0]);
  const Row& b = read(issue, second, rooms[1]);
  const Row& c = high && !extends ? read(issue, op.src[2], rooms[2]) : a;
  const U32 carry_in = has_carry ? read(issue, op.src_predicates[0]) : 0;
  U32 carry = 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U32 upper = extends ? 0 - (a.lane[lane] >> 31U) : c.lane[lane];
    const U64 wide = (high ? U64{upper} << 32U : 0) | a.lane[lane];
    const U32 shifted = static_cast<U32>(high ? wide << shift >> 32U : wide << shift);
    const U32 term = complements ? ~shifted : shifted;
    const U64 sum = U64{term} + b.lane[lane] + ones + (carry_in >> lane & 1U);
    out.lane[lane] = static_cast<U32>(sum);
    carry |= static_cast<U32>(sum >> 32U) << lane;
  }
  write(issue, op.dst, out);
  write(issue, op.dst_predicates[0], carry);
  return Next::Advance;
}

bool bind_shift_add(const Instruction& i, Op& op) {
  const bool high = i.has("HI"), extends = i.has("SX32");
  const U32 wanted = high && !extends ? 4 : 3;
  if (op.sources != wanted) return false;
  op.number = {static_cast<U32>(op.src[wanted - 1].value) & 31U, high ? 1U : 0U, extends ? 1U : 0U,
               i.has("X") ? 1U : 0U};
  op.handler = shift_add;
  return true;
}

// Shifts of {c, a}: the lower half, or with HI the upper one.
Next funnel(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[3], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& s = read(issue, op.src[1], rooms[1]);
  const Row& c = read(issue, op.src[2], rooms[2]);
  const math::Funnel how{op.number[0] != 0, op.number[1] != 0, op.number[2] != 0, op.number[3]};
  for (U32 lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = math::funnel(a.lane[lane], s.lane[lane], c.lane[lane], how);
  write(issue, op.dst, out);
  return Next::Advance;
}

bool bind_funnel(const Instruction& i, Op& op) {
  const bool wide = i.has("U64") || i.has("S64");
  const U32 limit = i.has("W") ? (wide ? 0x8000003fU : 0x8000001fU) : (wide ? 64U : 32U);
  op.number = {i.has("L") ? 1U : 0U, i.has("S32") || i.has("S64") ? 1U : 0U, i.has("HI") ? 1U : 0U,
               limit};
  op.handler = funnel;
  return op.sources == 3;
}

bool bind_permute(const Instruction& i, Op& op) {
  static constexpr std::string_view kModes[]{"IDX", "F4E", "B4E", "RC8", "ECL", "ECR", "RC16"};
  for (U32 n = 0; n < std::size(kModes); ++n) {
    if (i.has(kModes[n])) op.number[0] = n;
  }
  op.handler = ternary_by_number<math::permute>;
  return op.sources == 3;
}

Next find_leading_one(Issue& issue) {
  Row room, out;
  const Row& a = read(issue, issue.op.src[0], room);
  const bool as_shift = issue.op.number[0] != 0, is_signed = issue.op.number[1] != 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U32 value = is_signed && a.lane[lane] >> 31U != 0 ? ~a.lane[lane] : a.lane[lane];
    const auto zeros = static_cast<U32>(std::countl_zero(value));
    out.lane[lane] = value == 0 ? 0xffffffffU : as_shift ? zeros : 31 - zeros;
  }
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_find(const Instruction& i, Op& op) {
  op.number = {i.has("SH") ? 1U : 0U, i.has("U32") ? 0U : 1U, 0, 0};
  op.handler = find_leading_one;
  return op.sources == 1;
}

bool bind_extend(const Instruction& i, Op& op) {
  if (i.has("W"))
    op.handler = i.has("U32") ? binary<math::keep_low_wrapped> : binary<math::sign_extend_wrapped>;
  else
    op.handler = i.has("U32") ? binary<math::keep_low> : binary<math::sign_extend>;
  return op.sources == 2;
}

bool bind_mask(const Instruction& i, Op& op) {
  op.handler = i.has("W") ? binary<math::mask_wrapped> : binary<math::mask_clamped>;
  return op.sources == 2;
}

bool bind_difference(const Instruction& i, Op& op) {
  op.handler = i.has("U32") ? ternary<math::difference_unsigned> : ternary<math::difference_signed>;
  return op.sources == 3;
}

template <Handler Does, U32 Sources>
bool bind_to(const Instruction&, Op& op) {
  op.handler = Does;
  return op.sources == Sources;
}

constexpr BinderRow kRows[]{
    {"IADD3", bind_add_three},
    {"UIADD3", bind_add_three},
    {"VIADD", bind_viadd},
    {"VIMNMX", bind_min_max<false>},
    {"IMNMX", bind_min_max<false>},
    {"UIMNMX", bind_min_max<false>},
    {"VIADDMNMX", bind_min_max<true>},
    {"VIMNMX3", bind_min_max_of_three},
    {"IMAD", bind_multiply_add},
    {"UIMAD", bind_multiply_add},
    {"LEA", bind_shift_add},
    {"ULEA", bind_shift_add},
    {"SHF", bind_funnel},
    {"USHF", bind_funnel},
    {"PRMT", bind_permute},
    {"UPRMT", bind_permute},
    {"FLO", bind_find},
    {"UFLO", bind_find},
    {"SGXT", bind_extend},
    {"USGXT", bind_extend},
    {"BMSK", bind_mask},
    {"UBMSK", bind_mask},
    {"IDP", bind_dot},
    {"VABSDIFF", bind_difference},
    {"VABSDIFF4", bind_difference_of_bytes},
    {"IABS", bind_to<unary<math::absolute>, 1>},
    {"POPC", bind_to<unary<math::count_ones>, 1>},
    {"UPOPC", bind_to<unary<math::count_ones>, 1>},
    {"BREV", bind_to<unary<math::reverse>, 1>},
    {"UBREV", bind_to<unary<math::reverse>, 1>},
};

}  // namespace

std::span<const BinderRow> integer_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
