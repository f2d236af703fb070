#include "runtime/graphs/graph.hpp"

#include <gtest/gtest.h>

#include "runtime/graphs/graph_launch.hpp"

namespace lanescope::runtime::graphs::test {
namespace {

TEST(Graph, NodesComeBehindThoseThatTheyDependOn) {
  const auto graph = std::make_shared<Graph>();
  Node& a = graph->add(Nothing{}, {});
  Node& b = graph->add(Nothing{}, {});
  Node& c = graph->add(Nothing{}, {&a});
  EXPECT_TRUE(graph->depend(a, b));
  EXPECT_EQ(graph->in_order(), (std::vector<Node*>{&b, &a, &c}));
  EXPECT_FALSE(graph->depend(a, b)) << "it does so already";
  EXPECT_FALSE(graph->depend(b, c)) << "b would come before itself";
  EXPECT_FALSE(graph->depend(a, a));
  EXPECT_TRUE(Graph::release(a, b));
  EXPECT_FALSE(Graph::release(a, b));
  EXPECT_EQ(graph->in_order(), (std::vector<Node*>{&a, &b, &c}));
}

// A child graph begins behind what it depends on, and what depends on it waits for all of it.
TEST(Graph, IsToldNodeByNode) {
  using Kind = record::IssuedWork::Kind;
  const auto child = std::make_shared<Graph>();
  child->add(LaunchKernel{}, {});
  child->add(CallHost{}, {});
  const auto graph = std::make_shared<Graph>();
  Node& first = graph->add(LaunchKernel{}, {});
  Node& inner = graph->add(RunGraph{child}, {&first});
  Node& disabled = graph->add(LaunchKernel{}, {&first});
  disabled.enabled = false;
  graph->add(CallHost{}, {&inner, &disabled});
  Memory& memory = Context::get().memory();
  const std::vector<record::IssuedWork> wanted = {{Kind::Kernel},
                                                  {Kind::Kernel, 0, false, 0, {0}},
                                                  {Kind::HostFunction, 0, false, 0, {0}},
                                                  {Kind::Nothing, 0, false, 0, {0, 1, 2}},
                                                  {Kind::Nothing, 0, false, 0, {0}},
                                                  {Kind::HostFunction, 0, false, 0, {3, 4}}};
  EXPECT_EQ(works_of(memory, *graph), wanted);
}

TEST(Graph, AHandleIsKnownAsLongAsWhatItStandsForLives) {
  auto graph = std::make_shared<Graph>();
  const void* handle = graph.get();
  Node& node = graph->add(Nothing{}, {});
  const void* its = &node;
  Node& behind = graph->add(Nothing{}, {&node});
  EXPECT_EQ(Node::at(its), &node);
  graph->remove(node);
  EXPECT_EQ(Node::at(its), nullptr);
  EXPECT_TRUE(behind.after.empty());
  EXPECT_EQ(Graph::at(handle), graph.get());
  graph = nullptr;
  EXPECT_EQ(Graph::at(handle), nullptr);
  EXPECT_EQ(Node::at(&behind), nullptr);
}

TEST(Graph, ACloneKnowsWhoseItIsAndTakesOverOnlyTheSameShape) {
  const auto child = std::make_shared<Graph>();
  const Node& inner = child->add(CallHost{}, {});
  const auto graph = std::make_shared<Graph>();
  Node& first = graph->add(CallHost{}, {});
  Node& second = graph->add(RunGraph{child}, {&first});
  const auto clone = graph->clone();
  ASSERT_EQ(clone->nodes().size(), 2U);
  EXPECT_EQ(clone->stands_for(&second)->after, std::vector<Node*>{clone->stands_for(&first)});
  EXPECT_NE(clone->stands_for(&inner), nullptr) << "of the child graph";
  EXPECT_NE(clone->stands_for(&inner), &inner);

  int marker = 0;
  std::get<CallHost>(first.work).asked.userData = &marker;
  EXPECT_EQ(clone->update_from(*graph).result, cudaGraphExecUpdateSuccess);
  EXPECT_EQ(std::get<CallHost>(clone->stands_for(&first)->work).asked.userData, &marker);
  first.work = Nothing{};
  EXPECT_EQ(clone->update_from(*graph).result, cudaGraphExecUpdateErrorNodeTypeChanged);
  EXPECT_EQ(clone->update_from(*graph).node, &first);
  first.work = CallHost{};
  Graph::release(second, first);
  EXPECT_EQ(clone->update_from(*graph).result, cudaGraphExecUpdateErrorTopologyChanged);
}

}  // namespace
}  // namespace lanescope::runtime::graphs::test
