#include "ui/panels/device/device_model.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "cuda/device/equipment.hpp"

namespace lanescope::ui::panels::device {
namespace {

using Topic = report::Examined::Topic;

TEST(DeviceModel, GroupsWhatWasFound) {
  const DeviceModel model =
      device_model({{Topic::Compiler, "NVRTC", "/lib/libnvrtc.so.13", "get it"},
                    {Topic::Gpu, "GPU", "", "no GPU is visible"},
                    {Topic::Screen, "OpenGL (EGL)", "/lib/libEGL.so.1", ""}});
  ASSERT_EQ(model.groups.size(), 3U);
  EXPECT_EQ(model.groups[0].title, "GPU");
  EXPECT_EQ(model.groups[0].rows[0].kind, DeviceRow::Kind::Missing);
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

TEST(DeviceModel, ListsWhatTheDriverSays) {
  ports::device::GpuList list;
  list.devices.resize(2);
  list.devices[1].name = "NVIDIA H200";
  list.devices[1].sms = 132;
  const DeviceModel model = device_model({{Topic::Gpu, "GPU", "NVIDIA H200", ""}}, list);
  ASSERT_EQ(model.groups.size(), 3U);
  EXPECT_EQ(model.groups[2].title, "GPU 1: NVIDIA H200");
  const auto& rows = model.groups[2].rows;
  const auto sms = std::ranges::find(rows, "SMs", &DeviceRow::name);
  ASSERT_NE(sms, rows.end());
  EXPECT_EQ(sms->words, "132");
  EXPECT_EQ(sms->kind, DeviceRow::Kind::Fact);
  EXPECT_EQ(model.missing, 0U);
  const DeviceModel failed =
      device_model({}, ports::device::GpuFailure{missing("the driver is too old")});
  EXPECT_NE(failed.sentence.find("cannot be used: the driver is too old."), std::string::npos)
      << failed.sentence;
}

TEST(Doctor, NamesEveryTool) {
  cuda::device::Equipment::Options nothing;
  nothing.compiler.search.only_roots = true;
  const auto findings = report::examine(cuda::device::Equipment(nothing).tools(), {16, "", {}});
  std::size_t compilers = 0;
  for (const report::Examined& finding : findings) {
    EXPECT_FALSE(finding.name.empty());
    compilers += finding.topic == Topic::Compiler ? 1U : 0U;
  }
  EXPECT_EQ(compilers, 7U);  // NVRTC, nvJitLink, ptxas, libcudadevrt, nvcc, g++, nvdisasm
  EXPECT_NE(findings[findings.size() - 2].found.find("16 in"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::ui::panels::device
