#pragma once

#include <cstdint>

#include "sim/hazards/shadow.hpp"

// Loops over neighbouring cells, in a source file that is compiled to use vectors.
namespace lanescope::hazards {

// A row of cells: those of lane l, each 1 << part of them, then those of lane l + 1, …
struct CellRow {
  std::uint32_t cell = 0, count = 0;
  unsigned part = 0;
  std::uint32_t next = 1;  // from a lane's Stamp::who to the next one's
};

// All stamps are of `time` or older.
[[nodiscard]] bool all_older(const Plane& plane, const CellRow& row, Time time);
// All are that, or of the very thread that the cell belongs to: `mine` is the stamp of the first.
[[nodiscard]] bool all_older_or_own(const Plane& plane, const CellRow& row, Time time,
                                    const Stamp& mine);
// All are younger and of the same block, and none of the warp.
[[nodiscard]] bool all_of_other_warp(const Plane& plane, const CellRow& row, Time time,
                                     const Stamp& mine);
// All are younger and of the warp, and none of the very thread that the cell belongs to.
[[nodiscard]] bool all_of_other_lanes(const Plane& plane, const CellRow& row, Time time,
                                      const Stamp& mine);
// The number of cells, from the first on, whose stamps are of one warp.
[[nodiscard]] std::uint32_t of_one_warp(const Plane& plane, const CellRow& row);
// All are younger and of other blocks.
[[nodiscard]] bool all_of_other_blocks(const Plane& plane, const CellRow& row, Time time,
                                       const Stamp& mine);
// All are younger, and those of the one plane are of other blocks than those of the other one.
[[nodiscard]] bool all_of_two_blocks(const Plane& one, const Plane& other, const CellRow& row,
                                     Time time);
// All are younger and of the block, and those of the one plane are of other warps than those of the
// other one.
[[nodiscard]] bool all_of_two_warps(const Plane& one, const Plane& other, const CellRow& row,
                                    Time time, std::uint32_t block);
void fill(const Plane& plane, const CellRow& row, const Stamp& mine);
void copy(const Plane& from, const Plane& to, const CellRow& row);

}  // namespace lanescope::hazards
