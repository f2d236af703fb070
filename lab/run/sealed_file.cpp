#include "lab/run/sealed_file.hpp"

#include <cstring>

#include <fmt/format.h>

#include "ports/images/archive.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::run {
namespace {

constexpr std::size_t kHeadBytes = sizeof(SealedKind::magic) + 3 * 8;

}  // namespace

bool is_sealed(std::span<const std::byte> bytes, const SealedKind& kind) {
  return bytes.size() >= kind.magic.size() &&
         std::memcmp(bytes.data(), kind.magic.data(), kind.magic.size()) == 0;
}

Error damaged(const SealedKind& kind, const std::string& name, const std::string& what) {
  return bad_input(
      fmt::format("the {} {} is damaged: {}; {}", kind.verb, kind.noun, what, kind.remedy), name);
}

std::vector<std::byte> seal(std::span<const std::byte> content, const SealedKind& kind) {
  ports::images::ByteWriter head;
  head.number(kind.version);
  head.number(content.size());
  head.number(fnv1a64(content));
  std::vector<std::byte> file;
  file.reserve(kHeadBytes + content.size());
  for (const unsigned char sign : kind.magic) file.push_back(static_cast<std::byte>(sign));
  file.insert(file.end(), head.data().begin(), head.data().end());
  file.insert(file.end(), content.begin(), content.end());
  return file;
}

Result<std::span<const std::byte>> content_of(std::span<const std::byte> bytes,
                                              const SealedKind& kind, const std::string& name) {
  if (!is_sealed(bytes, kind))
    return bad_input(fmt::format("this is no {} {} of Lanescope", kind.verb, kind.noun), name);
  if (bytes.size() < kHeadBytes)
    return damaged(kind, name, fmt::format("it ends after {} bytes, in its head", bytes.size()));
  ports::images::ByteReader head(bytes.subspan(kind.magic.size(), kHeadBytes - kind.magic.size()));
  const std::uint64_t version = head.number();
  if (version > kind.version) {
    return bad_input(fmt::format("the {} was {} by a newer Lanescope (version {} of the file, "
                                 "and this one reads {}): update Lanescope",
                                 kind.noun, kind.verb, version, kind.version),
                     name);
  }
  if (version != kind.version)
    return damaged(kind, name, fmt::format("its version is {}", version));
  const std::uint64_t length = head.number();
  const std::uint64_t checksum = head.number();
  const auto content = bytes.subspan(kHeadBytes);
  if (content.size() != length) {
    return damaged(
        kind, name,
        fmt::format("it should have {} bytes after its head and has {}", length, content.size()));
  }
  if (fnv1a64(content) != checksum) return damaged(kind, name, "its checksum is wrong");
  return content;
}

}  // namespace lanescope::run
