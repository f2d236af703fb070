#include "sim/sass/machine/constant_places.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "sim/code/code.hpp"
#include "sim/sass/machine/system_functions.hpp"

namespace lanescope::sass::machine {
namespace {

template <typename T>
void put(std::vector<std::byte>& bank, std::size_t offset, T value) {
  if (bank.size() < offset + sizeof value) bank.resize(offset + sizeof value);
  std::memcpy(bank.data() + offset, &value, sizeof value);
}

std::span<const std::byte> symbol_of(const Machine& machine, std::string_view name) {
  return machine.memory.symbol(machine.program->ptx().shared_module().get(), name);
}

}  // namespace

std::uint64_t address_of(const Machine& machine, std::string_view name) {
  if (const auto call = system_call_named(name)) return system_call_address(*call);
  if (const auto pc = machine.program->pc_of(name)) return machine.program->address_of(*pc);
  const auto bytes = symbol_of(machine, name);
  if (bytes.data() == nullptr) return unknown_call_address();
  return engine::kGlobalBase +
         static_cast<std::uint64_t>(bytes.data() - machine.memory.host(engine::kGlobalBase));
}

namespace {

// Where the bank of variables lies among generic addresses. 0: its variables do not follow on each
// other in memory as they do in the bank, so that no one place is right.
std::uint64_t constant_window(const Machine& machine) {
  std::uint64_t window = 0;
  for (const ConstantVariable& variable : machine.program->kernel_code().constants) {
    const std::uint64_t begin = address_of(machine, variable.name) - variable.offset;
    if (window != 0 && begin != window) return 0;
    window = begin;
  }
  return window;
}

// Code multiplies a block's index by one over its cluster's extent and cuts that off, so that it
// must not come out too small.
float part_of(std::uint32_t extent) {
  const float part = 1.0F / static_cast<float>(extent);
  const bool below = double{part} * extent < 1.0;
  return below ? std::nextafter(part, 1.0F) : part;
}

void fill_cluster(const Machine& machine, std::vector<std::byte>& bank) {
  const Dim3 grid = machine.launch->grid, cluster = machine.cluster;
  const std::uint32_t blocks[]{grid.x, grid.y, grid.z};
  const std::uint32_t extents[]{cluster.x, cluster.y, cluster.z};
  for (std::size_t n = 0; n < 3; ++n) {
    put(bank, FromSm90::kClusterDimAt + 4 * n, extents[n]);
    put(bank, FromSm90::kClusterPartsAt + 4 * n, part_of(extents[n]));
    put(bank, FromSm90::kClustersAt + 4 * n, blocks[n] / extents[n]);
  }
  put(bank, FromSm90::kExplicitClusterAt,
      std::uint32_t{engine::has_explicit_cluster(*machine.launch)});
  put(bank, FromSm90::kClusterBlocksAt, machine.cluster_size);
}

// As %envreg1 and %envreg2 have it: the upper half first.
std::uint64_t workspace_halves(const Machine& machine) {
  const std::uint64_t at = machine.memory.workspace();
  return at << 32U | at >> 32U;
}

void fill_up_to_sm89(const Machine& machine, std::vector<std::byte>& bank) {
  put(bank, UpToSm89::kSharedWindowAt, code::kSharedWindow);
  put(bank, UpToSm89::kConstantWindowAt, constant_window(machine));
  put(bank, UpToSm89::kWorkspaceAt, workspace_halves(machine));
}

void fill_from_sm90(const Machine& machine, std::vector<std::byte>& bank) {
  put(bank, FromSm90::kConstantWindowAt, constant_window(machine));
  put(bank, FromSm90::kWorkspaceAt, workspace_halves(machine));
  put(bank, FromSm90::kReservedSharedAt,
      machine.program->kernel_code().shared_base + reserved_shared_at(machine));
  fill_cluster(machine, bank);
}

void fill_launch_bank(Machine& machine) {
  const engine::Launch& launch = *machine.launch;
  std::vector<std::byte>& bank = machine.banks[0];
  const std::uint32_t block[]{launch.block.x, launch.block.y, launch.block.z};
  const std::uint32_t grid[]{launch.grid.x, launch.grid.y, launch.grid.z};
  for (std::size_t n = 0; n < 3; ++n) {
    put(bank, kBlockDim + 4 * n, block[n]);
    put(bank, kGridDim + 4 * n, grid[n]);
  }
  put(bank, kLocalWindowAt, code::kLocalWindow);
  put(bank, kStackAt, machine.program->kernel_code().frame_bytes);
  put(bank, kDynamicSharedAt, launch.dynamic_shared_bytes);
  put(bank, kMultiprocessorsAt, std::uint32_t{1});
  const KernelCode& code = machine.program->kernel_code();
  if (code.sm < FromSm90::kSm)
    fill_up_to_sm89(machine, bank);
  else
    fill_from_sm90(machine, bank);
  const std::size_t base = code.parameter_base;
  bank.resize(std::max(bank.size(), base + launch.parameters.size()));
  std::ranges::copy(launch.parameters, bank.begin() + static_cast<std::ptrdiff_t>(base));
}

}  // namespace

std::uint32_t shared_bytes(const Machine& machine) {
  return machine.program->static_shared_bytes() + machine.launch->dynamic_shared_bytes;
}

std::uint32_t reserved_shared_at(const Machine& machine) {
  return (shared_bytes(machine) + 15) / 16 * 16;
}

std::uint32_t block_shared_bytes(const Machine& machine) {
  constexpr std::uint32_t kReservedBytes = 1024;
  return machine.program->ptx().code().uses_reserved_shared
             ? reserved_shared_at(machine) + kReservedBytes
             : shared_bytes(machine);
}

void fill_banks(Machine& machine) {
  const KernelCode& code = machine.program->kernel_code();
  for (std::size_t n = 0; n < machine.banks.size(); ++n) {
    machine.banks[n] = code.banks[n].bytes;
    for (const BankSymbol& symbol : code.banks[n].symbols) {
      const std::uint64_t address = address_of(machine, symbol.symbol);
      put(machine.banks[n], symbol.offset, address + static_cast<std::uint64_t>(symbol.addend));
    }
  }
  fill_launch_bank(machine);
  std::vector<std::byte>& variables = machine.banks[kVariablesBank];
  for (const ConstantVariable& variable : code.constants) {
    const auto bytes = symbol_of(machine, variable.name);
    if (variables.size() < variable.offset + variable.bytes)
      variables.resize(variable.offset + variable.bytes);
    std::ranges::copy(bytes.first(std::min<std::size_t>(bytes.size(), variable.bytes)),
                      variables.begin() + variable.offset);
  }
}

void tell_constants(Issue& issue, const Addresses& offsets, std::uint32_t bytes) {
  Request request;
  request.space = events::Space::Constant;
  request.bytes = bytes;
  request.lanes = issue.executed;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    request.addresses[lane] = offsets[lane];
    for (const ConstantVariable& variable : issue.machine.program->kernel_code().constants) {
      if (offsets[lane] < variable.offset || offsets[lane] >= variable.offset + variable.bytes)
        continue;
      request.addresses[lane] =
          address_of(issue.machine, variable.name) + offsets[lane] - variable.offset;
    }
  }
  tell(issue, request);
}

}  // namespace lanescope::sass::machine
