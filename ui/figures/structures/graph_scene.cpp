#include "ui/figures/structures/graph_scene.hpp"

#include <algorithm>

#include "lab/experiment/expression.hpp"
#include "lab/run/prepare.hpp"
#include "sim/base/hash.hpp"
#include "ui/figures/structures/places.hpp"
#include "ui/view/numbers.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using Part = GraphScene::Part;

std::vector<std::uint32_t> initial_numbers(const session::Session& session,
                                           const view::ArrayInfo& array) {
  std::vector<std::uint32_t> out;
  for (const double value : initial_elements(session, array))
    out.push_back(static_cast<std::uint32_t>(static_cast<std::int64_t>(value)));
  return out;
}

void add(GraphScene& scene, Part part, const view::ArrayInfo* array, std::size_t queue = 0) {
  if (array != nullptr && !experiment::is_float(array->type))
    scene.arrays.push_back({part, *array, queue});
}

// "sizes[level + 1]", "found", or an expression over the launch's numbers.
void add_size(GraphScene& scene, const Places& places, const std::string& words,
              GraphScene::Queue& queue) {
  const std::size_t open = words.find('[');
  const bool element = open != std::string::npos && words.ends_with(']');
  const view::ArrayInfo* const array = places.array(element ? words.substr(0, open) : words);
  const std::string expression = element ? words.substr(open + 1, words.size() - open - 2)
                                 : array == nullptr ? words
                                                    : "0";
  const auto value = experiment::evaluate_whole(expression, places.numbers());
  const std::uint64_t number = value && *value > 0 ? static_cast<std::uint64_t>(*value) : 0;
  if (array == nullptr || experiment::is_float(array->type)) {
    queue.fixed = number;
    return;
  }
  queue.size = scene.arrays.size();
  queue.size_at = number;
  add(scene, Part::Size, array, scene.queues.size());
}

void add_queues(GraphScene& scene, const Places& places, const lesson::GraphTemplate& graph) {
  for (const auto& [place, size] : graph.queues) {
    const view::ArrayInfo* const array = places.array(place);
    if (array == nullptr || experiment::is_float(array->type)) continue;
    GraphScene::Queue queue;
    queue.name = array->name == place ? place : say("{}, in array {}", place, array->name);
    queue.vertices = scene.arrays.size();
    add(scene, Part::Queue, array, scene.queues.size());
    add_size(scene, places, size, queue);
    scene.queues.push_back(std::move(queue));
  }
}

// Where the search begins: the vertex that is at distance 0 before anything runs.
std::optional<std::uint32_t> root_of(const session::Session& session, const GraphScene& scene) {
  const GraphScene::Array* const level = scene.first(Part::Level);
  if (level == nullptr) return std::nullopt;
  const auto numbers = initial_numbers(session, level->info);
  const auto zero = std::ranges::find(numbers, 0U);
  return zero == numbers.end() ? 0U : static_cast<std::uint32_t>(zero - numbers.begin());
}

Error no_graph() {
  return bad_input(
      tr("This kernel works on no graph. The lessons on breadth-first search and on "
         "colouring do."));
}

}  // namespace

std::optional<trace::Step> GraphScene::step_of(const session::Session& session) const {
  const auto step = session.last_step();
  return step && step->launch == launch ? step : std::nullopt;
}

const GraphScene::Array* GraphScene::first(Part part) const {
  const auto found = std::ranges::find(arrays, part, &Array::part);
  return found == arrays.end() ? nullptr : &*found;
}

std::optional<GraphScene::Hit> GraphScene::at(events::Space space, std::uint64_t address) const {
  for (const Array& array : arrays) {
    if (array.info.space != space || address < array.info.base) continue;
    const std::uint64_t index = (address - array.info.base) / array.info.element_bytes;
    if (index < array.info.count) return Hit{&array, static_cast<std::uint32_t>(index)};
  }
  return std::nullopt;
}

std::uint64_t graph_scene_key(const session::Session& session) {
  if (!session.run()) return 0;
  return mix(mix(session.run()->id) ^ (shown_launch(session) + 1ULL)) | 1U;
}

Result<GraphScene> graph_scene(const session::Session& session) {
  if (!session.run() || session.trace() == nullptr || session.machine() == nullptr)
    return bad_input(
        tr("Nothing has run yet. Open a lesson on graphs: breadth-first search, or "
           "colouring."));
  const lesson::Rung* const rung = session.rung();
  if (rung == nullptr || !rung->graph) return no_graph();
  if (!run::given_launch(*session.run()->prepared, shown_launch(session))) return no_graph();
  const Places places(session, *rung);
  const lesson::GraphTemplate& graph = *rung->graph;
  const view::ArrayInfo* const start = places.array(graph.start);
  const view::ArrayInfo* const ends = places.array(graph.ends);
  if (start == nullptr || ends == nullptr || start->count < 2) return no_graph();
  if (start->count - 1 > kMostVertices)
    return bad_input(
        say("{} vertices are more than can be drawn: choose {} or fewer in Experiment.",
            view::with_commas(start->count - 1), view::with_commas(kMostVertices)));
  GraphScene scene;
  add(scene, Part::Start, start);
  add(scene, Part::Ends, ends);
  for (const std::string& place : graph.level) add(scene, Part::Level, places.array(place));
  for (const std::string& place : graph.colour) add(scene, Part::Colour, places.array(place));
  add(scene, Part::Mark, places.array(graph.mark));
  add(scene, Part::Beside, places.array(graph.beside));
  add_queues(scene, places, graph);
  scene.names = graph.names;
  scene.launch = shown_launch(session);
  if (const auto now = experiment::evaluate_whole(graph.now, places.numbers()); now)
    scene.now = *now;
  auto shape = graph_shape(initial_numbers(session, *start), initial_numbers(session, *ends),
                           graph.edges, root_of(session, scene));
  if (!shape)
    return bad_input(
        say("{} and {} are no rows of edges: nothing can be drawn.", start->name, ends->name));
  scene.shape = std::move(*shape);
  scene.key = mix(session.run()->id);
  return scene;
}

}  // namespace lanescope::ui::figures::structures
