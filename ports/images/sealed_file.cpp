#include "ports/images/sealed_file.hpp"

#include <cstdlib>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "ports/images/archive.hpp"
#include "ports/images/files.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::ports::images {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLayoutVersion = 1;

}  // namespace

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

bool write_sealed(const fs::path& path, std::uint64_t magic, std::span<const std::byte> payload) {
  ByteWriter out;
  out.number(magic);
  out.number(kLayoutVersion);
  out.number(fnv1a64(payload));
  out.bytes(payload);
  return write_atomically(path, out.data());
}

std::optional<std::string> read_sealed(const fs::path& path, std::uint64_t magic) {
  const auto text = read_file(path);
  if (!text) return std::nullopt;
  ByteReader in(std::as_bytes(std::span(*text)));
  if (in.number() != magic || in.number() != kLayoutVersion) return std::nullopt;
  const std::uint64_t checksum = in.number();
  const auto payload = in.bytes();
  if (!in.at_end() || fnv1a64(payload) != checksum) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(payload.data()), payload.size());
}

}  // namespace lanescope::ports::images
