#include <array>
#include <cstring>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "sim/isa/alu.hpp"

// The approximate instructions against results recorded on an H200 (h200_approximate.txt).
namespace lanescope::isa {
namespace {

constexpr const char* kRecording = "tests/sim/isa/h200_approximate.txt";
constexpr std::uint32_t kSlot = 256;

struct Row {
  std::vector<std::uint32_t> arguments;
  std::uint32_t result = 0;
};
struct Recorded {
  std::string instruction;
  std::vector<Row> rows;
};

Row row_of(std::string pair) {
  for (char& c : pair) c = c == '/' || c == '=' ? ' ' : c;
  std::istringstream words(pair);
  Row row;
  for (std::uint32_t bits = 0; words >> std::hex >> bits;) row.arguments.push_back(bits);
  row.result = row.arguments.back();
  row.arguments.pop_back();
  return row;
}

std::vector<Recorded> recording() {
  std::vector<Recorded> all;
  std::ifstream in(kRecording);
  for (std::string line; std::getline(in, line);) {
    if (line[0] == '#') continue;
    if (line.find('=') == std::string::npos) {
      all.push_back({line, {}});
      continue;
    }
    std::istringstream pairs(line);
    for (std::string pair; pairs >> pair;) all.back().rows.push_back(row_of(pair));
  }
  return all;
}

ptx::Instruction instruction_of(const std::string& text, std::size_t sources) {
  ptx::Instruction instruction;
  std::istringstream parts(text);
  std::getline(parts, instruction.opcode, '.');
  for (std::string part; std::getline(parts, part, '.');) instruction.modifiers.push_back(part);
  instruction.operands.resize(1 + sources);
  return instruction;
}

struct alignas(64) File {
  std::array<std::byte, 3 * kSlot> bytes{};
};

// Of 64-bit slots the high word; the low one is zero.
std::uint32_t run(const AluOp& op, const Row& row) {
  const bool wide = op.dst == ptx::Type::F64;
  const std::size_t word = wide ? 4 : 0;
  File file;
  LaneOperands operands;
  for (std::size_t i = 0; i < row.arguments.size(); ++i) {
    operands.src.at(i) = kSlot * static_cast<std::uint32_t>(i + 1);
    std::memcpy(&file.bytes.at(operands.src.at(i) + word), &row.arguments[i], 4);
  }
  op.full(file.bytes.data(), operands);
  std::uint32_t result = 0;
  std::memcpy(&result, &file.bytes.at(word), 4);
  return result;
}

TEST(Interpolator, GivesTheBitsOfAnH200) {
  const std::vector<Recorded> all = recording();
  ASSERT_EQ(all.size(), 19U);
  for (const Recorded& recorded : all) {
    ASSERT_GT(recorded.rows.size(), 90U) << recorded.instruction;
    const std::size_t sources = recorded.rows[0].arguments.size();
    const Result<AluOp> op =
        bind_alu(instruction_of(recorded.instruction, sources), best_vector_level());
    ASSERT_TRUE(op.ok()) << op.error().text();
    for (const Row& row : recorded.rows)
      EXPECT_EQ(run(*op, row), row.result)
          << recorded.instruction << " of " << std::hex << row.arguments[0];
  }
}

}  // namespace
}  // namespace lanescope::isa
