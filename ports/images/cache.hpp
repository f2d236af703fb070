#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ports/images/cache_key.hpp"
#include "ports/toolchain/compile_types.hpp"

namespace lanescope::ports::images {

// $LANESCOPE_CACHE, else $XDG_CACHE_HOME/lanescope, else ~/.cache/lanescope; empty without a home.
[[nodiscard]] std::string default_cache_dir();

// Compiled kernels on disk, one file each:
//
//   key material · Compiled      (sealed_file.hpp)
//
// A damaged, foreign or unreadable entry is no entry; a folder that cannot be written keeps
// nothing. Several processes may share one.
class DiskCache {
 public:
  // Beyond `max_bytes` (0: unlimited), the entries that were not used for longest are removed.
  DiskCache(std::string folder, std::uint64_t max_bytes)
      : folder_(std::move(folder)), max_bytes_(max_bytes) {}

  [[nodiscard]] std::optional<toolchain::Compiled> find(const CacheKey& key) const;
  // Whether the entry was kept.
  bool store(const CacheKey& key, const toolchain::Compiled& compiled);

 private:
  [[nodiscard]] std::string path_of(const CacheKey& key) const;
  void shrink() const;

  std::string folder_;
  std::uint64_t max_bytes_;
  int stores_ = 0;
};

// A cache that was filled at build time. Its manifest says which NVRTC filled it: with another one
// present that one compiles; with none present the entries serve as they are.
class ShippedCache {
 public:
  explicit ShippedCache(const std::string& folder);
  // It has a manifest.
  [[nodiscard]] bool is_there() const { return !nvrtc_identity_.empty(); }
  // `nvrtc_identity` is empty when there is no NVRTC.
  [[nodiscard]] std::optional<toolchain::Compiled> find(const toolchain::CompileRequest& request,
                                                        const std::string& nvrtc_identity) const;
  // Writes the manifest and the entry.
  [[nodiscard]] static Result<void> store(const std::string& folder,
                                          const toolchain::CompileRequest& request,
                                          const toolchain::Compiled& compiled,
                                          const std::string& nvrtc_identity);

 private:
  std::string folder_;
  std::string nvrtc_identity_;
};

}  // namespace lanescope::ports::images
