// A job that runs again and again for a picture, on a driver of our own: what comes back, by which
// way, and that every call may fail.
#include <cstring>

#include <gtest/gtest.h>

#include "cuda/device/gpu.hpp"
#include "cuda/device/live_session.hpp"
#include "tests/cuda/device/children.hpp"
#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::device {
namespace {

using test::fake;
using test::fake_driver;
using test::live_of;

ports::device::LiveRequest next(std::uint32_t slot) {
  ports::device::LiveRequest request;
  request.slot = slot;
  return request;
}

std::string failure_of(const ports::device::GpuResult<ports::device::LiveFrame>& result) {
  const auto* failure = std::get_if<ports::device::GpuFailure>(&result);
  return failure == nullptr ? std::string("it worked") : failure->error.message;
}

std::uint32_t pixel(const std::byte* pictures, std::uint64_t offset, int index) {
  std::uint32_t colour = 0;
  std::memcpy(&colour, pictures + offset + std::size_t{4} * static_cast<unsigned>(index),
              sizeof colour);
  return colour;
}

// The kernel doubles the numbers 0 to 15; their bytes are the pixels' grey.
std::uint32_t doubled(int index) {
  const std::uint32_t grey = index % 4 == 0 ? 2U * static_cast<unsigned>(index / 4) : 0U;
  return 0xff000000U | grey << 16U | grey << 8U | grey;
}

// Each picture begins from the input, although the kernel writes over it, and none of it passes
// through the host.
TEST(LiveSession, MakesPicturesWithoutTheHost) {
  const Driver driver = fake_driver();
  {
    LiveSession session(driver);
    const auto first = session.frame(live_of("twice"));
    ASSERT_EQ(failure_of(first), "it worked");
    EXPECT_EQ(std::get<ports::device::LiveFrame>(first).milliseconds, 1.0 / 64.0);
    EXPECT_EQ(std::get<ports::device::LiveFrame>(first).not_shared, "");
    EXPECT_TRUE(std::get<ports::device::LiveFrame>(first).picture.empty());
    const ports::device::Descriptor shared = session.take_descriptor();
    ASSERT_TRUE(shared);
    EXPECT_FALSE(session.take_descriptor()) << "sent once";
    ASSERT_EQ(failure_of(session.frame(next(1))), "it worked");
    auto seen = MappedMemory::import(driver, 0, shared, 2 * ports::device::live_slot_bytes(256));
    ASSERT_TRUE(seen);
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* pictures = reinterpret_cast<const std::byte*>(seen->address());
    for (int i = 0; i < 64; ++i) {
      EXPECT_EQ(pixel(pictures, 0, i), doubled(i)) << i;
      EXPECT_EQ(pixel(pictures, ports::device::live_slot_bytes(256), i), doubled(i)) << i;
    }
    const int uploads = fake().by_name["cuMemcpyHtoD"];
    ASSERT_EQ(failure_of(session.frame(next(0))), "it worked");
    EXPECT_EQ(fake().by_name["cuMemcpyHtoD"], uploads) << "the input is on the GPU";
    EXPECT_EQ(fake().by_name["cuMemcpyDtoH"], 0);
    ports::device::LiveRequest through_host = next(1);
    through_host.through_host = true;
    const auto copied = session.frame(through_host);
    ASSERT_EQ(failure_of(copied), "it worked");
    const auto& picture = std::get<ports::device::LiveFrame>(copied).picture;
    ASSERT_EQ(picture.size(), 256U);
    EXPECT_EQ(pixel(picture.data(), 0, 60), doubled(60));
    EXPECT_EQ(fake().by_name["cuMemcpyDtoH"], 1);
  }
  EXPECT_EQ(fake().open, 0) << "something was not let go";
}

TEST(LiveSession, TakesAnInputForOnePicture) {
  const Driver driver = fake_driver();
  LiveSession session(driver);
  ASSERT_EQ(failure_of(session.frame(live_of("twice"))), "it worked");
  ports::device::LiveRequest request = next(0);
  request.input.assign(64, std::byte{1});
  request.through_host = true;
  const auto changed = session.frame(request);
  ASSERT_EQ(failure_of(changed), "it worked");
  EXPECT_EQ(pixel(std::get<ports::device::LiveFrame>(changed).picture.data(), 0, 7), 0xff020202U);
  request.input.clear();
  EXPECT_EQ(pixel(std::get<ports::device::LiveFrame>(session.frame(request)).picture.data(), 0, 60),
            doubled(60));
}

// Another job takes the place of the first; the pictures' memory stays while their size does.
TEST(LiveSession, BeginsAnew) {
  const Driver driver = fake_driver();
  {
    LiveSession session(driver);
    ASSERT_EQ(failure_of(session.frame(live_of("twice"))), "it worked");
    static_cast<void>(session.take_descriptor());
    ASSERT_EQ(failure_of(session.frame(live_of("ones"))), "it worked");
    EXPECT_FALSE(session.take_descriptor()) << "as large as before";
    ASSERT_EQ(failure_of(session.frame(live_of("ones", 128))), "it worked");
    EXPECT_TRUE(session.take_descriptor());
    ports::device::LiveRequest fresh = live_of("ones", 128);
    fresh.job.fresh_module = true;
    const int modules = fake().modules;
    ASSERT_EQ(failure_of(session.frame(fresh)), "it worked");
    ASSERT_EQ(failure_of(session.frame(next(1))), "it worked");
    EXPECT_EQ(fake().modules, modules + 4) << "two of the request, one for each picture";
  }
  EXPECT_EQ(fake().open, 0);
}

// Every call of two pictures, in turn. Where memory cannot be shared the picture comes through the
// host, and the frame says why; any other failure is one sentence.
TEST(LiveSession, EveryCallMayFail) {
  const auto both = [](const Driver& driver) {
    LiveSession session(driver);
    auto result = session.frame(live_of("twice"));
    const auto* first = std::get_if<ports::device::LiveFrame>(&result);
    return first == nullptr || !first->not_shared.empty() ? result : session.frame(next(1));
  };
  const Driver counted = fake_driver();
  ASSERT_EQ(failure_of(both(counted)), "it worked");
  int through_host = 0;
  for (int i = 0, calls = 60; i < calls; ++i) {
    const Driver driver = fake_driver();
    fake().fail_at = i;
    fake().code = 999;
    const auto result = both(driver);
    const std::string& name = fake().failed;
    EXPECT_EQ(fake().open, 0) << i << " " << name;
    if (const auto* failure = std::get_if<ports::device::GpuFailure>(&result)) {
      EXPECT_NE(failure->error.message.find("a fake error (error 999, CUDA_ERROR_FAKE)"),
                std::string::npos)
          << name << ": " << failure->error.message;
      continue;
    }
    const auto& frame = std::get<ports::device::LiveFrame>(result);
    if (frame.not_shared.empty()) continue;  // it failed in leaving, or not at all
    ++through_host;
    EXPECT_NE(frame.not_shared.find("a fake error"), std::string::npos) << frame.not_shared;
    ASSERT_EQ(frame.picture.size(), 256U) << name;
    EXPECT_EQ(pixel(frame.picture.data(), 0, 60), doubled(60)) << name;
  }
  EXPECT_EQ(through_host, 6) << "granularity, create, reserve, map, access, export";
}

TEST(LiveSession, RefusesWhatMakesNoSense) {
  const Driver driver = fake_driver();
  LiveSession session(driver);
  EXPECT_EQ(failure_of(session.frame(next(0))), "a live picture goes on that was never begun");
  ports::device::LiveRequest wrong = live_of("ones");
  wrong.show[0].pointers[0].buffer = 2;
  EXPECT_EQ(failure_of(session.frame(wrong)), "a kernel's parameter points to no buffer");
  wrong = live_of("ones");
  wrong.slot = 2;
  EXPECT_EQ(failure_of(session.frame(wrong)), "a live picture has no such place");
  wrong = live_of("ones");
  wrong.input.resize(3);
  EXPECT_EQ(failure_of(session.frame(wrong)), "a live picture's input does not fit its buffer");
}

// Through a real process: its memory is seen here, also when it has ended.
TEST(LiveGpu, ItsMemoryIsSeenHere) {
  Gpu::Options options;
  options.driver = "fake";
  options.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  const Driver driver = fake_driver();
  std::optional<MappedMemory> seen;
  {
    Gpu gpu(options);
    ASSERT_EQ(failure_of(gpu.show(live_of("twice"))), "it worked");
    const ports::device::Descriptor shared = gpu.take_descriptor();
    ASSERT_TRUE(shared);
    EXPECT_FALSE(gpu.take_descriptor());
    auto imported =
        MappedMemory::import(driver, 0, shared, 2 * ports::device::live_slot_bytes(256));
    ASSERT_TRUE(imported) << imported.error().message;
    seen = std::move(*imported);
    ports::device::LiveRequest fault = live_of("illegal");
    fault.slot = 1;
    EXPECT_NE(failure_of(gpu.show(fault)).find("nothing of its own lies"), std::string::npos);
    EXPECT_EQ(failure_of(gpu.show(live_of("twice"))), "it worked") << "in a new process";
  }
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  const auto* pictures = reinterpret_cast<const std::byte*>(seen->address());
  EXPECT_EQ(pixel(pictures, 0, 60), doubled(60));
}

// Between two pictures: the new process cannot go on with what the old one had.
TEST(LiveGpu, SomebodyMayEndTheWorker) {
  Gpu::Options options;
  options.driver = "fake";
  options.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  Gpu gpu(options);
  ASSERT_EQ(failure_of(gpu.show(live_of("twice"))), "it worked");
  ASSERT_EQ(test::kill_children(), 1);
  EXPECT_EQ(failure_of(gpu.show(next(1))),
            "the process that runs kernels on the GPU was ended by signal 9 (Killed); the next run "
            "starts a new one");
  EXPECT_EQ(failure_of(gpu.show(live_of("twice"))), "it worked");
}

}  // namespace
}  // namespace lanescope::cuda::device
