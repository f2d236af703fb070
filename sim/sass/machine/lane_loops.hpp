#pragma once

#include "sim/sass/machine/values.hpp"

// Handlers made of a function of one lane. Lanes that do not execute are computed too: nothing is
// written for them.
namespace lanescope::sass::machine {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

template <U32 (*F)(U32)>
Next unary(Issue& issue) {
  Row room, out;
  const Row& a = read(issue, issue.op.src[0], room);
  for (U32 lane = 0; lane < kLanes; ++lane) out.lane[lane] = F(a.lane[lane]);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

template <U32 (*F)(U32, U32)>
Next binary(Issue& issue) {
  Row rooms[2], out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  for (U32 lane = 0; lane < kLanes; ++lane) out.lane[lane] = F(a.lane[lane], b.lane[lane]);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

template <U32 (*F)(U32, U32, U32)>
Next ternary(Issue& issue) {
  Row rooms[3], out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  const Row& c = read(issue, issue.op.src[2], rooms[2]);
  for (U32 lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = F(a.lane[lane], b.lane[lane], c.lane[lane]);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

// With what Op::number[0] holds.
template <U32 (*F)(U32, U32, U32, U32)>
Next ternary_by_number(Issue& issue) {
  Row rooms[3], out;
  const Row& a = read(issue, issue.op.src[0], rooms[0]);
  const Row& b = read(issue, issue.op.src[1], rooms[1]);
  const Row& c = read(issue, issue.op.src[2], rooms[2]);
  const U32 number = issue.op.number[0];
  for (U32 lane = 0; lane < kLanes; ++lane)
    out.lane[lane] = F(a.lane[lane], b.lane[lane], c.lane[lane], number);
  write(issue, issue.op.dst, out);
  return Next::Advance;
}

}  // namespace lanescope::sass::machine
