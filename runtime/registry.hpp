#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/fatbin.hpp"
#include "sim/base/result.hpp"
#include "sim/code/program.hpp"
#include "sim/ptx/module.hpp"
#include "sim/sass/program.hpp"

namespace lanescope::runtime {

// A fat binary that the program registered. Its PTX is read when something of it is used first.
struct RegisteredModule {
  std::uint32_t id = 0;
  Wrapper wrapper;
  bool read = false;
  std::string ptx;
  std::shared_ptr<const ptx::Module> module;  // null: see `problem`
  std::string problem;                        // why it can't be used, with the remedy
  bool recorded = false;
};

// A __global__ function: the host's stub stands for it.
struct Kernel {
  RegisteredModule* module = nullptr;
  std::string name;                                   // as in PTX
  std::shared_ptr<const code::Program> program;       // null until it is used
  std::shared_ptr<const sass::Program> machine_code;  // null: the PTX is executed
  std::string problem;                                // why it can't be decoded
  std::uint32_t dynamic_shared_limit = 48 * 1024;     // cudaFuncAttributeMaxDynamicSharedMemorySize
  int carveout = -1;
  bool any_cluster = false;  // cudaFuncAttributeNonPortableClusterSizeAllowed
};

// A __device__, __constant__ or __managed__ variable.
struct Variable {
  RegisteredModule* module = nullptr;
  std::string name;
  std::uint64_t bytes = 0;
  void** managed = nullptr;  // where the host has its address; null: not managed
};

class Registry {
 public:
  RegisteredModule& add(const Wrapper& wrapper);
  // PTX that the program brings along itself.
  RegisteredModule& add(std::string ptx);
  // By its name in PTX; whether there is one shows when it is loaded.
  Kernel& kernel_of(RegisteredModule& module, const std::string& name);
  void add_kernel(RegisteredModule& module, const void* stub, std::string name);
  void add_variable(RegisteredModule& module, const void* host, Variable variable);

  // Null: the program registered none there. A Kernel's own address stands for it, too.
  [[nodiscard]] Kernel* find_kernel(const void* stub);
  [[nodiscard]] Variable* find_variable(const void* host);
  [[nodiscard]] std::vector<Variable*> managed_variables(const RegisteredModule& module);

  // Reads the module's PTX for a GPU of compute capability `sm`.
  Result<void> load(RegisteredModule& module, std::uint32_t sm);
  // Decodes the kernel, once.
  Result<void> load(Kernel& kernel, std::uint32_t sm);

 private:
  std::deque<RegisteredModule> modules_;
  std::deque<Kernel> kernels_;
  std::map<const void*, Kernel*> kernels_by_stub_;
  std::map<const void*, Variable> variables_;
};

}  // namespace lanescope::runtime
