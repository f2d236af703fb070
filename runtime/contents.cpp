#include "runtime/contents.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include "sim/base/hash.hpp"

namespace lanescope::runtime {
namespace {

bool write_bytes(int file, const void* data, std::size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = ::write(file, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

Contents::Contents(const std::string& file) {
  if (!file.empty()) file_ = ::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

Contents::~Contents() {
  if (file_ >= 0) ::close(file_);
}

// Two sums of different multipliers, word by word: 128 bits, as fast as memory is read.
Contents::Digest Contents::digest_of(std::span<const std::byte> bytes) {
  std::uint64_t first = bytes.size(), second = ~first;
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t part = std::min(bytes.size(), sizeof word);
    std::memcpy(&word, bytes.data(), part);
    bytes = bytes.subspan(part);
    first = std::rotl((first ^ word) * 0x9E3779B97F4A7C15ULL, 29);
    second = std::rotl((second + word) * 0xC2B2AE3D27D4EB4FULL, 31);
  }
  return {mix(first), mix(second)};
}

std::uint64_t Contents::keep_chunk(std::span<const std::byte> bytes, Log& log) {
  const auto [at, is_new] = chunks_.try_emplace(digest_of(bytes), chunks_.size());
  if (!is_new || file_ < 0) return at->second;
  const std::uint64_t size = bytes.size();
  if (!write_bytes(file_, &size, sizeof size) || !write_bytes(file_, bytes.data(), bytes.size())) {
    log.say({}, "what launches read can't be kept any more: the disk has no room");
    ::close(std::exchange(file_, -1));
  }
  return at->second;
}

std::uint32_t Contents::keep(std::span<const std::byte> bytes, Log& log) {
  record::Content content;
  content.bytes = bytes.size();
  for (std::size_t at = 0; at < bytes.size(); at += record::kContentChunk)
    content.chunks.push_back(keep_chunk(
        bytes.subspan(at, std::min<std::size_t>(record::kContentChunk, bytes.size() - at)), log));
  content.id = static_cast<std::uint32_t>(contents_.size());
  const auto [at, is_new] =
      contents_.try_emplace(std::pair(content.bytes, content.chunks), content.id);
  if (is_new) log.add(content);
  return at->second;
}

}  // namespace lanescope::runtime
