#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include "sim/sass/machine/machine.hpp"

namespace lanescope::sass::machine::instructions {

// Of a variable, a function or a label.
using AddressOf = std::function<std::uint64_t(std::string_view name)>;
// The program's instructions bound to what carries them out. One that the model has not is bound to
// a handler that ends the run, so that only a run that reaches it fails.
[[nodiscard]] std::shared_ptr<const Code> bind(const Program& program, const AddressOf& address_of);

// What binds one instruction; the operands that all instructions have alike are there already.
// False: a form that is not covered.
using Binder = bool (*)(const Instruction& instruction, Op& op);
struct BinderRow {
  std::string_view name;  // "IADD3"
  Binder binder;
};
// Tables of the families, each in its own file.
[[nodiscard]] std::span<const BinderRow> integer_binders();
[[nodiscard]] std::span<const BinderRow> float_binders();
[[nodiscard]] std::span<const BinderRow> half_binders();
[[nodiscard]] std::span<const BinderRow> convert_binders();
[[nodiscard]] std::span<const BinderRow> matrix_binders();
[[nodiscard]] std::span<const BinderRow> move_binders();
[[nodiscard]] std::span<const BinderRow> memory_binders();
[[nodiscard]] std::span<const BinderRow> atomic_binders();
[[nodiscard]] std::span<const BinderRow> space_binders();
[[nodiscard]] std::span<const BinderRow> texture_binders();
[[nodiscard]] std::span<const BinderRow> mbarrier_binders();
[[nodiscard]] std::span<const BinderRow> bulk_copy_binders();
[[nodiscard]] std::span<const BinderRow> warp_binders();
[[nodiscard]] std::span<const BinderRow> order_binders();
[[nodiscard]] std::span<const BinderRow> control_binders();

// By this handler, whatever the operands.
template <Handler Does>
bool bind_plain(const Instruction& /*instruction*/, Op& op) {
  op.handler = Does;
  return true;
}
// What does nothing here.
[[nodiscard]] inline Next nothing(Issue& /*issue*/) { return Next::Advance; }

// Ends the run: what the instruction wants is not covered.
[[nodiscard]] Next stop_unsupported(Issue& issue);

// Whether an instruction is covered.
[[nodiscard]] bool is_covered(const Op& op);

// All sources become numbers of this kind.
void set_numeric(Op& op, Numeric numeric);

}  // namespace lanescope::sass::machine::instructions
