#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/toolchain/compiler.hpp"
#include "tests/cuda/support.hpp"

// What must never harm the program: a compiler that hangs, crashes, ends, eats memory or talks
// nonsense costs its own request and nothing else.
namespace lanescope::cuda::toolchain {
namespace {

using namespace std::chrono_literals;
using test::request_of;
using test::uncached_options;

// The worker's pid, told by the worker itself.
std::string pid_of_worker(Compiler& compiler) {
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! pid"));
  return result ? result->compiler : test::why(result);
}

void expect_still_works(Compiler& compiler) {
  EXPECT_TRUE(pid_of_worker(compiler).starts_with("pid ")) << pid_of_worker(compiler);
}

TEST(Worker, StaysWarm) {
  Compiler compiler(uncached_options());
  const std::string first = pid_of_worker(compiler);
  EXPECT_TRUE(first.starts_with("pid "));
  EXPECT_NE(first, "pid " + std::to_string(getpid()));
  EXPECT_EQ(pid_of_worker(compiler), first);
}

// Else one source has several machine codes. /proc/PID/personality is a hexadecimal number.
TEST(Worker, HasTheSameAddressesInEveryRun) {
  if (personality(ADDR_NO_RANDOMIZE) == -1) GTEST_SKIP() << "this system does not permit it";
  personality(0);
  Compiler compiler(uncached_options());
  const std::string pid = pid_of_worker(compiler).substr(std::string("pid ").size());
  std::string flags;
  std::ifstream("/proc/" + pid + "/personality") >> flags;
  EXPECT_NE(std::stoul(flags, nullptr, 16) & ADDR_NO_RANDOMIZE, 0U) << flags;
  EXPECT_EQ(personality(0xffffffff), 0) << "and this process is as it was";
}

TEST(Worker, HangIsStoppedInTime) {
  auto options = uncached_options();
  options.time_limit = 3s;  // enough for the next request on a busy machine
  Compiler compiler(options);
  const auto start = std::chrono::steady_clock::now();
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! hang"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "the compiler did not finish k.cu within 3 s and was stopped");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
  expect_still_works(compiler);
}

// A machine with much to do stretches the clock, not the processor time.
TEST(Worker, BusyCompilerIsStoppedByItsProcessorTime) {
  auto options = uncached_options();
  options.cpu_limit = 1s;
  options.time_limit = 600s;
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! spin"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message,
            "the compiler did not finish k.cu within 1 s of processor time and was stopped");
  expect_still_works(compiler);
}

TEST(Worker, ProcessorTimeCountsAnewForEachRequest) {
  auto options = uncached_options();
  options.cpu_limit = 1s;
  Compiler compiler(options);
  const std::string first = pid_of_worker(compiler);
  for (int i = 0; i < 4; ++i) {
    const ports::toolchain::CompileResult result = compiler.compile(request_of("//! burn 0.8 s"));
    EXPECT_TRUE(result.ok()) << test::why(result);
  }
  EXPECT_EQ(pid_of_worker(compiler), first);
}

// A program that does not know the word `worker` and starts itself as its worker (a test, for one)
// would do so without end.
TEST(Worker, WorkersAreMarkedAndStartNone) {
  Compiler compiler(uncached_options());
  const ports::toolchain::CompileResult mark = compiler.compile(request_of("//! mark"));
  ASSERT_TRUE(mark.ok()) << test::why(mark);
  EXPECT_EQ(mark->ptx, "1");
  setenv("LANESCOPE_WORKER", "1", 1);
  auto itself = uncached_options();
  itself.worker_command.clear();
  const ports::toolchain::CompileResult result = Compiler(itself).compile(request_of("//! pid"));
  unsetenv("LANESCOPE_WORKER");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::Missing);
  EXPECT_EQ(result.error().message, "a compile worker starts no workers of its own");
}

TEST(Worker, CrashNamesItsSignal) {
  Compiler compiler(uncached_options());
  const ports::toolchain::CompileResult segfault = compiler.compile(request_of("//! crash"));
  ASSERT_FALSE(segfault.ok());
  EXPECT_EQ(segfault.error().message,
            "the compiler crashed on k.cu (signal 11: Segmentation fault)");
  EXPECT_EQ(segfault.error().code, Error::Code::BadInput);
  const ports::toolchain::CompileResult abort = compiler.compile(request_of("//! abort"));
  ASSERT_FALSE(abort.ok());
  EXPECT_EQ(abort.error().message, "the compiler crashed on k.cu (signal 6: Aborted)");
  expect_still_works(compiler);
}

TEST(Worker, UnexpectedExitIsTold) {
  Compiler compiler(uncached_options());
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! exit"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message,
            "the compiler's process ended before its time on k.cu (exit status 5)");
  expect_still_works(compiler);
}

TEST(Worker, MemoryIsLimited) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need more address space than any limit leaves them";
#endif
  auto options = uncached_options();
  options.memory_bytes = std::uint64_t{1} << 30U;
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! eat memory"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "the compiler ran out of its 1.0 GiB of memory on k.cu");
  expect_still_works(compiler);
}

TEST(Worker, NonsenseIsRefused) {
  Compiler compiler(uncached_options());
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! garbage"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message, "the compiler's process sent damaged data on k.cu");
  expect_still_works(compiler);
}

TEST(Worker, KillFromOutsideIsTold) {
  Compiler compiler(uncached_options());
  const pid_t pid = std::stoi(pid_of_worker(compiler).substr(4));
  const auto ticket = compiler.submit(request_of("//! hang"));
  EXPECT_FALSE(compiler.poll(ticket, 50ms).has_value());
  kill(pid, SIGKILL);
  const auto result = compiler.poll(ticket, 20s);
  ASSERT_TRUE(result.has_value() && !result->ok());
  EXPECT_EQ(result->error().message, "the compiler was killed on k.cu, perhaps for lack of memory");
  expect_still_works(compiler);
}

TEST(Worker, DeathBetweenRequestsIsNotNoticed) {
  Compiler compiler(uncached_options());
  const std::string first = pid_of_worker(compiler);
  kill(std::stoi(first.substr(4)), SIGKILL);
  std::this_thread::sleep_for(100ms);
  const std::string second = pid_of_worker(compiler);
  EXPECT_TRUE(second.starts_with("pid ")) << second;
  EXPECT_NE(first, second);
}

TEST(Worker, LargeMessagesPassBothWays) {
  Compiler compiler(uncached_options());
  const ports::toolchain::CompileResult large = compiler.compile(request_of("//! large"));
  ASSERT_TRUE(large.ok()) << test::why(large);
  EXPECT_EQ(large->ptx.size(), std::size_t{20} << 20U);
  const std::string source = "//! echo\n" + std::string(std::size_t{20} << 20U, 's');
  const ports::toolchain::CompileResult echo = compiler.compile(request_of(source));
  ASSERT_TRUE(echo.ok()) << test::why(echo);
  EXPECT_TRUE(echo->ptx == source);
}

TEST(Worker, ProgramThatIsNotThereIsMissing) {
  auto options = uncached_options();
  options.worker_command = {"/nowhere/lanescope", "worker"};
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! pid"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::Missing);
  EXPECT_NE(result.error().message.find("/nowhere/lanescope"), std::string::npos);
}

TEST(Worker, ProgramThatIsNoWorkerIsTold) {
  auto options = uncached_options();
  options.worker_command = {"/bin/true"};
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(request_of("//! pid"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message,
            "the compiler's process ended before its time on k.cu (exit status 0)");
}

TEST(Worker, ServesSubmittedRequestsInOrder) {
  Compiler compiler(uncached_options());
  const auto first = compiler.submit(request_of("//! one"));
  const auto second = compiler.submit(request_of("//! two"));
  EXPECT_NE(first, second);
  const auto two = compiler.poll(second, 20s);
  ASSERT_TRUE(two.has_value());
  EXPECT_EQ((*two)->ptx, "//! two");
  const auto one = compiler.poll(first);
  ASSERT_TRUE(one.has_value());
  EXPECT_EQ((*one)->ptx, "//! one");
}

TEST(Worker, PollingDoesNotWait) {
  Compiler compiler(uncached_options());
  const auto ticket = compiler.submit(request_of("//! hang"));
  const auto start = std::chrono::steady_clock::now();
  for (int frame = 0; frame < 10; ++frame) EXPECT_FALSE(compiler.poll(ticket).has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  compiler.cancel(ticket);
}

TEST(Worker, CancelledRequestFreesTheWorker) {
  Compiler compiler(uncached_options());
  const auto hanging = compiler.submit(request_of("//! hang"));
  const auto waiting = compiler.submit(request_of("//! waiting"));
  EXPECT_FALSE(compiler.poll(hanging, 50ms).has_value());
  compiler.cancel(hanging);
  const auto result = compiler.poll(waiting, 20s);
  ASSERT_TRUE(result.has_value());
  EXPECT_TRUE(result->ok());
  const auto cancelled = compiler.poll(hanging);
  ASSERT_TRUE(cancelled.has_value());
  EXPECT_FALSE(cancelled->ok());
}

TEST(Worker, RequestThatNeverStartedCanBeCancelled) {
  Compiler compiler(uncached_options());
  const auto hanging = compiler.submit(request_of("//! hang"));
  const auto waiting = compiler.submit(request_of("//! waiting"));
  EXPECT_FALSE(compiler.poll(hanging, 10ms).has_value());
  compiler.cancel(waiting);
  EXPECT_FALSE(compiler.poll(waiting)->ok());
  compiler.cancel(hanging);
}

TEST(Worker, ItsFolderGoesWithIt) {
  std::string folder;
  {
    Compiler compiler(uncached_options());
    const ports::toolchain::CompileResult result = compiler.compile(request_of("//! folder"));
    ASSERT_TRUE(result.ok()) << test::why(result);
    folder = result->ptx;
    EXPECT_TRUE(std::filesystem::is_directory(folder)) << folder;
  }
  EXPECT_FALSE(std::filesystem::exists(folder)) << folder;
}

TEST(Worker, EndsWithItsCompiler) {
  std::optional<Compiler> compiler(uncached_options());
  const pid_t pid = std::stoi(pid_of_worker(*compiler).substr(4));
  ASSERT_EQ(kill(pid, 0), 0);
  compiler.reset();
  EXPECT_NE(kill(pid, 0), 0);
}

// A parent that is killed has no time to clean up: the worker does it, even while it compiles.
TEST(Worker, EndsWithAKilledParent) {
  const test::TemporaryDir folder;
  const pid_t parent = fork();
  if (parent == 0) {
    Compiler compiler(uncached_options());
    const ports::toolchain::CompileResult where = compiler.compile(request_of("//! folder"));
    folder.write("told", where->compiler.substr(4) + " " + where->ptx);
    static_cast<void>(compiler.compile(request_of("//! hang")));
    _exit(0);
  }
  pid_t worker = 0;
  std::string scratch;
  for (int i = 0; i < 400 && scratch.empty(); ++i) {
    std::this_thread::sleep_for(25ms);
    std::ifstream(folder.file("told")) >> worker >> scratch;
  }
  std::this_thread::sleep_for(100ms);
  kill(parent, SIGKILL);
  waitpid(parent, nullptr, 0);
  ASSERT_GT(worker, 0);
  for (int i = 0; i < 400 && std::filesystem::exists(scratch); ++i) {
    std::this_thread::sleep_for(25ms);
  }
  EXPECT_FALSE(std::filesystem::exists(scratch)) << scratch;
}

// nvcc starts compilers of its own; all of them go when time is up.
TEST(Worker, ToolsEndWithIt) {
  const test::TemporaryDir root;
  namespace fs = std::filesystem;
  fs::permissions(
      root.write("bin/nvcc", "#!/bin/sh\necho $$ > " + root.file("pid") + "\nexec sleep 600\n"),
      fs::perms::owner_all);
  fs::permissions(root.write("bin/g++", "#!/bin/sh\n"), fs::perms::owner_all);
  auto options = uncached_options();
  options.search = {{root.path()}, true};
  options.time_limit = 4s;
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(request_of("int main() {}"));
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().message.find("did not finish"), std::string::npos)
      << result.error().message;
  pid_t tool = 0;
  std::ifstream(root.file("pid")) >> tool;
  ASSERT_GT(tool, 0);
  // It may stay as a zombie where nobody collects orphans.
  const auto state_of = [](pid_t pid) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
    std::string word;
    for (int i = 0; i < 3; ++i) status >> word;
    return status ? word : std::string("gone");
  };
  for (int i = 0; i < 400 && state_of(tool) == "S"; ++i) std::this_thread::sleep_for(25ms);
  EXPECT_NE(state_of(tool), "S");
}

TEST(Worker, WarmingUpIsHarmless) {
  Compiler compiler(uncached_options());
  compiler.warm_up();
  compiler.warm_up();
  expect_still_works(compiler);
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
