#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/base/result.hpp"
#include "sim/engine/program.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

struct Code;  // the decoded instructions; private to sim/code and sim/machine

using engine::InstructionInfo;
using engine::ParameterInfo;
using engine::RegisterInfo;
using engine::SharedVariable;

// A PTX kernel made ready to run: functions reachable from it decoded into one code space. Its
// functions (InstructionInfo::function) are those of the module, its registers virtual.
class Program final : public engine::Program {
 public:
  // An Error when the kernel does not exist (lists those that do) or the module has errors. An
  // instruction that is not covered is no error here: a run that reaches it stops there.
  [[nodiscard]] static Result<std::shared_ptr<const Program>> decode(
      std::shared_ptr<const ptx::Module> module, std::string_view kernel);
  // The PTX behind a program, for what only PTX tells; null for another engine's.
  [[nodiscard]] static const Program* of(const engine::Program& program);
  ~Program() override;

  [[nodiscard]] const ptx::Module& module() const { return *module_; }
  [[nodiscard]] const std::shared_ptr<const ptx::Module>& shared_module() const { return module_; }
  [[nodiscard]] const ptx::Instruction& ptx_at(Pc pc) const;
  // Index into ptx::Function::body.
  [[nodiscard]] std::uint32_t body_index(Pc pc) const { return body_index_[pc.value]; }
  [[nodiscard]] std::string text_at(Pc pc) const override;  // ptx::print
  // Where the values of a register lie in the lane register file, in bytes; index into registers().
  [[nodiscard]] std::uint32_t slot_offset(std::size_t reg) const { return slot_offsets_[reg]; }
  [[nodiscard]] const Code& code() const { return *code_; }
  // The instructions that would stop a run which reaches them, each once, in the order of the code:
  // "wgmma.fence.sync.aligned".
  [[nodiscard]] std::vector<std::string> uncovered() const;

 private:
  friend class Decoder;
  Program();
  std::shared_ptr<const ptx::Module> module_;
  std::vector<std::uint32_t> body_index_;    // by pc
  std::vector<std::uint32_t> slot_offsets_;  // by register
  std::unique_ptr<const Code> code_;
};

}  // namespace lanescope::code
