#include <algorithm>
#include <array>
#include <bit>

#include "sim/sass/machine/instructions/bind.hpp"
#include "sim/sass/machine/lane_loops.hpp"

// What lanes of a warp tell each other.
namespace lanescope::sass::machine::instructions {
namespace {

enum class Vote : U32 { Any, All, Equal };

// VOTE d, p, q: d is the ballot, p whether any or all lanes hold q.
Next vote(Issue& issue) {
  const Op& op = issue.op;
  const U32 last = op.src_predicate_count > 0 ? op.src_predicate_count - 1 : 0;
  const U32 ballot = read(issue, op.src_predicates[last]) & issue.executed;
  bool holds = ballot != 0;
  if (op.number[0] == static_cast<U32>(Vote::All)) holds = ballot == issue.executed;
  if (op.number[0] == static_cast<U32>(Vote::Equal))
    holds = ballot == 0 || ballot == issue.executed;
  Row out;
  out.lane.fill(ballot);
  write(issue, op.dst, out);
  write(issue, op.dst_predicates[0], holds ? 0xffffffffU : 0);
  return Next::Advance;
}

bool bind_vote(const Instruction& i, Op& op) {
  const Vote kind = i.has("ALL") ? Vote::All : i.has("EQ") ? Vote::Equal : Vote::Any;
  op.number[0] = static_cast<U32>(kind);
  op.uniform = i.name == "VOTEU";
  op.handler = vote;
  return true;
}

enum class Shuffle : U32 { Index, Up, Down, Butterfly };

struct Partner {
  U32 lane;
  bool valid;
};

// PTX ISA 9.7.9.6 (shfl.sync): b has the distance, c the clamp and the mask of the segment.
Partner partner(Shuffle kind, U32 lane, U32 b, U32 c) {
  const U32 by = b & 31U, clamp = c & 31U, segment = c >> 8U & 31U;
  const U32 most = (lane & segment) | (clamp & ~segment), least = lane & segment;
  U32 from = lane;
  bool valid = false;
  switch (kind) {
    case Shuffle::Up:
      from = lane - by;
      valid = static_cast<std::int32_t>(from) >= static_cast<std::int32_t>(most);
      break;
    case Shuffle::Down:
      from = lane + by;
      valid = from <= most;
      break;
    case Shuffle::Butterfly:
      from = lane ^ by;
      valid = from <= most;
      break;
    case Shuffle::Index:
      from = least | (by & ~segment);
      valid = from <= most;
      break;
  }
  return {valid ? from & 31U : lane, valid};
}

Next shuffle(Issue& issue) {
  const Op& op = issue.op;
  Row rooms[3], out{};
  const Row& a = read(issue, op.src[0], rooms[0]);
  const Row& b = read(issue, op.src[1], rooms[1]);
  const Row& c = read(issue, op.src[2], rooms[2]);
  U32 valid = 0;
  for (U32 lane = 0; lane < kLanes; ++lane) {
    const Partner from =
        partner(static_cast<Shuffle>(op.number[0]), lane, b.lane[lane], c.lane[lane]);
    // A lane that is not there lends 0: seen on an H200, of lanes elsewhere and of ended ones.
    const bool there = (issue.executed >> from.lane & 1U) != 0;
    out.lane[lane] = there ? a.lane[from.lane] : 0;
    valid |= static_cast<U32>(from.valid) << lane;
  }
  write(issue, op.dst, out);
  write(issue, op.dst_predicates[0], valid);
  return Next::Advance;
}

bool bind_shuffle(const Instruction& i, Op& op) {
  const Shuffle kind = i.has("UP")     ? Shuffle::Up
                       : i.has("DOWN") ? Shuffle::Down
                       : i.has("BFLY") ? Shuffle::Butterfly
                                       : Shuffle::Index;
  op.number[0] = static_cast<U32>(kind);
  op.handler = shuffle;
  return op.sources == 3;
}

// MATCH.ANY: the lanes with my value. ALL: all lanes, where all have one value.
Next match(Issue& issue) {
  const Op& op = issue.op;
  const bool all = op.number[0] != 0, wide = op.number[1] != 0;
  Row out{};
  WideRow values{};
  Row room;
  if (wide) {
    read_wide(issue, op.src[0], values);
  } else {
    const Row& a = read(issue, op.src[0], room);
    std::ranges::copy(a.lane, values.begin());
  }
  for_lanes(issue.executed, [&](U32 lane) {
    for_lanes(issue.executed, [&](U32 other) {
      out.lane[lane] |= static_cast<U32>(values[lane] == values[other]) << other;
    });
  });
  U32 same = 0;
  for_lanes(issue.executed, [&](U32 lane) {
    same |= static_cast<U32>(out.lane[lane] == issue.executed) << lane;
    if (all && out.lane[lane] != issue.executed) out.lane[lane] = 0;
  });
  write(issue, op.dst, out);
  write(issue, op.dst_predicates[0], same);
  return Next::Advance;
}

bool bind_match(const Instruction& i, Op& op) {
  op.number = {i.has("ALL") ? 1U : 0U, i.has("U64") ? 1U : 0U, 0, 0};
  op.handler = match;
  return op.sources == 1;
}

enum class Reduce : U32 { Sum, And, Or, Xor, Min, Max, MinSigned, MaxSigned };

U32 reduced(Reduce how, U32 a, U32 b) {
  const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
  switch (how) {
    case Reduce::Sum:
      return a + b;
    case Reduce::And:
      return a & b;
    case Reduce::Or:
      return a | b;
    case Reduce::Xor:
      return a ^ b;
    case Reduce::Min:
      return std::min(a, b);
    case Reduce::Max:
      return std::max(a, b);
    case Reduce::MinSigned:
      return static_cast<U32>(std::min(sa, sb));
    default:
      return static_cast<U32>(std::max(sa, sb));
  }
}

// One value of all lanes that execute.
Next reduce(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  Row room, out;
  const Row& a = read(issue, issue.op.src[0], room);
  const auto first = static_cast<U32>(std::countr_zero(issue.executed));
  U32 value = a.lane[first];
  for_lanes(issue.executed & ~(1U << first), [&](U32 lane) {
    value = reduced(static_cast<Reduce>(issue.op.number[0]), value, a.lane[lane]);
  });
  out.lane.fill(value);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

bool bind_reduce(const Instruction& i, Op& op) {
  Reduce how = Reduce::Sum;
  if (i.has("AND") || i.modifiers.empty()) how = Reduce::And;
  if (i.has("OR")) how = Reduce::Or;
  if (i.has("XOR")) how = Reduce::Xor;
  const bool is_signed = i.has("S32");
  if (i.has("MIN")) how = is_signed ? Reduce::MinSigned : Reduce::Min;
  if (i.has("MAX")) how = is_signed ? Reduce::MaxSigned : Reduce::Max;
  op.number[0] = static_cast<U32>(how);
  op.handler = reduce;
  return op.sources == 1;
}

// ELECT p, d: the first lane that executes; only it has p.
Next elect(Issue& issue) {
  if (issue.executed == 0) return Next::Advance;
  const auto first = static_cast<U32>(std::countr_zero(issue.executed));
  Row out;
  out.lane.fill(first);
  write(issue, issue.op.dst, out);
  write(issue, issue.op.dst_predicates[0], 1U << first);
  return Next::Advance;
}

bool bind_elect(const Instruction&, Op& op) {
  op.uniform = false;
  op.handler = elect;
  return true;
}

constexpr BinderRow kRows[]{{"VOTE", bind_vote},   {"VOTEU", bind_vote},   {"SHFL", bind_shuffle},
                            {"MATCH", bind_match}, {"REDUX", bind_reduce}, {"CREDUX", bind_reduce},
                            {"ELECT", bind_elect}};

}  // namespace

std::span<const BinderRow> warp_binders() { return kRows; }

}  // namespace lanescope::sass::machine::instructions
