#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/base/result.hpp"
#include "sim/ptx/module.hpp"

namespace lanescope::code {

struct Code;  // the decoded instructions; private to sim/code and sim/machine

// What views need to know of one decoded instruction.
struct InstructionInfo {
  std::uint32_t function = 0;           // index into ptx::Module::functions
  std::uint32_t body_index = 0;         // index into Function::body
  std::uint32_t location = ptx::kNone;  // index into ptx::Module::locations (innermost)
  std::uint32_t ptx_line = 0;           // 1-based line in the PTX text
  bool ends_path = false;               // unconditional branch, ret, exit, trap
  bool is_barrier = false;
  bool is_memory = false;
};

// A PTX register of a function and the place of its values in the lane register file.
struct RegisterInfo {
  std::string name;  // "%r17"
  ptx::Type type = ptx::Type::B32;
  std::uint32_t function = 0;
  std::uint32_t slot_offset = 0;  // bytes into the register file
  // Live pcs, half-open intervals, sorted: outside them the slot may hold another register.
  std::vector<std::pair<Pc, Pc>> live;
  [[nodiscard]] bool live_at(Pc pc) const;
};

struct ParameterInfo {
  std::string name;
  ptx::Type type = ptx::Type::B8;  // as declared in PTX; B8 with size > 1 for structs
  std::uint32_t offset = 0;        // in the kernel's parameter block
  std::uint32_t size = 0;
  std::uint32_t alignment = 1;
};

// A __shared__ variable of the kernel (or of a function it calls), or its dynamic shared array.
struct SharedVariable {
  std::string name;                // as in PTX (mangled for statics inside functions)
  std::string display_name;        // "s", as in the source as far as the mangling tells
  ptx::Type type = ptx::Type::B8;  // element type as PTX tells it; often B8 or B32
  std::uint32_t offset = 0;
  std::uint32_t size = 0;  // 0 for the dynamic array: it reaches to the end
};

// A kernel made ready to run: functions reachable from it decoded into one code space. The
// machine's only input, immutable.
class Program {
 public:
  // An Error when the kernel does not exist (lists those that do) or the module has errors. An
  // instruction that is not covered is no error here: a run that reaches it stops there.
  [[nodiscard]] static Result<std::shared_ptr<const Program>> decode(
      std::shared_ptr<const ptx::Module> module, std::string_view kernel);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] const ptx::Module& module() const { return *module_; }
  [[nodiscard]] const std::shared_ptr<const ptx::Module>& shared_module() const { return module_; }
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(instructions_.size());
  }
  // Of a pc below size().
  [[nodiscard]] const InstructionInfo& at(Pc pc) const { return instructions_[pc.value]; }
  [[nodiscard]] const ptx::Instruction& ptx_at(Pc pc) const;
  // "ld.shared.f32 %f2, [%r19]" (ptx::print).
  [[nodiscard]] std::string text_at(Pc pc) const;
  // Innermost source location; line 0 when there is none.
  [[nodiscard]] ptx::SourceLocation location_at(Pc pc) const;
  [[nodiscard]] const std::vector<RegisterInfo>& registers() const { return registers_; }
  [[nodiscard]] const std::vector<ParameterInfo>& parameters() const { return parameters_; }
  // Bytes of the parameter block; of shared memory a block, before the dynamic part; and of local
  // memory a thread, for the kernel and the deepest of its calls.
  [[nodiscard]] std::uint32_t parameter_bytes() const { return parameter_bytes_; }
  [[nodiscard]] const std::vector<SharedVariable>& shared_variables() const {
    return shared_variables_;
  }
  [[nodiscard]] std::uint32_t static_shared_bytes() const { return static_shared_bytes_; }
  [[nodiscard]] std::uint32_t local_bytes() const { return local_bytes_; }
  [[nodiscard]] const Code& code() const { return *code_; }

 private:
  friend class Decoder;
  Program();
  std::shared_ptr<const ptx::Module> module_;
  std::string kernel_;
  std::vector<InstructionInfo> instructions_;
  std::vector<RegisterInfo> registers_;
  std::vector<ParameterInfo> parameters_;
  std::vector<SharedVariable> shared_variables_;
  std::uint32_t parameter_bytes_ = 0;
  std::uint32_t static_shared_bytes_ = 0;
  std::uint32_t local_bytes_ = 0;
  std::unique_ptr<const Code> code_;
};

}  // namespace lanescope::code
