#include "tests/lab/random_kernels/uniform_code.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace lanescope::test::random_kernels {
namespace {

// $ is a variable of the type in front. Every lane of the warp is there, and every source lane.
struct WarpRow {
  Type type;
  const char* text;
};
constexpr WarpRow kWarpRows[]{
    {Type::U32, "$ = __shfl_sync(~0u, {u32}, {i32});"},
    {Type::I32, "$ = __shfl_sync(~0u, {i32}, {i32}, 8);"},
    {Type::F32, "$ = __shfl_up_sync(~0u, {f32}, {#31});"},
    {Type::F32, "$ = __shfl_down_sync(~0u, {f32}, {u32} & 31, 16);"},
    {Type::F64, "$ = __shfl_xor_sync(~0u, {f64}, {#31});"},
    {Type::F64, "$ = __shfl_sync(~0u, {f64}, {i32} & 15, 16);"},
    {Type::U64, "$ = __shfl_down_sync(~0u, {u64}, {#7});"},
    {Type::I64, "$ = __shfl_xor_sync(~0u, {i64}, {#15}, 4);"},
    {Type::F16, "$ = __shfl_sync(~0u, {f16}, {i32});"},
    {Type::Half2, "$ = __shfl_up_sync(~0u, {h2}, {u32} & 15);"},
    {Type::U32, "$ = __ballot_sync(~0u, {bool});"},
    {Type::Bool, "$ = __any_sync(~0u, {bool});"},
    {Type::Bool, "$ = __all_sync(~0u, {bool});"},
    {Type::U32, "$ = __match_any_sync(~0u, {u32} & 3);"},
    {Type::U32, "$ = __match_any_sync(~0u, {u64} & 5);"},
    {Type::U32, "{ int p; $ = __match_all_sync(~0u, {u32} >> 31, &p) + p; }"},
    {Type::U32, "$ = __reduce_add_sync(~0u, {u32});"},
    {Type::I32, "$ = __reduce_min_sync(~0u, {i32});"},
    {Type::U32, "$ = __reduce_max_sync(~0u, {u32});"},
    {Type::U32, "$ = __reduce_and_sync(~0u, {u32});"},
    {Type::U32, "$ = __reduce_or_sync(~0u, {u32});"},
    {Type::U32, "$ = __reduce_xor_sync(~0u, {u32});"},
    {Type::U32, "for (unsigned w = 16; w > 0; w >>= 1) $ += __shfl_xor_sync(~0u, $, w);"},
    {Type::F32, "for (int w = 1; w < 32; w *= 2) $ = __fadd_rn($, __shfl_up_sync(~0u, $, w));"},
};
// The lanes of m alone are there.
constexpr WarpRow kPartRows[]{
    {Type::U32, "$ = __shfl_sync(m, {u32}, __ffs(m) - 1);"},
    {Type::F32, "$ = __shfl_sync(m, {f32}, 31 - __clz(m));"},
    {Type::F64, "$ = __shfl_sync(m, {f64}, __ffs(m) - 1);"},
    {Type::U32, "$ ^= __ballot_sync(m, {bool});"},
    {Type::Bool, "$ = __all_sync(m, {bool});"},
    {Type::Bool, "$ = __any_sync(m, {bool});"},
    {Type::U32, "$ = __match_any_sync(m, {u32} & 3);"},
    {Type::U32, "$ += __reduce_add_sync(m, {u32});"},
    {Type::I32, "$ = __reduce_max_sync(m, {i32});"},
    {Type::U32, "$ = __reduce_xor_sync(m, {u32});"},
    {Type::U32, "__syncwarp(m); $ += 1;"},
};
constexpr std::array kExchanged{Type::U32, Type::F32, Type::U64,   Type::F64,
                                Type::U8,  Type::I16, Type::Half2, Type::I32};
constexpr std::array kBarriers{"__syncthreads();", "__syncthreads();",
                               "asm volatile(\"bar.sync 1;\" ::: \"memory\");",
                               "asm volatile(\"barrier.sync 2;\" ::: \"memory\");"};

}  // namespace

std::string UniformCode::variable_of(Type type) {
  std::vector<const Variable*> suitable;
  for (const Variable& variable : scope_.variables)
    if (variable.type == type && variable.writable) suitable.push_back(&variable);
  return random_.pick(suitable)->name;
}

std::vector<Node> UniformCode::sections(int depth, std::uint32_t count) {
  std::vector<Node> nodes;
  for (std::uint32_t i = 0; i < count; ++i) nodes.push_back(section(depth));
  return nodes;
}

Node UniformCode::section(int depth) {
  const std::uint32_t kind = random_.below(100);
  if (kind < 14 && depth > 0) return together(depth - 1);
  if (kind < 28) return exchange();
  if (kind < 33) return block_vote();
  if (kind < 50) return warp_operation();
  if (kind < 57) return part_of_warp();
  if (kind < 60) return matched_lanes();
  if (kind < 62) return printed();
  return divergent();
}

// Loops and choices that all threads of the block take alike.
Node UniformCode::together(int depth) {
  const std::string counter = statements_.name("t");
  constexpr std::array kHeads{"for (int $ = 0; $ < n; ++$) {", "for (int $ = 0; $ < 3; ++$) {",
                              "if ((blockIdx.x & 1) == 0) {", "if (n > (int)blockIdx.x + 1) {"};
  std::string head = random_.pick(kHeads);
  for (std::size_t at = head.find('$'); at != head.npos; at = head.find('$'))
    head.replace(at, 1, counter);
  const bool is_loop = head.starts_with("for");
  if (is_loop) {
    scope_.variables.push_back({counter, Type::I32, false});
    statements_.enter(3);
  }
  Node node{head, sections(depth, 1 + random_.below(3)), "}", false};
  if (is_loop) {
    scope_.variables.pop_back();
    statements_.leave(3);
  }
  return node;
}

Node UniformCode::divergent() {
  return {"{", statements_.block(3, 1 + random_.below(3)), "}", false};
}

// What one thread wrote another one reads.
Node UniformCode::exchange() {
  const Type type = random_.pick(kExchanged);
  const std::string array = fmt::format("((volatile {}*)shared)", info(type).name);
  const std::string plain = fmt::format("(({}*)shared)", info(type).name);
  const std::string& to = type == Type::Half2 || random_.chance(70) ? plain : array;
  Node node{"{", {}, "}", false};
  node.body.push_back(fixed(to + "[threadIdx.x] = " + values_.value(type, 2) + ";"));
  node.body.push_back(fixed(random_.pick(kBarriers)));
  node.body.push_back(fixed(variable_of(type) + " = " + to + "[" + values_.value(Type::U32, 1) +
                            " % blockDim.x];"));
  node.body.push_back(fixed("__syncthreads();"));
  return node;
}

Node UniformCode::block_vote() {
  constexpr std::array kRows{"u0 += __syncthreads_count({bool});",
                             "b0 = __syncthreads_and({bool});", "b0 = __syncthreads_or({bool});"};
  return statement(values_.filled(random_.pick(kRows), 2));
}

Node UniformCode::warp_operation() {
  const WarpRow& row = random_.pick(kWarpRows);
  std::string text = row.text;
  const std::string to = variable_of(row.type);
  for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$'))
    text.replace(at, 1, to);
  return statement(values_.filled(text, 2));
}

// The lanes that a vote has named do something by themselves.
Node UniformCode::part_of_warp() {
  const std::string condition = values_.value(Type::Bool, 2);
  Node node{fmt::format("{{ const bool c = {}; const unsigned m = __ballot_sync(~0u, c); if (c) {{",
                        condition),
            {},
            "} }",
            false};
  scope_.variables.push_back({"m", Type::U32, false});
  for (std::uint32_t i = 0, count = 1 + random_.below(3); i < count; ++i) {
    const WarpRow& row = random_.pick(kPartRows);
    std::string text = row.text;
    const std::string to = variable_of(row.type);
    for (std::size_t at = text.find('$'); at != text.npos; at = text.find('$'))
      text.replace(at, 1, to);
    node.body.push_back(statement(values_.filled(text, 2)));
    if (random_.chance(40)) node.body.push_back({"{", statements_.block(1, 1), "}", false});
  }
  scope_.variables.pop_back();
  return node;
}

// Lanes of several masks meet at one instruction.
Node UniformCode::matched_lanes() {
  constexpr std::array kRows{
      "u0 += __reduce_add_sync(m, {u32});", "u0 ^= __ballot_sync(m, {bool});",
      "u0 = __shfl_sync(m, {u32}, __ffs(m) - 1);", "i0 = __reduce_min_sync(m, {i32});"};
  return statement("{ const unsigned m = __match_any_sync(~0u, " + values_.value(Type::U32, 1) +
                   " & 3); " + values_.filled(random_.pick(kRows), 2) + " }");
}

Node UniformCode::printed() {
  constexpr std::array kRows{
      "printf(\"%d %u %x\\n\", {i32}, {u32}, {u32});",
      "printf(\"%lld %llu %c\\n\", {i64}, {u64}, 'a' + ({i32} & 15));",
      "printf(\"%5.2f %g %08.3e\\n\", {f32}, {f64}, {f64});",
      "printf(\"%s|%-6d|%+d|%5u|%%\\n\", {bool} ? \"yes\" : \"no\", {i32}, {i32}, {u32});"};
  return statement("if (gid == " + std::to_string(random_.below(32)) + ") " +
                   values_.filled(random_.pick(kRows), 1));
}

}  // namespace lanescope::test::random_kernels
