#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/figures/structures/graph_scene.hpp"

namespace lanescope::ui::figures::structures {

// Where a lane of the shown warp is in the graph: the row whose edges it goes through, and the edge
// that it read last of them.
struct GraphPlace {
  std::optional<std::uint32_t> row, edge;
};
// Of all lanes, by what they have read since the last barrier.
[[nodiscard]] std::array<GraphPlace, kMaxWarpSize> graph_places(const session::Session& session,
                                                                const GraphScene& scene);

// What the instruction in the picture does to an array of the graph, in one lane.
struct GraphDeed {
  std::uint32_t lane = 0;
  GraphScene::Hit hit;
  events::Access access = events::Access::Load;
  // Read or written; of an atomic operation: what was there before. Nothing where it isn't known.
  std::optional<std::int64_t> value;
};
[[nodiscard]] std::vector<GraphDeed> graph_deeds(const session::Session& session,
                                                 const GraphScene& scene);

// "Lane 1 reads destination[9] = 9: the edge from 4 leads to 9."
[[nodiscard]] std::string deed_sentence(const GraphScene& scene, const GraphDeed& deed,
                                        const GraphPlace& place);
// The sentence below the picture: what the instruction does, for the lane that is selected, for
// those that meet at a vertex, or for the first.
[[nodiscard]] std::string graph_sentence(const session::Session& session, const GraphScene& scene,
                                         const std::vector<GraphDeed>& deeds,
                                         const std::array<GraphPlace, kMaxWarpSize>& places);
// "was 0, takes it": beside the edge.
[[nodiscard]] std::string deed_brief(const GraphDeed& deed);

// Of an atomic operation or a look at a mark: whether it was the lane's to take.
[[nodiscard]] bool came_too_late(const GraphDeed& deed);

}  // namespace lanescope::ui::figures::structures
