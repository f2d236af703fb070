#include <algorithm>

#include <gtest/gtest.h>

#include "sim/isa/opcodes.hpp"
#include "sim/ptx/parser.hpp"
#include "tests/sim/isa/row_file.hpp"

// The list that the build checked against rows/ (list_rows.cmake).
namespace lanescope::isa_test {
namespace {

constexpr const char* kRowNames[] = {
#include "row_names.inc"
};

TEST(Rows, TheBuildCheckedEveryRow) {
  ASSERT_EQ(std::size(kRowNames), isa::opcode_rows().size());
  for (std::size_t i = 0; i < std::size(kRowNames); ++i)
    EXPECT_EQ(kRowNames[i], isa::opcode_rows()[i].name);
}

// mov of a vector differs from mov by its operands alone.
bool is_found_by_modifiers(const std::string& row) { return row != "mov.vector"; }

bool uses_row(const ptx::Module& module, const std::string& row) {
  for (const ptx::Function& function : module.functions) {
    for (const ptx::Instruction& instruction : function.body) {
      const std::vector<std::string_view> modifiers(instruction.modifiers.begin(),
                                                    instruction.modifiers.end());
      const isa::OpcodeRow* found = isa::find_row(instruction.opcode, modifiers);
      if (found != nullptr && found->name == row) return true;
    }
  }
  return false;
}

TEST(Rows, EachFileIsSoundAndUsesItsRow) {
  for (const std::string& row : row_files()) {
    const Result<RowFile> file = read_row_file(path_of(row));
    ASSERT_TRUE(file.ok()) << file.error().text();
    EXPECT_EQ(file->row, row);
    const ptx::Module module = ptx::parse(file->text);
    for (const ptx::Diagnostic& d : module.diagnostics) {
      ADD_FAILURE() << path_of(row) << ":" << d.position.line << ": " << d.message;
    }
    EXPECT_TRUE(!is_found_by_modifiers(row) || uses_row(module, row)) << row;
  }
}

TEST(Rows, AWrongValueIsSeen) {
  Result<RowFile> file = read_row_file(path_of("add.int"));
  ASSERT_TRUE(file.ok());
  std::vector<std::byte> nothing(file->output_bytes());
  EXPECT_NE(compare(*file, nothing), "");
  EXPECT_FALSE(
      matches({Expected::Kind::Range, 0x80000001, 0x00000001}, ptx::Type::F32, 0x00000002));
  EXPECT_TRUE(matches({Expected::Kind::Range, 0x80000001, 0x00000001}, ptx::Type::F32, 0x80000000));
  EXPECT_FALSE(matches({Expected::Kind::AnyNan}, ptx::Type::F64, 0x7ff0000000000000));
  EXPECT_TRUE(matches({Expected::Kind::AnyNan}, ptx::Type::BF16, 0xff81));
}

}  // namespace
}  // namespace lanescope::isa_test
