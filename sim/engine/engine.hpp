#pragma once

#include <memory>
#include <string_view>

#include "sim/engine/execution.hpp"

namespace lanescope::engine {

// Runs decoded code of one kind: PTX, machine code. It has no state and lives as long as the
// program.
class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;  // "ptx"
  // The plan must be valid (validate), and its programs decoded by this engine.
  [[nodiscard]] virtual std::unique_ptr<Execution> start(std::shared_ptr<const Plan> plan,
                                                         ExecutionOptions options) const = 0;
};

// On the plan's own engine, which it must have.
[[nodiscard]] std::unique_ptr<Execution> start(std::shared_ptr<const Plan> plan,
                                               ExecutionOptions options);

}  // namespace lanescope::engine
