#include "tests/lab/random_kernels/statements.hpp"

#include <utility>

#include <fmt/format.h>

namespace lanescope::test::random_kernels {
namespace {

constexpr int kMostTrips = 40, kMostTripsOfCalls = 6;

Node around(std::string head, std::vector<Node> body, std::string tail) {
  return {std::move(head), std::move(body), std::move(tail), false};
}

}  // namespace

Expressions& Statements::values() {
  values_.forbid_calls(trips_ > kMostTripsOfCalls);
  return values_;
}

std::string Statements::name(const char* kind) {
  return fmt::format("{}{}{}", prefix_, kind, names_++);
}

std::string Statements::condition() { return values().value(Type::Bool, 2); }

std::vector<Node> Statements::block(int depth, std::uint32_t count) {
  std::vector<Node> nodes;
  for (std::uint32_t i = 0; i < count; ++i) nodes.push_back(one(depth));
  return nodes;
}

Node Statements::one(int depth) {
  if (depth > 0 && random_.chance(45)) return compound(depth - 1);
  const std::uint32_t kind = random_.below(100);
  if (kind < 12 && !scope_.effects.empty()) return effect();
  if (kind < 20) return leaving();
  return assignment();
}

Node Statements::compound(int depth) {
  switch (random_.below(12)) {
    case 0:
    case 1:
      return counted_loop(depth);
    case 2:
    case 3:
      return fuelled_loop(depth);
    case 4:
    case 5:
      return switched(depth);
    case 6:
      return jump_forward(depth);
    case 7:
      return jump_back(depth);
    default:
      return choice(depth);
  }
}

Node Statements::assignment() {
  std::vector<const Variable*> writable;
  for (const Variable& variable : scope_.variables)
    if (variable.writable) writable.push_back(&variable);
  const Variable& to = *random_.pick(writable);
  const bool adds = is_integer(to.type) && !is_signed(to.type) && random_.chance(25);
  constexpr std::array kJoins{" += ", " ^= ", " -= ", " |= "};
  return statement(to.name + (adds ? random_.pick(kJoins) : " = ") + values().value(to.type, 3) +
                   ";");
}

Node Statements::effect() { return statement(values().filled(random_.pick(scope_.effects), 2)); }

// Early ends of loops and functions, and jumps to labels behind.
Node Statements::leaving() {
  std::vector<std::string> ways;
  if (loops_ > 0) ways.insert(ways.end(), {"break;", "continue;"});
  if (result_) ways.push_back("return " + values().value(*result_, 1) + ";");
  if (!labels_.empty()) ways.push_back("goto " + labels_.back() + ";");
  if (ways.empty()) return assignment();
  return statement("if (" + condition() + ") " + random_.pick(ways));
}

Node Statements::choice(int depth) {
  Node node = around("if (" + condition() + ") {", block(depth, 1 + random_.below(3)), "}");
  if (random_.chance(50)) return node;
  node.body.push_back(fixed("} else {"));
  for (Node& other : block(depth, 1 + random_.below(2))) node.body.push_back(std::move(other));
  return node;
}

std::vector<Node> Statements::loop_body(int depth, int trips) {
  enter(trips);
  ++loops_;
  std::vector<Node> body = block(depth, 1 + random_.below(3));
  --loops_;
  leave(trips);
  return body;
}

Node Statements::counted_loop(int depth) {
  constexpr int kTrips = 4;
  if (trips_ * kTrips > kMostTrips) return choice(depth);
  constexpr std::array kForms{
      "for (unsigned $ = 0, $e = {u32} & 7; $ < $e; ++$) {",
      "for (unsigned $ = 0; $ < 5; ++$) {",
      "for (unsigned $ = {u32} % 13; $ < 13; $ += 2) {",
      "for (unsigned $ = 1u << ({u32} & 7); $ > 0; $ >>= 1) {",
      "for (unsigned $ = {u32} & 0xff; $ != 0; $ &= $ - 1) {",
      "_Pragma(\"unroll 1\") for (unsigned $ = 0; $ < 6; $ += 1 + ({u32} & 1)) {",
  };
  const std::string counter = name("i");
  std::string head = random_.pick(kForms);
  for (std::size_t at = head.find('$'); at != head.npos; at = head.find('$', at))
    head.replace(at, 1, counter);
  head = values().filled(head, 1);
  scope_.variables.push_back({counter, Type::U32, false});
  std::vector<Node> body = loop_body(depth, kTrips);
  scope_.variables.pop_back();
  return around(std::move(head), std::move(body), "}");
}

Node Statements::fuelled_loop(int depth) {
  constexpr int kTrips = 3;
  if (trips_ * kTrips > kMostTrips) return choice(depth);
  const std::string fuel = name("f");
  enter(kTrips);
  const std::string goes_on = condition();
  leave(kTrips);
  std::vector<Node> body = loop_body(depth, kTrips);
  const std::uint32_t most = 2 + random_.below(4);
  switch (random_.below(3)) {
    case 0:
      return around(
          fmt::format("for (int {0} = 0; {1} && {0} < {2}; ++{0}) {{", fuel, goes_on, most),
          std::move(body), "}");
    case 1:
      return around(fmt::format("{{ int {0} = 0; do {{", fuel), std::move(body),
                    fmt::format("}} while (++{0} < {2} && {1}); }}", fuel, goes_on, most));
    default:
      body.insert(body.begin() + random_.below(static_cast<std::uint32_t>(body.size()) + 1),
                  fixed(fmt::format("if ({0} >= {2} || {1}) break;", fuel, goes_on, most)));
      return around(fmt::format("for (int {0} = 0;; ++{0}) {{", fuel), std::move(body), "}");
  }
}

Node Statements::switched(int depth) {
  const std::uint32_t cases = 3 + random_.below(7);
  Node node =
      around(fmt::format("switch ({} % {}) {{", values().value(Type::U32, 2), cases + 1), {}, "}");
  for (std::uint32_t i = 0; i < cases; ++i) {
    node.body.push_back(
        fixed(random_.chance(5) ? fmt::format("case {}:", 100 + i) : fmt::format("case {}:", i)));
    for (Node& inner : block(random_.chance(20) ? depth : 0, 1 + random_.below(2)))
      node.body.push_back(std::move(inner));
    if (random_.chance(75)) node.body.push_back(statement("break;"));
  }
  if (random_.chance(70)) {
    node.body.push_back(fixed("default:"));
    node.body.push_back(assignment());
  }
  return node;
}

Node Statements::jump_forward(int depth) {
  const std::string label = name("L");
  labels_.push_back(label);
  std::vector<Node> body{statement("if (" + condition() + ") goto " + label + ";")};
  for (Node& inner : block(depth, 1 + random_.below(3))) body.push_back(std::move(inner));
  labels_.pop_back();
  body.push_back(fixed(label + ":;"));
  return around("{", std::move(body), "}");
}

// There is no jump into a loop: ptxas (13.0) counts the trips of a loop around one in a uniform
// register, which lanes that leave the inner one at different times advance together. A GPU then
// gives what neither C++ nor the order of lanes explains (seen on an H200).
Node Statements::jump_back(int depth) {
  constexpr int kTrips = 3;
  if (trips_ * kTrips > kMostTrips) return choice(depth);
  const std::string label = name("L"), fuel = name("f");
  enter(kTrips);
  std::vector<Node> body = block(depth, 1 + random_.below(2));
  const std::string again = condition();
  leave(kTrips);
  return around("{ int " + fuel + " = 0; " + label + ":;", std::move(body),
                fmt::format("if (++{} < 4 && {}) goto {}; }}", fuel, again, label));
}

}  // namespace lanescope::test::random_kernels
