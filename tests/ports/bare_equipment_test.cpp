#include "ports/equipment/bare_equipment.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "ports/images/cache.hpp"

namespace lanescope::ports::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "build it whole";

// A kernel as if compiled ahead, in a folder of its own.
class BareMachine : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    CompileRequest request = shipped_request();
    Compiled compiled;
    compiled.ptx = "// ahead";
    compiled.kernels = {{"k", "k", "k", KernelResources{16, 0, 0, 0}}};
    const auto stored =
        images::ShippedCache::store(folder_, request, compiled, "the NVRTC of the build");
    ASSERT_TRUE(stored) << stored.error().text();
  }
  void TearDown() override { fs::remove_all(folder_); }

  static CompileRequest shipped_request() {
    CompileRequest request;
    request.source = "extern \"C\" __global__ void k() {}";
    request.file_name = "k.cu";
    request.kernels = {"k"};
    return request;
  }

  std::string folder_ = ::testing::TempDir() + "lanescope-bare";
  equipment::BareEquipment equipment_{{folder_}, kRemedy};
};

TEST_F(BareMachine, RunsWhatCameCompiled) {
  const auto compiler = equipment_.compiler();
  const CompileResult result = compiler->compile(shipped_request());
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->ptx, "// ahead");
  EXPECT_TRUE(result->from_cache);
}

TEST_F(BareMachine, SaysWhatIsMissingForAnotherKernel) {
  CompileRequest edited = shipped_request();
  edited.source += "\n";
  const CompileResult result = equipment_.compiler()->compile(edited);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Error::Code::Missing);
  EXPECT_EQ(result.error().place, "k.cu");
  EXPECT_NE(result.error().message.find("none of the kernels that come with it"), std::string::npos)
      << result.error().message;
  EXPECT_NE(result.error().message.find(kRemedy), std::string::npos);
}

TEST_F(BareMachine, SaysWhereCompiledKernelsAreLookedFor) {
  const equipment::BareEquipment nothing({folder_ + "-not-there"}, kRemedy);
  const CompileResult result = nothing.compiler()->compile(shipped_request());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Error::Code::Missing);
  EXPECT_NE(result.error().message.find("LANESCOPE_ASSETS"), std::string::npos);
}

// The model reads PTX itself; only the registers are not known.
TEST_F(BareMachine, TakesPtxAsItIs) {
  CompileRequest request;
  request.source = ".version 8.0\n.target sm_90\n.visible .entry _Z1fPf(.param .u64 a) { ret; }\n";
  request.file_name = "f.ptx";
  request.is_ptx = true;
  const CompileResult result = equipment_.compiler()->compile(request);
  ASSERT_TRUE(result) << result.error().text();
  EXPECT_EQ(result->ptx, request.source);
  EXPECT_TRUE(result->cubin.empty());
  ASSERT_EQ(result->kernels.size(), 1U);
  EXPECT_EQ(result->kernels[0].plain_name, "f");
  EXPECT_FALSE(result->kernels[0].resources);
  ASSERT_EQ(result->warnings.size(), 1U);
  EXPECT_EQ(result->warnings[0].severity, Diagnostic::Severity::Note);
  EXPECT_NE(result->warnings[0].message.find("no assembler"), std::string::npos);
}

TEST_F(BareMachine, ATicketIsSpentOnceAndCanBeGivenUp) {
  const auto compiler = equipment_.compiler();
  const Compiler::Ticket first = compiler->submit(shipped_request());
  const Compiler::Ticket second = compiler->submit(shipped_request());
  compiler->cancel(second);
  ASSERT_TRUE(compiler->poll(first));
  const auto again = compiler->poll(first);
  ASSERT_TRUE(again);
  EXPECT_FALSE(*again);
  EXPECT_FALSE(*compiler->poll(second));
}

TEST_F(BareMachine, HasNoGpuAndNoDisassemblerAndSaysSo) {
  EXPECT_FALSE(equipment_.has_gpu_driver());
  const auto gpu = equipment_.gpu();
  gpu->limit_time(std::chrono::milliseconds(1));
  const auto expect_reason = [](const device::GpuFailure* failure) {
    ASSERT_NE(failure, nullptr);
    EXPECT_EQ(failure->error.code, Error::Code::Missing);
    EXPECT_FALSE(failure->by_kernel);
    EXPECT_NE(failure->error.message.find(kRemedy), std::string::npos) << failure->error.message;
  };
  const auto listed = gpu->list();
  const auto run = gpu->run({});
  const auto counted = gpu->count({});
  const auto profiled = gpu->profile({});
  const auto surveyed = gpu->survey({});
  const auto shown = gpu->show({});
  expect_reason(std::get_if<device::GpuFailure>(&listed));
  expect_reason(std::get_if<device::GpuFailure>(&run));
  expect_reason(std::get_if<device::GpuFailure>(&counted));
  expect_reason(std::get_if<device::GpuFailure>(&profiled));
  expect_reason(std::get_if<device::GpuFailure>(&surveyed));
  expect_reason(std::get_if<device::GpuFailure>(&shown));
  EXPECT_FALSE(gpu->take_descriptor());
  const auto listing = equipment_.disassembler().disassemble({});
  ASSERT_FALSE(listing);
  EXPECT_EQ(listing.error().code, Error::Code::Missing);
  for (const Tool& tool : equipment_.tools()) {
    EXPECT_FALSE(tool.found()) << tool.name;
    EXPECT_EQ(tool.remedy, kRemedy) << tool.name;
  }
}

}  // namespace
}  // namespace lanescope::ports::toolchain
