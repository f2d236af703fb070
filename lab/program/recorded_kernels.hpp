#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ports/machine_code/kernels.hpp"
#include "ports/toolchain/compile_types.hpp"
#include "runtime/record/record.hpp"
#include "sim/engine/engine.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::program {

// The record's modules and kernels, decoded when a launch asks for them first: the machine code
// where that was executed, else the PTX.
class RecordedKernels {
 public:
  // `folder`: the program's working directory; places below it are told without it.
  RecordedKernels(const runtime::record::Record& record, const std::vector<std::string>& files,
                  std::string folder);

  struct Found {
    const engine::Engine* engine = nullptr;
    std::shared_ptr<const engine::Program> program;
    std::shared_ptr<const ports::toolchain::Compiled> compiled;
  };
  // Without a program: the record has not the module, or not the kernel.
  [[nodiscard]] Found find(std::uint32_t module, const std::string& kernel);

 private:
  struct Module {
    std::shared_ptr<const ptx::Module> parsed;
    std::shared_ptr<const ports::toolchain::Compiled> compiled;
    bool by_machine_code = false;
    std::optional<ports::machine_code::Kernels> machine_code;  // where that was read
  };
  void read(std::uint32_t id, Module& module) const;
  void read_machine_code(const runtime::record::MachineCode& recorded, Module& module,
                         ports::toolchain::Compiled& compiled) const;

  const runtime::record::Record& record_;
  std::string folder_, only_file_;
  std::map<std::uint32_t, Module> modules_;
  std::map<std::pair<std::uint32_t, std::string>, Found> kernels_;
};

}  // namespace lanescope::program
