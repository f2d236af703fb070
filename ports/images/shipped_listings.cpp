#include "ports/images/shipped_listings.hpp"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "ports/images/archive.hpp"
#include "ports/images/sealed_file.hpp"
#include "sim/base/hash.hpp"

namespace lanescope::ports::images {
namespace {

namespace fs = std::filesystem;
using Listing = std::vector<toolchain::SassFunction>;

constexpr std::uint64_t kMagic = 0x315353415345414cULL;

fs::path path_of(const std::string& folder, std::span<const std::byte> cubin) {
  return fs::path(folder) / "machine-code" / fmt::format("{:016x}.sass", fnv1a64(cubin));
}

void write(ByteWriter& out, const toolchain::SassLine& line) {
  out.text(line.label);
  out.number(line.address);
  out.text(line.guard);
  out.text(line.opcode);
  out.text(line.operands);
  out.number(line.places.size());
  for (const toolchain::SassLine::SourcePlace& place : line.places) {
    out.text(place.file);
    out.number(place.line);
  }
}

toolchain::SassLine read_line(ByteReader& in) {
  toolchain::SassLine line;
  line.label = in.text();
  line.address = static_cast<std::uint32_t>(in.number());
  line.guard = in.text();
  line.opcode = in.text();
  line.operands = in.text();
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    toolchain::SassLine::SourcePlace place;
    place.file = in.text();
    place.line = static_cast<std::uint32_t>(in.number());
    line.places.push_back(std::move(place));
  }
  return line;
}

std::optional<Listing> find(const std::string& folder, std::span<const std::byte> cubin) {
  const auto payload = read_sealed(path_of(folder, cubin), kMagic);
  if (!payload) return std::nullopt;
  ByteReader in(std::as_bytes(std::span(*payload)));
  if (in.number() != cubin.size()) return std::nullopt;
  Listing listing;
  for (std::uint64_t n = in.count(); n > 0 && in.ok(); --n) {
    toolchain::SassFunction function;
    function.name = in.text();
    for (std::uint64_t lines = in.count(); lines > 0 && in.ok(); --lines)
      function.lines.push_back(read_line(in));
    listing.push_back(std::move(function));
  }
  if (!in.at_end()) return std::nullopt;
  return listing;
}

}  // namespace

Result<Listing> ShippedListings::disassemble(std::span<const std::byte> cubin) const {
  for (const std::string& folder : folders_)
    if (auto listing = find(folder, cubin)) return std::move(*listing);
  return otherwise_->disassemble(cubin);
}

Result<void> ShippedListings::store(const std::string& folder, std::span<const std::byte> cubin,
                                    const Listing& listing) {
  ByteWriter out;
  out.number(cubin.size());
  out.number(listing.size());
  for (const toolchain::SassFunction& function : listing) {
    out.text(function.name);
    out.number(function.lines.size());
    for (const toolchain::SassLine& line : function.lines) write(out, line);
  }
  if (write_sealed(path_of(folder, cubin), kMagic, out.data())) return {};
  return bad_input("this folder of machine code cannot be written", folder);
}

bool ShippedListings::holds(const std::string& folder, std::span<const std::byte> cubin) {
  return find(folder, cubin).has_value();
}

}  // namespace lanescope::ports::images
