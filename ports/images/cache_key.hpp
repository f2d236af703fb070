#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ports/toolchain/compile_types.hpp"

namespace lanescope::ports::images {

// Everything that decides what a compile gives, as text: the request, the text of all local headers
// that it can include (looked up anew each time, so that a changed header changes the key), and the
// compiler's identity. Nothing when an #include cannot be followed (`#include MACRO`).
//
// Headers are found by scanning, conditions are not evaluated: a header that is never really
// included costs at most a needless compile. Headers that are in none of the user's folders are
// CUDA's and go by the compiler's identity.
struct CacheKey {
  std::string material;
  std::string digest;  // 32 hexadecimal digits of it, the entry's file name
};

enum class KeyScope {
  Machine,   // with the folders of headers, which stand in `.file` lines
  Portable,  // without: for caches that are built on one machine and read on another
};

[[nodiscard]] std::optional<CacheKey> cache_key(const toolchain::CompileRequest& request,
                                                std::string_view compiler_identity, KeyScope scope);

}  // namespace lanescope::ports::images
