#include "lab/experiment/file.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <sys/stat.h>

namespace lanescope::experiment {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

Error because(const std::string& path, std::string_view verb, int reason) {
  return bad_input("cannot be " + std::string(verb) + ": " + std::strerror(reason), path);
}

// Pipes and devices do not tell their length, and some never end.
constexpr std::size_t kMostOfAStream = std::size_t{256} << 20U;

}  // namespace

Result<std::vector<std::byte>> read_file(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return because(path, "read", errno);
  if (S_ISDIR(info.st_mode)) return because(path, "read", EISDIR);
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) return because(path, "read", errno);
  std::vector<std::byte> bytes;
  const bool stream = !S_ISREG(info.st_mode);
  if (!stream) bytes.reserve(static_cast<std::size_t>(info.st_size));
  std::array<std::byte, 65536> chunk{};
  std::size_t got = 0;
  while ((got = std::fread(chunk.data(), 1, chunk.size(), file.get())) > 0) {
    bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + static_cast<std::ptrdiff_t>(got));
    if (stream && bytes.size() > kMostOfAStream)
      return bad_input("cannot be read: it does not end within 256 MiB", path);
  }
  if (std::ferror(file.get()) != 0) return because(path, "read", errno);
  return bytes;
}

Result<std::string> read_text(const std::string& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.error();
  return std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size());
}

Result<void> write_file(const std::string& path, std::span<const std::byte> bytes) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) return because(path, "written", errno);
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
  const int reason = errno;
  if (!whole) return because(path, "written", reason);
  if (std::fclose(file.release()) != 0) return because(path, "written", errno);
  return {};
}

Result<void> write_text(const std::string& path, std::string_view text) {
  return write_file(path, std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace lanescope::experiment
