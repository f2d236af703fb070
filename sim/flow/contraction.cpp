#include "sim/flow/contraction.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace lanescope::flow {
namespace {

using ptx::Instruction;
using ptx::Operand;

constexpr std::uint32_t kNone = ptx::kNone;

// The modifiers of an arithmetic instruction that may be fused: its type, and .ftz or .sat.
struct Shape {
  std::string_view type;
  bool ftz = false, sat = false;
  [[nodiscard]] bool same_arithmetic(const Shape& o) const {
    return type == o.type && ftz == o.ftz;
  }
};

// An empty type: an instruction with a rounding, or of integers.
Shape shape_of(const Instruction& instruction) {
  static constexpr std::array<std::string_view, 6> kTypes{"f32",   "f64",  "f16",
                                                          "f16x2", "bf16", "bf16x2"};
  Shape shape;
  for (const std::string& modifier : instruction.modifiers) {
    if (modifier == "ftz") {
      shape.ftz = true;
    } else if (modifier == "sat") {
      shape.sat = true;
    } else if (std::find(kTypes.begin(), kTypes.end(), modifier) != kTypes.end()) {
      shape.type = modifier;
    } else {
      return {};
    }
  }
  return shape;
}

bool is_sum(const Instruction& instruction) {
  return instruction.opcode == "add" || instruction.opcode == "sub";
}

// A product as an operand of a sum.
struct Factor {
  std::uint32_t product = kNone;  // position of the mul
  bool negated = false;
};

struct Sum {
  std::uint32_t at = 0;
  std::array<Factor, 2> factors;
  std::uint32_t fused = kNone;  // the product that it has taken in
};

class Contraction {
 public:
  Contraction(const ptx::Function& function, const ControlFlow& flow, const Liveness& live)
      : function_(function),
        flow_(flow),
        live_(live),
        definitions_(function.registers.size(), 0),
        factor_(function.registers.size()),
        uses_(function.body.size(), 0),
        kept_(function.body.size(), false) {}

  std::vector<std::pair<std::uint32_t, Instruction>> run() {
    find_chains();
    count_definitions();
    for (std::uint32_t i = 0; i < function_.body.size(); ++i) visit(i);
    for (Sum& sum : sums_) fuse_single(sum);
    for (Sum& sum : sums_) fuse_any(sum);
    std::vector<std::pair<std::uint32_t, Instruction>> fused;
    for (const Sum& sum : sums_)
      if (sum.fused != kNone) fused.emplace_back(sum.at, fma_of(sum));
    return fused;
  }

 private:
  // Blocks that follow each other without a choice are one.
  void find_chains() {
    std::vector<std::uint32_t> predecessors(flow_.blocks.size(), 0);
    for (const BasicBlock& block : flow_.blocks)
      for (std::uint32_t s : block.successors) ++predecessors[s];
    chain_.resize(flow_.blocks.size());
    for (std::uint32_t b = 0; b < chain_.size(); ++b) chain_[b] = b;
    for (std::uint32_t b = 0; b < chain_.size(); ++b) {
      const std::vector<std::uint32_t>& next = flow_.blocks[b].successors;
      if (next.size() != 1 || predecessors[next[0]] != 1 || flow_.blocks[b].leaves) continue;
      if (chain_[next[0]] == next[0] && next[0] > b) chain_[next[0]] = chain_[b];
    }
  }

  void count_definitions() {
    for (const Instruction& instruction : function_.body)
      for (const RegisterUse& use : register_uses(instruction))
        if (use.written()) ++definitions_[use.reg];
  }

  [[nodiscard]] std::uint32_t chain_of(std::uint32_t i) const { return chain_[flow_.block_of[i]]; }

  [[nodiscard]] bool defines_once(const Instruction& instruction, std::size_t operands) const {
    return !instruction.has_guard && instruction.operands.size() == operands &&
           instruction.operands[0].kind == Operand::Kind::Register &&
           definitions_[instruction.operands[0].index] == 1;
  }

  // The product that an operand is, as seen from instruction `at`.
  [[nodiscard]] Factor factor_of(const Operand& operand, std::uint32_t at,
                                 const Shape& shape) const {
    if (operand.kind != Operand::Kind::Register) return {};
    const Factor factor = factor_[operand.index];
    if (factor.product == kNone || chain_of(factor.product) != chain_of(at)) return {};
    const Instruction& product = function_.body[factor.product];
    return shape_of(product).same_arithmetic(shape) ? factor : Factor{};
  }

  void visit(std::uint32_t i) {
    const Instruction& instruction = function_.body[i];
    const Shape shape = shape_of(instruction);
    if (!shape.type.empty()) {
      if (instruction.opcode == "mul" && !shape.sat && defines_once(instruction, 3)) {
        keep_products(i);
        factor_[instruction.operands[0].index] = {i, false};
        return;
      }
      if (instruction.opcode == "neg" && defines_once(instruction, 2)) {
        const Factor factor = factor_of(instruction.operands[1], i, shape);
        if (factor.product != kNone) {
          factor_[instruction.operands[0].index] = {factor.product, !factor.negated};
          return;
        }
      }
      if (is_sum(instruction) && instruction.operands.size() == 3 && add_sum(i, shape)) return;
    }
    keep_products(i);
  }

  // Whatever a live instruction other than a sum reads has to be there, rounded.
  void keep_products(std::uint32_t i) {
    const Instruction& instruction = function_.body[i];
    if (has_destination(instruction) && !live_.result_used[i]) return;
    for (const RegisterUse& use : register_uses(instruction)) {
      if (use.written() || factor_[use.reg].product == kNone) continue;
      kept_[factor_[use.reg].product] = true;
      ++uses_[factor_[use.reg].product];
    }
  }

  bool add_sum(std::uint32_t i, const Shape& shape) {
    const Instruction& instruction = function_.body[i];
    if (!live_.result_used[i]) return true;
    const Factor a = factor_of(instruction.operands[1], i, shape);
    const Factor b = factor_of(instruction.operands[2], i, shape);
    if (a.product == kNone && b.product == kNone) return false;
    if (a.product == b.product) return false;
    count_use(instruction.operands[1], a);
    count_use(instruction.operands[2], b);
    sums_.push_back({i, {a, b}, kNone});
    return true;
  }

  // A sum's operand that is a product, but not one to be fused, keeps it.
  void count_use(const Operand& operand, const Factor& usable) {
    if (operand.kind != Operand::Kind::Register) return;
    const std::uint32_t product = factor_[operand.index].product;
    if (product == kNone) return;
    ++uses_[product];
    if (usable.product == kNone) kept_[product] = true;
  }

  [[nodiscard]] bool may_fuse(const Sum& sum, const Factor& factor) const {
    return factor.product != kNone && !kept_[factor.product] && reads_the_same(sum, factor.product);
  }

  // The factors still have the values that the product had from them.
  [[nodiscard]] bool reads_the_same(const Sum& sum, std::uint32_t product) const {
    for (const RegisterUse& use : register_uses(function_.body[product])) {
      if (use.written() || definitions_[use.reg] == 1) continue;
      if (flow_.block_of[product] != flow_.block_of[sum.at]) return false;
      for (std::uint32_t i = product; i < sum.at; ++i)
        for (const RegisterUse& other : register_uses(function_.body[i]))
          if (other.written() && other.reg == use.reg) return false;
    }
    return true;
  }

  void fuse(Sum& sum, std::size_t which) {
    sum.fused = sum.factors[which].product;
    const Factor& addend = sum.factors[1 - which];
    if (addend.product != kNone) kept_[addend.product] = true;
  }

  void fuse_single(Sum& sum) {
    for (std::size_t which : {0U, 1U}) {
      const Factor& factor = sum.factors[which];
      if (!may_fuse(sum, factor) || uses_[factor.product] != 1) continue;
      fuse(sum, which);
      return;
    }
  }

  void fuse_any(Sum& sum) {
    if (sum.fused != kNone) return;
    const bool first = may_fuse(sum, sum.factors[0]), second = may_fuse(sum, sum.factors[1]);
    if (!first && !second) return;
    const bool fewer =
        first && second && uses_[sum.factors[1].product] < uses_[sum.factors[0].product];
    fuse(sum, first && !fewer ? 0 : 1);
  }

  [[nodiscard]] Instruction fma_of(const Sum& sum) const {
    const Instruction& old = function_.body[sum.at];
    const Instruction& product = function_.body[sum.fused];
    const std::size_t which = sum.factors[0].product == sum.fused ? 0 : 1;
    const bool difference = old.opcode == "sub";
    Instruction fma = old;
    fma.opcode = "fma";
    fma.modifiers = {"rn"};
    fma.modifiers.insert(fma.modifiers.end(), old.modifiers.begin(), old.modifiers.end());
    fma.operands = {old.operands[0], product.operands[1], product.operands[2],
                    old.operands[2 - which]};
    fma.operands[1].negated = sum.factors[which].negated != (difference && which == 1);
    fma.operands[3].negated = difference && which == 0;
    return fma;
  }

  const ptx::Function& function_;
  const ControlFlow& flow_;
  const Liveness& live_;
  std::vector<std::uint32_t> chain_;        // by block: the first block of its chain
  std::vector<std::uint32_t> definitions_;  // by register: how many
  std::vector<Factor> factor_;              // by register
  std::vector<std::uint32_t> uses_;         // by product, negations followed
  std::vector<bool> kept_;                  // by product: its rounded value is needed
  std::vector<Sum> sums_;
};

}  // namespace

std::vector<std::pair<std::uint32_t, ptx::Instruction>> fused_sums(const ptx::Function& function,
                                                                   const ControlFlow& flow,
                                                                   const Liveness& live) {
  return Contraction(function, flow, live).run();
}

}  // namespace lanescope::flow
