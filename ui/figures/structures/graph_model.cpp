#include "ui/figures/structures/graph_model.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "ui/figures/structures/graph_lanes.hpp"
#include "ui/figures/structures/places.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Part = GraphScene::Part;

// The first array of a kind that knows something of the vertex.
std::optional<std::int64_t> known(const ArrayMemory& memory, const GraphScene& scene, Part part,
                                  std::uint32_t vertex, std::int64_t least) {
  for (const GraphScene::Array& array : scene.arrays) {
    if (array.part != part) continue;
    const auto value = memory.at(array.info, vertex);
    if (value && *value >= static_cast<double>(least)) return static_cast<std::int64_t>(*value);
  }
  return std::nullopt;
}

VertexState state_of(const GraphScene& scene, const GraphVertex& vertex) {
  if (!scene.has(Part::Level)) {
    const bool done = vertex.colour != 0 || vertex.marked;
    return done ? VertexState::Done : VertexState::Untouched;
  }
  if (!vertex.level) return vertex.marked ? VertexState::Found : VertexState::Untouched;
  if (!scene.now || *vertex.level < *scene.now) return VertexState::Done;
  return *vertex.level == *scene.now ? VertexState::Frontier : VertexState::Found;
}

void add_vertices(const ArrayMemory& memory, const GraphScene& scene, GraphModel& model) {
  model.vertices.resize(scene.shape.vertices());
  std::set<std::uint32_t> colours;
  for (std::uint32_t v = 0; v < scene.shape.vertices(); ++v) {
    GraphVertex& vertex = model.vertices[v];
    vertex.level = known(memory, scene, Part::Level, v, 0);
    vertex.colour =
        static_cast<std::uint32_t>(known(memory, scene, Part::Colour, v, 1).value_or(0));
    vertex.marked = known(memory, scene, Part::Mark, v, 1).has_value();
    const auto* const beside = scene.first(Part::Beside);
    if (const auto value = beside == nullptr ? std::nullopt : memory.at(beside->info, v))
      vertex.beside = static_cast<std::int64_t>(*value);
    vertex.state = state_of(scene, vertex);
    if (vertex.colour != 0) colours.insert(vertex.colour);
  }
  model.now = scene.now;
  model.colours = static_cast<std::uint32_t>(colours.size());
}

void add_queues(const ArrayMemory& memory, const GraphScene& scene, GraphModel& model) {
  for (const GraphScene::Queue& queue : scene.queues) {
    const view::ArrayInfo& array = scene.arrays[queue.vertices].info;
    std::uint64_t count = queue.fixed;
    if (queue.size)
      count = static_cast<std::uint64_t>(
          std::max(0.0, memory.at(scene.arrays[*queue.size].info, queue.size_at).value_or(0.0)));
    QueueStrip strip{queue.name, {}, std::min(count, array.count), {}};
    const bool last = &queue == &scene.queues.back();
    for (std::uint64_t i = 0; i < strip.count; ++i) {
      const auto value = memory.at(array, i);
      if (!value || *value < 0 || *value >= scene.shape.vertices()) break;
      const auto vertex = static_cast<std::uint32_t>(*value);
      if (strip.vertices.size() < kMostQueued) strip.vertices.push_back(vertex);
      if (last) ++model.vertices[vertex].queued;
    }
    strip.lit.resize(strip.vertices.size(), false);
    model.queues.push_back(std::move(strip));
  }
}

style::Role role_of(const GraphDeed* deed) {
  if (deed == nullptr) return style::Role::Accent;
  if (came_too_late(*deed)) return style::Role::Conflict;
  return deed->access == events::Access::Load ? style::Role::Load : style::Role::Store;
}

void add_lanes(const session::Session& session, const GraphScene& scene,
               const std::vector<GraphDeed>& deeds,
               const std::array<GraphPlace, kMaxWarpSize>& places, GraphModel& model) {
  const auto step = scene.step_of(session);
  if (!step) return;
  const auto lane_selected = session.state().cursor.selection.lane;
  for (std::uint32_t lane = 0; lane < kMaxWarpSize; ++lane) {
    if ((step->executed >> lane & 1U) == 0) continue;
    const GraphPlace& place = places[lane];
    if (place.row && *place.row < scene.shape.vertices())
      model.vertices[*place.row].worked_on = true;
    if (!place.edge) continue;
    const auto deed = std::ranges::find(deeds, lane, &GraphDeed::lane);
    const GraphDeed* const done = deed == deeds.end() ? nullptr : &*deed;
    LitEdge lit{*place.edge, lane, scene.shape.line_at(*place.edge), role_of(done), {}};
    if (done != nullptr && !deed_brief(*done).empty())
      lit.words = say("lane {}: {}", lane, deed_brief(*done));
    model.lit.push_back(std::move(lit));
  }
  const auto worded =
      std::ranges::count_if(model.lit, [](const LitEdge& lit) { return !lit.words.empty(); });
  if (worded <= kMostEdgeWords) return;
  for (LitEdge& lit : model.lit)
    if (lane_selected != lit.lane) lit.words.clear();
}

void light_queues(const std::vector<GraphDeed>& deeds, GraphModel& model) {
  for (const GraphDeed& deed : deeds) {
    if (deed.hit.array->part != Part::Queue) continue;
    QueueStrip& strip = model.queues[deed.hit.array->queue];
    if (deed.hit.index < strip.lit.size()) strip.lit[deed.hit.index] = true;
  }
}

// With names colour 1 is a set that no two neighbours may be in, else no two may be of one colour.
void judge_colours(const GraphScene& scene, GraphModel& model) {
  if (!scene.has(Part::Colour)) return;
  const bool set = scene.names.size() > 1;
  for (std::uint32_t i = 0; i < scene.shape.lines.size(); ++i) {
    const GraphLine& line = scene.shape.lines[i];
    const std::uint32_t colour = model.vertices[line.from].colour;
    const bool same = line.from != line.to && colour == model.vertices[line.to].colour;
    if (same && colour != 0 && (!set || colour == 1)) model.wrong.push_back(i);
  }
  const std::size_t wrong = model.wrong.size();
  model.verdict_role = wrong > 0 ? style::Role::Error : style::Role::Equal;
  if (wrong > 0) {
    model.verdict =
        set ? say_many(wrong, "{} edge inside the set", "{} edges inside the set", wrong)
            : say_many(wrong, "{} edge joins equal colours", "{} edges join equal colours", wrong);
  } else if (set) {
    model.verdict =
        say("{}: {}", scene.names[1], std::ranges::count(model.vertices, 1U, &GraphVertex::colour));
  } else if (model.colours > 0) {
    model.verdict = say_many(model.colours, "{} colour", "{} colours", model.colours);
  }
}

void select(const session::Session& session, const GraphScene& scene, GraphModel& model) {
  const auto& element = session.state().cursor.selection.element;
  if (!element) return;
  for (const GraphScene::Array& array : scene.arrays) {
    const bool by_vertex =
        array.part != Part::Ends && array.part != Part::Queue && array.part != Part::Size;
    if (array.info.name != element->array) continue;
    std::uint32_t vertex = element->index;
    if (array.part == Part::Ends && vertex < scene.shape.line_of.size())
      vertex = scene.shape.row_of(vertex);
    else if (!by_vertex)
      continue;
    if (vertex >= model.vertices.size()) continue;
    model.selected = vertex;
    model.vertices[vertex].selected = true;
    return;
  }
}

}  // namespace

GraphModel graph_model(const session::Session& session, const GraphScene& scene) {
  GraphModel model;
  const ArrayMemory memory(session);
  add_vertices(memory, scene, model);
  add_queues(memory, scene, model);
  const auto places = graph_places(session, scene);
  const auto deeds = graph_deeds(session, scene);
  add_lanes(session, scene, deeds, places, model);
  light_queues(deeds, model);
  judge_colours(scene, model);
  select(session, scene, model);
  model.sentence = graph_sentence(session, scene, deeds, places);
  return model;
}

std::string vertex_words(const GraphScene& scene, const GraphModel& model, std::uint32_t vertex) {
  const GraphVertex& v = model.vertices[vertex];
  const std::uint32_t edges = scene.shape.start[vertex + 1] - scene.shape.start[vertex];
  std::string words = say_many(edges, "Vertex {}: {} edge in its row",
                               "Vertex {}: {} edges in its row", vertex, edges);
  if (v.level) words += say(", level {}", *v.level);
  if (scene.has(Part::Level) && !v.level) words += tr(", not reached yet");
  if (v.colour != 0 && v.colour < scene.names.size())
    words += ", " + scene.names[v.colour];
  else if (v.colour != 0)
    words += say(", colour {}", v.colour);
  if (v.beside) words += say(", {} = {}", scene.first(Part::Beside)->info.name, *v.beside);
  if (v.marked) words += tr(", taken");
  if (v.queued > 1) words += say(", queued {} times", v.queued);
  return words + ".";
}

const view::ArrayInfo& vertex_array(const GraphScene& scene) {
  for (const Part part : {Part::Level, Part::Colour, Part::Mark, Part::Start})
    if (const GraphScene::Array* array = scene.first(part)) return array->info;
  return scene.arrays.front().info;
}

std::string graph_size_words(const GraphShape& shape) {
  const std::size_t lines = shape.lines.size();
  return say_many(shape.vertices(), "{} vertex", "{} vertices",
                  view::with_commas(shape.vertices())) +
         " · " + say_many(lines, "{} edge", "{} edges", view::with_commas(lines));
}

}  // namespace lanescope::ui::figures::structures
