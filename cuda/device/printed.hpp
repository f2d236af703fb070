#pragma once

#include <string>

namespace lanescope::cuda::device {

// Catches what the driver writes to this process's standard output: a kernel's printf, which
// appears when the host waits for the kernel. One at a time in a process.
class Printed {
 public:
  Printed();
  ~Printed();  // standard output is as before
  Printed(const Printed&) = delete;
  Printed& operator=(const Printed&) = delete;

  // What has been written since; at most so many bytes of it. Empty where nothing could be caught.
  [[nodiscard]] std::string take();
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

 private:
  int file_ = -1, before_ = -1;
};

}  // namespace lanescope::cuda::device
