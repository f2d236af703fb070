#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/engine/execution.hpp"

namespace lanescope::machine {

using engine::ExecutionOptions;
using engine::Group;
using engine::JoinPoint;
using engine::Outcome;
using engine::Recording;
using engine::WarpState;

// Runs a plan of PTX programs (code::Program). Global memory is kept as pages shared between
// snapshots.
class Execution final : public engine::Execution {
 public:
  // The plan must be valid (validate).
  Execution(std::shared_ptr<const engine::Plan> plan, ExecutionOptions options);
  ~Execution() override;
  Execution(Execution&&) noexcept;
  Execution& operator=(Execution&&) noexcept;

  Outcome run_about(std::uint64_t steps) override;
  Outcome run_to(MachineStep step) override;
  void settle() override;

  [[nodiscard]] Outcome outcome() const override;
  [[nodiscard]] MachineStep machine_step() const override;
  [[nodiscard]] std::uint32_t launch() const override;
  [[nodiscard]] const engine::Plan& plan() const override;
  [[nodiscard]] std::vector<engine::Launch> launches() const override;
  [[nodiscard]] const std::vector<events::Hazard>& hazards() const override;
  [[nodiscard]] const std::string& unsupported() const override;
  [[nodiscard]] const engine::Printed& printed() const override;

  [[nodiscard]] std::span<const events::Counters> counters_by_pc(
      std::uint32_t launch) const override;
  [[nodiscard]] events::Counters counters(std::uint32_t launch) const override;

  [[nodiscard]] std::vector<BlockIndex> resident_blocks() const override;
  [[nodiscard]] std::optional<WarpState> warp(BlockIndex block, WarpIndex warp) const override;
  [[nodiscard]] std::vector<std::uint64_t> register_values(BlockIndex block, WarpIndex warp,
                                                           std::uint32_t reg) const override;
  [[nodiscard]] std::span<const std::byte> shared_memory(BlockIndex block) const override;
  [[nodiscard]] std::span<const std::byte> local_memory(BlockIndex block,
                                                        std::uint32_t thread) const override;
  [[nodiscard]] std::span<const std::byte> buffer(std::size_t index) const override;
  [[nodiscard]] std::span<const std::byte> symbol(std::string_view name) const override;
  [[nodiscard]] std::string describe(Address address) const override;

  [[nodiscard]] std::shared_ptr<const engine::Snapshot> snapshot() override;
  void restore(const engine::Snapshot& snapshot) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace lanescope::machine
