#include "ui/figures/structures/graph_model.hpp"

#include <algorithm>

#include "tests/ui/model/studio.hpp"
#include "ui/figures/structures/graph_svg.hpp"

namespace lanescope::ui::figures::structures {
namespace {

using test::Studio;
using Numbers = std::vector<std::uint32_t>;

struct Seen {
  GraphScene scene;
  GraphModel model;
};
Seen see(Studio& studio) {
  auto scene = graph_scene(studio.session());
  EXPECT_TRUE(scene) << scene.error().message;
  if (!scene) return {};
  GraphModel model = graph_model(studio.session(), *scene);
  return {std::move(*scene), std::move(model)};
}
Numbers in_state(const GraphModel& model, VertexState state) {
  Numbers out;
  for (std::uint32_t v = 0; v < model.vertices.size(); ++v)
    if (model.vertices[v].state == state) out.push_back(v);
  return out;
}
bool holds(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

// Vertex v leads to 2v + 1, 2v + 2, 2v + 3; odd ones list them downwards. The second launch goes
// out from 1, 2, 3, whose lists begin with 5, 5, 9.
TEST(GraphModel, LanesMeetAtAVertex) {
  Studio studio;
  studio.run(
      "lesson id=bfs; rung id=exchanged; set n=93; set step=2; set block=32; goto launch=1 "
      "phase=0");
  studio.step_to(".exch");
  const Seen seen = see(studio);
  const GraphModel& model = seen.model;
  EXPECT_EQ(in_state(model, VertexState::Done), (Numbers{0}));
  EXPECT_EQ(in_state(model, VertexState::Frontier), (Numbers{1, 2, 3}));
  EXPECT_EQ(in_state(model, VertexState::Found), (Numbers{5, 9})) << "marked just now";
  ASSERT_EQ(model.lit.size(), 3U);
  const GraphLine wanted[] = {{1, 5}, {2, 5}, {3, 9}};
  const style::Role roles[] = {style::Role::Store, style::Role::Conflict, style::Role::Store};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(model.lit[i].lane, i);
    EXPECT_EQ(model.lit[i].line, wanted[i]);
    EXPECT_EQ(model.lit[i].role, roles[i]);
  }
  EXPECT_EQ(model.lit[1].words, "lane 1: finds it taken");
  EXPECT_TRUE(holds(model.sentence, "lanes 0 and 1 meet at vertex 5: visited[5] was 0 for lane 0"))
      << model.sentence;
  studio.run("select lane=2");
  EXPECT_TRUE(holds(see(studio).model.sentence, "Lane 2 changes visited[9], which was 0"))
      << see(studio).model.sentence;
}

TEST(GraphModel, QueuesFillLevelByLevel) {
  Studio studio;
  studio.run(
      "lesson id=bfs; rung id=exchanged; set n=93; set step=2; set block=32; goto launch=2 "
      "phase=0; "
      "step-back");
  const Seen seen = see(studio);
  ASSERT_EQ(seen.model.queues.size(), 2U);
  EXPECT_EQ(seen.model.queues[0].vertices.size(), 3U);
  Numbers found = seen.model.queues[1].vertices;
  std::ranges::sort(found);
  EXPECT_EQ(found, (Numbers{4, 5, 6, 7, 8, 9}));
}

// The lists of 1, 2, 3 are 5 4 3, 5 6 7, 9 8 7. Looking in step, 5 and 7 are queued twice (by
// hand).
TEST(GraphModel, WhatIsQueuedTwiceIsCounted) {
  Studio studio;
  studio.run(
      "lesson id=bfs; rung id=looked-then-marked; set n=22; set step=2; set block=32; goto "
      "launch=2 "
      "phase=0; step-back");
  const Seen seen = see(studio);
  ASSERT_EQ(seen.model.queues.size(), 2U);
  EXPECT_EQ(seen.model.queues[1].count, 8U);
  for (std::uint32_t v = 0; v < 22; ++v)
    EXPECT_EQ(seen.model.vertices[v].queued, v < 4 || v > 9 ? 0U : v == 5 || v == 7 ? 2U : 1U) << v;
}

// An array of incoming edges: the line leads to the row's vertex, not from it.
TEST(GraphModel, IncomingEdges) {
  Studio studio;
  studio.run(
      "lesson id=bfs; rung id=in-place; set n=93; set step=2; set block=32; goto launch=1 phase=0");
  for (int i = 0; i < 200 && see(studio).model.lit.empty(); ++i) studio.run("step-forward");
  const Seen seen = see(studio);
  ASSERT_FALSE(seen.model.lit.empty());
  for (const LitEdge& lit : seen.model.lit) {
    EXPECT_GE(lit.line.to, 2 * lit.line.from + 1);
    EXPECT_LE(lit.line.to, 2 * lit.line.from + 3);
  }
}

TEST(GraphModel, TwoArraysByTurns) {
  Studio studio;
  studio.run("lesson id=bfs; rung id=by-turns; set n=22; set step=2; set block=32");
  for (std::uint32_t launch = 1; launch < 4; ++launch) {
    studio.run("goto phase=0 launch=" + std::to_string(launch));
    const Seen seen = see(studio);
    EXPECT_EQ(seen.model.now, launch);
    const Numbers frontier = in_state(seen.model, VertexState::Frontier);
    EXPECT_EQ(frontier.size(), launch == 1 ? 3U : launch == 2 ? 6U : 12U);
  }
}

TEST(GraphModel, AQueueInTheBlock) {
  Studio studio;
  studio.run(
      "lesson id=bfs; rung id=block-queue; set n=93; set step=2; set block=32; goto launch=3 "
      "phase=2");
  const Seen seen = see(studio);
  ASSERT_EQ(seen.model.queues.size(), 3U);
  EXPECT_EQ(seen.model.queues[2].name, "queue");
  EXPECT_EQ(seen.model.queues[2].count, 24U) << "all of level 4 were found by one block";
}

// Nobody has a colour when all look: all take the first, and each of the eight edges is wrong.
TEST(GraphModel, EqualColoursAreTold) {
  Studio studio;
  studio.run("lesson id=colouring; rung id=at-once; set copies=1; to-end");
  const Seen wrong = see(studio);
  EXPECT_EQ(wrong.model.wrong.size(), 8U);
  EXPECT_EQ(wrong.model.verdict, "8 edges join equal colours");
  EXPECT_EQ(wrong.model.verdict_role, style::Role::Error);
  studio.run("rung id=greedy; to-end");
  const Seen right = see(studio);
  Numbers colours;
  for (const GraphVertex& vertex : right.model.vertices) colours.push_back(vertex.colour);
  EXPECT_EQ(colours, (Numbers{1, 2, 3, 1, 2, 3})) << "seed 002, Graphs: greedy by number";
  EXPECT_EQ(right.model.verdict, "3 colours");
}

// Round after round {1}, {0, 3}, {5}, {4}, {2} choose (seed 002, Graphs).
TEST(GraphModel, RoundsByPriority) {
  Studio studio;
  studio.run("lesson id=colouring; rung id=jones-plassmann; set copies=1; set rounds=5");
  const std::vector<Numbers> chosen{{1}, {0, 1, 3}, {0, 1, 3, 5}, {0, 1, 3, 4, 5}};
  for (std::uint32_t round = 0; round < 4; ++round) {
    studio.run("goto phase=0 launch=" + std::to_string(round + 1) + "; step-back");
    EXPECT_EQ(in_state(see(studio).model, VertexState::Done), chosen[round]) << round;
  }
  EXPECT_EQ(see(studio).model.vertices[1].beside, 6);
}

TEST(GraphModel, ASelectedElementIsAVertex) {
  Studio studio;
  studio.run(
      "lesson id=bfs; rung id=exchanged; set n=93; set step=2; select array=distance index=4");
  EXPECT_EQ(see(studio).model.selected, 4U);
  studio.run("select array=start index=7");
  EXPECT_EQ(see(studio).model.selected, 7U);
  studio.run("select array=destination index=3");
  EXPECT_EQ(see(studio).model.selected, 1U) << "three edges lie in the row of 0";
}

TEST(GraphModel, WhereThereIsNone) {
  Studio studio;
  EXPECT_FALSE(graph_scene(studio.session()));
  studio.run("lesson id=vector-add");
  const auto none = graph_scene(studio.session());
  ASSERT_FALSE(none);
  EXPECT_TRUE(holds(none.error().message, "no graph")) << none.error().message;
}

TEST(GraphModel, IsDrawnAsSvg) {
  Studio studio;
  studio.run("lesson id=bfs; rung id=exchanged; set n=22; set step=2; goto launch=1 phase=0");
  const auto drawing = graph_svg(studio.session(), true);
  ASSERT_TRUE(drawing);
  const auto count = [&](const std::string& words) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = drawing->find(words, at)) != std::string::npos; ++at) ++n;
    return n;
  };
  EXPECT_EQ(count("<circle"), 22U);
  EXPECT_EQ(count("<path"), 31U) << "22 - 1 + floor(20 / 2)";
  EXPECT_TRUE(holds(*drawing, "level 1: the frontier"));
}

}  // namespace
}  // namespace lanescope::ui::figures::structures
