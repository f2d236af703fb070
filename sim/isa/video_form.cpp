#include "sim/isa/video_form.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace lanescope::isa {
namespace {

struct OpName {
  std::string_view name;
  VideoOp op;
};
constexpr std::array kOps{
    OpName{"vadd", VideoOp::Add},         OpName{"vsub", VideoOp::Sub},
    OpName{"vabsdiff", VideoOp::AbsDiff}, OpName{"vmin", VideoOp::Min},
    OpName{"vmax", VideoOp::Max},         OpName{"vshl", VideoOp::ShiftLeft},
    OpName{"vshr", VideoOp::ShiftRight},  OpName{"vmad", VideoOp::MultiplyAdd},
    OpName{"vset", VideoOp::Set},         OpName{"vavrg", VideoOp::Average},
};
constexpr std::array<std::string_view, 7> kParts{"", "b0", "b1", "b2", "b3", "h0", "h1"};
constexpr std::array<std::string_view, 6> kCompares{"eq", "ne", "lt", "le", "gt", "ge"};

bool find_op(std::string_view opcode, VideoJob& job) {
  if (opcode.ends_with('2') || opcode.ends_with('4')) {
    job.lanes = opcode.back() == '2' ? 2 : 4;
    opcode.remove_suffix(1);
  }
  const auto* found =
      std::find_if(kOps.begin(), kOps.end(), [&](const OpName& row) { return row.name == opcode; });
  if (found != kOps.end()) job.op = found->op;
  return found != kOps.end();
}

bool read_part(const ptx::Operand& operand, VideoPart& part) {
  const auto* found = std::find(kParts.begin(), kParts.end(), operand.name);
  if (operand.kind == ptx::Operand::Kind::Register && found == kParts.end()) return false;
  if (operand.kind != ptx::Operand::Kind::Register) return true;
  part = static_cast<VideoPart>(found - kParts.begin());
  return true;
}

// .h10, .b3210 and fewer: the lanes that are written.
bool read_mask(const ptx::Operand& operand, VideoJob& job) {
  job.mask = job.lanes == 2 ? 3 : 15;
  if (operand.name.empty()) return true;
  const char wanted = job.lanes == 2 ? 'h' : 'b';
  if (operand.name.front() != wanted) return false;
  job.mask = 0;
  for (const char digit : operand.name.substr(1)) {
    if (digit < '0' || digit >= '0' + job.lanes) return false;
    job.mask = static_cast<std::uint8_t>(job.mask | 1U << static_cast<unsigned>(digit - '0'));
  }
  return true;
}

bool read_modifier(std::string_view word, std::vector<bool>& is_signed, VideoJob& job) {
  if (const ptx::Type type = ptx::type_from_spelling(word); type != ptx::Type::None) {
    is_signed.push_back(ptx::is_signed_integer(type));
    return true;
  }
  if (const auto* compare = std::find(kCompares.begin(), kCompares.end(), word);
      compare != kCompares.end()) {
    job.compare = static_cast<VideoCompare>(compare - kCompares.begin());
    return true;
  }
  if (word == "sat") job.saturates = true;
  if (word == "wrap") job.wraps = true;
  if (word == "po") job.plus_one = true;
  if (word == "shr7") job.scale = 7;
  if (word == "shr15") job.scale = 15;
  if (word == "add") job.second = VideoSecond::Add;
  if (word == "min") job.second = VideoSecond::Min;
  if (word == "max") job.second = VideoSecond::Max;
  return true;
}

bool read_operands(const std::vector<ptx::Operand>& operands, VideoJob& job) {
  if (operands.size() < 3) return false;
  if (!read_part(operands[1], job.a) || !read_part(operands[2], job.b)) return false;
  if (job.lanes > 1)
    return job.a == VideoPart::Word && job.b == VideoPart::Word && read_mask(operands[0], job);
  if (!read_part(operands[0], job.d)) return false;
  if (job.d != VideoPart::Word) job.second = VideoSecond::Merge;
  job.negates_product = operands[1].negated != operands[2].negated;
  job.negates_addend = operands.size() > 3 && operands[3].negated;
  return true;
}

// Bits of a number, taken and given in one order.
class Packing {
 public:
  template <typename T>
  void put(T value, unsigned bits) {
    number_ |= static_cast<std::uint32_t>(value) << at_;
    at_ += bits;
  }
  explicit Packing(std::uint32_t number = 0) : number_(number) {}
  template <typename T>
  void get(T& value, unsigned bits) {
    value = static_cast<T>(number_ >> at_ & ((1U << bits) - 1));
    at_ += bits;
  }
  [[nodiscard]] std::uint32_t number() const { return number_; }

 private:
  std::uint32_t number_;
  unsigned at_ = 0;
};

}  // namespace

bool make_video_job(const ptx::Instruction& instruction, VideoJob& job) {
  if (!find_op(instruction.opcode, job)) return false;
  std::vector<bool> is_signed;
  for (const std::string& modifier : instruction.modifiers) {
    if (!read_modifier(modifier, is_signed, job)) return false;
  }
  // vset has no type of d: it is .u32.
  const std::size_t first = is_signed.size() == 2 ? 0 : 1;
  if (is_signed.size() != first + 2) return false;
  job.d_signed = first == 1 && is_signed[0];
  job.a_signed = is_signed[first];
  job.b_signed = is_signed[first + 1];
  return read_operands(instruction.operands, job);
}

// 31 bits. A part of a one-lane form and the mask of another share a place, and so do what only one
// operation has.
std::uint32_t number_of(const VideoJob& job) {
  Packing p;
  p.put(job.op, 4);
  p.put(job.lanes, 3);
  p.put(job.d_signed, 1);
  p.put(job.a_signed, 1);
  p.put(job.b_signed, 1);
  p.put(job.saturates, 1);
  p.put(job.second, 3);
  p.put(job.a, 3);
  p.put(job.b, 3);
  p.put(job.lanes > 1 ? job.mask : static_cast<std::uint8_t>(job.d), 4);
  if (job.op == VideoOp::MultiplyAdd) {
    p.put(job.scale, 4);
    p.put(job.negates_product, 1);
    p.put(job.negates_addend, 1);
    p.put(job.plus_one, 1);
  } else {
    p.put(job.compare, 3);
    p.put(job.wraps, 1);
  }
  return p.number();
}

VideoJob video_job(std::uint32_t number) {
  VideoJob job;
  Packing p(number);
  p.get(job.op, 4);
  p.get(job.lanes, 3);
  p.get(job.d_signed, 1);
  p.get(job.a_signed, 1);
  p.get(job.b_signed, 1);
  p.get(job.saturates, 1);
  p.get(job.second, 3);
  p.get(job.a, 3);
  p.get(job.b, 3);
  job.lanes > 1 ? p.get(job.mask, 4) : p.get(job.d, 4);
  if (job.op == VideoOp::MultiplyAdd) {
    p.get(job.scale, 4);
    p.get(job.negates_product, 1);
    p.get(job.negates_addend, 1);
    p.get(job.plus_one, 1);
  } else {
    p.get(job.compare, 3);
    p.get(job.wraps, 1);
  }
  return job;
}

}  // namespace lanescope::isa
