#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/base/ids.hpp"
#include "sim/trace/bytes.hpp"
#include "sim/trace/pattern.hpp"

namespace lanescope::trace {

// Addresses of one request in few bytes. With a[i] the address of the i-th active lane:
//
//   affine  a[i] = base + i * stride
//   tile    a[i] = base + (i / row) * pitch + (i % row) * stride
//   packed  a[i] = base + number[i] << shift, all numbers in the same number of bits
//
// The exact layout stands in FORMAT.md.
struct RecordHead {
  std::uint8_t kind = 0;            // the first byte
  std::uint32_t shape = 0;          // index of the AccessShape
  [[nodiscard]] bool more() const;  // another request of the same step follows
};
// Set in a record's first byte once another one of the same step follows.
inline constexpr std::uint8_t kMoreFollow = 4;

// `lanes` must not be 0; addresses[lane] is read for its lanes. The pattern, unless it is packed.
std::optional<Pattern> encode(std::uint32_t shape, const std::uint64_t* addresses, LaneMask lanes,
                              std::vector<std::uint8_t>& out);

// The first part of a record: enough to know the lanes. Then the addresses; those of other lanes
// are left alone. False: the bytes are no such record.
[[nodiscard]] RecordHead decode_head(ByteReader& in);
[[nodiscard]] bool decode_addresses(ByteReader& in, const RecordHead& head, LaneMask lanes,
                                    std::span<std::uint64_t, kMaxWarpSize> addresses);

}  // namespace lanescope::trace
