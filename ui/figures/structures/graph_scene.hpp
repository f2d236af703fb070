#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/base/result.hpp"
#include "ui/figures/structures/graph_shape.hpp"
#include "ui/session/session.hpp"
#include "ui/view/array_info.hpp"

namespace lanescope::ui::figures::structures {

// The arrays that the rung's graph is made of, as the launch of the moment has them, and the graph
// that they are. Kept while run and launch stay.
struct GraphScene {
  enum class Part : std::uint8_t { Start, Ends, Level, Colour, Mark, Beside, Queue, Size };
  struct Array {
    Part part = Part::Start;
    view::ArrayInfo info;
    std::size_t queue = 0;  // of Queue and Size: which one
  };
  struct Queue {
    std::string name;  // its place, and where another array is in it now, that one too
    // The array that holds how many there are, and the element; without it `fixed` vertices.
    std::optional<std::size_t> size;  // into `arrays`
    std::uint64_t size_at = 0;
    std::uint64_t fixed = 0;
    std::size_t vertices = 0;  // into `arrays`
  };

  GraphShape shape;
  std::vector<Array> arrays;
  std::vector<Queue> queues;
  std::optional<std::int64_t> now;  // the level that this launch goes out from
  std::vector<std::string> names;   // of the colours
  std::uint64_t key = 0;            // of the shape: of layouts to be kept
  std::uint32_t launch = 0;

  // The step in the picture, once one of this launch has been executed.
  [[nodiscard]] std::optional<trace::Step> step_of(const session::Session& session) const;
  [[nodiscard]] const Array* first(Part part) const;
  [[nodiscard]] bool has(Part part) const { return first(part) != nullptr; }
  // The array at an address, and the element.
  struct Hit {
    const Array* array = nullptr;
    std::uint32_t index = 0;
  };
  [[nodiscard]] std::optional<Hit> at(events::Space space, std::uint64_t address) const;
};

// What the scene depends on: the run and the launch. Where one ends it is the next one already.
[[nodiscard]] std::uint64_t graph_scene_key(const session::Session& session);
// An Error says why there is none, as the panel shows it.
[[nodiscard]] Result<GraphScene> graph_scene(const session::Session& session);

inline constexpr std::uint64_t kMostVertices = 4096;  // that are drawn

}  // namespace lanescope::ui::figures::structures
