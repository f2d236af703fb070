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

// .h32, .b7654 and others: of each lane the part of {a, b}, the highest lane first; without one,
// a's or b's own.
bool read_parts(const ptx::Operand& operand, unsigned first, const VideoJob& job,
                std::uint16_t& parts) {
  const auto put = [&](unsigned lane, unsigned part) {
    parts = static_cast<std::uint16_t>(parts | part << (3 * lane));
  };
  parts = 0;
  if (operand.name.empty() || operand.kind != ptx::Operand::Kind::Register) {
    for (unsigned lane = 0; lane < job.lanes; ++lane) put(lane, first + lane);
    return true;
  }
  const std::string_view name = operand.name;
  if (name.size() != std::size_t{1} + job.lanes || name.front() != (job.lanes == 2 ? 'h' : 'b'))
    return false;
  for (unsigned lane = 0; lane < job.lanes; ++lane) {
    const char digit = name[name.size() - 1 - lane];
    if (digit < '0' || digit >= '0' + 2 * job.lanes) return false;
    put(lane, static_cast<unsigned>(digit - '0'));
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
  if (job.lanes > 1)
    return read_parts(operands[1], 0, job, job.a_parts) &&
           read_parts(operands[2], job.lanes, job, job.b_parts) && read_mask(operands[0], job);
  if (!read_part(operands[1], job.a) || !read_part(operands[2], job.b)) return false;
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
    number_ |= static_cast<std::uint64_t>(value) << at_;
    at_ += bits;
  }
  explicit Packing(std::uint64_t number = 0) : number_(number) {}
  template <typename T>
  void get(T& value, unsigned bits) {
    value = static_cast<T>(number_ >> at_ & ((std::uint64_t{1} << bits) - 1));
    at_ += bits;
  }
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  std::uint64_t number_;
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

// 55 bits. A part of a one-lane form and the mask of another share a place, and so do what only one
// operation has.
std::uint64_t number_of(const VideoJob& job) {
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
    p.put(job.a_parts, 12);
    p.put(job.b_parts, 12);
  }
  return p.number();
}

VideoJob video_job(std::uint64_t number) {
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
    p.get(job.a_parts, 12);
    p.get(job.b_parts, 12);
  }
  return job;
}

}  // namespace lanescope::isa
