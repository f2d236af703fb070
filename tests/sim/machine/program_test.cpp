// What a decoded PTX kernel tells views, replay and analyses (engine::Program).

#include "tests/sim/machine/support.hpp"

namespace lanescope::machine::test {
namespace {

constexpr const char* kText = R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out)
.maxntid 8, 4, 1
{
.reg .pred %p<2>;
.reg .b32 %r<4>;
.reg .b64 %rd<3>;
ld.param.u64 %rd1, [out];
mov.u32 %r1, %tid.x;
setp.eq.u32 %p1, %r1, 0;
@%p1 add.u32 %r1, %r1, 7;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd1, %rd1, %rd2;
bar.sync 0;
atom.global.add.u32 %r2, [%rd1], %r1;
st.global.u32 [%rd1+4], %r2;
ret;
}
)";

class Decoded : public ::testing::Test {
 protected:
  [[nodiscard]] Pc pc_of(std::string_view opcode) const {
    for (std::uint32_t pc = 0; pc < program_->size(); ++pc)
      if (program_->text_at(Pc{pc}).find(opcode) != std::string::npos) return Pc{pc};
    ADD_FAILURE() << opcode;
    return {};
  }
  // "%r1 guard=%p1 address=…" in the order of the table.
  [[nodiscard]] std::string operands(std::string_view opcode) const {
    static constexpr const char* kRoles[] = {"read", "write", "address", "guard"};
    std::string text;
    for (const engine::Operand& operand : program_->at(pc_of(opcode)).operands)
      text += std::string(text.empty() ? "" : " ") + kRoles[static_cast<int>(operand.role)] + " " +
              program_->registers()[operand.reg].name;
    return text;
  }
  [[nodiscard]] std::string about(std::string_view opcode) const {
    const std::uint32_t reg = program_->at(pc_of(opcode)).about;
    return reg == engine::kNone ? "" : program_->registers()[reg].name;
  }
  std::shared_ptr<const engine::Program> program_ = decode(kText, "k");
};

TEST_F(Decoded, SaysWhatOperandsDo) {
  EXPECT_EQ(operands("add.u32"), "guard %p1 write %r1 read %r1");
  EXPECT_EQ(operands("atom"), "write %r2 address %rd1 read %r1");
  EXPECT_EQ(operands("st.global"), "address %rd1 read %r2");
  EXPECT_EQ(operands("bar.sync"), "");
  EXPECT_EQ(about("atom"), "%r2");
  EXPECT_EQ(about("st.global"), "%r2");
  EXPECT_EQ(about("bar.sync"), "");
}

TEST_F(Decoded, SaysWhichUnitCarriesItOut) {
  const auto unit = [&](std::string_view opcode) { return program_->at(pc_of(opcode)).unit; };
  EXPECT_EQ(unit("mov"), Unit::Move);
  EXPECT_EQ(unit("setp"), Unit::Alu);
  EXPECT_EQ(unit("ld.param"), Unit::Move);
  EXPECT_EQ(unit("atom"), Unit::Atomic);
  EXPECT_EQ(unit("st.global"), Unit::Memory);
  EXPECT_EQ(unit("bar.sync"), Unit::Barrier);
  EXPECT_EQ(unit("ret"), Unit::Branch);
  EXPECT_TRUE(program_->at(pc_of("atom")).is_memory());
  EXPECT_FALSE(program_->at(pc_of("ld.param")).is_memory());
}

TEST_F(Decoded, KnowsItsPlaceInTheText) {
  EXPECT_EQ(program_->at(pc_of("mov")).line, 11U);
  EXPECT_EQ(program_->at(pc_of("add.u32")).column, 6U) << "behind `@%p1 `";
  EXPECT_TRUE(program_->at(pc_of("ret")).ends_path);
}

TEST_F(Decoded, HasVirtualRegisters) {
  ASSERT_EQ(program_->register_files().size(), 1U);
  EXPECT_FALSE(program_->register_files().front().uniform);
  for (const engine::RegisterInfo& reg : program_->registers()) EXPECT_EQ(reg.file, 0U);
}

TEST_F(Decoded, BoundsTheLaunch) {
  EXPECT_EQ(program_->launch_bounds().threads, 32U);
  EXPECT_FALSE(program_->launch_bounds().exactly);
}

}  // namespace
}  // namespace lanescope::machine::test
