#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "lab/run/prepare.hpp"
#include "ports/equipment/equipment.hpp"

namespace lanescope::ui::background {

// Makes the machine code of the run on screen, which was begun without: by a compiler of its own,
// so that nothing waits for it.
class MachineCode {
 public:
  // Which must outlive this.
  explicit MachineCode(const ports::equipment::Equipment& equipment) : equipment_(&equipment) {}
  ~MachineCode();
  MachineCode(const MachineCode&) = delete;
  MachineCode& operator=(const MachineCode&) = delete;

  // Once a frame, with the run on screen (null: none): asks for what it lacks, and stops work on
  // what it does not. True when an answer has arrived.
  bool update(const std::shared_ptr<const run::Prepared>& shown);
  // Waits for what update() has asked for; the next one tells of it.
  void wait() const;
  // Of this image; null: none is there (yet).
  [[nodiscard]] const ports::toolchain::CompileResult* find(
      const ports::toolchain::Compiled& image) const;

 private:
  using Image = std::shared_ptr<const ports::toolchain::Compiled>;
  using Answer = std::optional<ports::toolchain::CompileResult>;
  void begin(const run::Prepared& shown);

  const ports::equipment::Equipment* equipment_;
  std::unique_ptr<ports::toolchain::Compiler> compiler_;  // of the work under way
  Image making_, made_;                                   // that of the work, and of the answer
  Answer answer_;
  std::atomic<bool> cancel_{false};
  std::future<Answer> work_;
};

}  // namespace lanescope::ui::background
