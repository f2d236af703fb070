#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "lab/experiment/experiment.hpp"
#include "ports/toolchain/compiler.hpp"
#include "sim/analysis/occupancy.hpp"
#include "sim/engine/plan.hpp"

namespace lanescope::run {

// A buffer of an experiment as the plan has it: index into engine::Plan::buffers.
struct PlannedBuffer {
  std::string name;
  experiment::ElementType type = experiment::ElementType::F32;
  std::uint64_t count = 0;
  std::uint32_t plan_index = 0;
  bool is_symbol = false;  // then `name` is read through Execution::symbol
};

// Compiled, decoded and laid out: ready to run. Immutable.
struct Prepared {
  experiment::Experiment experiment;
  std::shared_ptr<const ports::toolchain::Compiled> compiled;
  std::shared_ptr<const engine::Plan> plan;
  std::vector<PlannedBuffer> buffers;
  std::vector<analysis::Occupancy> occupancy;  // by launch; empty while the registers are unknown
};

// Compile errors (all of them, with places), or one Error. Error::code is the exit status: BadInput
// for the user's source and arguments, Missing for a compiler that is not there.
struct PrepareFailure {
  Error error;
  std::vector<ports::toolchain::Diagnostic> diagnostics;
};
using PrepareResult = std::variant<std::shared_ptr<const Prepared>, PrepareFailure>;
// What is wanted of the compiler: PTX is enough to run; with machine code come registers and
// occupancy.
enum class Need { MachineCode, Ptx };
[[nodiscard]] PrepareResult prepare(const experiment::Experiment& experiment,
                                    ports::toolchain::Compiler& compiler,
                                    Need need = Need::MachineCode);
// The same with an image compiled already (parameters changed, source did not): no compiler, fast.
[[nodiscard]] PrepareResult prepare(const experiment::Experiment& experiment,
                                    std::shared_ptr<const ports::toolchain::Compiled> compiled);

// The same, with what is told by the machine code that was made later; of kernels that it has not,
// nothing is.
[[nodiscard]] std::shared_ptr<const Prepared> with_machine_code(
    const Prepared& prepared, ports::toolchain::Compiled assembled);

// What the compiler is asked for: the same for a run and for the assets that the build compiles
// ahead.
[[nodiscard]] ports::toolchain::CompileRequest compile_request(
    const experiment::Experiment& experiment, Need need = Need::MachineCode);

// Whether both are compiled from the same; what is needed of it may differ. What decides whether
// the last image can be used again.
[[nodiscard]] bool same_image(const ports::toolchain::CompileRequest& a,
                              const ports::toolchain::CompileRequest& b);

// What can be said before the compiler is asked: an unknown architecture, PTX that is not PTX (our
// own reader names line and column, and all errors at once).
[[nodiscard]] std::optional<PrepareFailure> check_before_compile(
    const experiment::Experiment& experiment);

// As prepare() with a compiled image, taking decoded programs and filled buffers from `previous`
// where they are the same. `previous` may be null.
[[nodiscard]] PrepareResult prepare_again(
    const experiment::Experiment& experiment,
    std::shared_ptr<const ports::toolchain::Compiled> compiled, const Prepared* previous);

// The same with the launches of a run of it, those that kernels launched among them.
[[nodiscard]] std::shared_ptr<const Prepared> with_launches(const Prepared& prepared,
                                                            std::vector<engine::Launch> launches);
// Which of the experiment's launches one of the plan's is; none: a kernel launched it.
[[nodiscard]] std::optional<std::size_t> given_launch(const Prepared& prepared, std::size_t launch);

// The kernel as reports name it: as the user wrote it, or plain where that was mangled or left out.
[[nodiscard]] std::string kernel_label(const Prepared& prepared, std::size_t launch);
// The image of a launch's kernel; null when the compiler's list has it not.
[[nodiscard]] const ports::toolchain::KernelImage* kernel_image(const Prepared& prepared,
                                                                std::size_t launch);

}  // namespace lanescope::run
