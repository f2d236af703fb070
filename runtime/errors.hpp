#pragma once

namespace lanescope::runtime {

// Of a cudaError_t: "cudaErrorInvalidValue" and "invalid argument"; "unrecognized error code" both.
[[nodiscard]] const char* error_name(int error);
[[nodiscard]] const char* error_words(int error);

}  // namespace lanescope::runtime
