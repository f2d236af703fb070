#include "runtime/fatbin.hpp"

#include <array>
#include <bit>
#include <cstring>

#include <fmt/format.h>
#include <zstd.h>

namespace lanescope::runtime {
namespace {

constexpr std::size_t kContainerHeader = 16;
constexpr std::size_t kImageHeader = 64;  // at least; what stands behind are options
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
constexpr std::uint16_t kPtx = 1, kMachineCode = 2;
constexpr std::uint64_t kLz4 = 0x2000, kZstd = 0x8000;  // bits of an image's flags

template <typename T>
T read(std::span<const std::byte> bytes, std::size_t at) {
  T value{};
  if (at + sizeof(T) <= bytes.size()) std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

struct Image {
  std::uint16_t kind = 0;
  std::uint32_t header = 0, sm = 0;
  std::uint64_t padded = 0, compressed = 0, flags = 0, plain = 0;  // sizes in bytes
};

Image image_at(std::span<const std::byte> bytes) {
  Image image;
  image.kind = read<std::uint16_t>(bytes, 0);
  image.header = read<std::uint32_t>(bytes, 4);
  image.padded = read<std::uint64_t>(bytes, 8);
  image.compressed = read<std::uint32_t>(bytes, 16);
  image.sm = read<std::uint32_t>(bytes, 28);
  image.flags = read<std::uint64_t>(bytes, 40);
  image.plain = read<std::uint64_t>(bytes, 56);
  return image;
}

// Empty: it can't be read.
std::string decompress(const Image& image, std::span<const std::byte> payload) {
  const std::size_t size = image.compressed == 0
                               ? ZSTD_findFrameCompressedSize(payload.data(), payload.size())
                               : static_cast<std::size_t>(image.compressed);
  if (ZSTD_isError(size) != 0 || size > payload.size() || image.plain > kMostBytes) return {};
  // The frame says how much is in it, too: nothing is set aside for what is not there.
  if (ZSTD_getFrameContentSize(payload.data(), size) != image.plain) return {};
  std::string text(image.plain, '\0');
  const std::size_t got = ZSTD_decompress(text.data(), text.size(), payload.data(), size);
  if (ZSTD_isError(got) != 0) return {};
  text.resize(got);
  return text;
}

// What the image holds. Empty: it can't be read.
std::string contents(const Image& image, std::span<const std::byte> payload) {
  if ((image.flags & kLz4) != 0) return {};
  if ((image.flags & kZstd) != 0) return decompress(image, payload);
  return {reinterpret_cast<const char*>(payload.data()), payload.size()};
}

void add_ptx(const Image& image, std::span<const std::byte> payload, FatBinary& fat) {
  std::string text = contents(image, payload);
  text.resize(text.find_last_not_of('\0') + 1);
  if (text.find(".version") != std::string::npos) {
    fat.ptx.push_back({image.sm, std::move(text)});
  } else if ((image.flags & kLz4) != 0) {
    fat.problems.push_back(fmt::format(
        "the PTX of compute_{} is compressed by LZ4, which is not read; build with nvcc 13",
        image.sm));
  } else {
    fat.problems.push_back(fmt::format("the PTX of compute_{} is damaged", image.sm));
  }
}

}  // namespace

FatBinary read_fat_binary(std::span<const std::byte> bytes) {
  FatBinary fat;
  if (bytes.size() < kContainerHeader || read<std::uint32_t>(bytes, 0) != kContainerMagic) {
    fat.problems.emplace_back("there is no fat binary");
    return fat;
  }
  const std::uint64_t size = read<std::uint64_t>(bytes, 8);
  const std::size_t header = read<std::uint16_t>(bytes, 6);
  if (header < kContainerHeader || header > bytes.size() || size > bytes.size() - header) {
    fat.problems.emplace_back("the fat binary is cut off");
    return fat;
  }
  std::span<const std::byte> rest = bytes.subspan(header, size);
  while (rest.size() >= kImageHeader) {
    const Image image = image_at(rest);
    if (image.header < kImageHeader || image.header > rest.size() ||
        image.padded > rest.size() - image.header) {
      fat.problems.emplace_back("an image of the fat binary is cut off");
      return fat;
    }
    const auto payload = rest.subspan(image.header, image.padded);
    if (image.kind == kPtx) add_ptx(image, payload, fat);
    const std::size_t length = image.header + image.padded;
    if (image.kind == kMachineCode) fat.machine_code.push_back({image.sm, rest.first(length)});
    rest = rest.subspan(length);
  }
  return fat;
}

std::vector<std::byte> cubin_of(const FatBinary::MachineCode& code) {
  const Image image = image_at(code.image);
  const std::string text = contents(image, code.image.subspan(image.header));
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::span<const std::byte> container_at(const void* memory) {
  if (memory == nullptr) return {};
  const std::span header(static_cast<const std::byte*>(memory), kContainerHeader);
  const std::uint64_t size = read<std::uint64_t>(header, 8);
  if (read<std::uint32_t>(header, 0) != kContainerMagic || size > kMostBytes) return {};
  return {header.data(), read<std::uint16_t>(header, 6) + size};
}

std::vector<std::span<const std::byte>> containers_of(const Wrapper& wrapper) {
  std::vector<std::span<const std::byte>> found;
  const auto add = [&found](const void* memory) {
    const auto bytes = container_at(memory);
    if (bytes.size() > kContainerHeader) found.push_back(bytes);
  };
  if (wrapper.magic != kWrapperMagic) return found;
  add(wrapper.data);
  if (wrapper.version == 2 && wrapper.prelinked != nullptr) {
    for (void* const* each = wrapper.prelinked; *each != nullptr; ++each) add(*each);
  }
  return found;
}

const FatBinary::Ptx* best_ptx(const FatBinary& fat, std::uint32_t sm) {
  const FatBinary::Ptx* best = nullptr;
  for (const FatBinary::Ptx& each : fat.ptx) {
    if (each.sm <= sm && (best == nullptr || each.sm > best->sm)) best = &each;
  }
  return best;
}

const FatBinary::MachineCode* best_machine_code(const FatBinary& fat, std::uint32_t sm) {
  const FatBinary::MachineCode* best = nullptr;
  for (const FatBinary::MachineCode& each : fat.machine_code) {
    if (each.sm / 10 == sm / 10 && each.sm <= sm && (best == nullptr || each.sm > best->sm))
      best = &each;
  }
  return best;
}

bool holds_container(std::string_view file) {
  const auto magic = std::bit_cast<std::array<char, 4>>(kContainerMagic);
  return file.find(std::string_view(magic.data(), magic.size())) != std::string_view::npos;
}

}  // namespace lanescope::runtime
