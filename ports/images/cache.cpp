#include "ports/images/cache.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "ports/images/archive.hpp"
#include "ports/images/compiled_bytes.hpp"
#include "ports/images/files.hpp"
#include "ports/images/sealed_file.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::ports::images {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kEntryMagic = 0x314b43454e414cULL;
constexpr const char* kExtension = ".kernels";
constexpr const char* kManifest = "manifest";
// The folder is looked through once in so many stores.
constexpr int kStoresBetweenShrinks = 32;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::optional<toolchain::Compiled> decode(const std::string& payload, const std::string& material) {
  ByteReader body(std::as_bytes(std::span(payload)));
  if (body.text() != material) return std::nullopt;
  toolchain::Compiled compiled = read_compiled(body);
  if (!body.at_end()) return std::nullopt;
  compiled.from_cache = true;
  return compiled;
}

}  // namespace

std::string default_cache_dir() {
  if (std::string own = environment("LANESCOPE_CACHE"); !own.empty()) return own;
  if (const std::string xdg = environment("XDG_CACHE_HOME"); !xdg.empty()) {
    return xdg + "/lanescope";
  }
  const std::string home = environment("HOME");
  return home.empty() ? std::string() : home + "/.cache/lanescope";
}

std::string DiskCache::path_of(const CacheKey& key) const {
  return (fs::path(folder_) / key.digest.substr(0, 2) / (key.digest.substr(2) + kExtension))
      .string();
}

std::optional<toolchain::Compiled> DiskCache::find(const CacheKey& key) const {
  if (folder_.empty()) return std::nullopt;
  const std::string path = path_of(key);
  const auto payload = read_sealed(path, kEntryMagic);
  if (!payload) return std::nullopt;
  auto compiled = decode(*payload, key.material);
  if (compiled && max_bytes_ > 0) {
    // Its time is when it was last of use.
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
  }
  return compiled;
}

bool DiskCache::store(const CacheKey& key, const toolchain::Compiled& compiled) {
  if (folder_.empty()) return false;
  ByteWriter body;
  body.text(key.material);
  write(body, compiled);
  const bool kept = write_sealed(path_of(key), kEntryMagic, body.data());
  if (kept && max_bytes_ > 0 && stores_++ % kStoresBetweenShrinks == 0) shrink();
  return kept;
}

void DiskCache::shrink() const {
  struct Entry {
    fs::path path;
    fs::file_time_type time;
    std::uintmax_t size;
  };
  std::vector<Entry> entries;
  std::uintmax_t total = 0;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder_, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code gone;
    if (!at->is_regular_file(gone) || at->path().extension() != kExtension) continue;
    const Entry entry{at->path(), at->last_write_time(gone), at->file_size(gone)};
    if (gone) continue;
    total += entry.size;
    entries.push_back(entry);
  }
  if (total <= max_bytes_) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.time < b.time; });
  // A tenth of room, so that the next store does not have to do this again.
  const std::uintmax_t goal = max_bytes_ - max_bytes_ / 10;
  for (const Entry& entry : entries) {
    if (total <= goal) break;
    if (fs::remove(entry.path, error)) total -= entry.size;
  }
}

ShippedCache::ShippedCache(const std::string& folder) : folder_(folder) {
  std::string text = read_file(fs::path(folder) / kManifest).value_or(std::string());
  nvrtc_identity_ = text.substr(0, text.find('\n'));
}

std::optional<toolchain::Compiled> ShippedCache::find(const toolchain::CompileRequest& request,
                                                      const std::string& nvrtc_identity) const {
  if (!is_there()) return std::nullopt;
  if (!nvrtc_identity.empty() && nvrtc_identity != nvrtc_identity_) return std::nullopt;
  toolchain::CompileRequest whole = request;  // all of them come with their machine code
  whole.machine_code = true;
  const auto key = cache_key(whole, nvrtc_identity_, KeyScope::Portable);
  return key ? DiskCache(folder_, 0).find(*key) : std::nullopt;
}

Result<void> ShippedCache::store(const std::string& folder,
                                 const toolchain::CompileRequest& request,
                                 const toolchain::Compiled& compiled,
                                 const std::string& nvrtc_identity) {
  const auto key = cache_key(request, nvrtc_identity, KeyScope::Portable);
  if (!key) return bad_input("an #include of it cannot be followed", request.file_name);
  const std::string manifest = fmt::format("{}\n{}\n", nvrtc_identity, compiled.compiler);
  if (!write_atomically(fs::path(folder) / kManifest, std::as_bytes(std::span(manifest))) ||
      !DiskCache(folder, 0).store(*key, compiled)) {
    return bad_input("this folder of compiled kernels cannot be written", folder);
  }
  return {};
}

}  // namespace lanescope::ports::images
