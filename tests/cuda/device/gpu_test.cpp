// The application's side: a worker that faults, hangs, crashes or leaves costs one job.
#include "cuda/device/gpu.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "tests/cuda/device/children.hpp"
#include "tests/cuda/device/fake_driver.hpp"

namespace lanescope::cuda::device {
namespace {

using namespace std::chrono_literals;
using test::job_of;

Gpu::Options options() {
  Gpu::Options all;
  all.driver = "fake";
  all.worker_command = {LANESCOPE_GPU_TEST_WORKER};
  return all;
}

std::string failure_of(const ports::device::GpuResult<ports::device::GpuOutput>& result) {
  const auto* failure = std::get_if<ports::device::GpuFailure>(&result);
  return failure == nullptr ? std::string("it worked") : failure->error.message;
}

TEST(Gpu, RunsAJobInItsWorker) {
  Gpu gpu(options());
  const auto result = gpu.run(job_of("ones"));
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuOutput>(result)) << failure_of(result);
  EXPECT_EQ(std::get<ports::device::GpuOutput>(result).buffers.at(0).size(), 256U);
  EXPECT_EQ(std::get<ports::device::GpuOutput>(result).times.milliseconds.size(), 5U);
  EXPECT_EQ(std::get<ports::device::GpuList>(gpu.list()).devices.at(0).name, "Fake GPU");
}

// Larger than what the socket holds, both ways.
TEST(Gpu, SendsLargeBuffers) {
  Gpu gpu(options());
  const auto result = gpu.run(job_of("ones", 1 << 19));
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuOutput>(result)) << failure_of(result);
  EXPECT_EQ(std::get<ports::device::GpuOutput>(result).buffers.at(0).size(), std::size_t{4} << 19U);
}

TEST(Gpu, SendsTextures) {
  Gpu gpu(options());
  const auto result = gpu.run(test::fetch_job());
  ASSERT_TRUE(std::holds_alternative<ports::device::GpuOutput>(result)) << failure_of(result);
  const auto& buffers = std::get<ports::device::GpuOutput>(result).buffers;
  EXPECT_EQ(buffers.at(1), test::fetch_job().buffers.front().initial);
}

TEST(Gpu, WhatEndsTheWorkerCostsOneJob) {
  Gpu::Options limited = options();
  limited.time_limit = 3s;  // enough for the next job on a busy machine
  const std::vector<std::pair<std::string, std::string>> deaths{
      {"illegal",
       "running the kernel: the kernel accessed an address where nothing of its own lies (error "
       "700, CUDA_ERROR_FAKE)"},
      {"hang", "the kernel did not end on the GPU within 3 s and was stopped"},
      {"crash",
       "the process that runs kernels on the GPU was ended by signal 11 (Segmentation fault); the "
       "next run starts a new one"},
      {"leave",
       "the process that runs kernels on the GPU ended with status 5; the next run starts a new "
       "one"}};
  for (const auto& [kernel, words] : deaths) {
    Gpu gpu(kernel == "hang" ? limited : options());
    EXPECT_EQ(failure_of(gpu.run(job_of(kernel))), words);
    EXPECT_EQ(failure_of(gpu.run(job_of("ones"))), "it worked") << "after " << kernel;
  }
}

TEST(Gpu, StopsWhenItIsTold) {
  Gpu gpu(options());
  std::atomic<bool> cancel = false;
  std::thread later([&] {
    std::this_thread::sleep_for(100ms);
    cancel = true;
  });
  EXPECT_EQ(failure_of(gpu.run(job_of("hang"), &cancel)), "the run on the GPU was stopped");
  later.join();
  EXPECT_EQ(failure_of(gpu.run(job_of("ones"))), "it worked");
}

TEST(Gpu, SomebodyMayEndTheWorker) {
  Gpu gpu(options());
  std::thread later([] {
    std::this_thread::sleep_for(200ms);
    while (test::kill_children() == 0) std::this_thread::sleep_for(50ms);
  });
  EXPECT_EQ(failure_of(gpu.run(job_of("hang"))),
            "the process that runs kernels on the GPU was ended by signal 9 (Killed); the next run "
            "starts a new one");
  later.join();
  EXPECT_EQ(failure_of(gpu.run(job_of("ones"))), "it worked");
  EXPECT_EQ(test::kill_children(), 1) << "while it waits";
  EXPECT_EQ(failure_of(gpu.run(job_of("ones"))), "it worked");
}

TEST(Gpu, SaysWhatIsNotThere) {
  Gpu none({});
  EXPECT_NE(failure_of(none.run(job_of("ones"))).find("libcuda.so.1) is not installed"),
            std::string::npos);
  Gpu::Options wrong = options();
  wrong.worker_command = {"/nowhere/lanescope", "gpu-worker"};
  Gpu unstartable(wrong);
  EXPECT_EQ(failure_of(unstartable.run(job_of("ones"))),
            "the process that runs kernels on the GPU (/nowhere/lanescope) cannot be started: No "
            "such file or directory; install Lanescope again, or start it anew");
  Gpu::Options absent = options();
  absent.driver = "real";
  Gpu real(absent);
  const auto result = real.list();  // a list where a GPU is, a sentence elsewhere
  if (const auto* failure = std::get_if<ports::device::GpuFailure>(&result)) {
    EXPECT_GT(failure->error.message.size(), 20U);
  }
}

// A limit that is lifted again.
TEST(Gpu, NeedsOpenFiles) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  Gpu gpu(options());
  const rlimit none{3, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const std::string words = failure_of(gpu.run(job_of("ones")));
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(words,
            "the process that runs kernels on the GPU cannot be started: Too many open files; end "
            "other programs, or allow more open files (ulimit -n)");
  EXPECT_EQ(failure_of(gpu.run(job_of("ones"))), "it worked");
}

// Damaged bytes never read out of bounds; what cannot be right is refused.
TEST(GpuWire, TakesDamage) {
  GpuRequest request;
  request.job = job_of("ones", 4);
  ports::images::ByteWriter out;
  write(out, request);
  ports::images::ByteReader whole(out.data());
  const GpuRequest back = read_gpu_request(whole);
  EXPECT_TRUE(whole.at_end());
  EXPECT_EQ(back.job.launches.at(0).kernel, "ones");
  EXPECT_EQ(back.job.launches.at(0).pointers.size(), 1U);
  EXPECT_EQ(back.job.buffers.at(0).initial, request.job.buffers.at(0).initial);
  for (std::size_t length = 0; length < out.data().size(); ++length) {
    ports::images::ByteReader cut(std::span(out.data()).first(length));
    static_cast<void>(read_gpu_request(cut));
    EXPECT_FALSE(cut.at_end()) << length;
  }
  for (std::size_t i = 0; i < out.data().size(); ++i) {
    std::vector<std::byte> bytes = out.data();
    bytes[i] = ~bytes[i];
    ports::images::ByteReader in(bytes);
    static_cast<void>(read_gpu_request(in));
  }
}

}  // namespace
}  // namespace lanescope::cuda::device
