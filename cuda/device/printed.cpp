#include "cuda/device/printed.hpp"

#include <cstdio>

#include <sys/mman.h>
#include <unistd.h>

namespace lanescope::cuda::device {

Printed::Printed() : file_(memfd_create("printed", MFD_CLOEXEC)) {
  if (file_ < 0) return;
  (void)std::fflush(stdout);
  before_ = dup(STDOUT_FILENO);
  dup2(file_, STDOUT_FILENO);
}

Printed::~Printed() {
  if (file_ < 0) return;
  (void)std::fflush(stdout);
  if (before_ >= 0) {
    dup2(before_, STDOUT_FILENO);
    close(before_);
  }
  close(file_);
}

std::string Printed::take() {
  std::string text;
  if (file_ < 0) return text;
  (void)std::fflush(stdout);
  text.resize(kMostBytes);
  const ssize_t got = pread(file_, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

}  // namespace lanescope::cuda::device
