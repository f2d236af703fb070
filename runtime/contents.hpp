#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/log.hpp"

namespace lanescope::runtime {

// What arrays held, in a file beside the record: pieces one after the other, each behind its length
// (64 bits, little endian), and none twice, so that many launches of the same arrays cost little.
// Used by the device's thread alone.
class Contents {
 public:
  // Empty: nothing is kept.
  explicit Contents(const std::string& file);
  Contents(const Contents&) = delete;
  Contents& operator=(const Contents&) = delete;
  ~Contents();

  // False, too, once the file could not be written.
  [[nodiscard]] bool wanted() const { return file_ >= 0; }
  // The number of a record::Content; a new one goes into the record.
  [[nodiscard]] std::uint32_t keep(std::span<const std::byte> bytes, Log& log);

 private:
  struct Digest {
    std::uint64_t first = 0, second = 0;
    friend bool operator==(const Digest&, const Digest&) = default;
  };
  struct Hash {
    std::size_t operator()(const Digest& digest) const { return digest.first; }
  };
  [[nodiscard]] static Digest digest_of(std::span<const std::byte> bytes);
  [[nodiscard]] std::uint64_t keep_chunk(std::span<const std::byte> bytes, Log& log);

  int file_ = -1;
  std::unordered_map<Digest, std::uint64_t, Hash> chunks_;
  std::map<std::pair<std::uint64_t, std::vector<std::uint64_t>>, std::uint32_t> contents_;
};

}  // namespace lanescope::runtime
