#include "tests/lab/random_kernels/functions.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "tests/lab/random_kernels/statements.hpp"

namespace lanescope::test::random_kernels {
namespace {

constexpr std::array kParameters{Type::I32, Type::F32, Type::U64, Type::F64, Type::I16,
                                 Type::U8,  Type::I64, Type::F16, Type::Bool};
constexpr std::array kResults{Type::U32, Type::I32, Type::U64, Type::F32,
                              Type::F64, Type::I16, Type::Bool};

std::string local(Type type, const std::string& name, const std::string& value) {
  return fmt::format("{} {} = {};", info(type).name, name, value);
}

// Variables of its own, made of the parameters.
std::vector<Node> locals(Random& random, Scope& scope) {
  std::vector<Node> nodes;
  Expressions values(random, scope);
  std::vector<Variable> added;
  for (const Type type : {Type::U32, Type::I32, Type::F32, Type::U64}) {
    const std::string name = fmt::format("l{}", added.size());
    nodes.push_back(fixed(local(type, name, values.value(type, 1))));
    added.push_back({name, type, true});
  }
  scope.variables.insert(scope.variables.end(), added.begin(), added.end());
  return nodes;
}

Node function(std::string head, std::vector<Node> body) {
  return {std::move(head), std::move(body), "}", true};
}

class Maker {
 public:
  Maker(const std::string& prefix, Random& random, Scope& caller)
      : prefix_(prefix), random_(random), caller_(caller) {}

  // Like T name(unsigned a0, float a1).
  Node plain() {
    const std::string name = next_name();
    const Type result = random_.pick(kResults);
    std::string parameters = "unsigned a0", call = name + "({u32}";
    Scope scope{{{"a0", Type::U32, true}}, {}, {}};
    for (std::uint32_t i = 1, count = random_.below(5); i <= count; ++i) {
      const Type type = random_.pick(kParameters);
      parameters += fmt::format(", {} a{}", info(type).name, i);
      call += fmt::format(", {{{}}}", info(type).tag);
      scope.variables.push_back({fmt::format("a{}", i), type, true});
    }
    caller_.sources.push_back({result, call + ")", true});
    return function(
        fmt::format("__device__ __noinline__ {} {}({}) {{", info(result).name, name, parameters),
        body(scope, result));
  }

  // It calls itself, once or twice.
  Node recursive() {
    const std::string name = next_name();
    Scope scope{
        {{"a0", Type::U32, true}, {"a1", Type::F32, true}, {"depth", Type::I32, false}}, {}, {}};
    caller_.sources.push_back({Type::U32, name + "({u32}, {f32}, {i32} & 3)", true});
    std::vector<Node> nodes{
        fixed("if (depth <= 0) return " + Expressions(random_, scope).value(Type::U32, 2) + ";")};
    for (Node& node : body(scope, Type::U32)) nodes.push_back(std::move(node));
    const std::string again = name + "(l0 ^ {#99}u, {f32}, depth - 1)";
    const std::string twice = again + " + " + name + "({u32}, a1, depth - 2)";
    nodes.back() =
        fixed("return " +
              Expressions(random_, scope).filled(random_.chance(50) ? twice : again, 1) + ";");
    return function(
        fmt::format("__device__ __noinline__ unsigned {}(unsigned a0, float a1, int depth) {{",
                    name),
        std::move(nodes));
  }

  // It changes an array of its caller's, by a pointer that may lead anywhere.
  Node through_pointer() {
    const std::string name = next_name();
    Scope scope{{{"a0", Type::U32, true}},
                {{Type::U32, "where[{u32} & 7]"}},
                {"where[{u32} & 7] = {u32};"}};
    caller_.effects.push_back("u0 ^= " + name + "(la0, {u32});");
    return function(
        fmt::format("__device__ __noinline__ unsigned {}(unsigned* where, unsigned a0) {{", name),
        body(scope, Type::U32));
  }

  Node with_struct() {
    const std::string name = next_name();
    Scope scope{{{"a0", Type::U32, true},
                 {"s.a", Type::U32, true},
                 {"s.b", Type::F32, true},
                 {"s.c", Type::F64, true},
                 {"s.d", Type::I16, true}},
                {},
                {}};
    caller_.effects.push_back("s0 = " + name + "(s0, {u32});");
    std::vector<Node> nodes = body(scope, std::nullopt);
    nodes.push_back(fixed("return s;"));
    return function(fmt::format("__device__ __noinline__ Pair {}(Pair s, unsigned a0) {{", name),
                    std::move(nodes));
  }

  // Several of one kind, called by their place in a table.
  std::vector<Node> table() {
    std::vector<Node> nodes;
    std::string names;
    constexpr std::uint32_t kEntries = 4;
    for (std::uint32_t i = 0; i < kEntries; ++i) {
      const std::string name = next_name();
      names += (i == 0 ? "" : ", ") + name;
      Scope scope{{{"a0", Type::U32, true}, {"a1", Type::F32, true}}, {}, {}};
      nodes.push_back(function(
          fmt::format("__device__ __noinline__ unsigned {}(unsigned a0, float a1) {{", name),
          body(scope, Type::U32)));
    }
    const std::string name = next_name();
    nodes.push_back(fixed(fmt::format(
        "__device__ unsigned (*const {}[{}])(unsigned, float) = {{{}}};", name, kEntries, names)));
    caller_.sources.push_back({Type::U32, name + "[{u32} & 3]({u32}, {f32})", true});
    return nodes;
  }

 private:
  std::string next_name() { return fmt::format("{}g{}", prefix_, names_++); }

  // None: the return statement is the caller's.
  std::vector<Node> body(Scope& scope, std::optional<Type> result) {
    std::vector<Node> nodes = locals(random_, scope);
    Statements statements(random_, scope, fmt::format("g{}", names_));
    if (result) statements.returns(*result);
    for (Node& node : statements.block(1, 1 + random_.below(3))) nodes.push_back(std::move(node));
    if (result) nodes.push_back(fixed("return " + statements.values().value(*result, 2) + ";"));
    return nodes;
  }

  const std::string& prefix_;
  Random& random_;
  Scope& caller_;
  int names_ = 0;
};

}  // namespace

std::vector<Node> make_functions(const std::string& prefix, Random& random, Scope& scope) {
  std::vector<Node> nodes;
  Maker maker(prefix, random, scope);
  for (std::uint32_t i = 0, count = random.below(3); i < count; ++i) nodes.push_back(maker.plain());
  if (random.chance(20)) nodes.push_back(maker.recursive());
  if (random.chance(20)) nodes.push_back(maker.through_pointer());
  if (random.chance(20)) nodes.push_back(maker.with_struct());
  if (random.chance(10))
    for (Node& node : maker.table()) nodes.push_back(std::move(node));
  return nodes;
}

}  // namespace lanescope::test::random_kernels
