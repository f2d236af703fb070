#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <zstd.h>

// A fat binary as nvcc 13.0 writes it (read off its output by readelf), made by hand.
namespace lanescope::runtime::test {

enum class Packing : std::uint8_t { Plain, Zstd, Lz4 };

inline void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
  std::memcpy(bytes.data() + at, &value, size);
}

inline std::string image(std::uint16_t kind, std::uint32_t sm, std::string_view content,
                         Packing packing = Packing::Plain) {
  std::string payload(content);
  std::uint64_t flags = 0x11, compressed = 0;
  if (packing == Packing::Zstd) {
    payload.resize(ZSTD_compressBound(content.size()));
    payload.resize(
        ZSTD_compress(payload.data(), payload.size(), content.data(), content.size(), 3));
    compressed = payload.size();
    flags |= 0x8000;
  }
  if (packing == Packing::Lz4) flags |= 0x2000;
  payload.resize((payload.size() + 8) / 8 * 8);
  constexpr std::uint32_t kHeader = 80;
  std::string header(kHeader, '\0');
  put(header, 0, kind, 2);
  put(header, 2, 0x0101, 2);
  put(header, 4, kHeader, 4);
  put(header, 8, payload.size(), 8);
  put(header, 16, compressed, 4);
  put(header, 20, 64, 4);
  put(header, 26, 9, 2);
  put(header, 28, sm, 4);
  put(header, 40, flags, 8);
  put(header, 56, compressed == 0 ? 0 : content.size(), 8);
  return header + payload;
}

inline std::string container(std::string_view images) {
  std::string header(16, '\0');
  put(header, 0, 0xba55ed50, 4);
  put(header, 4, 1, 2);
  put(header, 6, 16, 2);
  put(header, 8, images.size(), 8);
  return header + std::string(images);
}

}  // namespace lanescope::runtime::test
