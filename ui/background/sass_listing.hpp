#pragma once

#include <future>
#include <memory>

#include "lab/run/disassembly.hpp"
#include "lab/run/prepare.hpp"

namespace lanescope::ui::background {

// Disassembles on a thread of its own, when asked; the answer stays until another image is wanted.
class SassListing {
 public:
  // Which must outlive this.
  explicit SassListing(const ports::toolchain::Disassembler& disassembler)
      : disassembler_(&disassembler) {}

  // Null while it is being made, or when nothing was asked for.
  [[nodiscard]] const std::shared_ptr<const run::Disassembly>& get() const { return answer_; }

  // Once a frame: asks for the image of this run (null: none) and takes what has arrived.
  void update(const std::shared_ptr<const run::Prepared>& wanted);
  void wait();

 private:
  const ports::toolchain::Disassembler* disassembler_;
  std::shared_ptr<const ports::toolchain::Compiled>
      image_;  // that of the answer, or of the work under way
  std::shared_ptr<const ports::toolchain::Compiled> making_;  // of the work under way
  std::shared_ptr<const run::Disassembly> answer_;
  std::future<std::shared_ptr<const run::Disassembly>> work_;
};

}  // namespace lanescope::ui::background
