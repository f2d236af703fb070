#include "runtime/fatbin.hpp"

#include <array>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "tests/runtime/fat_binary_bytes.hpp"

namespace lanescope::runtime::test {
namespace {

const std::string kPtx = ".version 9.0\n.target sm_90\n.address_size 64\n" + std::string(500, ' ');

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST(FatBinary, PlainAndCompressedPtxIsRead) {
  for (const Packing packing : {Packing::Plain, Packing::Zstd}) {
    const std::string bytes = container(image(1, 90, kPtx, packing));
    const FatBinary fat = read_fat_binary(bytes_of(bytes));
    ASSERT_EQ(fat.ptx.size(), 1U);
    EXPECT_EQ(fat.ptx[0].sm, 90U);
    EXPECT_EQ(fat.ptx[0].text, kPtx);
    EXPECT_TRUE(fat.problems.empty());
  }
}

TEST(FatBinary, TheNewestThatADeviceCanRunIsTaken) {
  const std::string bytes = container(image(2, 90,
                                            "\x7f"
                                            "ELF") +
                                      image(1, 80, kPtx + "//80") + image(1, 90, kPtx + "//90") +
                                      image(1, 100, kPtx + "//100"));
  const FatBinary fat = read_fat_binary(bytes_of(bytes));
  ASSERT_EQ(fat.machine_code.size(), 1U);
  EXPECT_EQ(fat.machine_code[0].sm, 90U);
  ASSERT_EQ(fat.ptx.size(), 3U);
  EXPECT_EQ(best_ptx(fat, 90)->sm, 90U);
  EXPECT_EQ(best_ptx(fat, 89)->sm, 80U);
  EXPECT_EQ(best_ptx(fat, 120)->sm, 100U);
  EXPECT_EQ(best_ptx(fat, 75), nullptr);
}

TEST(FatBinary, MachineCodeIsReadPackedOrNot) {
  const std::string cubin =
      "\x7f"
      "ELF of sm_90" +
      std::string(300, 'x');
  for (const Packing packing : {Packing::Plain, Packing::Zstd}) {
    const std::string bytes = container(image(2, 90, cubin, packing));
    const FatBinary fat = read_fat_binary(bytes_of(bytes));
    ASSERT_EQ(fat.machine_code.size(), 1U);
    const std::vector<std::byte> read = cubin_of(fat.machine_code[0]);
    ASSERT_GE(read.size(), cubin.size());  // plain images are padded
    EXPECT_EQ(std::memcmp(read.data(), cubin.data(), cubin.size()), 0);
  }
}

TEST(FatBinary, MachineCodeRunsOnLaterGpusOfItsMajorCapabilityOnly) {
  const std::string bytes = container(image(2, 80, "80") + image(2, 86, "86") + image(2, 90, "90"));
  const FatBinary fat = read_fat_binary(bytes_of(bytes));
  EXPECT_EQ(best_machine_code(fat, 90)->sm, 90U);
  EXPECT_EQ(best_machine_code(fat, 89)->sm, 86U);
  EXPECT_EQ(best_machine_code(fat, 80)->sm, 80U);
  EXPECT_EQ(best_machine_code(fat, 100), nullptr);
  EXPECT_EQ(best_machine_code(fat, 75), nullptr);
}

TEST(FatBinary, WhatCanNotBeReadIsTold) {
  const FatBinary lz4 = read_fat_binary(bytes_of(container(image(1, 70, kPtx, Packing::Lz4))));
  ASSERT_EQ(lz4.problems.size(), 1U);
  EXPECT_NE(lz4.problems[0].find("LZ4"), std::string::npos);
  const FatBinary none = read_fat_binary(bytes_of("no container at all"));
  ASSERT_EQ(none.problems.size(), 1U);
}

TEST(FatBinary, CutOffAnywhereItGivesNoPtxThatIsNotThere) {
  const std::string whole =
      container(image(1, 80, kPtx, Packing::Zstd) + image(1, 90, kPtx, Packing::Plain));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string part = whole.substr(0, size);
    const FatBinary fat = read_fat_binary(bytes_of(part));
    EXPECT_TRUE(fat.ptx.empty()) << size;
    EXPECT_FALSE(fat.problems.empty()) << size;
  }
}

TEST(FatBinary, AnyDamageIsSurvived) {
  const std::string whole =
      container(image(1, 80, kPtx, Packing::Zstd) + image(2, 90, "machine code", Packing::Zstd) +
                image(1, 90, kPtx, Packing::Plain));
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string damaged = whole;
    const auto times = 1 + random() % 4;
    for (std::size_t i = 0; i < times; ++i)
      damaged[random() % (i == 0 ? 300 : damaged.size())] = static_cast<char>(random());
    const FatBinary fat = read_fat_binary(bytes_of(damaged));
    EXPECT_LE(fat.ptx.size(), 2U);
    for (const FatBinary::MachineCode& code : fat.machine_code)
      EXPECT_LE(cubin_of(code).size(), std::size_t{1} << 30U);
  }
}

TEST(FatBinary, AnIntactFrameOfAWrongSizeIsRefused) {
  std::string one = image(1, 90, kPtx, Packing::Zstd);
  put(one, 56, std::uint64_t{1} << 40U, 8);  // more than there can be
  EXPECT_TRUE(read_fat_binary(bytes_of(container(one))).ptx.empty());
  put(one, 56, 10, 8);  // less than there is
  EXPECT_TRUE(read_fat_binary(bytes_of(container(one))).ptx.empty());
}

TEST(FatBinary, AWrapperNamesItsContainers) {
  const std::string empty = container(""), first = container(image(1, 90, kPtx)),
                    second = container(image(1, 90, kPtx));
  Wrapper plain{kWrapperMagic, 1, first.data(), nullptr};
  EXPECT_EQ(containers_of(plain).size(), 1U);
  const std::array<void*, 3> list{const_cast<char*>(first.data()), const_cast<char*>(second.data()),
                                  nullptr};
  const Wrapper linked{kWrapperMagic, 2, empty.data(), list.data()};
  EXPECT_EQ(containers_of(linked).size(), 2U);
  plain.magic = 1;
  EXPECT_TRUE(containers_of(plain).empty());
}

TEST(FatBinary, AFileIsSearchedForOne) {
  EXPECT_TRUE(
      holds_container("\x7f"
                      "ELF..." +
                      container("")));
  EXPECT_FALSE(
      holds_container("\x7f"
                      "ELF..."));
}

}  // namespace
}  // namespace lanescope::runtime::test
