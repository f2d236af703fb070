#include "ports/device/descriptor.hpp"

#include <unistd.h>

namespace lanescope::ports::device {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  Descriptor moved(std::move(other));
  std::swap(number_, moved.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

}  // namespace lanescope::ports::device
