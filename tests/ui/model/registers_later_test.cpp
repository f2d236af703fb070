// A run is on screen before its machine code is made, which tells the registers.

#include <gtest/gtest.h>

#include "lab/lesson/runner.hpp"
#include "ports/equipment/bare_equipment.hpp"
#include "tests/lab/counting_compiler.hpp"
#include "tests/lab/ptx_kernels.hpp"
#include "ui/panels/occupancy/occupancy_model.hpp"
#include "ui/session/session.hpp"

namespace lanescope::ui::test {
namespace {

using lanescope::test::CompilerLog;
using lanescope::test::CountingCompiler;

// No GPU, and compilers that keep a log.
class LoggedEquipment final : public ports::equipment::Equipment {
 public:
  explicit LoggedEquipment(std::shared_ptr<CompilerLog> log) : log_(std::move(log)) {}
  [[nodiscard]] std::unique_ptr<ports::toolchain::Compiler> compiler() const override {
    return std::make_unique<CountingCompiler>(log_);
  }
  [[nodiscard]] const ports::toolchain::Disassembler& disassembler() const override {
    return bare_.disassembler();
  }
  [[nodiscard]] bool has_gpu_driver() const override { return false; }
  [[nodiscard]] std::unique_ptr<ports::device::Gpu> gpu() const override { return bare_.gpu(); }
  [[nodiscard]] std::vector<ports::toolchain::Tool> tools() const override { return {}; }

 private:
  std::shared_ptr<CompilerLog> log_;
  ports::equipment::BareEquipment bare_{{}, {}};
};

Result<void> nothing_runs(session::SessionEditor&, const session::Command&) { return {}; }

class RegistersLater : public ::testing::Test {
 protected:
  // The run alone, as frames that come before the machine code show it.
  void open(const experiment::Experiment& experiment) {
    session_.open(experiment);
    runner_.wait();
    session_.update(0.0);
  }

  std::shared_ptr<CompilerLog> log_ = std::make_shared<CompilerLog>();
  LoggedEquipment equipment_{log_};
  std::unique_ptr<ports::toolchain::Compiler> compiler_ = equipment_.compiler();
  lesson::Runner runner_{*compiler_};
  session::Session session_{{}, nothing_runs, runner_, equipment_};
};

TEST_F(RegistersLater, TheRunIsThereBeforeItsMachineCode) {
  log_->assembles = false;
  open(lanescope::test::add_experiment(2, 64));
  ASSERT_NE(session_.run(), nullptr);
  EXPECT_TRUE(session_.run()->complete);
  EXPECT_NE(session_.machine(), nullptr) << "it can be stepped through";
  EXPECT_FALSE(session_.busy());
  EXPECT_FALSE(panels::occupancy::occupancy_model(session_));
  EXPECT_NE(session_.why_no_machine_code(), "");
  const std::uint64_t run = session_.run()->id;

  log_->assembles = true;
  session_.settle();
  EXPECT_EQ(session_.run()->id, run) << "the same run, of which more is known";
  const auto model = panels::occupancy::occupancy_model(session_);
  ASSERT_TRUE(model);
  EXPECT_EQ(model->occupancy.registers_per_thread, 40U);
  EXPECT_EQ(session_.why_no_machine_code(), "");
  EXPECT_EQ(log_->for_ptx, 1);
  EXPECT_EQ(log_->for_machine_code, 1);
}

TEST_F(RegistersLater, AnotherSizeOfTheSameKernelIsNotAssembledAgain) {
  session_.open(lanescope::test::add_experiment(2, 64));
  session_.settle();
  session_.open(lanescope::test::add_experiment(3, 64));
  session_.settle();
  EXPECT_TRUE(panels::occupancy::occupancy_model(session_));
  EXPECT_EQ(log_->for_ptx, 1);
  EXPECT_EQ(log_->for_machine_code, 1);
}

TEST_F(RegistersLater, WhatTheAssemblerRefusesIsToldBesideTheRun) {
  log_->refuses = true;
  session_.open(lanescope::test::add_experiment(2, 64));
  session_.settle();
  ASSERT_NE(session_.run(), nullptr);
  ASSERT_TRUE(session_.failure());
  ASSERT_EQ(session_.failure()->diagnostics.size(), 1U);
  EXPECT_EQ(session_.failure()->diagnostics[0].line, 7);
  EXPECT_NE(session_.why_no_machine_code().find("too much shared"), std::string::npos);
}

// Otherwise the test would not end.
TEST_F(RegistersLater, WorkThatNobodyWantsAnyMoreIsStopped) {
  log_->assembles = false;
  open(lanescope::test::add_experiment(2, 64));
}

}  // namespace
}  // namespace lanescope::ui::test
