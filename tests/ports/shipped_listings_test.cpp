#include "ports/images/shipped_listings.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "ports/equipment/bare_equipment.hpp"
#include "ports/toolchain/absent_tools.hpp"

namespace lanescope::ports::images {
namespace {

namespace fs = std::filesystem;

const std::vector<std::byte> kCubin{std::byte{0x7f}, std::byte{'E'}, std::byte{'L'},
                                    std::byte{'F'}};

std::vector<toolchain::SassFunction> listing() {
  toolchain::SassLine label, load;
  label.label = ".L_x_1";
  load.address = 0x1d0;
  load.guard = "@!P1";
  load.opcode = "LDS";
  load.operands = "R3, [R2]";
  load.places = {{"k.cu", 7}, {"helper.cuh", 3}};
  return {{"_Z1kPf", {label, load}}, {"empty", {}}};
}

class Listings : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    const auto stored = ShippedListings::store(folder_, kCubin, listing());
    ASSERT_TRUE(stored) << stored.error().text();
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path file() const {
    return fs::directory_iterator(fs::path(folder_) / "machine-code")->path();
  }

  std::string folder_ = ::testing::TempDir() + "lanescope-listings";
  toolchain::NoDisassembler none_{"no disassembler: get one"};
  ShippedListings shipped_{{"/no/such/folder", folder_}, none_};
};

TEST_F(Listings, NeedNoDisassembler) {
  const auto found = shipped_.disassemble(kCubin);
  ASSERT_TRUE(found) << found.error().text();
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ(found->front().name, "_Z1kPf");
  EXPECT_EQ(found->front().lines, listing().front().lines);
  EXPECT_TRUE(found->back().lines.empty());
}

TEST_F(Listings, OfOtherMachineCodeNeedOne) {
  std::vector<std::byte> other = kCubin;
  other.push_back(std::byte{0});
  const auto found = shipped_.disassemble(other);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Error::Code::Missing);
  EXPECT_FALSE(ShippedListings::holds(folder_, other));
}

TEST_F(Listings, ThatAreDamagedAreNone) {
  ASSERT_TRUE(ShippedListings::holds(folder_, kCubin));
  const auto size = fs::file_size(file());
  for (const std::uintmax_t left : {size - 1, size / 2, std::uintmax_t{8}, std::uintmax_t{0}}) {
    fs::resize_file(file(), left);
    EXPECT_FALSE(ShippedListings::holds(folder_, kCubin)) << left;
    EXPECT_FALSE(shipped_.disassemble(kCubin)) << left;
  }
}

TEST_F(Listings, SayWhereTheyCannotBeWritten) {
  const auto stored = ShippedListings::store("/proc/no/such", kCubin, listing());
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().place, "/proc/no/such");
}

// The program without NVIDIA's tools shows them, too.
TEST_F(Listings, AreWhatAMachineWithoutToolsHas) {
  const equipment::BareEquipment equipment({folder_}, "build it whole");
  EXPECT_TRUE(equipment.disassembler().disassemble(kCubin));
}

}  // namespace
}  // namespace lanescope::ports::images
