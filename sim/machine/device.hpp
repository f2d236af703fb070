#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/result.hpp"
#include "sim/base/texture.hpp"
#include "sim/machine/execution.hpp"
#include "sim/machine/memory/global_memory.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::machine {

struct Machine;

// What a host sees of the model: memory that it allocates, fills and frees, modules, and launches
// one by one, each of which may depend on what it read of the one before. A Plan, which fixes all
// that beforehand, is one client of it (Execution); CUDA's runtime API would be another.
class Device {
 public:
  // Mappable: memory_file() has the memory, for a host that maps pages where it wants them.
  enum class Memory : std::uint8_t { Private, Mappable };
  // `room`: bytes of addresses for all allocations, gaps included; 0: what max_memory asks for.
  explicit Device(const engine::MachineOptions& options, ExecutionOptions told = {Recording::None},
                  std::uint64_t room = 0, Memory memory = Memory::Private);
  ~Device();
  Device(Device&&) noexcept;
  Device& operator=(Device&&) noexcept;

  // As cudaMalloc, with a name for messages; 0 is never an address. The alignment is a power of
  // two, and at least 512. A buffer that says where it lies lies there, or nowhere.
  [[nodiscard]] Result<Address> allocate(const engine::Buffer& buffer,
                                         std::uint64_t alignment = 512);
  // As cudaFree: what begins there is given back, null is nothing. From then on an access there is
  // a fault, which says what was freed.
  [[nodiscard]] Result<void> free(Address address);
  [[nodiscard]] Result<void> write(Address to, std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> read(Address from, std::span<std::byte> into) const;
  // The pages of an allocation, for the host to read and write as kernels do, without a copy
  // (cudaMallocManaged, cudaHostAlloc). Valid until it is freed.
  [[nodiscard]] Result<std::span<std::byte>> share(Address address);

  // Address a lies at a - engine::kGlobalBase; -1 unless Mappable.
  [[nodiscard]] int memory_file() const;
  [[nodiscard]] std::uint64_t room() const;
  // The handle of a texture or surface object over memory of the device, as kernels get it. The
  // memory is not kept from being freed: an access is then a fault.
  [[nodiscard]] Result<std::uint64_t> create_texture(const TextureDescriptor& texture);
  [[nodiscard]] Result<void> destroy_texture(std::uint64_t handle);

  // From now on allocations that do not say where they lie do so at this address or behind it.
  void skip_to(Address address);
  // The module's variables, once; a launch loads its program's by itself.
  [[nodiscard]] Result<void> load(const std::shared_ptr<const ptx::Module>& module,
                                  const VariablePlaces& places = {});
  struct Symbol {
    Address address;
    std::uint64_t bytes = 0;
  };
  // By its name in PTX.
  [[nodiscard]] Result<Symbol> symbol(const ptx::Module& module, std::string_view name) const;

  // Puts a launch behind those that still run. Refused once one has ended badly, as CUDA does it.
  [[nodiscard]] Result<void> launch(engine::Launch launch);
  // At most so many warp instructions. Finished: nothing is left to run.
  Outcome run(std::uint64_t steps = ~std::uint64_t{0});
  // The same for about so many, on several cores where it may: to where it is cheap to stop.
  Outcome run_about(std::uint64_t steps);
  // From now on the next `steps` warp instructions are the last.
  void limit_steps(std::uint64_t steps);
  [[nodiscard]] Outcome outcome() const;
  [[nodiscard]] const std::vector<events::Hazard>& hazards() const;
  [[nodiscard]] const std::string& unsupported() const;
  [[nodiscard]] std::uint64_t steps() const;  // warp instructions, over all launches
  // By pc, of a launch by its number, from 0 on; none are kept after that.
  [[nodiscard]] std::vector<events::Counters> take_counters(std::uint32_t launch);
  // What kernels printed, and the hazards met, since this was asked last.
  [[nodiscard]] engine::Printed take_printed();
  [[nodiscard]] std::vector<events::Hazard> take_hazards();
  // What kernels launched since this was asked last, for the host to launch in this order.
  [[nodiscard]] std::vector<engine::Launch> take_children();
  // From now on so many of these may wait to begin, 2048 at first.
  void limit_waiting_children(std::uint64_t most);
  // How many were refused since this was asked last: too many waited, or they were too deep.
  [[nodiscard]] std::uint64_t take_refused_children();

  [[nodiscard]] Machine& machine() { return *machine_; }
  [[nodiscard]] const Machine& machine() const { return *machine_; }

 private:
  [[nodiscard]] Result<void> within(Address address, std::uint64_t bytes,
                                    std::string_view what) const;
  std::unique_ptr<Machine> machine_;
  std::vector<std::shared_ptr<const void>> kept_;  // what memory held to begin with
};

}  // namespace lanescope::machine
