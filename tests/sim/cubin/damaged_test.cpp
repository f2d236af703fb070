#include <cstring>
#include <random>

#include <elf.h>
#include <gtest/gtest.h>

#include "sim/cubin/code.hpp"
#include "sim/cubin/control.hpp"
#include "sim/cubin/elf.hpp"
#include "tests/sim/cubin/compiled.hpp"

namespace lanescope::cubin {
namespace {

bool lies_in(std::uint64_t offset, std::uint64_t size, std::uint64_t whole) {
  return offset <= whole && size <= whole - offset;
}

bool is_sound(const DataSection& section) {
  if (!section.bytes.empty() && section.bytes.size() != section.size) return false;
  for (const Relocation& r : section.relocations)
    if (!lies_in(r.offset, 8, section.bytes.size())) return false;
  return true;
}

bool is_sound(const FunctionCode& function) {
  const std::size_t size = function.text.size();
  bool sound = size % kInstructionBytes == 0;
  const auto place = [&](std::uint32_t at) { sound &= at < size && at % kInstructionBytes == 0; };
  for (const Relocation& r : function.relocations)
    sound &= lies_in(r.offset, kInstructionBytes, size);
  for (const InnerFunction& inner : function.inner)
    sound &= lies_in(inner.offset, inner.size, size);
  for (const DataSection& bank : function.banks) sound &= is_sound(bank) && bank.bank.has_value();
  for (const Parameter& p : function.parameters)
    sound &= lies_in(p.offset, p.size, function.parameter_bytes);
  for (const IndirectBranch& branch : function.indirect_branches) {
    place(branch.offset);
    for (const std::uint32_t target : branch.targets) place(target);
  }
  for (const std::uint32_t at : function.exits) place(at);
  for (const std::uint32_t at : function.system_calls) place(at);
  return sound;
}

// Whether all lies where code.hpp says; an Error is as good.
bool is_sound(std::span<const std::byte> cubin) {
  const auto code = read_code(cubin);
  if (!code) return !code.error().message.empty();
  bool sound = true;
  for (const FunctionCode& function : code->functions) sound &= is_sound(function);
  for (const DataSection& section : code->data) sound &= is_sound(section);
  for (const Variable& v : code->variables)
    sound &= v.data < code->data.size() && lies_in(v.offset, v.size, code->data[v.data].size);
  return sound;
}

TEST(DamagedCubin, OtherFilesAreRefused) {
  EXPECT_FALSE(read_code({}).ok());
  const std::string text(4096, 'x');
  EXPECT_FALSE(read_code(std::as_bytes(std::span(text))).ok());
}

TEST(DamagedCubin, Truncated) {
  LANESCOPE_NEEDS_NVRTC();
  const std::vector<std::byte>& cubin = test::cubin_of("sm_90");
  EXPECT_TRUE(is_sound(cubin));
  for (std::size_t size = 0; size < cubin.size(); size += 7)
    EXPECT_TRUE(is_sound(std::span(cubin).first(size))) << size;
}

TEST(DamagedCubin, WithOtherBytes) {
  LANESCOPE_NEEDS_NVRTC();
  for (const char* arch : {"sm_80", "sm_90"}) {
    const std::vector<std::byte>& cubin = test::cubin_of(arch);
    std::mt19937 random(7);
    for (int round = 0; round < 3'000; ++round) {
      auto bytes = cubin;
      for (int hits = 0; hits < 8; ++hits)
        bytes[random() % bytes.size()] = static_cast<std::byte>(random());
      EXPECT_TRUE(is_sound(bytes)) << arch << ", round " << round;
    }
  }
}

// Where offsets and sizes stand: the section headers, .nv.info and what it says, the symbols.
TEST(DamagedCubin, WithOtherNumbers) {
  LANESCOPE_NEEDS_NVRTC();
  const std::vector<std::byte>& cubin = test::cubin_of("sm_90");
  const auto headers = value_at<Elf64_Ehdr>(cubin, 0);
  ASSERT_TRUE(headers.has_value());
  const auto elf = ElfFile::read(cubin);
  ASSERT_TRUE(elf.ok());
  std::vector<std::span<const std::byte>> places{std::span(cubin).subspan(headers->e_shoff)};
  for (const ElfFile::Section& section : elf->sections()) {
    const bool told = section.name.starts_with(".nv.info") || section.name.starts_with(".rel");
    if ((told || section.name == ".symtab") && !section.data.empty())
      places.push_back(section.data);
  }
  std::mt19937 random(11);
  for (int round = 0; round < 10'000; ++round) {
    auto bytes = cubin;
    const auto place = places[random() % places.size()];
    const auto begin = static_cast<std::size_t>(place.data() - cubin.data());
    bytes[begin + random() % place.size()] = static_cast<std::byte>(random());
    EXPECT_TRUE(is_sound(bytes)) << round;
  }
}

// Else a small file could hold as many sections of its whole size as it has headers.
TEST(DamagedCubin, WhoseSectionsLieUponEachOther) {
  LANESCOPE_NEEDS_NVRTC();
  auto bytes = test::cubin_of("sm_90");
  const auto header = value_at<Elf64_Ehdr>(bytes, 0);
  ASSERT_TRUE(header.has_value());
  for (std::uint64_t i = 2; i < header->e_shnum; ++i) {
    const std::uint64_t at = header->e_shoff + i * sizeof(Elf64_Shdr);
    auto section = value_at<Elf64_Shdr>(bytes, at);
    ASSERT_TRUE(section.has_value());
    section->sh_offset = 0;
    section->sh_size = bytes.size();
    std::memcpy(bytes.data() + at, &*section, sizeof *section);
  }
  EXPECT_FALSE(read_code(bytes).ok());
}

}  // namespace
}  // namespace lanescope::cubin
