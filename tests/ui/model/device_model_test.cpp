#include "ui/model/device_model.hpp"

#include <gtest/gtest.h>

namespace lanescope::ui {
namespace {

using Topic = lab::Finding::Topic;

TEST(DeviceModel, GroupsWhatWasFound) {
  const DeviceModel model =
      device_model({{Topic::Compiler, "NVRTC", "/lib/libnvrtc.so.13", "get it"},
                    {Topic::Gpu, "GPU", "", "no GPU is visible"},
                    {Topic::Screen, "OpenGL (EGL)", "/lib/libEGL.so.1", ""}});
  ASSERT_EQ(model.groups.size(), 3U);
  EXPECT_EQ(model.groups[0].title, "GPU");
  EXPECT_FALSE(model.groups[0].rows[0].found);
  EXPECT_EQ(model.groups[0].rows[0].words, "no GPU is visible");
  EXPECT_EQ(model.groups[1].rows[0].words, "/lib/libnvrtc.so.13");
  EXPECT_EQ(model.missing, 1U);
  EXPECT_NE(model.sentence.find("No NVIDIA GPU"), std::string::npos);
  EXPECT_NE(model.sentence.find("can be compiled here"), std::string::npos);
}

TEST(DeviceModel, SaysWhatCannotBeDone) {
  const DeviceModel model = device_model(
      {{Topic::Gpu, "GPU", "NVIDIA H200", ""}, {Topic::Compiler, "NVRTC", "", "get it"}});
  EXPECT_NE(model.sentence.find("GPU is in this machine"), std::string::npos);
  EXPECT_NE(model.sentence.find("cannot be compiled"), std::string::npos);
}

TEST(Doctor, NamesEveryTool) {
  cuda::ToolchainSearch nothing;
  nothing.only_roots = true;
  const auto findings = lab::examine(cuda::find_toolchain(nothing), {16, "", {}});
  std::size_t compilers = 0;
  for (const lab::Finding& finding : findings) {
    EXPECT_FALSE(finding.name.empty());
    compilers += finding.topic == Topic::Compiler ? 1U : 0U;
  }
  EXPECT_EQ(compilers, 6U);  // NVRTC, nvJitLink, ptxas, nvcc, g++, nvdisasm
  EXPECT_NE(findings[findings.size() - 2].found.find("16 in"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::ui
