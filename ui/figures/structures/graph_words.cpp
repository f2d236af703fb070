#include <algorithm>

#include <fmt/format.h>

#include "ui/figures/structures/graph_lanes.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Part = GraphScene::Part;
using Access = events::Access;

// "destination[9]", "found".
std::string element_words(const GraphDeed& deed) {
  const view::ArrayInfo& array = deed.hit.array->info;
  return array.count == 1 ? array.name : fmt::format("{}[{}]", array.name, deed.hit.index);
}

// "Lane 1 reads visited[9] = 0".
std::string act(const GraphDeed& deed) {
  const std::string element = element_words(deed);
  if (!deed.value)
    return deed.access == Access::Load    ? say("Lane {} reads {}", deed.lane, element)
           : deed.access == Access::Store ? say("Lane {} writes {}", deed.lane, element)
                                          : say("Lane {} changes {}", deed.lane, element);
  switch (deed.access) {
    case Access::Load:
      return say("Lane {} reads {} = {}", deed.lane, element, *deed.value);
    case Access::Store:
      return say("Lane {} writes {} = {}", deed.lane, element, *deed.value);
    case Access::Atomic:
      break;
  }
  return say("Lane {} changes {}, which was {}", deed.lane, element, *deed.value);
}

std::string row_meaning(const GraphDeed& deed, const GraphPlace& place) {
  const std::uint32_t index = deed.hit.index;
  return place.row && *place.row + 1 == index ? say("there the edges of vertex {} end", *place.row)
                                              : say("there the edges of vertex {} begin", index);
}

std::string edge_meaning(const GraphScene& scene, const GraphDeed& deed) {
  const GraphLine line = scene.shape.line_at(deed.hit.index);
  return scene.shape.edges == GraphEdges::Both
             ? say("vertex {} is a neighbour of {}", line.to, line.from)
             : say("an edge leads from {} to {}", line.from, line.to);
}

std::string level_meaning(const GraphDeed& deed) {
  const std::uint32_t vertex = deed.hit.index;
  return *deed.value < 0 ? say("vertex {} is not reached yet", vertex)
                         : say("vertex {} is on level {}", vertex, *deed.value);
}

std::string colour_meaning(const GraphScene& scene, const GraphDeed& deed) {
  const std::uint32_t vertex = deed.hit.index;
  const auto value = static_cast<std::size_t>(*deed.value);
  if (value < scene.names.size()) return say("vertex {} is {}", vertex, scene.names[value]);
  if (value == 0) return say("vertex {} has no colour yet", vertex);
  return deed.access == Access::Store ? say("vertex {} takes colour {}", vertex, value)
                                      : say("vertex {} has colour {}", vertex, value);
}

std::string mark_meaning(const GraphDeed& deed) {
  const std::uint32_t vertex = deed.hit.index;
  if (deed.access == Access::Store) return say("it takes vertex {}", vertex);
  if (came_too_late(deed)) return say("vertex {} is taken already", vertex);
  return deed.access == Access::Atomic
             ? say("it looks and takes vertex {} in one operation", vertex)
             : say("vertex {} is not taken", vertex);
}

std::string queue_meaning(const GraphDeed& deed) {
  if (deed.hit.array->part == Part::Queue)
    return deed.access == Access::Load ? tr("this is its vertex")
                                       : say("vertex {} is queued", *deed.value);
  return deed.access == Access::Atomic ? tr("that is its place there")
                                       : tr("so many vertices are queued");
}

// What the value means; empty: nothing more than it is.
std::string meaning(const GraphScene& scene, const GraphDeed& deed, const GraphPlace& place) {
  const Part part = deed.hit.array->part;
  if (part == Part::Start) return row_meaning(deed, place);
  if (part == Part::Ends) return edge_meaning(scene, deed);
  if (!deed.value) return {};
  switch (part) {
    case Part::Level:
      return level_meaning(deed);
    case Part::Colour:
      return colour_meaning(scene, deed);
    case Part::Mark:
      return mark_meaning(deed);
    case Part::Queue:
    case Part::Size:
      return queue_meaning(deed);
    default:
      return say("that is vertex {}'s", deed.hit.index);
  }
}

// Lanes that come to one mark at the same time.
std::string meeting_words(const std::vector<GraphDeed>& deeds) {
  for (const GraphDeed& first : deeds) {
    if (first.hit.array->part != Part::Mark || first.access == Access::Store) continue;
    if (first.value.value_or(1) != 0) continue;
    LaneMask lanes = 0;
    for (const GraphDeed& other : deeds)
      if (other.hit.array == first.hit.array && other.hit.index == first.hit.index)
        lanes |= LaneMask{1} << other.lane;
    if ((lanes & (lanes - 1)) == 0) continue;
    if (first.access == Access::Atomic)
      return say(
          "Here {} meet at vertex {}: {} was 0 for lane {}, which takes the vertex; who "
          "comes after it finds it taken.",
          view::lanes_words(lanes), first.hit.index, element_words(first), first.lane);
    return say(
        "Here {} look at vertex {} together: {} = 0 for each of them, so each thinks that "
        "it may take it.",
        view::lanes_words(lanes), first.hit.index, element_words(first));
  }
  return {};
}

std::string idle_words(const GraphScene& scene,
                       const std::array<GraphPlace, kMaxWarpSize>& places) {
  for (std::size_t lane = 0; lane < places.size(); ++lane) {
    if (!places[lane].row || *places[lane].row >= scene.shape.vertices()) continue;
    if (!places[lane].edge)
      return say(
          "No array of the graph is touched now. Lane {} goes through the edges of vertex {}.",
          lane, *places[lane].row);
    const GraphLine line = scene.shape.line_at(*places[lane].edge);
    return say("No array of the graph is touched now. Lane {} is at the edge between {} and {}.",
               lane, line.from, line.to);
  }
  return tr("This instruction touches no array of the graph.");
}

}  // namespace

std::string graph_sentence(const session::Session& session, const GraphScene& scene,
                           const std::vector<GraphDeed>& deeds,
                           const std::array<GraphPlace, kMaxWarpSize>& places) {
  if (!scene.step_of(session))
    return tr("A launch begins here: step forward, and the edges that lanes read light up.");
  if (deeds.empty()) return idle_words(scene, places);
  const auto lane = session.state().cursor.selection.lane;
  const auto chosen = lane ? std::ranges::find(deeds, *lane, &GraphDeed::lane) : deeds.end();
  if (chosen == deeds.end()) {
    if (std::string meeting = meeting_words(deeds); !meeting.empty()) return meeting;
  }
  const GraphDeed& deed = chosen == deeds.end() ? deeds.front() : *chosen;
  std::string words = deed_sentence(scene, deed, places[deed.lane]);
  if (deeds.size() == 1) return words;
  return words + say_many(deeds.size() - 1, " {} other lane does the same where it is.",
                          " {} other lanes do the same where they are.", deeds.size() - 1);
}

std::string deed_sentence(const GraphScene& scene, const GraphDeed& deed, const GraphPlace& place) {
  const std::string means = meaning(scene, deed, place);
  return means.empty() ? say("{}.", act(deed)) : say("{}: {}.", act(deed), means);
}

std::string deed_brief(const GraphDeed& deed) {
  if (!deed.value) return {};
  const bool of_mark = deed.hit.array->part == Part::Mark;
  if (of_mark && deed.access == Access::Store) return tr("marks it");
  if (of_mark && came_too_late(deed)) return tr("finds it taken");
  if (of_mark && deed.access == Access::Atomic) return tr("was 0, takes it");
  if (of_mark) return tr("not taken");
  return {};
}

}  // namespace lanescope::ui::figures::structures
