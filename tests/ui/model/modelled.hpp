#pragma once

#include <gtest/gtest.h>

#include "cuda/toolchain/toolchain.hpp"
#include "tests/ui/model/studio.hpp"

namespace lanescope::ui::test {

// A studio where machine code can be read, and so timed; the reduction's strided rung is open.
class Modelled : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::toolchain::find_toolchain().nvdisasm.found())
      GTEST_SKIP() << "nvdisasm is not installed";
    studio_.run("lesson id=reduction; rung id=interleaved-stride; set block=256; set n=1024");
  }
  [[nodiscard]] session::Session& session() { return studio_.session(); }
  Studio studio_;
};

inline hardware::TimeErrors some_time_errors() {
  hardware::TimeErrors errors;
  errors.machine = "h200";
  errors.device = "NVIDIA H200";
  errors.overall = {{500, 12.0, ""}, {600, 9.0, ""}};
  errors.lessons["reduction"] = {{0, 0.0, "reduction"}, {40, 25.0, "reduction"}};
  return errors;
}

}  // namespace lanescope::ui::test
