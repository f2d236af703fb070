#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/structures/merge_scene.hpp"
#include "ui/style/style.hpp"

namespace lanescope::ui::figures::structures {

// A cell of the grid that a lane looks at: it has read an element of each array.
struct MergeCell {
  std::uint32_t lane = 0;
  std::uint32_t i = 0, j = 0;  // of a and b
};
struct MergeModel {
  static constexpr std::uint32_t kNobody = ~0U;
  std::vector<std::uint32_t> owner;  // of each place: who has written it by now
  std::vector<bool> wrong;           // written, and not what belongs there
  std::uint32_t written = 0, wrong_places = 0;
  std::map<std::uint32_t, style::Role> touched_a, touched_b;  // by the shown instruction
  std::vector<std::uint32_t> now;                             // places that it writes
  std::vector<MergeCell> cells;
  std::vector<std::optional<std::uint32_t>> points;  // co-ranks only: what stands in each place
  std::optional<MergePiece> chosen;                  // of the selected thread
  std::optional<std::uint32_t> diagonal;             // the one that is named
  std::optional<MergeElement> selected;
  bool rest = true;  // the path that nobody has written yet is shown
  std::string sentence;
};
// `rest`: false while a lesson asks for what the path would tell.
[[nodiscard]] MergeModel merge_model(const session::Session& session, const MergeScene& scene,
                                     bool rest);

// What a lane of the shown instruction does to one of the arrays.
struct MergeDeed {
  MergeThread thread;
  std::optional<MergeElement> read;    // one of a or b, perhaps by way of shared memory
  std::optional<std::uint32_t> place;  // or writes
  std::optional<double> value;
  std::optional<MergeElement> beside;  // of the other array: what it has read just before
  bool own = false;                    // `beside` is what the thread looks for a place for
  std::optional<std::uint32_t> next;   // the place that the thread writes now or next

  // Of a search: on which diagonal its cell lies. The thread that merges stands at the cell's
  // corner, on the diagonal of the place that it writes next.
  [[nodiscard]] std::optional<std::uint32_t> diagonal() const {
    if (!read || !beside || own) return std::nullopt;
    return read->index + beside->index + (merges() ? 0 : 1);
  }
  [[nodiscard]] bool merges() const {
    return read && beside && !own && next == read->index + beside->index;
  }
};
[[nodiscard]] std::vector<MergeDeed> merge_deeds(const session::Session& session,
                                                 const MergeScene& scene, const trace::Step& step);

// "a[4]", "lane 3 of warp 0", and what is told of a moment, a place and an element.
[[nodiscard]] std::string merge_words(const MergeScene& scene, MergeElement element);
[[nodiscard]] std::string merge_words(const MergeScene& scene, const MergeThread& thread);
[[nodiscard]] std::string merge_sentence(const MergeScene& scene, const MergeModel& model,
                                         const std::vector<MergeDeed>& deeds,
                                         const MergeDeed* chosen);
[[nodiscard]] std::string merge_place_words(const MergeScene& scene, const MergeModel& model,
                                            std::uint32_t place);
[[nodiscard]] std::string merge_element_words(const MergeScene& scene, MergeElement element);
// "path by warp"; "15 + 25 elements · 8 threads"; "warp 3" of a piece.
[[nodiscard]] std::string merge_unit_words(const MergeScene& scene);
[[nodiscard]] std::string merge_size_words(const MergeScene& scene);
[[nodiscard]] std::string merge_owner_words(const MergeScene& scene, std::uint32_t owner);

}  // namespace lanescope::ui::figures::structures
