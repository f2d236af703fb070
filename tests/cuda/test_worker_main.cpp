#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include <unistd.h>

#include "cuda/toolchain/in_process.hpp"
#include "cuda/toolchain/worker_loop.hpp"

// A worker for tests: a source that begins with "//! WORD" makes it misbehave.
namespace lanescope::cuda::toolchain {
namespace {

[[noreturn]] void eat_memory() {
  std::vector<std::vector<char>> eaten;
  for (;;) {
    eaten.emplace_back(std::size_t{64} << 20U);
    std::memset(eaten.back().data(), 1, eaten.back().size());
  }
}

ports::toolchain::CompileResult obey(const std::string& order, const Job& job) {
  if (order.starts_with("hang")) pause();
  if (order.starts_with("abort")) std::abort();
  if (order.starts_with("crash")) {
    std::signal(SIGSEGV, SIG_DFL);  // sanitizers catch it
    raise(SIGSEGV);
  }
  if (order.starts_with("exit")) _exit(5);
  if (order.starts_with("eat memory")) eat_memory();
  if (order.starts_with("garbage")) {
    const std::string noise(4096, 'x');
    if (::write(kWorkerSocket, noise.data(), noise.size()) < 0) _exit(6);
    pause();
  }
  if (order.starts_with("spin")) {
    for (volatile bool on = true; on;) {
    }
  }
  if (order.starts_with("burn")) {
    const std::clock_t until = std::clock() + CLOCKS_PER_SEC * 4 / 5;
    while (std::clock() < until) {
    }
  }
  ports::toolchain::Compiled compiled;
  compiled.compiler = "pid " + std::to_string(getpid());
  compiled.ptx = job.request.source;
  if (order.starts_with("large")) compiled.ptx.assign(std::size_t{20} << 20U, 'p');
  if (order.starts_with("mark")) {
    const char* mark = std::getenv("LANESCOPE_WORKER");
    compiled.ptx = mark == nullptr ? "none" : mark;
  }
  if (order.starts_with("folder")) compiled.ptx = job.scratch_dir;
  return compiled;
}

}  // namespace
}  // namespace lanescope::cuda::toolchain

int main() {
  using namespace lanescope::cuda::toolchain;
  InProcessCompiler compiler;
  return serve_jobs(kWorkerSocket, [&](const Job& job) {
    const std::string& source = job.request.source;
    return source.starts_with("//! ") ? obey(source.substr(4), job) : compiler.run(job);
  });
}
