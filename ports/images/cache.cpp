#include "ports/images/cache.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ports/images/archive.hpp"
#include "ports/images/compiled_bytes.hpp"
#include "ports/images/files.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::ports::images {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kEntryMagic = 0x314b43454e414cULL;
constexpr std::uint64_t kLayoutVersion = 1;
constexpr const char* kExtension = ".kernels";
constexpr const char* kManifest = "manifest";
// The folder is looked through once in so many stores.
constexpr int kStoresBetweenShrinks = 32;

// Writes aside and renames, so that no reader ever sees half of it.
bool write_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) return false;
  std::string aside = path.string() + ".XXXXXX";
  const int fd = mkstemp(aside.data());
  if (fd < 0) return false;
  bool whole = fchmod(fd, 0644) == 0;
  while (whole && !bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    whole = written > 0;
    if (whole) bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  whole = close(fd) == 0 && whole;
  if (whole) fs::rename(aside, path, error);
  if (whole && !error) return true;
  fs::remove(aside, error);
  return false;
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::optional<toolchain::Compiled> decode(const std::string& text, const std::string& material) {
  ByteReader in(std::as_bytes(std::span(text)));
  if (in.number() != kEntryMagic || in.number() != kLayoutVersion) return std::nullopt;
  const std::uint64_t checksum = in.number();
  const auto payload = in.bytes();
  if (!in.at_end() || fnv1a64(payload) != checksum) return std::nullopt;
  ByteReader body(payload);
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
  const auto text = read_file(path);
  if (!text) return std::nullopt;
  auto compiled = decode(*text, key.material);
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
  ByteWriter entry;
  entry.number(kEntryMagic);
  entry.number(kLayoutVersion);
  entry.number(fnv1a64(body.data()));
  entry.bytes(body.data());
  const bool kept = write_atomically(path_of(key), entry.data());
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
  const auto key = cache_key(request, nvrtc_identity_, KeyScope::Portable);
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
