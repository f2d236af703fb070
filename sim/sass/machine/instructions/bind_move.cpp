#include <algorithm>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/instructions/integer_math.hpp"
#include "sim/sass/machine/instructions/specials.hpp"
#include "sim/sass/machine/lane_loops.hpp"

// Moves, selection, logic and comparisons of whole numbers.
namespace lanescope::sass::machine::instructions {
namespace {

U32 same(U32 a) { return a; }

bool bind_mov(const Instruction&, Op& op) {
  op.handler = unary<same>;
  return op.sources >= 1;
}

Next select(Issue& issue) {
  Row rooms[2], out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  const U32 first = read(issue, issue.op.src_predicates[0]);
  for (U32 lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = (first >> lane & 1U) != 0 ? a.lane[lane] : b.lane[lane];
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_select(const Instruction&, Op& op) {
  op.handler = select;
  return op.sources == 2;
}

// Any function of three bits. As a predicate: whether the result is not 0, or (with PAND and) the
// predicate that stands last.
Next logic(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[3], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  const Row& c = read(issue, op.src[2], rooms[2]);
  U32 set = 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    out.lane[lane] = math::lut(a.lane[lane], b.lane[lane], c.lane[lane], op.number[0]);
    set |= static_cast<U32>(out.lane[lane] != 0) << lane;
  }
  const U32 with = op.src_predicate_count > 0 ? read(issue, op.src_predicates[0]) : 0;
  write(issue, op.dst, out);
  write(issue, op.dst_predicates[0], op.number[1] != 0 ? set & with : set | with);
  return Next::Advance;
}

bool bind_logic(const Instruction& i, Op& op) {
  if (!i.has("LUT") || op.sources != 4) return false;
  op.number = {static_cast<U32>(op.src[3].value), i.has("PAND") ? 1U : 0U, 0, 0};
  op.handler = logic;
  return true;
}

// "R4.SIGN": a bit a lane.
U32 signs_of(const Issue& issue, const Source& source) {
  Row room;
  const Row& a = read(issue, source, room);
  U32 bits = 0;
  for (U32 lane = 0; lane < kLanes; ++lane) bits |= (a.lane[lane] >> 31U) << lane;
  return bits;
}

Next predicate_logic(Issue& issue) {
  const Op& op = issue.op;
  U32 in[3];
  std::size_t registers = 0, predicates = 0;
  for (std::size_t n = 0; n < 3; ++n) {
    in[n] = (op.number[2] >> n & 1U) != 0 ? signs_of(issue, op.src[registers++])
                                          : read(issue, op.src_predicates[predicates++]);
  }
  for (std::size_t n = 0; n < 2; ++n)
    write(issue, op.dst_predicates[n], math::lut(in[0], in[1], in[2], op.number[n]));
  return Next::Advance;
}

bool bind_predicate_logic(const Instruction& i, Op& op) {
  if (!i.has("LUT") || i.operands.size() < 5) return false;
  const std::span<const Operand> in(i.operands.end() - 5, i.operands.end());
  op.number = {static_cast<U32>(in[3].bits), static_cast<U32>(in[4].bits), 0, 0};
  U32 registers = 0;
  for (U32 n = 0; n < 3; ++n) {
    if (in[n].kind != Operand::Kind::Register && in[n].kind != Operand::Kind::Uniform &&
        in[n].kind != Operand::Kind::Constant)
      continue;
    if (in[n].suffix != "SIGN" || in[n].negated || in[n].absolute) return false;
    op.number[2] |= 1U << n;
    ++registers;
  }
  if (op.src_predicate_count + registers != 3) return false;
  op.handler = predicate_logic;
  return true;
}

enum class Compare : U32 { F, LT, EQ, LE, GT, NE, GE, T };

bool holds(Compare compare, bool less, bool equal) {
  const auto kinds = static_cast<U32>(compare);  // bits: less, equal, greater
  return (less && (kinds & 1U) != 0) || (equal && (kinds & 2U) != 0) ||
         (!less && !equal && (kinds & 4U) != 0);
}

template <bool Signed>
U32 compare_rows(const Row& a, const Row& b, Compare compare, U32 lower, bool extended) {
  U32 out = 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U32 x = a.lane[lane], y = b.lane[lane];
    const bool less = Signed ? static_cast<std::int32_t>(x) < static_cast<std::int32_t>(y) : x < y;
    const bool equal = x == y;
    // Of the upper words: where they are equal, the lower ones have decided.
    const bool result = extended && equal ? (lower >> lane & 1U) != 0 : holds(compare, less, equal);
    out |= static_cast<U32>(result) << lane;
  }
  return out;
}

U32 combine(U32 with, U32 value, U32 how) {
  return how == 0 ? value & with : how == 1 ? value | with : value ^ with;
}

Next set_predicate(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[2];
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  const bool extended = op.number[3] != 0;
  const U32 lower = extended ? read(issue, op.src_predicates[1]) : 0;
  const auto compare = static_cast<Compare>(op.number[0]);
  const U32 value = op.number[1] != 0 ? compare_rows<true>(a, b, compare, lower, extended)
                                      : compare_rows<false>(a, b, compare, lower, extended);
  const U32 with = read(issue, op.src_predicates[0]);
  write(issue, op.dst_predicates[0], combine(with, value, op.number[2]));
  write(issue, op.dst_predicates[1], combine(with, ~value, op.number[2]));
  return Next::Advance;
}

bool bind_set_predicate(const Instruction& i, Op& op) {
  static constexpr std::string_view kCompares[]{"F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"};
  bool known = false;
  for (U32 n = 0; n < std::size(kCompares); ++n) {
    if (!i.has(kCompares[n])) continue;
    op.number[0] = n;
    known = true;
  }
  op.number[1] = i.has("U32") ? 0 : 1;
  op.number[2] = i.has("OR") ? 1 : i.has("XOR") ? 2 : 0;
  op.number[3] = i.has("EX") ? 1 : 0;
  op.handler = set_predicate;
  return known && op.sources == 2 && op.src_predicate_count >= (i.has("EX") ? 2U : 1U);
}

Next read_special(Issue& issue) {
  Row out;
  const auto special = static_cast<Special>(issue.op.number[0]);
  for (U32 lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = static_cast<U32>(special_value(issue, special, lane));
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

Next read_special_pair(Issue& issue) {
  WideRow out;
  const auto special = static_cast<Special>(issue.op.number[0]);
  for (U32 lane = 0; lane < kLanes; ++lane) out[lane] = special_value(issue, special, lane);
  write_wide(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_special(const Instruction& i, Op& op) {
  const auto special = special_named(i.operands.back().text);
  if (!special) return false;
  op.number[0] = static_cast<U32>(*special);
  op.handler = i.name == "CS2R" && !i.has("32") ? read_special_pair : read_special;
  return true;
}

// The value of the first lane that executes. The predicate: which lanes have another one, with OR
// besides those for which it holds already. Loops of ptxas do by it one value after the other.
Next to_uniform(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const Op& op = issue.op;
  Row room, out;
  const Row& a = read(issue, op.src[0], room);
  out.lane.fill(a.lane[static_cast<std::size_t>(std::countr_zero(issue.executed))]);
  U32 others = op.number[0] != 0 ? read(issue, op.dst_predicates[0]) : 0;
  for (U32 lane = 0; lane < kLanes; ++lane)
    others |= static_cast<U32>(a.lane[lane] != out.lane[lane]) << lane;
  write(issue, op.dst, out);
  write(issue, op.dst_predicates[0], others);
  return Next::Advance;
}

bool bind_to_uniform(const Instruction& i, Op& op) {
  op.number[0] = i.has("OR") ? 1 : 0;
  op.handler = to_uniform;
  return op.sources >= 1;
}

U32 all_predicates(const Issue& issue, U32 lane, bool uniform) {
  const auto& file = uniform ? issue.warp.uniform_predicates : issue.warp.predicates;
  U32 bits = 0;
  for (U32 n = 0; n < kTrue; ++n) bits |= (file[n] >> lane & 1U) << n;
  return bits;
}

// P2R d, PR, a, mask: a, with the predicates of the mask in the byte that the name tells.
Next pack_predicates(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[2], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& mask = read(issue, op.src[1], rooms[1]);
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U32 byte = (a.lane[lane] >> op.number[0] & 0xffU & ~mask.lane[lane]) |
                     (all_predicates(issue, lane, op.number[1] != 0) & mask.lane[lane]);
    out.lane[lane] = (a.lane[lane] & ~(0xffU << op.number[0])) | byte << op.number[0];
  }
  write(issue, op.dst, out);
  return Next::Advance;
}

// R2P PR, a, mask; UR2UP UPR, a.
Next unpack_predicates(Issue& issue) {
  const Op& op = issue.op;
  auto& file = op.number[1] != 0 ? issue.warp.uniform_predicates : issue.warp.predicates;
  Row rooms[2];
  rooms[1].lane.fill(0xffU);
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& mask = op.sources > 1 ? read(issue, op.src[1], rooms[1]) : rooms[1];
  for (U32 n = 0; n < kTrue; ++n) {
    U32 bits = 0, wanted = 0;
    for (U32 lane = 0; lane < kLanes; ++lane) {
      bits |= (a.lane[lane] >> (op.number[0] + n) & 1U) << lane;
      wanted |= (mask.lane[lane] >> n & 1U) << lane;
    }
    U32& word = file[n];
    const U32 changed = op.number[1] != 0 ? wanted : issue.executed & wanted;
    word = (word & ~changed) | (bits & changed);
  }
  return Next::Advance;
}

U32 byte_shift(const Instruction& i) {
  for (U32 n = 0; n < 4; ++n) {
    const std::string byte = "B" + std::to_string(n);
    if (i.has(byte)) return 8 * n;
    for (const Operand& operand : i.operands) {
      if (operand.suffix == byte) return 8 * n;
    }
  }
  return 0;
}

bool bind_pack(const Instruction& i, Op& op) {
  op.number = {byte_shift(i), i.name == "UP2UR" ? 1U : 0U, 0, 0};
  op.handler = pack_predicates;
  return op.sources == 2;
}
bool bind_unpack(const Instruction& i, Op& op) {
  op.number = {byte_shift(i), i.name == "UR2UP" ? 1U : 0U, 0, 0};
  op.handler = unpack_predicates;
  return op.sources == 2 || (i.name == "UR2UP" && op.sources == 1);
}

// RPCMOV.32 Rpc.LO, a and RPCMOV.32 d, Rpc.LO.
Next set_return_pc(Issue& issue) {
  Row room;
  const Row& a = read(issue, issue.op.src[0], room);
  Row& to = issue.warp.return_pc[issue.op.number[0]];
  for_lanes(issue.executed, [&](U32 lane) { to.lane[lane] = a.lane[lane]; });
  return Next::Advance;
}
Next get_return_pc(Issue& issue) {
  write(issue, issue.op.dst, issue.warp.return_pc[issue.op.number[0]]);
  return Next::Advance;
}

bool bind_return_pc(const Instruction& i, Op& op) {
  if (!i.has("32") || i.operands.size() != 2) return false;
  const bool sets = i.operands.front().kind == Operand::Kind::Word;
  const std::string& place = (sets ? i.operands.front() : i.operands.back()).text;
  op.number[0] = place == "Rpc.HI" ? 1 : 0;
  op.handler = sets ? set_return_pc : get_return_pc;
  return (place == "Rpc.HI" || place == "Rpc.LO") && (sets ? op.sources == 1 : op.dst != kNoRow);
}

constexpr BinderRow kRows[]{
    {"MOV", bind_mov},
    {"UMOV", bind_mov},
    {"SEL", bind_select},
    {"USEL", bind_select},
    {"LOP3", bind_logic},
    {"ULOP3", bind_logic},
    {"PLOP3", bind_predicate_logic},
    {"UPLOP3", bind_predicate_logic},
    {"ISETP", bind_set_predicate},
    {"UISETP", bind_set_predicate},
    {"S2R", bind_special},
    {"S2UR", bind_special},
    {"CS2R", bind_special},
    {"R2UR", bind_to_uniform},
    {"P2R", bind_pack},
    {"UP2UR", bind_pack},
    {"R2P", bind_unpack},
    {"UR2UP", bind_unpack},
    {"RPCMOV", bind_return_pc},
};

}  // namespace

std::span<const BinderRow> move_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
