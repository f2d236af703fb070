#include <algorithm>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "tests/cuda/support.hpp"

// PTX files: their cubin from ptxas, else nvJitLink, else none.
namespace lanescope::cuda::toolchain {
namespace {

namespace fs = std::filesystem;
using test::TemporaryDir;
using test::uncached_options;
using test::why;

constexpr const char* kPtx = R"(.version 8.0
.target sm_75
.address_size 64
.visible .entry store(.param .u64 p) {
  .reg .u64 %rd<3>;
  .shared .align 4 .b8 buffer[256];
  ld.param.u64 %rd1, [p];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], 7;
  ret;
}
)";

ports::toolchain::CompileRequest ptx_request(std::string text) {
  ports::toolchain::CompileRequest request;
  request.source = std::move(text);
  request.file_name = "m.ptx";
  request.is_ptx = true;
  return request;
}

// A folder that holds only the tools asked for, as a toolkit's root.
std::string root_with(const TemporaryDir& folder, const ports::toolchain::Tool& tool,
                      const std::string& sub) {
  const fs::path at = fs::path(folder.path()) / sub;
  fs::create_directories(at.parent_path());
  fs::create_symlink(tool.path, at);
  return folder.path();
}

class PtxFile : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const Toolchain all = find_toolchain();
    const bool ptxas = std::string(GetParam()) == "ptxas";
    const ports::toolchain::Tool& tool = ptxas ? all.ptxas : all.nvjitlink;
    if (!tool.found()) GTEST_SKIP() << tool.problem;
    auto options = uncached_options();
    options.search = {{root_with(folder_, tool, ptxas ? "bin/ptxas" : "lib/libnvJitLink.so.13")},
                      true};
    compiler_.emplace(options);
  }
  ports::toolchain::CompileResult run(const std::string& text) {
    return compiler_->compile(ptx_request(text));
  }
  static std::string with(std::string_view from, std::string_view to) {
    std::string text = kPtx;
    text.replace(text.find(from), from.size(), to);
    return text;
  }

  TemporaryDir folder_;
  std::optional<Compiler> compiler_;
};

TEST_P(PtxFile, GetsItsCubin) {
  const ports::toolchain::CompileResult result = run(kPtx);
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->compiler.starts_with(GetParam())) << result->compiler;
  EXPECT_EQ(result->ptx, kPtx);
  EXPECT_FALSE(result->cubin.empty());
  const auto kernel = ports::toolchain::find_kernel(result.value(), "store");
  ASSERT_TRUE(kernel.ok());
  ASSERT_TRUE((*kernel)->resources.has_value());
  EXPECT_GT((*kernel)->resources->registers_per_thread, 0);
  EXPECT_LT((*kernel)->resources->registers_per_thread, 17);
  EXPECT_EQ((*kernel)->resources->local_bytes, 0);
}

TEST_P(PtxFile, ErrorsNameTheLine) {
  const ports::toolchain::CompileResult result = run(with("  ret;", "  rett;"));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::BadInput);
  EXPECT_EQ(result.error().text(), "m.ptx:10:1: Not a name of any known instruction: 'rett'");
}

TEST_P(PtxFile, OtherTextIsRefused) {
  const ports::toolchain::CompileResult result = run("int main() { return 0; }\n");
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::BadInput);
  EXPECT_TRUE(result.error().place.starts_with("m.ptx")) << result.error().text();
  EXPECT_EQ(result.error().message.find("/tmp"), std::string::npos) << result.error().message;
}

TEST_P(PtxFile, NewerVersionCostsOnlyTheCubin) {
  const ports::toolchain::CompileResult result = run(with(".version 8.0", ".version 19.9"));
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->cubin.empty());
  ASSERT_EQ(result->kernels.size(), 1U);
  EXPECT_FALSE(result->kernels[0].resources.has_value());
  EXPECT_FALSE(result->warnings.empty());
}

TEST_P(PtxFile, NewerTargetIsAssembledForItself) {
  const ports::toolchain::CompileResult result =
      run(with(".version 8.0\n.target sm_75", ".version 8.8\n.target sm_100"));
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_FALSE(result->cubin.empty());
}

INSTANTIATE_TEST_SUITE_P(Assemblers, PtxFile, testing::Values("ptxas", "nvJitLink"));

TEST(PtxFileAlone, NeedsNoToolUntilMachineCodeIsWanted) {
  auto options = uncached_options();
  options.worker_command = {"/nowhere"};
  Compiler compiler(options);
  ports::toolchain::CompileRequest request = ptx_request(kPtx);
  request.machine_code = false;
  const ports::toolchain::CompileResult result = compiler.compile(request);
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_FALSE(result->is_assembled);
  EXPECT_EQ(result->ptx, kPtx);
  EXPECT_EQ(result->kernels.size(), 1U);
  request.machine_code = true;
  EXPECT_FALSE(compiler.compile(request).ok());
}

TEST(PtxFileAlone, RunsWithUnknownRegisters) {
  const TemporaryDir nothing;
  auto options = uncached_options();
  options.search = {{nothing.path()}, true};
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(ptx_request(kPtx));
  ASSERT_TRUE(result.ok()) << why(result);
  ASSERT_EQ(result->kernels.size(), 1U);
  EXPECT_EQ(result->kernels[0].plain_name, "store");
  EXPECT_FALSE(result->kernels[0].resources.has_value());
  ASSERT_EQ(result->warnings.size(), 1U);
}

TEST(PtxFileAlone, BrokenPtxasIsPassedOver) {
  const Toolchain all = find_toolchain();
  if (!all.nvjitlink.found()) GTEST_SKIP() << all.nvjitlink.problem;
  const TemporaryDir folder;
  const std::string script = folder.write("bin/ptxas", "#!/bin/sh\necho gone\nexit 127\n");
  fs::permissions(script, fs::perms::owner_all);
  auto options = uncached_options();
  options.search = {{root_with(folder, all.nvjitlink, "lib/libnvJitLink.so.13")}, true};
  Compiler compiler(options);
  const ports::toolchain::CompileResult result = compiler.compile(ptx_request(kPtx));
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->compiler.starts_with("nvJitLink")) << result->compiler;
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
