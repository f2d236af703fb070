#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/code/decode_context.hpp"
#include "sim/code/layout.hpp"
#include "sim/code/program.hpp"
#include "sim/code/slots.hpp"
#include "sim/flow/reachable.hpp"

namespace lanescope::code {

// Builds a Program, function by function.
class Decoder {
 public:
  Decoder(std::shared_ptr<const ptx::Module> module, std::uint32_t kernel);
  [[nodiscard]] std::shared_ptr<const Program> run();

 private:
  void place_functions();
  void lay_out();
  void decode_function(std::uint32_t index);
  void add_loops(FunctionContext& context);
  void decode_instruction(const FunctionContext& context, std::uint32_t at);
  void add_information(const FunctionContext& context, std::uint32_t at);
  void add_registers(FunctionContext& context);
  void mark_joins();
  void count_runs();
  void mark_skips();
  [[nodiscard]] std::uint32_t deepest_frame(std::uint32_t index, std::vector<bool>& open) const;

  std::shared_ptr<const ptx::Module> module_;
  std::uint32_t kernel_;
  flow::Reachable reachable_;
  SharedLayout shared_;
  std::shared_ptr<Program> program_;
  std::unique_ptr<Code> code_;
  SlotAllocator slots_;
  std::vector<std::uint32_t> code_index_of_function_;  // by Module::functions
  std::vector<std::uint32_t> loop_exits_;              // pcs
};

}  // namespace lanescope::code
