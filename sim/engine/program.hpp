#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/base/source_location.hpp"
#include "sim/base/unit.hpp"
#include "sim/base/value_type.hpp"

namespace lanescope::engine {

inline constexpr std::uint32_t kNone = 0xffffffff;

// What an instruction does with a register. Address and Guard are read.
enum class Role : std::uint8_t { Read, Write, Address, Guard };
struct Operand {
  std::uint32_t reg = 0;  // index into Program::registers
  Role role = Role::Read;
};

// What views need to know of one decoded instruction.
struct InstructionInfo {
  std::uint32_t function = 0;      // those of one function share names of registers
  std::uint32_t location = kNone;  // innermost, index into Program::locations
  // 1-based place in the text that was decoded: PTX, or a listing of machine code.
  std::uint32_t line = 0, column = 0;
  Unit unit = Unit::System;
  bool ends_path = false;       // unconditional branch, ret, exit, trap
  std::uint32_t about = kNone;  // the one register that it makes or stores, into Program::registers
  std::vector<Operand> operands;  // registers only, in the order of the text; the guard first

  [[nodiscard]] bool is_barrier() const { return unit == Unit::Barrier; }
  [[nodiscard]] bool is_memory() const { return unit == Unit::Memory || unit == Unit::Atomic; }
};

// Registers of one kind: PTX has virtual ones only, machine code has R, UR, P, UP and B.
struct RegisterFile {
  std::string name;
  bool uniform = false;  // one value for the whole warp
};

struct RegisterInfo {
  std::string name;  // "%r17"
  ValueType type = ValueType::B32;
  std::uint32_t function = 0;  // of InstructionInfo
  std::uint32_t file = 0;      // index into Program::register_files
  // Live pcs, half-open intervals, sorted: outside them the place may hold another register.
  std::vector<std::pair<Pc, Pc>> live;
  [[nodiscard]] bool live_at(Pc pc) const;
};

struct ParameterInfo {
  std::string name;
  ValueType type = ValueType::B8;  // as declared; B8 with size > 1 for structs
  std::uint32_t offset = 0;        // in the kernel's parameter block
  std::uint32_t size = 0;
  std::uint32_t alignment = 1;
};

// A __shared__ variable of the kernel (or of a function it calls), or its dynamic shared array.
struct SharedVariable {
  std::string name;                // as in PTX (mangled for statics inside functions)
  std::string display_name;        // "s", as in the source as far as the mangling tells
  ValueType type = ValueType::B8;  // element type as PTX tells it; often B8 or B32
  std::uint32_t offset = 0;
  std::uint32_t size = 0;  // 0 for the dynamic array: it reaches to the end
};

// Threads a block, and blocks a cluster, that the kernel is compiled for.
struct LaunchBounds {
  std::uint64_t threads = 0;  // 0: any number
  bool exactly = false;       // not fewer either
  Dim3 cluster{0, 0, 0};      // x is 0: a launch may name any
};

// A kernel made ready to run: what it calls decoded with it into one code space. Immutable. The
// engine that decoded it knows more; views, replay, analyses and reports need no more than this.
class Program {
 public:
  virtual ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  [[nodiscard]] std::uint32_t size() const {
    return static_cast<std::uint32_t>(instructions_.size());
  }
  // Of a pc below size().
  [[nodiscard]] const InstructionInfo& at(Pc pc) const { return instructions_[pc.value]; }
  // "ld.shared.f32 %f2, [%r19]".
  [[nodiscard]] virtual std::string text_at(Pc pc) const = 0;

  // SourceLocation::file and ::inlined_at index these.
  [[nodiscard]] std::span<const std::string> files() const { return files_; }
  [[nodiscard]] std::span<const SourceLocation> locations() const { return locations_; }
  // Innermost source location; line 0 when there is none.
  [[nodiscard]] SourceLocation location_at(Pc pc) const;

  [[nodiscard]] const std::vector<RegisterFile>& register_files() const { return register_files_; }
  [[nodiscard]] const std::vector<RegisterInfo>& registers() const { return registers_; }
  [[nodiscard]] const std::vector<ParameterInfo>& parameters() const { return parameters_; }
  [[nodiscard]] const std::vector<SharedVariable>& shared_variables() const {
    return shared_variables_;
  }
  // Bytes of the parameter block; of shared memory a block, before the dynamic part; and of local
  // memory a thread, for the kernel and the deepest of its calls.
  [[nodiscard]] std::uint32_t parameter_bytes() const { return parameter_bytes_; }
  [[nodiscard]] std::uint32_t static_shared_bytes() const { return static_shared_bytes_; }
  [[nodiscard]] std::uint32_t local_bytes() const { return local_bytes_; }
  [[nodiscard]] LaunchBounds launch_bounds() const { return launch_bounds_; }

 protected:
  Program();
  std::string kernel_;
  std::vector<InstructionInfo> instructions_;
  std::span<const std::string> files_;  // of what the program keeps alive
  std::span<const SourceLocation> locations_;
  std::vector<RegisterFile> register_files_;
  std::vector<RegisterInfo> registers_;
  std::vector<ParameterInfo> parameters_;
  std::vector<SharedVariable> shared_variables_;
  std::uint32_t parameter_bytes_ = 0;
  std::uint32_t static_shared_bytes_ = 0;
  std::uint32_t local_bytes_ = 0;
  LaunchBounds launch_bounds_;
};

}  // namespace lanescope::engine
