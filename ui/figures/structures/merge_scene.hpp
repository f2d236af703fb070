#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/session/session.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::figures::structures {

// Two sorted arrays and the path that their stable merge takes through the grid of both:
//
//        b  2  5  6       point k, k = i + j steps from the corner, has i elements of a above it
//     a  .--.             and j elements of b at its left; step k leads from point k to the next.
//     1  |  '             Across: out[k] comes from b; down: from a. i is the co-rank of k.
//     3  '--.--
//
// The path is known from the arrays, as they are before anything runs, by a merge of our own; who
// wrote what is the run's. Kept while run and launch stay.
enum class MergeUnit : std::uint8_t { Thread, Warp, Block };
enum class MergeSide : std::uint8_t { A, B };
struct MergeElement {
  MergeSide side = MergeSide::A;
  std::uint32_t index = 0;
  friend bool operator==(const MergeElement&, const MergeElement&) = default;
};
struct MergeThread {
  std::uint32_t block = 0, warp = 0, lane = 0;
  friend auto operator<=>(const MergeThread&, const MergeThread&) = default;
};
struct MergeWrite {  // a store into the place `place` of the result
  std::uint32_t place = 0;
  Tick tick;
  MergeThread thread;
};
// Neighbouring places that one thread, warp or block writes: [first, last).
struct MergePiece {
  std::uint32_t first = 0, last = 0;
  std::uint32_t owner = 0;  // its number in the grid
};
// An element of a or b that a block has brought to a place of its shared memory.
struct MergeBrought {
  std::uint32_t block = 0;
  std::uint64_t address = 0;
  Tick tick;
  MergeElement element;
};

struct MergeScene {
  view::ArrayInfo a, b, out;
  bool co_ranks = false;  // `out` holds the co-rank of each place, not the merged elements
  std::uint32_t launch = 0, lanes = 32, warps = 1, blocks = 1;  // of a warp, of a block, the grid's
  std::vector<double> in_a, in_b;
  std::size_t signs_a = 1, signs_b = 1;    // of the longest number among them, as it is written
  std::vector<std::uint32_t> rank;         // of each place, and of the end: elements of a before it
  std::vector<MergeWrite> writes;          // by place, then tick
  std::vector<std::uint32_t> first_write;  // of each place, and the end: into `writes`
  std::vector<std::uint32_t> by_thread;    // into `writes`, by thread, then tick
  MergeUnit unit = MergeUnit::Thread;      // what pieces are told apart by
  std::vector<MergePiece> pieces;          // by the last write of each place in the whole launch
  bool told_apart = false;                 // pieces are long enough to be seen one by one
  std::uint32_t threads = 0;               // that write
  bool all_recorded = true;                // else only some blocks of the launch are
  std::vector<MergeBrought> brought;       // by block, address, tick

  [[nodiscard]] std::uint32_t places() const {
    return static_cast<std::uint32_t>(in_a.size() + in_b.size());
  }
  [[nodiscard]] bool down(std::uint32_t place) const { return rank[place + 1] > rank[place]; }
  [[nodiscard]] MergeElement element(std::uint32_t place) const;
  [[nodiscard]] double value(MergeElement element) const;
  // What out[place] holds when it is right.
  [[nodiscard]] double expected(std::uint32_t place) const;
  // The last write of a place before a moment; null: none.
  [[nodiscard]] const MergeWrite* writer(std::uint32_t place, Tick before) const;
  [[nodiscard]] const MergeWrite* last_writer(std::uint32_t place) const;
  [[nodiscard]] std::span<const std::uint32_t> writes_of(const MergeThread& thread) const;
  // Its next one; null: none.
  [[nodiscard]] const MergeWrite* next_write(const MergeThread& thread, Tick from) const;
  [[nodiscard]] std::uint32_t owner(const MergeThread& thread) const;
  // The thread's own run of neighbouring places that holds one of its writes.
  [[nodiscard]] MergePiece run_of(const MergeWrite& write) const;
  // What an address of global memory holds of a or b; of the result: its place.
  [[nodiscard]] std::optional<MergeElement> input_at(std::uint64_t address) const;
  [[nodiscard]] std::optional<std::uint32_t> place_at(std::uint64_t address) const;
  [[nodiscard]] std::optional<MergeElement> shared_at(std::uint32_t block, std::uint64_t address,
                                                      Tick before) const;
};

[[nodiscard]] std::uint64_t merge_scene_key(const session::Session& session);
// An Error says why there is none, as the panel shows it.
[[nodiscard]] Result<MergeScene> merge_scene(const session::Session& session);
// An element as it is written beside the grid.
[[nodiscard]] std::string merge_number(double value);
// Fills in who wrote the result in the launch, and what lies in shared memory.
void follow_stores(const session::Session& session, MergeScene& scene);

inline constexpr std::uint64_t kMostMerged = 65'536;  // elements of both together
inline constexpr std::size_t kMostPieces = 64;        // of the whole path, that are told apart

}  // namespace lanescope::ui::figures::structures
