#include <gtest/gtest.h>

#include "ports/images/cache.hpp"
#include "tests/cuda/support.hpp"

// Kernels that were compiled when the program was built.
namespace lanescope::cuda::toolchain {
namespace {

using test::request_of;
using test::TemporaryDir;
using test::uncached_options;
using test::why;

const ports::toolchain::CompileRequest& request() {
  static const ports::toolchain::CompileRequest kRequest =
      request_of("extern \"C\" __global__ void k(int* p) { *p = 1; }\n", {"k"});
  return kRequest;
}

class ShippedKernels : public testing::Test {
 protected:
  void SetUp() override {
    LANESCOPE_NEEDS_NVRTC();
    Compiler builder(uncached_options());
    const auto written = builder.write_shipped_cache(request(), shipped_.path());
    ASSERT_TRUE(written.ok()) << written.error().text();
  }
  // A machine where nothing is installed and no worker starts.
  [[nodiscard]] Compiler::Options bare_machine() const {
    auto options = uncached_options();
    options.search = {{nothing_.path()}, true};
    options.worker_command = {"/nowhere"};
    options.read_only_caches = {"/no/such/folder", shipped_.path()};
    return options;
  }

  TemporaryDir shipped_;
  TemporaryDir nothing_;
};

TEST_F(ShippedKernels, NeedNoCompiler) {
  Compiler compiler(bare_machine());
  const ports::toolchain::CompileResult result = compiler.compile(request());
  ASSERT_TRUE(result.ok()) << why(result);
  EXPECT_TRUE(result->from_cache);
  EXPECT_FALSE(result->cubin.empty());
  EXPECT_TRUE(ports::toolchain::find_kernel(result.value(), "k").ok());
}

TEST_F(ShippedKernels, OthersStillNeedOne) {
  Compiler compiler(bare_machine());
  ports::toolchain::CompileRequest edited = request();
  edited.source += "\n";
  const ports::toolchain::CompileResult result = compiler.compile(edited);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, Error::Code::Missing);
}

TEST_F(ShippedKernels, GiveWayToAnotherNvrtc) {
  const ports::images::ShippedCache cache(shipped_.path());
  const std::string own = find_toolchain().nvrtc.identity;
  EXPECT_TRUE(cache.find(request(), "").has_value());
  EXPECT_TRUE(cache.find(request(), own).has_value());
  EXPECT_FALSE(cache.find(request(), "another").has_value());
}

TEST_F(ShippedKernels, WorkFromAnyFolder) {
  const TemporaryDir elsewhere;
  std::filesystem::copy(shipped_.path(), elsewhere.file("moved"),
                        std::filesystem::copy_options::recursive);
  EXPECT_TRUE(ports::images::ShippedCache(elsewhere.file("moved")).find(request(), "").has_value());
}

TEST_F(ShippedKernels, FolderThatCannotBeWrittenIsTold) {
  Compiler builder(uncached_options());
  const auto written = builder.write_shipped_cache(request(), "/proc/no/such");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().place, "/proc/no/such");
  EXPECT_FALSE(builder.write_shipped_cache(request_of("broken"), shipped_.path()).ok());
}

}  // namespace
}  // namespace lanescope::cuda::toolchain
