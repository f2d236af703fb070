#include "sim/base/half.hpp"

#include <array>
#include <bit>

#include <gtest/gtest.h>

#include "sim/isa/alu.hpp"
#include "sim/ptx/module.hpp"

// The branch-free half conversions of the lanes against the plain ones of sim/base.
namespace lanescope::isa {
namespace {

ptx::Instruction conversion(std::vector<std::string> modifiers) {
  ptx::Instruction instruction;
  instruction.opcode = "cvt";
  instruction.modifiers = std::move(modifiers);
  instruction.operands.resize(2);
  return instruction;
}

struct alignas(64) File {
  std::array<std::uint32_t, 64> word{};
};

void run(const AluOp& op, File& file) {
  op.full(reinterpret_cast<std::byte*>(file.word.data()), {0, 0, {128, 0, 0, 0}, {}});
}

TEST(Half, EveryPatternWidensExactly) {
  const Result<AluOp> op = bind_alu(conversion({"f32", "f16"}), best_vector_level());
  ASSERT_TRUE(op.ok());
  for (std::uint32_t base = 0; base < 0x10000; base += 32) {
    File file;
    for (std::uint32_t i = 0; i < 32; ++i) file.word[32 + i] = base + i;
    run(*op, file);
    for (std::uint32_t i = 0; i < 32; ++i) {
      const auto half = static_cast<std::uint16_t>(base + i);
      const bool nan = (half & 0x7fffU) > 0x7c00U;  // canonical, as measured on an H200
      const auto exact = std::bit_cast<std::uint32_t>(half_to_float(half));
      ASSERT_EQ(file.word[i], nan ? 0x7fffffffU : exact) << half;
    }
  }
}

TEST(Half, EveryBoundaryRoundsToNearestEven) {
  const Result<AluOp> op = bind_alu(conversion({"rn", "f16", "f32"}), best_vector_level());
  ASSERT_TRUE(op.ok());
  for (std::uint32_t half = 0; half < 0x7c00; half += 1) {
    const auto pattern = static_cast<std::uint16_t>(half);
    const std::uint32_t exact = std::bit_cast<std::uint32_t>(half_to_float(pattern));
    const std::uint32_t next =
        std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(half + 1)));
    const std::uint32_t middle = exact + (next - exact) / 2;
    File file;
    const std::array<std::uint32_t, 4> probes{exact, middle - 1, middle, middle + 1};
    for (std::uint32_t i = 0; i < 4; ++i) file.word[32 + i] = probes[i];
    run(*op, file);
    for (std::uint32_t i = 0; i < 4; ++i) {
      ASSERT_EQ(file.word[i], float_to_half(std::bit_cast<float>(probes[i])))
          << std::hex << probes[i];
    }
  }
}

}  // namespace
}  // namespace lanescope::isa
