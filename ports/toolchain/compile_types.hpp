#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/base/result.hpp"

// What goes into a compile and what comes out of it: plain values, no CUDA types.
namespace lanescope::ports::toolchain {

struct CompileRequest {
  std::string source;
  // Stands in messages, in `.loc` lines and in __FILE__, as given. When it names a real file, that
  // file's folder is searched for `#include "…"` first.
  std::string file_name;
  std::string arch = "sm_90";
  std::vector<std::string> defines;       // "NAME" or "NAME=VALUE"
  std::vector<std::string> include_dirs;  // the user's; CUDA's own are added
  // Kernels wanted, as the user wrote them: plain names, mangled names or C++ name expressions such
  // as "reduce<256>". Templates are instantiated from these. Empty: whatever the file instantiates.
  std::vector<std::string> kernels;
  bool is_ptx = false;  // `source` is PTX text, which only needs its cubin
  // Whether a cubin is made, from which the registers are known. The model runs without, and large
  // files take minutes to assemble.
  bool machine_code = true;
};

struct Diagnostic {
  enum class Severity { Note, Warning, Error };
  std::string file;
  int line = 0;    // from 1; 0 unknown
  int column = 1;  // from 1; NVRTC names none, so 1
  Severity severity = Severity::Error;
  std::string message;

  [[nodiscard]] std::string place() const;  // "file:line:column", as much of it as is known
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

// Read out of the cubin.
struct KernelResources {
  int registers_per_thread = 0;
  int static_shared_bytes = 0;  // as declared, without what the system reserves
  int local_bytes = 0;          // a thread's frame: local arrays and spills
  int constant_bytes = 0;       // constant bank 0: launch parameters and what precedes them
  int barriers = 0;             // of a block; 16 where a number is in a register
  friend bool operator==(const KernelResources&, const KernelResources&) = default;
};

struct KernelImage {
  std::string mangled;                       // "_Z6reduceILi256EEvPfi", the PTX entry's name
  std::string display_name;                  // "reduce<256>(float*, int)"
  std::string plain_name;                    // "reduce"; with its namespace: "ns::reduce"
  std::optional<KernelResources> resources;  // none without a cubin
  friend bool operator==(const KernelImage&, const KernelImage&) = default;
};

struct Compiled {
  std::string ptx;
  std::vector<std::byte> cubin;  // empty when a PTX file found neither ptxas nor nvJitLink
  std::string compiler;          // "NVRTC 13.0.88", "nvcc 13.0.88", "ptxas 13.0.88", ...
  std::vector<KernelImage> kernels;
  std::map<std::string, std::string> lowered_names;  // a wanted name → the mangled one
  std::vector<Diagnostic> warnings;
  bool from_cache = false;
  bool is_assembled = true;  // false: no cubin was asked for (CompileRequest::machine_code)
  friend bool operator==(const Compiled&, const Compiled&) = default;
};

// error.code: BadInput when the source is at fault or the compiler failed on it, Missing when
// something has to be installed first; error.message then holds the remedy. `diagnostics` are all
// errors and warnings of the compiler in their order; error.place and error.message repeat the
// first error. Also `error` when the compile was cancelled, timed out or its process died.
struct CompileFailure {
  Error error;
  std::vector<Diagnostic> diagnostics;
  std::string log;  // the compiler's own text
};

class [[nodiscard]] CompileResult {
 public:
  CompileResult(Compiled compiled) : state_(std::move(compiled)) {}                 // NOLINT
  CompileResult(CompileFailure failure) : state_(std::move(failure)) {}             // NOLINT
  CompileResult(Error error) : state_(CompileFailure{std::move(error), {}, {}}) {}  // NOLINT

  [[nodiscard]] bool ok() const { return std::holds_alternative<Compiled>(state_); }
  explicit operator bool() const { return ok(); }
  [[nodiscard]] Compiled& value() & { return std::get<Compiled>(state_); }
  [[nodiscard]] const Compiled& value() const& { return std::get<Compiled>(state_); }
  [[nodiscard]] Compiled&& value() && { return std::get<Compiled>(std::move(state_)); }
  [[nodiscard]] const Compiled* operator->() const { return &value(); }
  [[nodiscard]] const CompileFailure& failure() const { return std::get<CompileFailure>(state_); }
  [[nodiscard]] const Error& error() const { return failure().error; }

 private:
  std::variant<Compiled, CompileFailure> state_;
};

// The kernel that the user means by `name`: a plain name, a mangled one, a display name with or
// without its parameters, or an expression that was in the request. A wrong or ambiguous name gives
// BadInput with the list of kernels.
[[nodiscard]] Result<const KernelImage*> find_kernel(const Compiled& compiled,
                                                     const std::string& name);

}  // namespace lanescope::ports::toolchain
