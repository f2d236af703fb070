#pragma once

#include "sim/sass/machine/machine.hpp"

namespace lanescope::sass::machine::execution {

// Runs a plan of machine code (sass::Program). Warps have 32 lanes. Of hazards, races between warps
// and between blocks are looked for.
class Execution final : public engine::Execution {
 public:
  Execution(std::shared_ptr<const engine::Plan> plan, engine::ExecutionOptions options);
  // In a device's memory, which has what the plan's kernels read; the plan has no buffers.
  Execution(std::shared_ptr<const engine::Plan> plan, engine::ExecutionOptions options,
            lanescope::machine::Device& where);

  Outcome run_to(MachineStep step) override;
  void settle() override;

  [[nodiscard]] Outcome outcome() const override;
  [[nodiscard]] MachineStep machine_step() const override;
  [[nodiscard]] std::uint32_t launch() const override;
  [[nodiscard]] const engine::Plan& plan() const override;
  [[nodiscard]] const std::vector<events::Hazard>& hazards() const override;
  [[nodiscard]] const std::string& unsupported() const override;
  [[nodiscard]] const engine::Printed& printed() const override;

  [[nodiscard]] std::span<const events::Counters> counters_by_pc(
      std::uint32_t launch) const override;
  [[nodiscard]] events::Counters counters(std::uint32_t launch) const override;

  [[nodiscard]] std::vector<BlockIndex> resident_blocks() const override;
  [[nodiscard]] std::optional<engine::WarpState> warp(BlockIndex block,
                                                      WarpIndex warp) const override;
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
  [[nodiscard]] const Block* block(BlockIndex index) const;
  std::unique_ptr<Machine> machine_;
};

}  // namespace lanescope::sass::machine::execution
