#include "sim/ptx/initializer.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "sim/ptx/constants.hpp"

namespace lanescope::ptx {
namespace {

// Far above what a GPU has of constant memory; a text must not make the parser take gigabytes.
constexpr std::uint64_t kLargestInitialized = std::uint64_t{64} << 20U;
constexpr std::size_t kDeepest = 16;

// `generic(name) + 8`: an address that only the machine knows.
struct SymbolAddress {
  std::string_view name;
  std::int64_t addend = 0;
  bool generic = false;
};

class Initializer {
 public:
  Initializer(Cursor& cursor, Variable& variable, const std::vector<std::uint64_t>& dimensions)
      : cursor_(cursor),
        variable_(variable),
        dimensions_(dimensions),
        element_bytes_(static_cast<std::uint64_t>(size_in_bytes(variable.type))),
        unsized_(!dimensions.empty() && dimensions.front() == 0) {}

  bool parse() {
    if (element_bytes_ == 0) {
      cursor_.error(cursor_.peek().position, "a variable of this type can't be initialised");
      return false;
    }
    const Position start = cursor_.peek().position;
    if (!fits(start, variable_.size)) return false;
    const bool good = cursor_.at("{") ? list(0) : element();
    if (!good) return false;
    if (unsized_) variable_.size = round_up(highest_) * element_bytes_;
    if (!fits(start, variable_.size)) return false;
    variable_.initial.resize(variable_.size);
    return true;
  }

 private:
  bool fits(Position position, std::uint64_t size) {
    if (size <= kLargestInitialized) return true;
    cursor_.error(position, fmt::format("an initialised variable of {} bytes is larger than "
                                        "the {} that are read",
                                        size, kLargestInitialized));
    return false;
  }
  // Elements of one item at this depth of braces: the whole, a row, ... an element.
  [[nodiscard]] std::uint64_t extent(std::size_t depth) const {
    std::uint64_t count = 1;
    for (std::size_t i = depth; i < dimensions_.size(); ++i) count *= dimensions_[i];
    return count;
  }
  [[nodiscard]] std::uint64_t end_of(std::size_t depth, std::uint64_t start) const {
    if (depth == 0 && unsized_) return kLargestInitialized / element_bytes_;
    return start + extent(depth);
  }
  // An unsized array holds whole rows.
  [[nodiscard]] std::uint64_t round_up(std::uint64_t elements) const {
    const std::uint64_t row = std::max<std::uint64_t>(extent(1), 1);
    return (elements + row - 1) / row * row;
  }

  bool list(std::size_t depth) {
    const Token open = cursor_.take();
    if (depth >= kDeepest) {
      cursor_.error(open.position, "braces nested too deeply");
      return false;
    }
    const std::uint64_t end = end_of(depth, next_);
    while (!cursor_.at("}")) {
      if (!item(depth, end)) return false;
      if (!cursor_.accept(",")) break;
    }
    if (!cursor_.expect("}", "at the end of the initialiser")) return false;
    if (depth > 0 || !unsized_) next_ = end;
    return true;
  }

  bool item(std::size_t depth, std::uint64_t end) {
    if (next_ >= end) {
      cursor_.error(cursor_.peek().position,
                    fmt::format("too many values for '{}'", variable_.name));
      return false;
    }
    return cursor_.at("{") ? list(depth + 1) : element();
  }

  bool element() {
    const Token token = cursor_.peek();
    bool good = false;
    if (token.kind == Token::Kind::Integer && cursor_.peek_second().is("(")) {
      good = masked_address();
    } else if (token.kind == Token::Kind::Word && token.text != kWarpSize) {
      good = whole_address();
    } else {
      const auto value = parse_constant(cursor_);
      good = value && number(token.position, *value);
    }
    ++next_;
    highest_ = std::max(highest_, next_);
    return good;
  }

  bool number(Position position, const Constant& value) {
    if (!is_float(variable_.type)) {
      if (value.kind == Constant::Kind::Integer) {
        store(value.bits, value.is_unsigned ? 0 : value.as_signed() < 0 ? ~std::uint64_t{0} : 0);
        return true;
      }
      cursor_.error(position,
                    fmt::format("a floating-point value for a .{}", spelling(variable_.type)));
      return false;
    }
    if (variable_.type == Type::F64) {
      store(std::bit_cast<std::uint64_t>(value.as_double()), 0);
      return true;
    }
    if (variable_.type == Type::F32) {
      // The pattern of a 0f literal is kept: NaN payloads survive.
      const bool exact = value.kind == Constant::Kind::Float32;
      store(
          exact ? value.bits : std::bit_cast<std::uint32_t>(static_cast<float>(value.as_double())),
          0);
      return true;
    }
    cursor_.error(position, fmt::format("a .{} can't be initialised", spelling(variable_.type)));
    return false;
  }

  // Little-endian; `high` fills what a 16-byte element has above 8 bytes.
  void store(std::uint64_t low, std::uint64_t high) {
    const std::uint64_t offset = next_ * element_bytes_;
    if (variable_.initial.size() < offset + element_bytes_) {
      variable_.initial.resize(offset + element_bytes_);
    }
    for (std::uint64_t i = 0; i < element_bytes_; ++i) {
      const std::uint64_t word = i < 8 ? low : high;
      variable_.initial[offset + i] = static_cast<std::byte>(word >> (8 * (i % 8)));
    }
  }

  // name + 4, generic(name) + 4, generic(name + 4)
  std::optional<SymbolAddress> address() {
    SymbolAddress out;
    Token name = cursor_.expect_word("the name of a variable or function");
    if (name.text.empty()) return std::nullopt;
    if (name.text == "generic" && cursor_.accept("(")) {
      out.generic = true;
      name = cursor_.expect_word("the name of a variable");
      const auto inner = parse_addend(cursor_);
      if (name.text.empty() || !inner || !cursor_.expect(")", "after generic(name")) {
        return std::nullopt;
      }
      out.addend = *inner;
    }
    out.name = name.text;
    const auto addend = parse_addend(cursor_);
    if (!addend) return std::nullopt;
    out.addend = static_cast<std::int64_t>(static_cast<std::uint64_t>(out.addend) +
                                           static_cast<std::uint64_t>(*addend));
    return out;
  }

  bool whole_address() {
    const auto target = address();
    if (!target) return false;
    store(0, 0);
    add_relocation(*target);
    return true;
  }

  void add_relocation(const SymbolAddress& target) {
    variable_.relocations.push_back(
        {next_ * element_bytes_,
         static_cast<std::uint32_t>(std::min<std::uint64_t>(element_bytes_, 8)),
         std::string(target.name), target.addend, target.generic});
  }

  // `0xFF00(name)` is byte 1 of the address. Compilers write the bytes of one address in order;
  // they become one relocation.
  bool masked_address() {
    const Token mask = cursor_.take();
    cursor_.take();
    const auto target = address();
    if (!target || !cursor_.expect(")", "after a masked address")) return false;
    store(0, 0);
    const std::uint64_t ones =
        element_bytes_ >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * element_bytes_)) - 1;
    if (mask.bits == ones) {
      add_relocation(*target);
      return true;
    }
    const auto& all = variable_.relocations;
    const bool continues = !all.empty() && all.back().symbol == target->name &&
                           all.back().addend == target->addend &&
                           all.back().generic == target->generic && all.back().size < 8 &&
                           all.back().offset + all.back().size == next_ * element_bytes_ &&
                           mask.bits == ones << (8 * all.back().size);
    if (continues) {
      variable_.relocations.back().size += static_cast<std::uint32_t>(element_bytes_);
      return true;
    }
    cursor_.error(mask.position, fmt::format("mask {} does not continue an address: only the "
                                             "bytes of a whole address, in order, are read",
                                             mask.text));
    return false;
  }

  Cursor& cursor_;
  Variable& variable_;
  const std::vector<std::uint64_t>& dimensions_;
  std::uint64_t element_bytes_;
  bool unsized_;
  std::uint64_t next_ = 0;     // element at which the next value goes
  std::uint64_t highest_ = 0;  // elements written, counted from the front
};

}  // namespace

bool parse_initializer(Cursor& cursor, Variable& variable,
                       const std::vector<std::uint64_t>& dimensions) {
  return Initializer(cursor, variable, dimensions).parse();
}

}  // namespace lanescope::ptx
