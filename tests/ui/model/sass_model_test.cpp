// What the machine code says of a source line: on a listing as nvdisasm prints it, and on the
// tool's own where it is installed.

#include "ui/figures/sass_model.hpp"

#include "cuda/toolchain/toolchain.hpp"
#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::figures {
namespace {

using test::Studio;
using Space = ports::toolchain::SassAccess::Space;

ports::toolchain::SassLine line(std::string guard, std::string opcode, std::uint32_t number) {
  ports::toolchain::SassLine out;
  out.guard = std::move(guard);
  out.opcode = std::move(opcode);
  out.places = {{"/somewhere/2_interleaved_stride.cu", number}};
  return out;
}

TEST(PtxAccess, ReadsSpaceAndWidth) {
  EXPECT_EQ(ptx_access("ld.global.f32 %f1, [%rd1];").bytes, 4U);
  EXPECT_EQ(ptx_access("ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];").bytes, 16U);
  EXPECT_EQ(ptx_access("@%p1 st.shared.u8 [%r1], %rs1;").bytes, 1U);
  EXPECT_EQ(ptx_access("@%p1 st.shared.u8 [%r1], %rs1;").space, Space::Shared);
  EXPECT_TRUE(ptx_access("ld.local.b64 %rd1, [%rd2];").is_load);
  EXPECT_EQ(ptx_access("ld.param.u64 %rd1, [k_param_0];").space, Space::None);
  EXPECT_EQ(ptx_access("add.f32 %f1, %f2, %f3;").bytes, 0U);
}

// As ptxas makes of `if (left < blockDim.x) s[left] += s[left + k];` for sm_90.
TEST(SassModel, SeesPredicatesInsteadOfABranch) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set n=64; set block=64");
  run::Disassembly answer;
  answer.functions = {
      {"reduce",
       {line("", "ISETP.GE.U32.AND", 11), line("@!P1", "VIADD", 12), line("@!P1", "LEA", 12),
        line("@!P1", "LEA", 12), line("@!P1", "LDS", 12), line("@!P1", "LDS", 12),
        line("@!P1", "FADD", 12), line("@!P1", "STS", 12), line("@!P1", "BRA", 9)}}};
  const SassModel model = sass_model(studio.session(), answer);
  EXPECT_EQ(model.problem, "");
  ASSERT_EQ(model.rows.size(), 9U);
  EXPECT_EQ(model.rows[4].source_line, 12U);
  EXPECT_EQ(model.rows[4].text, "@!P1 LDS");
  EXPECT_NE(model.facts.at(11).find("The PTX branches here, the machine code does not"),
            std::string::npos)
      << model.facts.at(11);
  EXPECT_NE(model.facts.at(12).find("7 carry a predicate"), std::string::npos)
      << model.facts.at(12);
  EXPECT_EQ(model.facts.at(9).find("machine code does not"), std::string::npos);
  EXPECT_EQ(model.facts.at(12).find("copied"), std::string::npos);
}

TEST(SassModel, SeesCopiesAndWiderLoads) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set n=64; set block=64");
  run::Disassembly copied;
  copied.functions = {{"reduce",
                       {line("", "LDS", 12), line("", "LDS", 12), line("", "LDS", 12),
                        line("", "LDS", 12), line("", "STS", 12), line("", "STS", 12)}}};
  const std::string words = sass_model(studio.session(), copied).facts.at(12);
  EXPECT_NE(words.find("2 shared loads of the PTX stand here 4 times"), std::string::npos) << words;
  EXPECT_NE(words.find("1 shared store of the PTX stands here 2 times"), std::string::npos)
      << words;
  run::Disassembly wide;
  wide.functions = {{"reduce", {line("", "LDS.64", 12), line("", "STS", 12)}}};
  const std::string wider = sass_model(studio.session(), wide).facts.at(12);
  EXPECT_NE(wider.find("2 shared loads of 4 bytes became 1 of up to 8 bytes"), std::string::npos)
      << wider;
}

TEST(SassModel, SaysWhyThereIsNone) {
  Studio studio;
  studio.run("lesson id=reduction; rung id=sequential; set n=64; set block=64");
  run::Disassembly missing;
  missing.problem = "nvdisasm was not found. Get it.";
  EXPECT_EQ(sass_model(studio.session(), missing).problem, missing.problem);
  run::Disassembly other;
  other.functions = {{"another", {}}};
  EXPECT_FALSE(sass_model(studio.session(), other).problem.empty());
}

// Eight neighbouring words of shared memory, read by a loop of eight turns.
TEST(SassModel, SeesAnUnrolledLoopWithWiderLoads) {
  if (!cuda::toolchain::find_toolchain().nvdisasm.found())
    GTEST_SKIP() << "nvdisasm is not installed";
  Studio studio;
  studio.open(
      test::pasted("extern \"C\" __global__ void k(float* a) {\n"
                   "  __shared__ float s[128];\n"
                   "  s[threadIdx.x] = a[threadIdx.x];\n"
                   "  __syncthreads();\n"
                   "  float t = 0;\n"
                   "  for (int j = 0; j < 8; ++j) t += s[j];\n"
                   "  a[threadIdx.x] = t;\n"
                   "}\n",
                   "a:f32[128]=zero", {128, 1, 1}));
  studio.run("sass value=on");
  ASSERT_NE(studio.session().listing().get(), nullptr);
  const SassModel model = sass_model(studio.session(), *studio.session().listing().get());
  const std::string& words = model.facts.at(6);
  EXPECT_NE(words.find("No branch is left of its loop"), std::string::npos) << words;
  EXPECT_NE(words.find("8 shared loads of 4 bytes became 2 of up to 16 bytes"), std::string::npos)
      << words;
}

ports::toolchain::SassLine local_line(std::string opcode, const char* file, std::uint32_t number) {
  ports::toolchain::SassLine out = line("", std::move(opcode), number);
  out.places.front().file = file;
  return out;
}

// 26 bins in 32 registers: 72 bytes a thread are put aside (the claim bounded-local), and the PTX
// knows nothing of it.
TEST(SassLocal, WhatThePtxDoesNotKnowIsSpilled) {
  Studio studio;
  studio.run("lesson id=registers; rung id=bounded; set n=64; set block=64");
  run::Disassembly answer;
  const char* const file = "/somewhere/4_bounded.cu";
  answer.functions = {
      {"count",
       {local_line("STL.64", file, 11), local_line("LDL", file, 17), local_line("LDL.LU", file, 17),
        local_line("STL", file, 17), local_line("IADD3", file, 17), local_line("LDL", file, 21)}}};
  const SassModel model = sass_model(studio.session(), answer);
  EXPECT_EQ(model.rows[0].local, LocalKind::Spill);
  EXPECT_EQ(model.rows[0].bytes, 8U);
  EXPECT_FALSE(model.rows[0].is_load);
  EXPECT_EQ(model.rows[4].local, LocalKind::None);
  EXPECT_EQ(model.local.spilled(), 72U);
  EXPECT_EQ(local_words(model.local, 17),
            "Line 17: 2 local loads and 1 local store of the machine code, of spilled registers: "
            "too few were left. In all, 72 bytes a thread are spilled.");
  EXPECT_EQ(local_words(model.local, 12), "");
  EXPECT_EQ(local_words(model.local),
            " 3 local loads and 2 local stores of spilled registers. In all, 72 bytes a thread are "
            "spilled.");
}

// 26 bins whose index comes from the data: the PTX itself has the array, of 104 bytes.
TEST(SassLocal, WhatThePtxHasItselfIsAnArray) {
  Studio studio;
  studio.run("lesson id=registers; rung id=bins; set n=64; set block=64");
  run::Disassembly answer;
  const char* const file = "/somewhere/2_bins.cu";
  answer.functions = {{"count",
                       {local_line("STL.128", file, 11), local_line("LDL", file, 16),
                        local_line("STL", file, 16)}}};
  const SassModel model = sass_model(studio.session(), answer);
  for (const SassRow& row : model.rows) EXPECT_EQ(row.local, LocalKind::Array);
  EXPECT_EQ(model.local.spilled(), 0U);
  EXPECT_EQ(local_words(model.local, 16),
            "Line 16: 1 local load and 1 local store of the machine code, of an array that is in "
            "no registers. A thread has 104 bytes of local memory.");
}

// On the tool's own listing: spills with their lines, and none where seven bins are registers.
TEST(SassLocal, OfTheKernelsOfTheLesson) {
  if (!cuda::toolchain::find_toolchain().nvdisasm.found())
    GTEST_SKIP() << "nvdisasm is not installed";
  Studio studio;
  studio.run("lesson id=registers; rung id=bounded; set n=64; set block=64; sass value=on");
  ASSERT_NE(studio.session().listing().get(), nullptr);
  const SassModel spilled = sass_model(studio.session(), *studio.session().listing().get());
  EXPECT_EQ(spilled.local.all().kind, LocalKind::Spill);
  EXPECT_GT(spilled.local.all().loads, 0U);
  EXPECT_GT(spilled.local.all().stores, 0U);
  EXPECT_TRUE(spilled.local.lines.contains(17)) << "the loop counts up what was put aside";
  studio.run("rung id=few-bins; set n=64");
  const SassModel none = sass_model(studio.session(), *studio.session().listing().get());
  EXPECT_EQ(none.problem, "");
  EXPECT_TRUE(none.local.lines.empty());
  EXPECT_EQ(local_words(none.local), "");
}

TEST(SassListing, IsMadeWhenItIsWanted) {
  if (!cuda::toolchain::find_toolchain().nvdisasm.found())
    GTEST_SKIP() << "nvdisasm is not installed";
  Studio studio;
  studio.run("lesson id=reduction; rung id=interleaved-stride; set n=64; set block=64");
  EXPECT_EQ(studio.session().listing().get(), nullptr);
  studio.run("sass value=on");
  const auto answer = studio.session().listing().get();
  ASSERT_NE(answer, nullptr);
  const SassModel model = sass_model(studio.session(), *answer);
  EXPECT_EQ(model.problem, "");
  EXPECT_GT(model.rows.size(), 20U);
  EXPECT_TRUE(model.facts.contains(12));
  studio.run("sass value=off");
  EXPECT_EQ(studio.session().listing().get(), nullptr);
}

}  // namespace
}  // namespace lanescope::ui::figures
