// Which pages of its buffers each launch touches.

#include "lab/run/touched_pages.hpp"

#include <gtest/gtest.h>

#include "tests/lab/ptx_kernels.hpp"

namespace lanescope::run {
namespace {

std::shared_ptr<const ModelRun> added(std::uint32_t blocks, std::uint32_t n) {
  const auto prepared =
      prepare(test::add_experiment(blocks, n), test::compiled_ptx(test::kAddPtx, "add"));
  const auto* ready = std::get_if<std::shared_ptr<const Prepared>>(&prepared);
  return ready == nullptr ? nullptr : run_model(*ready, {});
}

// 96 numbers, 384 bytes in pages of 128: three of each array, and of what a launch of two blocks
// adds, two. c is written, a and b are read.
TEST(TouchedPages, AreThoseOfTheBytes) {
  for (const auto& [blocks, each] : {std::pair{3U, 3U}, std::pair{2U, 2U}}) {
    const auto run = added(blocks, 96);
    ASSERT_NE(run, nullptr);
    const auto pages = touched_pages(*run, 128);
    ASSERT_TRUE(pages);
    ASSERT_EQ(pages->size(), 1U);
    ASSERT_EQ(pages->front().size(), 3U * each);
    std::vector<std::uint32_t> written(run->plan().buffers.size()), read(written);
    for (const TouchedPage& page : pages->front()) {
      EXPECT_LT(page.page, each);
      written.at(page.buffer) += page.written ? 1 : 0;
      read.at(page.buffer) += page.read ? 1 : 0;
    }
    for (std::size_t i = 0; i < run->plan().buffers.size(); ++i) {
      const bool is_sum = run->plan().buffers[i].name == "c";
      EXPECT_EQ(written[i], is_sum ? each : 0) << run->plan().buffers[i].name;
      EXPECT_EQ(read[i], is_sum ? 0 : each) << run->plan().buffers[i].name;
    }
  }
}

// The buffers lie 512 bytes apart at least, and yet each begins with a page of its own.
TEST(TouchedPages, OfTwoBuffersAreTwo) {
  const auto run = added(1, 32);
  ASSERT_NE(run, nullptr);
  const auto pages = touched_pages(*run, 4096);
  ASSERT_TRUE(pages);
  EXPECT_EQ(pages->front().size(), 3U);
  EXPECT_FALSE(touched_pages(*run, 0));
}

TEST(TouchedPages, OfARunThatDidNotEndThereAreNone) {
  auto experiment = test::add_experiment(1, 32);
  experiment.options.max_steps = 3;
  const auto prepared = prepare(experiment, test::compiled_ptx(test::kAddPtx, "add"));
  const auto* ready = std::get_if<std::shared_ptr<const Prepared>>(&prepared);
  ASSERT_NE(ready, nullptr);
  EXPECT_FALSE(touched_pages(*run_model(*ready, {}), 4096));
}

}  // namespace
}  // namespace lanescope::run
