#include "runtime/queue.hpp"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

namespace lanescope::runtime::test {
namespace {

TEST(Queue, WorkIsDoneInOrderOnAThreadOfItsOwn) {
  // Its thread lives as long as the program.
  auto* queue = new Queue;  // NOLINT(cppcoreguidelines-owning-memory)
  EXPECT_TRUE(queue->idle());
  EXPECT_TRUE(queue->done(0));
  std::atomic<bool> go{false}, elsewhere{false};
  std::vector<int> order;
  const auto first = queue->push([&] {
    elsewhere = Queue::is_device_thread();
    while (!go) {
    }
    order.push_back(1);
  });
  const auto second = queue->push([&] { order.push_back(2); });
  EXPECT_FALSE(queue->done(second));
  EXPECT_FALSE(queue->idle());
  go = true;
  queue->wait(first);
  EXPECT_TRUE(queue->done(first));
  queue->drain();
  EXPECT_TRUE(queue->done(second));
  EXPECT_EQ(order, (std::vector{1, 2}));
  EXPECT_TRUE(elsewhere);
  EXPECT_FALSE(Queue::is_device_thread());
}

}  // namespace
}  // namespace lanescope::runtime::test
