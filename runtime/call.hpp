#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <driver_types.h>

#include "runtime/context.hpp"

namespace lanescope::runtime {

// One call of CUDA's API by the program: for as long as it lasts the context is the caller's.
// `done` is its end: the result goes into the record and becomes the thread's last error.
class Call {
 public:
  explicit Call(const char* name);
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // What an earlier kernel left, or a host function that may not call: then nothing is done.
  [[nodiscard]] bool refused() const { return refused_ != 0; }
  [[nodiscard]] cudaError_t refusal();

  [[nodiscard]] Context& context() { return context_; }
  [[nodiscard]] const HostPlace& place();
  // A launch stands where its configuration was pushed.
  void stand_at(const Frames& frames);

  cudaError_t done(std::uint64_t bytes = 0) { return end(cudaSuccess, bytes); }
  cudaError_t done(const Outcome& outcome, std::uint64_t bytes = 0);
  // Told, with the call's name.
  cudaError_t fail(int error, const std::string& words, ProblemKind kind = ProblemKind::BadCall,
                   std::uint64_t bytes = 0);
  // An answer that is no mistake: cudaErrorNotReady.
  cudaError_t answer(cudaError_t error) { return end(error, 0, false); }
  // What it puts into a stream, or waits for: told where the call succeeds.
  void issues(const record::UsedStream& stream, std::vector<record::IssuedWork> works,
              record::Issue::Waits waits = record::Issue::Waits::No);
  void waits(record::Issue::Waits what, const record::UsedStream& stream = {},
             std::uint64_t event = 0);
  // Waits for the device, shows what it printed, and tells what went wrong there.
  cudaError_t synchronize(std::uint64_t bytes = 0);

 private:
  cudaError_t end(cudaError_t error, std::uint64_t bytes, bool remembered = true);

  Context& context_;
  std::unique_lock<std::mutex> lock_;
  const char* name_;
  Frames frames_;
  HostPlace place_;
  bool has_place_ = false;
  int refused_ = 0;
  std::optional<record::Issue> issue_;
};

// The calling thread's last error (cudaGetLastError).
[[nodiscard]] int& last_error();

}  // namespace lanescope::runtime
