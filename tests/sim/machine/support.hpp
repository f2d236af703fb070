#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "sim/code/program.hpp"
#include "sim/engine/plan.hpp"
#include "sim/machine/execution.hpp"
#include "sim/machine/ptx_engine.hpp"
#include "sim/ptx/parser.hpp"

namespace lanescope::machine::test {

inline std::string read_text(const std::string& name) {
  std::ifstream file("tests/sim/machine/data/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// PTX around the body of a kernel `k` with one pointer parameter %out in %rd1 (a global address).
inline std::string kernel_text(std::string_view body, std::string_view before = "") {
  std::string text = ".version 8.5\n.target sm_90\n.address_size 64\n";
  text += before;
  text += ".visible .entry k(.param .u64 k_param_0)\n{\n";
  text +=
      ".reg .pred %p<8>;\n.reg .b16 %h<8>;\n.reg .b32 %r<32>;\n.reg .f32 %f<16>;\n.reg .b64 "
      "%rd<32>;\n";
  text += "ld.param.u64 %rd1, [k_param_0];\n";
  text += body;
  text += "\n}\n";
  return text;
}

inline std::shared_ptr<const code::Program> decode(const std::string& text,
                                                   std::string_view kernel = "k") {
  auto module = std::make_shared<const ptx::Module>(ptx::parse(text));
  for (const ptx::Diagnostic& d : module->diagnostics) {
    if (d.severity == ptx::Diagnostic::Severity::Error)
      ADD_FAILURE() << d.position.line << ": " << d.message;
  }
  Result<std::shared_ptr<const code::Program>> program = code::Program::decode(module, kernel);
  if (!program) {
    ADD_FAILURE() << program.error().text();
    return nullptr;
  }
  return *program;
}

// A plan under construction: buffers of 32-bit words, kernel arguments in order.
class Bench {
 public:
  explicit Bench(const std::string& text, std::string_view kernel = "k")
      : program_(decode(text, kernel)) {}

  Bench& buffer(const std::string& name, std::vector<std::uint32_t> words) {
    auto bytes = std::make_shared<std::vector<std::byte>>(words.size() * 4);
    std::memcpy(bytes->data(), words.data(), bytes->size());
    plan_.buffers.push_back({name, bytes->size(), 4, bytes, false});
    return argument(plan_.address_of(plan_.buffers.size() - 1).value);
  }
  Bench& zeros(const std::string& name, std::size_t words) {
    return buffer(name, std::vector<std::uint32_t>(words, 0));
  }
  template <typename T>
  Bench& argument(T value) {
    const std::size_t at = (parameters_.size() + alignof(T) - 1) / alignof(T) * alignof(T);
    parameters_.resize(at + sizeof(T));
    std::memcpy(parameters_.data() + at, &value, sizeof(T));
    return *this;
  }
  Bench& shape(Dim3 grid, Dim3 block, std::uint32_t dynamic_shared = 0) {
    grid_ = grid;
    block_ = block;
    shared_ = dynamic_shared;
    return *this;
  }
  Bench& cluster(Dim3 blocks) {
    cluster_ = blocks;
    return *this;
  }
  engine::MachineOptions& options() { return plan_.options; }
  engine::Plan& plan() { return plan_; }
  [[nodiscard]] const code::Program& program() const { return *program_; }

  std::shared_ptr<const engine::Plan> make(int launches = 1) {
    auto plan = std::make_shared<engine::Plan>(plan_);
    plan->engine = &ptx_engine();
    for (int i = 0; i < launches; ++i)
      plan->launches.push_back({program_, grid_, block_, shared_, parameters_, cluster_});
    const Result<void> valid = engine::validate(*plan);
    EXPECT_TRUE(valid.ok()) << (valid.ok() ? "" : valid.error().text());
    return plan;
  }

 private:
  std::shared_ptr<const code::Program> program_;
  engine::Plan plan_;
  std::vector<std::byte> parameters_;
  Dim3 grid_, block_, cluster_{0, 0, 0};
  std::uint32_t shared_ = 0;
};

// A buffer as 32-bit words; reading beyond its end fails the test.
class Words {
 public:
  explicit Words(std::span<const std::byte> bytes) : words_(bytes.size() / 4) {
    if (!words_.empty()) std::memcpy(words_.data(), bytes.data(), words_.size() * 4);
  }
  [[nodiscard]] std::uint32_t operator[](std::size_t index) const { return words_.at(index); }
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  [[nodiscard]] auto begin() const { return words_.begin(); }
  [[nodiscard]] auto end() const { return words_.end(); }
  [[nodiscard]] const std::vector<std::uint32_t>& all() const { return words_; }

 private:
  std::vector<std::uint32_t> words_;
};

inline Words words_of(const Execution& execution, std::size_t buffer = 0) {
  return Words(execution.buffer(buffer));
}

}  // namespace lanescope::machine::test
