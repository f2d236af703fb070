#include "ui/background/sass_listing.hpp"

#include <chrono>

namespace lanescope::ui::background {
namespace {

std::shared_ptr<const run::Disassembly> disassembled(
    const std::shared_ptr<const ports::toolchain::Compiled>& image,
    const ports::toolchain::Disassembler* disassembler) {
  return std::make_shared<const run::Disassembly>(run::disassembly_of(*image, *disassembler));
}

}  // namespace

void SassListing::update(const std::shared_ptr<const run::Prepared>& wanted) {
  const std::shared_ptr<const ports::toolchain::Compiled> image =
      wanted == nullptr ? nullptr : wanted->compiled;
  if (image != image_) {
    image_ = image;
    answer_.reset();
  }
  if (work_.valid()) {
    if (work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    auto answer = work_.get();
    if (making_ == image_) answer_ = std::move(answer);
    making_.reset();
  }
  if (image_ == nullptr || answer_ != nullptr) return;
  making_ = image_;
  work_ = std::async(std::launch::async, disassembled, making_, disassembler_);
}

void SassListing::wait() {
  if (!work_.valid()) return;
  auto answer = work_.get();
  if (making_ == image_) answer_ = std::move(answer);
  making_.reset();
}

}  // namespace lanescope::ui::background
