#include "sim/sass/machine/instructions/matrix_forms.hpp"

#include <algorithm>

#include "sim/code/matrix_layout.hpp"

namespace lanescope::sass::machine::instructions {
namespace {

using code::MatrixPart;
using Type = code::MatrixType;

// Of single bits, the depth counts words of them. Signs of whole numbers do not matter to who holds
// what: S8 stands for both.
constexpr std::array kForms{
    MatrixForm{"HMMA.1688.F16", {16, 8, 8}, Type::F16, Type::F16},
    MatrixForm{"HMMA.1688.F32", {16, 8, 8}, Type::F16, Type::F32},
    MatrixForm{"HMMA.1688.F32.BF16", {16, 8, 8}, Type::BF16, Type::F32},
    MatrixForm{"HMMA.16816.F16", {16, 8, 16}, Type::F16, Type::F16},
    MatrixForm{"HMMA.16816.F32", {16, 8, 16}, Type::F16, Type::F32},
    MatrixForm{"HMMA.16816.F32.BF16", {16, 8, 16}, Type::BF16, Type::F32},
    MatrixForm{"HMMA.1684.F32.TF32", {16, 8, 4}, Type::TF32, Type::F32},
    MatrixForm{"HMMA.1688.F32.TF32", {16, 8, 8}, Type::TF32, Type::F32},
    MatrixForm{"HMMA.SP.16816.F16", {16, 8, 16}, Type::F16, Type::F16, true},
    MatrixForm{"HMMA.SP.16816.F32", {16, 8, 16}, Type::F16, Type::F32, true},
    MatrixForm{"HMMA.SP.16816.F32.BF16", {16, 8, 16}, Type::BF16, Type::F32, true},
    MatrixForm{"HMMA.SP.16832.F16", {16, 8, 32}, Type::F16, Type::F16, true},
    MatrixForm{"HMMA.SP.16832.F32", {16, 8, 32}, Type::F16, Type::F32, true},
    MatrixForm{"HMMA.SP.16832.F32.BF16", {16, 8, 32}, Type::BF16, Type::F32, true},
    MatrixForm{"HMMA.SP.1688.F32.TF32", {16, 8, 8}, Type::TF32, Type::F32, true},
    MatrixForm{"HMMA.SP.16816.F32.TF32", {16, 8, 16}, Type::TF32, Type::F32, true},
    MatrixForm{"IMMA.8816", {8, 8, 16}, Type::S8, Type::S32},
    MatrixForm{"IMMA.16816", {16, 8, 16}, Type::S8, Type::S32},
    MatrixForm{"IMMA.16832", {16, 8, 32}, Type::S8, Type::S32},
    MatrixForm{"IMMA.SP.16832", {16, 8, 32}, Type::S8, Type::S32, true},
    MatrixForm{"IMMA.SP.16864", {16, 8, 64}, Type::S8, Type::S32, true},
    MatrixForm{"DMMA.8x8x4", {8, 8, 4}, Type::F64, Type::F64},
    MatrixForm{"DMMA.16x8x4", {16, 8, 4}, Type::F64, Type::F64},
    MatrixForm{"DMMA.16x8x8", {16, 8, 8}, Type::F64, Type::F64},
    MatrixForm{"DMMA.16x8x16", {16, 8, 16}, Type::F64, Type::F64},
    MatrixForm{"BMMA.88128.AND.POPC", {8, 8, 4}, Type::B1, Type::S32},
    MatrixForm{"BMMA.168128.AND.POPC", {16, 8, 4}, Type::B1, Type::S32},
    MatrixForm{"BMMA.168256.AND.POPC", {16, 8, 8}, Type::B1, Type::S32},
};

std::vector<std::uint16_t> places(const MatrixForm& form, MatrixPart part, std::uint32_t depth) {
  code::MatrixShape shape = form.shape;
  shape.k = depth;
  const Type type = part == MatrixPart::C ? form.sum : form.factor;
  std::vector<std::uint16_t> all;
  for (int lane = 0; lane < 32; ++lane) {
    for (const code::MatrixElement& at : code::held_elements(shape, part, type, lane)) {
      const std::uint32_t place = part == MatrixPart::A   ? at.row * depth + at.column
                                  : part == MatrixPart::B ? at.column * depth + at.row
                                                          : at.row * shape.n + at.column;
      all.push_back(static_cast<std::uint16_t>(place));
    }
  }
  return all;
}

MatrixLayout layout_of(const MatrixForm& form) {
  MatrixLayout layout;
  layout.a_depth = form.sparse ? form.shape.k / 2 : form.shape.k;
  layout.a = places(form, MatrixPart::A, layout.a_depth);
  layout.b = places(form, MatrixPart::B, form.shape.k);
  layout.c = places(form, MatrixPart::C, form.shape.k);
  return layout;
}

}  // namespace

std::size_t matrix_form_at(std::string_view name) {
  const auto found = std::ranges::find(kForms, name, &MatrixForm::name);
  return found == kForms.end() ? kNoForm : static_cast<std::size_t>(found - kForms.begin());
}

const MatrixForm& matrix_form(std::size_t at) { return kForms[at]; }

const MatrixLayout& matrix_layout(std::size_t form) {
  static const auto kAll = [] {
    std::vector<MatrixLayout> all;
    for (const MatrixForm& each : kForms) all.push_back(layout_of(each));
    return all;
  }();
  return kAll[form];
}

}  // namespace lanescope::sass::machine::instructions
