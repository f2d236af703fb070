#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/experiment/element.hpp"
#include "sim/base/result.hpp"
#include "sim/engine/plan.hpp"
#include "sim/replay/replay.hpp"

namespace lanescope::ui::lane_language {

// A number of a lane. Whole numbers are exact up to 64 bits; their arithmetic does not wrap.
struct LaneValue {
  long double number = 0;
  bool real = false;  // of a floating-point type: `/` does not round down
};
// By lane; empty where there is none: an element outside its array, a register that holds nothing.
using LaneValues = std::vector<std::optional<LaneValue>>;

class LaneExpression;

// What expressions of one launch may name besides registers and the place of a lane.
struct LaneNames {
  struct Parameter {
    std::uint32_t offset = 0;
    experiment::ElementType type =
        experiment::ElementType::I32;  // of the value, or of what it points to
    bool is_pointer = false;
  };
  struct Array {
    enum class Space : std::uint8_t { Shared, Buffer, Symbol } space = Space::Shared;
    std::uint64_t base = 0;  // bytes into the block's shared memory
    std::size_t buffer = 0;  // index into engine::Plan::buffers
    std::string symbol;      // as in PTX
    experiment::ElementType type = experiment::ElementType::F32;
    std::uint64_t count = 0;
  };
  std::uint32_t launch = 0;
  std::shared_ptr<const engine::Plan> plan;
  std::map<std::string, Parameter, std::less<>> parameters;
  std::map<std::string, Array, std::less<>> arrays;
  // Variables of the source that are never assigned after their declaration, and whose value
  // follows from the names above: they stand for that expression.
  std::map<std::string, std::shared_ptr<const LaneExpression>, std::less<>> locals;
  std::vector<std::string> other_locals;  // declared in the kernel, but none of these
};

// The one language of conditions at breakpoints and of what is watched: an expression as in C over
// what a lane sees.
//
//   %r5 == 3 && lane < 4 || thread == 37      sdata[threadIdx.x + s]      in[blockIdx.x * 2] / n
//
// Numbers; registers; `lane`, `warp`, `thread` (its number in the block), `block`; threadIdx,
// blockIdx, blockDim and gridDim with .x .y .z; warpSize; the kernel's parameters; elements of
// shared arrays, buffers and symbols; || && | ^ & == != < <= > >= << >> + - * / % ! ~ ( ).
// Registers without a sign in their type (.b32) count as signed.
class LaneExpression {
 public:
  [[nodiscard]] static Result<LaneExpression> parse(std::string_view text);
  // Whether it says yes or no: a comparison, or several joined.
  [[nodiscard]] bool is_condition() const;
  // An Error that names what nothing is known of, and why.
  [[nodiscard]] Result<void> check(const LaneNames& names) const;

  struct Context {
    const LaneNames& names;
    const engine::Execution& machine;
    BlockIndex block;
    WarpIndex warp;
    Pc pc;
  };
  [[nodiscard]] LaneValues values(const Context& where) const;
  // The lanes among `asked` in which it is neither zero nor without a value.
  [[nodiscard]] LaneMask lanes(const Context& where, LaneMask asked) const;

  enum class Kind : std::uint8_t { Number, Word, Element, Unary, Binary };
  enum class Sign : std::uint8_t {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    Not,
    BitNot
  };
  struct Node {
    Kind kind = Kind::Number;
    Sign sign = Sign::Plus;
    LaneValue number;
    std::string name;                   // Word, Element
    std::uint32_t left = 0, right = 0;  // nodes that come before this one
  };
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }  // the last is the whole

 private:
  friend class LaneParser;
  std::vector<Node> nodes_;
};

// "13.5", "-7", "1" for true; at most `width` signs.
[[nodiscard]] std::string text_of(const LaneValue& value, std::size_t width);

}  // namespace lanescope::ui::lane_language
