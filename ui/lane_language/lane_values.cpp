#include "ui/lane_language/lane_values.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "lab/experiment/element.hpp"
#include "sim/base/half.hpp"
#include "ui/words/words.hpp"

namespace lanescope::ui::lane_language {
namespace {

using Kind = LaneExpression::Kind;
using Node = LaneExpression::Node;
using Sign = LaneExpression::Sign;
using Context = LaneExpression::Context;
using experiment::ElementType;

template <typename T>
long double as_number(std::uint64_t bits) {
  return static_cast<long double>(static_cast<T>(bits));
}

// Zero-extended bits of an element or a register.
LaneValue value_of(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::I8:
      return {as_number<std::int8_t>(bits), false};
    case ElementType::I16:
      return {as_number<std::int16_t>(bits), false};
    case ElementType::I32:
      return {as_number<std::int32_t>(bits), false};
    case ElementType::I64:
      return {as_number<std::int64_t>(bits), false};
    case ElementType::F16:
      return {half_to_float(static_cast<std::uint16_t>(bits)), true};
    case ElementType::BF16:
      return {bfloat16_to_float(static_cast<std::uint16_t>(bits)), true};
    case ElementType::F32:
      return {std::bit_cast<float>(static_cast<std::uint32_t>(bits)), true};
    case ElementType::F64:
      return {std::bit_cast<double>(bits), true};
    default:
      return {static_cast<long double>(bits), false};
  }
}

LaneValue value_of(ValueType type, std::uint64_t bits) {
  if (type == ValueType::Pred) return {bits != 0 ? 1.0L : 0.0L, false};
  if (const auto element = experiment::element_type(lanescope::spelling(type)))
    return value_of(*element, bits);
  constexpr std::array<ElementType, 9> kSigned{
      ElementType::I64, ElementType::I8,  ElementType::I16, ElementType::I64, ElementType::I32,
      ElementType::I64, ElementType::I64, ElementType::I64, ElementType::I64};
  const int size = std::clamp(size_in_bytes(type), 0, 8);
  return value_of(kSigned[static_cast<std::size_t>(size)], bits);
}

// The words that say where a lane is.
enum class Word : std::uint8_t {
  Lane,
  Warp,
  Thread,
  Block,
  WarpSize,
  ThreadIdx,
  BlockIdx,
  BlockDim,
  GridDim
};
struct LaneCoordinate {
  Word word;
  int axis = 0;
};
struct CoordinateRow {
  std::string_view name;
  Word word;
};
constexpr std::array<CoordinateRow, 6> kPlain{{{"lane", Word::Lane},
                                               {"warp", Word::Warp},
                                               {"thread", Word::Thread},
                                               {"block", Word::Block},
                                               {"warpSize", Word::WarpSize},
                                               {"laneid", Word::Lane}}};
constexpr std::array<CoordinateRow, 8> kAxes{{{"threadIdx", Word::ThreadIdx},
                                              {"blockIdx", Word::BlockIdx},
                                              {"blockDim", Word::BlockDim},
                                              {"gridDim", Word::GridDim},
                                              {"%tid", Word::ThreadIdx},
                                              {"%ctaid", Word::BlockIdx},
                                              {"%ntid", Word::BlockDim},
                                              {"%nctaid", Word::GridDim}}};

std::optional<LaneCoordinate> place_of_word(std::string_view name) {
  for (const CoordinateRow& row : kPlain) {
    if (row.name == name) return LaneCoordinate{row.word, 0};
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot + 2 != name.size()) return std::nullopt;
  const char axis = name[dot + 1];
  if (axis < 'x' || axis > 'z') return std::nullopt;
  for (const CoordinateRow& row : kAxes) {
    if (row.name == name.substr(0, dot)) return LaneCoordinate{row.word, axis - 'x'};
  }
  return std::nullopt;
}

std::uint32_t on_axis(const Dim3& at, int axis) {
  return axis == 0 ? at.x : axis == 1 ? at.y : at.z;
}

std::uint32_t position(std::uint64_t index, const Dim3& shape, int axis) {
  if (axis == 0) return static_cast<std::uint32_t>(index % shape.x);
  if (axis == 1) return static_cast<std::uint32_t>(index / shape.x % shape.y);
  return static_cast<std::uint32_t>(index / shape.x / shape.y);
}

class Evaluation {
 public:
  Evaluation(const Context& where, int depth)
      : where_(where),
        launch_(where.names.plan->launches[where.names.launch]),
        lanes_(static_cast<std::size_t>(where.names.plan->options.warp_size)),
        depth_(depth) {}

  LaneValues run(const std::vector<Node>& nodes) {
    std::vector<LaneValues> all;
    for (const Node& node : nodes) all.push_back(node_values(node, all));
    return std::move(all.back());
  }

 private:
  LaneValues node_values(const Node& node, const std::vector<LaneValues>& all) {
    switch (node.kind) {
      case Kind::Number:
        return LaneValues(lanes_, node.number);
      case Kind::Word:
        return word(node.name);
      case Kind::Element:
        return elements(node.name, all[node.left]);
      case Kind::Unary:
        return each([&](std::size_t lane) { return unary(node.sign, all[node.left][lane]); });
      case Kind::Binary:
        return each([&](std::size_t lane) {
          return binary(node.sign, all[node.left][lane], all[node.right][lane]);
        });
    }
    return LaneValues(lanes_);
  }
  template <typename F>
  LaneValues each(F value) {
    LaneValues out(lanes_);
    for (std::size_t lane = 0; lane < lanes_; ++lane) out[lane] = value(lane);
    return out;
  }

  LaneValues word(const std::string& name) {
    if (const auto place = place_of_word(name))
      return each([&](std::size_t lane) { return place_value(*place, lane); });
    if (name.starts_with('%')) return register_values(name);
    const LaneNames& names = where_.names;
    if (const auto local = names.locals.find(name); local != names.locals.end() && depth_ < 8)
      return Evaluation(where_, depth_ + 1).run(local->second->nodes());
    if (const auto found = names.parameters.find(name); found != names.parameters.end()) {
      const LaneNames::Parameter& parameter = found->second;
      if (parameter.is_pointer) return LaneValues(lanes_, LaneValue{as_u64(parameter), false});
      const std::uint32_t size = experiment::size_of(parameter.type);
      return LaneValues(lanes_, value_of(parameter.type, parameter_bits(parameter, size)));
    }
    return LaneValues(lanes_);
  }

  std::optional<LaneValue> place_value(const LaneCoordinate& place, std::size_t lane) const {
    const std::uint64_t thread = where_.warp.value * lanes_ + lane;
    const auto whole = [](std::uint64_t value) {
      return LaneValue{static_cast<long double>(value), false};
    };
    switch (place.word) {
      case Word::Lane:
        return whole(lane);
      case Word::Warp:
        return whole(where_.warp.value);
      case Word::Thread:
        return whole(thread);
      case Word::Block:
        return whole(where_.block.value);
      case Word::WarpSize:
        return whole(lanes_);
      case Word::ThreadIdx:
        return whole(position(thread, launch_.block, place.axis));
      case Word::BlockIdx:
        return whole(position(where_.block.value, launch_.grid, place.axis));
      case Word::BlockDim:
        return whole(on_axis(launch_.block, place.axis));
      case Word::GridDim:
        return whole(on_axis(launch_.grid, place.axis));
    }
    return std::nullopt;
  }

  LaneValues register_values(const std::string& name) {
    LaneValues out(lanes_);
    const engine::Program& program = *launch_.program;
    const auto& registers = program.registers();
    const std::uint32_t function = program.at(where_.pc).function;
    for (std::uint32_t i = 0; i < registers.size(); ++i) {
      const engine::RegisterInfo& info = registers[i];
      // Live at the instruction, or its result.
      const bool here = info.live_at(where_.pc) || (where_.pc.value + 1 < program.size() &&
                                                    info.live_at(Pc{where_.pc.value + 1}));
      if (info.name != name || info.function != function || !here) continue;
      const auto bits = where_.machine.register_values(where_.block, where_.warp, i);
      for (std::size_t lane = 0; lane < std::min(bits.size(), lanes_); ++lane)
        out[lane] = value_of(info.type, bits[lane]);
    }
    return out;
  }

  [[nodiscard]] std::uint64_t parameter_bits(const LaneNames::Parameter& parameter,
                                             std::uint32_t size) const {
    std::uint64_t bits = 0;
    if (parameter.offset + size <= launch_.parameters.size())
      std::memcpy(&bits, launch_.parameters.data() + parameter.offset, size);
    return bits;
  }
  [[nodiscard]] long double as_u64(const LaneNames::Parameter& parameter) const {
    return static_cast<long double>(parameter_bits(parameter, 8));
  }

  // Bytes from which elements are counted, as far as they may be read.
  [[nodiscard]] std::span<const std::byte> pointed_to(const LaneNames::Parameter& parameter) const {
    const std::uint64_t address = parameter_bits(parameter, 8);
    const engine::Plan& plan = *where_.names.plan;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
      const std::uint64_t base = plan.address_of(i).value;
      const auto bytes = where_.machine.buffer(i);
      if (address >= base && address - base < bytes.size()) return bytes.subspan(address - base);
    }
    return {};
  }
  [[nodiscard]] std::span<const std::byte> memory_of(const LaneNames::Array& array) const {
    std::span<const std::byte> bytes;
    if (array.space == LaneNames::Array::Space::Buffer)
      bytes = where_.machine.buffer(array.buffer);
    else if (array.space == LaneNames::Array::Space::Symbol)
      bytes = where_.machine.symbol(array.symbol);
    else if (const auto shared = where_.machine.shared_memory(where_.block);
             array.base < shared.size())
      bytes = shared.subspan(array.base);
    return bytes.first(
        std::min<std::size_t>(bytes.size(), array.count * experiment::size_of(array.type)));
  }

  LaneValues elements(const std::string& name, const LaneValues& indices) {
    const LaneNames& names = where_.names;
    std::span<const std::byte> bytes;
    ElementType type = ElementType::F32;
    if (const auto found = names.parameters.find(name); found != names.parameters.end()) {
      bytes = pointed_to(found->second);
      type = found->second.type;
    } else if (const auto array = names.arrays.find(name); array != names.arrays.end()) {
      bytes = memory_of(array->second);
      type = array->second.type;
    }
    const std::uint32_t size = experiment::size_of(type);
    return each([&](std::size_t lane) -> std::optional<LaneValue> {
      const auto& index = indices[lane];
      const auto count = static_cast<long double>(bytes.size() / size);
      if (!index || !(index->number >= 0 && index->number < count))  // NaN is no index either
        return std::nullopt;
      std::uint64_t bits = 0;
      std::memcpy(&bits, bytes.data() + static_cast<std::uint64_t>(index->number) * size, size);
      return value_of(type, bits);
    });
  }

  static LaneValue yes(bool value) { return {value ? 1.0L : 0.0L, false}; }

  static std::optional<LaneValue> unary(Sign sign, const std::optional<LaneValue>& operand) {
    if (!operand) return std::nullopt;
    switch (sign) {
      case Sign::Minus:
        return LaneValue{-operand->number, operand->real};
      case Sign::Not:
        return yes(operand->number == 0);
      case Sign::BitNot:
        if (operand->real) return std::nullopt;
        return LaneValue{-operand->number - 1, false};
      default:
        return operand;
    }
  }

  // What has no value compares false with everything; && and || take it for false.
  static std::optional<LaneValue> binary(Sign sign, const std::optional<LaneValue>& a,
                                         const std::optional<LaneValue>& b) {
    const bool left = a && a->number != 0, right = b && b->number != 0;
    if (sign == Sign::Or) return yes(left || right);
    if (sign == Sign::And) return yes(left && right);
    if (sign >= Sign::Equal && sign <= Sign::GreaterEqual)
      return yes(a && b && compares(sign, a->number, b->number));
    if (!a || !b) return std::nullopt;
    const bool real = a->real || b->real;
    if (sign == Sign::Plus) return LaneValue{a->number + b->number, real};
    if (sign == Sign::Minus) return LaneValue{a->number - b->number, real};
    if (sign == Sign::Times) return LaneValue{a->number * b->number, real};
    if (real)
      return sign == Sign::Divide ? std::optional(LaneValue{a->number / b->number, true})
                                  : std::nullopt;
    return whole(sign, a->number, b->number);
  }

  static bool compares(Sign sign, long double a, long double b) {
    switch (sign) {
      case Sign::Equal:
        return a == b;
      case Sign::NotEqual:
        return a != b;
      case Sign::Less:
        return a < b;
      case Sign::LessEqual:
        return a <= b;
      case Sign::Greater:
        return a > b;
      default:
        return a >= b;
    }
  }

  // Operations that only whole numbers of 64 bits have.
  static std::optional<LaneValue> whole(Sign sign, long double a, long double b) {
    constexpr long double kLimit = 0x1p63L;
    if (std::fabs(a) >= kLimit || std::fabs(b) >= kLimit) return std::nullopt;
    const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
    const auto value = [](long double number) { return LaneValue{number, false}; };
    switch (sign) {
      case Sign::Divide:
        if (y == 0) return std::nullopt;
        return value(std::trunc(a / b));
      case Sign::Modulo:
        if (y == 0) return std::nullopt;
        return value(std::fmod(a, b));
      case Sign::ShiftLeft:
        if (y < 0 || y > 62) return std::nullopt;
        return value(std::ldexp(a, static_cast<int>(y)));
      case Sign::ShiftRight:
        if (y < 0 || y > 62) return std::nullopt;
        return value(static_cast<long double>(x >> y));
      case Sign::BitAnd:
        return value(static_cast<long double>(x & y));
      case Sign::BitOr:
        return value(static_cast<long double>(x | y));
      default:
        return value(static_cast<long double>(x ^ y));
    }
  }

  const Context& where_;
  const engine::Launch& launch_;
  std::size_t lanes_;
  int depth_;
};

Error unknown_name(const LaneNames& names, const std::string& name) {
  if (std::ranges::find(names.other_locals, name) != names.other_locals.end()) {
    return bad_input(say(
        "'{}' is no fixed expression in the kernel, and the compiler leaves no names of variables: "
        "watch the register that holds it (on its line Registers marks the one that is written)",
        name));
  }
  return bad_input(
      say("nothing here is called '{}': known are registers (%r1), lane, warp, "
          "thread, block, threadIdx.x …, the kernel's parameters and arrays",
          name));
}

}  // namespace

LaneValues LaneExpression::values(const Context& where) const {
  return Evaluation(where, 0).run(nodes_);
}

LaneMask LaneExpression::lanes(const Context& where, LaneMask asked) const {
  const LaneValues all = values(where);
  LaneMask out = 0;
  for (std::size_t lane = 0; lane < all.size(); ++lane) {
    if (all[lane] && all[lane]->number != 0) out |= LaneMask{1} << lane;
  }
  return out & asked;
}

Result<void> check_name(const LaneNames& names, const LaneExpression::Node& node) {
  const bool element = node.kind == Kind::Element;
  const auto parameter = names.parameters.find(node.name);
  if (parameter != names.parameters.end()) {
    if (!element || parameter->second.is_pointer) return {};
    return bad_input(say("'{}' is a number and has no elements", node.name));
  }
  if (names.arrays.contains(node.name)) {
    if (element) return {};
    return bad_input(say("'{0}' is an array: name an element, {0}[0]", node.name));
  }
  if (!element && (place_of_word(node.name) || names.locals.contains(node.name))) return {};
  if (!node.name.starts_with('%') || element) return unknown_name(names, node.name);
  const auto& registers = names.plan->launches[names.launch].program->registers();
  if (std::ranges::find(registers, node.name, &engine::RegisterInfo::name) != registers.end())
    return {};
  return bad_input(say("there is no register '{}'", node.name));
}

}  // namespace lanescope::ui::lane_language
