#pragma once

#include <memory>
#include <optional>

#include "lab/run/run.hpp"

namespace lanescope::lab {

// What the compiler is asked for: the same for a run and for the assets that the build compiles
// ahead.
[[nodiscard]] cuda::CompileRequest compile_request(const Experiment& experiment);

// What decides whether the last image can be used again.
[[nodiscard]] bool same_image(const cuda::CompileRequest& a, const cuda::CompileRequest& b);

// What can be said before the compiler is asked: an unknown architecture, PTX that is not PTX (our
// own reader names line and column, and all errors at once).
[[nodiscard]] std::optional<PrepareFailure> check_before_compile(const Experiment& experiment);

// As prepare() with a compiled image, taking decoded programs and filled buffers from `previous`
// where they are the same. `previous` may be null.
[[nodiscard]] PrepareResult prepare_again(const Experiment& experiment,
                                          std::shared_ptr<const cuda::Compiled> compiled,
                                          const Prepared* previous);

// The kernel as reports name it: as the user wrote it, or plain where that was mangled or left out.
[[nodiscard]] std::string kernel_label(const Prepared& prepared, std::size_t launch);
// The image of a launch's kernel; null when the compiler's list has it not.
[[nodiscard]] const cuda::KernelImage* kernel_image(const Prepared& prepared, std::size_t launch);

}  // namespace lanescope::lab
