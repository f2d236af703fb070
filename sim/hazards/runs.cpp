#include "sim/hazards/runs.hpp"

#include <algorithm>

namespace lanescope::hazards {

bool all_older(const Plane& plane, const CellRow& row, Time time) {
  const std::uint32_t* times = plane.time + row.cell;
  std::uint32_t younger = 0;
  for (std::uint32_t i = 0; i < row.count; ++i) younger |= times[i] > time ? 1U : 0U;
  return younger == 0;
}

bool all_older_or_own(const Plane& plane, const CellRow& row, Time time, const Stamp& mine) {
  const std::uint32_t* times = plane.time + row.cell;
  const std::uint32_t* who = plane.who + row.cell;
  const std::uint32_t* blocks = plane.block + row.cell;
  const std::uint32_t thread = mine.who & kThreadBits, block = mine.block;
  const unsigned part = row.part;
  std::uint32_t other = 0;
  for (std::uint32_t i = 0; i < row.count; ++i) {
    const std::uint32_t differs =
        ((who[i] & kThreadBits) ^ (thread + (i >> part))) | (blocks[i] ^ block);
    other |= times[i] > time ? differs : 0U;
  }
  return other == 0;
}

bool all_of_other_warp(const Plane& plane, const CellRow& row, Time time, const Stamp& mine) {
  const std::uint32_t* times = plane.time + row.cell;
  const std::uint32_t* who = plane.who + row.cell;
  const std::uint32_t* blocks = plane.block + row.cell;
  const std::uint32_t warp = warp_of(mine.who), block = mine.block;
  std::uint32_t bad = 0;
  for (std::uint32_t i = 0; i < row.count; ++i) {
    const std::uint32_t same = warp_of(who[i]) == warp ? 1U : 0U;
    bad |= (times[i] <= time ? 1U : 0U) | (blocks[i] ^ block) | same;
  }
  return bad == 0;
}

bool all_of_other_lanes(const Plane& plane, const CellRow& row, Time time, const Stamp& mine) {
  const std::uint32_t* times = plane.time + row.cell;
  const std::uint32_t* who = plane.who + row.cell;
  const std::uint32_t* blocks = plane.block + row.cell;
  const std::uint32_t thread = mine.who & kThreadBits, block = mine.block;
  const std::uint32_t warp = warp_of(mine.who);
  const unsigned part = row.part;
  std::uint32_t bad = 0;
  for (std::uint32_t i = 0; i < row.count; ++i) {
    const std::uint32_t own = (who[i] & kThreadBits) == thread + (i >> part) ? 1U : 0U;
    bad |= (times[i] <= time ? 1U : 0U) | (blocks[i] ^ block) | (warp_of(who[i]) ^ warp) | own;
  }
  return bad == 0;
}

std::uint32_t of_one_warp(const Plane& plane, const CellRow& row) {
  const std::uint32_t* who = plane.who + row.cell;
  const std::uint32_t* blocks = plane.block + row.cell;
  std::uint32_t count = 1;
  while (count < row.count && warp_of(who[count]) == warp_of(who[0]) && blocks[count] == blocks[0])
    ++count;
  return count;
}

bool all_of_other_blocks(const Plane& plane, const CellRow& row, Time time, const Stamp& mine) {
  const std::uint32_t* times = plane.time + row.cell;
  const std::uint32_t* blocks = plane.block + row.cell;
  std::uint32_t bad = 0;
  for (std::uint32_t i = 0; i < row.count; ++i)
    bad |= (times[i] <= time ? 1U : 0U) | (blocks[i] == mine.block ? 1U : 0U);
  return bad == 0;
}

bool all_of_two_blocks(const Plane& one, const Plane& other, const CellRow& row, Time time) {
  std::uint32_t bad = 0;
  for (std::uint32_t i = row.cell; i < row.cell + row.count; ++i) {
    bad |= (one.time[i] <= time ? 1U : 0U) | (other.time[i] <= time ? 1U : 0U) |
           (one.block[i] == other.block[i] ? 1U : 0U);
  }
  return bad == 0;
}

bool all_of_two_warps(const Plane& one, const Plane& other, const CellRow& row, Time time,
                      std::uint32_t block) {
  std::uint32_t bad = 0;
  for (std::uint32_t i = row.cell; i < row.cell + row.count; ++i) {
    bad |= (one.time[i] <= time ? 1U : 0U) | (other.time[i] <= time ? 1U : 0U) |
           (one.block[i] ^ block) | (other.block[i] ^ block) |
           (warp_of(one.who[i]) == warp_of(other.who[i]) ? 1U : 0U);
  }
  return bad == 0;
}

void fill(const Plane& plane, const CellRow& row, const Stamp& mine) {
  std::fill_n(plane.time + row.cell, row.count, mine.time);
  std::fill_n(plane.pc + row.cell, row.count, mine.pc);
  std::fill_n(plane.block + row.cell, row.count, mine.block);
  std::uint32_t* who = plane.who + row.cell;
  const std::uint32_t first = mine.who, next = row.next;
  const unsigned part = row.part;
  for (std::uint32_t i = 0; i < row.count; ++i) who[i] = first + (i >> part) * next;
}

void copy(const Plane& from, const Plane& to, const CellRow& row) {
  std::copy_n(from.time + row.cell, row.count, to.time + row.cell);
  std::copy_n(from.who + row.cell, row.count, to.who + row.cell);
  std::copy_n(from.pc + row.cell, row.count, to.pc + row.cell);
  std::copy_n(from.block + row.cell, row.count, to.block + row.cell);
}

}  // namespace lanescope::hazards
