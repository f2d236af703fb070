#include "sim/sass/machine/instructions/packed_integers.hpp"

#include "sim/sass/machine/instructions/integer_math.hpp"
#include "sim/sass/machine/lane_loops.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

U32 half(U32 value, U32 which) { return value >> (16 * which) & 0xffffU; }
U32 byte(U32 value, U32 which) { return value >> (8 * which) & 0xffU; }

U32 add_halves(U32 a, U32 b) {
  return half(half(a, 0) + half(b, 0), 0) | half(half(a, 1) + half(b, 1), 0) << 16U;
}
U32 negate_halves(U32 a) { return add_halves(~a, 0x00010001U); }

// -R4 is negated half by half: sources that are, by a bit each.
U32 take_negations(Op& op) {
  U32 negated = 0;
  for (U32 n = 0; n < op.sources; ++n) {
    negated |= (op.src[n].negated ? 1U : 0U) << n;
    op.src[n].negated = false;
  }
  return negated;
}
U32 marked(U32 value, U32 negated, U32 source) {
  return (negated >> source & 1U) != 0 ? negate_halves(value) : value;
}

Next add_pairs(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[2], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  for (U32 lane = 0; lane < kLanes; ++lane)
    out.lane[lane] =
        add_halves(marked(a.lane[lane], op.number[0], 0), marked(b.lane[lane], op.number[0], 1));
  write(issue, op.dst, out);
  return Next::Advance;
}

struct MinMax {
  bool is_signed, relu, adds;
};

U32 better(U32 left, U32 right, bool smaller, const MinMax& how) {
  const U32 a = how.is_signed ? math::sign_extend(left, 16) : left;
  const U32 b = how.is_signed ? math::sign_extend(right, 16) : right;
  const bool less =
      how.is_signed ? static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b) : a < b;
  const U32 value = less == smaller ? left : right;
  return how.relu && (value & 0x8000U) != 0 ? 0 : value;
}

// The lower half by the first predicate, the upper one by the last.
Next min_max_halves(Issue& issue) {
  const Op& op = issue.op;
  const MinMax how{op.number[0] != 0, op.number[1] != 0, op.number[2] != 0};
  Row rooms[3], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  const Row& c = how.adds ? read(issue, op.src[2], rooms[2]) : b;
  const U32 smaller[2]{read(issue, op.src_predicates[0]),
                       read(issue, op.src_predicates[op.src_predicate_count - 1])};
  U32 took_left[2]{};
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const U32 first = marked(a.lane[lane], op.number[3], 0);
    const U32 left = how.adds ? add_halves(first, marked(b.lane[lane], op.number[3], 1)) : first;
    const U32 right = marked(c.lane[lane], op.number[3], how.adds ? 2 : 1);
    out.lane[lane] = 0;
    for (U32 n = 0; n < 2; ++n) {
      const U32 value = better(half(left, n), half(right, n), (smaller[n] >> lane & 1U) != 0, how);
      out.lane[lane] |= value << (16 * n);
      took_left[n] |= static_cast<U32>(value == half(left, n)) << lane;
    }
  }
  write(issue, op.dst, out);
  for (std::size_t n = 0; n < 2; ++n) write(issue, op.dst_predicates[n], took_left[n]);
  return Next::Advance;
}

// Of three by one predicate.
Next min_max_of_three_halves(Issue& issue) {
  const Op& op = issue.op;
  const MinMax how{op.number[0] != 0, op.number[1] != 0, false};
  Row rooms[3], out;
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  const Row& c = read(issue, op.src[2], rooms[2]);
  const U32 smaller = read(issue, op.src_predicates[0]);
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const bool wants_smaller = (smaller >> lane & 1U) != 0;
    out.lane[lane] = 0;
    for (U32 n = 0; n < 2; ++n) {
      const U32 of_two = better(half(a.lane[lane], n), half(b.lane[lane], n), wants_smaller, how);
      out.lane[lane] |= better(of_two, half(c.lane[lane], n), wants_smaller, how) << (16 * n);
    }
  }
  write(issue, op.dst, out);
  return Next::Advance;
}

bool has_marks(const Op& op) {
  for (U32 n = 0; n < op.sources; ++n) {
    if (op.src[n].negated || op.src[n].absolute || op.src[n].inverted) return true;
  }
  return false;
}

// 2A.LO: halves of a with the lower bytes of b; HI: with the upper ones.
U32 dot_of_two(U32 a, U32 b, U32 c, U32 kinds) {
  const U32 first = (kinds & 4U) != 0 ? 2 : 0;
  U32 sum = c;
  for (U32 n = 0; n < 2; ++n) {
    const U32 x = half(a, n), y = byte(b, first + n);
    sum += ((kinds & 1U) != 0 ? math::sign_extend(x, 16) : x) *
           ((kinds & 2U) != 0 ? math::sign_extend(y, 8) : y);
  }
  return sum;
}

// Bit 0 of `how`: signed. Bit 1: the differences are summed up, with c.
U32 difference_of_bytes(U32 a, U32 b, U32 c, U32 how) {
  U32 each = 0, sum = c;
  for (U32 n = 0; n < 4; ++n) {
    U32 x = byte(a, n), y = byte(b, n);
    if ((how & 1U) != 0) {
      x = math::sign_extend(x, 8);
      y = math::sign_extend(y, 8);
    }
    const U32 difference =
        (how & 1U) != 0 ? math::difference_signed(x, y, 0) : math::difference_unsigned(x, y, 0);
    each |= byte(difference, 0) << (8 * n);
    sum += difference;
  }
  return (how & 2U) != 0 ? sum : each;
}

}  // namespace

bool bind_add_halves(const Instruction& i, Op& op) {
  op.number[0] = take_negations(op);
  op.handler = add_pairs;
  return i.modifiers.size() == 1 && op.sources == 2 && !has_marks(op);
}

bool bind_min_max_halves(const Instruction& i, Op& op, bool adds) {
  op.number = {i.has("S16x2") ? 1U : 0U, i.has("RELU") ? 1U : 0U, adds ? 1U : 0U,
               take_negations(op)};
  op.handler = min_max_halves;
  return i.modifiers.size() == (i.has("RELU") ? 2U : 1U) && op.src_predicate_count == 1 &&
         op.sources == (adds ? 3U : 2U) && !has_marks(op);
}

bool bind_min_max_of_three_halves(const Instruction& i, Op& op) {
  op.number = {i.has("S16x2") ? 1U : 0U, i.has("RELU") ? 1U : 0U, 0, 0};
  op.handler = min_max_of_three_halves;
  return i.modifiers.size() == (i.has("RELU") ? 2U : 1U) && op.src_predicate_count == 1 &&
         op.sources == 3 && !has_marks(op);
}

// "4A.U8.S8", "2A.LO.S16.U8": the kinds of a and b stand last.
bool bind_dot(const Instruction& i, Op& op) {
  const bool four = i.has("4A"), two = i.has("2A") && (i.has("LO") || i.has("HI"));
  if ((!four && !two) || i.modifiers.size() < 3 || op.sources != 3) return false;
  const std::string& a = i.modifiers[i.modifiers.size() - 2];
  op.number[0] = (a.starts_with('S') ? 1U : 0U) | (i.modifiers.back() == "S8" ? 2U : 0U) |
                 (i.has("HI") ? 4U : 0U);
  op.handler = four ? ternary_by_number<math::dot_of_four> : ternary_by_number<dot_of_two>;
  return true;
}

bool bind_difference_of_bytes(const Instruction& i, Op& op) {
  op.number[0] = (i.has("U8") ? 0U : 1U) | (i.has("ACC") ? 2U : 0U);
  op.handler = ternary_by_number<difference_of_bytes>;
  return op.sources == 3;
}

}  // namespace lanescope::sass::machine::instructions
