#pragma once

#include <cstddef>
#include <cstdio>

// What the GPU did and when, by the activity records of NVIDIA's CUPTI, which is found at run time
// and never linked. One process has one of it.
namespace lanescope::runtime::times {

// Before CUDA is started. False: there is no such library, or it records nothing.
bool begin_activities(const char* cupti);

// What this thread issues while it lives belongs to the launch of this number.
class IssuesLaunch {
 public:
  explicit IssuesLaunch(std::size_t number);
  ~IssuesLaunch();
  IssuesLaunch(const IssuesLaunch&) = delete;
  IssuesLaunch& operator=(const IssuesLaunch&) = delete;
};

// Once the GPU has ended what it was given: a line each (lab/program/gpu_times.hpp).
void write_activities(std::FILE* file);

}  // namespace lanescope::runtime::times
